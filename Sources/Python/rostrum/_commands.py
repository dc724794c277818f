"""The program's commands as functions."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union, overload

from ._program import Diagnostic, PlacedText, RostrumError, Source, failure, has_ffmpeg_alone, run, setting
from ._results import Figure, Film, Picture

Place = Union[str, "os.PathLike[str]", None]
Time = Union[float, int, str]


def _options(**given: Any) -> list[str]:
    words: list[str] = []
    for name, value in given.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        words.append(option if value is True else f"{option}={value}")
    return words


class _Input(NamedTuple):
    """A scene or a figure for the program."""

    path: str
    # Of one that is no file: the option that gives the program its text, and the text.
    options: list[str]
    text: Optional[bytes]


def _input(source: Source, folder: Place, name: str = "<text>") -> _Input:
    """A path; or a text, whose paths begin in `folder`, where it gets a name and no file."""
    if not isinstance(source, PlacedText):
        text = json.dumps(source, indent=1) if isinstance(source, Mapping) else os.fspath(source)
        if not isinstance(source, Mapping) and "\n" not in text:
            return _Input(_named(text), [], None)
        source = PlacedText(text, Path(folder or ".").resolve() / name)
    path = _named(str(source.path))
    return _Input(path, [f"--stdin={path}"], source.text.encode("utf-8", "surrogateescape"))


def _named(path: str) -> str:
    """A path that is no option, whatever it is called."""
    return f"./{path}" if path.startswith("-") else path


@overload
def render(scene: Source, *, at: Time = ..., scale: float = ..., folder: Place = ..., options: Sequence[str] = ...,
           parameters: Optional[Mapping[str, Any]] = ..., **values: Any) -> Picture: ...


@overload
def render(scene: Source, *, at: Sequence[Time], scale: float = ..., folder: Place = ...,
           options: Sequence[str] = ..., parameters: Optional[Mapping[str, Any]] = ...,
           **values: Any) -> list[Picture]: ...


def render(scene: Source, *, at: Union[Time, Sequence[Time]] = 0, scale: float = 1, folder: Place = None,
           options: Sequence[str] = (), parameters: Optional[Mapping[str, Any]] = None,
           **values: Any) -> Union[Picture, list[Picture]]:
    """Draws a scene at a time, in seconds or per cent ("50%"); at several times, a list.

    `values` are values of the scene's parameters; `parameters` has those whose names are taken. `options` are
    further options of `rostrum render`. Paths in a scene that is no file begin in `folder`.
    """
    several = not isinstance(at, (str, int, float))
    if several and not at:
        return []
    times: Sequence[Time] = at if several else [at]  # type: ignore[assignment, list-item]
    given = setting({**(parameters or {}), **values})
    path, from_text, text = _input(scene, folder)
    with tempfile.TemporaryDirectory() as made:
        if several:
            given += ["--format=png", "--no-manifest"]
        outcome = run(["render", path, f"--at={','.join(map(str, times))}", f"--output={made if several else '-'}",
                       "--quiet", f"--scale={scale}", *from_text, *given, *options], text)
        data = [file.read_bytes() for file in sorted(Path(made).glob("*.png"))] if several else [outcome.output]
    pictures = [Picture(data=png, at=str(time), scale=scale) for png, time in zip(data, times)]
    return pictures if several else pictures[0]


def film(scene: Source, output: Place = None, *, format: Optional[str] = None, scale: float = 1,
         fps: Union[float, str, None] = None, folder: Place = None, options: Sequence[str] = (),
         parameters: Optional[Mapping[str, Any]] = None, **values: Any) -> Film:
    """Renders a film, into a file where `output` names one. `format` is `mp4` unless the file's name says so."""
    kind = format or (Path(output).suffix[1:] if output is not None else "") or "mp4"
    given = setting({**(parameters or {}), **values}) + _options(fps=fps)
    if has_ffmpeg_alone() and "--no-verify" not in options:
        warnings.warn("there is no ffprobe: the film is not compared with its frames", stacklevel=2)
        given.append("--no-verify")
    path, from_text, text = _input(scene, folder)
    with tempfile.TemporaryDirectory() as made:
        target = Path(output) if output is not None else Path(made, f"film.{kind}")
        run(["render", path, f"--output={target}", "--no-fields", "--no-manifest", f"--format={kind}", "--quiet",
             f"--scale={scale}", *from_text, *given, *options], text)
        return Film(target.read_bytes(), kind)


def check(*scenes: Source, strict: bool = False, rendered: bool = False, folder: Place = None,
          options: Sequence[str] = (), parameters: Optional[Mapping[str, Any]] = None,
          **values: Any) -> list[Diagnostic]:
    """All mistakes and warnings of scenes, without drawing; with `rendered` also what only drawing shows."""
    found: list[Diagnostic] = []
    given = setting({**(parameters or {}), **values}) + _options(strict=strict, rendered=rendered)
    for scene in scenes:
        path, from_text, text = _input(scene, folder)
        outcome = run(["check", path, *from_text, *given, *options], text, allowed=(0, 65))
        try:
            found += [Diagnostic._of(entry) for entry in json.loads(outcome.output or b"[]")]
        except ValueError:
            raise failure(outcome) from None
        found += outcome.diagnostics
    return found


def figure(source: Source, output: Place = None, *, format: Optional[str] = None, theme: Optional[str] = None,
           width: Union[str, float, None] = None, height: Union[str, float, None] = None,
           scale: Optional[float] = None, language: Optional[str] = None, folder: Place = None,
           options: Sequence[str] = ()) -> Figure:
    """Draws the figure of a figure file, into a file where `output` names one; as SVG unless its name says so."""
    kind = (Path(output).suffix[1:] if output is not None else format) or "svg"
    given = _options(theme=theme, width=width, height=height, scale=scale, language=language)
    path, from_text, text = _input(source, folder)
    with tempfile.TemporaryDirectory() as made:
        target = Path(output) if output is not None else Path(made, f"figure.{kind}")
        run(["figure", path, f"--output={target}", *from_text, *given, *options], text)
        return Figure(target.read_bytes(), kind)


_SAME, _MISSING, _WITHOUT_BASELINES = 0, 3, 6
# Above these, nothing was compared.
_FINDINGS = range(64)


@dataclass(frozen=True)
class Verification:
    """The result of comparing scenes with their baselines."""

    passed: bool
    """Whether everything is as it was, or was recorded as asked."""
    lacks_baselines: bool
    """Whether baselines were missing; they are there now where `update` says so."""
    text: str
    """The findings, for people."""

    def __bool__(self) -> bool:
        return self.passed


def verify(*scenes: Source, baselines: Union[str, "os.PathLike[str]"], at: Union[Time, Sequence[Time], None] = None,
           update: str = "none", report: Place = None, options: Sequence[str] = (), folder: Place = None,
           parameters: Optional[Mapping[str, Any]] = None, name: Optional[str] = None,
           **values: Any) -> Verification:
    """Compares scenes with their baselines. Raises where a scene cannot be drawn, not where it differs.

    Paths begin in `folder`. Baselines are kept under the scene's path; `name` is that of a scene that is no file, of
    which there is one at most.
    """
    several = isinstance(at, Sequence) and not isinstance(at, str)
    times = ",".join(map(str, at)) if several else at  # type: ignore[arg-type]
    given = setting({**(parameters or {}), **values}) + _options(at=times, update=update, report=report)
    if not scenes:
        raise RostrumError("verify takes at least one scene", exit_status=64)
    inputs = [_input(scene, folder, name or "scene.yaml") for scene in scenes]
    texts = [one for one in inputs if one.text is not None]
    if len(texts) > 1:
        raise RostrumError("verify takes one scene that is no file", exit_status=64)
    words = ["verify", *(one.path for one in inputs), f"--baselines={os.fspath(baselines)}", *given, *options]
    words += [word for one in texts for word in one.options]
    outcome = run(words, texts[0].text if texts else None, folder=folder, allowed=_FINDINGS)
    said = outcome.output.decode("utf-8", "replace")
    text = "\n".join(part for part in (said.strip(), outcome.text) if part)
    passed = outcome.status == _SAME or (outcome.status == _MISSING and update != "none")
    return Verification(passed, outcome.status in (_MISSING, _WITHOUT_BASELINES), text)
