"""The functions of the module, against pictures worked out by hand."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BALL, CURVES

import rostrum

RED, WHITE = (255, 0, 0), (255, 255, 255)


def pixel(picture, x, y):
    return picture.image.convert("RGB").getpixel((x, y))


def test_picture_has_the_ball_where_the_time_says(ball):
    pytest.importorskip("PIL")
    # Linear from 10 to 90 points in a second.
    for time, y in ((0, 10), (0.5, 50), (0.75, 70)):
        picture = rostrum.render(ball, at=time)
        assert picture.size == (100, 100)
        assert pixel(picture, 50, y - 8) == RED and pixel(picture, 50, y + 7) == RED
        assert pixel(picture, 50, (y + 40) % 100) == WHITE


def test_arrays_are_rows_of_pixels(ball):
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("PIL")
    picture = rostrum.render(ball, at="50%", scale=2)
    array = numpy.asarray(picture)
    assert array.shape == (200, 200, 3) and array.dtype == numpy.uint8
    assert (array[100, 100] == RED).all() and (array[0, 0] == WHITE).all()
    assert (array == picture.array).all()


def test_several_times_are_a_list_in_their_order(ball):
    pictures = rostrum.render(ball, at=[0.5, "0%", 1])
    assert [picture.data for picture in pictures] == [rostrum.render(ball, at=time).data for time in (0.5, 0, 1)]
    assert rostrum.render(ball, at=[]) == []


def test_parameters_are_those_of_the_scene(ball):
    pytest.importorskip("PIL")
    assert pixel(rostrum.render(ball, at=0.5, colour="lime"), 50, 50) == (0, 255, 0)
    assert pixel(rostrum.render(ball, at=0.5, parameters={"colour": "blue"}), 50, 50) == (0, 0, 255)
    with pytest.raises(rostrum.RostrumError, match="color.*did you mean 'colour'"):
        rostrum.render(ball, color="lime")


def test_texts_and_mappings_are_scenes_too(ball, tmp_path):
    expected = rostrum.render(ball, at=0.5).data
    assert rostrum.render(BALL, at=0.5, folder=tmp_path).data == expected
    scene = {"size": [4, 2], "background": "white", "layers": []}
    assert rostrum.render(scene, folder=tmp_path).size == (4, 2)
    # Nothing is left of them.
    assert [path.name for path in tmp_path.iterdir()] == ["ball.yaml"]


def test_mistakes_have_their_place(tmp_path):
    text = BALL.replace("position:", "positon:")
    with pytest.raises(rostrum.RostrumError) as raised:
        rostrum.render(text, folder=tmp_path)
    error = raised.value.errors[0]
    assert (error.line, error.column, error.id) == (9, 5, "unknown-key")
    assert raised.value.exit_status == 65
    assert error.hint == "did you mean 'position'?"
    assert re.search(r":9:5: error: unknown key 'positon'.*; hint: did you mean 'position'\?$", str(raised.value), re.M)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_is_no_python_error(tmp_path):
    with pytest.raises(rostrum.RostrumError) as raised:
        rostrum.render(tmp_path / "none.yaml")
    assert raised.value.exit_status == 66 and "none.yaml" in str(raised.value)


def test_check_returns_what_it_finds(ball, tmp_path):
    assert rostrum.check(ball) == []
    (tmp_path / "bad.yaml").write_text(BALL.replace("fps: 10", "fps: 0"))
    found = rostrum.check(ball, tmp_path / "bad.yaml")
    assert [(entry.severity, entry.line) for entry in found] == [("error", 3)]
    assert rostrum.check(BALL.replace("red", "rde"), folder=tmp_path)[0].line == 5


def test_warnings_are_pythons(ball, tmp_path):
    # Nothing accumulates on the way back.
    text = BALL.replace("duration: 1}", "duration: 1, autoreverses: true, cumulative: true}")
    warned = [entry for entry in rostrum.check(text, folder=tmp_path) if entry.severity == "warning"]
    assert warned
    with pytest.warns(rostrum.RostrumWarning) as caught:
        rostrum.render(text, folder=tmp_path)
    assert caught[0].message.diagnostic.id in [entry.id for entry in warned]
    assert caught[0].filename == __file__


def test_figures_are_drawn_and_described(tmp_path):
    figure = rostrum.figure(CURVES, folder=tmp_path)
    assert figure.data.startswith(b"<?xml") or figure.data.startswith(b"<svg")
    assert "0.25 at a quarter" in figure.description
    assert figure._repr_mimebundle_()["image/svg+xml"] == figure.data.decode()
    saved = tmp_path / "curves.pdf"
    assert rostrum.figure({"type": "functions", "functions": ["linear"]}, saved).format == "pdf"
    assert saved.read_bytes().startswith(b"%PDF")
    with pytest.raises(rostrum.RostrumError, match="1:7: error"):
        rostrum.figure("type: functons\n", folder=tmp_path)


def test_films_are_files(ball, tmp_path):
    film = rostrum.film(ball, tmp_path / "ball.gif", colour="lime")
    assert film.data[:6] == b"GIF89a" and film.data == (tmp_path / "ball.gif").read_bytes()
    assert film._repr_html_().startswith('<img src="data:image/gif;base64,')
    assert rostrum.film(ball, format="webm")._repr_html_().startswith("<video controls")
    assert not (tmp_path / ".rostrum").exists()


def test_a_film_without_ffprobe_is_made_with_a_warning(ball, monkeypatch):
    ffmpeg, program = shutil.which("ffmpeg"), rostrum.program()
    monkeypatch.setenv("ROSTRUM", program)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("ROSTRUM_FFMPEG", ffmpeg)
    with pytest.warns(UserWarning, match="no ffprobe"):
        assert rostrum.film(ball, format="mp4").data[4:8] == b"ftyp"
    monkeypatch.delenv("ROSTRUM_FFMPEG")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(rostrum.ProgramMissingError, match="cannot find ffmpeg"):
        rostrum.film(ball, format="mp4")


def test_verify_says_what_differs(ball, tmp_path):
    baselines = tmp_path / "baselines"
    first = rostrum.verify(ball, baselines=baselines)
    assert not first and first.lacks_baselines
    assert rostrum.verify(ball, baselines=baselines, update="missing")
    assert rostrum.verify(ball, baselines=baselines)
    changed = rostrum.verify(ball, baselines=baselines, colour="blue", report=tmp_path / "report")
    assert not changed and not changed.lacks_baselines
    assert "ball" in changed.text and (tmp_path / "report/index.html").exists()


def test_a_missing_program_is_told(ball, monkeypatch):
    monkeypatch.setenv("ROSTRUM", "no-such-program")
    with pytest.raises(rostrum.ProgramMissingError, match="no-such-program.*ROSTRUM"):
        rostrum.render(ball)


def test_a_failed_save_leaves_nothing(ball, tmp_path):
    picture = rostrum.render(ball)
    picture.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == picture.data
    with pytest.raises(OSError):
        picture.save(tmp_path / "none" / "a.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "ball.yaml"]


def test_importing_is_quick_and_needs_no_other_package():
    code = "import sys; sys.modules.update(numpy=None, PIL=None); import rostrum; print(len(rostrum.__all__))"
    source = str(Path(rostrum.__file__).parents[1])
    ended = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": source}, capture_output=True)
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) == len(rostrum.__all__)
