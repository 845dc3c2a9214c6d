"""The conformance kit on both battles and on each option: a few games of each."""

import pytest

from honjin.testing import conformance

from .given import GAME, SHIZU, TEN


@pytest.mark.slow
@pytest.mark.parametrize("battle", [TEN, SHIZU])
def test_games_conform(battle: str) -> None:
    """The kit finds no fault in random games, interpreted and compiled."""
    assert 1 == conformance(GAME, games=1, options={"battle": battle}, seed=4).games


@pytest.mark.slow
@pytest.mark.parametrize(
    "given",
    [
        {"auction": True, "order": "before", "leaderless": False},
        {"battle": SHIZU, "auction": True, "free_hands": True, "stacking": "both"},
        {"battle": SHIZU, "barrier": "any", "first_hand": "plus", "first_bonus": "melee"},
        {"leaving": "barred", "retreat_among": False, "taisho_retreat": True},
        {"battle": SHIZU, "calls": "two", "treason": "any", "removal": "two"},
        {"battle": SHIZU, "control": "stopping", "ambushes": "several", "flips": "group"},
        {"elevation": "coming", "removal": "one", "blocked": "barred"},
        {"way_back": False, "back_side": "dice", "engaged_fire": False},
    ],
)
def test_switches_conform(given: dict[str, str | bool]) -> None:
    """A game with each option passes the kit."""
    assert 1 == conformance(GAME, games=1, options=given, seed=3).games
