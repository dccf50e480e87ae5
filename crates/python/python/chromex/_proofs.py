"""Certificates: proofs that a small independent checker accepts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _chromex
from ._answers import BudgetExceeded, Rejected
from ._budget import budget
from ._files import write_whole
from ._game import Game
from ._graph import Graph
from ._position import position_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._budget import Limits


@dataclass(frozen=True)
class Proved:
    """What a certificate has proved."""

    says: str
    """The statement in words."""
    claim: str
    game: str
    graph: str
    positions: int
    replies: int


def prove(
    game: Any,
    graph: Any = None,
    colouring: Any = None,
    turn: str | None = None,
    *,
    claim: str | None = None,
    near: bool = False,
    output: str | os.PathLike[str] | None = None,
    **limits: Unpack[Limits],
) -> bytes:
    """A certificate of a claim about a position, or by default of its exact value.

    Claims are written ``"winner = alice"``, ``"outcome = P"``, ``"nimber = 2"``, ``"score >= 1"``,
    ``"value = 1/2"`` or ``"chi <= 4"``; the game ``"colouring"`` without a number of colours asks for
    χ_g, and a game with ``K`` for a number, such as ``"marking:K"``, for the least K with which Alice wins.
    With ``near``, Alice's wins in the colouring game are shown near vertices that can still go wrong, which
    is enough on boards with too many positions; by default it is claimed that she wins.
    The certificate is returned, and written to ``output`` if that is given. A false claim is a
    `ValueError`, and so is a claim of which there is no such proof.

    >>> certificate = prove("icol", "grid:3x3")
    >>> check(certificate).says
    'the nimber of icol on grid:3x3 is exactly *1'
    >>> check(prove("marking:K", "cycle:5")).says
    'col_g of cycle:5, the least K of marking:K (when Alice moves first) is exactly 3'
    >>> check(prove("colouring:4", "grid:5x5", near=True)).says
    'Alice wins colouring:4 on grid:5x5 when Alice moves first'
    >>> prove("icol", "grid:3x3", claim="nimber = 2")
    Traceback (most recent call last):
    ...
    ValueError: it is not true that the nimber of icol on grid:3x3 is exactly *2
    """
    is_game = graph is not None and isinstance(game, (str, Game))
    games = _chromex.family_claimed(str(game), claim) if is_game else None
    if games is not None:
        if colouring is not None:
            raise ValueError("χ_g and its like are about the uncoloured graph")
        board = Graph(graph)._core
        found, stopped = _chromex.prove_least(games, board, turn or "alice", claim, near, budget(**limits))
    else:
        position = position_of(game, graph, colouring, turn)
        found, stopped = _chromex.prove(position._core, claim, near, budget(**limits))
    if found is None:
        raise BudgetExceeded(stopped or "no certificate", "nothing is proved")
    check(found)
    if output is not None:
        write_whole(Path(output), found)
    return found


def check(certificate: bytes | str | os.PathLike[str], memory: int = 4 << 30) -> Proved:
    """Checks a certificate, given as bytes or as a file, by the rules of the game alone.

    >>> check(prove("colouring", "path:4")[:-1])
    Traceback (most recent call last):
    ...
    chromex._answers.Rejected: a reply is missing: the file ends too early
    """
    data = certificate if isinstance(certificate, bytes) else Path(certificate).read_bytes()
    proved, why = _chromex.check(data, memory)
    if proved is None:
        raise Rejected(why)
    return Proved(**proved)
