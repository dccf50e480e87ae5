"""Hard single positions on a cluster: workers that search the same position and share what they find.

Every worker asks its engine the same question, each tries moves in another order, and after each slice of work it tells the
others the most important positions that it has solved since (through the process that asks). So they divide the work
without a plan: what one has solved the others find in their tables. A worker that is lost takes one slice with it; its
successor is told everything that was found. The engines of most games can do that; for the others see `_search`.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING, Any

from . import _chromex
from ._answers import BudgetExceeded
from ._budget import as_bytes, budget
from ._position import Position
from ._progress import Bar

if TYPE_CHECKING:
    from distributed import Client, Future

    from ._search import Answers

    Findings = list[tuple[int, bytes]]
    """Solved positions, for each rule of the engine with what tells it from others."""

    Slice = tuple[bool | None, int, Findings]
    """The answer, if there is one, how many positions were searched, and what was found."""

MOST = 20_000
"""So many positions a worker tells after a slice, about."""

PATIENCE = 1.0
"""How often to look whether workers have come or gone, in seconds."""

MOST_LOSSES = 20
"""If more workers than this are lost before one tells anything, the search is given up."""

LONGEST_SLICE = 1024
"""Slices in which nothing is found become longer, up to so many times what was asked for."""

FIRST_SLICE = 1 / 64
"""The first slices are short, so that workers soon know of each other: this part of a whole one."""


USUAL_MEMORY = 4 << 30
"""So many bytes of findings are kept to be told, unless `memory` says otherwise."""


def weight(found: Findings) -> int:
    """The bytes that findings take, about."""
    return sum(len(entries) + 100 for _, entries in found)


class Kept:
    """What a worker keeps: its search, and how much of what others found it has been told."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.root: tuple[str, object] | None = None
        self.searcher: _chromex.Searcher
        self.told = 0


KEPT = Kept()


def work(
    root: str, member: tuple[int, int], told: int, news: Findings, line: str, number: int, limits: dict[str, Any]
) -> Slice | None:
    """What a worker does: takes in what is new since `told` pieces of news, searches, and tells what it found.

    `None` if it does not know what it should have been told before, because it has begun anew.
    """
    with KEPT.lock:
        if told == 0:
            KEPT.searcher = _chromex.Searcher(Position(root)._core, budget(**limits))
            KEPT.root, KEPT.told = (root, limits["memory"]), 0
        if KEPT.root != (root, limits["memory"]) or KEPT.told != told:
            return None
        KEPT.searcher.stand_at(*member)
        for rule, entries in news:
            KEPT.searcher.take(rule, entries)
        KEPT.told = told + 1
        lost, _, searched = KEPT.searcher.lost(Position(line)._core, number, budget(**limits))
        return lost, searched, KEPT.searcher.found(MOST)


@dataclass
class Hand:
    """A worker, as the process that asks sees it."""

    place: int
    threads: int
    slices: int = 0
    """It has been told something so often since it began."""
    heard: int = 0
    """It knows so many of all findings."""
    size: float = FIRST_SLICE
    future: Future | None = None
    asked: str = ""


@dataclass
class Together:
    """A search in progress: the workers, and everything that they have found."""

    root: str
    client: Client
    answers: Answers
    limits: dict[str, Any]
    bar: Bar
    hands: dict[str, Hand] = field(default_factory=dict)
    losses: int = 0
    """Workers that were lost since one has told something."""
    jobs: int = 0
    unanswered: int = 0
    searched: int = 0
    shared: int = 0
    """Bytes of positions that workers told each other."""

    def __post_init__(self) -> None:
        self.findings: list[tuple[str, Findings]] = []
        memory = as_bytes(self.limits["memory"])
        self.room = USUAL_MEMORY if memory is None else memory
        self.forgotten = 0
        for found in self.answers.found(self.root):
            self.keep("", found)

    def keep(self, source: str, found: Findings) -> None:
        """Adds to the findings; what was found first makes room where they would take more than may be. Its place stays."""
        self.findings.append((source, found))
        self.room -= weight(found)
        while self.room < 0:
            source, oldest = self.findings[self.forgotten]
            self.findings[self.forgotten] = (source, [])
            self.room += weight(oldest)
            self.forgotten += 1

    def decide(self, position: Position, number: int, deadline: float) -> bool:
        """Whether the player to move loses."""
        from distributed import TimeoutError, wait

        while True:
            self.look_for_workers()
            for address, hand in self.hands.items():
                if hand.future is None:
                    self.submit(address, hand, position, number)
            left = deadline - time.monotonic()
            if left <= 0:
                raise BudgetExceeded("the time is up", f"{self.jobs} slices of work are done")
            try:
                wait([hand.future for hand in self.hands.values()], min(left, PATIENCE), "FIRST_COMPLETED")
            except (TimeoutError, CancelledError):
                # Nobody is done yet, or somebody is gone.
                pass
            if not self.hands:
                time.sleep(PATIENCE)
            for address, hand in list(self.hands.items()):
                if hand.future is not None and hand.future.done():
                    lost = self.take(address, hand, f"{position} {number}")
                    if lost is not None:
                        return lost

    def look_for_workers(self) -> None:
        """Forgets workers that are gone, and takes on new ones."""
        present = self.client.nthreads()
        for address in [address for address in self.hands if address not in present]:
            self.lose(address)
        for address in present:
            if address not in self.hands:
                taken = {hand.place for hand in self.hands.values()}
                place = next(place for place in range(len(taken) + 1) if place not in taken)
                self.hands[address] = Hand(place, present[address])

    def dismiss(self, address: str) -> None:
        future = self.hands.pop(address).future
        if future is not None:
            future.cancel()

    def lose(self, address: str) -> None:
        """Forgets a worker that is gone, unless they are lost one after the other, presumably by their appetite."""
        self.dismiss(address)
        self.losses += 1
        if self.losses > MOST_LOSSES:
            known = f"{self.jobs} slices of work are done"
            raise BudgetExceeded(f"{self.losses} workers were lost before they told anything: give them more memory, or limit memory=", known)

    def submit(self, address: str, hand: Hand, position: Position, number: int) -> None:
        # Who begins anew has forgotten what he found himself.
        others = [found for source, found in self.findings[hand.heard :] if hand.slices == 0 or source != address]
        news = [piece for found in others for piece in found]
        places = sorted(other.place for other in self.hands.values())
        member = (places.index(hand.place), len(places))
        hand.heard = len(self.findings)
        hand.asked = f"{position} {number}"
        hand.future = self.client.submit(
            work, self.root, member, hand.slices, news, str(position), number, self.slice(hand),
            workers=[address], pure=False,
        )

    def slice(self, hand: Hand) -> dict[str, Any]:
        """What a worker may spend before it tells what it has found."""
        seconds, nodes = self.limits["seconds"], self.limits["nodes"]
        return {
            **self.limits,
            "seconds": None if seconds is None else seconds * hand.size,
            "nodes": None if nodes is None else ceil(nodes * hand.size),
            "threads": hand.threads,
        }

    def take(self, address: str, hand: Hand, question: str) -> bool | None:
        """Takes what a worker has found, and its answer if it is one to this question."""
        from distributed import KilledWorker, TimeoutError

        try:
            result: Slice | None = hand.future.result(10 * PATIENCE) if hand.future is not None else None
        except TimeoutError:
            # The worker was lost with its result, or is about to send it.
            return None
        except (KilledWorker, CancelledError):
            self.lose(address)
            return None
        hand.future, self.losses = None, 0
        if result is None:
            hand.slices = hand.heard = 0
            return None
        lost, searched, found = result
        hand.slices += 1
        # Where a slice is too short to find anything, the next one is longer.
        fresh = [piece for piece in found if piece[1]]
        if hand.size < 1 or not fresh and hand.size < LONGEST_SLICE:
            hand.size *= 2
        if fresh:
            self.keep(address, fresh)
            self.answers.add(self.root, fresh)
        self.jobs += 1
        self.searched += searched
        self.shared += sum(len(entries) for _, entries in fresh)
        self.unanswered += lost is None
        self.bar.update(1, f"{self.searched:,} positions")
        return lost if hand.asked == question else None

    def close(self) -> None:
        """Lets go of all workers; what they are at is of no use any more."""
        for address in list(self.hands):
            self.dismiss(address)
