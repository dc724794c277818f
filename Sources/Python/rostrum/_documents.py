"""Pictures of scenes and figures in documents: drawn once, and again when something of them changes."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Optional, Sequence

from ._commands import figure, film, render
from ._program import RostrumError, program, run
from ._results import Picture, svg_description

SCENE_OPTIONS = ("at", "scale", "film", "set")
FIGURE_OPTIONS = ("theme", "width", "height", "language")
OPTIONS = (*SCENE_OPTIONS, *FIGURE_OPTIONS, "alt", "caption", "class")
FILMS = ("mp4", "webm", "gif", "apng", "webp", "avif")
_MOST_FILES = 1000


def is_figure(text: str) -> bool:
    """Whether a text is a figure file's: they begin with a type, scenes have layers."""
    return re.search(r"(?m)^[\"']?type[\"']?\s*:|^\s*\{\s*\"type\"", text) is not None


@dataclass(frozen=True)
class Block:
    """A scene or a figure of a document: a text, or the path of a file. Paths begin in `folder`."""

    text: str
    folder: Path
    path: Optional[str] = None
    options: Mapping[str, str] = dataclasses.field(default_factory=dict)
    # The place of the text in its document.
    document: str = ""
    line: int = 0

    @property
    def is_figure(self) -> bool:
        return is_figure(self.text)

    def __post_init__(self) -> None:
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


@dataclass(frozen=True)
class Drawing:
    """The pictures of a block: files of one name with these endings, for light pages and for dark ones."""

    files: Sequence[Path]
    alt: str
    theme: Optional[str] = None
    is_film: bool = False
    # Of a PNG, in points: it has more pixels.
    width: Optional[int] = None


def from_file(path: str, folder: Path, options: Mapping[str, str]) -> Block:
    """The block of a file."""
    try:
        text = (folder / path).read_text("utf-8", errors="replace")
    except OSError as error:
        raise RostrumError(f"cannot read '{path}': {error.strerror}", exit_status=66) from error
    return Block(text=text, folder=folder, path=path, options=options)


def dependencies(block: Block) -> list[Path]:
    """The files that a block names, and those that they name."""
    found: dict[Path, None] = {}
    waiting = [(block.text, block.folder if block.path is None else (block.folder / block.path).parent)]
    if block.path is not None:
        found[(block.folder / block.path).resolve()] = None
    while waiting and len(found) < _MOST_FILES:
        text, folder = waiting.pop()
        for name in re.findall(r"[\w./+-]+\.[A-Za-z]\w*", text):
            path = (folder / name).resolve()
            if path in found or not path.is_file():
                continue
            found[path] = None
            if path.suffix in (".yaml", ".yml", ".json"):
                waiting.append((path.read_text("utf-8", errors="replace"), path.parent))
    return list(found)


_versions: dict[str, str] = {}


def _version() -> str:
    path = program()
    if path not in _versions:
        _versions[path] = run(["--version"], diagnoses=False).output.decode()
    return _versions[path]


def _key(block: Block, theme: Optional[str]) -> str:
    digest = hashlib.sha256()
    drawn = {name: value for name, value in block.options.items() if name not in ("alt", "caption", "class")}
    for part in (_version(), block.text, block.path or "", repr(sorted(drawn.items())), theme or ""):
        digest.update(part.encode() + b"\0")
    for path in dependencies(block):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:40]


def draw(block: Block, cache: Path, endings: Sequence[str] = ("svg",)) -> list[Drawing]:
    """The pictures of a block, from `cache` where they are there: one, or with the theme `both` one for light
    pages and one for dark ones. `endings` are the formats of figures; a scene is a PNG, or a film."""
    themes: list[Optional[str]] = [block.options.get("theme") or "auto"]
    if themes == ["both"]:
        themes = ["light", "dark"]
    try:
        if not block.is_figure:
            return [_scene(block, cache)]
        return [_figure(block, cache, theme or "auto", endings, len(themes) > 1) for theme in themes]
    except RostrumError as error:
        raise _placed(error, block) from error


def _kept(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_bytes(data)
    os.replace(part, path)


def _source(block: Block) -> str:
    return block.text if block.path is None else str(block.folder / block.path)


def _figure(block: Block, cache: Path, theme: str, endings: Sequence[str], is_one_of_two: bool) -> Drawing:
    name = _key(block, theme)
    given = {key: block.options[key] for key in ("width", "height", "language") if key in block.options}
    files = [cache / f"{name}.{ending}" for ending in endings]
    described = cache / f"{name}.svg"
    for path in dict.fromkeys([*files, described]):
        if not path.exists():
            # Print has no theme of its reader's.
            shown = "light" if theme == "auto" and path.suffix != ".svg" else theme
            text = block.text if block.text.endswith("\n") else block.text + "\n"
            source = text if block.path is None else _source(block)
            more: dict[str, float] = {"scale": 2} if path.suffix == ".png" else {}
            made = figure(source, format=path.suffix[1:], theme=shown, folder=block.folder,
                          **given, **more)  # type: ignore[arg-type]
            _kept(path, made.data)
    alt = block.options.get("alt") or svg_description(described.read_bytes())
    return Drawing(files, alt, theme if is_one_of_two else None)


def _scene(block: Block, cache: Path) -> Drawing:
    kind = block.options.get("film")
    path = cache / f"{_key(block, None)}.{kind or 'png'}"
    still = path.with_suffix(".png")
    text = block.text if block.text.endswith("\n") else block.text + "\n"
    source = text if block.path is None else _source(block)
    scale = float(block.options.get("scale", "2" if kind is None else "1"))
    given = [word for part in re.split(r"[\n;]", block.options.get("set", "")) if part.strip()
             for word in ("--set", part.strip())]
    if not still.exists():
        at = block.options.get("at", "0")
        _kept(still, render(source, at=at, scale=scale, folder=block.folder, options=given).data)
    if kind is not None and not path.exists():
        _kept(path, film(source, format=kind, scale=scale, folder=block.folder, options=given).data)
    alt = block.options.get("alt", "")
    if kind is not None:
        return Drawing([path, still], alt, is_film=kind in ("mp4", "webm"))
    with still.open("rb") as png:
        pixels = Picture(data=png.read(24)).size[0]
    return Drawing([still], alt, width=round(pixels / scale))


def _placed(error: RostrumError, block: Block) -> RostrumError:
    """The error with its places in the document instead of in the hidden file of a block."""
    if block.path is not None or not block.document:
        return error
    moved = [
        dataclasses.replace(entry, file=block.document, line=entry.line + block.line - 1)
        if os.path.basename(entry.file).startswith(".rostrum-") else entry
        for entry in error.diagnostics]
    message = "\n".join(str(entry) for entry in moved) or str(error)
    return type(error)(message, moved, error.exit_status)


