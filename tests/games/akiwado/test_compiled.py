"""The rules compiled: the same games as interpreted, within the declared bounds."""

import pytest

from honjin.core.jit.compiled import playouts

from .given import GAME, LARGE, SMALL

GIVEN = [
    {"seats": "3"},
    {"seats": "4", "variant": "purveyor", "removed": "constant_deck", "purveyor_tie": "return"},
    {"seats": "5", "variant": "purveyor", "colours": "lot", "blue_floor": "1"},
    {"seats": "4", "challenge_order": "in_order", "unjust_sits_out_stocking": True},
    {"seats": "5", "waste": "total_2", "coin_limit": False, "special_mode": "best_single_set"},
    {"seats": "5", "variant": "purveyor", "waste": "total_2", "coin_limit": False, "cards": LARGE},
    {"seats": "3", "variant": "purveyor", "waste": "total_2", "cards": SMALL},
]


@pytest.mark.parametrize("given", GIVEN)
def test_compiled_games(given: dict[str, str]) -> None:
    """From one seed, ten random games are the same both ways, dice and cards included."""
    options = GAME.read_options(given)
    s, seats = GAME.setup(options), GAME.seats(options)
    compiled = playouts(GAME, s, seats, 10, 5)
    assert compiled == playouts(GAME, s, seats, 10, 5, interpreted=True)


@pytest.mark.parametrize("given", GIVEN)
def test_no_game_is_too_long(given: dict[str, str]) -> None:
    """Of two thousand random games none exceeds what the game declares."""
    options = GAME.read_options(given)
    found = playouts(GAME, GAME.setup(options), GAME.seats(options), 2000, 7)
    assert 2000 == sum(found.reasons)
    assert 0 == sum(found.sums)
