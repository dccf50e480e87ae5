"""One hard position on several workers, one of which is killed midway, against one core alone.

    python crates/python/benches/hard.py GAME GRAPH [--workers 2] [--kill-after 60] [--job-seconds 20 | --job-nodes N] [--memory SIZE] [--answers FILE] [--alone SECONDS]

Prints what was found and what it took, processor time included. With ``--answers`` a run that is broken off goes on. On a machine that has
other work, ``--job-nodes`` makes jobs of equal size whatever share of the time they get.
"""

import argparse
import os
import resource
import signal
import threading
import time

import chromex
from distributed import Client, LocalCluster


def cost_of_this_process() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def alone(game: str, graph: str, seconds: float) -> None:
    """One thread, with one table, for so long."""
    before, started = cost_of_this_process(), time.monotonic()
    try:
        answer = chromex.solve(game, graph, by="search", seconds=seconds, memory="6G", store=False)
        found = f"{answer.value}, {answer.statistics.positions:,} positions"
    except chromex.BudgetExceeded as exceeded:
        found = str(exceeded)
    print(f"one core alone: {found}; {cost_of_this_process() - before:.0f} s of processor time, {time.monotonic() - started:.0f} s", flush=True)


def kill_one(client: Client) -> None:
    address, spent = next(iter(client.run(cost_of_this_process).items()))
    os.kill(client.run(os.getpid, workers=[address])[address], signal.SIGKILL)
    print(f"a worker is killed after {spent:.0f} s of processor time", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("graph")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill-after", type=float)
    parser.add_argument("--job-seconds", type=float)
    parser.add_argument("--job-nodes", type=int)
    parser.add_argument("--memory", default="4G")
    parser.add_argument("--answers")
    parser.add_argument("--alone", type=float)
    asked = parser.parse_args()
    if asked.job_seconds is None and asked.job_nodes is None:
        asked.job_seconds = 20
    if asked.alone:
        alone(asked.game, asked.graph, asked.alone)
    with LocalCluster(
        n_workers=asked.workers, threads_per_worker=1, dashboard_address=None, memory_limit=0
    ) as cluster, Client(cluster) as client:
        if asked.kill_after:
            threading.Timer(asked.kill_after, kill_one, [client]).start()
        before = cost_of_this_process()
        found = chromex.solve_distributed(
            asked.game,
            asked.graph,
            client=client,
            answers=asked.answers,
            job_seconds=asked.job_seconds,
            job_nodes=asked.job_nodes,
            memory=asked.memory,
            store=False,
            progress=lambda *told: print(*told, flush=True),
        )
        print(found)
        workers = sum(client.run(cost_of_this_process).values())
        print(f"processor time: {workers:.0f} s in the workers that are left, {cost_of_this_process() - before:.1f} s here")


if __name__ == "__main__":
    main()
