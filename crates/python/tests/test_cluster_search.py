"""Hard positions on a real scheduler with several worker processes, one of which is killed."""

import os
import signal
import sqlite3

import chromex
import pytest
from chromex import Position
from chromex._parallel import ParallelSearch
from distributed import Client, LocalCluster


@pytest.fixture(scope="module")
def client():
    # The scheduler and the workers are processes of their own; a killed worker comes back.
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
    ) as cluster:
        with Client(cluster) as client:
            yield client


@pytest.mark.parametrize(
    "position",
    [
        Position("icol", "grid:3x3"),
        Position("icol", "cycle:7"),
        Position("node-kayles", "petersen:5,2"),
        Position("node-kayles", "path:11"),
        Position("isnort", "grid:3x3"),
        Position("colouring:3", "grid:3x3"),
        Position("colouring:3", "petersen:5,2"),
        Position("colouring:4", "petersen:5,2"),
        Position("colouring:3", "cycle:6", turn="bob"),
        Position("connected", "path:7"),
        Position("connected", "cycle:6"),
        Position("orthogonal:2", "cycle:4"),
        Position("snort", "path:6"),
        Position("col", "grid:2x3"),
        Position("misere:node-kayles", "path:7"),
        Position("connected:maker-breaker", "path:5"),
    ],
    ids=str,
)
def test_equal_to_direct_solving(client, position):
    # Slices of a few positions are too small for most questions, so that workers have to share, or the tree is expanded deep.
    found = chromex.solve_distributed(position, client=client, job_nodes=20)
    direct = position.solve(by="search")
    assert found.outcome == direct.outcome
    if position.convention != "partisan":
        assert found.value == direct.value
    assert found.jobs > 0


def test_the_file_of_answers_answers_the_second_time(client, tmp_path):
    position, answers = Position("icol", "grid:3x4"), tmp_path / "answers"
    first = chromex.solve_distributed(position, client=client, answers=answers, job_nodes=5)
    assert first.unanswered > 0 and first.value == position.value(by="search")
    second = chromex.solve_distributed(position, client=client, answers=answers, job_nodes=5)
    assert (second.value, second.jobs) == (first.value, 0) and second.reused > 0


class JobClock:
    """A clock that goes on by a second whenever a worker tells something."""

    def __init__(self, monkeypatch):
        self.answers, take = 0, ParallelSearch.take

        def counted(*arguments):
            self.answers += 1
            return take(*arguments)

        monkeypatch.setattr(ParallelSearch, "take", counted)
        monkeypatch.setattr("chromex._search.time", self)
        monkeypatch.setattr("chromex._parallel.time", self)

    def monotonic(self):
        return self.answers

    def sleep(self, _):
        os.sched_yield()


def test_a_run_that_is_broken_off_goes_on(client, tmp_path, monkeypatch):
    position, answers = Position("icol", "grid:3x7"), tmp_path / "answers"
    with monkeypatch.context() as patch, pytest.raises(chromex.BudgetExceeded):
        JobClock(patch)
        chromex.solve_distributed(position, client=client, answers=answers, job_nodes=50, seconds=20)
    whole = chromex.solve_distributed(position, client=client, answers=answers, job_nodes=2000)
    # What workers have found is all that is needed, even if nobody knew the answer.
    with sqlite3.connect(answers) as base:
        base.execute("delete from lost_2")
    again = chromex.solve_distributed(position, client=client, answers=answers, job_nodes=2000)
    assert whole.value == again.value == position.value(by="search")
    assert again.searched < whole.searched / 10


@pytest.mark.parametrize(
    "position",
    [
        Position("icol", "grid:3x3"),
        Position("connected", "cycle:6"),
        Position("colouring:3", "cycle:6", turn="bob"),
        Position("snort", "path:6"),
    ],
    ids=str,
)
def test_the_results_store_is_asked_first_and_told_last(client, tmp_path, position):
    store = tmp_path / "store.sqlite"
    first = chromex.solve_distributed(position, client=client, store=store, job_nodes=20)
    kept = chromex.Store(store).get(position)
    assert (kept.value, kept.outcome) == (first.value, first.outcome)
    assert first.jobs > 0 and kept.statistics.positions == first.searched
    again = chromex.solve_distributed(position, client=client, store=store, job_nodes=20)
    assert (again.value, again.outcome, again.jobs) == (first.value, first.outcome, 0)
    assert again.reused > 0


def test_what_the_store_knows_about_moves_is_not_asked(client, tmp_path):
    position, store = Position("isnort", "grid:4x4"), tmp_path / "store.sqlite"
    # Whatever workers find is kept; a search by itself is only if it takes some time.
    for move in position.moves():
        chromex.solve_distributed(position.play(move), client=client, store=store)
    found = chromex.solve_distributed(position, client=client, store=store, job_nodes=50)
    alone = chromex.solve_distributed(position, client=client, store=False, job_nodes=50)
    assert found.value == alone.value and found.jobs < alone.jobs and found.reused > 0


def test_outcomes_alone(client):
    for game, graph in (("icol", "grid:2x4"), ("icol", "path:5"), ("connected", "path:7"), ("connected", "cycle:6")):
        found = chromex.solve_distributed(game, graph, client=client, outcome_only=True)
        assert found.outcome == Position(game, graph).outcome(by="search") and found.value is None


def test_a_killed_worker_loses_nothing(client, monkeypatch):
    position = Position("icol", "grid:3x7")
    taken = 0
    take = ParallelSearch.take

    def take_and_kill(*arguments):
        nonlocal taken
        taken += 1
        if taken == 10:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        return take(*arguments)

    monkeypatch.setattr(ParallelSearch, "take", take_and_kill)
    found = chromex.solve_distributed(position, client=client, job_nodes=20)
    assert taken > 20, "the worker was killed too late to matter"
    assert found.value == position.value(by="search")


def test_a_worker_that_has_begun_anew_is_told_everything(client, monkeypatch):
    client.wait_for_workers(2)
    position = Position("icol", "grid:3x7")
    taken = 0
    take = ParallelSearch.take

    def take_and_forget(*arguments):
        nonlocal taken
        taken += 1
        if taken == 10:
            client.run(_forget)
        return take(*arguments)

    monkeypatch.setattr(ParallelSearch, "take", take_and_forget)
    found = chromex.solve_distributed(position, client=client, job_nodes=50)
    assert taken > found.jobs, "nobody noticed"
    assert found.value == position.value(by="search")


def _forget():
    from chromex import _parallel

    _parallel.MEMORY.root = None


def test_the_same_workers_search_one_position_after_another(client):
    # Each search is about its own position, although the workers are the same.
    for position in (Position("icol", "grid:3x4"), Position("isnort", "grid:3x4"), Position("icol", "grid:3x5")):
        found = chromex.solve_distributed(position, client=client, job_nodes=30)
        assert found.value == position.value(by="search") and found.shared > 0
