"""Measures the census and the distributed search: graphs a second, scaling over workers, overhead.

    python crates/python/benches/cluster.py [ORDER]
"""

import sys
import tempfile
import time
from pathlib import Path

import chromex
from chromex import _chromex
from chromex._budget import budget
from distributed import Client, LocalCluster

QUESTIONS = ["icol", "isnort", "node-kayles", "chi_g", "connected", "snort"]


def timed(work):
    started = time.monotonic()
    result = work()
    return time.monotonic() - started, result


def main(order: int) -> None:
    print("one thread, by question:")
    for n in range(7, order + 2):
        # Of the graphs on nine vertices a part is a fair sample.
        of = 1 if n <= 8 else 20
        seconds, graphs = timed(lambda: _chromex.graph_part("connected", n, 0, of))
        print(f"  n={n}: {len(graphs)} graphs (1/{of}), generated {len(graphs) / seconds:,.0f}/s", end="")
        for question in QUESTIONS:
            seconds, _ = timed(lambda: _chromex.census_chunk([question], graphs, budget()))
            print(f", {question} {len(graphs) / seconds:,.0f}/s", end="", flush=True)
        print()
    asked, source = ["icol", "chi_g", "connected"], f"connected:{order}"
    with tempfile.TemporaryDirectory() as folder:
        graphs = _chromex.graph_part("connected", order, 0, 1)
        plain, _ = timed(lambda: _chromex.census_chunk(asked, graphs, budget()))
        print(f"{asked} of {source}, {len(graphs)} graphs, {plain:.2f} s on one thread without files")
        for workers in (1, 2):
            with LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, memory_limit=0
            ) as cluster, Client(cluster) as client:
                client.submit(chromex.solve, "icol", "path:3").result()
                for chunk in (100, 1000):
                    out = Path(folder) / f"{workers}-{chunk}"
                    found = chromex.census(asked, source, out, client=client, chunk=chunk)
                    rate = found.graphs / found.seconds
                    print(
                        f"  {workers} worker(s), chunks of {chunk}: {found.seconds:.2f} s, {found.parts} parts, "
                        f"{rate:,.0f} graphs/s, {plain / found.seconds:.2f} times the plain one"
                    )
                for game, graph, nodes in [("isnort", "grid:4x6", 20_000)]:
                    found = chromex.solve_distributed(game, graph, client=client, job_nodes=nodes)
                    print(
                        f"  {workers} worker(s), {game} {graph} in jobs of {nodes} positions: {found.seconds:.2f} s, "
                        f"{found.value}, {found.jobs} jobs, {found.searched:,} positions"
                    )
        here = chromex.census(asked, source, Path(folder) / "threads", chunk=1000)
        print(f"  threads here, chunks of 1000: {here.seconds:.2f} s")
    seconds, answer = timed(lambda: chromex.solve("isnort", "grid:4x6", by="search"))
    print(f"isnort grid:4x6 directly: {seconds:.2f} s, {answer.statistics.positions:,} positions (with all moves)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
