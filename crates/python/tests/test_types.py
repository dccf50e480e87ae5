"""The stub says what the Rust part is, and the Python part is typed."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def run(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_right() -> None:
    run("mypy.stubtest", "chromex._chromex", "--allowlist", "crates/python/tests/stubtest.allow")


def test_the_package_is_typed() -> None:
    run("mypy", "-p", "chromex")
