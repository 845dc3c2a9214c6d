"""The weights of the evaluation."""

import pytest

from games.akiwado.given import GAME, MON, OIC, SAK, stocking
from honjin.core.parts.weights import usual
from honjin.games.akiwado.ai.evaluation import best_market, best_two, value_of, weigh
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


@pytest.mark.parametrize(
    ("coins", "outbid"),
    [((14, 14, 15), 1), ((15, 14, 15), 3), ((16, 14, 15), 4), ((13, 14, 15), 0)],
)
def test_the_better_market_counts_as_far_as_it_can_be_bought(
    coins: tuple[int, ...], outbid: int
) -> None:
    """A rival with fewer coins counts as two halves, one with as many as one."""
    s = market(*coins)
    found = value_of(s, weights("reach.3", 100), MON, 3) - value_of(s, USUAL, MON, 3)
    assert 100 * best_market(s, MON) * outbid // 4 == found


@pytest.mark.parametrize(("east", "west", "points"), [
    ("", "", 0), ("r", "", 1), ("r", "bb", 5), ("rb", "", 2), ("y", "b", 4), ("y", "yob", 9),
    ("o", "", 4),
])  # fmt: skip
def test_what_the_better_market_brings(east: str, west: str, points: int) -> None:
    """Its cards and what they add to sets, for a merchant with two white cards and a yellow one."""
    s = stocking(("wwy", "wyr", "wyr"), east=east, west=west)
    assert points == best_market(s, MON)


@pytest.mark.parametrize(("hand", "deck", "points"), [
    ("wwy", "yyr", 3), ("wwy", "y", 3), ("wwy", "r", 0), ("wwy", "rr", 3), ("wy", "wy", 3),
    ("wwyr", "yr", 6), ("wwyyrr", "b", 0),
])  # fmt: skip
def test_what_two_cards_to_come_can_add(hand: str, deck: str, points: int) -> None:
    """Only cards that can still come are counted, each as often as there are any."""
    s = stocking((hand, "wyr", "wyr"), east="", west="", deck=deck)
    assert points == best_two(s, MON)


def test_two_cards_to_come_count_by_the_share_of_all_coins() -> None:
    """A merchant with a quarter of the coins counts a quarter of what they can add."""
    s = stocking(("wwy", "wyr", "wyr"), coins=(5, 10, 5), deck="yyb")
    found = value_of(s, weights("means.2", 100), MON, 2) - value_of(s, USUAL, MON, 2)
    assert 100 * best_two(s, MON) // 4 == found


def test_weights_are_by_turns_to_come() -> None:
    """With three turns to come the weights of other numbers of turns do not matter."""
    others = [
        0 if "." in key and not key.endswith(".3") else value
        for key, value in zip(KEYS, USUAL, strict=True)
    ]
    assert GAME.evaluate(RICH, MON) == weigh(RICH, others, MON)
