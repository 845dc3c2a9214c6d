"""The rules compiled: the same games as interpreted, within the declared bounds."""

import pytest

from honjin.core.jit.compiled import playouts

from .given import BARE, DEAR, GAME, LAND, LAVISH

GIVEN: list[dict[str, str | bool]] = [
    {"seats": "2", "trade": "off"},
    {"seats": "4", "trade": "full", "max_rounds": "10", "spies": "meanwhile"},
    {"seats": "6", "trade": "off", "board": "laid", "tiles": "hexes", "max_rounds": "10"},
    {"seats": "3", "trade": "goods", "adjacency": "eight", "pass_friends": True, "attacks": "0",
     "take_in_passing": False, "max_rounds": "10"},
    {"seats": "3", "trade": "goods", "start_hand": "5", "cards": LAVISH},
    {"seats": "2", "trade": "off", "start_hand": "5", "max_rounds": "10", "cards": DEAR},
    {"seats": "4", "trade": "full", "max_rounds": "10", "balanced_traits": True,
     "pass_friends": True, "cards": LAND},
    {"seats": "3", "trade": "off", "board": "laid", "max_rounds": "10", "cards": BARE},
]  # fmt: skip
UNLIMITED: list[dict[str, str | bool]] = [
    {"seats": "2", "trade": "off", "max_rounds": "0"},
    {"seats": "6", "trade": "off", "max_rounds": "0", "attacks": "0", "new_armies": "0"},
    {
        "seats": "6",
        "trade": "off",
        "max_rounds": "0",
        "attacks": "0",
        "new_armies": "0",
        "start_hand": "5",
        "honor_floor": False,
        "cards": LAVISH,
    },
    {"seats": "6", "trade": "off", "max_rounds": "0", "start_hand": "5", "cards": LAND},
]


@pytest.mark.slow
@pytest.mark.parametrize("given", GIVEN)
def test_compiled_games(given: dict[str, str | bool]) -> None:
    """Three random games from one seed are the same both ways, dice and cards included."""
    options = GAME.read_options(given)
    s, seats = GAME.setup(options), GAME.seats(options)
    compiled = playouts(GAME, s, seats, 3, 5)
    assert compiled == playouts(GAME, s, seats, 3, 5, interpreted=True)


@pytest.mark.slow
@pytest.mark.parametrize("given", [*GIVEN, *UNLIMITED])
def test_no_game_is_too_long(given: dict[str, str | bool]) -> None:
    """None of five hundred random games exceeds the declared length."""
    options = GAME.read_options(given)
    found = playouts(GAME, GAME.setup(options), GAME.seats(options), 500, 7)
    assert 500 == sum(found.reasons)
    assert 0 == sum(found.sums)
