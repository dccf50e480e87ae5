"""What there is: games, families, strategies; the claims and tables of the papers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _chromex
from ._answers import BudgetExceeded, Row
from ._budget import budget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._budget import Limits


def games() -> list[Row]:
    """All games: name, usage, convention, summary, paper, example.

    >>> [game.name for game in games() if game.convention == "scoring"]
    ['connected', 'orthogonal', 'orthogonal-parts']
    """
    return [Row(entry) for entry in _chromex.games()]


def families() -> list[Row]:
    """All families of graphs: name, usage, summary.

    >>> next(family.usage for family in families() if family.name == "grid")
    'grid:4x5'
    """
    return [Row(entry) for entry in _chromex.families()]


def strategies() -> list[Row]:
    """All strategies of the papers that play: name, summary, source, example."""
    return [Row(entry) for entry in _chromex.strategies()]


def claims() -> list[Row]:
    """All claims of the papers that `verify` checks: id, paper, place, statement, range, deep."""
    return [Row(entry) for entry in _chromex.claims()]


def figures() -> list[Row]:
    """The figures of the papers that can be opened: id, about, position, answer (empty if none is drawn).

    >>> next(figure.position for figure in figures() if figure.id == "bensmail/figure-2")
    'connected path:9 ......... alice'
    """
    return [Row(entry) for entry in _chromex.figures()]


def four_rows(position: object) -> dict[str, Any]:
    """Which configurations of the proof for four rows stand in a position: blocks, borders, specials, patients with
    their doctors, and the properties of the induction hypothesis that are broken.

    >>> four_rows("colouring:4 grid:4x3 ...1........ bob")["borders"][0]["configuration"]
    'β'
    """
    found: dict[str, Any] = json.loads(_chromex.four_rows(str(position)))
    return found


def tints(position: object) -> str | None:
    """A position of iCol, iSnort, Col or Snort in tint symbols: what each square can still become.

    >>> tints("icol grid:2x3 B../... left")
    'Bwo/woo'
    """
    return _chromex.tints(str(position))


def read_tints(game: str, symbols: str) -> str:
    """The position that tint symbols stand for, as a line.

    >>> read_tints("icol", "boow")
    'icol edges:0-1,0-4,1-2,2-3,3-5 ....WB left'
    """
    return _chromex.read_tints(game, symbols)


@dataclass(frozen=True)
class Verdict:
    """What came out of checking a claim."""

    id: str
    word: str
    """holds, fails, depends, unfinished or broken."""
    cases: int
    """How many cases were checked and went well."""
    detail: str | None
    """The smallest counterexample, the readings, or why it is unfinished."""
    seconds: float


def verify(
    ids: str | Iterable[str] = (), deep: bool = False, **limits: Unpack[Limits]
) -> list[Verdict]:
    """Checks claims of the papers by search: those of these ids or papers, or all.

    >>> [(verdict.id, verdict.word) for verdict in verify("uiterwijk/thm-3")]
    [('uiterwijk/thm-3', 'holds')]
    """
    wanted = [ids] if isinstance(ids, str) else list(ids)
    return [Verdict(**raw) for raw in _chromex.verify(wanted, deep, budget(**limits))]


class Table(list[list[str]]):
    """A table of a paper: its rows, and ``title``, ``source`` and ``columns``. Jupyter shows it as one."""

    name: str
    title: str
    source: str
    columns: list[str]

    def column(self, name: str) -> list[str]:
        """The cells of a column."""
        at = self.columns.index(name)
        return [row[at] for row in self]

    def _repr_markdown_(self) -> str:
        def line(cells: list[str]) -> str:
            return "| " + " | ".join(cells).replace("*", r"\*") + " |"

        rule = "|" + "---|" * len(self.columns)
        head = f"**{self.title}** ({self.source})\n\n"
        return head + "\n".join([line(self.columns), rule, *(line(row) for row in self)])


def tables() -> list[Row]:
    """The tables of the papers: name, title, source, columns, published and extended rows."""
    return [Row(entry) for entry in _chromex.tables()]


def table(name: str, to: int | None = None, **limits: Unpack[Limits]) -> Table:
    """A table of a paper, computed anew, up to a row; by default as far as it was published.

    >>> table("icol-chains", to=4)
    [['1', '*1', '*1'], ['2', '*0', '*0'], ['3', '*1', '*1'], ['4', '*0', '*0']]
    """
    raw, rows, stopped = _chromex.table(name, to, budget(**limits))
    found = Table(rows)
    found.name, found.title = raw["name"], raw["title"]
    found.source, found.columns = raw["source"], raw["columns"]
    if stopped:
        raise BudgetExceeded(stopped, f"{len(rows)} rows are finished", found)
    return found


