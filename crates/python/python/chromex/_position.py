"""Positions, and questions about them."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from . import _chromex
from ._answers import Answer, BudgetExceeded, Statistics, answer_of
from ._budget import asked
from ._export import Exported
from ._functions import FunctionGame
from ._game import Game
from ._graph import Graph, Labels
from ._sum import Sum
from ._values import Number, Value, PositionValue, value_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._budget import Asked

Move = Hashable
"""``"3=B"``, ``(3, "B")`` or, if there is only one colour, ``3``; for 3, the name of a vertex will do."""


class Position(Exported):
    """A game, a graph, a partial colouring and whose turn it is; it never changes.

    It is given in one line, or by a game and a graph with what is coloured so far: a text in the same
    notation, a list of numbers (0 for uncoloured), or a dictionary from vertices to colours.

    >>> position = Position("icol grid:2x3 B../..W left")
    >>> position == Position("icol", "grid:2x3", {0: "B", 5: "W"})
    True
    >>> position.moves()
    ['1=W', '2=B', '3=W', '4=B']
    >>> position.play("1=W").value()
    *1
    """

    __slots__ = ("_core", "_labels")

    _core: _chromex.Position
    _labels: Labels | None

    def __init__(
        self,
        game: str | Game,
        graph: Any = None,
        colouring: str | list[int] | dict[Any, Any] | None = None,
        turn: str | None = None,
    ) -> None:
        game = str(game)
        if graph is None:
            if colouring is not None or turn is not None:
                raise TypeError("a position in one line needs no further arguments")
            self._core, self._labels = _chromex.Position.parse(game), None
            return
        board = Graph(graph)
        self._core = _chromex.Position(game, board._core, _colouring(game, board, colouring), turn)
        self._labels = board._labels

    @classmethod
    def _of(cls, core: _chromex.Position, labels: Labels | None = None) -> Position:
        position = cls.__new__(cls)
        position._core, position._labels = core, labels
        return position

    @property
    def game(self) -> str:
        """The game with its parameters."""
        return self._core.game

    @property
    def graph(self) -> Graph:
        """The graph."""
        return Graph._of(self._core.graph, self._labels)

    @property
    def turn(self) -> str:
        """Whose turn it is: Left or Right, Alice or Bob."""
        return self._core.turn

    @property
    def convention(self) -> str:
        """How the game is won: impartial, partisan, maker-breaker or scoring."""
        return self._core.convention

    @property
    def colouring(self) -> str:
        """What is coloured so far, one symbol a vertex."""
        return self._core.colouring

    @property
    def colours(self) -> list[int]:
        """The colour of each vertex as a number, 0 for uncoloured."""
        return self._core.colours()

    def moves(self) -> list[str]:
        """The legal moves of the player to move."""
        return self._core.moves()

    def play(self, *moves: Move) -> Position:
        """The position after these moves; `ValueError` if one is not legal.

        A move is written as `moves` writes it, or as a vertex and a colour, of which the colour may be left out
        where there is only one. A vertex is its number or, of a graph from networkx, its name there (a number inside a
        string is always that of the vertex, as `moves` writes it).

        >>> Position("icol", "path:3").play((0, "B"), (2, "W")).colouring
        'B.W'
        >>> Position("node-kayles", "path:3").play(1).is_over
        True

        >>> Position("icol", "path:3").play("0=B").play("0=W")
        Traceback (most recent call last):
        ...
        ValueError: 0=W: vertex 0 is already coloured
        """
        core = self._core
        for move in moves:
            core = core.play(self._written(move))
        return Position._of(core, self._labels)

    def _written(self, move: Move) -> str:
        """A move as it is written."""
        if isinstance(move, str) and (not self._labels or move not in self._labels):
            name, _, symbol = move.rpartition("=")
            if not self._labels or name.isdigit() or name not in self._labels:
                return move
            move = (name, symbol)
        labels = self.graph.labels
        vertex, colour = (move, None) if move in labels or not isinstance(move, tuple) else move
        if vertex in labels:
            vertex = labels.index(vertex)
        if colour is not None:
            return f"{vertex}={colour}"
        fitting = [legal for legal in self.moves() if legal.split("=")[0] == str(vertex)]
        if not fitting:
            raise ValueError(f"{move!r}: no legal move colours vertex {vertex}")
        if len(fitting) > 1:
            raise ValueError(f"{move!r} may be {' or '.join(fitting)}: give a vertex and a colour")
        return fitting[0]

    def with_turn(self, turn: str) -> Position:
        """The same position with this player to move."""
        return Position._of(self._core.with_turn(turn), self._labels)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def result(self) -> str | int | None:
        """The winner or the score, if the game has ended."""
        winner, score = self._core.result()
        return winner if score is None else score

    def value(self, **limits: Unpack[Asked]) -> PositionValue:
        """The exact value: a `Nimber` or another `Value`, a score or the winner.

        >>> Position("snort", "path:2").value(), Position("connected", "path:4").value()
        (±1, 0)
        """
        answer = answer_of(str(self), _chromex.ask(self._core, "value", *asked(**limits)))
        if answer.value is None:
            raise BudgetExceeded(answer.known or "the value is not known", None, answer)
        return answer.value

    def outcome(self, **limits: Unpack[Asked]) -> str:
        """Who wins; reaches further than `value`.

        >>> Position("icol", "grid:4x4").outcome(), Position("colouring:3", "cycle:5").outcome()
        ('P', 'Alice')
        """
        answer = answer_of(str(self), _chromex.ask(self._core, "outcome", *asked(**limits)))
        if answer.outcome is None:
            raise BudgetExceeded(answer.known or "the outcome is not known", None, answer)
        return answer.outcome

    def solve(self, **limits: Unpack[Asked]) -> Answer:
        """The value, the best moves and where they come from."""
        return answer_of(str(self), _chromex.ask(self._core, "best moves", *asked(**limits)))

    def move_values(self, **limits: Unpack[Asked]) -> dict[str, PositionValue]:
        """Every legal move with the value it leads to.

        >>> Position("icol", "path:2").move_values()
        {'0=B': *1, '0=W': *1, '1=B': *1, '1=W': *1}
        """
        return answer_of(str(self), _chromex.ask(self._core, "all moves", *asked(**limits))).moves

    def best_moves(self, **limits: Unpack[Asked]) -> list[str]:
        """The moves that win, or keep the score; searched for, whatever theorems say.

        >>> Position("node-kayles", "path:3").best_moves()
        ['1=1']
        """
        limits["by"] = "search"
        return list(self.solve(**limits).moves)

    def line(self, **limits: Unpack[Asked]) -> list[str]:
        """A line of best play to the end of the game.

        >>> Position("node-kayles", "path:4").line()
        ['0=1', '2=1']
        """
        moves, values, stopped = _chromex.line(self._core, *asked(**limits))
        if stopped:
            known = f"the line begins {', '.join(moves)}" if moves else None
            raise BudgetExceeded(stopped, known, [value_of(json.loads(value)) for value in values])
        return moves

    def __add__(self, other: Position | Value | Number | Sum) -> Sum:
        """The sum of this position and another, of any game in which who cannot move loses, or a value.

        >>> total = Position("snort", "path:5") + Position("icol", "cycle:7") + Value("*3")
        >>> total.outcome(), total.best_moves()
        ('N', [(0, '1=B'), (0, '2=B'), (0, '3=B')])
        """
        return Sum([(False, self)]) + other

    def __radd__(self, other: Value | Number) -> Sum:
        return Sum([]) + other + self

    def __sub__(self, other: Position | Value | Number | Sum) -> Sum:
        return Sum([(False, self)]) - other

    def __rsub__(self, other: Value | Number) -> Sum:
        return Sum([]) + other - self

    def __neg__(self) -> Sum:
        """The position with the players' places changed."""
        return Sum([(True, self)])

    def canonical(self) -> Position:
        """A position of the same value that is equal for positions which symmetry makes alike.

        >>> one, other = Position("icol path:3 B.. left"), Position("icol path:3 ..W right")
        >>> one.canonical() == other.canonical()
        True
        """
        return Position._of(self._core.canonical())

    def __str__(self) -> str:
        return self._core.line()

    def __repr__(self) -> str:
        return f"Position({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self.game, self.graph, tuple(self.colours), self.turn)

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (str(self), self._labels))


def _restore(line: str, labels: Labels | None) -> Position:
    return Position._of(_chromex.Position.parse(line), labels)


def _colouring(game: str, graph: Graph, given: Any) -> str | None:
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, dict):
        number = {label: v for v, label in enumerate(graph.labels)}
        return ",".join(f"{number.get(v, v)}={c}" for v, c in given.items()) or None
    start = _chromex.Position(game, graph._core)
    cells, names = len(start.colours()), start.palette()
    numbers = [int(c) for c in given]
    if len(numbers) != cells:
        raise ValueError(f"{len(numbers)} colours given for {cells} vertices")
    if bad := [c for c in numbers if not 0 <= c <= len(names)]:
        raise ValueError(f"there is no colour {bad[0]}")
    symbols = ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    if names and not names[0].startswith("colour"):
        symbols = "." + "".join(name[0] for name in names)
    return "".join(symbols[c] for c in numbers)


def position_of(game: Any, graph: Any = None, colouring: Any = None, turn: str | None = None) -> Position:
    """What was given as a position."""
    if isinstance(game, Position):
        return game
    return Position(game, graph, colouring, turn)


def solve(
    game: str | Game | FunctionGame | Position,
    graph: Any = None,
    colouring: Any = None,
    turn: str | None = None,
    **limits: Unpack[Asked],
) -> Answer:
    """The value, outcome and best moves of a game on a graph, or of a position.

    >>> answer = solve("icol", "grid:3x3", by="search")
    >>> answer.value, answer.outcome, answer.provenance
    (*1, 'N', 'search')
    >>> solve("icol", "grid:2x6")
    Answer('icol grid:2x6 ....../...... left': *0, outcome P, by Proposition 3 of Beaulieu et al.)
    >>> solve("icoll", "grid:3x3")
    Traceback (most recent call last):
    ...
    ValueError: unknown game `icoll`
      icoll
      ^^^^^
      did you mean `icol`?

    When a budget runs out, `BudgetExceeded` says what is known.

    >>> solve("icol", "grid:7x7", nodes=10, by="search")
    Traceback (most recent call last):
    ...
    chromex._answers.BudgetExceeded: the limit on positions (10) is reached; the value is at least *1 and at most *98
    """
    if isinstance(game, FunctionGame):
        return game.position(graph, colouring, turn).solve(**limits)
    return position_of(game, graph, colouring, turn).solve(**limits)


class Chi(int):
    """A game chromatic number: an integer that knows who wins with 1, 2, … colours."""

    winners: list[str | None]
    stored: int
    """How many of the winners come from the results store."""
    merged: str | None
    """A file that some of these were merged from, if any was and has not been found again here."""
    statistics: Statistics


def chi(
    graph: Any,
    first: str = "alice",
    all: bool = False,
    game: str | Callable[[int], FunctionGame] = "colouring:K",
    **limits: Unpack[Asked],
) -> Chi:
    """The game chromatic number χ_g of a graph, or χ_g^B with ``first="bob"``.

    With another game, the least K with which Alice wins it: ``"marking:K"`` for the game colouring number,
    ``"edge-colouring:K"`` for the game chromatic index, ``"colouring:K:bob-skips"``, or one of your own. It may also be
    a function that gives the `FunctionGame` with the number K; then numbers up to that of the vertices are tried.

    >>> chi("grid:3x3"), chi("petersen:5,2").winners
    (4, ['Bob', 'Bob', 'Bob', 'Alice'])
    >>> chi("petersen:5,2", game="marking:K"), chi("complete:4", game="edge-colouring:K")
    (4, 5)
    """
    if not isinstance(game, str):
        return _chi_of_functions(Graph(graph), first, all, game, **limits)
    report = json.loads(_chromex.chi(game, Graph(graph)._core, first, all, *asked(**limits)))
    if report["number"] is None:
        low, high = report["bounds"]
        known = f"it is {low} or more" if high is None else f"it is from {low} to {high}"
        raise BudgetExceeded(report["stopped"] or "not known", known, (low, high))
    number = Chi(report["number"])
    number.winners, number.stored, number.merged = report["winners"], report["stored"], report["merged"]
    number.statistics = Statistics(report["positions"], report["bytes"], report["seconds"])
    return number


def _chi_of_functions(
    graph: Graph, first: str, all: bool, game: Callable[[int], FunctionGame], **limits: Any
) -> Chi:
    winners: list[str | None] = []
    positions, seconds = 0, 0.0
    for k in range(1, graph.order + 1):
        answer = game(k).start(graph, first).solve(**limits)
        if answer.value not in ("Alice", "Bob"):
            raise ValueError(f"with K = {k} the result is {answer.value}: the least K is asked of games with a winner")
        winners.append(str(answer.value))
        positions, seconds = positions + answer.statistics.positions, seconds + answer.statistics.seconds
        if answer.value == "Alice" and not all:
            break
    if "Alice" not in winners and graph.order:
        raise ValueError(f"Bob wins with every K up to {graph.order}, the number of vertices")
    number = Chi(winners.index("Alice") + 1 if winners else 0)
    number.winners, number.stored, number.merged = winners, 0, None
    number.statistics = Statistics(positions, 0, seconds)
    return number


def in_a_star(graph: Any, **limits: Unpack[Asked]) -> bool:
    """Whether Alice can force a single red component (the class A* of Bensmail et al.).

    >>> in_a_star("star:5"), in_a_star("path:6")
    (True, False)
    """
    answer = _about_red("a_star", graph, **limits)
    if answer.a_star is None:
        raise BudgetExceeded(answer.known or "not known", None, answer)
    return answer.a_star


def a_mu(graph: Any, **limits: Unpack[Asked]) -> int:
    """The order of the largest red component that Alice can force (A_µ of Bensmail et al.).

    >>> a_mu("grid:2x3"), a_mu_star("grid:2x3")
    (3, 0)
    """
    return _red_order("a_mu", graph, **limits)


def a_mu_star(graph: Any, **limits: Unpack[Asked]) -> int:
    """The same while she wins; 0 if she does not win (A_µ* of Bensmail et al.)."""
    return _red_order("a_mu_star", graph, **limits)


def _red_order(question: str, graph: Any, **limits: Unpack[Asked]) -> int:
    answer = _about_red(question, graph, **limits)
    if answer.value is None:
        raise BudgetExceeded(answer.known or "not known", None, answer)
    return int(answer.value)


def _about_red(question: str, graph: Any, **limits: Unpack[Asked]) -> Answer:
    """The answer to a question about Alice's component in the largest connected subgraph game."""
    position = Position("connected", graph)
    return answer_of(str(position), _chromex.ask(position._core, question, *asked(**limits)))
