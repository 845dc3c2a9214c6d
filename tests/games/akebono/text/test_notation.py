"""Actions and positions as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akebono.given import GAME, NOTATION, RED, WHITE, at, do, legal, placed, rolling, start
from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE
from honjin.games.akebono.rules.state import Akebono
from honjin.testing import random_play


def test_each_kind_is_written_its_own_way() -> None:
    """Formations, lifting, setting down; steps, defeats, shots; ninja; die and end."""
    assert {"=crane", "+samurai"} <= legal(start(), RED)
    lifted = do(start(), "+samurai", seat=RED)
    assert {"@K8", "@back"} <= legal(lifted, RED)
    s = at("G:F3 S:E5", "A:F5 D:C3", points=12, valor=(1, 0))
    assert {"E5-E6", "E5xF5", "F3-F4", "F3>F5", "F3>C3", "end"} <= legal(s) | {"F3>C3"}
    s = at(white="A:J4", dice=(3, 3, 4), hand=(1, 0))
    assert {"nA1", "nxJ4"} <= legal(s)


def test_outcomes_of_chance() -> None:
    """Midline, who begins, two dice, the third die."""
    assert {"north_south", "west_east"} == legal(start(midline="random"), CHANCE)
    assert {"red", "white"} == legal(placed(setup_revisions="0"))
    assert {"1-1", "5-6"} < legal(rolling(at()))
    assert set("123456") == legal(do(at(dice=(3, 5), valor=(1, 0)), "die"))


def test_a_defeat_may_be_written_as_a_step() -> None:
    """E5-F5 is read as a step into that hex, whatever piece is there."""
    s = at("S:E5", "A:F5", points=12)
    read = NOTATION.read_action(s, RED, "E5-F5")
    assert "E5xF5" == NOTATION.write_action(s, RED, read)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected =crane"),
        ("E5", "expected =crane"),
        ("E5-E5", "a neighbour from E5, got E5"),
        ("E5-E7", "a neighbour from E5, got E7"),
        ("E5-Z9", "expected a hex, A1 to K12; got 'Z9'"),
        ("E5>E7", "the first piece in a line from E5, got E7"),
        ("E5-F5 ", "expected"),
        ("nZ1", "expected a hex"),
        ("nx", "expected a hex"),
        ("@", "expected a hex"),
        ("+ninja", "expected a hex"),
        ("=square", "one of crane, scales, geese, circle, arrow"),
        ("ende", "expected"),
    ],
)
def test_unreadable_actions(text: str, says: str) -> None:
    """Anything else is refused, with what was expected and what came."""
    with pytest.raises(Unreadable, match=says):
        NOTATION.read_action(at("S:E5", points=9), RED, text)


def test_unreadable_outcomes() -> None:
    """Dice are read in order, and only when dice are rolled."""
    with pytest.raises(Unreadable, match="expected one of 1-1, 1-2"):
        NOTATION.read_action(rolling(at()), CHANCE, "5-3")
    with pytest.raises(Unreadable, match="no outcome of chance"):
        NOTATION.read_action(at(points=3), CHANCE, "3-5")


ARMIES = "3dtd6/3ds6/3sgs6/2ag1g1a3/2a1a2a4/6A4/4A4A2/3A1G1GA2/6SGS3/6SD3/6DTD3"


def test_a_position_in_full() -> None:
    """A game of two formations after its first roll and step, in thirteen fields."""
    s = do(placed(setup_revisions="0"), "red", "3-5", "G8-F7")
    expected = f"ns turn:r {ARMIES} NN/nn -/- 0/0 35 7 0 0 -/- - -"
    assert expected == NOTATION.write_position(s)


@pytest.mark.slow
@settings(max_examples=30)
@given(st.integers(0, 60), st.integers(1, 400))
def test_positions_round_trip(seed: int, steps: int) -> None:
    """Any position of a random game is read back as the same state."""
    play = random_play(GAME, {"midline": "random"}, seed=seed, steps=steps)
    assert isinstance(play.state, Akebono)
    text = NOTATION.write_position(play.state)
    assert play.state == NOTATION.read_position(text, play.options)


def test_observations_can_be_written() -> None:
    """An observation of a set-up has a text too, without what is hidden."""
    s = do(start(), "=crane", "+K8", seat=RED)
    text = NOTATION.write_position(GAME.seen_by(s, WHITE))
    assert "placing:-" in text
    assert "30" not in text.split()[10].split("/")[0]


def changed(field: int, value: str) -> str:
    """The position of a running turn with one field changed."""
    fields = NOTATION.write_position(do(placed(setup_revisions="0"), "red", "3-5")).split()
    fields[field] = value
    return " ".join(fields)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        (0, "-", "a midline and a phase"),
        (0, "xx", "a midline and a phase"),
        (1, "turn:x", "expected a side"),
        (1, "game:r", "a midline and a phase"),
        (1, "roll:r", "expected dice in a turn"),
        (1, "placing:-", "expected dice in a turn"),
        (2, "12/11", "expected 11 rows"),
        (2, "13/11/12/11/12/11/12/11/12/11/12", "expected 12 hexes in row 1"),
        (2, "12/11/12/11/12/11/12/11/12/11/12", "pieces are all there"),
        (2, "11Z/11/12/11/12/11/12/11/12/11/12", "expected pieces"),
        (3, "NN", "separated by /"),
        (3, "N/nn", "pieces are all there"),
        (3, "nn/NN", "expected pieces of red"),
        (4, "x/-", "expected pieces"),
        (5, "5/0", "points come from dice"),
        (5, "a/0", "expected a number"),
        (6, "53", "points come from dice"),
        (6, "37", "expected dice such as"),
        (6, "35*", "points come from dice"),
        (7, "9", "points come from dice"),
        (7, "-1", "expected a number"),
        (8, "120", "games end in time"),
        (8, "1000", "expected a number"),
        (9, "2", "at most 0 rearrangements"),
        (10, "3/-", "secrets end"),
        (10, "-", "separated by /"),
        (11, "12/11", "expected a position like"),
        (12, "tairo", "expected - or the outcome"),
        (12, "won", "expected - or the outcome"),
    ],
)
def test_unreadable_positions(field: int, value: str, says: str) -> None:
    """An impossible position is refused, with the reason."""
    options = GAME.read_options({"setup_revisions": "0"})
    with pytest.raises(Unreadable, match=says):
        NOTATION.read_position(changed(field, value), options)


def test_positions_that_are_over() -> None:
    """The reason is read back, and one that the board does not show is refused."""
    options = GAME.read_options({"setup_revisions": "0"})
    s = do(placed(setup_revisions="0"), "red", "3-5")
    GAME.resign(s, RED)
    text = NOTATION.write_position(s)
    assert text.endswith(" resigned:w")
    assert s == NOTATION.read_position(text, options)
    for wrong in ("tairo", "daimyo", "resigned", "resigned:x"):
        with pytest.raises(Unreadable):
            NOTATION.read_position(text.replace("resigned:w", wrong), options)


def test_a_position_has_thirteen_fields() -> None:
    """Fewer or more fields are refused."""
    with pytest.raises(Unreadable, match="position of 13 fields, got 2"):
        NOTATION.read_position("ns turn:r", GAME.read_options())
