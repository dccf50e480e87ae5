"""What notebooks show: the board as a widget, tables in HTML, bars of tqdm."""

import io
import re

import chromex
import pytest
from chromex import _chromex, _widget
from tqdm import tqdm


@pytest.fixture
def board():
    return chromex.Board("icol", "path:3", seconds=60, store=False)


def click(board, **message):
    """What the browser sends."""
    board.widget._handle_custom_msg(message, [])


def test_a_click_is_a_move(board):
    heard = []
    board.observe(heard.append)
    click(board, play="1=B")
    assert board.moves == ["1=B"]
    assert board.position == chromex.Position("icol path:3 .B. left").with_turn(board.position.turn)
    assert heard == [board.position]
    assert board.widget.view["colouring"] == [0, 1, 0]
    assert board.widget.moves == ["1=B"]
    click(board, undo=True)
    assert board.moves == [] and board.position.colouring == "..."
    with pytest.raises(ValueError, match="already coloured"):
        board.play("0=B", "0=W")


def test_values_are_live(board):
    found = board.wait().widget.analysis
    values = {move["move"]: (move["value"], move["effect"]) for move in found["moves"]}
    assert values == {move: (str(value), "wins" if value == 0 else "loses") for move, value in board.position.move_values().items()}
    assert found["value"] == "*1"
    board.play("1=B").wait()
    assert len(board.widget.analysis["moves"]) == len(board.position.moves())


def test_a_best_move_is_played(board):
    click(board, best=True)
    assert board.position.value() == 0


def test_a_hidden_value_is_not_searched_for():
    board = chromex.Board("node-kayles", "cycle:5", values=False)
    assert board.wait().widget.analysis == {}
    assert board.play(2).position.colouring == "..1.."


def test_with_an_engine_of_its_own_the_browser_searches_and_python_hears():
    board = chromex.Board("icol", "path:3", engine="/files/lab")
    assert board._searching is None and board.widget.engine == "/files/lab"
    board.widget.analysis = {"value": "*1"}
    heard = []
    board.observe(heard.append)
    board.widget.moves = ["1=B", "0=W"]
    assert board.position.colouring == "WB." and heard == [board.position]
    assert board.widget.analysis == {"value": "*1"} and board.widget.view["colouring"] == [2, 1, 0]
    board.widget.moves = ["1=B"]
    assert board.moves == ["1=B"] and board.undo().widget.moves == []


def test_what_is_drawn_is_the_position():
    position = chromex.Position("orthogonal:2", "path:2")
    view = chromex.Board(position, values=False).widget.view
    assert view["copies"] == 2 and view["cells"] == 4 and view["graph"]["edges"] == [[0, 1]]
    legal = [f"{'AB'[cell // 2]}{cell % 2}={colour}" for cell, colours in view["legal"] for colour in colours]
    assert legal == position.moves()
    over = chromex.Board("connected path:2 RB alice", values=False).widget.view["over"]
    assert over == {"verdict": "a draw", "winner": None, "score": 0}


def test_the_module_is_whole():
    """Every module that one of the page's modules imports stands before it."""
    known = set()
    for name, text in _chromex.page_assets():
        imported = set(re.findall(r"from\s+'\./([\w.]+)'", text)) if name.endswith(".js") else set()
        assert imported <= known, name
        known.add(name)
    module = _widget.module()
    assert "__MODULES__" not in module and "export class Board" in module
    assert ".vertex" in _widget.style() and "--ink" in _widget.style()


def test_the_widget_is_shown(board):
    assert "application/vnd.jupyter.widget-view+json" in board._repr_mimebundle_()[0]
    assert repr(board) == "Board('icol path:3 ... left', moves [])"


def test_answers_values_and_sequences_are_shown():
    answer = chromex.solve("icol", "grid:3x3", by="search", store=False)
    assert "<td" in answer._repr_html_() and "*1" in answer._repr_html_()
    assert "hot" in chromex.Value("{3|1||-2}")._repr_html_()
    assert "<b>*2</b>" in chromex.Nimber(2)._repr_html_()
    shown = chromex.sequence(".77", to=200)._repr_html_()
    assert "<svg" in shown and "12, from 71 on" in shown
    assert "&lt;b&gt;" in chromex._display.table([["<b>"]])


def test_a_census_is_shown_and_counted(tmp_path):
    bar = tqdm(file=io.StringIO())
    found = chromex.census("icol", "connected:1..5", tmp_path / "five.parquet", progress=bar, chunk=7)
    assert (bar.total, bar.n) == (31, 31) == (found.graphs, found.graphs)
    assert "<th" in found._repr_html_() and "31 graphs" in repr(found)
    heard = []
    chromex.census("icol", "connected:5", tmp_path / "more.parquet", progress=lambda *told: heard.append(told), chunk=10)
    assert heard[-1][1] == 21
    with pytest.raises(TypeError, match="progress=3"):
        chromex.census("icol", "connected:3", tmp_path / "x.parquet", progress=3)


def test_a_bar_of_its_own(tmp_path, capsys):
    chromex.census("icol", "connected:5", tmp_path / "five.parquet", progress=True)
    assert "21/21" in capsys.readouterr().err


def test_streams_have_a_length():
    assert len(chromex.all_graphs("connected", 6)) == 112
    assert len(list(tqdm(chromex.all_graphs("trees", 7), file=io.StringIO()))) == 11


def test_conjectures(tmp_path):
    questions = ["chi_g", "chi", "max_degree", "is_bipartite"]
    six = chromex.census(questions, "connected:2..6", tmp_path / "six.parquet")
    found = chromex.conjecture(six, support=5)
    assert found.graphs == 142 and found.holding
    for one in found.holding:
        assert chromex.query(six.path, one.violated) == []
        assert one.counterexample is None
    for one in found.fallen:
        smallest = chromex.query(six.path, one.violated, smallest=True)
        assert [(row["graph"], row["n"]) for row in smallest] == [(one.counterexample["graph"], one.counterexample["n"])]
    assert "<code>" in found._repr_html_()
    known = chromex.conjecture(six, known=[one.text for one in found.holding if one.kind == "bound"], support=5)
    assert not {one.text for one in known.holding if one.kind == "bound"} & {one.text for one in found.holding}
