"""What notebooks show: small tables in HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def table(rows: Iterable[Sequence[Any]], head: Sequence[str] = (), caption: str = "") -> str:
    """A table; cells that are `Raw` are HTML already."""

    def line(cells: Sequence[Any], tag: str) -> str:
        texts = (cell if isinstance(cell, Raw) else escape(str(cell)) for cell in cells)
        return "<tr>" + "".join(f'<{tag} style="text-align:left">{text}</{tag}>' for text in texts) + "</tr>"

    title = f'<caption style="text-align:left">{escape(caption)}</caption>' if caption else ""
    top = f"<thead>{line(head, 'th')}</thead>" if head else ""
    body = "".join(line(row, "td") for row in rows)
    return f"<table>{title}{top}<tbody>{body}</tbody></table>"


class Raw(str):
    """A text that is HTML."""


def code(text: str) -> Raw:
    """As it is typed."""
    return Raw(f"<code>{escape(text)}</code>")
