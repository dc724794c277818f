"""For the tests of the Python module: of a wheel that is installed, or of the sources, where the variable ROSTRUM names
the program. The sources' entry points are those that the wheel would have."""

import importlib.util
import os
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_folder = tempfile.TemporaryDirectory()


def _use_sources() -> None:
    spec = importlib.util.spec_from_file_location("wheel", ROOT / ".ci/bundle/wheel.py")
    wheel = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wheel)
    info = Path(_folder.name, "rostrum-0.dist-info")
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: rostrum\nVersion: 0\n")
    (info / "entry_points.txt").write_text(wheel.ENTRY_POINTS)
    places = [str(ROOT / "Sources/Python"), _folder.name]
    sys.path[:0] = places
    os.environ["PYTHONPATH"] = os.pathsep.join(places)


try:
    metadata.distribution("rostrum")
except metadata.PackageNotFoundError:
    _use_sources()

pytest_plugins = ["pytester"]

BALL = """size: [100, 100]
background: white
fps: 10
duration: 1
parameters: {colour: {default: red, type: color}}
layers:
  - name: ball
    bounds: [20, 20]
    position: [50, 90]
    backgroundColor: "${colour}"
    animations: [{type: basic, keyPath: position.y, fromValue: 10, toValue: 90, duration: 1}]
"""
CURVES = 'type: functions\nfunctions: [linear, easeIn]\n'


@pytest.fixture
def ball(tmp_path: Path) -> Path:
    """A scene's file."""
    path = tmp_path / "ball.yaml"
    path.write_text(BALL)
    return path
