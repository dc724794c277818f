"""For MkDocs: fenced blocks of scenes and figures become pictures. In `mkdocs.yml`: `plugins: [rostrum]`.

    ``` rostrum theme=both caption="Three dampings."
    type: functions
    functions: ["spring(1, 100, 3, 0)", "spring(1, 100, 20, 0)"]
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

from ._documents import Block, Drawing, dependencies, draw, from_file
from ._program import RostrumError

_logger = get_plugin_logger(__name__)
_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})(?P<line>[^\n]*)\n"
    r"(?P<text>.*?)^[ \t]*(?P=fence)[`~]*[ \t]*$", re.M | re.S)
_WORDS = re.compile(r"^\s*\{?\s*\.?rostrum(?:-scene)?(?:\s+(?P<options>.*?))?\s*\}?\s*$")


class RostrumConfig(Config):  # type: ignore[no-untyped-call]
    """The plugin's options."""

    cache = config_options.Type(str, default=".cache/rostrum")


class RostrumPlugin(BasePlugin[RostrumConfig]):  # type: ignore[no-untyped-call]
    """Draws the blocks of all pages."""

    def __init__(self) -> None:
        super().__init__()
        self._dependencies: set[Path] = set()

    def on_page_markdown(self, markdown: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Called by MkDocs for each page."""

        def replaced(match: "re.Match[str]") -> str:
            words = _WORDS.match(match["line"])
            if words is None:
                return match[0]
            line = markdown.count("\n", 0, match.start("text")) + 1
            try:
                shown = self._shown(match, words["options"] or "", line, page, config, files)
            except RostrumError as error:
                raise PluginError(f"{page.file.src_uri}:{line - 1}: rostrum: {error}") from error
            return textwrap.indent(shown, match["indent"])

        return _FENCE.sub(replaced, markdown)

    def on_serve(self, server: Any, /, *, config: MkDocsConfig, builder: Any) -> Any:
        """Called by MkDocs: scenes outside of the documents' folder are watched too."""
        for path in self._dependencies:
            server.watch(str(path))
        return server

    def _shown(self, match: "re.Match[str]", words: str, line: int, page: Page, config: MkDocsConfig,
               files: Files) -> str:
        options = _options(words)
        document = Path(page.file.abs_src_path or config.docs_dir)
        folder = document.parent
        text = textwrap.dedent(match["text"])
        named = options.pop("file", None)
        if (named is None) == (not text.strip()):
            raise RostrumError("name a file, or write its content: one of both", exit_status=64)
        block = (from_file(named, folder, options) if named is not None
                 else Block(text, folder, None, options, str(document), line))
        self._dependencies.update(dependencies(block))
        cache = Path(config.config_file_path or ".").resolve().parent / self.config.cache
        drawings = draw(block, cache)
        if not drawings[0].alt:
            _logger.warning(
                "%s:%d: a scene needs alt, a text for readers who do not see it", page.file.src_uri, line - 1)
        return _page_text([_tag(drawing, page, config, files, options) for drawing in drawings], options)


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
        file = File.generated(config, name, content=path.read_bytes())
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
