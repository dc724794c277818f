"""The extension for Sphinx, by Sphinx itself."""

import re
import subprocess
import sys

import pytest
from conftest import BALL, CURVES

pytest.importorskip("sphinx")


def indented(text):
    return "".join(f"   {line}\n" for line in text.splitlines())


PAGE = f"""
Title
=====

.. rostrum::
   :theme: both
   :caption: Two *curves*.
   :name: curves

{indented(CURVES)}

.. rostrum:: ball.yaml
   :at: 0.5
   :set: colour=lime
   :alt: A ball.

.. rostrum:: ball.yaml
   :film: webm
   :alt: It falls.

See :ref:`curves`.
"""


class Book:
    def __init__(self, folder):
        self.folder = folder
        self.write("conf.py", 'extensions = ["rostrum.sphinx"]\n')
        self.write("ball.yaml", BALL)
        self.write("index.rst", PAGE)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def build(self, builder="html", status=0):
        words = ["-b", builder, "-d", str(self.folder / "_trees"), str(self.folder), str(self.folder / f"_{builder}")]
        ended = subprocess.run([sys.executable, "-m", "sphinx", *words], capture_output=True, text=True)
        assert ended.returncode == status, ended.stderr
        return ended.stderr

    def page(self):
        return (self.folder / "_html/index.html").read_text()

    def kept(self):
        return {path.name: path.stat().st_mtime_ns for path in (self.folder / "_trees/rostrum").iterdir()}


@pytest.fixture
def book(tmp_path):
    return Book(tmp_path)


def test_pages_have_pictures_films_and_their_texts(book):
    assert book.build() == ""
    page = book.page()
    curves = (r'<img alt="Timing functions [^"]*0\.25 at a quarter[^"]*" class="rostrum only-(?:light|dark)"'
              r' src="_images/[0-9a-f]{40}\.svg"')
    assert len(re.findall(curves, page)) == 2
    assert re.search(r'<img alt="A ball\." class="rostrum" src="_images/[0-9a-f]{40}\.png" style="width: 100px;"', page)
    film = re.search(r'<video aria-label="It falls\."[^>]* poster="(\S+\.png)" src="(\S+\.webm)"', page)
    for name in film.groups():
        assert (book.folder / "_html" / name).stat().st_size > 0
    assert "Two <em>curves</em>" in page and 'href="#curves"' in page


def test_print_has_vectors_for_light_paper(book):
    book.build("latex")
    text = next((book.folder / "_latex").glob("*.tex")).read_text()
    assert len(re.findall(r"includegraphics\{\{[0-9a-f]{40}\}\.pdf\}", text)) == 1
    assert len(re.findall(r"includegraphics(?:\[width=[^]]*\])?\{\{[0-9a-f]{40}\}\.png\}", text)) == 2


def test_pictures_are_drawn_once_and_when_their_file_changes(book):
    book.build()
    kept = book.kept()
    book.write("index.rst", PAGE + "\nMore.\n")
    book.build()
    assert book.kept() == kept
    book.write("ball.yaml", BALL.replace("[20, 20]", "[30, 30]"))
    book.build()
    new = book.kept()
    assert len(new) > len(kept) and all(new[name] == kept[name] for name in kept)


def test_mistakes_have_their_place_in_the_page(book):
    book.write("index.rst", "Title\n=====\n\n.. rostrum::\n\n   type: functons\n")
    assert "index.rst:6: " in book.build() and not list(book.folder.glob(".rostrum*"))
    book.write("index.rst", "Title\n=====\n\n.. rostrum:: none.yaml\n")
    assert "cannot read 'none.yaml'" in book.build()
    book.write("index.rst", "Title\n=====\n\n.. rostrum:: ball.yaml\n   :theme: dark\n")
    assert "a scene has no option 'theme'" in book.build()


def test_a_scene_without_a_text_for_readers_is_a_warning(book):
    book.write("index.rst", "Title\n=====\n\n.. rostrum:: ball.yaml\n")
    assert re.search(r"index\.rst:4: WARNING: .*:alt:", book.build())
