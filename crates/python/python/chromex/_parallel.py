"""Hard single positions on a cluster: workers that search the same position and share what they find.

Every worker asks its engine the same question, and each tries moves in a different order. After each slice of work it
sends the most important positions that it has solved since to the process that asks, which passes them on to the other
workers. In this way they divide the work without a plan: what one has solved, the others find in their tables. If a
worker is lost, one slice of work is lost with it, and the worker that replaces it receives all findings. The engines of
most games can do that; for the others see `_search`.
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
    """Solved positions: for each rule of the engine, its number and its entries."""

    Slice = tuple[bool | None, int, Findings]
    """The answer if it is known, the number of positions searched, and the findings."""

MOST_FINDINGS = 20_000
"""About this many positions are sent by a worker after a slice."""

CHECK_INTERVAL = 1.0
"""The seconds between two checks whether workers have come or gone."""

MOST_LOSSES = 20
"""If more workers than this are lost in a row before any of them has sent something, the search ends."""

LONGEST_SLICE = 1024
"""Slices in which nothing is found become longer, up to this many times the requested length."""

FIRST_SLICE = 1 / 64
"""The first slices are this part of a whole one, so that workers exchange findings soon."""

USUAL_MEMORY = 4 << 30
"""The bytes of findings that are stored for new workers, unless `memory` says otherwise."""


def weight(found: Findings) -> int:
    """About how many bytes findings take."""
    return sum(len(entries) + 100 for _, entries in found)


class WorkerMemory:
    """What a worker remembers from one slice to the next: its search, and how many messages it has received."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.root: tuple[str, object] | None = None
        self.searcher: _chromex.Searcher
        self.received = 0


MEMORY = WorkerMemory()


def work(
    root: str, member: tuple[int, int], received: int, findings: Findings, line: str, number: int, limits: dict[str, Any]
) -> Slice | None:
    """One slice of work: imports the findings of the others, searches, and returns its own findings.

    `received` is the number of messages that this worker should have received before. The result is `None` if it has
    not, because it was started again.
    """
    with MEMORY.lock:
        if received == 0:
            MEMORY.searcher = _chromex.Searcher(Position(root)._core, budget(**limits))
            MEMORY.root, MEMORY.received = (root, limits["memory"]), 0
        if MEMORY.root != (root, limits["memory"]) or MEMORY.received != received:
            return None
        MEMORY.searcher.stand_at(*member)
        for rule, entries in findings:
            MEMORY.searcher.take(rule, entries)
        MEMORY.received = received + 1
        question = _chromex.LossQuestion(Position(line)._core, number)
        lost, _, searched = MEMORY.searcher.lost(question, budget(**limits))
        return lost, searched, MEMORY.searcher.found(MOST_FINDINGS)


@dataclass
class Worker:
    """A worker, as the process that asks sees it."""

    place: int
    threads: int
    slices: int = 0
    """The number of messages that it has received since it began."""
    received: int = 0
    """The number of findings, out of all, that it has received."""
    size: float = FIRST_SLICE
    future: Future | None = None
    asked: str = ""


@dataclass
class ParallelSearch:
    """A search in progress: the workers and all their findings."""

    root: str
    client: Client
    answers: Answers
    limits: dict[str, Any]
    bar: Bar
    workers: dict[str, Worker] = field(default_factory=dict)
    losses: int = 0
    """The number of workers that were lost since one of them last sent something."""
    jobs: int = 0
    unanswered: int = 0
    searched: int = 0
    shared: int = 0
    """The bytes of positions that workers have exchanged."""

    def __post_init__(self) -> None:
        self.findings: list[tuple[str, Findings]] = []
        memory = as_bytes(self.limits["memory"])
        self.room = USUAL_MEMORY if memory is None else memory
        self.forgotten = 0
        for found in self.answers.found(self.root):
            self.add_findings("", found)

    def add_findings(self, source: str, found: Findings) -> None:
        """Adds to the findings. If they take too much memory, the oldest ones are dropped; their numbers stay in use."""
        self.findings.append((source, found))
        self.room -= weight(found)
        while self.room < 0:
            source, oldest = self.findings[self.forgotten]
            self.findings[self.forgotten] = (source, [])
            self.room += weight(oldest)
            self.forgotten += 1

    def decide(self, line: str, number: int, deadline: float) -> bool:
        """Whether the player to move loses the position in this line."""
        from distributed import TimeoutError, wait

        while True:
            self.look_for_workers()
            for address, worker in self.workers.items():
                if worker.future is None:
                    self.submit(address, worker, line, number)
            left = deadline - time.monotonic()
            if left <= 0:
                raise BudgetExceeded("the time is up", f"{self.jobs} slices of work are done")
            try:
                wait([worker.future for worker in self.workers.values()], min(left, CHECK_INTERVAL), "FIRST_COMPLETED")
            except (TimeoutError, CancelledError):
                # No worker is done yet, or one is gone.
                pass
            if not self.workers:
                time.sleep(CHECK_INTERVAL)
            for address, worker in list(self.workers.items()):
                if worker.future is not None and worker.future.done():
                    lost = self.take(address, worker, f"{line} {number}")
                    if lost is not None:
                        return lost

    def look_for_workers(self) -> None:
        """Forgets workers that are gone, and takes on new ones."""
        present = self.client.nthreads()
        for address in [address for address in self.workers if address not in present]:
            self.lose(address)
        for address in present:
            if address not in self.workers:
                taken = {worker.place for worker in self.workers.values()}
                place = next(place for place in range(len(taken) + 1) if place not in taken)
                self.workers[address] = Worker(place, present[address])

    def dismiss(self, address: str) -> None:
        future = self.workers.pop(address).future
        if future is not None:
            future.cancel()

    def lose(self, address: str) -> None:
        """Forgets a worker that is gone. The search ends if too many are lost in a row, which probably lack memory."""
        self.dismiss(address)
        self.losses += 1
        if self.losses > MOST_LOSSES:
            known = f"{self.jobs} slices of work are done"
            raise BudgetExceeded(f"{self.losses} workers were lost before they found anything: give them more memory, or limit memory=", known)

    def submit(self, address: str, worker: Worker, line: str, number: int) -> None:
        # A worker that begins again has also lost its own findings.
        others = [found for source, found in self.findings[worker.received :] if worker.slices == 0 or source != address]
        findings = [piece for found in others for piece in found]
        places = sorted(other.place for other in self.workers.values())
        member = (places.index(worker.place), len(places))
        worker.received = len(self.findings)
        worker.asked = f"{line} {number}"
        worker.future = self.client.submit(
            work, self.root, member, worker.slices, findings, line, number, self.slice(worker),
            workers=[address], pure=False,
        )

    def slice(self, worker: Worker) -> dict[str, Any]:
        """The budget of a worker for its next slice."""
        seconds, nodes = self.limits["seconds"], self.limits["nodes"]
        return {
            **self.limits,
            "seconds": None if seconds is None else seconds * worker.size,
            "nodes": None if nodes is None else ceil(nodes * worker.size),
            "threads": worker.threads,
        }

    def take(self, address: str, worker: Worker, question: str) -> bool | None:
        """Receives the findings of a worker, and returns its answer if it answers this question."""
        from distributed import KilledWorker, TimeoutError

        try:
            result: Slice | None = worker.future.result(10 * CHECK_INTERVAL) if worker.future is not None else None
        except TimeoutError:
            # The worker was lost with its result, or is still sending it.
            return None
        except (KilledWorker, CancelledError):
            self.lose(address)
            return None
        worker.future, self.losses = None, 0
        if result is None:
            worker.slices = worker.received = 0
            return None
        lost, searched, found = result
        worker.slices += 1
        # If a slice was too short to find anything, the next one is longer.
        fresh = [piece for piece in found if piece[1]]
        if worker.size < 1 or not fresh and worker.size < LONGEST_SLICE:
            worker.size *= 2
        if fresh:
            self.add_findings(address, fresh)
            self.answers.add(self.root, fresh)
        self.jobs += 1
        self.searched += searched
        self.shared += sum(len(entries) for _, entries in fresh)
        self.unanswered += lost is None
        self.bar.update(1, f"{self.searched:,} positions")
        return lost if worker.asked == question else None

    def close(self) -> None:
        """Cancels the work of all workers, which is no longer needed."""
        for address in list(self.workers):
            self.dismiss(address)
