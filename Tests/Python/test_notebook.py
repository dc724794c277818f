"""Cells of a notebook, run by nbconvert."""

import base64
import json
import subprocess
import sys

import pytest
from conftest import BALL, CURVES

pytest.importorskip("nbconvert")
pytest.importorskip("ipykernel")


def run(folder, *cells, allowed=0):
    notebook = {"cells": [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": cell}
                          for cell in cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    (folder / "in.ipynb").write_text(json.dumps(notebook))
    words = ["nbconvert", "--to", "notebook", "--execute", "--allow-errors", "--output", "out.ipynb", "in.ipynb"]
    ended = subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True)
    assert ended.returncode == allowed, ended.stderr
    return [cell["outputs"] for cell in json.loads((folder / "out.ipynb").read_text())["cells"]]


def test_pictures_films_and_figures_are_shown(tmp_path, ball):
    import rostrum

    outputs = run(
        tmp_path, "import rostrum\n%load_ext rostrum.notebook", "rostrum.render('ball.yaml', at=0.5, scale=2)",
        f"rostrum.figure({CURVES!r})", "rostrum.film('ball.yaml', format='gif')",
        "%%rostrum --at 0.5 --scale 2\n" + BALL, "%%rostrum\n" + CURVES, "%%rostrum --fast\n" + BALL,
        "%%rostrum\n" + BALL.replace("position:", "positon:"))
    shown = [cell[0].get("data", {}) for cell in outputs[1:6]]
    assert base64.b64decode(shown[0]["image/png"]) == rostrum.render(ball, at=0.5, scale=2).data
    assert outputs[1][0]["metadata"]["image/png"] == {"width": 100, "height": 100}
    assert "".join(shown[1]["image/svg+xml"]).rstrip().endswith("</svg>")
    assert "data:image/gif;base64," in "".join(shown[2]["text/html"])
    assert shown[3]["image/png"] == shown[0]["image/png"]
    assert shown[4]["image/svg+xml"] == shown[1]["image/svg+xml"]
    assert "does not know --fast" in json.dumps(outputs[6])
    assert outputs[7][0]["ename"] == "RostrumError" and ":9:5: error" in outputs[7][0]["evalue"]
