"""What a question may cost: keyword arguments that all questions share."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from ._chromex import BudgetArgs

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class Limits(TypedDict, total=False):
    """The keyword arguments that say what a question may cost.

    ``seconds`` and ``nodes`` limit time and positions; ``memory`` the tables, in bytes or as ``"2G"``;
    ``threads`` is how many may work on it (0: one a core); ``by="search"`` forbids theorems to answer;
    ``keep`` is a folder in which solved positions are kept between runs.
    """

    seconds: float | None
    nodes: int | None
    memory: int | str | None
    threads: int
    by: str
    keep: str | os.PathLike[str] | None


def _bytes(memory: int | str | None) -> int | None:
    if memory is None or isinstance(memory, int):
        return memory
    found = re.fullmatch(r"(\d+)\s*([KMGT]?)(?:i?B)?", memory.strip(), re.IGNORECASE)
    if not found:
        raise ValueError(f"memory={memory!r}: write a number of bytes, or 500M, 2G, …")
    return int(found[1]) * _UNITS[found[2].upper()]


def budget(
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int = 1,
    by: str = "any",
    keep: str | os.PathLike[str] | None = None,
) -> BudgetArgs:
    """The limits as the Rust part wants them."""
    if by not in ("any", "search"):
        raise ValueError(f"by={by!r}: write 'any' (theorems may answer) or 'search'")
    return {
        "seconds": seconds,
        "nodes": nodes,
        "memory": _bytes(memory),
        "threads": threads,
        "theorems": by == "any",
        "keep": None if keep is None else os.fspath(keep),
    }
