"""Files of strangers and files that are made, in folders that somebody else has prepared."""

import os
import stat
import time
import wave
from pathlib import Path

import pytest
from conftest import BALL, CURVES
from test_mkdocs import Site
from test_sphinx import Book

import rostrum
from rostrum._documents import OPTIONS, Block, Cache, dependencies, draw, from_file
from rostrum._files import write
from rostrum._program import PlacedText
from rostrum.mkdocs import RostrumPlugin

PRECIOUS = "precious\n"


def outside(tmp_path):
    """A folder of the user's, whose content stays as it is."""
    folder = tmp_path / "outside"
    folder.mkdir()
    (folder / "file").write_text(PRECIOUS)
    return folder


def block(folder, text=CURVES, **options):
    return Block(text, folder / "page.md", [folder], options)


def put(kind, path, elsewhere):
    """Something that the author of a repository may put in a file's place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    {"a link out": lambda: path.symlink_to(elsewhere / "file"),
     "a link to nothing": lambda: path.symlink_to(elsewhere / "new"),
     "a link to a device": lambda: path.symlink_to("/dev/zero"),
     "a link in a circle": lambda: path.symlink_to(path.name),
     "a pipe": lambda: os.mkfifo(path),
     "a folder": lambda: path.mkdir()}[kind]()


KINDS = ["a link out", "a link to nothing", "a link to a device", "a link in a circle", "a pipe", "a folder"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_not_kept_through_or_over(kind, tmp_path):
    elsewhere, project = outside(tmp_path), tmp_path / "project"
    cache = Cache(project / "cache", project)
    project.mkdir()
    name = draw(block(project), cache)[0].files[0]
    name.unlink()
    put(kind, name, elsewhere)
    mode = os.lstat(name).st_mode
    with pytest.raises(rostrum.RostrumError):
        draw(block(project), cache)
    assert os.lstat(name).st_mode == mode
    assert [(path.name, path.read_text()) for path in elsewhere.iterdir()] == [("file", PRECIOUS)]


@pytest.mark.parametrize("place", ["cache", "cache/inner"])
def test_a_folder_of_pictures_does_not_lead_out(place, tmp_path):
    elsewhere, project = outside(tmp_path), tmp_path / "project"
    (project / place).parent.mkdir(parents=True)
    (project / place).symlink_to(elsewhere)
    with pytest.raises(rostrum.RostrumError, match="leads out of"):
        draw(block(project), Cache(project / "cache/inner", project))
    assert [path.name for path in elsewhere.iterdir()] == ["file"]


def test_an_own_file_has_the_usual_rights_and_follows_the_users_links(tmp_path):
    os.umask(0o022)
    write(tmp_path / "new", b"1")
    assert stat.S_IMODE(os.stat(tmp_path / "new").st_mode) == 0o644
    (tmp_path / "link").symlink_to("new")
    write(tmp_path / "link", b"2")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "new").read_bytes() == b"2"
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", ".", "new/below"):
        with pytest.raises((rostrum.RostrumError, OSError)):
            write(tmp_path / name, b"3")
    assert sorted(os.listdir(tmp_path)) == ["link", "new", "pipe"]


@pytest.mark.parametrize("name", [
    "../outside/file", "link", "/etc/passwd", "pipe", "device", "folder", ".", "none.yaml", "-h", "a\nb.yaml", "a\0b"])
def test_a_document_reads_no_file_elsewhere(name, tmp_path):
    elsewhere, project = outside(tmp_path), tmp_path / "project"
    (project / "folder").mkdir(parents=True)
    (project / "link").symlink_to(elsewhere / "file")
    (project / "device").symlink_to("/dev/zero")
    os.mkfifo(project / "pipe")
    with pytest.raises((rostrum.RostrumError, ValueError)) as raised:
        from_file(project / name, [project], {})
    assert PRECIOUS.strip() not in str(raised.value) and "\n" not in str(raised.value)
    # The same in a text.
    text = f"type: data\ndata: [{{file: {name!r}, x: a, y: b}}]\n"
    assert [path for path in dependencies(block(project, text)) if project not in path.parents] == []
    with pytest.raises(rostrum.RostrumError) as raised:
        draw(block(project, text), Cache(project / "cache", project))
    assert PRECIOUS.strip() not in str(raised.value)


def test_a_theme_is_a_file_of_the_documents(tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "theme.yaml").write_text("base: secret\n")
    with pytest.raises(rostrum.RostrumError, match="outside"):
        block(tmp_path / "project", theme="../theme.yaml")
    (tmp_path / "project/dark.yaml").write_text("base: dark\n")
    assert draw(block(tmp_path / "project", theme="dark.yaml"), Cache(tmp_path / "project/cache", tmp_path))


@pytest.mark.parametrize("text", [
    'layers: [{contents: "data:image/png;base64,%s"}]' % ("iVBORw0K" * 50_000), "a." * 200_000, "../" * 130_000,
    "'" * 400_000, "\n" * 400_000, "{" * 400_000, "`" * 400_000, "rostrum" + " " * 400_000 + "x", "{ \n" * 130_000])
def test_work_grows_with_the_size(text, tmp_path):
    start = time.monotonic()
    assert dependencies(block(tmp_path, text)) == []
    page = f"``` x{text[:100_000]}\n{text}\n```\n"
    assert RostrumPlugin().on_page_markdown(page, page=None, config=None, files=None)
    assert time.monotonic() - start < 3


@pytest.mark.parametrize("name", ["a" * 400 + ".csv", "a/" * 300 + "b.csv", "a\0b.csv", "\0.png", "rows.csv/below.csv"])
def test_a_name_that_no_file_can_have_is_none(name, tmp_path):
    (tmp_path / "rows.csv").write_text("x\n1\n")
    assert [path.name for path in dependencies(block(tmp_path, f"data: [{{file: \"{name}\"}}]"))] in ([], ["rows.csv"])
    with pytest.raises(rostrum.RostrumError):
        from_file(tmp_path / name, [tmp_path], {})
    with pytest.raises(rostrum.RostrumError):
        draw(block(tmp_path, f"type: data\ndata: [{{file: \"{name}\", x: x, y: y}}]\n"), Cache(tmp_path / "cache", tmp_path))


@pytest.mark.parametrize("value", ["a\0b", "\ud800", "-h", "--output=x", "@x", "", "nan", "1e400", "0.5\n--output=x", "0,1"])
@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_of_a_document_is_a_value_or_a_mistake(name, value, tmp_path):
    for text in (CURVES, BALL):
        try:
            draw(Block(text, tmp_path / "page", options={"alt": "x", name: value}), Cache(tmp_path / "cache", tmp_path))
        except rostrum.RostrumError as error:
            assert error.exit_status in (64, 65, 66)
    assert set(os.listdir(tmp_path)) <= {"cache"}


def test_names_with_blanks_are_found(tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("my picture.png", "in/b.csv", "c.yaml"):
        (tmp_path / name).write_text("contents: 'in/b.csv'")
    found = dependencies(block(tmp_path, "layers: [{contents: \"my picture.png\"}, {file: c.yaml}]  # don't"))
    assert sorted(path.name for path in found) == ["b.csv", "c.yaml", "my picture.png"]


def test_a_slow_drawing_is_ended(tmp_path, monkeypatch):
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    monkeypatch.setattr("rostrum._documents._MOST_SECONDS", 0.2)
    monkeypatch.setattr("rostrum._documents._version", lambda: "1")
    monkeypatch.setenv("ROSTRUM", str(slow))
    with pytest.raises(rostrum.RostrumError, match="not ready after 0.2 seconds"):
        draw(block(tmp_path), Cache(tmp_path, tmp_path))


def test_a_film_writes_over_no_file_that_its_scene_reads(tmp_path):
    sound = tmp_path / "click.wav"
    with wave.open(str(sound), "wb") as file:
        file.setparams((1, 2, 48000, 0, "NONE", ""))
        file.writeframes(b"\0" * 96000)
    before = sound.read_bytes()
    (tmp_path / "hard.wav").hardlink_to(sound)
    for scene in (BALL + "audio: click.wav\n", tmp_path / "ball.yaml"):
        (tmp_path / "ball.yaml").write_text(BALL + "audio: click.wav\n")
        for name in ("click.wav", "hard.wav"):
            with pytest.raises(rostrum.RostrumError, match="is read") as raised:
                rostrum.film(scene, tmp_path / name, folder=tmp_path)
            assert raised.value.exit_status == 64 and sound.read_bytes() == before


def test_texts_need_no_file_and_no_rights(tmp_path):
    before = sorted(os.listdir(tmp_path))
    assert rostrum.render(BALL, folder=tmp_path / "none").size == (100, 100)
    rostrum.verify(BALL, baselines=tmp_path / "b", name="ball.yaml", folder=tmp_path, update="missing")
    assert sorted(os.listdir(tmp_path)) == [*before, "b"]
    with pytest.raises(rostrum.RostrumError, match="one scene that is no file"):
        rostrum.verify(BALL, BALL, baselines="b")


@pytest.mark.parametrize("name", ["-h", "--output=x.yaml", "@file.yaml", "--"])
def test_a_scene_may_be_called_like_an_option(name, tmp_path, monkeypatch):
    (tmp_path / name).write_text(BALL)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / name).write_text(BALL)
    monkeypatch.chdir(tmp_path)
    expected = rostrum.render(BALL).data
    assert rostrum.render(name).data == rostrum.render(PlacedText(BALL, Path(name))).data == expected
    assert rostrum.film(name, name + ".webm").data and not rostrum.check(name)
    assert rostrum.verify(name, baselines=name + ".b", update="missing", report=name + ".r")
    assert b"<svg" in rostrum.figure(f"type: sheet\nscene: {name!r}\ncount: 1\n").data
    site, book = Site(tmp_path), Book(tmp_path)
    site.write("docs/index.md", f"``` rostrum file={name} alt=x\n```\n")
    site.build()
    book.write("index.rst", f"Title\n=====\n\n.. rostrum:: {name}\n   :alt: x\n")
    assert "rostrum" not in book.build() and "<img" in book.page()


@pytest.mark.parametrize("there", ["a scene", "a link"])
def test_a_fixture_leaves_the_users_files(there, pytester):
    pytester.makepyfile(test_ball="""
        def test_ball(rostrum_snapshot):
            rostrum_snapshot({"size": [4, 2], "layers": []}, at=0)
    """)
    own = pytester.path / "own.txt"
    own.write_text(PRECIOUS)
    scene = pytester.path / "test_ball.yaml"
    scene.write_text(PRECIOUS) if there == "a scene" else scene.symlink_to("own.txt")
    pytester.runpytest_subprocess("--rostrum-update", "missing").assert_outcomes(passed=1)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    assert scene.read_text() == PRECIOUS and own.read_text() == PRECIOUS


def test_baselines_are_not_recorded_through_a_link(pytester, tmp_path):
    pytester.makepyfile("def test_ball(rostrum_snapshot):\n    rostrum_snapshot({'size': [4, 2], 'layers': []})\n")
    (pytester.path / "baselines").symlink_to(outside(tmp_path))
    pytester.runpytest_subprocess("--rostrum-update", "missing").stdout.fnmatch_lines(["*leads out of*"])
    assert os.listdir(tmp_path / "outside") == ["file"]


def test_a_site_is_kept_in_its_folder(tmp_path):
    elsewhere = outside(tmp_path)
    (tmp_path / "site").mkdir()
    site = Site(tmp_path / "site")
    (site.folder / ".cache").symlink_to(elsewhere)
    assert "leads out of" in site.build(status=1)
    (site.folder / ".cache").unlink()
    site.write("docs/index.md", "``` rostrum file=../../outside/file alt=x\n```\n")
    assert "is outside of the documents' folder" in site.build(status=1)
    # What mkdocs.yml names is meant.
    (elsewhere / "ball.yaml").write_text(BALL)
    site.write("docs/index.md", "``` rostrum file=../../outside/ball.yaml alt=x\n```\n")
    site.write("mkdocs.yml", "site_name: x\nplugins: [{rostrum: {paths: [../outside], cache: ../cache}}]\n")
    site.build()
    assert len(os.listdir(tmp_path / "cache")) == 1 and sorted(os.listdir(elsewhere)) == ["ball.yaml", "file"]


def test_a_book_is_kept_in_its_folder(tmp_path):
    elsewhere = outside(tmp_path)
    (tmp_path / "book").mkdir()
    book = Book(tmp_path / "book")
    (book.folder / "_trees").mkdir()
    (book.folder / "_trees/rostrum").symlink_to(elsewhere)
    assert "leads out of" in book.build()
    (book.folder / "_trees/rostrum").unlink()
    book.write("index.rst", "Title\n=====\n\n.. rostrum:: ../outside/file\n   :alt: x\n")
    assert "is outside of the documents' folder" in book.build()
    book.write("conf.py", 'extensions = ["rostrum.sphinx"]\nrostrum_paths = ["../outside"]\n')
    (elsewhere / "ball.yaml").write_text(BALL)
    book.write("index.rst", "Title\n=====\n\n.. rostrum:: ../outside/ball.yaml\n   :alt: x\n   :film: webm\n")
    assert book.build() == ""
    film = next((book.folder / "_html/_images").glob("*.webm"))
    film.unlink()
    film.symlink_to(elsewhere / "file")
    book.write("index.rst", (book.folder / "index.rst").read_text() + "\nMore.\n")
    book.build(status=2)
    assert (elsewhere / "file").read_text() == PRECIOUS
