"""For Sphinx: scenes and figures as pictures. In `conf.py`: `extensions = ["rostrum.sphinx"]`.

    .. rostrum:: figures/springs.yaml
       :theme: both
       :caption: Three dampings.

    .. rostrum::
       :at: 0.5
       :alt: A ball in the middle of its fall.

       size: [300, 300]
       layers: [{name: ball, bounds: [64, 64], position: [150, 150], backgroundColor: tomato}]

Figures are drawn as SVG, PDF and PNG, of which each builder takes the best; scenes as PNG, or as a film with
`:film: mp4`. Pictures are kept beside Sphinx's doctrees, and drawn again when something of them changes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Callable

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ._documents import Block, Cache, Drawing, dependencies, draw, from_file
from ._files import read, write
from ._program import RostrumError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_logger = logging.getLogger(__name__)
_NEITHER = ("alt", "caption", "class")


class RostrumDirective(SphinxDirective):
    """A scene or a figure: the file that the argument names, or the content."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "at": directives.unchanged_required, "scale": directives.unchanged_required,
        "film": directives.unchanged_required, "set": directives.unchanged_required,
        "theme": directives.unchanged_required, "width": directives.unchanged_required,
        "height": directives.unchanged_required, "language": directives.unchanged_required,
        "alt": directives.unchanged, "caption": directives.unchanged, "class": directives.class_option,
        "name": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        try:
            block = self._block()
            for path in dependencies(block):
                self.env.note_dependency(os.path.relpath(path, self.env.srcdir))
            trees = Path(self.env.doctreedir)
            drawings = draw(block, Cache(trees / "rostrum", trees), ("svg", "pdf", "png"))
        except RostrumError as error:
            place = error.errors[0] if error.errors else None
            where = f"{place.file}:{place.line}" if place and place.line else self.get_location()
            _logger.error("rostrum: %s", error, location=where)
            return [nodes.literal_block(str(error), str(error), classes=["rostrum-error"])]
        if not drawings[0].alt:
            _logger.warning("rostrum: a scene needs :alt:, a text for readers who do not see it",
                            location=self.get_location(), type="rostrum", subtype="alt")
        return self._captioned([self._shown(drawing) for drawing in drawings])

    def _block(self) -> Block:
        options = {name: " ".join(value) if isinstance(value, list) else value
                   for name, value in self.options.items() if name != "name"}
        source = Path(self.env.srcdir)
        roots = [source, *(source / path for path in self.config.rostrum_paths)]
        if self.arguments and self.content:
            raise RostrumError("name a file, or write its content, not both", exit_status=64)
        if self.arguments:
            relative, path = self.env.relfn2path(self.arguments[0])
            self.env.note_dependency(relative)
            return from_file(Path(path), roots, options)
        if not self.content:
            raise RostrumError("a file or its content is missing", exit_status=64)
        document = self.env.doc2path(self.env.docname)
        return Block("\n".join(self.content) + "\n", Path(document), roots, options, self.content_offset + 1)

    def _shown(self, drawing: Drawing) -> nodes.Node:
        classes = ["rostrum", *self.options.get("class", [])]
        if drawing.theme:
            classes.append(f"only-{drawing.theme}")
        folder = os.path.dirname(self.env.doc2path(self.env.docname))

        def image(path: str) -> nodes.image:
            node = nodes.image(uri=os.path.relpath(path, folder), alt=drawing.alt, classes=classes)
            if drawing.width is not None:
                node["width"] = f"{drawing.width}px"
            self.set_source_info(node)
            return node

        first = drawing.files[0]
        if drawing.is_film:
            node = film(alt=drawing.alt, classes=classes, path=str(first))
            node += image(str(drawing.files[1]))
            return node
        # A picture of the theme of the screen at night is not for print.
        shown = image(str(first.with_suffix(".*")) if len(drawing.files) > 1 and first.suffix == ".svg" else str(first))
        if drawing.theme != "dark":
            return shown
        only = addnodes.only(expr="html")
        only += shown
        return only

    def _captioned(self, shown: list[nodes.Node]) -> list[nodes.Node]:
        caption = self.options.get("caption")
        if caption is None:
            for node in shown:
                self.add_name(node if isinstance(node, nodes.image) else node.next_node(nodes.image) or node)
                break
            return shown
        figure = nodes.figure("", *shown)
        texts, messages = self.state.inline_text(caption, self.lineno)
        figure += nodes.caption(caption, "", *texts)
        self.set_source_info(figure)
        self.add_name(figure)
        return [figure, *messages]


class film(nodes.General, nodes.Element):  # noqa: N801: docutils names its nodes in lower case
    """A film for pages; other builders show the picture inside of it."""


def _visit_film(self: Any, node: film) -> None:
    builder = self.builder
    name = os.path.basename(node["path"])
    target = Path(builder.outdir) / builder.imagedir / name
    film = Path(node["path"])
    write(target, read(film, [film.parent], most=1 << 40), Path(builder.outdir))
    address = f"{builder.imgpath}/{name}"
    still = node.next_node(nodes.image)
    poster = f"{builder.imgpath}/{builder.images.get(still['uri'], '')}" if still is not None else ""
    self.body.append(self.starttag(
        node, "video", "", controls="", loop="", muted="", playsinline="", src=address, poster=poster,
        CLASS=" ".join(node["classes"]), **{"aria-label": node["alt"]}) + "</video>\n")
    raise nodes.SkipNode


def _visit_other(self: Any, node: film) -> None:
    """The picture is shown."""


def _depart(self: Any, node: film) -> None:
    """Nothing follows."""


def setup(app: "Sphinx") -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("rostrum", RostrumDirective)
    app.add_config_value("rostrum_paths", [], "env", [list, tuple])
    others = {name: (_visit_other, _depart) for name in ("latex", "text", "man", "texinfo")}
    app.add_node(film, html=(_visit_film, None), **others)  # type: ignore[arg-type]
    return {"parallel_read_safe": True, "parallel_write_safe": True, "version": "1"}
