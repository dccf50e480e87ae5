"""Misère quotients of games on heaps and paths: who wins which sum in misère play.

Two sums are equivalent if they are won alike whatever is added to both. The classes are a monoid, the misère quotient
(Plambeck 2005; Plambeck, Siegel 2008). If it is finite, it tells the winner of every sum.

It is *learned*: sums are told apart by what happens when others, the tests, are added, as words of a language are in Angluin's
algorithm. What was learned is then *proved*. Each sum X has a class q and a set E of classes of its options; that of X + Y
is qr and Er ∪ qF, where Y has r and F. So there are finitely many such pairs, all are made, and in each q must be lost for
who is to move exactly if no class in E is. A pair in which it is not gives a sum that was classed wrongly, and a further test.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from . import _chromex
from ._answers import BudgetExceeded
from ._game import Game

Part = Any
"""A heap by its size, or a piece of a path: the colours beside it and the number of its vertices between them."""
Word = tuple[Part, ...]
"""A sum of parts, sorted."""
Pair = tuple[int, frozenset[int]]


@dataclass(frozen=True)
class MisereQuotient:
    """The misère quotient of the sums of heaps, or paths, of up to so many counters or vertices."""

    name: str
    """The game."""
    to: int
    """The largest heap, or the longest path."""
    order: int
    """The number of classes."""
    lost: frozenset[int]
    """The classes that who is to move loses; class 0 is that of nothing."""
    classes: list[int]
    """The class of each heap or path, from 0 on."""
    product: list[list[int]]
    """The class of a sum, by those of its parts."""
    examples: list[Word]
    """A sum of each class."""
    period: tuple[int, int] | None
    """A period of the classes and where it begins, if it is proved for all heaps: then this is the quotient of the whole game."""

    def outcome(self, *heaps: int) -> str:
        """Who wins a sum of heaps or paths in misère play: ``'P'`` if who is to move loses.

        >>> quotient = misere_quotient("node-kayles", 10)
        >>> quotient.outcome(7), quotient.outcome(7, 7), quotient.outcome(9, 9)
        ('P', 'N', 'N')
        """
        found = 0
        for heap in heaps:
            if not 0 <= heap < len(self.classes):
                raise ValueError(f"{heap}: the quotient was found for sizes from 0 to {self.to}")
            found = self.product[found][self.classes[heap]]
        return "P" if found in self.lost else "N"

    @property
    def p_positions(self) -> list[int]:
        """The single heaps, or paths, that who is to move loses."""
        return [n for n, found in enumerate(self.classes) if found in self.lost]

    @property
    def tame(self) -> bool:
        """Whether the quotient is one of those of nim-heaps, which have 1, 2, 6, 10, 18, 34, … classes.

        Nothing and the single counter are *fickle*: each is its own inverse. All others are *firm*: a group in which each is its own
        inverse. The counter and the neutral element of that group are lost.

        >>> misere_quotient("node-kayles", 8).tame, misere_quotient("node-kayles", 9).tame
        (True, False)
        """
        if self.order <= 2:
            return True
        neutral = [q for q in range(1, self.order) if self.product[q][q] == q]
        if len(neutral) != 1:
            return False
        zero = neutral[0]
        firm = {self.product[zero][q] for q in range(self.order)}
        fickle = set(range(self.order)) - firm
        inverse = all(self.product[q][q] == (zero if q in firm else 0) for q in range(self.order))
        return len(fickle) == 2 and inverse and self.lost == fickle - {0} | {zero}

    def __repr__(self) -> str:
        proved = "" if self.period is None else f", period {self.period[0]} from {self.period[1]} on: of every size"
        return f"MisereQuotient({self.name} up to {self.to}: order {self.order}, {len(self.lost)} lost{proved})"


def misere_quotient(game: str | Game, to: int, *, most_classes: int = 200, most_sums: int = 2_000_000) -> MisereQuotient:
    """The misère quotient of an octal game, or of a colouring game on paths, up to a size.

    Games are octal codes, ``".123"``, and impartial games whose rule forbids pairs of colours at adjacent vertices, or one colour
    within a distance: ``"icol"``, ``"isnort"``, ``"proper:3"``, ``"distance:2:1"``, or one of your own. Where it is not found within
    the limits, `BudgetExceeded` says how far it went.

    >>> misere_quotient(".123", 23)
    MisereQuotient(.123 up to 23: order 20, 5 lost, period 5 from 5 on: of every size)
    >>> misere_quotient("icol", 4).p_positions
    [1, 3, 4]
    """
    if not isinstance(to, int) or to < 0:
        raise ValueError(f"to={to!r}: the largest size is a whole number from 0 on")
    name = str(game)
    parts, options, starts, longest = _game(name, to)
    learner = _Learner(options, most_classes, most_sums)
    for size, new in enumerate(parts):
        learner.add(new)
        try:
            learner.learn()
        except BudgetExceeded as exceeded:
            raise BudgetExceeded(exceeded.why, f"it is known up to {size - 1}") from None
    classes = [learner.class_of(start) for start in starts]
    period = None if longest is None else _period(classes, longest)
    lost, product = frozenset(learner.lost), learner.product
    return MisereQuotient(name, to, len(learner.reps), lost, classes, product, learner.reps, period)


def _period(classes: list[int], longest: int) -> tuple[int, int] | None:
    """The least period that proves itself: as for nimbers, if the classes repeat from n on up to 2n + 2p + longest.

    For then the options of a larger heap have the classes of the options of the heap that is smaller by p, by the same
    exchange of the larger of two heaps as in the theorem of Guy and Smith, and make no new pair.
    """
    last = len(classes) - 1
    for period in range(1, last):
        begin = last - period + 1
        while begin > 1 and classes[begin - 1] == classes[begin - 1 + period]:
            begin -= 1
        if last >= 2 * begin + 2 * period + longest:
            return period, begin
    return None


class _Learner:
    """Classes of sums, and the tests that tell them apart."""

    def __init__(self, options: Callable[[Part], list[Word]], most_classes: int, most_sums: int) -> None:
        self._options_of = options
        self._most_classes, self._most_sums = most_classes, most_sums
        self._options: dict[Part, list[Word]] = {}
        self._lost: dict[Word, bool] = {(): False}
        self.reps: list[Word] = [()]
        self._tests: list[Word] = [()]
        self._class: dict[Part, int] = {}
        self._letters: list[Part] = []
        self._table: list[dict[Part, int]] = []
        self.lost: set[int] = set()
        self.product: list[list[int]] = [[0]]

    def add(self, parts: Iterable[Part]) -> None:
        """Adds parts whose options are sums of parts that are there. Those without options are nothing."""
        for part in parts:
            options = {self._without_stuck(option) for option in self._options_of(part)}
            if options:
                self._options[part] = sorted(options, key=lambda word: (len(word), word))

    def _without_stuck(self, word: Word) -> Word:
        return tuple(part for part in word if part in self._options)

    def class_of(self, part: Part) -> int:
        return self._class.get(part, 0)

    def learn(self) -> None:
        """Finds the classes, and proves them."""
        while True:
            self._close()
            test = self._inconsistent()
            if test is None:
                self._multiply()
                wrong = self._unproved()
                if wrong is None:
                    return
                test = self._test_from(wrong)
            self._tests.append(test)

    def _is_lost(self, word: Word) -> bool:
        """Whether who is to move loses the sum, by search."""
        path = [word]
        while path:
            top = path[-1]
            if top in self._lost:
                path.pop()
                continue
            missing, lost = None, True
            for option in self._after(top):
                known = self._lost.get(option)
                if known:
                    missing, lost = None, False
                    break
                if known is None and missing is None:
                    missing = option
            if missing is None:
                if len(self._lost) >= self._most_sums:
                    raise BudgetExceeded(f"the limit on sums ({self._most_sums}) is reached")
                self._lost[top] = lost
            else:
                path.append(missing)
        return self._lost[word]

    def _after(self, word: Word) -> Iterable[Word]:
        for i, part in enumerate(word):
            if i == 0 or word[i - 1] != part:
                rest = word[:i] + word[i + 1 :]
                for option in self._options[part]:
                    yield _plus(rest, option)

    def _signature(self, word: Word) -> Hashable:
        return tuple(self._is_lost(_plus(word, test)) for test in self._tests)

    def _close(self) -> None:
        """Sees to it that each part, and each class with a part that is a class of its own, has a class."""
        letters = self._letters
        while True:
            index = {self._signature(rep): i for i, rep in enumerate(self.reps)}
            table: list[dict[Part, int]] = []
            for rep in self.reps:  # which grows
                table.append({part: self._found(index, _plus(rep, (part,))) for part in letters})
            found = {part: index.get(self._signature((part,))) for part in self._options}
            new = next((part for part, known in found.items() if known is None), None)
            if new is None:
                break
            letters.append(new)
        self._class = {part: known for part, known in found.items() if known is not None}
        self._table = table

    def _inconsistent(self) -> Word | None:
        """A test that tells a class and a letter from the class that they were put into, if some letter shows that they differ.

        Where there is none, letters can be added in any order, so that the product of classes is commutative and associative.
        """
        for rep, row in zip(self.reps, self._table, strict=True):
            for part, found in row.items():
                word = _plus(rep, (part,))
                if self.reps[found] == word:
                    continue
                for letter in self._letters:
                    for test in self._tests:
                        longer = _plus(test, (letter,))
                        if self._is_lost(_plus(word, longer)) != self._is_lost(_plus(self.reps[found], longer)):
                            return longer
        return None

    def _multiply(self) -> None:
        self.lost = {i for i, rep in enumerate(self.reps) if self._is_lost(rep)}
        self.product = [[self._walk(i, rep) for rep in self.reps] for i in range(len(self.reps))]

    def _found(self, index: dict[Hashable, int], word: Word) -> int:
        signature = self._signature(word)
        if signature not in index:
            if len(self.reps) >= self._most_classes:
                raise BudgetExceeded(f"the limit on classes ({self._most_classes}) is reached")
            index[signature] = len(self.reps)
            self.reps.append(word)
        return index[signature]

    def _walk(self, start: int, word: Word) -> int:
        """The class of a class and a sum of letters. (Representatives are such sums.)"""
        for part in word:
            start = self._table[start][part]
        return start

    def _class_of_word(self, word: Word) -> int:
        found = 0
        for part in word:
            found = self.product[found][self._class[part]]
        return found

    def _unproved(self) -> Word | None:
        """A sum whose class is won or lost against those of its options, if there is one."""
        moves: dict[Pair, Part] = {}
        for part, options in self._options.items():
            moves.setdefault((self._class[part], frozenset(map(self._class_of_word, options))), part)
        start: Pair = (0, frozenset())
        seen: dict[Pair, Word] = {start: ()}
        todo = [start]
        while todo:
            q, after = todo.pop()
            for (r, also), part in moves.items():
                joined = frozenset([self.product[e][r] for e in after] + [self.product[q][f] for f in also])
                pair = (self.product[q][r], joined)
                if pair not in seen:
                    seen[pair] = _plus(seen[q, after], (part,))
                    todo.append(pair)
                    if (pair[0] in self.lost) == bool(joined & self.lost):
                        return seen[pair]
            if len(seen) > self._most_sums:
                raise BudgetExceeded(f"the limit on sums ({self._most_sums}) is reached")
        return None

    def _test_from(self, wrong: Word) -> Word:
        """A sum that tells apart what was taken for equal, from one whose class, or an option's, is wrong."""
        words = (word for word in (wrong, *self._after(wrong)))
        word = next(word for word in words if self._is_lost(word) != (self._class_of_word(word) in self.lost))
        # First what is no letter is replaced by the sum of letters that it was taken for, …
        for part in [part for part in word if part not in self._letters]:
            rest = list(word)
            rest.remove(part)
            replaced = _plus(tuple(rest), self.reps[self._class[part]])
            if self._is_lost(replaced) != self._is_lost(word):
                return tuple(rest)
            word = replaced
        # … then letters are taken in one by one.
        for i in range(len(word)):
            before, after = (self.reps[self._class_of_word(word[:k])] for k in (i, i + 1))
            if self._is_lost(_plus(before, word[i:])) != self._is_lost(_plus(after, word[i + 1 :])):
                return word[i + 1 :]
        raise AssertionError("a wrong class has a step that is wrong")


def _plus(one: Word, other: Word) -> Word:
    return tuple(sorted(one + other))


Parts = tuple[list[list[Part]], Callable[[Part], list[Word]], list[Part], "int | None"]
"""The parts of each size, their options, the part that each size stands for, and for codes what a move takes at most."""


def _game(text: str, to: int) -> Parts:
    """The parts of a game up to a size."""
    if re.fullmatch(r"[04]?\.[0-7]+", text):
        return _code(text, to)
    try:
        rule = _chromex.pairs_forbidden(text)
    except ValueError:
        rule = None
    if rule is not None:
        colours, reach, pairs = rule
        if colours == 1 and 1 <= reach < 100:
            return _code("." + "1" * reach + "3" * reach + "7", to)
        if reach <= 1:
            forbidden = {*pairs, *((b, a) for a, b in pairs)}
            if forbidden == {(c, c) for c in range(1, colours + 1)}:
                # A piece knows the colours at its ends at most: three stand for more.
                colours = min(colours, 3)
            return _pieces(colours, lambda a, b: (a, b) not in forbidden, to)
    hint = "write an octal code such as .123, or a game such as node-kayles, distance:2:1, proper:3, icol or isnort"
    raise ValueError(f"{text!r} is no game whose quotient can be found: {hint}")


def _code(text: str, to: int) -> Parts:
    front, behind = text.split(".")
    digits = [int(front or 0), *map(int, behind.rstrip("0"))]

    def options(heap: int) -> list[Word]:
        found: list[Word] = []
        for taken, digit in enumerate(digits):
            left = heap - taken
            found += [()] if digit & 1 and left == 0 else []
            found += [(left,)] if digit & 2 and left > 0 and taken else []
            found += [(i, left - i) for i in range(1, left // 2 + 1)] if digit & 4 else []
        return found

    return [[heap] if heap else [] for heap in range(to + 1)], options, list(range(to + 1)), len(digits) - 1


def _pieces(colours: int, allows: Callable[[int, int], bool], to: int) -> Parts:
    """Colouring the i-th vertex of a piece between two colours, or ends, leaves two pieces."""
    ends = range(colours + 1)

    def piece(left: int, length: int, right: int) -> Word:
        return ((min(left, right), length, max(left, right)),) if length else ()

    def options(part: Part) -> list[Word]:
        left, length, right = part
        found = []
        for i in range(length):
            for c in ends[1:]:
                if (i or not left or allows(left, c)) and (i < length - 1 or not right or allows(c, right)):
                    found.append(_plus(piece(left, i, c), piece(c, length - 1 - i, right)))
        return found

    parts = [[(a, size, b) for a in ends for b in ends if a <= b and size] for size in range(to + 1)]
    return parts, options, [(0, size, 0) for size in range(to + 1)], None
