"""The weights of the evaluation: what it is by the usual ones, and what others change."""

from games.swords.given import GAME, army, castle, meet, plain
from honjin.games.swords.ai.evaluation import prospect, threat, weigh
from honjin.games.swords.ai.valuation import battle_value
from honjin.games.swords.ai.weights import (
    BATTLE_COST,
    GOLD_VALUE,
    HONOR_VALUE,
    PULL,
    SHARP,
    THREAT,
    TRAIT_VALUE,
    USUAL,
    WEIGHTS,
)
from honjin.games.swords.content.maps import SQUARE_OF
from honjin.games.swords.rules.state import Swords


def but(weight: int, value: int) -> list[int]:
    """The usual weights with another value of one."""
    return [value if n == weight else usual for n, usual in enumerate(USUAL)]


def field() -> Swords:
    """The plain with an army of Takeda's two steps from a neutral keep."""
    s = plain()
    castle(s, "e7")
    army(s, 0, "e5")
    return s


def test_the_usual_weights() -> None:
    """The value of a position, to either seat of two."""
    s = field()
    assert (395, -395) == (GAME.evaluate(s, 0), GAME.evaluate(s, 1))
    assert GAME.evaluate(s, 0) == weigh(s, USUAL, 0)


def test_honor_and_gold_are_worth_more_to_who_has_them() -> None:
    """A tenth of a point more for each point of honor and each gold."""
    s = field()
    s.honor[0], s.gold[0] = 7, 3
    for weight in (HONOR_VALUE, GOLD_VALUE):
        more = but(weight, USUAL[weight] + 10)
        assert weigh(s, more, 0) > weigh(s, USUAL, 0)
        assert weigh(s, more, 1) < weigh(s, USUAL, 1)


def test_distances_have_weights() -> None:
    """An army is drawn by the keep two steps away; an enemy that far is feared."""
    s, at = field(), SQUARE_OF["e5"]
    usual = prospect(s, USUAL, 0, at, 4)
    assert 0 < usual == prospect(s, but(PULL, 0), 0, at, 4)
    assert 2 * usual == prospect(s, but(PULL + 1, 960), 0, at, 4)
    assert (0, 350, 160, 60, 0) == tuple(threat(USUAL, far) for far in range(5))
    assert 320 == threat(but(THREAT + 1, 320), 2)


def test_cards_spent_in_a_battle_can_count_for_less() -> None:
    """With no cost of a battle, the value is higher by what the cards are worth."""
    s = plain()
    army(s, 0, "e5")
    army(s, 1, "e6")
    s = meet(s, "hc3", "hc2")
    usual, free = (battle_value(s, w, 0, 4) for w in (USUAL, but(BATTLE_COST, 0)))
    assert free > usual


def test_a_lead_counts_by_how_sharp_it_is() -> None:
    """Twice the weight, twice the value."""
    s = field()
    s.honor[0] += 5
    twice = weigh(s, but(SHARP, 2 * USUAL[SHARP]), 0)
    assert twice in (2 * weigh(s, USUAL, 0), 2 * weigh(s, USUAL, 0) + 1)


def test_places_in_the_list() -> None:
    """Distances are counted from one step, the first of a row."""
    names = [WEIGHTS[n].key for n in (HONOR_VALUE, TRAIT_VALUE, PULL, PULL + 7, THREAT + 2)]
    assert ["honor", "trait", "pull.0", "pull.7", "threat.2"] == names
