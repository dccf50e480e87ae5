"""Graphs and positions as pictures, texts and files."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from . import _chromex
from ._files import write_whole


class Exported:
    """What can be exported: see `export_formats`."""

    __slots__ = ()

    _core: Any

    def to(self, format: str) -> str | bytes:
        """In an export format: bytes for ``"png"``, a text for all others.

        >>> import chromex
        >>> chromex.Graph("path:4").to("g6")
        'Ch'
        >>> chromex.Position("icol grid:2x3 B../..W left").to("png")[:4]
        b'\\x89PNG'
        >>> chromex.Graph("path:4").to("pdf")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        ValueError: unknown format `pdf`: use svg, png, ...
        """
        content: str | bytes = self._core.export(format, False)
        return content

    def save(self, path: str | PathLike[str], format: str | None = None) -> None:
        """Writes a file, in the format that its name ends in unless told otherwise."""
        content = self._core.export(format or _chromex.format_of_file(path), True)
        write_whole(Path(path), content if isinstance(content, bytes) else content.encode())

    def _text(self, format: str) -> str:
        return str(self._core.export(format, False))

    def svg(self) -> str:
        """A picture; Jupyter shows it by itself."""
        return self._text("svg")

    _repr_svg_ = svg


def export_formats() -> list[dict[str, Any]]:
    """The formats that `to` and `save` know.

    >>> [format["name"] for format in export_formats()][:4]
    ['svg', 'png', 'tikz', 'dot']
    """
    return _chromex.export_formats()
