"""What positions are worth, as Python objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from numbers import Rational
from typing import Any, Literal, Union

from . import _chromex

MOST_SHOWN = 2000
"""Longer values are shown cut short; ``Value.text`` has them whole."""


class Value:
    """The value of a game: a number, a nimber, an up, a switch or anything built from them, in canonical form.

    It is written as in the literature or as in CGSuite; numbers of Python are values too.

    >>> Value("{0|*}"), Value("{3|1||-2}") + Value("*2"), -Value("^2*")
    (↑, {3*2|1*2||-2*2}, ⇓*)
    >>> Value.of([0], [Value("*")]), 3 * Value("^"), Value("{1|-1}") + 3
    (↑, ↑3, {4|2})

    Values are compared as games; two of them may be confused, so that neither ``<=`` nor ``>=`` holds. Those
    that are equal have the same hash, numbers and nimbers included.

    >>> Value("{1|-1}") + Value("{1|-1}") == 0, Value("^") > 0, Value("*") <= 0, Value("*").compare(0)
    (True, True, False, '||')
    >>> {Value("{0|1}"): "half"}[Fraction(1, 2)], Value("*3") == Nimber(3), Nimber(3) == 3
    ('half', True, False)
    """

    __slots__ = ("_found", "_text")

    _found: _chromex.CanonicalForm | None
    _text: str | None

    def __init__(self, value: str | int | Fraction | float | Value = 0) -> None:
        self._text = None
        if isinstance(value, str):
            self._found = _chromex.CanonicalForm.parse(value)
            return
        other = _value(value)
        if other is None:
            raise TypeError(f"{value!r} is no value of a game")
        self._found = other._form

    @classmethod
    def _of(cls, form: _chromex.CanonicalForm) -> Value:
        value = Value.__new__(Value)
        value._found, value._text = form, None
        return value

    @classmethod
    def _later(cls, text: str) -> Value:
        """A value whose text has been found; it is read when somebody calculates with it."""
        value = Value.__new__(Value)
        value._found, value._text = None, text
        return value

    @property
    def _form(self) -> _chromex.CanonicalForm:
        if self._found is None:
            assert self._text is not None
            self._found = _chromex.CanonicalForm.parse(self._text)
        return self._found

    @staticmethod
    def of(left: Iterable[Number | Value], right: Iterable[Number | Value]) -> Value:
        """The game with these options.

        >>> Value.of([3], [Value.of([2], [1])])
        {3||2|1}
        """
        sides = [[_needed(option)._form for option in side] for side in (left, right)]
        return Value._of(_chromex.CanonicalForm.of_options(*sides))

    @property
    def text(self) -> str:
        """The whole canonical form in the notation of the field; parts of a long one have names."""
        if self._text is None:
            self._text = self._form.text()
        return self._text

    @property
    def outcome(self) -> str:
        """L, R, N or P."""
        return self._form.outcome()

    @property
    def kind(self) -> str:
        """``'number'``, ``'all-small'``, ``'infinitesimal'``, ``'a number plus an infinitesimal'`` or ``'hot'``."""
        return self._form.kind()

    @property
    def mean(self) -> Fraction:
        """What a large number of copies is worth, each."""
        return _dyadic(self._form.mean_and_temperature()[0])

    @property
    def temperature(self) -> Fraction:
        """How much it matters to move first."""
        return _dyadic(self._form.mean_and_temperature()[1])

    @property
    def birthday(self) -> int:
        """The depth of the canonical form."""
        return self._form.birthday()

    @property
    def left_stop(self) -> Fraction:
        """The number that play comes to if Left starts."""
        return _dyadic(self._form.stops()[0])

    @property
    def right_stop(self) -> Fraction:
        """The number that play comes to if Right starts."""
        return _dyadic(self._form.stops()[1])

    @property
    def confused_with(self) -> str | None:
        """The numbers that it is confused with, as an interval.

        >>> Value("{3|1}").confused_with, Value("*").confused_with, Value("^").confused_with
        ('[1, 3]', '[0, 0]', None)
        """
        found = self._form.confused()
        if found is None:
            return None
        low, low_belongs, high, high_belongs = found
        ends = f"{_dyadic(low)}, {_dyadic(high)}"
        return ("[" if low_belongs else "(") + ends + ("]" if high_belongs else ")")

    @property
    def number(self) -> Fraction | None:
        """The number that it is, if it is one."""
        found = self._form.number()
        return None if found is None else _dyadic(found)

    @property
    def nimber(self) -> int | None:
        """The size of the nim-heap that it is, if it is one."""
        return self._form.nimber()

    @property
    def left(self) -> list[Value]:
        """The left options of the canonical form.

        >>> Value("{2|1}").left, Value("{2|1}").right
        ([2], [1])
        """
        return [Value._of(form) for form in self._form.options(True)]

    @property
    def right(self) -> list[Value]:
        """The right options of the canonical form."""
        return [Value._of(form) for form in self._form.options(False)]

    def incentives(self, player: Player = "left") -> list[Value]:
        """What each option of the player gains: ``L - self`` or ``self - R``, in the order of the options."""
        return [Value._of(form) for form in self._form.incentives(_is_left(player))]

    def best_moves(self, player: Player = "left", temperature: Number = 0) -> list[Value]:
        """The options to which the player moves best at a temperature: none above that of the game.

        >>> Value("{5,{9|-1}|0}").best_moves("left", 0), Value("{5,{9|-1}|0}").best_moves("left", 3)
        ([5], [])
        """
        t = _pair(_fraction(temperature))
        return [Value._of(form) for form in self._form.best_moves(_is_left(player), t)]

    def cooled(self, t: Number) -> Value:
        """The game in which every move costs ``t``, until it has become a number.

        >>> Value("{4|0}").cooled(1), Value("{4|0}").cooled(2), Value("{4|0}").cooled(3)
        ({3|1}, 2*, 2)
        """
        number = _fraction(t)
        if number < 0:
            raise ValueError(f"temperatures are not negative: {t}")
        return Value._of(self._form.cooled(_pair(number)))

    def heated(self, t: Number | Value) -> Value:
        """The game in which every move brings ``t``; numbers are left alone.

        >>> Value("*").heated(1)
        ±1
        """
        return Value._of(self._form.heated(_needed(t)._form))

    def overheated(self, s: Number | Value, t: Number | Value) -> Value:
        """The game in which every move brings ``t``, and an integer ``n`` is ``n`` copies of ``s``.

        >>> Value("1/2").overheated(Value("1*"), 1)
        {1|*}
        """
        return Value._of(self._form.overheated(_needed(s)._form, _needed(t)._form))

    def reduced(self) -> Value:
        """The reduced canonical form, which is the same for games that differ by infinitesimals.

        >>> (Value("{2*|1^}") + Value("+_3")).reduced()
        {2|1}
        """
        return Value._of(self._form.reduced())

    @property
    def atomic_weight(self) -> Value | None:
        """How many ↑ an all-small game is worth; ``None`` for others.

        >>> Value("^3*2").atomic_weight, Value("{^^|vv}").atomic_weight, Value(1).atomic_weight
        (3, *, None)
        """
        found = self._form.atomic_weight()
        return None if found is None else Value._of(found)

    def thermograph(self) -> Thermograph:
        """The stops of the game cooled by every temperature; it shows itself in Jupyter.

        >>> thermograph = Value("{6||1|-5}").thermograph()
        >>> thermograph.mean, thermograph.temperature, thermograph.right
        (Fraction(2, 1), Fraction(4, 1), [(Fraction(0, 1), Fraction(1, 1)), (Fraction(3, 1), Fraction(1, 1)), (Fraction(4, 1), Fraction(2, 1))])
        """
        left, right, drawing, svg = self._form.thermograph()
        walls = [[(_dyadic(t), _dyadic(x)) for t, x in wall] for wall in (left, right)]
        return Thermograph(self.mean, self.temperature, walls[0], walls[1], drawing, svg)

    def compare(self, other: Number | Value) -> Literal["<", ">", "=", "||"]:
        """How it compares: less, greater, equal, or confused."""
        return _SIGNS[self._form.compare(_needed(other)._form)]

    def _compare(self, other: object) -> tuple[bool, bool]:
        value = _value(other)
        if value is None:
            raise TypeError(f"a value of a game cannot be compared with {other!r}")
        return self._form.compare(value._form)

    def __eq__(self, other: object) -> bool:
        try:
            value = _value(other)
        except (ValueError, OverflowError):
            # A number that no game is equal to: 1/3, infinity, or one that is out of range.
            return False
        return NotImplemented if value is None else self._form.key() == value._form.key()

    def __hash__(self) -> int:
        # What is equal must hash alike: numbers of Python and nimbers of any size.
        if (number := self.number) is not None:
            return hash(number)
        if (heap := self.nimber) is not None:
            return hash(("*", heap))
        return hash((Value, self._form.key()))

    def __le__(self, other: object) -> bool:
        return self._compare(other)[0]

    def __ge__(self, other: object) -> bool:
        return self._compare(other)[1]

    def __lt__(self, other: object) -> bool:
        return self._compare(other) == (True, False)

    def __gt__(self, other: object) -> bool:
        return self._compare(other) == (False, True)

    def __add__(self, other: Number | Value) -> Value:
        value = _value(other)
        return NotImplemented if value is None else Value._of(self._form.add(value._form))

    __radd__ = __add__

    def __neg__(self) -> Value:
        return Value._of(self._form.negative())

    def __pos__(self) -> Value:
        return self

    def __sub__(self, other: Number | Value) -> Value:
        value = _value(other)
        return NotImplemented if value is None else self + -value

    def __rsub__(self, other: Number | Value) -> Value:
        return -self + other

    def __mul__(self, times: int) -> Value:
        """The sum of so many copies."""
        if not isinstance(times, int):
            return NotImplemented
        return Value._of(self._form.times(times))

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        return self != 0

    def __reduce__(self) -> tuple[object, ...]:
        return (Value._later, (self.text,))

    def __repr__(self) -> str:
        text = self.text
        return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        text = self.text
        if len(text) > MOST_SHOWN:
            return f"<code>{escape(repr(self))}</code>"
        facts = [self.kind, f"outcome {self.outcome}"]
        if self.kind not in ("number", "infinitesimal", "all-small"):
            facts += [f"mean {self.mean}", f"temperature {self.temperature}"]
        return f"<b>{escape(text)}</b> <small>{escape(', '.join(facts))}</small>"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


Form = Value
"""What `Value` was called before."""


class Nimber(Value):
    """The value of an impartial game: a nim-heap of this size.

    It is a `Value`, and adds like one; ``int`` tells its size.

    >>> Nimber(3) + Nimber(1), Nimber(2) + Nimber(2) == 0, Nimber(1) + 1, int(Nimber(2)), f"{Nimber(2)}"
    (*2, True, 1*, 2, '*2')
    """

    __slots__ = ("heap",)

    heap: int
    """The size of the heap."""

    def __init__(self, heap: int) -> None:
        self.heap = int(heap)
        if self.heap < 0:
            raise ValueError(f"a nim-heap cannot have size {heap}")
        self._found, self._text = None, None

    @property
    def _form(self) -> _chromex.CanonicalForm:
        if self._found is None:
            self._found = _chromex.CanonicalForm.of_nimber(self.heap)
        return self._found

    def __int__(self) -> int:
        return self.heap

    def __eq__(self, other: object) -> bool:
        # Heaps may be larger than those that there is arithmetic for.
        if isinstance(other, Nimber):
            return self.heap == other.heap
        if isinstance(other, Value):
            return self.heap == other.nimber
        return self.heap == 0 == other if isinstance(other, (Rational, float)) else NotImplemented

    def __hash__(self) -> int:
        return hash(("*", self.heap)) if self.heap else hash(0)

    def __add__(self, other: Number | Value) -> Value:
        return self ^ other if isinstance(other, Nimber) else super().__add__(other)

    __radd__ = __add__

    def __neg__(self) -> Nimber:
        return self

    def __xor__(self, other: Nimber) -> Nimber:
        """The sum, as it is written for sizes of heaps."""
        return Nimber(self.heap ^ other.heap) if isinstance(other, Nimber) else NotImplemented

    def __reduce__(self) -> tuple[object, ...]:
        return (Nimber, (self.heap,))

    def __repr__(self) -> str:
        return f"*{self.heap}"

    __str__ = __repr__


@dataclass(frozen=True)
class Thermograph:
    """The stops of a game cooled by every temperature from 0 on."""

    mean: Fraction
    temperature: Fraction
    left: list[tuple[Fraction, Fraction]]
    """The left wall: temperatures and stops, linear in between, and the same from the last one on."""
    right: list[tuple[Fraction, Fraction]]
    """The right wall."""
    drawing: str
    """A drawing for the terminal."""
    svg: str
    """A drawing as SVG."""

    def __str__(self) -> str:
        return self.drawing

    def __repr__(self) -> str:
        return f"Thermograph(mean {self.mean}, temperature {self.temperature})"

    def _repr_svg_(self) -> str:
        return self.svg


Number = Union[int, Fraction, float]
"""Numbers whose denominator is a power of two are values of games."""

Player = Literal["left", "right"]

PositionValue = Any
"""A `Value`, a score (``int``), the winner (``'Alice'``, ``'Bob'``) or an outcome class (``'N'``, …): which of these it is depends on
the game, so that no type checker can know it. `Answer.nimber`, `Answer.score` and `Answer.winner` have one type each."""

_SIGNS: dict[tuple[bool, bool], Literal["<", ">", "=", "||"]] = {
    (True, False): "<",
    (False, True): ">",
    (True, True): "=",
    (False, False): "||",
}


def _is_left(player: Player) -> bool:
    if player not in ("left", "right"):
        raise ValueError(f"there is no player {player!r}: write 'left' or 'right'")
    return player == "left"


def _value(other: object) -> Value | None:
    """What can be calculated with as a value, if it can."""
    if isinstance(other, Value):
        return other
    if isinstance(other, (Rational, float)):
        return Value._of(_chromex.CanonicalForm.of_number(_pair(_fraction(other))))
    return None


def _needed(other: Number | Value) -> Value:
    value = _value(other)
    if value is None:
        raise TypeError(f"{other!r} is no value of a game")
    return value


def _fraction(number: Rational | float) -> Fraction:
    fraction = Fraction(number)
    if fraction.denominator & (fraction.denominator - 1):
        raise ValueError(f"{number} is no value of a game: its denominator is no power of two")
    return fraction


def _dyadic(pair: tuple[int, int]) -> Fraction:
    return Fraction(pair[0], 1 << pair[1])


def _pair(number: Fraction) -> tuple[int, int]:
    return number.numerator, number.denominator.bit_length() - 1


def value_of(report: Mapping[str, Any]) -> PositionValue | None:
    """The value in a report of the Rust part."""
    match report.get("kind"):
        case None:
            return None
        case "nimber":
            return Nimber(report["number"])
        case "score":
            return int(report["number"])
        case "form":
            return Value._later(report["value"])
        case _:
            return str(report["value"])
