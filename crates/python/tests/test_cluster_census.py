"""A census on a real scheduler with worker processes, one of which is killed, against one made here."""

import json
import os
import signal
import subprocess
import sys
import time

import chromex
import networkx
import pytest
from chromex import Position, _chromex
from distributed import Client, LocalCluster

QUESTIONS = ["icol", "chi_g", "connected", "snort/outcome", "a_star"]


@pytest.fixture(scope="module")
def client():
    with LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
    ) as cluster:
        with Client(cluster) as client:
            yield client


def rows(folder):
    return sorted(chromex.read_census(folder).to_pylist(), key=lambda row: (row["n"], row["graph"]))


def test_answers_are_those_of_single_questions(tmp_path):
    found = chromex.census([*QUESTIONS, "colouring:3", "chi_g_b"], "connected:1..5", tmp_path / "c")
    assert found.graphs == 1 + 1 + 2 + 6 + 21
    for row in rows(tmp_path / "c"):
        graph = chromex.Graph.from_graph6(row["graph"])
        assert (row["n"], row["m"]) == (graph.order, graph.size)
        assert row["icol"] == Position("icol", graph).value(by="search")
        assert row["connected"] == Position("connected", graph).value()
        assert row["snort/outcome"] == Position("snort", graph).outcome()
        assert row["colouring:3"] == Position("colouring:3", graph).value()
        assert row["chi_g"] == chromex.chi(graph) and row["chi_g_b"] == chromex.chi(graph, "bob")
        assert bool(row["a_star"]) == chromex.in_a_star(graph)


@pytest.mark.parametrize("kind, counts", [("all", [1, 2, 4, 11, 34, 156]), ("trees", [1, 1, 1, 2, 3, 6])])
def test_parts_are_the_whole(kind, counts):
    for order, count in enumerate(counts, 1):
        for of in (1, 2, 7):
            graphs = [g for i in range(of) for g in _chromex.graph_part(kind, order, i, of)]
            assert len({chromex.Graph.from_graph6(g).canonical() for g in graphs}) == len(graphs) == count


def test_a_killed_worker_loses_and_doubles_nothing(client, tmp_path):
    here = chromex.census(QUESTIONS, "connected:7", tmp_path / "here", chunk=20)
    killed = []

    def kill(parts, _):
        if parts in (3, 12):
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[-1], signal.SIGKILL)

    there = chromex.census(
        QUESTIONS, "connected:7", tmp_path / "there", chunk=20, client=client, progress=kill
    )
    assert len(set(killed)) == 2 and here.graphs == there.graphs == 853
    assert rows(tmp_path / "here") == rows(tmp_path / "there")
    names = lambda folder: sorted(part.name for part in folder.glob("part-*"))  # noqa: E731
    assert names(tmp_path / "here") == names(tmp_path / "there") and there.computed == there.parts > 20
    manifest = json.loads((tmp_path / "there" / "manifest.json").read_text())
    assert manifest["complete"] and manifest["graphs"] == 853


def test_a_census_goes_on_after_kill_9(tmp_path):
    folder = tmp_path / "c"
    program = f"import chromex; chromex.census({QUESTIONS}, 'connected:7', {str(folder)!r}, chunk=10)"
    child = subprocess.Popen([sys.executable, "-c", program])
    while len(list(folder.glob("part-*"))) < 5:
        time.sleep(0.005)
    child.kill()
    child.wait()
    before = {part: part.stat().st_mtime_ns for part in folder.glob("part-*")}
    whole = chromex.census(QUESTIONS, "connected:7", folder, chunk=10)
    assert 0 < len(before) < whole.parts and whole.computed == whole.parts - len(before)
    assert all(part.stat().st_mtime_ns == time for part, time in before.items())
    again = chromex.census(QUESTIONS, "connected:7", folder, chunk=10)
    assert again.computed == 0 and again.graphs == 853
    chromex.census(QUESTIONS, "connected:7", tmp_path / "other", chunk=100)
    assert rows(folder) == rows(tmp_path / "other")


def test_another_census_is_not_mixed_in(tmp_path):
    chromex.census("icol", "connected:5", tmp_path / "c")
    with pytest.raises(ValueError, match="holds a census with questions"):
        chromex.census("isnort", "connected:5", tmp_path / "c")
    with pytest.raises(ValueError, match="other graphs"):
        chromex.census("icol", "connected:6", tmp_path / "c")
    with pytest.raises(ValueError, match="unknown game"):
        chromex.census("icoll", "connected:5", tmp_path / "d")


def test_sources(tmp_path):
    file = tmp_path / "graphs.g6"
    file.write_bytes(b"".join(networkx.to_graph6_bytes(networkx.path_graph(n)) for n in range(1, 8)))
    sources = [file, "path:1..7", [networkx.path_graph(n) for n in range(1, 8)]]
    tables = []
    for number, source in enumerate(sources):
        chromex.census(["node-kayles"], source, tmp_path / str(number), chunk=3)
        tables.append(chromex.read_census(tmp_path / str(number)).column("node-kayles").to_pylist())
    assert tables[0] == tables[1] == tables[2] == list(chromex.sequence("node-kayles", to=7)[1:])


def test_limits_leave_gaps(tmp_path):
    chromex.census("snort", ["king:5x6", "path:3"], tmp_path / "c", nodes=50, by="search")
    first, second = chromex.read_census(tmp_path / "c").column("snort").to_pylist()
    assert first is None and second == str(Position("snort", "path:3").value())


def test_ctrl_c_ends_a_census(tmp_path):
    program = f"""
import chromex, _thread, threading
threading.Timer(0.5, _thread.interrupt_main).start()
try:
    chromex.census(["snort", "connected"], "connected:8", {str(tmp_path / "c")!r})
    print("finished")
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
