"""Options: their values, and what each changes."""

import pytest

from games.akiwado.given import GAME, start
from honjin.core.errors import BadOption


def test_defaults() -> None:
    """The rulings are the defaults."""
    assert {
        "seats": "4",
        "variant": "base",
        "removed": "printed",
        "waste": "per_player",
        "colours": "seats",
        "cards": "printed",
        "show_coins": False,
        "challenge_order": "simultaneous",
        "second_call_quorum": True,
        "unjust_sits_out_stocking": False,
        "basic_points_per_article": "1",
        "special_mode": "disjoint_sets_best_total",
        "coin_limit": True,
        "purveyor_tie": "keep",
        "blue_floor": "0",
    } == dict(GAME.read_options())


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seats": "2"}, "one of 3, 4, 5"),
        ({"seats": 3}, "is text, not 3"),
        ({"removed": "none"}, "one of printed, constant_deck"),
        ({"show_coins": "yes"}, "true or false"),
        ({"size": "small"}, "unknown option 'size'"),
    ],
)
def test_junk_is_refused(given: dict[str, object], says: str) -> None:
    """An unknown value is refused, along with the known ones."""
    with pytest.raises(BadOption, match=says):
        GAME.read_options(given)


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        ({"seats": "5"}, "seats", 5),
        ({"variant": "purveyor"}, "variant", 1),
        ({"removed": "constant_deck"}, "removed_other_colour", 4),
        ({"waste": "total_2"}, "first_waste", 2),
        ({"colours": "lot"}, "phase", 0),
        ({"show_coins": True}, "show_coins", 1),
        ({"challenge_order": "in_order"}, "challenge_order", 1),
        ({"second_call_quorum": False}, "second_call_quorum", 0),
        ({"unjust_sits_out_stocking": True}, "unjust_sits_out_stocking", 1),
        ({"basic_points_per_article": "2"}, "basic_points_per_article", 2),
        ({"special_mode": "best_single_set"}, "special_mode", 1),
        ({"coin_limit": False}, "coin_limit", 0),
        ({"purveyor_tie": "return"}, "purveyor_tie", 1),
        ({"blue_floor": "1"}, "blue_floor", 1),
    ],
)
def test_each_option_is_a_field(given: dict[str, str | bool], field: str, value: int) -> None:
    """An option changes its field of the state and nothing else."""
    seats = int(given.get("seats", "4"))
    rest = {key: chosen for key, chosen in given.items() if key != "seats"}
    assert value == getattr(start(seats, **rest), field)
    assert value != getattr(start(), field)
