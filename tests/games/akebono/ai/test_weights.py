"""The weights of the evaluation."""

import random

import pytest

from games.akebono.given import GAME, RED, WHITE, at, rolling
from honjin.core.parts.weights import usual
from honjin.games.akebono.ai.evaluation import weigh
from honjin.games.akebono.rules.state import Akebono

USUAL = usual(GAME.weights)
KEYS = [weight.key for weight in GAME.weights]
FIGHT = at("S:H7 G:F3 A:E5", "T:G9 A:I5 D:F8", points=4, taken=("DA", "G"), valor=(2, 1))


def weights(key: str, value: int) -> list[int]:
    """The usual weights, but for one."""
    found = list(USUAL)
    found[KEYS.index(key)] = value
    return found


@pytest.mark.parametrize(
    ("s", "value"), [(FIGHT, 339), (rolling(FIGHT), 686), (at("S:E5", taken=("DD", "SSS")), -455)]
)
def test_usual_estimates(s: Akebono, value: int) -> None:
    """The usual weights give the values that the levels were tested with."""
    assert value == GAME.evaluate(s, RED)


def test_any_weights_are_zero_sum() -> None:
    """Whatever the weights, from 0, one side's advantage is the other's disadvantage."""
    rng = random.Random(3)
    for _ in range(20):
        w = [rng.choice((0, 2 * value, rng.randrange(2000))) for value in USUAL]
        for s in (FIGHT, rolling(FIGHT)):
            assert weigh(s, w, RED) == -weigh(s, w, WHITE)


@pytest.mark.parametrize(
    ("key", "s"),
    [
        ("worth.2", at("S:E5", taken=("D", ""))),
        ("worth.5", at("S:E5", taken=("G", ""))),
        ("whole_type", at("S:E5", taken=("SSS", ""))),
        ("two_daimyo", at("S:E5", taken=("DD", ""))),
        ("last_daimyo", at("S:F6", "D:F7", points=5, taken=("DD", ""))),
        ("valor", at("S:E5", valor=(1, 0))),
        ("half_pair", at("S:E5", taken=("A", ""))),
        ("siege", at("A:F7 S:I8", "T:G8", points=1)),
        ("best_prey", at("S:F6", "D:F7", points=5)),
        ("more_prey", rolling(FIGHT)),
        ("on_foot", at("S:F6", "D:F7", points=5)),
        ("by_shot", at("G:F3", "D:F8", points=6)),
        ("near", at("S:E5")),
        ("to_move", rolling(at("S:E5"))),
    ],
)
def test_what_a_weight_is_of(key: str, s: Akebono) -> None:
    """Doubled, a weight raises the estimate of the side that has what it is of."""
    twice = weights(key, 2 * USUAL[KEYS.index(key)])
    assert weigh(s, twice, RED) > GAME.evaluate(s, RED)


def test_how_long_a_threat_lasts() -> None:
    """On the rival's turn prey counts by `wait` after the roll, and by `later` before it."""
    ahead = at("S:F6", "D:F7", points=4, turn=WHITE)
    assert weigh(ahead, weights("wait", 0), RED) < GAME.evaluate(ahead, RED)
    before = rolling(ahead)
    assert weigh(before, weights("later", 0), RED) < GAME.evaluate(before, RED)
