"""Pictures, films and figures, as notebooks show them and other libraries take them."""

from __future__ import annotations

import base64
import html
import io
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from ._files import write

if TYPE_CHECKING:
    import numpy
    import PIL.Image

_TYPES = {
    "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
    "gif": "image/gif", "apng": "image/apng", "avif": "image/avif", "webp": "image/webp", "wav": "audio/wav",
    "png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf", "html": "text/html",
}


class _Result:
    """The bytes of a file, and how they are kept."""

    data: bytes
    format: str

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the file, whole or not at all."""
        write(path, self.data)

    @property
    def mime_type(self) -> str:
        return _TYPES.get(self.format, "application/octet-stream")

    def _address(self) -> str:
        return f"data:{self.mime_type};base64,{base64.b64encode(self.data).decode()}"


def _opened(data: bytes) -> "PIL.Image.Image":
    try:
        import PIL.Image
    except ImportError as error:
        raise ImportError("pictures as Pillow's and NumPy's need: pip install 'rostrum[pictures]'") from error
    image = PIL.Image.open(io.BytesIO(data))
    image.load()
    return image


@dataclass(frozen=True)
class Picture(_Result):
    """A frame, as PNG. `numpy.asarray(picture)` has its pixels."""

    data: bytes
    format: str = "png"
    at: str = "0"
    scale: float = 1.0

    @property
    def image(self) -> "PIL.Image.Image":
        """For Pillow."""
        return _opened(self.data)

    @property
    def array(self) -> "numpy.ndarray[Any, Any]":
        """Height, width and channels: RGBA, straight, or RGB where the background is opaque."""
        import numpy

        return numpy.asarray(self.image)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> "numpy.ndarray[Any, Any]":
        import numpy

        return numpy.array(self.image, dtype=dtype)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (int.from_bytes(self.data[16:20], "big"), int.from_bytes(self.data[20:24], "big"))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        width, height = (round(length / self.scale) for length in self.size)
        text = f"<Picture {self.size[0]} x {self.size[1]} at {self.at}>"
        shown = base64.b64encode(self.data).decode()
        return {"image/png": shown, "text/plain": text}, {"image/png": {"width": width, "height": height}}


@dataclass(frozen=True)
class Film(_Result):
    """A film, in the bytes of its file."""

    data: bytes
    format: str = "mp4"

    def _repr_html_(self) -> str:
        if self.mime_type.startswith("image/"):
            return f'<img src="{self._address()}" alt="a film">'
        kind = "audio" if self.mime_type.startswith("audio/") else "video"
        return f'<{kind} controls loop muted playsinline src="{self._address()}"></{kind}>'

    def __repr__(self) -> str:
        return f"<Film {self.format}, {len(self.data)} bytes>"


@dataclass(frozen=True)
class Figure(_Result):
    """A figure, in the bytes of its file."""

    data: bytes
    format: str = "svg"

    @property
    def description(self) -> str:
        """For readers who do not see it: the SVG's title and description; else empty."""
        return svg_description(self.data) if self.format == "svg" else ""

    @property
    def image(self) -> "PIL.Image.Image":
        """For Pillow; of a PNG."""
        return _opened(self.data)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        shown = self.data.decode() if self.format == "svg" else base64.b64encode(self.data).decode()
        return {self.mime_type: shown, "text/plain": self.description or repr(self)}

    def __repr__(self) -> str:
        return f"<Figure {self.format}, {len(self.data)} bytes>"


def svg_description(data: bytes) -> str:
    """The title and the description of an SVG."""
    text = data.decode("utf-8", "replace")
    found = (text.partition(f"<{name}")[2].partition(f"</{name}>")[0].partition(">")[2] for name in ("title", "desc"))
    return ". ".join(html.unescape(part).strip() for part in found if part)
