"""Progress as tqdm shows it, or as somebody else wants to hear of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

Listener = Callable[[int, int], None]
"""Hears how many chunks and graphs are new."""

Progress = Union[bool, Listener, Any, None]
"""``True`` for a bar of tqdm; a bar that exists, which gets its total and is moved on; or a `Listener`."""


class Bar:
    """Somebody who is told how much is done: ``update(n)``, as of tqdm."""

    def __init__(self, progress: Progress, total: int | None, unit: str, done: int = 0) -> None:
        self._listener: Listener | None = None
        self._bar: Any = None
        self._own = progress is True
        self._parts = self._units = 0
        if self._own:
            self._bar = _tqdm()(total=total, unit=f" {unit}", initial=done)
        elif hasattr(progress, "update"):
            self._bar = progress
            if total is not None:
                self._bar.total = total
                self._bar.refresh()
            self._bar.update(done)
        elif callable(progress):
            self._listener = progress
        elif progress not in (None, False):
            raise TypeError(f"progress={progress!r}: write True for a bar of tqdm, or give a bar or a function of two numbers")

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return self._bar is not None or self._listener is not None

    def update(self, units: int, note: str = "") -> None:
        """One more part with so many units."""
        self._parts, self._units = self._parts + 1, self._units + units
        if self._bar is not None:
            self._bar.update(units)
            if note:
                self._bar.set_postfix_str(note, refresh=False)
        if self._listener is not None:
            self._listener(self._parts, self._units)

    def hear(self, _parts: int, units: int) -> None:
        """The same with totals, as the Rust part tells them."""
        self.update(units - self._units)

    def close(self, total: int | None = None) -> None:
        """The end; what was there before and was not told is added now."""
        if self._bar is not None:
            if total is not None and self._bar.n < total:
                self._bar.update(total - self._bar.n)
            if self._own:
                self._bar.close()


def _tqdm() -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError("progress=True shows a bar of tqdm: pip install tqdm, or give a function of two numbers") from error
    return tqdm
