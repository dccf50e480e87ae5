"""Questions and answers, against the definitions where those are short."""

import copy
import json
import pickle
from fractions import Fraction

import chromex
import pytest
from chromex import BudgetExceeded, Form, Graph, Nimber, Position, Value


def mex(values):
    return next(n for n in range(len(values) + 1) if n not in values)


def literal_nimber(position):
    """By the definition, with no help from the solver."""
    return mex({literal_nimber(position.play(move)) for move in position.moves()})


@pytest.mark.parametrize("game", ["icol", "isnort", "node-kayles", "proper:3", "distance:2:2", "weak:2"])
@pytest.mark.parametrize("graph", ["path:4", "star:3", "cycle:4", "complete:3+path:1"])
def test_nimbers_are_what_the_definition_says(game, graph):
    position = Position(game, graph)
    assert position.value(by="search") == Nimber(literal_nimber(position)) == chromex.solve(game, graph).value


def test_an_answer_tells_everything():
    answer = chromex.solve("icol", "grid:3x5", by="search")
    assert (answer.value, answer.outcome, answer.provenance) == (Nimber(3), "N", "search")
    assert isinstance(answer.value, Nimber) and str(answer.value) == "*3"
    assert answer.moves and all(value == 0 for value in answer.moves.values())
    assert answer.statistics.positions > 0 and answer.statistics.seconds > 0
    assert "icol grid:3x5" in repr(answer) and pickle.loads(pickle.dumps(answer)) == answer


def test_what_is_no_limit_is_named():
    for ask in (chromex.solve, chromex.prove, Position("icol", "path:3").value):
        arguments = () if getattr(ask, "__self__", None) else ("icol", "path:3")
        with pytest.raises(TypeError, match="there is no limit 'second': did you mean 'seconds'?"):
            ask(*arguments, second=3)
    with pytest.raises(TypeError, match="there is no limit 'zzz': there are by, memory"):
        chromex.sequence(".77", zzz=1)


def test_the_version(program):
    assert program("--version").split()[-1] == chromex.__version__


def test_a_sequence_has_the_period_of_what_it_is_read_off():
    found = chromex.sequence("node-kayles", to=300)
    assert (found.period, found.pre_period) == (34, 52)
    assert chromex.sequence("77", to=200).period == 12


def test_kinds_of_values():
    assert chromex.solve("connected", "path:3").value == 1
    assert chromex.solve("colouring:2", "path:4").value == "Bob"
    assert chromex.solve("col", "path:1").value == Form("*")
    snort = chromex.solve("snort", "path:3").value
    assert isinstance(snort, Form) and snort.temperature > 0
    assert Position("snort", "path:3").outcome() == snort.outcome


def test_positions_are_values():
    position = Position("icol grid:2x3 B../..W left")
    assert str(position) == "icol grid:2x3 B../..W left"
    assert (position.game, position.turn, position.colouring) == ("icol", "Left", "B../..W")
    assert position.colours == [1, 0, 0, 0, 0, 2]
    for same in (
        Position("icol", "grid:2x3", [1, 0, 0, 0, 0, 2]),
        Position("icol", Graph("grid:2x3"), "0=B,5=W", turn="left"),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        eval(repr(position)),
    ):
        assert same == position and hash(same) == hash(position)
    assert position != position.with_turn("right")
    assert position.play("1=W", "2=B") == Position("icol grid:2x3 BWB/..W left")
    assert position._repr_svg_().startswith("<svg ")
    assert Position("orthogonal:2", "cycle:4")._repr_svg_().count("data-vertex") == 8
    assert Position("colouring:3", "path:2", "12").result == "Alice"
    assert Position("connected", "path:3", "RBR", "bob").is_over


def test_best_play():
    position = Position("icol", "grid:3x3")
    moves = position.line()
    values = [position.play(*moves[:n]).value() for n in range(len(moves) + 1)]
    # Who stands better moves to 0 each time, and so makes the last move.
    assert values[1::2] == [0] * len(values[1::2])
    assert position.play(*moves).is_over
    assert position.best_moves() == [m for m, v in position.move_values().items() if v == 0]


def test_canonical_positions_have_equal_values():
    start = Position("icol", "grid:2x3")
    for move in start.moves():
        for reply in start.play(move).moves():
            position = start.play(move, reply)
            assert position.canonical().value() == position.value()
    firsts = {start.play(move).canonical() for move in start.moves()}
    assert len(firsts) == 2  # a corner or the middle; colours are alike


@pytest.mark.parametrize(
    "call, part",
    [
        (lambda: chromex.solve("icoll", "path:3"), "did you mean `icol`?"),
        (lambda: chromex.solve("icol", "pth:3"), "  pth:3\n  ^^^"),
        (lambda: Position("icol path:3 BB. left"), "adjacent vertices must have different colours"),
        (lambda: Position("icol", "path:3", [3, 0, 0]), "there is no colour 3"),
        (lambda: Position("icol", "path:3").play("9=B"), "`9` is no vertex"),
        (lambda: chromex.solve("icol", "path:3", by="magic"), "by='magic'"),
        (lambda: chromex.solve("icol", "path:3", memory="lots"), "memory='lots'"),
        (lambda: chromex.solve("icol", "path:3", seconds=-1), "not negative"),
        (lambda: chromex.solve("isnort", "dipath:3"), "undirected"),
        (lambda: chromex.verify("nonsense"), "no claim is called"),
        (lambda: chromex.table("nonsense"), "no table is called"),
        (lambda: chromex.duel("mirror", "icol", "path:4", against="me"), "no opponent"),
        (lambda: chromex.Strategy("mirror", "icol star:3 .... left"), "does not apply"),
        (lambda: Graph.from_adjacency([[0, 1]]), "square"),
        (lambda: Graph.from_edges([(0, 0)]), "0"),
        (lambda: chromex.prove("icol", "path:2", claim="nimber is 0"), "is no claim"),
        (lambda: chromex.check(b"nothing"), ""),
        (lambda: chromex.sequence("orthogonal:2"), "does not fall apart"),
    ],
)
def test_bad_input_is_a_value_error(call, part):
    with pytest.raises(ValueError) as error:
        call()
    assert part in str(error.value)


@pytest.mark.parametrize("limit", [{"nodes": 100}, {"seconds": 0}, {"memory": "1K"}])
def test_budgets(limit):
    with pytest.raises(BudgetExceeded) as error:
        chromex.solve("snort", "king:5x6", by="search", **limit)
    exceeded = error.value
    assert isinstance(exceeded, TimeoutError) and exceeded.answer.value is None
    again = pickle.loads(pickle.dumps(exceeded))
    assert (str(again), again.known) == (str(exceeded), exceeded.known)


def test_forms_are_ordered_partially():
    zero, star, up = Form("0"), Form("*"), Form("^")
    assert zero < up and not star < zero and not star > zero and star != zero
    assert up + up > star and Form("1/2") == Fraction(1, 2) and Form("*2") == Nimber(2)
    assert {Form("1/2"): "half"}[Fraction(1, 2)] == "half"
    assert pickle.loads(pickle.dumps(Form("{3|1}"))).mean == 2


def test_equality_is_transitive_and_equal_things_hash_alike():
    things = [0, 1, 2, 0.5, Fraction(1, 2), Fraction(1, 3), float("inf"), 10**30, True]
    things += [Nimber(heap) for heap in (0, 1, 2, 5000)]
    things += [Value(text) for text in ("0", "1", "2", "1/2", "*", "*2", "^", "{1|-1}", "{0|1}", "{2|}-2")]
    for a in things:
        for b in things:
            assert (a == b) == (b == a)
            assert a != b or hash(a) == hash(b)
            for c in things:
                assert not (a == b and b == c) or a == c


def test_nimbers_forms_and_numbers_add_as_games():
    assert Nimber(2) + Nimber(2) == 0 and Nimber(3) ^ Nimber(1) == Nimber(2) and -Nimber(3) == Nimber(3)
    assert Nimber(1) + 1 == Value("1*") == 1 + Nimber(1) and Nimber(2) - Value("*2") == 0
    assert chromex.solve("snort", "path:3").value + 1 == Value("{3|-1}")
    assert 0.5 + Value("1/2") == 1 and 1 - Value("^") == Value("1v") and Value("*") * 3 == Value("*")
    assert sum([Value("^"), Nimber(1), Value("{0|*}")]) == Value("^^*")
    assert int(Nimber(7)) == 7 and bool(Nimber(0)) is False and str(Nimber(5000)) == "*5000"
    for wrong in ("x", None, [1]):
        with pytest.raises(TypeError):
            Value("^") + wrong
    for wrong in (Fraction(1, 3), float("nan"), 10**9):
        with pytest.raises((ValueError, OverflowError)):
            Value("^") + wrong
    with pytest.raises(ValueError, match="denominators are powers of two"):
        Value("1/3")


def test_everything_about_a_value():
    hot = Value("{3|1||-2}")
    assert (hot.mean, hot.temperature, hot.kind, hot.confused_with) == (0, 2, "hot", "[-2, 1)")
    assert (hot.left_stop, hot.right_stop, hot.birthday) == (1, -2, 5)
    assert hot.left == [Value("{3|1}")] and hot.right == [-2]
    assert [hot + gain for gain in hot.incentives("left")] == hot.left
    assert Value.of(hot.left, hot.right) == hot and hot.best_moves("right", 1) == [-2]
    assert hot.cooled(3) == 0 and Value("*").heated(1) == Value("+-1")
    thermograph = hot.thermograph()
    assert (thermograph.mean, thermograph.temperature) == (0, 2)
    assert thermograph._repr_svg_().startswith("<svg") and "⠉" in str(thermograph)
    with pytest.raises(ValueError, match="not negative"):
        hot.cooled(-1)
    long = Position("snort", "path:12").value()
    assert Value(long.text) == long and pickle.loads(pickle.dumps(long)) == long and long - long == 0


def test_sums_of_positions():
    path, cycle = Position("snort", "path:5"), Position("icol", "cycle:7")
    assert (path - path).value() == 0 and (path - path).outcome() == "P"
    assert (path + cycle + Value("*3") - 1).value() == path.value() + cycle.value() + Value("*3") - 1
    assert (-path + path).value() == 0 and (1 + path).value() == path.value() + 1 == (path + 1).value()
    answer = (cycle + cycle).solve()
    assert answer.value == 0 and answer.moves == [] and answer.components == [cycle.value()] * 2
    with pytest.raises(ValueError, match="does not add"):
        (path + Position("connected", "path:3")).value()
    with pytest.raises(BudgetExceeded):
        (Position("snort", "king:5x6") + 1).outcome(nodes=100, by="search")


def test_chi_and_its_bounds():
    assert chromex.chi("petersen:5,2") == 4 and chromex.chi("path:4") == 3 and chromex.chi("path:4", first="bob") == 2
    with pytest.raises(BudgetExceeded, match="from 7 to 20") as error:
        chromex.chi("queens:6", nodes=1)
    assert error.value.answer == (7, 20)


def test_certificates(tmp_path):
    file = tmp_path / "proof"
    chromex.prove("colouring", "grid:3x3", output=file)
    proved = chromex.check(file)
    assert proved.claim == "chi = 4" and proved.replies > 0
    damaged = bytearray(file.read_bytes())
    damaged[-1] ^= 1
    with pytest.raises(chromex.Rejected):
        chromex.check(bytes(damaged))


def test_a_claim_keeps_the_game_that_was_typed():
    def claimed(game, claim="chi <= 3"):
        return chromex.check(chromex.prove(game, "cycle:5", claim=claim)).game

    assert claimed("colouring:9") == claimed("colouring:K") == "colouring"
    assert claimed("colouring:4:bob-skips") == claimed(chromex.Game("colouring:4:bob-skips")) == "colouring:K:bob-skips"
    for game, why in [("colouring:4:nonsense", "the variants are"), ("colouring:x", "number of colours"), ("icol", "a number K")]:
        with pytest.raises(ValueError, match=why):
            claimed(game)
    assert claimed("colouring:3", "winner = alice") == "colouring:3"
    start = Position("colouring:3", "cycle:5")
    assert chromex.check(chromex.prove(start, claim="chi <= 3")).game == "colouring"


def test_questions_about_the_red_component():
    assert chromex.in_a_star("star:5") and not chromex.in_a_star("path:6")
    for graph in ["path:7", "grid:2x3", "cycle:6"]:
        assert chromex.a_mu(graph) == Position("connected:maker-breaker", graph).value()
        assert chromex.a_mu_star(graph) == Position("connected:when-winning", graph).value()
    with pytest.raises(BudgetExceeded):
        chromex.a_mu("grid:5x6", nodes=10, by="search")


def test_strategies_play():
    start = Position("colouring:4", "grid:4x5", turn="bob")
    alice = chromex.Strategy("column-twins", start)
    while not alice.position.is_over:
        alice.play(alice.position.moves()[-1])
    assert alice.position.result == "Alice"
    result = chromex.duel("column-twins", start, against="random", amount=500)
    assert result.losses == 0 and result.moves >= 500


def test_lists():
    names = {game.name for game in chromex.games()}
    assert {"icol", "connected", "orthogonal"} <= names
    assert {"grid", "petersen"} <= {family["name"] for family in chromex.families()}
    assert all(chromex.solve(game.example, graph(game)).value is not None for game in chromex.games())
    assert "mirror" in {strategy.name for strategy in chromex.strategies()}
    assert len(chromex.claims()) > 50 and chromex.sequences()


def graph(game):
    boards = {"blue-red": "dipath:3", "oriented": "dipath:3", "orthogonal-parts": "path:4"}
    return boards.get(game.name, "path:3")


def test_verdicts():
    fails = [claim for claim in chromex.verify("andres") if claim.word != "holds"]
    holds = chromex.verify("uiterwijk")
    assert all(verdict.detail for verdict in fails)
    assert holds and {verdict.word for verdict in holds} <= {"holds", "fails", "depends"}


@pytest.mark.parametrize("first", ["left", "right"])
@pytest.mark.parametrize(
    "text",
    [
        "snort path:3 + {10|1||0} + -5/2",
        "snort path:5 + snort grid:2x3 + {4|1||-2}",
        "{4|0} + {9|3||0} + *3",
        "{4|0} + {9|3} + ^",
        "col grid:2x3 + {9|3}",
    ],
)
def test_the_loss_of_the_hottest_first_is_that_of_the_program(program, text, first):
    parts = [Position(*part.split()) if " " in part else Value(part) for part in text.split(" + ")]
    total = chromex.Sum([(False, part) for part in parts])
    told = json.loads(program("solve", text, "--first", first, "--json"))
    found, expected = total.hottest_first(first), told["hottest_first"]
    if expected is None:
        assert found is None
        return
    numbers = [found.temperature, found.best, found.reached, found.loss]
    assert numbers == [Fraction(expected[name]) for name in ("temperature", "best", "reached", "loss")]
    assert [i + 1 for i in found.components] == expected["components"] and found.proved == expected["proved"]
    assert total.solve(first).hottest == found


def test_what_the_hottest_first_loses():
    total = Position("snort", "path:3") + Value("{10|1||0}") - Value("5/2")
    found = total.hottest_first()
    assert (found.components, found.best, found.reached, found.loss, found.proved) == ([0], Fraction(1, 2), Fraction(-1, 2), 1, False)
    # Switches alone: nothing is lost, and that is proved. One hot component: there is nothing to choose.
    switches = (Value("{4|0}") + Position("snort", "path:2")).hottest_first()
    assert (switches.loss, switches.proved) == (0, True)
    assert (Position("snort", "path:2") + Value("^")).hottest_first() is None
    with pytest.raises(BudgetExceeded):
        (Position("snort", "grid:4x5") + Value("{4|0}")).hottest_first(nodes=10)


def test_all_names_are_there():
    missing = [name for name in chromex.__all__ if not hasattr(chromex, name)]
    assert not missing and len(set(chromex.__all__)) == len(chromex.__all__)
