"""Strategies of the papers: to play against, and against whom they are put to the test."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _chromex
from ._budget import budget
from ._position import Position, position_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._budget import Limits


class Reply(NamedTuple):
    """A move of a strategy with the reason for it."""

    move: str
    case: str
    """The case of the proof that it follows, as the paper names it."""
    escaped: bool
    """Whether no case applied."""


class Strategy:
    """One side of a game in progress, played by a theorem that never searches.

    >>> start = Position("colouring:4", "grid:4x9", turn="bob")
    >>> alice = Strategy("column-twins", start)
    >>> alice.side, alice.promise
    ('Alice', 'Alice wins')
    >>> alice.play("0=3").move
    '18=3'
    >>> alice.position.turn
    'Bob'
    """

    def __init__(
        self, name: str, position: Position | str, side: str | None = None, literal: bool = False
    ) -> None:
        self.position = position_of(position)
        """The position in which the opponent is to move."""
        self._core = _chromex.Strategy(name, self.position._core, side, literal)

    @property
    def side(self) -> str:
        """The side it plays."""
        return self._core.side

    @property
    def promise(self) -> str:
        """What it promises to reach."""
        return self._core.promise

    def play(self, move: str | None = None) -> Reply | None:
        """Makes the opponent's move, if there is one to make, and answers it.

        ``None`` if the game is over then, or the strategy knows no move.
        """
        if move is not None:
            self._note(move)
        if self.position.is_over or self.position.turn != self.side:
            return None
        answer = self._core.answer()
        if answer is None:
            return None
        reply = Reply(*answer)
        self._note(reply.move)
        return reply

    def _note(self, move: str) -> None:
        after = self.position.play(move)
        self._core.played(self.position.turn, move)
        self.position = after

    def explain(self) -> str:
        """How it sees the position."""
        return self._core.explain()


@dataclass(frozen=True)
class Duel:
    """What came of a strategy's games against an opponent."""

    side: str
    promise: str
    games: int
    moves: int
    positions: int | None
    cases: dict[str, int]
    """How often each case of the proof was used."""
    escapes: int
    """How often no case applied."""
    losses: int
    """Games in which the promise was broken."""
    loss: tuple[str, list[str]] | None
    """Of these one: what happened, and the moves."""
    stopped: str | None
    """Why not all was tried, if it was not."""


def duel(
    name: str,
    game: Any,
    graph: Any = None,
    colouring: Any = None,
    turn: str | None = None,
    *,
    against: str = "every",
    side: str | None = None,
    literal: bool = False,
    amount: int = 1000,
    seed: int = 1,
    **limits: Unpack[Limits],
) -> Duel:
    """Puts a strategy to the test against every opponent, or ``random``, ``trouble`` or ``engine``.

    >>> result = duel("mirror", "icol", "grid:2x4")
    >>> result.promise, result.losses
    ('Right wins', 0)
    """
    position = position_of(game, graph, colouring, turn)
    raw = _chromex.duel(
        name, position._core, side, literal, against, amount, seed, budget(**limits)
    )
    report = json.loads(raw)
    tally, loss = report["opponents"][0], report["opponents"][0]["loss"]
    counts = ("games", "moves", "positions", "cases", "escapes", "losses", "stopped")
    return Duel(
        side=report["side"],
        promise=report["promise"],
        loss=None if loss is None else (loss["what"], [played["move"] for played in loss["moves"]]),
        **{name: tally[name] for name in counts},
    )
