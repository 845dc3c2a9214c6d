"""The rules compiled: the same battles as interpreted, within the declared bounds."""

import pytest

from honjin.core.jit.compiled import playouts

from .given import GAME, SHIZU, TEN

GIVEN = [
    {"battle": TEN},
    {"battle": SHIZU},
    {"battle": TEN, "auction": True, "free_hands": True, "leaderless": False},
    {"battle": SHIZU, "order": "before", "stacking": "both", "leaving": "barred"},
    {"battle": SHIZU, "barrier": "any", "retreat_among": False, "taisho_retreat": True},
    {"battle": SHIZU, "calls": "two", "treason": "any", "removal": "two", "control": "stopping",
     "ambushes": "several", "flips": "group"},
    {"battle": TEN, "elevation": "coming", "removal": "one", "blocked": "barred", "way_back": False,
     "back_side": "dice", "engaged_fire": False},
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("given", GIVEN)
def test_compiled_games(given: dict[str, str | bool]) -> None:
    """From one seed, twenty random battles are the same both ways, dice included."""
    s = GAME.setup(GAME.read_options(given))
    assert playouts(GAME, s, 2, 20, 5) == playouts(GAME, s, 2, 20, 5, interpreted=True)


@pytest.mark.slow
@pytest.mark.parametrize("given", GIVEN)
def test_no_battle_is_stuck(given: dict[str, str | bool]) -> None:
    """All of ten thousand random battles end, and what one side wins, the other loses."""
    found = playouts(GAME, GAME.setup(GAME.read_options(given)), 2, 10_000, 7)
    assert (10_000, 0) == (sum(found.reasons), sum(found.sums))
