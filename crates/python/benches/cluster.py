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


def costed(work):
    """With the seconds of processor time, which other people's work does not change much."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def main(order: int) -> None:
    print("graphs a second of processor time, by question (the generation of the graphs included):")
    for n in range(7, order + 2):
        # Of the graphs on nine vertices a part is a fair sample.
        of = 1 if n <= 8 else 20
        for question in ["m", *QUESTIONS]:
            part = (f"connected:{n}", 0, of)
            kept = {"condition": None, "smallest": False, "most": None}
            seconds, (_, rows, _) = costed(
                lambda: _chromex.census_chunk([question], [], part, kept, budget(), None)
            )
            if question == "m":
                print(f"  n={n}: {rows} graphs (1/{of}), generated {rows / seconds:,.0f}/s", end="")
            else:
                print(f", {question} {rows / seconds:,.0f}/s", end="", flush=True)
        print()
    asked, source = ["icol", "chi_g", "connected"], f"connected:{order}"
    with tempfile.TemporaryDirectory() as folder:
        cost, (plain, done) = costed(
            lambda: timed(lambda: chromex.census(asked, source, Path(folder) / "plain.parquet"))
        )
        print(f"{asked} of {source}, {done.graphs} graphs, one thread into one file: {plain:.2f} s, {cost:.2f} s CPU")
        for workers in (1, 2):
            with LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, memory_limit=0
            ) as cluster, Client(cluster) as client:
                client.submit(chromex.solve, "icol", "path:3").result()
                for chunk in (100, 1000):
                    out = Path(folder) / f"{workers}-{chunk}"
                    before = sum(client.run(time.process_time).values())
                    here, found = costed(
                        lambda: chromex.census(asked, source, out, client=client, chunk=chunk)
                    )
                    there = sum(client.run(time.process_time).values()) - before
                    print(
                        f"  {workers} worker(s), chunks of {chunk}: {found.seconds:.2f} s "
                        f"({plain / found.seconds:.2f} times as fast), CPU: workers {there:.2f} s, client and "
                        f"scheduler {here:.2f} s"
                    )
                for game, graph, nodes in [("isnort", "grid:4x6", 20_000)]:
                    found = chromex.solve_distributed(game, graph, client=client, job_nodes=nodes, store=False)
                    print(
                        f"  {workers} worker(s), {game} {graph} in jobs of {nodes} positions: {found.seconds:.2f} s, "
                        f"{found.value}, {found.jobs} jobs, {found.searched:,} positions"
                    )
        both, _ = timed(lambda: chromex.census(asked, source, Path(folder) / "two.parquet", threads=2))
        print(f"  two threads into one file: {both:.2f} s")
    seconds, answer = timed(lambda: chromex.solve("isnort", "grid:4x6", by="search"))
    print(f"isnort grid:4x6 directly: {seconds:.2f} s, {answer.statistics.positions:,} positions (with all moves)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
