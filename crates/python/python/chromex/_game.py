"""Games of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import _chromex


def _listed(value: Any) -> str:
    """A list as it stands in a description."""
    return value if isinstance(value, str) else ",".join(map(str, value)) if isinstance(value, Iterable) else str(value)


class Game:
    """A game: a listed one by its name, or one of your own by its description.

    A description says which colours there are (a number, or names), who may use which, which pairs may not
    stand together (``"Red-Blue"``, ``"Red-Blue/2"`` within distance 2, ``"Red>Blue"`` along an arc,
    ``"same"``, ``"different"``, ``"consecutive"``), what is coloured, which places are open, who may skip
    and how it ends. It can be used wherever the name of a game is.

    >>> game = Game(colours=["Red", "Green"], forbid=["Red-Red/2"])
    >>> str(game), game.convention
    ('own:colours=Red,Green:forbid=Red-Red/2', 'impartial')
    >>> from chromex import Position
    >>> Position(game, "path:5").value()
    *1
    >>> Game(colours=2, forbid="same") == Game("icol")
    True
    >>> Game(colours=2, forbid="sam")
    Traceback (most recent call last):
    ...
    ValueError: `sam` is no pair of colours
      own:colours=2:forbid=sam
                           ^^^
      did you mean `same`?
    """

    __slots__ = ("_report",)

    _report: dict[str, Any]

    def __init__(
        self,
        text: str | None = None,
        *,
        colours: int | str | Iterable[str] | None = None,
        left: str | Iterable[str | int] | None = None,
        right: str | Iterable[str | int] | None = None,
        forbid: str | Iterable[str] | None = None,
        on: str | None = None,
        boards: str | None = None,
        open: str | Iterable[int] | None = None,
        skip: str | None = None,
        end: str | None = None,
    ) -> None:
        clauses = {
            "colours": colours, "left": left, "right": right, "forbid": forbid, "on": on,
            "boards": boards, "open": open, "skip": skip, "end": end,
        }  # fmt: skip
        given = [f"{key}={_listed(value)}" for key, value in clauses.items() if value is not None]
        if (text is None) == (not given):
            raise TypeError("a game is given by its text, or by its clauses: Game(colours=2, forbid='same')")
        self._report = json.loads(_chromex.describe_game("own:" + ":".join(given) if text is None else text))

    @classmethod
    def read(cls, path: str | Path) -> Game:
        """The game that a file describes, one clause a line."""
        return cls(Path(path).read_text(encoding="utf-8"))

    @property
    def identity(self) -> str:
        """What the game is known by: two spellings of one game have the same."""
        identity: str = self._report["identity"]
        return identity

    @property
    def convention(self) -> str:
        """How it is won: impartial, partisan, misere, maker-breaker or scoring."""
        convention: str = self._report["convention"]
        return convention

    @property
    def rules(self) -> list[str]:
        """The rules as they were understood, in sentences."""
        return list(self._report["rules"])

    @property
    def report(self) -> dict[str, Any]:
        """All that `chromex games check` tells: also the engine, theorems and an example."""
        return dict(self._report)

    def __str__(self) -> str:
        return str(self._report["game"])

    def __repr__(self) -> str:
        return f"Game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)
