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


USE = """
import chromex

answer = chromex.solve("icol", "grid:3x5")
total = answer.value + chromex.Nimber(2)
heap: int = int(answer.nimber)
lead: int = chromex.solve("connected", "path:4").value + 1
points: int = chromex.solve("connected", "path:4").score
first: str = chromex.solve("colouring:3", "cycle:5").winner
position = chromex.Position("icol", "path:4").play(("0", "B"), (3, "W"))
best = [move for move, value in position.move_values().items() if value == 0]
colours: int = chromex.chi("petersen:5,2")
orders: list[int] = [graph.order for graph in chromex.all_graphs("trees", 6)]
rows = chromex.query("six.parquet", "chi_g = 4")
for one in chromex.conjecture("six.parquet").holding:
    print(one.text, one.tight / one.cases)
board = chromex.Board("icol", "grid:3x4").play("0=B").undo()
print(board.position.moves())
"""


def test_ordinary_use_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "use.py"
    file.write_text(USE)
    run("mypy", "--strict", str(file))


def test_the_package_is_typed() -> None:
    run("mypy", "-p", "chromex")
