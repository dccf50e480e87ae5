"""Games that no description can say: their rules are Python functions, and plain search solves them, slowly."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union

from ._answers import Answer, BudgetExceeded, Statistics
from ._budget import known_limits
from ._graph import Graph
from ._values import Nimber, Value, PositionValue

Player = Literal["left", "right"]
Colouring = tuple[int, ...]
Step = Union[tuple[int, int], Literal["skip"]]
"""A vertex and the number of its colour, or a skipped turn."""
Key = tuple[Colouring, Player]

HOW = "plain search of Python functions (slow)"
"""How games of functions are solved: what an answer gives as its provenance."""

_PLAYERS: dict[str, Player] = {"left": "left", "alice": "left", "right": "right", "bob": "right"}
_OTHER: dict[Player, Player] = {"left": "right", "right": "left"}


@dataclass(frozen=True)
class State:
    """What the functions of a game are given: they can look at it and cannot change it."""

    graph: Graph
    """The graph."""
    colours: Colouring
    """The colour of each vertex as a number from 1 on, 0 for uncoloured."""
    player: Player
    """Who is to move: ``'left'`` (Alice) or ``'right'`` (Bob)."""

    @property
    def open(self) -> list[int]:
        """The uncoloured vertices."""
        return [v for v, colour in enumerate(self.colours) if colour == 0]

    def around(self, vertex: int) -> list[int]:
        """The colours of the coloured neighbours of a vertex."""
        return [self.colours[w] for w in self.graph.neighbours(vertex) if self.colours[w]]


class GameFunctionError(ValueError):
    """A function of a game raised, returned nonsense, or said two things about one position.

    ``function`` is its name, ``state`` the position that it was asked about. What was solved before stays solved.
    """

    def __init__(self, function: str, state: State, what: str) -> None:
        shown = "".join(_symbol(colour) for colour in state.colours)
        super().__init__(f"`{function}` {what}\n  at {shown} on {state.graph.name}, {state.player} to move")
        self.function, self.state = function, state


class FunctionGame:
    """A game whose rules are Python functions of a `State`.

    ``moves`` gives the legal moves of the player to move: vertices with numbers of colours, from 1 to ``colours``
    (or only vertices, if there is one colour), and ``"skip"`` where he may skip. How it ends: unless told otherwise who
    cannot move loses (``end="misere"``: wins). With ``result`` the game is over where that function returns something
    else than None: ``"alice"`` or ``"bob"`` has won (or ``"left"``, ``"right"``), or a whole number is the score, which
    Alice wants large.

    Proper colouring with two colours in which no vertex is coloured between coloured ones:

    >>> def moves(state):
    ...     return [(v, c) for v in state.open for c in (1, 2) if c not in state.around(v) and len(state.around(v)) < 2]
    >>> game = FunctionGame(moves, colours=2)
    >>> position = game.start("path:5")
    >>> position.value(), position.solve().provenance
    (*2, 'plain search of Python functions (slow)')

    Each function is asked twice about each position. One that raises, changes its mind or returns nonsense is a
    `GameFunctionError`:

    >>> FunctionGame(lambda state: [(9, 1)]).start("path:2").value()
    Traceback (most recent call last):
    ...
    chromex._functions.GameFunctionError: `<lambda>` returned (9, 1): there is no vertex 9, but 0 to 1
      at .. on path:2, left to move
    """

    def __init__(
        self,
        moves: Callable[[State], Iterable[Any]],
        result: Callable[[State], Any] | None = None,
        *,
        colours: int = 1,
        end: Literal["normal", "misere"] | None = None,
        name: str | None = None,
    ) -> None:
        for function in (moves, *([] if result is None else [result])):
            if not callable(function):
                raise TypeError(f"{function!r} is no function of a position")
        if not isinstance(colours, int) or not 1 <= colours <= 61:
            raise ValueError(f"colours={colours!r}: the number of colours is a number from 1 to 61")
        if end not in (None, "normal", "misere"):
            raise ValueError(f"end={end!r}: write 'normal' (who cannot move loses) or 'misere' (who cannot move wins)")
        self._moves, self._result = moves, result
        self.colours = colours
        """The number of colours."""
        self.end = end
        """What it means that a player cannot move; None if ``result`` says it."""
        if result is None and end is None:
            self.end = "normal"
        self.name = name or _name(moves)
        """What it is called."""
        self._boards: dict[Graph, _Table] = {}

    def start(self, graph: Any, turn: str = "left") -> FunctionPosition:
        """The position in which nothing is coloured."""
        graph = Graph(graph)
        return FunctionPosition(self, graph, (0,) * graph.order, _player(turn))

    def position(self, graph: Any, colouring: Any = None, turn: str | None = None) -> FunctionPosition:
        """A position: what is coloured so far is a list of numbers, or a dictionary from vertices to numbers."""
        start = self.start(graph, turn or "left")
        return start if colouring is None else start._with(_colours(self, start.graph, colouring))

    def _table(self, graph: Graph) -> _Table:
        return self._boards.setdefault(graph, _Table(self, graph))

    def __repr__(self) -> str:
        return f"FunctionGame({self.name})"


@dataclass(frozen=True)
class FunctionPosition:
    """A position of a `FunctionGame`; it never changes."""

    game: FunctionGame
    graph: Graph
    colours: Colouring
    turn: Player

    def _with(self, colours: Colouring, turn: Player | None = None) -> FunctionPosition:
        return FunctionPosition(self.game, self.graph, colours, turn or self.turn)

    @property
    def _asked(self) -> _Asked:
        return self.game._table(self.graph).ask((self.colours, self.turn))

    @property
    def result(self) -> str | int | None:
        """The winner or the score, if the game has ended."""
        asked = self._asked
        if asked.ended is not None:
            return _shown_points(asked.ended, asked.scored)
        if asked.moves:
            return None
        wins = self.turn if self.game.end == "misere" else _OTHER[self.turn]
        return _called(wins, self.game)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def moves(self) -> list[str]:
        """The legal moves of the player to move."""
        return [_written(step) for step in self._asked.moves]

    def play(self, *moves: Any) -> FunctionPosition:
        """The position after these moves, written ``"3=1"`` or ``(3, 1)``."""
        position = self
        for move in moves:
            written = _written(move) if isinstance(move, tuple) else str(move)
            steps = {_written(step): step for step in position._asked.moves}
            if written not in steps:
                raise ValueError(f"{written} is no legal move: there are {', '.join(steps) or 'none'}")
            position = position._with(*_after((position.colours, position.turn), steps[written]))
        return position

    def value(self, **limits: Any) -> PositionValue:
        """A `Nimber` or another `Value` of a game that who cannot move loses; otherwise the outcome class, the winner
        or the score."""
        return self._answer(False, **limits).value

    def outcome(self, **limits: Any) -> str:
        """Who wins: N, P, L or R, or Alice, Bob or ``'draw'``."""
        return str(self._answer(False, **limits).outcome)

    def solve(self, **limits: Any) -> Answer:
        """The value, and the best moves with what they lead to."""
        return self._answer(True, **limits)

    def best_moves(self, **limits: Any) -> list[str]:
        """The moves that win, or keep the score."""
        return list(self.solve(**limits).moves)

    def line(self, **limits: Any) -> list[str]:
        """A line of best play to the end of the game; who loses anyhow makes his first move."""
        position, line = self, []
        while not position.is_over:
            move = (position.best_moves(**limits) or position.moves())[0]
            line.append(move)
            position = position.play(move)
        return line

    def _answer(self, with_moves: bool, **limits: Any) -> Answer:
        known_limits(limits, frozenset(("seconds", "nodes")))
        table, key = self.game._table(self.graph), (self.colours, self.turn)
        meter = _Meter(str(self), **limits)
        value = table.value(key, meter)
        # After the game nobody moves.
        steps = table.ask(key).moves if with_moves and table.ask(key).ended is None else []
        after = {_written(step): table.value(_after(key, step), meter) for step in steps}
        best = {m: worth for m, worth in after.items() if table.is_good(value, worth, self.turn)}
        return Answer(
            position=str(self),
            value=table.shown(value),
            outcome=table.outcome(value),
            moves={m: table.shown(worth) for m, worth in best.items()},
            provenance=HOW,
            theorem=None,
            statistics=meter.statistics(),
        )

    def __str__(self) -> str:
        shown = "".join(map(_symbol, self.colours))
        return f"{self.game.name} {self.graph.name} {shown} {_called(self.turn, self.game).lower()}"

    def __repr__(self) -> str:
        return f"FunctionPosition({str(self)!r})"


@dataclass(frozen=True)
class _Asked:
    """What the functions say about a position."""

    moves: list[Step]
    ended: int | None
    """The score; 1 or -1 for a winner."""
    scored: bool


Found = Union[int, Value, tuple[bool, bool]]
"""A nimber, a value; in misère play whether Left and whether Right wins who begins; a score, 1 or -1 for a winner."""


class _Table:
    """What is known about a game on a graph: asked, checked, solved and remembered."""

    def __init__(self, game: FunctionGame, graph: Graph) -> None:
        self.game, self.graph = game, graph
        self._asked: dict[Key, _Asked] = {}
        self._found: dict[Hashable, Any] = {}
        self._scored: bool | None = None

    def ask(self, key: Key) -> _Asked:
        """What the functions say, once they have said it twice."""
        if key not in self._asked:
            self._asked[key] = self._ask_functions(State(self.graph, *key))
        return self._asked[key]

    def _ask_functions(self, state: State) -> _Asked:
        ended, scored = None, False
        if self.game._result is not None:
            said = _twice(self.game._result, state, lambda said: _result(self.game._result, state, said))
            if said is not None:
                ended, scored = said
                self._same_kind(scored, state)
        moves: list[Step] = []
        if ended is None:
            moves = _twice(self.game._moves, state, lambda said: _checked(self.game, state, said))
        if not moves and ended is None:
            if self.game.end is None:
                raise GameFunctionError(_name(self.game._result), state, "returned None, but there is no move")
            self._same_kind(False, state)
        return _Asked(moves, ended, scored)

    def _same_kind(self, scored: bool, state: State) -> None:
        if self._scored not in (None, scored):
            raise GameFunctionError(_name(self.game._result), state, "returned a score here and a winner elsewhere")
        self._scored = scored

    @property
    def _by_turn(self) -> bool:
        """Whether a position is searched for one player to move, since the game ends with a winner or a score."""
        return self.game._result is not None

    def value(self, key: Key, meter: _Meter) -> Found:
        """Who wins, or the value."""
        found: Found
        if self.game.end == "misere" and not self._by_turn:
            found = self._search((key[0], "left"), meter), self._search((key[0], "right"), meter)
        else:
            found = self._search(key if self._by_turn else key[0], meter)
        return found

    def _search(self, root: Hashable, meter: _Meter) -> Any:
        """Depth first, without recursion: what is found stays found, whatever happens later."""
        path: list[Hashable] = [root]
        on_path = {root}
        while path:
            top = path[-1]
            if top in self._found:
                on_path.discard(path.pop())
                continue
            children = self._children(top)
            missing = next((child for child in children if child not in self._found), None)
            if missing is None:
                meter.tick()
                self._found[top] = self._combined(top)
                continue
            if missing in on_path:
                # Every move but a skip colours something, and skips are for games searched by turn.
                state = State(self.graph, *missing)  # type: ignore[misc]
                raise GameFunctionError(_name(self.game._moves), state, "lets a position come back: the game need not end")
            path.append(missing)
            on_path.add(missing)
        return self._found[root]

    def _is_pair(self) -> bool:
        return self._by_turn or self.game.end == "misere"

    def _children(self, node: Any) -> list[Hashable]:
        if self._is_pair():
            return [_after(node, step) for step in self.ask(node).moves]
        return [_after((node, player), step)[0] for player in _OTHER for step in self.ask((node, player)).moves]

    def _combined(self, node: Any) -> Any:
        """The value of a position whose options are all known."""
        if not self._is_pair():
            sides = [[self._found[_after((node, p), s)[0]] for s in self.ask((node, p)).moves] for p in _OTHER]
            return self._normal(node, *sides)
        asked, player = self.ask(node), node[1]
        after = [self._found[_after(node, step)] for step in asked.moves]
        if self.game._result is None:
            return not after or not all(after)
        if asked.ended is not None:
            return asked.ended
        if not after:
            return 1 if (player == "left") == (self.game.end == "misere") else -1
        return max(after) if player == "left" else min(after)

    def _normal(self, node: Colouring, left: list[int | Value], right: list[int | Value]) -> int | Value:
        """The nimber while both players have the same moves; otherwise the canonical form."""
        same = set(self.ask((node, "left")).moves) == set(self.ask((node, "right")).moves)
        if same and all(isinstance(value, int) for value in left):
            return next(heap for heap in itertools.count() if heap not in left)
        return Value.of(map(_as_value, left), map(_as_value, right))

    def is_good(self, value: Found, after: Found, player: Player) -> bool:
        """Whether a move to this wins, or keeps the score."""
        if self._by_turn:
            return after == value and (self._scored or after == (1 if player == "left" else -1))
        if isinstance(after, tuple):
            return not after[player == "left"]
        if isinstance(after, int):
            return after == 0
        return after >= 0 if player == "left" else after <= 0

    def shown(self, found: Found) -> PositionValue:
        """What people see of it."""
        if isinstance(found, tuple):
            return _class(*found)
        if not self._by_turn:
            return _as_value(found)
        assert isinstance(found, int)
        return _shown_points(found, bool(self._scored))

    def outcome(self, found: Found) -> str:
        """Who wins."""
        if isinstance(found, tuple):
            return _class(*found)
        if not self._by_turn:
            return _as_value(found).outcome
        assert isinstance(found, int)
        return "draw" if found == 0 else "Alice" if found > 0 else "Bob"


class _Meter:
    """Counts positions and seconds, and stops when there were enough."""

    def __init__(self, line: str, seconds: float | None = None, nodes: int | None = None) -> None:
        self._line, self._seconds, self._nodes = line, seconds, nodes
        self._began, self._positions = time.monotonic(), 0

    def tick(self) -> None:
        self._positions += 1
        why = None
        if self._nodes is not None and self._positions > self._nodes:
            why = f"the limit on positions ({self._nodes}) is reached"
        elif self._seconds is not None and time.monotonic() - self._began > self._seconds:
            why = f"the limit on time ({self._seconds} s) is reached"
        if why:
            empty = Answer(self._line, None, None, {}, HOW, None, self.statistics(), stopped=why)
            raise BudgetExceeded(why, "what was solved is kept: asked again, the search goes on", empty)

    def statistics(self) -> Statistics:
        return Statistics(self._positions, 0, time.monotonic() - self._began)


def _twice(function: Callable[[State], Any], state: State, checked: Callable[[Any], Any]) -> Any:
    """What a function says about a position, asked twice."""
    said = []
    for _ in range(2):
        try:
            answer = function(state)
            # A generator runs only now, and may raise here.
            said.append(checked(answer))
        except (GameFunctionError, KeyboardInterrupt):
            raise
        except Exception as error:
            what = f"raised {type(error).__name__}: {error}"
            raise GameFunctionError(_name(function), state, what) from error
    first, second = said
    if first != second:
        raise GameFunctionError(_name(function), state, f"changed its mind: first {first!r}, then {second!r}")
    return first


def _checked(game: FunctionGame, state: State, said: Any) -> list[Step]:
    """The moves that a function returned, each once, if they make sense."""
    order, name = len(state.colours), _name(game._moves)

    def wrong(what: str) -> GameFunctionError:
        return GameFunctionError(name, state, f"returned {what}")

    if isinstance(said, (str, bytes, Mapping)) or not isinstance(said, Iterable):
        raise wrong(f"{said!r}: a list of moves is wanted")
    # An endless list is noticed: there are no more moves than these, even if some come twice or thrice.
    most = 4 * (order * game.colours + 1)
    found: dict[Step, None] = {}
    for count, move in enumerate(said):
        if count >= most:
            raise wrong(f"more than {most} moves, of which there can be {most // 4}")
        found[_step(game, state, move, wrong)] = None
    return sorted(found, key=lambda step: (step == "skip", step))


def _step(game: FunctionGame, state: State, move: Any, wrong: Callable[[str], GameFunctionError]) -> Step:
    """A move, if it makes sense."""
    if isinstance(move, str):
        if move != "skip":
            raise wrong(f"{move!r}: a move is a vertex and a colour, or 'skip'")
        if game._result is None:
            raise wrong("'skip': who may skip is never without a move, so a game with skips needs `result`")
        return "skip"
    pair = (move, 1) if game.colours == 1 and not isinstance(move, (tuple, list)) else move
    try:
        vertex, colour = pair
        vertex, colour = vertex.__index__(), colour.__index__()
    except (TypeError, ValueError, AttributeError):
        raise wrong(f"{move!r}: a move is a vertex and the number of a colour") from None
    if not 0 <= vertex < len(state.colours):
        raise wrong(f"{move!r}: there is no vertex {vertex}, but 0 to {len(state.colours) - 1}")
    if not 1 <= colour <= game.colours:
        raise wrong(f"{move!r}: there is no colour {colour}, but 1 to {game.colours}")
    if state.colours[vertex]:
        raise wrong(f"{move!r}: vertex {vertex} is already coloured")
    return vertex, colour


def _result(function: Any, state: State, said: Any) -> tuple[int, bool] | None:
    """The score, and whether it is more than who has won; None if the game goes on."""
    if said is None:
        return None
    if isinstance(said, str) and said.lower() in _PLAYERS:
        return (1 if _PLAYERS[said.lower()] == "left" else -1), False
    if isinstance(said, bool) or not hasattr(said, "__index__"):
        what = f"returned {said!r}: None, 'alice', 'bob' or a whole number is wanted"
        raise GameFunctionError(_name(function), state, what)
    return said.__index__(), True


def _after(key: Key, step: Step) -> Key:
    colours, player = key
    if step == "skip":
        return colours, _OTHER[player]
    vertex, colour = step
    return (*colours[:vertex], colour, *colours[vertex + 1 :]), _OTHER[player]


def _as_value(found: int | Value | tuple[bool, bool]) -> Value:
    assert not isinstance(found, tuple)
    return Nimber(found) if isinstance(found, int) else found


def _class(left: bool, right: bool) -> str:
    """The outcome class, by whether Left and whether Right wins who begins."""
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[left, right]


def _shown_points(points: int, scored: bool) -> str | int:
    return points if scored else "Alice" if points > 0 else "Bob"


def _called(player: Player, game: FunctionGame) -> str:
    left, right = ("Left", "Right") if game._result is None else ("Alice", "Bob")
    return left if player == "left" else right


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", None) or type(function).__name__)


def _player(turn: str) -> Player:
    if not isinstance(turn, str) or turn.lower() not in _PLAYERS:
        raise ValueError(f"there is no player {turn!r}: write 'left' or 'right', 'alice' or 'bob'")
    return _PLAYERS[turn.lower()]


def _written(step: Any) -> str:
    return "skip" if step == "skip" else f"{step[0]}={step[1]}"


def _symbol(colour: int) -> str:
    return ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[colour]


def _colours(game: FunctionGame, graph: Graph, given: Any) -> Colouring:
    """What is coloured so far."""
    if isinstance(given, Mapping):
        number = {label: v for v, label in enumerate(graph.labels)}
        if unknown := [v for v in given if v not in number]:
            raise ValueError(f"there is no vertex {unknown[0]!r}")
        listed = [0] * graph.order
        for v, colour in given.items():
            listed[number[v]] = colour
    else:
        listed = list(given)
    if len(listed) != graph.order:
        raise ValueError(f"{len(listed)} colours given for {graph.order} vertices")
    if bad := [c for c in listed if not isinstance(c, int) or not 0 <= c <= game.colours]:
        raise ValueError(f"there is no colour {bad[0]!r}, but 1 to {game.colours}, and 0 for none")
    return tuple(listed)
