"""A census on a real scheduler with worker processes, one of which is killed, against one made here."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import tee

import chromex
import networkx
import pandas
import polars
import pyarrow.parquet
import pytest
from chromex import Nimber, Position, _census
from distributed import Client, LocalCluster

QUESTIONS = ["icol", "chi_g", "connected", "snort.outcome", "is_cograph"]


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
    file = tmp_path / "c.parquet"
    found = chromex.census([*QUESTIONS, "colouring:3"], "connected:1..5", file)
    assert found.graphs == found.computed == 1 + 1 + 2 + 6 + 21
    for row in rows(file):
        graph = chromex.Graph.from_graph6(row["graph"])
        assert (row["n"], row["m"]) == (graph.order, graph.size)
        assert Nimber(row["icol"]) == Position("icol", graph).value(by="search")
        assert row["connected"] == Position("connected", graph).value()
        assert row["snort_outcome"] == Position("snort", graph).outcome()
        assert row["colouring_3"] == Position("colouring:3", graph).value()
        assert row["chi_g"] == chromex.chi(graph)


def test_a_killed_worker_loses_and_doubles_nothing(client, tmp_path):
    here = chromex.census(QUESTIONS, "connected:7", tmp_path / "here.parquet", threads=2)
    killed = []

    def kill(parts, _):
        if parts in (3, 12):
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[-1], signal.SIGKILL)

    there = chromex.census(
        QUESTIONS, "connected:7", tmp_path / "there", chunk=20, client=client, progress=kill
    )
    assert len(set(killed)) == 2 and here.graphs == there.graphs == 853
    assert rows(tmp_path / "here.parquet") == rows(tmp_path / "there")
    assert there.computed == there.graphs
    manifest = json.loads((tmp_path / "there.manifest.json").read_text())
    assert manifest["complete"] and manifest["graphs"] == 853
    # The folder is a data set for others, too.
    frame = pandas.read_parquet(tmp_path / "there")
    assert len(frame) == len(polars.read_parquet(tmp_path / "there")) == 853
    assert sorted(frame["graph"]) == sorted(row["graph"] for row in rows(tmp_path / "here.parquet"))


def test_a_client_that_is_killed_goes_on(client, tmp_path):
    folder, address = tmp_path / "c", client.scheduler.address
    program = f"""
import chromex, distributed, os, signal
client = distributed.Client({address!r})
kill = lambda parts, _: parts == 5 and os.kill(os.getpid(), signal.SIGKILL)
chromex.census({QUESTIONS}, "connected:7", {str(folder)!r}, chunk=10, client=client, progress=kill)
"""
    child = subprocess.run([sys.executable, "-c", program])
    assert child.returncode == -signal.SIGKILL
    before = {part: part.stat().st_mtime_ns for part in folder.glob("part-*")}
    kept = sum(len(chromex.query(part)) for part in before)
    whole = chromex.census(QUESTIONS, "connected:7", folder, chunk=10, client=client)
    assert 0 < kept < 853 and whole.graphs == 853 and whole.computed == 853 - kept
    assert all(part.stat().st_mtime_ns == time for part, time in before.items())
    again = chromex.census(QUESTIONS, "connected:7", folder, chunk=10, client=client)
    assert (again.computed, again.graphs) == (0, 853)
    chromex.census(QUESTIONS, "connected:7", tmp_path / "other.parquet")
    assert rows(folder) == rows(tmp_path / "other.parquet")


def test_another_census_is_not_mixed_in(client, tmp_path):
    chromex.census("icol", "connected:5", tmp_path / "c", client=client)
    with pytest.raises(ValueError, match="holds a census with questions"):
        chromex.census("isnort", "connected:5", tmp_path / "c", client=client)
    with pytest.raises(ValueError, match="other graphs"):
        chromex.census("icol", "connected:6", tmp_path / "c", client=client)
    with pytest.raises(ValueError, match="icoll"):
        chromex.census("icoll", "connected:5", tmp_path / "d", client=client)


def test_sources(client, tmp_path):
    file = tmp_path / "graphs.g6"
    file.write_bytes(b"".join(networkx.to_graph6_bytes(networkx.path_graph(n)) for n in range(1, 8)))
    lines = file.read_text().replace(">>graph6<<", "").split()
    sources = [file, str(file), f"@{file}", "path:1..7", [networkx.path_graph(n) for n in range(1, 8)]]
    sources += [lines, [f"path:{n}" for n in range(1, 8)], iter([chromex.Graph(f"path:{n}") for n in range(1, 8)])]
    nimbers = chromex.sequence("node-kayles", to=7)[1:]
    for number, source in enumerate(sources):
        source, again = tee(source) if isinstance(source, Iterator) else (source, source)
        chromex.census("node-kayles", source, tmp_path / f"{number}.parquet")
        chromex.census("node-kayles", again, tmp_path / str(number), chunk=3, client=client)
        here, there = (chromex.read_census(tmp_path / path) for path in (f"{number}.parquet", str(number)))
        assert here.column("node_kayles").to_pylist() == nimbers
        assert here == there, source
    for place, where in (("bad.parquet", None), ("bad", client)):
        with pytest.raises(ValueError, match="C:"):
            chromex.census("chi", ["CF", "C:"], tmp_path / place, client=where)


def test_force_and_progress_do_the_same_everywhere(client, tmp_path):
    for place, where in (("c.parquet", None), ("c", client)):
        heard = []
        ask = lambda questions, **more: chromex.census(
            questions, "path:1..7", tmp_path / place, chunk=3, client=where, **more
        )
        ask("icol", progress=lambda parts, graphs: heard.append((parts, graphs)))
        assert [parts for parts, _ in heard] == [1, 2, 3] and heard[-1] == (3, 7)
        assert {graphs for _, graphs in heard} <= {1, 3, 4, 6, 7}
        with pytest.raises(ValueError):
            ask("isnort")
        assert ask("isnort", force=True).computed == 7
        assert chromex.read_census(tmp_path / place).column_names == ["graph", "n", "m", "isnort"]

        def stop(parts, graphs):
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            ask("chi", force=True, progress=stop)
        assert ask("chi").graphs == 7


def test_a_folder_of_an_earlier_version_goes_on(client, tmp_path):
    folder = tmp_path / "c"
    chromex.census("icol", "connected:5", folder, client=client, chunk=5)
    (tmp_path / "c.manifest.json").rename(folder / "manifest.json")
    assert chromex.census("icol", "connected:5", folder, client=client, chunk=5).computed == 0
    assert [path.name for path in folder.iterdir() if not path.name.startswith("part-")] == []


def test_parts_for_several_machines(client, tmp_path):
    for part in ("1/3", "2/3"):
        chromex.census("chi_g", "connected:1..6", tmp_path / f"{part[0]}.parquet", part=part)
    with pytest.raises(ValueError, match="3/3 is missing.*incomplete=True"):
        chromex.query(tmp_path / "*.parquet")
    assert 0 < len(chromex.query(tmp_path / "*.parquet", incomplete=True)) < 143
    chromex.census("chi_g", "connected:1..6", tmp_path / "3.parquet", part="3/3")
    chromex.census("chi_g", "connected:1..6", tmp_path / "whole.csv")
    whole = chromex.query(tmp_path / "whole.csv", count_by=["n", "chi_g"])
    several = [tmp_path / "1.parquet", tmp_path / "2.parquet", tmp_path / "3.parquet"]
    assert chromex.query(tmp_path / "?.parquet", count_by=["n", "chi_g"]) == whole
    assert chromex.query(several, count_by=["n", "chi_g"]) == whole
    with pytest.raises(ValueError, match="part such as 3/8"):
        chromex.census("chi", "connected:4", tmp_path / "x.parquet", part="9/3")
    with pytest.raises(ValueError, match="part= is for machines without a cluster"):
        chromex.census("chi", "connected:4", tmp_path / "x", part="1/3", client=client)


def test_queries(client, tmp_path):
    folder = tmp_path / "c"
    chromex.census(["icol", "chi_g"], "connected:1..6", folder, client=client, chunk=30)
    table = chromex.read_census(folder).to_pylist()
    many = [row for row in table if row["chi_g"] == row["n"] and row["m"] > 3]
    assert chromex.query(folder, "chi_g = n and m > 3") == many
    counted = {row["icol"]: row["count"] for row in chromex.query(folder, count_by=["icol"])}
    assert counted == {v: sum(row["icol"] == v for row in table) for v in {row["icol"] for row in table}}
    with pytest.raises(ValueError, match="chi_q"):
        chromex.query(folder, "chi_q > 3")
    with pytest.raises(FileNotFoundError):
        chromex.query(tmp_path / "nowhere")


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_every_table_can_be_read(tmp_path, ending):
    done = chromex.census(["icol", "girth", "snort"], "connected:1..4", tmp_path / f"c.{ending}")
    table = done.table()
    assert table.column_names == ["graph", "n", "m", "icol", "girth", "snort"]
    assert table.to_pylist() == chromex.query(done.path)
    assert table.column("girth").to_pylist()[:3] == [None, None, None] and table.num_rows == 10


def test_where_and_smallest(tmp_path):
    file = tmp_path / "c.jsonl"
    chromex.census("chi_g", "connected:1..6", file, where="chi_g >= 4", smallest=True)
    (found,) = chromex.query(file)
    assert found["n"] == 4 and found["chi_g"] == 4


def test_where_on_a_cluster(client, tmp_path):
    asked = (["icol", "chi_g"], "connected:1..7")
    condition = "chi_g > 3 and icol = 0"
    here = chromex.census(*asked, tmp_path / "here.parquet", where=condition, threads=2)
    there = chromex.census(*asked, tmp_path / "there", where=condition, client=client, chunk=40)
    assert here.graphs == there.graphs == there.computed == 996
    assert 0 < len(rows(tmp_path / "there")) < 996
    assert rows(tmp_path / "here.parquet") == rows(tmp_path / "there")
    # What is there is kept; another condition is another census.
    again = chromex.census(*asked, tmp_path / "there", where=condition, client=client, chunk=40)
    assert (again.graphs, again.computed) == (996, 0)
    with pytest.raises(ValueError, match="holds a census with where"):
        chromex.census(*asked, tmp_path / "there", where="chi_g > 4", client=client, chunk=40)
    with pytest.raises(ValueError, match="chi_q"):
        chromex.census(*asked, tmp_path / "other", where="chi_q > 4", client=client)
    assert not (tmp_path / "other").exists()
    nothing = chromex.census(*asked, tmp_path / "none", where="chi_g > 90", client=client, chunk=40)
    assert nothing.graphs == 996 and rows(tmp_path / "none") == []


@pytest.mark.parametrize(
    "condition", ["chi_g > 4 and icol = 0", "chi_g >= n", "icol = 3", "chi_g > 90", None]
)
def test_smallest_on_a_cluster(client, tmp_path, condition):
    asked = (["icol", "chi_g"], "connected:2..7")
    chromex.census(*asked, tmp_path / "here.parquet", where=condition, smallest=True)
    folder = tmp_path / "there"
    for _ in range(2):
        found = chromex.census(
            *asked, folder, where=condition, smallest=True, client=client, chunk=15
        )
        assert found.graphs <= 995
        here, there = rows(tmp_path / "here.parquet"), rows(folder)
        # Which one of several that are equally small depends on the order of the parts.
        assert [(row["n"], row["m"]) for row in here] == [(row["n"], row["m"]) for row in there]
        assert condition is None or chromex.query(folder, condition) == there
    if condition == "chi_g >= n":
        assert found.graphs < 995, "larger graphs need not be looked at"
    assert found.computed == 0


def test_the_first_of_the_smallest_is_found(client, tmp_path):
    paths = [networkx.path_graph(n) for n in (9, 5, 7)]
    other = [networkx.relabel_nodes(networkx.path_graph(5), {0: 4, 4: 2, 2: 0})]
    for chunk in (1, 2, 10):
        folder = tmp_path / str(chunk)
        chromex.census("icol", paths + other + paths, folder, smallest=True, client=client, chunk=chunk)
        (row,) = chromex.query(folder)
        assert row["graph"] == chromex.Graph(paths[1]).to_graph6()


def test_a_killed_census_of_the_smallest_goes_on(client, tmp_path):
    folder = tmp_path / "c"
    asked = dict(where="icol = 3", smallest=True, client=client, chunk=15)

    class Enough(Exception):
        pass

    def stop(parts, _):
        if parts == 4:
            raise Enough

    with pytest.raises(Enough):
        chromex.census(["icol"], "connected:2..7", folder, progress=stop, **asked)
    assert len(list(folder.glob("part-*"))) == 4
    found = chromex.census(["icol"], "connected:2..7", folder, **asked)
    chromex.census(["icol"], "connected:2..7", tmp_path / "h.parquet", where="icol = 3", smallest=True)
    size = lambda path: [(row["n"], row["m"], row["icol"]) for row in rows(path)]
    assert size(folder) == size(tmp_path / "h.parquet") and len(size(folder)) == 1
    assert found.computed < found.graphs


def test_parts_of_streams_are_the_whole():
    for source in ("all:6", "trees:8", "bipartite:6"):
        pieces = list(_census.chunks(source, 5))
        found = [row for piece in pieces for row in _table(piece)]
        whole = _table({"part": [source, 0, 1]})
        assert len(pieces) > 1 and sorted(found) == sorted(whole)


def _table(piece):
    row_filter = _census._RowFilter(None, False).for_worker()
    data, count, _ = _census.answer_chunk(piece, (["m"], None, {}, row_filter))
    graphs = pyarrow.parquet.read_table(io.BytesIO(data)).column("graph").to_pylist()
    assert len(graphs) == count
    return graphs


def test_limits_leave_gaps(tmp_path):
    file = tmp_path / "c.parquet"
    chromex.census("snort", ["king:5x6", "path:3"], file, nodes=50, by="search")
    first, second = chromex.read_census(file).column("snort").to_pylist()
    assert first is None and second == str(Position("snort", "path:3").value())


def test_ctrl_c_ends_a_census(tmp_path):
    # It is interrupted as soon as it has begun to write, long before 261,080 graphs are done.
    program = f"""
import chromex, os, _thread, threading
def interrupt():
    while not os.listdir({str(tmp_path)!r}):
        pass
    _thread.interrupt_main()
threading.Thread(target=interrupt).start()
try:
    chromex.census(["snort", "connected"], "connected:9", {str(tmp_path / "c.parquet")!r})
    print("finished")
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600)
    assert done.stdout == "interrupted\n", done.stderr
