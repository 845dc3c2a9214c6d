"""The weights of the evaluation."""

import pytest

from games.akiwado.given import GAME, MON, OIC, SAK, stocking
from honjin.core.parts.weights import usual
from honjin.games.akiwado.ai.evaluation import weigh
from honjin.games.akiwado.content.data import RED, YELLOW
from honjin.games.akiwado.rules.state import Akiwado

USUAL = usual(GAME.weights)
KEYS = [weight.key for weight in GAME.weights]


def market(*coins: int) -> Akiwado:
    """Three turns to come; Monzaemon has the yellow marker, Oichi the red one, Sakichi a tile."""
    s = stocking(("wwyo", "wwyy", "wyyrb"), coins=coins, said="ewp", deck="wyb", variant="purveyor")
    s.unjust, s.marker[YELLOW], s.marker[RED] = 1 << SAK, MON, OIC
    return s


RICH = market(14, 14, 15)
POOR = market(11, 11, 8)


def weights(key: str, value: int) -> list[int]:
    """The usual weights, but for one."""
    found = list(USUAL)
    found[KEYS.index(key)] = value
    return found


def test_usual_estimates() -> None:
    """The usual weights give the values that the levels were tested with."""
    assert [-16, -617, 659] == [GAME.evaluate(RICH, seat) for seat in (MON, SAK, OIC)]


@pytest.mark.parametrize(
    ("key", "s", "seat"),
    [
        ("score.3", RICH, MON),
        ("card.3", RICH, OIC),
        ("custom.3", RICH, MON),
        ("pair.3", RICH, MON),
        ("single.3", RICH, MON),
        ("gain.3", RICH, OIC),
        ("coin.3", POOR, MON),
        ("salvaged.3", RICH, OIC),
        ("likely", stocking(("wwy", "wyr", "wyr")), MON),
        ("plenty", RICH, OIC),
        ("last_coin", RICH, OIC),
        ("tile", RICH, OIC),
        ("turn", RICH, MON),
        ("marker", RICH, MON),
    ],
)
def test_what_a_weight_is_of(key: str, s: Akiwado, seat: int) -> None:
    """Doubled, a weight raises the estimate of the merchant who has most of what it is of."""
    twice = weights(key, 2 * USUAL[KEYS.index(key)])
    assert weigh(s, twice, seat) > GAME.evaluate(s, seat)


def test_weights_are_by_turns_to_come() -> None:
    """With three turns to come the weights of other numbers of turns do not matter."""
    others = [
        0 if "." in key and not key.endswith(".3") else value
        for key, value in zip(KEYS, USUAL, strict=True)
    ]
    assert GAME.evaluate(RICH, MON) == weigh(RICH, others, MON)
