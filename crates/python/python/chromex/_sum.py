"""Sums of positions of different games, and of values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from . import _chromex
from ._answers import BudgetExceeded
from ._budget import asked
from ._values import Number, Value, _dyadic, _value

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._budget import Asked
    from ._position import Position


@dataclass(frozen=True)
class HottestFirst:
    """What a player comes to who always plays in a hottest component, to an option that is best at its temperature."""

    components: list[int]
    """The components that are the hottest now, by their numbers, from 0 on."""
    temperature: Fraction
    """Their temperature."""
    best: Fraction | None
    """The number that best play of both comes to; ``None`` if it took too long to find out."""
    reached: Fraction | None
    """The number that playing the hottest first comes to, against the best that can be done about it."""
    proved: bool
    """Whether all components are switches, numbers and the like: then the hottest first is right, by a proof."""

    @property
    def loss(self) -> Fraction | None:
        """What is lost by playing the hottest first; ``None`` if it took too long to find out."""
        if self.best is None or self.reached is None:
            return None
        return abs(self.best - self.reached)


@dataclass(frozen=True)
class SumAnswer:
    """What is known about a sum."""

    outcome: str | None
    """Who wins: L, R, N or P."""
    value: Value | None
    """The value, if it could be had."""
    mean: Fraction | None
    """The mean: that of a sum is the sum of the means."""
    components: list[Value]
    """The values of the components, with their signs."""
    moves: list[tuple[int, str]]
    """The winning moves, each with the number of its component, from 0 on."""
    hottest: HottestFirst | None
    """What playing the hottest first comes to, where two components or more are hot."""
    stopped: str | None
    """Why something is missing, if it is."""


class Sum:
    """Positions and values added up; in each component somebody may move, until nobody can in any.

    >>> from chromex import Position
    >>> total = Position("snort", "path:2") + Position("icol", "path:1") - Value("*3")
    >>> total
    Sum('snort path:2 .. left + icol path:1 . left - *3')
    >>> total.value(), total.outcome(), total.best_moves()
    (±(1*2), 'N', [(0, '0=B'), (0, '1=B')])
    """

    __slots__ = ("terms",)

    terms: list[tuple[bool, Position | Value]]
    """The components, each with whether the players have changed places in it."""

    def __init__(self, terms: list[tuple[bool, Position | Value]]) -> None:
        self.terms = terms

    def solve(self, first: str = "left", **limits: Unpack[Asked]) -> SumAnswer:
        """The outcome, the value and the moves with which the first player wins.

        >>> from chromex import Position
        >>> answer = (Position("snort", "path:3") + Value("{10|1||0}") - 2.5).solve()
        >>> answer.hottest.components, answer.hottest.loss
        ([0], Fraction(1, 1))
        """
        terms = [(negative, part._form if isinstance(part, Value) else part._core) for negative, part in self.terms]
        raw = _chromex.sum(terms, first, *asked(**limits))
        return SumAnswer(
            outcome=raw["outcome"],
            value=None if raw["value"] is None else Value._of(raw["value"]),
            mean=None if raw["mean"] is None else _dyadic(raw["mean"]),
            components=[Value._of(form) for form in raw["components"]],
            moves=raw["moves"],
            hottest=_hottest(raw["hottest"]),
            stopped=raw["stopped"],
        )

    def value(self, **limits: Unpack[Asked]) -> Value:
        """The value; `BudgetExceeded` if it could not be had."""
        answer = self.solve(**limits)
        if answer.value is None:
            raise BudgetExceeded(answer.stopped or "the value is not known", None, answer)
        return answer.value

    def outcome(self, **limits: Unpack[Asked]) -> str:
        """Who wins; reaches further than `value`."""
        answer = self.solve(**limits)
        if answer.outcome is None:
            raise BudgetExceeded(answer.stopped or "the outcome is not known", None, answer)
        return answer.outcome

    def best_moves(self, first: str = "left", **limits: Unpack[Asked]) -> list[tuple[int, str]]:
        """The moves with which the first player wins, each with the number of its component."""
        answer = self.solve(first, **limits)
        if answer.outcome is None:
            raise BudgetExceeded(answer.stopped or "the moves are not known", None, answer)
        return answer.moves

    def hottest_first(self, first: str = "left", **limits: Unpack[Asked]) -> HottestFirst | None:
        """What playing the hottest first comes to and what it loses; ``None`` if fewer than two components are hot.

        >>> from chromex import Position
        >>> total = Position("snort", "path:3") + Value("{10|1||0}") - Value("5/2")
        >>> found = total.hottest_first()
        >>> found.components, found.temperature, found.best, found.reached, found.loss
        ([0], Fraction(2, 1), Fraction(1, 2), Fraction(-1, 2), Fraction(1, 1))
        """
        answer = self.solve(first, **limits)
        if answer.hottest is None and answer.stopped is not None:
            raise BudgetExceeded(answer.stopped, None, answer)
        return answer.hottest

    def __add__(self, other: Sum | Position | Value | Number) -> Sum:
        more = _terms(other)
        return NotImplemented if more is None else Sum(self.terms + more)

    def __radd__(self, other: Value | Number) -> Sum:
        more = _terms(other)
        return NotImplemented if more is None else Sum(more + self.terms)

    def __neg__(self) -> Sum:
        return Sum([(not negative, part) for negative, part in self.terms])

    def __sub__(self, other: Sum | Position | Value | Number) -> Sum:
        more = _terms(other)
        return NotImplemented if more is None else self + -Sum(more)

    def __rsub__(self, other: Value | Number) -> Sum:
        return -self + other

    def __repr__(self) -> str:
        signs = (("- " if i == 0 else " - ") if negative else ("" if i == 0 else " + ") for i, (negative, _) in enumerate(self.terms))
        text = "".join(sign + str(part) for sign, (_, part) in zip(signs, self.terms))
        return f"Sum({text!r})"


def _hottest(raw: _chromex.HottestFirst | None) -> HottestFirst | None:
    if raw is None:
        return None
    best, reached = (None if pair is None else _dyadic(pair) for pair in (raw["best"], raw["reached"]))
    return HottestFirst(raw["components"], _dyadic(raw["temperature"]), best, reached, raw["proved"])


def _terms(other: object) -> list[tuple[bool, Position | Value]] | None:
    """What can be a component, if it can."""
    from ._position import Position

    if isinstance(other, Sum):
        return other.terms
    part = other if isinstance(other, Position) else _value(other)
    return None if part is None else [(False, part)]
