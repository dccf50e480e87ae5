"""What a question may cost, and where answers are kept: keyword arguments that questions share."""

from __future__ import annotations

import difflib
import functools
import os
import re
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypedDict

from . import _chromex

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._chromex import BudgetArgs

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class Limits(TypedDict, total=False):
    """The keyword arguments that say what a question may cost.

    ``seconds`` and ``nodes`` limit time and positions; ``memory`` the tables, in bytes or as ``"2G"``;
    ``threads`` is how many may work on it (0: one a core); ``by="search"`` forbids theorems to answer;
    ``positions`` is a folder in which solved positions are saved for later searches.
    """

    seconds: float | None
    nodes: int | None
    memory: int | str | None
    threads: int
    by: str
    positions: str | os.PathLike[str] | None


class Asked(Limits, total=False):
    """Limits, and the results store in which exact answers are looked up and kept.

    ``store`` is its file, or ``False`` (``"off"``) for none. Otherwise it is the user's, as for the ``chromex``
    program: ``CHROMEX_STORE`` (a file, or ``off``), or ``~/.local/share/chromex/store.sqlite``.
    """

    store: str | os.PathLike[str] | Literal[False] | None


def as_bytes(memory: int | str | None) -> int | None:
    """A number of bytes, which may be typed as ``"2G"``."""
    if memory is None or isinstance(memory, int):
        return memory
    found = re.fullmatch(r"(\d+)\s*([KMGT]?)(?:i?B)?", memory.strip(), re.IGNORECASE)
    if not found:
        raise ValueError(f"memory={memory!r}: write a number of bytes, or 500M, 2G, …")
    return int(found[1]) * _UNITS[found[2].upper()]


def known_limits(given: Iterable[str], known: frozenset[str]) -> None:
    """Refuses keyword arguments that are none, in words that name them and not the function that noticed."""
    for word in given:
        if word not in known:
            near = difflib.get_close_matches(word, known, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(known))}"
            raise TypeError(f"there is no limit {word!r}: {hint}")


def budget(**limits: Unpack[Limits]) -> BudgetArgs:
    """The limits as the Rust part wants them."""
    known_limits(limits, Limits.__optional_keys__)
    return _budget(**limits)


def _budget(
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int = 1,
    by: str = "any",
    positions: str | os.PathLike[str] | None = None,
) -> BudgetArgs:
    if by not in ("any", "search"):
        raise ValueError(f"by={by!r}: write 'any' (theorems may answer) or 'search'")
    return {
        "seconds": seconds,
        "nodes": nodes,
        "memory": as_bytes(memory),
        "threads": threads,
        "theorems": by == "any",
        "positions": None if positions is None else os.fspath(positions),
    }


def asked(
    *, store: str | os.PathLike[str] | Literal[False] | None = None, **limits: Unpack[Limits]
) -> tuple[BudgetArgs, _chromex.Store | None]:
    """The limits and the store as the Rust part wants them."""
    known_limits(limits, Asked.__optional_keys__)
    return _budget(**limits), opened(store)


def opened(store: str | os.PathLike[str] | Literal[False] | None) -> _chromex.Store | None:
    """The store that is meant. One that cannot be opened is no harm: that is told once."""
    if store is False or store is not None and os.fsdecode(store) == "off":
        return None
    path = _chromex.default_store() if store is None else os.fsdecode(store)
    if path is None or path in _noted:
        return None
    try:
        return _open(path, os.getpid())
    except (OSError, ValueError) as error:
        _noted.add(path)
        warnings.warn(f"answers are not kept: {error}", stacklevel=2)
        return None


_noted: set[str] = set()
"""Stores that could not be opened."""


@functools.lru_cache(maxsize=8)
def _open(path: str, process: int) -> _chromex.Store:
    # A connection to the file must not be used by a child process as well.
    return _chromex.Store(path)
