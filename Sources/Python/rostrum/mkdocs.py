"""For MkDocs: fenced blocks of scenes and figures become pictures. In `mkdocs.yml`: `plugins: [rostrum]`.

    ``` rostrum theme=both caption="Three dampings."
    type: functions
    functions: [{spring: {damping: 3}}, {spring: {damping: 20}}]
    ```

    ``` rostrum file=scenes/ball.yaml film=mp4 alt="A ball falls and bounces."
    ```

Blocks as pandoc has them (`{.rostrum width=85mm}`, `{.rostrum-scene at=0.5}`) are drawn too.

Figures are SVGs: with `theme=auto`, unless given, they follow the system; with `theme=both` there are two, which
Material's switch shows (`#only-light`, `#only-dark`). Scenes are PNGs, or films. Pictures are kept in the folder
`cache`, `.cache/rostrum` unless given, and drawn again when something of them changes.
"""

from __future__ import annotations

import html
import os
import re
import shlex
import textwrap
from pathlib import Path
from typing import Any, Optional

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ._documents import Block, Cache, Drawing, dependencies, draw, from_file
from ._files import read
from ._program import RostrumError

_logger = get_plugin_logger(__name__)
_FENCE = re.compile(r"([ \t]*)(`{3,}(?=[^`]*$)|~{3,})(.*)")
_NAMES = ("rostrum", ".rostrum", "rostrum-scene", ".rostrum-scene")


class RostrumConfig(Config):  # type: ignore[no-untyped-call]
    """The plugin's options."""

    cache = config_options.Type(str, default=".cache/rostrum")
    # Folders and files that pages may show besides those of `docs_dir`, from the folder of mkdocs.yml.
    paths = config_options.Type(list, default=[])


class RostrumPlugin(BasePlugin[RostrumConfig]):  # type: ignore[no-untyped-call]
    """Draws the blocks of all pages."""

    def __init__(self) -> None:
        super().__init__()
        self._dependencies: set[Path] = set()

    def on_page_markdown(self, markdown: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Called by MkDocs for each page."""

        lines = markdown.split("\n")
        shown: list[str] = []
        start = 0
        while start < len(lines):
            fence = _FENCE.fullmatch(lines[start])
            end = start + 1 if fence is None else _end(lines, start, fence[2])
            words = None if fence is None or end > len(lines) else _words(fence[3])
            if fence is None or words is None:
                shown += lines[start:end]
            else:
                text = "\n".join([*lines[start + 1:end - 1], ""])
                try:
                    picture = self._shown(textwrap.dedent(text), words, start + 2, page, config, files)
                except RostrumError as error:
                    raise PluginError(f"{page.file.src_uri}:{start + 1}: rostrum: {error}") from error
                shown.append(textwrap.indent(picture, fence[1]))
            start = end
        return "\n".join(shown)

    def on_serve(self, server: Any, /, *, config: MkDocsConfig, builder: Any) -> Any:
        """Called by MkDocs: scenes outside of the documents' folder are watched too."""
        for path in self._dependencies:
            server.watch(str(path))
        return server

    def _shown(self, text: str, words: str, line: int, page: Page, config: MkDocsConfig, files: Files) -> str:
        options = _options(words)
        document = Path(page.file.abs_src_path or config.docs_dir)
        home = Path(config.config_file_path or "mkdocs.yml").parent.resolve()
        roots = [Path(config.docs_dir), *(home / path for path in self.config.paths)]
        named = options.pop("file", None)
        if (named is None) == (not text.strip()):
            raise RostrumError("name a file, or write its content: one of both", exit_status=64)
        block = (from_file(document.parent / named, roots, options) if named is not None
                 else Block(text, document, roots, options, line))
        self._dependencies.update([block.path, *dependencies(block)])
        folder = home / self.config.cache
        # One that mkdocs.yml names elsewhere is meant to be there.
        is_below = Path(os.path.normpath(folder)).is_relative_to(home)
        drawings = draw(block, Cache(folder, home if is_below else folder))
        if not drawings[0].alt:
            _logger.warning(
                "%s:%d: a scene needs alt, a text for readers who do not see it", page.file.src_uri, line - 1)
        return _page_text([_tag(drawing, page, config, files, options) for drawing in drawings], options)


def _end(lines: list[str], start: int, fence: str) -> int:
    """The line behind the block that begins there; one more than there are where nothing ends it."""
    for number in range(start + 1, len(lines)):
        line = lines[number].strip(" \t")
        if line.startswith(fence) and not line.strip(fence[0]):
            return number + 1
    return len(lines) + 1


def _words(line: str) -> Optional[str]:
    """The options in the first line of a block; `None` for blocks of others."""
    name, *options = (*line.strip().removeprefix("{").removesuffix("}").split(None, 1), "")
    return options[0] if name in _NAMES else None


def _options(words: str) -> dict[str, str]:
    try:
        parts = shlex.split(words)
    except ValueError as error:
        raise RostrumError(f"{error} in '{words}'", exit_status=64) from error
    wrong = [part for part in parts if "=" not in part]
    if wrong:
        raise RostrumError(f"an option is NAME=VALUE, and '{wrong[0]}' is not", exit_status=64)
    return dict(part.split("=", 1) for part in parts)


def _address(path: Path, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The address of a picture as the page sees it; the picture becomes one of the site's files."""
    name = f"assets/rostrum/{path.name}"
    file: Optional[File] = files.get_file_from_path(name)
    if file is None:
        file = File.generated(config, name, content=read(path, [path.parent], most=1 << 40))
        files.append(file)
    return file.url_relative_to(page.file)


def _tag(drawing: Drawing, page: Page, config: MkDocsConfig, files: Files, options: dict[str, str]) -> str:
    address = _address(drawing.files[0], page, config, files)
    classes = " ".join(["rostrum", *options.get("class", "").split()])
    if drawing.theme:
        address += f"#only-{drawing.theme}"
    attributes = {"class": classes, "src": address}
    if drawing.is_film:
        attributes["poster"] = _address(drawing.files[1], page, config, files)
        attributes["aria-label"] = drawing.alt
        return f"<video controls loop muted playsinline{_written(attributes)}></video>"
    if drawing.width is not None:
        attributes["width"] = str(drawing.width)
    return f"<img{_written({**attributes, 'alt': drawing.alt})}>"


def _written(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{html.escape(value)}"' for name, value in attributes.items())


def _page_text(tags: list[str], options: dict[str, str]) -> str:
    """One line, so that it is a block wherever the fence was."""
    inside = "".join(tags)
    if "caption" not in options:
        return inside
    return f"<figure>{inside}<figcaption>{html.escape(options['caption'])}</figcaption></figure>"
