"""Files: what a document may have read, and how the module writes its own."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Optional, Sequence, Union

from ._program import RostrumError

MOST_BYTES = 64 << 20
"""The size of the largest text that is read, as of the program's scenes."""


def is_inside(path: Union[str, Path], *folders: Path) -> bool:
    """Whether a path leads to one of the folders or into one, links followed."""
    try:
        real = Path(os.path.realpath(path))
    except ValueError:
        # No file can have that name.
        return False
    return any(real.is_relative_to(os.path.realpath(folder)) for folder in folders)


def opened(path: Path, folders: Sequence[Path]) -> int:
    """A descriptor of an ordinary file of the folders. Nothing else is opened: pipes and devices may wait for ever."""
    if not is_inside(path, *folders):
        raise RostrumError(f"{path.name!r} is outside of the documents' folder", exit_status=66)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise RostrumError(f"{path.name!r} is not a file", exit_status=66)
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK)


def read(path: Path, folders: Sequence[Path], most: int = MOST_BYTES) -> bytes:
    """The bytes of an ordinary file of the folders."""
    try:
        with open(opened(path, folders), "rb") as file:
            if os.fstat(file.fileno()).st_size > most:
                raise RostrumError(f"{path.name!r} is larger than {most} bytes", exit_status=66)
            return file.read()
    except OSError as error:
        raise RostrumError(f"cannot read {path.name!r}: {error.strerror}", exit_status=66) from error


def is_there(path: Path, root: Path) -> bool:
    """Whether a file of the module's own is there. Refuses a path that a link leads out of `root`, and what is no
    ordinary file: somebody else has put it there."""
    if not is_inside(path, root):
        raise RostrumError(f"{str(path)!r} leads out of {str(root)!r}", exit_status=73)
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode):
        raise RostrumError(f"{str(path)!r} is no ordinary file", exit_status=73)
    return True


def write(path: Union[str, "os.PathLike[str]"], data: bytes, root: Optional[Path] = None) -> None:
    """Writes a file, whole or not at all, by way of a new one of a random name beside it.

    Below `root`, folders are made, and links that lead out are refused. Without a root the path is the user's own:
    its links are followed.
    """
    target = Path(path) if root is not None else Path(os.path.realpath(path))
    is_there(target, root if root is not None else target.parent)
    if root is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".rostrum-{secrets.token_hex(8)}")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o666), "wb") as file:
            file.write(data)
        os.replace(part, target)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
