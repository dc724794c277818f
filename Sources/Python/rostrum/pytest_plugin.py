"""For pytest: the fixture `rostrum_snapshot`.

    def test_ball(rostrum_snapshot):
        rostrum_snapshot("scenes/ball.yaml", at=[0, 0.5, 1], colour="tomato")

Paths begin in the folder of the test's file. Baselines are kept in `baselines` there, in a folder for each test. They
are recorded by `pytest --rostrum-update missing`, and those that differ by `--rostrum-update changed`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

import pytest

from ._commands import Time, Verification, verify
from ._files import is_inside
from ._program import Source


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rostrum")
    group.addoption(
        "--rostrum-update", choices=("none", "missing", "changed", "values", "all"), default="none",
        help="which baselines of rostrum_snapshot to write")
    group.addoption(
        "--rostrum-report", metavar="FOLDER", help="a folder for the reports of what differs, for each test one")


def _folder_name(node: str) -> str:
    return re.sub(r"[^\w.=-]+", "-", node).strip("-")


class Snapshot:
    """Compares scenes with the baselines of one test."""

    def __init__(self, folder: Path, root: Path, name: str, update: str, report: Optional[Path]) -> None:
        self.folder = folder
        # Baselines are kept below it, wherever links lead.
        self.root = root if is_inside(folder, root) else folder
        self.name = name
        self.baselines = folder / "baselines" / name
        self.update = update
        self.report = report
        self._count = 0

    def __call__(self, scene: Source, *, at: Union[Time, Sequence[Time], None] = None, name: Optional[str] = None,
                 options: Sequence[str] = (), parameters: Optional[Mapping[str, Any]] = None,
                 **values: Any) -> None:
        """Fails the test where pictures or the values of layers differ from the baselines. `name` is that of the
        baselines' folder, for a test that compares more than once; else they are counted."""
        if not is_inside(self.baselines, self.root):
            pytest.fail(f"{str(self.baselines)!r} is a link that leads out of {str(self.root)!r}", pytrace=False)
        self._count += 1
        part = name or ("" if self._count == 1 else str(self._count))
        report = self.report / part if self.report else None

        def compared(update: str) -> Verification:
            return verify(scene, baselines=self.baselines / part, at=at, update=update, report=report,
                          options=options, folder=self.folder, name=f"{Path(self.name).name}.yaml",
                          parameters=parameters, **values)

        if self.update != "none":
            compared(self.update)
        result = compared("none")
        if not result.passed:
            advice = f"\nthe report: {report / 'index.html'}" if report else ""
            if result.lacks_baselines:
                advice += "\npytest --rostrum-update missing records baselines"
            pytest.fail(result.text + advice, pytrace=False)


@pytest.fixture
def rostrum_snapshot(request: pytest.FixtureRequest) -> Iterator[Snapshot]:
    """Compares scenes with their baselines; see `rostrum.pytest_plugin`."""
    name = _folder_name(request.node.name)
    report = request.config.getoption("--rostrum-report")
    yield Snapshot(
        request.path.parent, request.config.rootpath, f"{request.path.stem}/{name}",
        request.config.getoption("--rostrum-update"),
        Path(report).resolve() / request.path.stem / name if report else None)
