"""Pictures of scenes and figures in documents: drawn once, and again when something of them changes."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Mapping, Optional, Sequence

from ._commands import figure, film, render
from ._files import MOST_BYTES, is_inside, is_there, opened, read, write
from ._program import PlacedText, RostrumError, most_seconds, program, run
from ._results import Picture, svg_description

SCENE_OPTIONS = ("at", "scale", "film", "set")
FIGURE_OPTIONS = ("theme", "width", "height", "language")
OPTIONS = (*SCENE_OPTIONS, *FIGURE_OPTIONS, "alt", "caption", "class")
FILMS = ("mp4", "webm", "gif", "apng", "webp", "avif")
THEMES = ("light", "dark", "grey", "auto", "both")
_MOST_FILES = 1000
_MOST_SECONDS = 600


def is_figure(text: str) -> bool:
    """Whether a text is a figure file's: they begin with a type, scenes have layers."""
    return re.search(r"(?m)^[\"']?type[\"']?[ \t]*:|\A\s*\{\s*\"type\"", text) is not None


@dataclass(frozen=True)
class Block:
    """A scene or a figure of a document, from a stranger: it reads files of `roots` alone, else of its folder."""

    text: str
    # The file of the text: paths begin in its folder.
    path: Path
    roots: Sequence[Path] = ()
    options: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # The line of the text in that file.
    line: int = 1

    @property
    def is_figure(self) -> bool:
        return is_figure(self.text)

    @property
    def source(self) -> PlacedText:
        return PlacedText(self.text if self.text.endswith("\n") else self.text + "\n", self.path)

    @property
    def limits(self) -> list[str]:
        """The options of the program that keep it in the roots."""
        return ["--confined", *(f"--allow-path={root}" for root in self.roots)]

    def __post_init__(self) -> None:
        object.__setattr__(self, "roots", self.roots or (self.path.parent,))
        unknown = [name for name in self.options if name not in OPTIONS]
        if unknown:
            raise RostrumError(f"unknown option '{unknown[0]}'; known are {', '.join(OPTIONS)}", exit_status=64)
        others = SCENE_OPTIONS if self.is_figure else FIGURE_OPTIONS
        for name in self.options:
            if name in others:
                sort = "figure" if self.is_figure else "scene"
                raise RostrumError(f"a {sort} has no option '{name}'", exit_status=64)
        kind = self.options.get("film")
        if kind is not None and kind not in FILMS:
            raise RostrumError(f"'{kind}' is no film for a page; known are {', '.join(FILMS)}", exit_status=64)
        if not is_inside(self.path.parent, *self.roots):
            raise RostrumError(f"{str(self.path)!r} is outside of the documents' folder", exit_status=66)
        theme = self.options.get("theme", "auto")
        if theme not in THEMES and not is_inside(self.path.parent / theme, *self.roots):
            raise RostrumError(f"the theme {theme!r} is outside of the documents' folder", exit_status=66)


@dataclass(frozen=True)
class Drawing:
    """The pictures of a block: files of one name with these endings, for light pages and for dark ones."""

    files: Sequence[Path]
    alt: str
    theme: Optional[str] = None
    is_film: bool = False
    # Of a PNG, in points: it has more pixels.
    width: Optional[int] = None


def from_file(path: Path, roots: Sequence[Path], options: Mapping[str, str]) -> Block:
    """The block of a file."""
    return Block(read(path, roots).decode("utf-8", "surrogateescape"), path, roots, options)


def dependencies(block: Block) -> list[Path]:
    """The files of the roots that a block names, and those that they name."""
    found: dict[Path, None] = {}
    waiting = [(block.text, block.path.parent)]
    left = MOST_BYTES
    while waiting:
        text, folder = waiting.pop()
        for name in _names(text):
            path = Path(os.path.realpath(folder / name))
            if len(found) == _MOST_FILES:
                return list(found)
            if path in found or not is_inside(path, *block.roots) or not os.path.isfile(path):
                continue
            found[path] = None
            if path.suffix in (".yaml", ".yml", ".json"):
                with suppress(RostrumError):
                    data = read(path, block.roots, left)
                    left -= len(data)
                    waiting.append((data.decode("utf-8", "replace"), path.parent))
    return list(found)


def _names(text: str) -> "dict[str, None]":
    """What may be a file's name: the words of a text, and what is in quotes."""
    words = [word.rstrip("./+-") for word in re.findall(r"[\w./+-]+", text)]
    words += [first or second for first, second in re.findall(r"\"([^\"\n]+)\"|'([^'\n]+)'", text)]
    return dict.fromkeys(word for word in words if len(word) < 1024 and "\0" not in word and os.path.splitext(word)[1][1:2].isalpha())


_versions: dict[str, str] = {}


def _version() -> str:
    path = program()
    if path not in _versions:
        _versions[path] = run(["--version"], diagnoses=False).output.decode()
    return _versions[path]


def _key(block: Block, theme: Optional[str]) -> str:
    digest = hashlib.sha256()
    drawn = {name: value for name, value in block.options.items() if name not in ("alt", "caption", "class")}
    for part in (_version(), block.text, repr(sorted(drawn.items())), theme or ""):
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    for path in dependencies(block):
        with suppress(OSError), open(opened(path, block.roots), "rb") as file:
            facts = os.fstat(file.fileno())
            # Of a long film, reading takes longer than drawing.
            state = repr((facts.st_size, facts.st_mtime_ns)).encode()
            digest.update(file.read() if facts.st_size <= MOST_BYTES else state)
    return digest.hexdigest()[:40]


@dataclass(frozen=True)
class Cache:
    """A folder of pictures that were drawn, whose links do not lead out of `root`."""

    folder: Path
    root: Path

    def file(self, name: str, made: Callable[[], bytes]) -> Path:
        """The file of that name, made where it is not there."""
        path = self.folder / name
        if not is_there(path, self.root):
            write(path, made(), self.root)
        return path


def draw(block: Block, cache: Cache, endings: Sequence[str] = ("svg",)) -> list[Drawing]:
    """The pictures of a block, from `cache` where they are there: one, or with the theme `both` one for light
    pages and one for dark ones. `endings` are the formats of figures; a scene is a PNG, or a film."""
    theme = block.options.get("theme") or "auto"
    limit = most_seconds.set(_MOST_SECONDS)
    try:
        if not block.is_figure:
            return [_scene(block, cache)]
        themes = ("light", "dark") if theme == "both" else (theme,)
        return [_figure(block, cache, one, endings, theme) for one in themes]
    except RostrumError as error:
        raise _placed(error, block) from error
    finally:
        most_seconds.reset(limit)


def _figure(block: Block, cache: Cache, theme: str, endings: Sequence[str], asked: str) -> Drawing:
    key = _key(block, theme)
    given = {name: block.options[name] for name in ("width", "height", "language") if name in block.options}

    def drawn(ending: str) -> Path:
        # Print has no theme of its reader's.
        shown = "light" if theme == "auto" and ending != "svg" else theme
        shown = shown if shown in THEMES else str(block.path.parent / shown)
        scale = 2 if ending == "png" else None
        return cache.file(f"{key}.{ending}", lambda: figure(
            block.source, format=ending, theme=shown, scale=scale, options=block.limits, **given).data)

    files = [drawn(ending) for ending in endings]
    alt = block.options.get("alt") or svg_description(read(drawn("svg"), [cache.root]))
    return Drawing(files, alt, theme if asked == "both" else None)


def _scene(block: Block, cache: Cache) -> Drawing:
    kind = block.options.get("film")
    key = _key(block, None)
    try:
        scale = float(block.options.get("scale", "2" if kind is None else "1"))
    except ValueError as error:
        raise RostrumError(f"the scale is no number: {error}", exit_status=64) from error
    given = [f"--set={part.strip()}" for part in re.split(r"[\n;]", block.options.get("set", "")) if part.strip()]
    given += block.limits
    at = block.options.get("at", "0")
    still = cache.file(f"{key}.png", lambda: render(block.source, at=at, scale=scale, options=given).data)
    alt = block.options.get("alt", "")
    if kind is None:
        pixels = Picture(data=read(still, [cache.root])).size[0]
        return Drawing([still], alt, width=round(pixels / scale))
    path = cache.file(f"{key}.{kind}", lambda: film(block.source, format=kind, scale=scale, options=given).data)
    return Drawing([path, still], alt, is_film=kind in ("mp4", "webm"))


def _placed(error: RostrumError, block: Block) -> RostrumError:
    """The error with the lines of the document in the place of the block's."""
    moved = [dataclasses.replace(entry, line=entry.line + block.line - 1) if entry.file == str(block.path) else entry
             for entry in error.diagnostics]
    message = "\n".join(str(entry) for entry in moved) or str(error)
    return type(error)(message, moved, error.exit_status)
