"""For Jupyter: `%load_ext rostrum.notebook`, then cells of scenes and figures.

    %%rostrum --at 0.5
    size: [300, 300]
    layers: [{name: ball, bounds: [64, 64], position: [150, 150], backgroundColor: tomato}]

`--film` shows all of the scene, as `--format` says, `mp4` unless given. A cell with a `type` at its beginning is
a figure, with `--theme` and `--width`.
"""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING, Any

from ._commands import figure, film, render
from ._documents import is_figure

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="%%rostrum", add_help=False, exit_on_error=False)
    parser.add_argument("--at", default="0")
    parser.add_argument("--film", action="store_true")
    parser.add_argument("--format")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--theme")
    parser.add_argument("--width")
    return parser


def rostrum(line: str, cell: str) -> Any:
    """Draws a cell."""
    from IPython.core.error import UsageError

    try:
        given, others = _parser().parse_known_args(shlex.split(line))
    except (argparse.ArgumentError, ValueError) as error:
        raise UsageError(f"%%rostrum: {error}") from error
    if others:
        raise UsageError(f"%%rostrum does not know {' '.join(others)}")
    text = cell if cell.endswith("\n") else cell + "\n"
    if is_figure(text):
        return figure(text, format=given.format, theme=given.theme, width=given.width)
    if given.film:
        return film(text, format=given.format, scale=given.scale)
    return render(text, at=given.at, scale=given.scale)


def load_ipython_extension(shell: "InteractiveShell") -> None:
    """Called by IPython."""
    shell.register_magic_function(rostrum, magic_kind="cell")  # type: ignore[call-arg, arg-type]
