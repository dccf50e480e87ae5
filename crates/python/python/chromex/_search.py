"""Hard single positions on a cluster.

Where the engine of a game shares what it finds, workers search in parallel (`_parallel`). For other games this is
job-level proof-number search: the top of the game tree is kept here; its leaves are questions "does the player
to move lose?" that workers answer within a budget each. A worker keeps its table from one question to the next, so that what a
job has not finished helps those about its moves. A leaf that is too hard for one job is expanded into its moves, and
equal positions (by canonical form) are one node. Which leaf is asked next is decided by proof numbers
(Allis, van der Meulen, van den Herik 1994; at job level: Wu, Lin, et al. 2011). Answers are kept in a
file, so that nothing is solved twice; values that the results store knows are not asked for at all.

The question is always the same: does the player to move lose? (`_chromex.LossQuestion`, which knows the rules: what the
end of a game answers, what follows from a stored value, and which questions come after the moves. `next_question` says
which ones give the value of a position.) This module only decides who answers which question when.
"""

from __future__ import annotations

import json
import hashlib
import os
import sqlite3
import threading
import time
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from . import _chromex
from ._answers import BudgetExceeded
from ._budget import budget, opened
from ._parallel import ParallelSearch
from ._position import Position, position_of
from ._progress import Bar, Progress
from ._values import PositionValue, value_of

if TYPE_CHECKING:
    from distributed import Client, Future

INFINITY = 1 << 60
"""The proof number of what is false."""


@dataclass(frozen=True)
class Distributed:
    """What a distributed search found, and what it took."""

    position: str
    value: PositionValue | None
    """The nimber, the score or the winner; ``None`` if only the outcome was found, as for partisan games."""
    outcome: str | None
    """Who wins; ``None`` for games without an outcome."""
    jobs: int
    """Slices of work that workers did in this run, …"""
    unanswered: int
    """… those of them after which the answer was not known yet, …"""
    reused: int
    """… and questions that an earlier run, or the results store, had answered."""
    nodes: int
    """Different positions at the top of the tree."""
    shared: int
    """Bytes of solved positions that workers told each other."""
    searched: int
    """Positions that the workers searched."""
    seconds: float


@dataclass
class Node:
    """A question at the top of the tree."""

    name: str
    """The same for questions that symmetry makes alike."""
    question: _chromex.LossQuestion
    """The first of them, as it was reached from the root: what a worker knows is about that board."""
    lost: bool | None = None
    """The answer."""
    proof: int = 1
    """About how many leaves must be answered to prove that the player to move loses, …"""
    disproof: int = 1
    """… and to prove that he wins."""
    children: list[Node] | None = None
    parents: list[Node] = field(default_factory=list)
    asked: bool = False
    """Whether a worker is at it."""

    def settle(self, lost: bool) -> None:
        self.lost = lost
        self.proof, self.disproof = (0, INFINITY) if lost else (INFINITY, 0)

    def update(self) -> bool:
        """Counts anew from the children; whether anything has changed.

        The player to move loses if every move leads to a position whose player to move wins.
        """
        before = (self.proof, self.disproof)
        children = self.children or []
        self.proof = min(INFINITY, sum(child.disproof for child in children))
        self.disproof = min((child.proof for child in children), default=INFINITY)
        if self.proof == 0:
            self.settle(True)
        elif self.disproof == 0:
            self.settle(False)
        return (self.proof, self.disproof) != before


def checksum(*row: object) -> bytes:
    """What stands beside a row of the file of answers, so that a row that was damaged is not believed."""
    return hashlib.blake2b(repr(row).encode(), digest_size=8).digest()


SCHEMA = """
create table if not exists lost_2 (question text primary key, lost integer, sum blob);
create table if not exists found_2 (root text, rule text, entries blob, sum blob);
"""


class Answers:
    """Answered questions, in a file that survives or in memory; several programs may share it.

    Every row has a checksum. A damaged one is as if it were not there, and so is a file that can no longer be read or
    written: then there is a warning, and the search goes on without the file.
    """

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self._name = "memory" if path is None else os.fspath(path)
        self._told: set[str] = set()
        self._base = sqlite3.connect(":memory:" if path is None else self._name, timeout=60)
        self._base.execute("pragma journal_mode = wal")
        self._base.executescript(SCHEMA)
        # One program at a time.
        self._base.execute("begin immediate")
        self._take_over()
        self._base.commit()

    def _take_over(self) -> None:
        """Brings files of earlier versions, whose rows had no checksums, up to date."""
        for table, columns, new in [
            ("lost_1", "question, lost", "insert or ignore into lost_2 values (?, ?, ?)"),
            ("found_1", "root, rule, entries", "insert into found_2 values (?, ?, ?, ?)"),
        ]:
            if self._base.execute("select 1 from sqlite_master where name = ?", (table,)).fetchone():
                rows = self._base.execute(f"select {columns} from {table}").fetchall()
                self._base.executemany(new, [(*row, checksum(*row)) for row in rows])
                self._base.execute(f"drop table {table}")

    def _warn(self, what: str) -> None:
        if what not in self._told:
            self._told.add(what)
            warnings.warn(f"the file of answers `{self._name}`: {what}", stacklevel=3)

    def _rows(self, query: str, key: str) -> list[tuple[Any, ...]]:
        """The rows that are as they were written, without their checksums."""
        try:
            rows = self._base.execute(query, (key,)).fetchall()
        except sqlite3.Error as error:
            self._warn(f"it cannot be read ({error}), so that questions are asked again")
            return []
        whole = [row[:-1] for row in rows if row[-1] == checksum(*row[:-1])]
        if len(whole) < len(rows):
            self._warn("a damaged entry is not believed")
        return whole

    def _write(self, command: str, rows: list[tuple[Any, ...]]) -> None:
        try:
            self._base.executemany(command, [(*row, checksum(*row)) for row in rows])
            self._base.commit()
        except sqlite3.Error as error:
            self._warn(f"what was found is not kept ({error})")

    def get(self, question: str) -> bool | None:
        rows = self._rows("select question, lost, sum from lost_2 where question = ?", question)
        return bool(rows[0][1]) if rows else None

    def put(self, question: str, lost: bool) -> None:
        self._write("insert or replace into lost_2 values (?, ?, ?)", [(question, int(lost))])

    def found(self, root: str) -> list[list[tuple[int, bytes]]]:
        """What searches of this position have found."""
        rows = self._rows("select root, rule, entries, sum from found_2 where root = ?", root)
        return [[(int(rule), entries)] for _, rule, entries in rows]

    def add(self, root: str, findings: list[tuple[int, bytes]]) -> None:
        """Keeps what one of them has found; the rules are numbers too large for the file."""
        rows = [(root, str(rule), entries) for rule, entries in findings]
        self._write("insert into found_2 values (?, ?, ?, ?)", rows)

    def close(self) -> None:
        self._base.close()


class JobMemory(threading.local):
    """What a thread of a worker remembers: the search that it had its last question from."""

    root: tuple[str, object] | None = None
    searcher: _chromex.Searcher


MEMORY = JobMemory()


def job(root: str, line: str, number: int, limits: dict[str, Any]) -> tuple[bool | None, int]:
    """What a worker does: whether the player to move loses, and how many positions were searched."""
    if MEMORY.root != (root, limits["memory"]):
        MEMORY.searcher = _chromex.Searcher(Position(root)._core, budget(**limits))
        MEMORY.root = (root, limits["memory"])
    question = _chromex.LossQuestion(Position(line)._core, number)
    lost, _, searched = MEMORY.searcher.lost(question, budget(**limits))
    return lost, searched


class Known:
    """What the results store knows, if there is one."""

    def __init__(self, store: _chromex.Store | None) -> None:
        self._store = store

    def lost(self, question: _chromex.LossQuestion) -> bool | None:
        """The answer, if the value or the outcome tells; what was merged is not believed."""
        try:
            return None if self._store is None else self._store.lost(question)
        except (OSError, ValueError):
            return None

    def put(self, position: Position, found: Distributed) -> None:
        """Keeps what was found; a store that fails is no reason to lose the answer."""
        if self._store is None:
            return
        value = None if found.value is None else str(found.value)
        try:
            self._store.put(position._core, value, found.outcome, found.searched, found.seconds)
        except (OSError, ValueError) as error:
            warnings.warn(f"the answer is not kept: {error}", stacklevel=3)


class Search:
    """A search in progress: the top of the tree, and the jobs that workers are at."""

    def __init__(
        self, root: Position, client: Client, answers: Answers, known: Known, limits: dict[str, Any], slots: int, bar: Bar
    ) -> None:
        self.root = str(root)
        self.client, self.answers, self.known, self.bar = client, answers, known, bar
        self.limits, self.slots = limits, slots
        self.nodes: dict[str, Node] = {}
        self.jobs = self.unanswered = self.reused = self.searched = 0
        shares = bool(_chromex.Searcher(root._core, budget(**limits)).found(0))
        self.parallel = ParallelSearch(self.root, client, answers, limits, bar) if shares else None

    def node(self, question: _chromex.LossQuestion) -> Node:
        """The node of this question, which is answered already if somebody ever answered it."""
        name = f"{question.position.canonical().line()} {question.number}"
        node = self.nodes.get(name)
        if node is None:
            node = self.nodes[name] = Node(name, question)
            lost = question.at_the_end()
            if lost is None:
                lost = self.answers.get(name)
                lost = self.known.lost(question) if lost is None else lost
                self.reused += lost is not None
            if lost is not None:
                node.settle(lost)
        return node

    def expand(self, node: Node) -> None:
        """Replaces a question by those about its moves, and about smaller heaps."""
        options = map(self.node, node.question.options())
        node.children = list({child.name: child for child in options}.values())
        for child in node.children:
            child.parents.append(node)
        self.refresh([node])

    def refresh(self, nodes: list[Node]) -> None:
        """Counts anew upwards from these nodes; what is settled on the way is kept."""
        while nodes:
            node = nodes.pop()
            if node.lost is None and node.update():
                if node.lost is not None:
                    self.answers.put(node.name, node.lost)
                nodes.extend(node.parents)

    def best_leaf(self, node: Node, seen: set[int]) -> Node | None:
        """The leaf that is most likely to settle the question, of those that nobody is at."""
        if node.lost is not None or id(node) in seen:
            return None
        seen.add(id(node))
        if node.children is None:
            return None if node.asked else node
        for child in sorted(node.children, key=lambda child: child.proof):
            leaf = self.best_leaf(child, seen)
            if leaf is not None:
                return leaf
        return None

    def decide(self, question: _chromex.LossQuestion, deadline: float) -> bool:
        """Whether the player to move loses."""
        root = self.node(question)
        if root.lost is None and root.children is None:
            self.expand(root)
        if root.lost is None and self.parallel:
            root.settle(self.parallel.decide(question.position.line(), question.number, deadline))
            self.answers.put(root.name, bool(root.lost))
        return self.by_moves(root, deadline) if root.lost is None else root.lost

    def by_moves(self, root: Node, deadline: float) -> bool:
        """The same for a question that workers answer by way of questions about its moves."""
        from distributed import as_completed

        futures: dict[Future, Node] = {}
        waiting = as_completed()
        try:
            while root.lost is None:
                while len(futures) < self.slots and (leaf := self.best_leaf(root, set())):
                    futures[future := self.submit(leaf)] = leaf
                    waiting.add(future)
                left = deadline - time.monotonic()
                if left <= 0 or not _ready(waiting, left):
                    known = f"{len(self.nodes)} positions at the top, {self.jobs} jobs are done"
                    raise BudgetExceeded("the time is up", known)
                future = next(waiting)
                self.take(future, futures.pop(future))
        finally:
            for future, leaf in futures.items():
                leaf.asked = False
                future.cancel()
        return root.lost

    def submit(self, leaf: Node) -> Future:
        leaf.asked = True
        # The same question has the same key: the scheduler does not do it twice either.
        name = hashlib.sha256(f"{leaf.name} {self.limits}".encode()).hexdigest()[:24]
        key = f"chromex-lost-{name}"
        line, number = leaf.question.position.line(), leaf.question.number
        return self.client.submit(job, self.root, line, number, self.limits, key=key, retries=2)

    def take(self, future: Future, leaf: Node) -> None:
        """Takes the answer of a worker; a question too hard for one job is expanded."""
        from distributed import KilledWorker

        leaf.asked = False
        try:
            lost, searched = future.result()
        except KilledWorker:
            # It killed one worker after the other, presumably by its appetite: smaller ones may not.
            lost, searched = None, 0
        self.jobs += 1
        self.searched += searched
        self.bar.update(1, f"{len(self.nodes)} questions, {self.searched:,} positions")
        if leaf.lost is not None:
            return
        if lost is None:
            self.unanswered += 1
            self.expand(leaf)
            return
        leaf.settle(lost)
        self.answers.put(leaf.name, lost)
        self.refresh(list(leaf.parents))


def _ready(waiting: Any, seconds: float) -> bool:
    """Waits until one of the futures is done, or the time is up."""
    until = time.monotonic() + seconds
    while waiting.queue.empty():
        if time.monotonic() > until:
            return False
        time.sleep(0.002)
    return True


def solve_distributed(
    game: Any,
    graph: Any = None,
    colouring: Any = None,
    turn: str | None = None,
    *,
    client: Client,
    answers: str | os.PathLike[str] | None = None,
    store: str | os.PathLike[str] | Literal[False] | None = None,
    job_seconds: float | None = 10,
    job_nodes: int | None = None,
    memory: int | str | None = None,
    seconds: float | None = None,
    outcome_only: bool = False,
    progress: Progress = None,
) -> Distributed:
    """Solves one hard position on a Dask cluster.

    The position is given as for `solve`. ``answers`` is a file in which what workers find is kept, so
    that the next run goes on where this one ended; ``job_seconds`` and ``job_nodes`` say how much a
    worker may spend before it tells what it has found, ``memory`` how large its tables may grow (they are kept until it works at another position), ``seconds`` limits the
    whole. ``outcome_only`` asks who wins and not by how much. For partisan games only the outcome is
    found. ``store`` is the results store, as for `solve`: what it knows about positions at the top of the
    tree is not asked again, and the final answer goes there. ``progress=True`` shows a bar of tqdm that counts
    slices of work: how many there will be nobody knows, so it has no total.
    """
    if job_seconds is None and job_nodes is None:
        raise ValueError("job_seconds=None, job_nodes=None: one of them has to say when a worker tells what it has found")
    position = position_of(game, graph, colouring, turn)
    started = time.monotonic()
    deadline = started + seconds if seconds is not None else float("inf")
    limits = {"seconds": job_seconds, "nodes": job_nodes, "memory": memory, "by": "search"}
    kept, known = Answers(answers), Known(opened(store))
    slots = 2 * max(1, sum(client.nthreads().values()))
    bar = Bar(progress, None, "jobs")
    search = Search(position, client, kept, known, limits, slots, bar)
    try:
        value, outcome = _settle(search, position, deadline, outcome_only)
    finally:
        if search.parallel:
            search.parallel.close()
        kept.close()
        bar.close()
    worked = search.parallel or search
    found = Distributed(
        position=str(position),
        value=value,
        outcome=outcome,
        jobs=worked.jobs,
        unanswered=worked.unanswered,
        reused=search.reused,
        nodes=len(search.nodes),
        shared=search.parallel.shared if search.parallel else 0,
        searched=worked.searched,
        seconds=time.monotonic() - started,
    )
    if found.jobs:
        known.put(position, found)
    return found


def _settle(
    search: Search, position: Position, deadline: float, outcome_only: bool
) -> tuple[PositionValue | None, str | None]:
    """The value and the outcome, by as many questions as it takes."""
    answers: list[bool] = []
    while question := _chromex.next_question(answers, position._core, outcome_only):
        answers.append(search.decide(question, deadline))
    value, outcome = _chromex.found_by_answers(answers, position._core, outcome_only)
    return None if value is None else value_of(json.loads(value)), outcome
