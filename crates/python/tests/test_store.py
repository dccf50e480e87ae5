"""The results store: the same for the program and for Python."""

import json
import pickle
import subprocess
import sys
import warnings

import chromex
import pytest
from chromex import Nimber, Position, Store, _budget

POSITION = Position("icol", "grid:3x7")


def solve(position, store):
    return chromex.solve(position, by="search", store=store)


def test_what_the_program_found_is_known_here(program, tmp_path):
    file = tmp_path / "store.sqlite"
    for game, graph in (("icol", "grid:4x4"), ("snort", "grid:3x6"), ("colouring:4", "random:16,0.4,1"), ("connected", "grid:3x4")):
        told = json.loads(program("moves", game, graph, "--json", "--store", file))
        assert "stored" not in told
        position = Position(game, graph)
        answer = solve(position, file)
        assert answer.stored and answer.provenance == "search"
        assert answer.statistics.positions == told["positions"]
        assert answer.value == position.value(by="search")
        assert answer.moves == solve(position, False).moves
        assert position.move_values(store=file) == position.move_values()
        assert position.outcome(by="search", store=file) == answer.outcome
        assert position.line(store=file) == position.line()
    assert {game.game for game in Store(file).summary()} == {"icol", "snort", "colouring:4", "connected"}


def test_what_is_found_here_is_known_to_the_program(program, tmp_path):
    file = tmp_path / "store.sqlite"
    first = solve(POSITION, file)
    assert first.stored is None
    told = json.loads(program("solve", "icol", "grid:3x7", "--by", "search", "--json", "--store", file))
    assert told["stored"]["found"] == Store(file).get(POSITION).stored
    assert told["value"] == str(first.value)


def test_symmetric_positions_are_one(tmp_path):
    file = tmp_path / "store.sqlite"
    one = Position("icol", "grid:4x4", {0: "B"})
    other = Position("icol", "grid:4x4", {15: "W"}, turn="right")
    assert solve(one, file).stored is None
    again = solve(other, file)
    assert again.stored and again.moves == solve(other, False).moves
    assert "from the store" in repr(again)


def test_game_chromatic_numbers(tmp_path):
    file = tmp_path / "store.sqlite"
    first = chromex.chi("random:15,0.5,1", store=file)
    assert len(Store(file)) > 0
    again = chromex.chi("random:15,0.5,1", store=file)
    assert (first, first.winners) == (again, again.winners)
    assert first.stored == 0 < again.stored
    # What was found earlier is not charged to the budget of now.
    assert chromex.chi("random:15,0.5,1", store=file, nodes=first.statistics.positions - 1) == first


def test_places(tmp_path, monkeypatch):
    assert solve(POSITION, None).stored is None, "the tests switch the store off"
    with pytest.raises(ValueError, match="switched off"):
        Store()
    file = tmp_path / "usual.sqlite"
    monkeypatch.setenv("CHROMEX_STORE", str(file))
    assert solve(POSITION, None).stored is None
    assert solve(POSITION, None).stored and solve(POSITION, file).stored and solve(POSITION, Store()).stored
    assert solve(POSITION, False).stored is None
    # Theorems come first, as ever.
    assert chromex.solve("icol", "grid:2x6").provenance == "theorem"


def test_a_store_that_cannot_be_opened(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    place = tmp_path / "file" / "store.sqlite"
    with pytest.raises(OSError, match="cannot open the store"):
        Store(place)
    with pytest.warns(UserWarning, match="answers are not kept"):
        assert solve(POSITION, place).value == Nimber(1)
    _budget._noted.clear()
    monkeypatch.setenv("CHROMEX_STORE", str(place))
    with pytest.warns(UserWarning, match="answers are not kept"):
        assert solve(POSITION, None).value == Nimber(1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solve(POSITION, None).value == Nimber(1)
    _budget._noted.clear()


def test_the_store_itself(tmp_path):
    store = Store(tmp_path / "a.sqlite")
    assert len(store) == 0 and store.get(POSITION) is None
    solve(POSITION, store)
    solve(Position("isnort", "grid:3x7"), store)
    (row, _) = store.summary()
    assert (row.game, row.entries) == ("icol", 1) and row.seconds > 0
    assert store.get("icol", "grid:3x7").value == Nimber(1)
    checked = store.verify()
    assert (checked.confirmed, checked.undecided, checked.wrong, checked.damaged) == (2, 0, [], [])
    assert store.export(tmp_path / "a.jsonl") == 2
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert {line["game"] for line in lines} == {"icol", "isnort"}
    other = Store(tmp_path / "b.sqlite")
    assert (other.merge(tmp_path / "a.jsonl"), other.merge(store)) == (2, 0)
    assert other.get(POSITION).moves == store.get(POSITION).moves
    # What was merged is told until it is proved.
    assert other.get(POSITION).merged == str(tmp_path / "a.jsonl") and store.get(POSITION).merged is None
    with pytest.warns(UserWarning, match="are not proved here"):
        assert "merged from" in repr(solve(POSITION, other))
    assert [game.merged for game in other.summary()] == [1, 1]
    assert other.verify(merged=True).proved == 2 and other.get(POSITION).merged is None
    assert pickle.loads(pickle.dumps(other)).path == other.path
    # Something wrong is found, and not merged over what is right.
    wrong = {**lines[0], "value": "*7", "outcome": "N", "moves": None}
    (tmp_path / "wrong.jsonl").write_text(json.dumps(wrong))
    with pytest.raises(ValueError, match="line 1: .*checksum is wrong"):
        other.merge(tmp_path / "wrong.jsonl")
    del wrong["sum"]
    (tmp_path / "wrong.jsonl").write_text(json.dumps(wrong))
    with pytest.raises(ValueError, match="no checksum"):
        other.merge(tmp_path / "wrong.jsonl")
    with pytest.raises(ValueError, match="store says"):
        other.merge(tmp_path / "wrong.jsonl", unsummed=True)
    bad = Store(tmp_path / "bad.sqlite")
    assert bad.merge(tmp_path / "wrong.jsonl", unsummed=True) == 1
    assert len(bad.verify().wrong) == 1


def test_damage_is_told(tmp_path):
    file = tmp_path / "store.sqlite"
    position = Position("isnort", "grid:4x5", {0: "B"})
    truth = position.value(by="search", store=file)
    # In another process: two copies of SQLite in one would break each other's locks.
    lie = (
        "import sqlite3, sys\n"
        "with sqlite3.connect(sys.argv[1]) as database:\n"
        "    changed = database.execute('UPDATE answers SET value = ?, outcome = ?', ('*31', 'N'))\n"
        "    assert changed.rowcount == 1\n"
    )
    assert truth != 31
    subprocess.run([sys.executable, "-c", lie, file], check=True)
    with pytest.warns(UserWarning, match="damaged and not used"):
        assert Store(file).get(position) is None
    assert len(Store(file).damaged()) == 1
    assert len(Store(file).verify(forget=True).damaged) == 1
    assert len(Store(file)) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert position.value(by="search", store=file) == truth
    assert Store(file).verify().wrong == []


def test_a_star_is_kept(tmp_path):
    file = tmp_path / "store.sqlite"
    for graph in ("king:4x5", "grid:4x5"):
        first = chromex.in_a_star(graph, by="search", store=file)
        assert first == chromex.in_a_star(graph, by="search", store=False)
        assert first == chromex.in_a_star(graph, by="search", store=file)
        # What is known costs nothing.
        assert first == chromex.in_a_star(graph, by="search", store=file, nodes=1)
    assert {game.game for game in Store(file).summary()} == {"connected:maker-breaker"}
    assert Store(file).verify().wrong == []


def test_a_damaged_store(tmp_path):
    file = tmp_path / "store.sqlite"
    file.write_text("these are my notes, and no database at all")
    with pytest.raises(OSError, match="move the file away"):
        Store(file)


def test_processes_share_a_store(tmp_path):
    file = tmp_path / "store.sqlite"
    work = (
        "import chromex, sys\n"
        "for n in (3, 5, 7):\n"
        "    chromex.solve('isnort', f'grid:3x{n}', by='search', store=sys.argv[1])\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", work, str(file)]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    store = Store(file)
    assert store.verify().wrong == [] and store.get("isnort", "grid:3x7") is not None
