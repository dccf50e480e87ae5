"""Searches let other threads run, and Ctrl-C ends them."""

import signal
import subprocess
import sys
import threading
import time

import chromex
import pytest

HARD = ("snort", "king:8x9")


def test_other_threads_run_meanwhile():
    steps, done = 0, threading.Event()

    def count():
        nonlocal steps
        while not done.is_set():
            steps += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    with pytest.raises(chromex.BudgetExceeded):
        chromex.solve(*HARD, by="search", seconds=0.5)
    done.set()
    counter.join()
    # It would make a step or two if the search kept the interpreter's lock.
    assert steps > 50


def test_several_searches_at_once():
    results = {}

    def solve(n):
        results[n] = chromex.solve("icol", f"grid:3x{n}", by="search").value

    threads = [threading.Thread(target=solve, args=(n,)) for n in range(1, 6)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert results == {n: chromex.solve("icol", f"grid:3x{n}", by="search").value for n in range(1, 6)}


LONG = {
    "solve": "chromex.solve('snort', 'king:8x9', by='search')",
    "chi": "chromex.chi('queens:8', by='search')",
    "verify": "chromex.verify(deep=True, threads=2)",
    "sequence": "chromex.sequence('proper:3', to=200_000, recurrence=True)",
    "prove": "chromex.prove('icol', 'grid:7x7')",
}


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c(what):
    program = f"""
import chromex
print("ready", flush=True)
try:
    {LONG[what]}
    print("finished")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.4)
    child.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    out, _ = child.communicate(timeout=30)
    assert out == "interrupted\n" and child.returncode == 0
    assert time.monotonic() - pressed < 5
