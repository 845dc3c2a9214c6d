"""The weights of the evaluation: what it is by the usual ones, and what others change."""

import pytest

from games.summits.given import GAME, SHIZU, TEN, A, H, field, opened, start
from honjin.games.summits.ai.evaluation import weigh
from honjin.games.summits.ai.weights import GENERAL, HIT, MOUNTAIN, NEAR, UNIT, USUAL, WEIGHTS
from honjin.games.summits.rules.state import Summits

STACKS = ("minase=h:kuroda_yoshitaka,hashiba*3+1", "tennozan=a:akechi*3")


def changed(s: Summits, weight: int) -> int:
    """How much Hideyoshi's value changes if a weight is twice as high."""
    w = [(1 + (n == weight)) * value for n, value in enumerate(USUAL)]
    assert weigh(s, w, H) == -weigh(s, w, A)
    return weigh(s, w, H) - weigh(s, USUAL, H)


@pytest.mark.parametrize(("battle", "expected"), [(TEN, 136), (SHIZU, 14)])
def test_the_usual_weights(battle: str, expected: int) -> None:
    """The value of the first position with full hands, to either side."""
    s = opened(battle)
    assert (expected, -expected) == (GAME.evaluate(s, H), GAME.evaluate(s, A))
    assert GAME.evaluate(s, H) == weigh(s, USUAL, H)


def test_a_unit_is_worth_more_to_its_side() -> None:
    """Four units of Hideyoshi's with a general, at ten points each, and three of the Akechi."""
    s = field(TEN, *STACKS)
    assert (50, -30) == (changed(s, UNIT + H), changed(s, UNIT + A))
    assert (10, 0) == (changed(s, GENERAL + H), changed(s, GENERAL + A))


def test_the_mountain_is_worth_more_to_its_holder() -> None:
    """The Akechi hold Tennōzan, and Hideyoshi's units are too far away to count."""
    s = field(TEN, *STACKS)
    assert (0, -20) == (changed(s, MOUNTAIN + H), changed(s, MOUNTAIN + A))


def test_weights_add_up_before_they_are_rounded() -> None:
    """An eighth of a point on each of eight units is a point."""
    s = field(TEN, "minase=h:hashiba*8", "choshi=a:akechi*2")
    w = list(USUAL)
    w[UNIT + H] += 2
    assert 1 == weigh(s, w, H) - weigh(s, USUAL, H)


def test_places_in_the_list() -> None:
    """By side, Hideyoshi's first; the names say so."""
    names = [WEIGHTS[n].key for n in (UNIT + H, UNIT + A, NEAR + A, HIT + A)]
    assert ["unit.0", "unit.1", "near.1", "hit.1"] == names


def test_weights_count_while_hands_are_picked() -> None:
    """Units are worth more to their side before the first hand is played, too."""
    s = start()
    assert changed(s, UNIT + H) > 0 > changed(s, UNIT + A)
