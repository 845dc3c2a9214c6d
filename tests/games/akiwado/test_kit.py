"""The conformance kit: all numbers of seats, with and without purveyors, and with each option."""

import pytest

from honjin.testing import conformance

from .given import GAME, LARGE, SMALL


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["base", "purveyor"])
@pytest.mark.parametrize("seats", ["3", "4", "5"])
def test_games_conform(seats: str, variant: str) -> None:
    """The kit finds no fault in random games, interpreted and compiled."""
    report = conformance(GAME, games=2, options={"seats": seats, "variant": variant})
    assert 2 == report.games


@pytest.mark.slow
@pytest.mark.parametrize(
    "given",
    [
        {"seats": "3", "removed": "constant_deck", "colours": "lot", "show_coins": True},
        {"seats": "4", "waste": "total_2", "challenge_order": "in_order", "coin_limit": False},
        {"seats": "5", "unjust_sits_out_stocking": True, "second_call_quorum": False},
        {"variant": "purveyor", "purveyor_tie": "return", "blue_floor": "1"},
        {"basic_points_per_article": "2", "special_mode": "best_single_set"},
        {"seats": "5", "variant": "purveyor", "coin_limit": False, "cards": LARGE},
        {"seats": "3", "variant": "purveyor", "waste": "total_2", "cards": SMALL},
    ],
)
def test_switches_conform(given: dict[str, str | bool]) -> None:
    """Nor with any optional ruling."""
    report = conformance(GAME, games=1, options=given, seed=4)
    assert 1 == report.games
