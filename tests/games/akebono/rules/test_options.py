"""Options: their values, and what each changes."""

import pytest

from games.akebono.given import GAME, start
from honjin.core.errors import BadOption


def test_defaults() -> None:
    """The rulings are the defaults."""
    assert {
        "midline": "north_south",
        "setup_revisions": "1",
        "counts": "a",
        "defence": "a",
        "shot_cost": "target",
        "shot_min_empty_hexes": "1",
        "max_rounds": "0",
        "board": "sekigahara",
    } == dict(GAME.read_options())


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"midline": "diagonal"}, "one of north_south, west_east, random"),
        ({"setup_revisions": "4"}, "one of 0, 1, 2, 3"),
        ({"max_rounds": 20}, "is text, not 20"),
        ({"counts": "c"}, "one of a, b"),
        ({"size": "small"}, "unknown option 'size'"),
        (
            {"board": "nowhere"},
            "option board: the board: expected a board as rows, .*, got nowhere",
        ),
    ],
)
def test_junk_is_refused(given: dict[str, object], says: str) -> None:
    """An unknown value is refused, along with the known ones."""
    with pytest.raises(BadOption, match=says):
        GAME.read_options(given)


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        ({"shot_cost": "path"}, "shot_cost", 1),
        ({"shot_min_empty_hexes": "0"}, "shot_min_empty_hexes", 0),
        ({"max_rounds": "40"}, "max_rounds", 40),
        ({"setup_revisions": "3"}, "revisions", 3),
        ({"defence": "b"}, "defence", [0, 0, 4, 6, 2, 1, 3]),
        ({"counts": "b"}, "hand", [3, 3]),
    ],
)
def test_each_option_is_a_field(given: dict[str, str], field: str, value: object) -> None:
    """An option changes its field of the state and nothing else."""
    assert value == getattr(start(**given), field)
    assert value != getattr(start(), field)


def test_two_seats() -> None:
    """Red and white, whatever the options."""
    assert {2} == {GAME.seats(GAME.read_options(preset.options)) for preset in GAME.presets}
