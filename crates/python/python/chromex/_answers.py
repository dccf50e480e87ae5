"""Answers, and the exceptions that stand in for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from . import _display
from ._values import Nimber, PositionValue, value_of

T = TypeVar("T")


@dataclass(frozen=True)
class Statistics:
    """What a search cost: positions, bytes of tables, seconds."""

    positions: int
    bytes: int
    seconds: float


@dataclass(frozen=True, repr=False)
class Answer:
    """The value of a position and where it comes from."""

    position: str
    """The position, in one line."""
    value: PositionValue
    """The exact value; ``None`` if it is not known, as in the answer of a `BudgetExceeded`."""
    outcome: str | None
    """Who wins: an outcome class (``'N'``, ``'P'``, ``'L'``, ``'R'``), a player or ``'draw'``."""
    moves: dict[str, PositionValue]
    """Moves with the values they lead to: the best ones, or all if all were asked for."""
    provenance: str
    """``'search'``, ``'theorem'`` or ``'rules'``."""
    theorem: str | None
    """The theorem that answered."""
    statistics: Statistics
    stopped: str | None = None
    """Why the search gave up, if it did, …"""
    known: str | None = None
    """… and what it knew by then."""
    stored: str | None = None
    """When it was found, if it comes from the results store; then the statistics are of that search."""
    merged: str | None = None
    """The file that it was merged from, if it comes from the results store and was not found again here."""
    a_star: bool | None = None
    """Whether Alice can force a single red component, if that was asked."""

    @property
    def nimber(self) -> Nimber:
        """The value of an impartial game.

        >>> import chromex
        >>> chromex.solve("icol", "grid:3x5").nimber
        *3
        >>> chromex.solve("icol", "grid:3x5").score
        Traceback (most recent call last):
        ...
        TypeError: the value is no score: *3
        """
        return self._value(Nimber, "nimber")

    @property
    def score(self) -> int:
        """The value of a scoring game."""
        return self._value(int, "score")

    @property
    def winner(self) -> str:
        """Who wins a maker-breaker game."""
        return self._value(str, "winner")

    def _value(self, kind: type[T], name: str) -> T:
        if not isinstance(self.value, kind):
            raise TypeError(f"the value is no {name}: {self.value}")
        return self.value

    def __repr__(self) -> str:
        by = self.theorem or self.provenance
        if self.stored:
            merged = f" (merged from {self.merged})" if self.merged else ""
            by += f" on {self.stored.split('T')[0]}, from the store{merged}"
        head = f"Answer({self.position!r}: {self.value}, outcome {self.outcome}, by {by}"
        moves = list(self.moves)
        shown = ", ".join(moves[:4]) + (", …" if len(moves) > 4 else "")
        return head + (f", moves {shown}" if moves else "") + ")"

    def __str__(self) -> str:
        return str(self.value if self.value is not None else self.known)

    def _repr_html_(self) -> str:
        moves = [move if value is None else f"{move} → {value}" for move, value in list(self.moves.items())[:12]]
        more = f" and {len(self.moves) - 12} more" if len(self.moves) > 12 else ""
        facts = {
            "value": self.value if self.value is not None else self.known,
            "outcome": self.outcome,
            "moves": ", ".join(moves) + more if moves else None,
            "found by": self.theorem or self.provenance,
            "in the store since": self.stored,
            "cost": f"{self.statistics.positions:,} positions, {self.statistics.seconds:.3g} s",
        }
        rows = [(name, fact) for name, fact in facts.items() if fact is not None]
        return _display.table(rows, caption=self.position)


class BudgetExceeded(TimeoutError):
    """A budget ran out before the answer was found.

    ``known`` says in words what is known, ``answer`` holds what was found, such as the values of the
    moves that were finished.
    """

    def __init__(self, why: str, known: str | None = None, answer: Any = None) -> None:
        super().__init__(f"{why}; {known}" if known else why)
        self.why = why
        self.known = known
        self.answer = answer

    def __reduce__(self) -> tuple[object, ...]:
        return (BudgetExceeded, (self.why, self.known, self.answer))


class Rejected(ValueError):
    """A certificate that proves nothing."""


def answer_of(line: str, text: str) -> Answer:
    """An answer from the report that the Rust part gives, in JSON; raises `BudgetExceeded` if it is none."""
    report = json.loads(text)
    answer = Answer(
        position=line,
        value=value_of(report),
        outcome=report["outcome"],
        moves={move["move"]: value_of(move) for move in report["moves"] or []},
        provenance=report["provenance"],
        theorem=report.get("theorem"),
        statistics=Statistics(report["positions"], report["bytes"], report["seconds"]),
        stopped=report["stopped"],
        known=report["known"],
        stored=report.get("stored", {}).get("found"),
        merged=report.get("stored", {}).get("merged"),
        a_star=report.get("a_star"),
    )
    if answer.stopped:
        raise BudgetExceeded(answer.stopped, answer.known, answer)
    return answer


class Row(Mapping[str, Any]):
    """An entry of a list, such as a game: its fields are attributes and keys."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.__dict__.update(fields)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __getitem__(self, key: str) -> Any:
        return self.__dict__[key]

    def __iter__(self) -> Any:
        return iter(self.__dict__)

    def __len__(self) -> int:
        return len(self.__dict__)

    def __repr__(self) -> str:
        fields = ", ".join(f"{key}={value!r}" for key, value in self.items())
        return f"{type(self).__name__}({fields})"
