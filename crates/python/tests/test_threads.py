"""Searches let other threads run, and Ctrl-C ends them."""

import signal
import subprocess
import sys
import threading

import chromex
import pytest

HARD = ("snort", "king:8x9")


def test_other_threads_run_meanwhile():
    """Nobody can end the search but another thread, which therefore runs while it goes on."""
    searching = threading.Event()

    def interrupt():
        searching.wait()
        signal.raise_signal(signal.SIGINT)

    # Only a search can use so much processor time: it has begun when the signal comes.
    usual = signal.signal(signal.SIGVTALRM, lambda *_: searching.set())
    # A library that another test has loaded may have taken Ctrl-C over.
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    other = threading.Thread(target=interrupt)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)
            chromex.solve(*HARD, by="search")
    finally:
        signal.signal(signal.SIGVTALRM, usual)
        signal.signal(signal.SIGINT, interrupted)
    other.join()


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
    # Ctrl-C is pressed after some processor time, which only the work itself can have used.
    program = f"""
import chromex, signal
signal.signal(signal.SIGVTALRM, lambda *_: signal.raise_signal(signal.SIGINT))
signal.setitimer(signal.ITIMER_VIRTUAL, 0.3)
try:
    {LONG[what]}
    print("finished")
except KeyboardInterrupt:
    print("interrupted")
"""
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (child.stdout, child.returncode) == ("interrupted\n", 0), child.stderr
