"""Misère quotients: against search, and against what is published."""

import itertools

import chromex
import pytest
from chromex import misere_quotient


@pytest.mark.parametrize(("game", "to"), [("node-kayles", 9), ("icol", 4), ("isnort", 3), ("proper:3", 3), ("distance:2:1", 8)])
def test_quotients_tell_who_wins_sums_of_paths(game, to):
    quotient = misere_quotient(game, to)
    for count in (1, 2, 3):
        for lengths in itertools.combinations_with_replacement(range(1, to + 1), count):
            if sum(lengths) <= 12:
                graph = chromex.Graph(f"path:{lengths[0]}").union(*(f"path:{n}" for n in lengths[1:]))
                assert quotient.outcome(*lengths) == chromex.solve(f"misere:{game}", graph).outcome, lengths


@pytest.mark.parametrize(
    ("own", "listed", "to"),
    [
        ("distance:1:1", "node-kayles", 9),
        ("own:colours=1:forbid=same/2", "distance:2:1", 8),
        ("own:colours=2:forbid=same", "icol", 4),
        ("proper:2", "icol", 4),
        ("own:colours=2:forbid=different", "isnort", 3),
        ("own:colours=5:forbid=same", "proper:3", 3),
    ],
)
def test_a_game_has_one_quotient_under_any_name(own, listed, to):
    one, other = misere_quotient(own, to), misere_quotient(listed, to)
    assert (one.order, one.lost, one.classes, one.product, one.period) == (other.order, other.lost, other.classes, other.product, other.period)
    assert misere_quotient(chromex.Game(own), 2).classes == misere_quotient(listed, 2).classes


@pytest.mark.parametrize("game", ["own:colours=2:forbid=1-1", "own:colours=3:forbid=same,1-2", "own:colours=1"])
def test_quotients_of_games_of_ones_own(game):
    quotient = misere_quotient(game, 3)
    for lengths in [(1,), (2,), (3,), (1, 2), (2, 2), (3, 3), (1, 2, 3)]:
        graph = chromex.Graph(f"path:{lengths[0]}").union(*(f"path:{n}" for n in lengths[1:]))
        own_misere = f"{game}:end=misere"
        assert quotient.outcome(*lengths) == chromex.solve(own_misere, graph).outcome, lengths


def misere_heaps(code):
    """Who wins a sum of heaps, by playing it out."""
    known = {}

    def is_lost(heaps):
        if heaps not in known:
            after = []
            for i, heap in enumerate(heaps):
                rest = heaps[:i] + heaps[i + 1 :]
                for taken, digit in enumerate(code, 1):
                    left = heap - taken
                    after += [rest] if digit & 1 and left == 0 else []
                    after += [(*rest, left)] if digit & 2 and left > 0 else []
                    after += [(*rest, a, left - a) for a in range(1, left)] if digit & 4 else []
            known[heaps] = bool(after) and not any(is_lost(tuple(sorted(option))) for option in after)
        return known[heaps]

    return is_lost


@pytest.mark.parametrize("code", [(1, 2, 3), (7, 7), (1, 5), (3, 1, 0, 2), (0, 7)])
def test_quotients_of_codes(code):
    text, is_lost = "." + "".join(map(str, code)), misere_heaps(code)
    quotient = misere_quotient(text, 8)
    for heaps in itertools.combinations_with_replacement(range(1, 9), 3):
        assert quotient.outcome(*heaps) == ("P" if is_lost(heaps) else "N"), heaps


def test_what_is_published():
    # Plambeck, "Taming the wild in impartial combinatorial games" (2005): .123 has a quotient of 20 elements, and period 5.
    quotient = misere_quotient(".123", 23)
    assert (quotient.order, len(quotient.lost), quotient.period) == (20, 5, (5, 5))
    # Nim-heaps have 2, 6, 10, 18, … classes.
    for game in (".1", ".3", ".33", ".333"):
        assert misere_quotient(game, 6).tame, game
    assert misere_quotient(".1", 0).order == 1


def test_limits_and_mistakes():
    with pytest.raises(chromex.BudgetExceeded, match="the limit on classes"):
        misere_quotient("node-kayles", 9, most_classes=7)
    with pytest.raises(chromex.BudgetExceeded, match="it is known up to"):
        misere_quotient("node-kayles", 20, most_sums=500)
    for game in ("snort", ".8", "proper:0", "", "distance:2:2"):
        with pytest.raises(ValueError, match="is no game whose quotient can be found"):
            misere_quotient(game, 3)
    with pytest.raises(ValueError, match="the largest size"):
        misere_quotient(".77", -1)
    with pytest.raises(ValueError, match="sizes from 0 to 3"):
        misere_quotient(".77", 3).outcome(4)
