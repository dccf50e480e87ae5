"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, folder: Path | None = None) -> None:
    """Writes a file so that it is there whole or not at all: first in a folder, by default its own.

    A pipe or device is written to directly.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))
    beside = (folder or path.parent) / f".{path.name}.{os.getpid()}"
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
