"""Games whose rules are Python functions: solved like the same games described, and refused clearly."""

import itertools

import chromex
import pytest
from chromex import FunctionGame, GameFunctionError

GRAPHS = [graph for order in range(1, 5) for graph in chromex.all_graphs("connected", order)]


def proper(colours):
    return lambda state: [(v, c) for v in state.open for c in range(1, colours + 1) if c not in state.around(v)]


def colouring(colours):
    def result(state):
        if any(len(set(state.around(v))) == colours for v in state.open):
            return "bob"
        return None if state.open else "alice"

    return FunctionGame(proper(colours), result, colours=colours)


def partisan(state):
    own = 1 if state.player == "left" else 2
    return [(v, own) for v in state.open if own not in state.around(v)]


def connected(state):
    def largest(colour):
        left, best = {v for v, c in enumerate(state.colours) if c == colour}, 0
        while left:
            reached = fresh = {left.pop()}
            while fresh:
                fresh = {w for v in fresh for w in state.graph.neighbours(v)} & left
                left -= fresh
                reached = reached | fresh
            best = max(best, len(reached))
        return best

    return None if state.open else largest(1) - largest(2)


def test_they_are_solved_like_the_described_games():
    games = [
        ("proper:2", FunctionGame(proper(2), colours=2)),
        ("node-kayles", FunctionGame(proper(1))),
        ("col", FunctionGame(partisan, colours=2)),
        ("misere:proper:2", FunctionGame(proper(2), colours=2, end="misere")),
        ("misere:col", FunctionGame(partisan, colours=2, end="misere")),
        ("colouring:2", colouring(2)),
        ("connected", FunctionGame(lambda s: [(v, 1 + (s.player == "right")) for v in s.open], connected, colours=2)),
    ]
    for (name, game), graph, turn in itertools.product(games, GRAPHS, ("left", "right")):
        known = chromex.solve(name, graph, turn=turn, by="search")
        found = chromex.solve(game, graph, turn=turn)
        assert (found.value, found.outcome) == (known.value, known.outcome), (name, graph, turn)
        assert found.provenance == "plain search of Python functions (slow)"
        if not name.endswith("col"):
            named = {move.replace("R", "1").replace("B", "2") for move in known.moves}
            assert set(found.moves) == named, (name, graph, turn)


def test_lines_are_played_to_the_end():
    position = colouring(3).start("cycle:5")
    line = position.line()
    assert position.play(*line).result == position.outcome() == "Alice"
    assert position.play(*line).is_over and not position.is_over


def test_the_least_number():
    for graph in GRAPHS:
        number = chromex.chi(graph, game=colouring, all=True)
        known = chromex.chi(graph, all=True)
        assert number == known
        assert number.winners[: len(known.winners)] == known.winners[: len(number.winners)]


def test_skipping():
    def moves(state):
        return proper(2)(state) + (["skip"] if state.player == "right" else [])

    def result(state):
        return colouring(2)._result(state)

    for graph in GRAPHS:
        found = FunctionGame(moves, result, colours=2).start(graph, "bob").outcome()
        assert found == chromex.solve("colouring:2:bob-skips", graph, turn="bob").outcome


def changing():
    asked = itertools.count()
    return lambda state: [v for v in state.open if next(asked) % 3 or v]


NONSENSE = [
    (lambda state: 1 // 0, "raised ZeroDivisionError"),
    (lambda state: (v // 0 for v in state.open), "raised ZeroDivisionError"),
    (lambda state: None, "returned None: a list of moves is wanted"),
    (lambda state: "01", "a list of moves is wanted"),
    (lambda state: [(0, 2)], "there is no colour 2"),
    (lambda state: [(3, 1)], "there is no vertex 3"),
    (lambda state: [(-1, 1)], "there is no vertex -1"),
    (lambda state: [0], "vertex 0 is already coloured"),
    (lambda state: [("a", 1)], "a move is a vertex and the number of a colour"),
    (lambda state: ["pass"], "a move is a vertex and a colour, or 'skip'"),
    (lambda state: ["skip"], "a game with skips needs `result`"),
    (lambda state: itertools.repeat(0), "returned more than 16 moves"),
    (changing(), "changed its mind"),
]


@pytest.mark.parametrize(("moves", "message"), NONSENSE)
def test_bad_functions_are_refused_with_the_place(moves, message):
    with pytest.raises(GameFunctionError) as refused:
        FunctionGame(moves).start("path:3").solve()
    assert message in str(refused.value)
    assert "on path:3, " in str(refused.value)
    assert refused.value.state.graph == chromex.Graph("path:3")


RESULTS = [
    (lambda state: None, "returned None, but there is no move"),
    (lambda state: None if state.open else "Zed", "None, 'alice', 'bob' or a whole number is wanted"),
    (lambda state: None if state.open else 1.5, "or a whole number is wanted"),
    (lambda state: None if state.open else state.colours[0] - 1 or "bob", "a score here and a winner elsewhere"),
]


@pytest.mark.parametrize(("result", "message"), RESULTS)
def test_bad_results_are_refused(result, message):
    with pytest.raises(GameFunctionError, match=message.split(":")[0]):
        FunctionGame(lambda state: [(v, c) for v in state.open for c in (1, 2)], result, colours=2).start("path:2").solve()


def test_both_may_not_skip_for_ever():
    with pytest.raises(GameFunctionError, match="the game need not end"):
        FunctionGame(lambda state: ["skip"], lambda state: None).start("path:2").solve()


def test_nothing_is_lost_when_a_function_raises_or_the_budget_ends():
    broken = True

    def moves(state):
        if broken and state.colours == (1, 0, 1, 0, 1, 0):
            raise RuntimeError("not today")
        return state.open

    game = FunctionGame(moves)
    with pytest.raises(GameFunctionError, match="not today") as refused:
        game.start("path:6").solve()
    assert isinstance(refused.value.__cause__, RuntimeError)
    broken = False
    after = game.start("path:6").solve()
    fresh = FunctionGame(moves).start("path:6").solve()
    assert after.value == fresh.value == chromex.Nimber(0)
    assert after.statistics.positions < fresh.statistics.positions
    with pytest.raises(chromex.BudgetExceeded, match="the limit on positions"):
        FunctionGame(moves).start("path:8").solve(nodes=3)
    with pytest.raises(TypeError, match="there is no limit 'memory'"):
        game.start("path:2").solve(memory=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: FunctionGame("moves"), "is no function of a position"),
        (lambda: FunctionGame(proper(1), colours=0), "the number of colours"),
        (lambda: FunctionGame(proper(1), end="soon"), "write 'normal'"),
        (lambda: FunctionGame(proper(1)).start("path:2", "carol"), "there is no player 'carol'"),
        (lambda: FunctionGame(proper(1)).start("path:2").play("0=2"), "0=2 is no legal move"),
        (lambda: FunctionGame(proper(1)).position("path:2", [0]), "1 colours given for 2 vertices"),
        (lambda: FunctionGame(proper(1)).position("path:2", {7: 1}), "there is no vertex 7"),
        (lambda: FunctionGame(proper(1)).position("path:2", [3, 0]), "there is no colour 3"),
        (lambda: chromex.chi("path:2", game=lambda k: FunctionGame(proper(k), colours=k)), "games with a winner"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises((TypeError, ValueError), match=message):
        make()
