"""What all tests share."""

import os
import subprocess
from pathlib import Path

import pytest

# Nobody's own store is touched, here and in processes that tests start.
os.environ["CHROMEX_STORE"] = "off"

PROGRAM = os.environ.get("CHROMEX_PROGRAM", Path(__file__).parents[3] / "target/debug/chromex")


@pytest.fixture(scope="session")
def program():
    """Runs the program and gives what it prints."""
    assert Path(PROGRAM).exists(), "crates/python/test builds the program"

    def run(*arguments):
        words = [str(word) for word in (PROGRAM, *arguments)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
