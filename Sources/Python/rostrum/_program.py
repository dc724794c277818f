"""The program that does the work: where it is, how it is run, and what it says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import warnings
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any, Container, Mapping, Optional, Sequence, Union


@dataclass(frozen=True)
class PlacedText:
    """The content of a file that need not be there. Paths in it begin in the file's folder."""

    text: str
    path: Path


Source = Union[str, "os.PathLike[str]", Mapping[str, Any], PlacedText]
"""A file's path; or the content of a file: a mapping, or a text of several lines."""


@dataclass(frozen=True)
class Diagnostic:
    """A mistake, a warning or a note about a place of a file. Lines and columns count from 1."""

    severity: str
    message: str
    id: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    length: int = 0
    hint: Optional[str] = None
    related: tuple["Diagnostic", ...] = field(default=())

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        hint = f"; hint: {self.hint}" if self.hint else ""
        return f"{place}{self.severity}: {self.message}{hint}"

    @classmethod
    def _of(cls, entry: Mapping[str, Any], severity: str = "note") -> "Diagnostic":
        place = entry.get("range") or {}
        return cls(
            severity=entry.get("severity", severity), message=entry.get("message", ""),
            id=entry.get("id", ""), file=place.get("file", ""), line=place.get("line", 0),
            column=place.get("column", 0), length=place.get("length", 0), hint=entry.get("hint"),
            related=tuple(cls._of(other) for other in entry.get("related", ())))


class RostrumError(Exception):
    """The program ended with another status than 0. `diagnostics` has its findings about files."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = (), exit_status: int = 70) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)
        self.exit_status = exit_status

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics without warnings and notes."""
        return [entry for entry in self.diagnostics if entry.severity == "error"]


class ProgramMissingError(RostrumError):
    """There is no program `rostrum`, or a program that it needs, such as ffmpeg, is missing."""


class RostrumWarning(UserWarning):
    """A warning of the program about a file."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


def program() -> str:
    """The path of `rostrum`: of the variable ROSTRUM, else of this package, else of the search path."""
    named = os.environ.get("ROSTRUM")
    found = shutil.which(named) if named else _own_program() or shutil.which("rostrum")
    if found is None:
        raise ProgramMissingError(
            f"there is no program '{named or 'rostrum'}'"
            + (", which the variable ROSTRUM names" if named else ": install a wheel that brings it along"),
            exit_status=69)
    return found


def _own_program() -> Optional[str]:
    try:
        files = metadata.files("rostrum") or []
    except metadata.PackageNotFoundError:
        return None
    for entry in files:
        if entry.name == "rostrum" and entry.parent.name == "bin":
            path = Path(str(entry.locate())).resolve()
            if os.access(path, os.X_OK):
                return str(path)
    return None


def _environment() -> dict[str, str]:
    """This process's variables; ffmpeg of the package imageio-ffmpeg where there is no other."""
    variables = dict(os.environ)
    if "ROSTRUM_FFMPEG" not in variables and shutil.which("ffmpeg") is None:
        try:
            import imageio_ffmpeg  # type: ignore[import-not-found, import-untyped, unused-ignore]

            variables["ROSTRUM_FFMPEG"] = imageio_ffmpeg.get_ffmpeg_exe()
        except (ImportError, RuntimeError):
            pass
    return variables


def has_ffmpeg_alone() -> bool:
    """Whether there is an ffmpeg, and no ffprobe, by which films are compared with their frames."""
    variables = _environment()
    ffmpeg = "ROSTRUM_FFMPEG" in variables or shutil.which("ffmpeg") is not None
    return ffmpeg and "ROSTRUM_FFPROBE" not in variables and shutil.which("ffprobe") is None


most_seconds: ContextVar[Optional[float]] = ContextVar("most_seconds", default=None)
"""How long a run may take."""


@dataclass(frozen=True)
class Outcome:
    """The end of a run."""

    status: int
    output: bytes
    text: str
    diagnostics: list[Diagnostic]


def run(arguments: Sequence[str], text: Optional[bytes] = None, *,
        folder: Union[str, "os.PathLike[str]", None] = None, allowed: Container[int] = (0,),
        diagnoses: bool = True) -> Outcome:
    """Runs the program in a folder, with a text on its standard input. Raises where its status is not one of
    `allowed`, or where it takes longer than `most_seconds`."""
    words = [program(), *arguments] + (["--diagnostics", "json"] if diagnoses else [])
    try:
        ended = subprocess.run(words, cwd=folder, env=_environment(), input=text or b"",
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=most_seconds.get())
    except subprocess.TimeoutExpired as error:
        raise RostrumError(f"rostrum was not ready after {error.timeout:g} seconds", exit_status=75) from error
    except ValueError as error:
        raise RostrumError(f"an option cannot have this text: {error}", exit_status=64) from error
    except OSError as error:
        raise ProgramMissingError(f"cannot start '{words[0]}': {error.strerror}", exit_status=69) from error
    said, found = _parsed(ended.stderr.decode("utf-8", "replace"))
    outcome = Outcome(ended.returncode, ended.stdout, said, found)
    if ended.returncode not in allowed:
        raise failure(outcome)
    for entry in found:
        if entry.severity == "warning":
            warnings.warn(RostrumWarning(entry), stacklevel=3)
    return outcome


def failure(outcome: Outcome) -> RostrumError:
    """The exception of a run."""
    lines = [str(entry) for entry in outcome.diagnostics] + ([outcome.text] if outcome.text else [])
    status = outcome.status
    message = "\n".join(lines) or (f"rostrum ended with {'signal' if status < 0 else 'status'} {abs(status)}")
    kind = ProgramMissingError if status == 69 else RostrumError
    return kind(message, outcome.diagnostics, status)


def _parsed(text: str) -> tuple[str, list[Diagnostic]]:
    """What else the program says, and its diagnostics."""
    rest, found = text, []
    start = 0 if text.startswith("[") else text.find("\n[") + 1
    while 0 <= start < len(rest) and rest[start:start + 1] == "[":
        try:
            entries, length = json.JSONDecoder().raw_decode(rest[start:])
        except json.JSONDecodeError:
            break
        found += [Diagnostic._of(entry) for entry in entries]
        rest = rest[:start] + rest[start + length:].lstrip("\n")
        start = 0 if rest.startswith("[") else rest.find("\n[") + 1
    return rest.strip(), found


def setting(parameters: Mapping[str, Any]) -> list[str]:
    """The options that set a scene's parameters."""
    words = []
    for name, value in parameters.items():
        text = value if isinstance(value, str) else json.dumps(value)
        words.append(f"--set={name}={text}")
    return words
