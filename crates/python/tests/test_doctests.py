"""The examples in the docstrings hold."""

import doctest
import importlib
import pkgutil

import chromex
import pytest

MODULES = ["chromex", *(f"chromex.{module.name}" for module in pkgutil.iter_modules(chromex.__path__))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("._chromex")])
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
