"""Conjectures: formulas that hold for all graphs of a census."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _chromex, _display
from ._census import Census, _tables


@dataclass(frozen=True)
class Conjecture:
    """A formula that holds for every graph on which it was formed."""

    kind: str
    """``'bound'``, ``'equivalence'`` or ``'implication'``."""
    text: str
    """The formula."""
    violated: str
    """The condition that is true for its counterexamples, for ``where=`` of a census of other graphs."""
    cases: int
    """How many graphs it is about, …"""
    tight: int
    """… and for how many of them a bound is an equality, or the conclusion is true."""
    counterexample: dict[str, Any] | None = None
    """The smallest graph for which it is false, if it fell: ``graph``, ``n`` and ``m``."""

    def __repr__(self) -> str:
        fell = f", not for {self.counterexample['graph']}" if self.counterexample else ""
        return f"Conjecture({self.text!r}{fell})"


@dataclass(frozen=True)
class Conjectures:
    """What was found in a census."""

    graphs: int
    formed_on: int
    """Formed on graphs with at most so many vertices, …"""
    largest: int
    """… and tested on graphs with up to so many."""
    left_out: dict[str, str]
    """Columns that were not used, and why."""
    holding: list[Conjecture]
    """What holds for all graphs, bounds first, then equivalences and implications; the tightest first."""
    fallen: list[Conjecture]
    """What held for the smaller graphs and not for all; what lived longest first."""

    def __repr__(self) -> str:
        tested = f"{self.graphs} graphs with up to {self.largest} vertices"
        return f"Conjectures({len(self.holding)} hold for {tested}, {len(self.fallen)} fell)"

    def _repr_html_(self) -> str:
        rows = [[c.kind, _display.code(c.text), f"{c.tight} of {c.cases}"] for c in self.holding[:30]]
        rows += [
            ["fallen", _display.code(c.text), f"not for {c.counterexample['graph']}"]
            for c in self.fallen[:10]
            if c.counterexample
        ]
        return _display.table(rows, ["kind", "formula", "tight"], repr(self))


def conjecture(
    census: Census | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    about: Iterable[str] = (),
    extra: Iterable[str] = (),
    known: Iterable[str] = (),
    formed_on: int | None = None,
    support: int = 10,
    incomplete: bool = False,
) -> Conjectures:
    """Looks for formulas that hold for all graphs of a census.

    Bounds between numbers, also within classes of graphs; conditions that are true for the same graphs; conditions that
    follow from one or two others. They are formed on the graphs with at most ``formed_on`` vertices (two fewer than the
    largest have, unless told otherwise) and tested on the others. ``about`` names the columns that they are
    about: those that come from games, unless told otherwise. ``extra`` are numbers and conditions to use beside the columns
    (``"n - 1"``, ``"icol = 0"``), ``known`` what need not be said (``"is_tree => chi_g <= 4"``). ``support`` is for how many graphs a
    formula must say something that others do not.

    >>> import chromex, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> five = chromex.census(["chi_g", "chi", "max_degree"], "connected:2..6", f"{folder}/six.parquet")
    >>> found = conjecture(five, support=5)
    >>> found.graphs, found.formed_on, found.largest
    (142, 4, 6)
    """
    places = [census.path] if isinstance(census, Census) else [census] if isinstance(census, (str, os.PathLike)) else census
    tables = [str(table) for place in places for table in _tables(place)]
    found = json.loads(
        _chromex.conjectures(tables, list(about), list(extra), list(known), formed_on, support, incomplete)
    )
    for name in ("holding", "fallen"):
        found[name] = [Conjecture(**one) for one in found[name]]
    return Conjectures(**found)
