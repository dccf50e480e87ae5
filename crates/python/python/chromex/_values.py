"""What positions are worth, as Python objects."""

from __future__ import annotations

from fractions import Fraction
from collections.abc import Mapping
from typing import Any, Union

from . import _chromex

MOST_SHOWN = 2000
"""Longer forms are not shown; ``Form.text`` has them whole."""


class Nimber(int):
    """The value of an impartial game: a nim-heap of this size.

    It is an integer that prints as it is written; ``^`` is the sum of games.

    >>> Nimber(3) ^ Nimber(1), Nimber(3) == 3, f"{Nimber(2)}"
    (*2, True, '*2')
    """

    def __repr__(self) -> str:
        return f"*{int(self)}"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return str(self) if not spec else format(int(self), spec)

    def __xor__(self, other: int) -> Nimber:
        return Nimber(int(self) ^ int(other))

    __rxor__ = __xor__


class Form:
    """The value of a partisan game, in canonical form.

    Forms are compared and added as games. Two forms may be confused with each other: then none of
    ``<=`` and ``>=`` holds.

    >>> Form("{0|*}"), Form("1/2") + Form("1/2"), -Form("^")
    (↑, 1, ↓)
    >>> Form("{1|-1}") + 3 == Form("{4|2}"), Form("*") <= Form("0")
    (True, False)
    >>> Form("{3|1}").mean, Form("{3|1}").temperature, Form("{3|1}").outcome
    (Fraction(2, 1), Fraction(1, 1), 'L')
    """

    __slots__ = ("text", "outcome", "mean", "temperature", "birthday")

    text: str
    """The whole canonical form in the notation of the field; parts of a long one have names."""
    outcome: str
    """L, R, N or P."""
    mean: Fraction
    """What a large number of copies is worth, each."""
    temperature: Fraction
    """How much it matters to move first."""
    birthday: int
    """The depth of the canonical form."""

    def __init__(self, text: str) -> None:
        self._set(_chromex.form(text))

    @classmethod
    def _of(cls, raw: _chromex.Form) -> Form:
        form = cls.__new__(cls)
        form._set(raw)
        return form

    def _set(self, raw: _chromex.Form) -> None:
        self.text = raw["text"]
        self.outcome = raw["outcome"]
        self.mean = _dyadic(raw["mean"])
        self.temperature = _dyadic(raw["temperature"])
        self.birthday = raw["birthday"]

    @staticmethod
    def _text_of(other: object) -> str | None:
        match other:
            case Form():
                return other.text
            case Nimber():
                return str(other)
            case int():
                return str(int(other))
            case Fraction():
                return str(other)
        return None

    def _compare(self, other: object) -> tuple[bool, bool]:
        text = self._text_of(other)
        if text is None:
            raise TypeError(f"a form cannot be compared with {other!r}")
        return _chromex.form_compare(self.text, text)

    def __eq__(self, other: object) -> bool:
        if self._text_of(other) is None:
            return NotImplemented
        return all(self._compare(other))

    def __hash__(self) -> int:
        # A form that is a number or a nimber is equal to it, so it must hash alike.
        text = self.text
        if text.startswith("*"):
            return hash(int(text[1:] or 1))
        try:
            return hash(Fraction(text))
        except ValueError:
            return hash(text)

    def __le__(self, other: object) -> bool:
        return self._compare(other)[0]

    def __ge__(self, other: object) -> bool:
        return self._compare(other)[1]

    def __lt__(self, other: object) -> bool:
        return self._compare(other) == (True, False)

    def __gt__(self, other: object) -> bool:
        return self._compare(other) == (False, True)

    def __add__(self, other: Form | int | Fraction) -> Form:
        text = self._text_of(other)
        if text is None:
            return NotImplemented
        return Form._of(_chromex.form_add(self.text, text))

    __radd__ = __add__

    def __neg__(self) -> Form:
        return Form._of(_chromex.form_negative(self.text))

    def __sub__(self, other: Form) -> Form:
        return self + -other

    def __reduce__(self) -> tuple[object, ...]:
        raw = {
            "text": self.text,
            "outcome": self.outcome,
            "mean": _pair(self.mean),
            "temperature": _pair(self.temperature),
            "birthday": self.birthday,
        }
        return (Form._of, (raw,))

    def __repr__(self) -> str:
        if len(self.text) > MOST_SHOWN:
            return f"a form born on day {self.birthday}, too long to show"
        return self.text

    __str__ = __repr__


Value = Union[Nimber, Form, int, str]
"""A nimber, a form, a score, the winner (``'Alice'``, ``'Bob'``) or an outcome class (``'N'``, …)."""


def _dyadic(pair: tuple[int, int]) -> Fraction:
    return Fraction(pair[0], 1 << pair[1])


def _pair(number: Fraction) -> tuple[int, int]:
    return number.numerator, number.denominator.bit_length() - 1


def value_of(report: Mapping[str, Any]) -> Value | None:
    """The value in a report of the Rust part."""
    match report.get("kind"):
        case None:
            return None
        case "nimber":
            return Nimber(report["number"])
        case "score":
            return int(report["number"])
        case "form":
            return Form._of(
                {
                    "text": report["value"],
                    "outcome": report["class"],
                    "mean": _pair(Fraction(report["mean"])),
                    "temperature": _pair(Fraction(report["temperature"])),
                    "birthday": report["birthday"],
                }
            )
        case _:
            return str(report["value"])
