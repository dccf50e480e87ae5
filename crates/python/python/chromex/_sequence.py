"""Nimber sequences of octal games, and of games on paths and cycles."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence as SequenceOf
from typing import TYPE_CHECKING, Any, overload

from . import _chromex, _display
from ._answers import BudgetExceeded
from ._budget import budget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._budget import Limits


class Sequence(SequenceOf[int]):
    """The values g(0), g(1), … of a sequence.

    ``values`` is an ``array`` of 16-bit numbers; numpy takes the sequence as an array, too;
    ``period`` is the period that the values prove, and ``pre_period`` where it begins.
    """

    def __init__(self, raw: _chromex.Sequence) -> None:
        self.values = array("H", raw["values"])
        self.name = raw["name"]
        self.first = raw["first"]
        """The smallest k for which g(k) means something."""
        self.identity = raw["identity"]
        """Where the values were read off, if not from the game itself."""
        self.period = raw["period"][0] if raw["period"] else None
        self.pre_period = raw["period"][1] if raw["period"] else None
        self.seconds = raw["seconds"]

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        found = self.values[at]
        return list(found) if isinstance(found, array) else found

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        return numpy.array(self.values, dtype=dtype)

    def plot(self) -> str:
        """The values as a picture, in SVG."""
        return _chromex.sequence_plot(self.name, self.first, self.values.tobytes())

    def _repr_html_(self) -> str:
        period = "none found" if self.period is None else f"{self.period}, from {self.pre_period} on"
        values = ", ".join(map(str, self.values[:40])) + (", …" if len(self) > 40 else "")
        facts = {"values": values, "read off": self.identity, "largest": max(self.values, default=None), "period": period}
        rows = [(name, fact) for name, fact in facts.items() if fact is not None]
        return _display.table(rows, caption=f"{self.name}, k = 0 to {len(self) - 1}") + self.plot()

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.values[:12]))
        return f"Sequence({self.name!r}: {shown}{', …' if len(self) > 12 else ''})"


def sequence(
    name: str, to: int = 100, recurrence: bool = False, **limits: Unpack[Limits]
) -> Sequence:
    """The nimbers g(0), …, g(to) of an octal game or of a game on paths or cycles.

    >>> kayles = sequence(".77", to=200)
    >>> kayles[:10], kayles.period, kayles.pre_period
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], 12, 71)
    >>> sequence("blue-red", to=6)
    Sequence('blue-red': 0, 1, 2, 0, 3, 1, 0)
    """
    raw = _chromex.sequence(name, to, recurrence, budget(**limits))
    found = Sequence(raw)
    if raw["stopped"]:
        raise BudgetExceeded(raw["stopped"], f"{len(found)} terms are known", found)
    return found


def sequences() -> dict[str, str]:
    """What `sequence` understands, with explanations."""
    return dict(_chromex.sequences())
