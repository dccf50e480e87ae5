"""A board to play on in a notebook: the board of the browser page, as an anywidget.

What is on the board lives here, in Python. A click sends a move; it is played by the literal rules, and the values of all moves
are searched for in a thread of their own, within ``seconds``, and shown when they are there.
"""

from __future__ import annotations

import functools
import json
import re
import threading
from typing import TYPE_CHECKING, Any, Literal

from . import _chromex
from ._budget import asked
from ._position import Move, Position, position_of

if TYPE_CHECKING:
    from pathlib import Path

def module() -> str:
    """The widget's module, with the modules of the page inside."""
    from importlib.resources import files

    modules = [(name, text) for name, text in _chromex.page_assets() if name.endswith(".js")]
    text = (files("chromex") / "widget.js").read_text(encoding="utf-8")
    return text.replace("__MODULES__", json.dumps(modules).replace("</", "<\\/"), 1)


def style() -> str:
    """The style sheets of the page's board, for this element alone."""
    sheets = dict(_chromex.page_assets())
    # The names of colours: the first rule of the page, and the one for dark ones.
    light, dark = (
        re.search(rf"^{re.escape(rule)} {{([^}}]*)}}", sheets["base.css"], re.MULTILINE)
        for rule in (":root", ':root[data-theme="dark"]')
    )
    assert light and dark
    inside = f""".chromex-widget {{{light[1]} color: var(--ink); background: var(--bg); padding: 0.5rem; border-radius: 8px;
{sheets["board.css"]}
.words {{ margin: 0.4rem 0; min-height: 1.4em; }} .buttons, .choices-row {{ display: flex; gap: 0.4rem; margin: 0.3rem 0; }} }}"""
    return f'{inside}\n[data-jp-theme-light="false"] .chromex-widget {{{dark[1]}}}\n'


@functools.cache
def _widget_class() -> type[Any]:
    """The class, made when somebody wants it: anywidget need not be there."""
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError("an interactive board needs anywidget: pip install 'chromex[jupyter]'") from error

    class Widget(anywidget.AnyWidget):  # type: ignore[misc]
        """What the browser sees."""

        _esm = module()
        _css = style()
        view = traitlets.Dict().tag(sync=True)
        analysis = traitlets.Dict().tag(sync=True)
        start = traitlets.Unicode().tag(sync=True)
        moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
        values = traitlets.Bool(True).tag(sync=True)
        seconds = traitlets.Float(3.0).tag(sync=True)
        engine = traitlets.Unicode("").tag(sync=True)
        line = traitlets.Unicode()

    return Widget


class Board:
    """A board to play on in Jupyter: click to move; the value of every move is shown when it is known.

    The position is given as for `Position`. What is on the board can be read and changed from Python at any time::

        board = chromex.Board("icol", "grid:3x4")
        board                    # shows it; click
        board.position           # Position('icol grid:3x4 B.../..../.... left')
        board.moves              # ['0=B']
        board.play("5=W").undo()
        board.observe(print)     # called with every new position

    ``seconds`` is how long the values of a position may take; ``values=False`` hides them. Needs anywidget
    (``pip install 'chromex[jupyter]'``).

    ``engine`` is the address of a folder that ``chromex site`` wrote (``"/files/lab"``, ``"https://example.org/lab"``). The browser
    then plays and searches with the engine in that folder, so that the board also works where a notebook is shown without
    Python. If Python is there, it hears of every move.
    """

    def __init__(
        self,
        game: Any,
        graph: Any = None,
        colouring: Any = None,
        turn: str | None = None,
        *,
        values: bool = True,
        seconds: float = 3,
        store: str | Path | Literal[False] | None = None,
        engine: str = "",
    ) -> None:
        self._history: list[tuple[str, Position]] = [("", position_of(game, graph, colouring, turn))]
        self._seconds, self._store = seconds, store
        self._searching: threading.Thread | None = None
        self.widget = _widget_class()(values=values, seconds=seconds, engine=engine)
        """The anywidget itself, for layouts with other widgets."""
        self.widget.start = str(self.position)
        self.widget.on_msg(self._hear)
        self.widget.observe(self._follow, names="moves")
        self._show()

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self._history[-1][1]

    @property
    def moves(self) -> list[str]:
        """The moves that were played on it."""
        return [move for move, _ in self._history[1:]]

    def play(self, *moves: Move) -> Board:
        """Plays moves, as `Position.play` takes them."""
        for move in moves:
            self._history.append((self.position._written(move), self.position.play(move)))
        self._show()
        return self

    def undo(self, moves: int = 1) -> Board:
        """Takes back the last moves."""
        del self._history[max(1, len(self._history) - moves) :]
        self._show()
        return self

    def play_best(self) -> Board:
        """Plays a best move, if one is found in time; otherwise nothing happens."""
        report = json.loads(_chromex.ask(self.position._core, "best moves", *self._limits()))
        moves = report["moves"] or []
        return self.play(moves[0]["move"]) if moves else self

    def observe(self, listener: Any) -> None:
        """Calls somebody with every new position."""
        self.widget.observe(lambda _: listener(self.position), names="line")

    def wait(self) -> Board:
        """Waits until the values of the position are there, or their time is up."""
        if self._searching is not None:
            self._searching.join()
        return self

    def _limits(self) -> Any:
        return asked(seconds=self._seconds, by="search", store=self._store)

    def _hear(self, _widget: Any, message: dict[str, Any], _buffers: Any) -> None:
        """What the browser says."""
        if "play" in message:
            self.play(str(message["play"]))
        elif message.get("undo"):
            self.undo()
        elif message.get("best"):
            self.play_best()

    def _follow(self, change: Any) -> None:
        """The browser has played by itself."""
        if change.new != self.moves:
            del self._history[1:]
            self.play(*change.new)

    def _show(self) -> None:
        position = self.position
        view = json.loads(_chromex.view(position._core))
        with self.widget.hold_sync():
            if not self.widget.engine:
                self.widget.analysis = {}
            self.widget.moves = self.moves
            self.widget.view = view
        self.widget.line = str(position)
        if self.widget.values and not self.widget.engine and not view["over"]:
            self._searching = threading.Thread(target=self._search, args=(position,), daemon=True)
            self._searching.start()

    def _search(self, position: Position) -> None:
        """Searches for the values of all moves; what comes too late is not shown."""
        report = json.loads(_chromex.ask(position._core, "all moves", *self._limits()))
        if position is self.position:
            self.widget.analysis = report

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.widget._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"Board({str(self.position)!r}, moves {self.moves})"
