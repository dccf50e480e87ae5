"""The results store: exact answers that were dear, kept between runs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _chromex
from ._answers import Answer, Row, answer_of
from ._budget import budget
from ._position import position_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._budget import Limits


@dataclass(frozen=True)
class Verified:
    """What a check of a store found."""

    confirmed: int
    """Answers that were found again."""
    proved: int
    """How many of these had been merged from elsewhere; they count as found here from now on."""
    undecided: int
    """Answers that could not be found again within the limits."""
    wrong: list[str]
    """Answers that are wrong, each with what is wrong about it."""
    damaged: list[str]
    """What is damaged: answers that are not what was written, and the file itself."""


class Store:
    """The answers that were kept: the user's own, or those in a file, which is made if need be.

    The ``chromex`` program, its server and this package use the same files, several at once if they
    like. An answer is found for every position that symmetry of the graph, or renaming alike colours,
    turns into the one it was found for. Searches that took a millisecond or more are kept.

    >>> import tempfile
    >>> from chromex import solve
    >>> store = Store(tempfile.mkdtemp() + "/answers.sqlite")
    >>> answer = solve("icol", "grid:3x5", by="search", store=store)
    >>> len(store), store.get("icol", "grid:3x5").value
    (1, *3)
    >>> store.verify().confirmed
    1
    """

    __slots__ = ("_core",)

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        place = _chromex.default_store() if path is None else os.fsdecode(path)
        if place is None:
            raise ValueError("the store is switched off (CHROMEX_STORE is off), or no home folder is known")
        self._core = _chromex.Store(place)

    @property
    def path(self) -> str:
        """The file."""
        return self._core.path

    def __fspath__(self) -> str:
        return self.path

    def get(
        self, game: Any, graph: Any = None, colouring: Any = None, turn: str | None = None
    ) -> Answer | None:
        """What is known about a position, which is given as for `solve`; nothing is searched."""
        position = position_of(game, graph, colouring, turn)
        raw = self._core.get(position._core)
        return None if raw is None else answer_of(str(position), raw)

    def summary(self) -> list[Row]:
        """For each game, how many answers there are, how many of them were merged from elsewhere and not
        found again here, and the seconds of search that they cost."""
        names = ("game", "entries", "merged", "seconds")
        return [Row(dict(zip(names, game))) for game in self._core.summary()]

    def damaged(self) -> list[str]:
        """The answers that are not what was written, as far as they can be read. They are not used."""
        return self._core.damaged()

    def verify(
        self,
        sample: int | None = None,
        *,
        merged: bool = False,
        forget: bool = False,
        **limits: Unpack[Limits],
    ) -> Verified:
        """Finds answers again, all or so many at random, and compares.

        ``merged`` checks only those that were merged from elsewhere: what is found again counts as found
        here. ``forget`` removes wrong and damaged ones.
        """
        limits["by"] = "search"
        return Verified(**self._core.verify(sample, merged, forget, budget(**limits)))

    def export(self, path: str | os.PathLike[str]) -> int:
        """Writes every answer as a line of JSON; how many there are."""
        return self._core.export(os.fsdecode(path))

    def merge(self, path: str | os.PathLike[str], unsummed: bool = False) -> int:
        """Takes in another store, or an export; how many answers were new.

        They are marked as merged (`Answer.merged`) until a search has found them again. Answers that are
        damaged, or contradict themselves or what is known here, are refused: the others are taken in, and a
        ``ValueError`` names the first that were refused. So are answers without checksums, as the first
        versions wrote them, unless ``unsummed`` says that the file is trusted.
        """
        added, refused, reasons = self._core.merge(os.fsdecode(path), unsummed)
        if refused:
            shown = reasons[:10]
            more = f"; and {refused - len(shown)} more" if refused > len(shown) else ""
            raise ValueError(f"{added} answers were taken in, but not {'; '.join(shown)}{more}")
        return added

    def __len__(self) -> int:
        return sum(entries for _, entries, *_ in self._core.summary())

    def __repr__(self) -> str:
        return f"Store({self.path!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Store, (self.path,))
