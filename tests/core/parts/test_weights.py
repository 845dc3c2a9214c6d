"""Weights of an estimate: their table, and games that estimate by them."""

from dataclasses import replace
from typing import Any

import pytest

from honjin.core.contract.derived import DERIVED
from honjin.core.jit import compiled as core
from honjin.core.jit.rule import rule
from honjin.core.parts.weights import Weight, WeightTable, usual
from madeup.game import GAME
from madeup.state import Fair

TABLE = WeightTable()
SCORE = TABLE.add("score", 100, 101, 102, 103)
COIN = TABLE.add("coin", 7)
WEIGHTS = TABLE.weights()


@rule
def weigh(s: Fair, w: list[int], seat: int) -> int:
    """A seat's score and coins."""
    return w[SCORE + seat] * s.score[seat] + w[COIN] * s.coins[seat]


WEIGHED = replace(GAME, evaluate=DERIVED, weigh=weigh, weights=WEIGHTS)


def test_weights_are_numbered_in_order() -> None:
    """Several in a row have the number of the first, and names with their place."""
    assert (0, 4) == (SCORE, COIN)
    assert (Weight("score.3", 103), Weight("coin", 7)) == WEIGHTS[3:]
    assert (100, 101, 102, 103, 7) == usual(WEIGHTS)


@pytest.mark.parametrize("given", [("coin", 1), ("score.0", 1), ("new",), ("new", -1)])
def test_a_weight_must_be_new_and_not_negative(given: tuple[Any, ...]) -> None:
    """A name that is taken, no value and a negative one are refused."""
    table = WeightTable()
    table.add("score", 1, 2)
    table.add("coin", 3)
    with pytest.raises(ValueError, match=f"got {given[0]}"):
        table.add(*given)


def test_a_game_estimates_by_its_usual_weights() -> None:
    """Interpreted and compiled, `evaluate` is `weigh` by the usual weights."""
    s = WEIGHED.setup(WEIGHED.read_options())
    s.score[1], s.coins[1] = 3, 5
    assert 3 * 101 + 5 * 7 == WEIGHED.evaluate(s, 1)
    assert 338 == core.compiled(WEIGHED).guess(core.batch(WEIGHED, s), 0, 1)
    assert 338 == core.interpreted(WEIGHED).guess([s], 0, 1)


def test_other_usual_weights_are_compiled_anew() -> None:
    """The weights belong to what the name of compiled code is made of."""
    other = replace(WEIGHED, evaluate=DERIVED, weights=(*WEIGHTS[:-1], Weight("coin", 1000)))
    s = WEIGHED.setup(WEIGHED.read_options())
    s.coins[1] = 5
    assert 5000 == core.compiled(other).guess(core.batch(other, s), 0, 1)


@pytest.mark.slow
def test_a_large_estimate_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """`weigh` can be a C function, as any other large rule."""
    monkeypatch.setattr("honjin.core.jit.entries.LARGE", 0)
    s = WEIGHED.setup(WEIGHED.read_options())
    s.score[0] = 2
    game = replace(WEIGHED, key="fair")
    assert 200 + 7 * s.coins[0] == core.compiled(game).guess(core.batch(game, s), 0, 0)
