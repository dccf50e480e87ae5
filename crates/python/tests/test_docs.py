"""What the guides show is true: their ```python blocks are run, their ```py blocks are at least Python."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```(python|py)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["python.md", "cluster.md"])
def test_guide(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((ROOT / "docs" / name).read_text())
    text = "\n".join(block for kind, block in blocks if kind == "python")
    for kind, block in blocks:
        if kind == "py":
            compile(block, name, "exec")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert test.examples
    assert doctest.DocTestRunner(optionflags=flags).run(test).failed == 0
