"""Scenes and figures as files: those that are, and those that Python has made."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Mapping, Union

from ._program import Source


def content_of(source: Source) -> Union[str, None]:
    """The text of a source that is no path."""
    if isinstance(source, Mapping):
        return json.dumps(source, indent=1)
    text = os.fspath(source)
    return text if "\n" in text else None


@contextmanager
def as_file(source: Source, folder: Union[str, "os.PathLike[str]", None] = None,
            name: Union[str, None] = None) -> Iterator[str]:
    """The path of a source. One that is no path becomes a file in `folder`, where the paths in it begin, for as
    long as it is used: a hidden one unless there is a name."""
    text = content_of(source)
    if text is None:
        yield os.fspath(source)  # type: ignore[arg-type]
        return
    data = text.encode()
    place = Path(folder or ".").resolve()
    path = place / (name or f".rostrum-{hashlib.sha256(data).hexdigest()[:12]}-{os.getpid()}.yaml")
    path.write_bytes(data)
    try:
        yield str(path)
    finally:
        path.unlink()
