"""Winning and draws (rules 21-25, W1-W3)."""

import pytest

from games.rokumon.given import (
    GAME,
    NOTATION,
    at,
    do,
    end,
    field,
    kind,
    legal,
    options,
    playing,
    start,
    state_of,
)
from honjin.core.errors import NotToAct
from honjin.games.rokumon.content.data import ACTS
from honjin.games.rokumon.rules.state import Rokumon


def lines(s: Rokumon) -> set[tuple[str, ...]]:
    """The straight lines of three cards."""
    names = ACTS[s.act].layout.names
    return {
        tuple(name for card, name in enumerate(names) if row >> card & 1) for row in s.row[: s.rows]
    }


def test_lines_of_the_boards() -> None:
    """Rule 21: two lines in Act 1, three on the bricks, three through the hexagon's centre."""
    assert {("r1c1", "r1c2", "r1c3"), ("r2c1", "r2c2", "r2c3")} == lines(start("1"))
    bricks = {("r1c1", "r1c2", "r1c3"), ("r2c1", "r2c2", "r2c3"), ("r2c2", "r2c3", "r2c4")}
    assert bricks == lines(start("2")) == lines(start("5"))
    through = {("r2c1", "r2c2", "r2c3"), ("r1c1", "r2c2", "r3c2"), ("r1c2", "r2c2", "r3c1")}
    assert through == lines(start("epilogue"))


@pytest.mark.parametrize(
    ("act", "piles", "text"),
    [
        ("1", "r,r,./b,.,.", "r1c3"),
        ("2", ".,.,./.,r,r,b", "r2c1"),
        ("2", ".,.,./b,.,r,r", "r2c2"),
        ("epilogue", "r,./b,r,./.,.", "r3c2"),
    ],
)
def test_three_in_a_row_win(act: str, piles: str, text: str) -> None:
    """Rule 21: three adjacent cards in a line with top dice of one side."""
    assert "row:r" == end(do(at(act, piles, "r"), text))


@pytest.mark.parametrize(
    ("piles", "text"),
    [("r,rb,./.,.,.,.", "r1c3"), ("r,r,./.,.,.,.", "r2c1"), (".,.,./r,r,.,.", "r2c4")],
)
def test_less_than_a_row_does_not_win(piles: str, text: str) -> None:
    """Rule 21: a covered die, a bend or a gap is no row."""
    assert "-" == end(do(at("2", piles, "r"), text))


def test_no_diagonals_in_act_1() -> None:
    """Rule 21: the grid of two rows has no line across its rows."""
    assert "-" == end(do(at("1", "r,.,./.,r,.", "r"), "r1c3"))


def test_lines_over_three_rows_come_by_surprise() -> None:
    """Rule 21: on the bricks a line across rows exists only after a Surprise."""
    s = do(start("4"), "r2c4~2,-2")
    assert ("r1c1", "r2c1", "r2c4") in lines(s)


def test_three_in_a_stack_win() -> None:
    """Rule 22: a third die on a pair of the same side wins."""
    assert "stack:r" == end(do(at("2", "r,.,./rr,.,.,.", "r"), "r1c1-r2c1"))


def test_only_a_move_builds_a_stack() -> None:
    """Rule 22: nothing can be placed on a pair."""
    assert "r2c1" not in kind(at("2", ".,.,./rr,.,.,.", "r"), "place")


NEARLY_STUCK = "br,br,b/br,r,.,b"
STUCK_DEAL = "jjgjggj"


def test_no_action_loses() -> None:
    """Rule 23: no die to place and no card for the one free die to move to: black loses."""
    s = at("2", NEARLY_STUCK, "r", deal=STUCK_DEAL)
    assert "submission:r" == end(do(s, "r2c2-r2c4"))


def test_a_fight_is_an_action_too() -> None:
    """Rule 23: in the same position with fights black can continue."""
    s = at("3", "12,32,3/54,6,.,w", "r", deal=STUCK_DEAL)
    after = do(s, "r2c2-r2c4")
    assert "-" == end(after)
    assert {"r1c1x", "r1c2x", "r2c1x", "r2c4x"} == legal(after)


def test_resigning_on_the_own_turn() -> None:
    """Rule 23: a side may resign at any time on its own turn, and only then."""
    play = playing("4")
    assert play.may_resign(0)
    assert not play.may_resign(1)
    with pytest.raises(NotToAct):
        play.resign(1)
    play.act_text(0, "2@r1c1")
    play.resign(1)
    assert "resigned:r" == end(state_of(play))
    result = play.result()
    assert result is not None
    assert (1, -1) == result.returns


def test_a_losing_move_still_is_an_action() -> None:
    """Rule 23: the move that uncovers a rival row is on the list of legal actions."""
    assert "r2c2-r1c2" in legal(at("2", "b,.,./r,rb,r,.", "b"))


def test_order_of_the_tests() -> None:
    """Rule 24: a rival row seen in the air takes precedence over a stack or row of the mover's."""
    assert "row:r" == end(do(at("2", ".,.,bb/r,rb,r,.", "b"), "r2c2-r1c3"))
    assert "row:r" == end(do(at("2", "b,.,b/r,rb,r,.", "b"), "r2c2-r1c2"))


def test_a_row_counts_before_submission() -> None:
    """Rule 24: red completes a row while black is left without an action: it ends by the row."""
    s = do(at("2", "br,br,b/r,b,b,.", "r"), "r2c1-r1c3")
    assert "row:r" == end(s)
    assert set() == legal(s, 1)
    assert "submission:r" == end(do(at("2", NEARLY_STUCK, "r", deal=STUCK_DEAL), "r2c2-r2c4"))


REPEAT = ("r1c1-r2c1", "r1c2-r2c2", "r2c1-r1c1", "r2c2-r1c2")


def repeated(s: Rokumon, rounds: int) -> Rokumon:
    """The position after moving back and forth several times."""
    for _ in range(rounds):
        s = do(s, *REPEAT)
    return s


def test_the_third_occurrence_is_a_draw() -> None:
    """Rule 25: the position that occurs for the third time ends the game, not the second."""
    s = at("2", "r,b,./.,.,.,.", "r")
    assert "-" == end(repeated(s, 1))
    assert "-" == end(do(repeated(s, 1), *REPEAT[:3]))
    third = repeated(s, 2)
    assert "repetition" == end(third)
    result = GAME.result(third, 2)
    assert result is not None
    assert (0, 0) == result.returns


def test_the_start_counts_as_an_occurrence() -> None:
    """Rule 25: in a game with fights the first position of a record is remembered as well."""
    s = at("3", "2,1,./.,.,.,.", "r")
    assert "repetition" == end(repeated(s, 2))


def test_another_side_to_move_is_another_position() -> None:
    """Rule 25: the same dice with the other side to move do not count."""
    s = at("2", "r,b,./.,.,.,.", "r")
    # Red loses a turn by going round three cards, so the dice recur with black to move.
    s = do(s, "r1c1-r2c1", "r1c2-r2c2", "r2c1-r1c3", "r2c2-r1c2", "r1c3-r2c1", "r1c2-r2c3")
    assert "-" == end(s)


def test_an_irreversible_action_starts_the_count_anew() -> None:
    """Rule 25: the Surprises used and the cards' places belong to the position."""
    s = repeated(at("4", "2,1,./.,.,.,.", "r"), 1)
    s = do(s, "r2c4~1,1")
    assert 0 == s.past
    s = do(s, "r1c2-r2c2")
    assert 1 == s.past


def test_the_barred_card_belongs_to_the_position() -> None:
    """Rule 25: a position right after a Surprise differs from the same one with no card barred."""
    s = do(at("4", "2,1,./.,.,.,.", "r"), "r2c4~1,1")
    back = ("r1c2-r2c2", "r1c1-r2c1", "r2c2-r1c2", "r2c1-r1c1")
    assert "-" == end(do(s, *back, *back))
    assert "repetition" == end(do(s, *back, *back, back[0]))


def test_longer_lines_have_no_extra_effect() -> None:
    """Ruling W1: four in a line are a row like any other."""
    s = do(at("2", ".,.,./r,r,.,r", "r"), "r2c3")
    assert "row:r" == end(s)
    assert (("r2c1", "r2c2", "r2c3"), ("r2c2", "r2c3", "r2c4")) == GAME.table.scene(s).lit


def test_repetition_can_be_switched_off() -> None:
    """Ruling W2: with the option only the length of the game makes a draw."""
    s = at("2", "r,b,./.,.,.,.", "r", repetition="length_only")
    assert "-" == end(repeated(s, 5))


def test_two_hundred_actions_are_a_draw() -> None:
    """Ruling W3: the game ends after its two hundredth action."""
    s = start("2", repetition="length_only")
    s = do(s, "r1c1", "r1c2")
    s = repeated(s, 49)
    assert "198" == field(s, 7)
    s = do(s, REPEAT[0])
    assert "-" == end(s)
    assert "length" == end(do(s, REPEAT[1]))


def test_a_win_at_the_last_action_is_a_win() -> None:
    """Ruling W3: the two hundredth action can still win."""
    s = start("2", repetition="length_only")
    s = repeated(do(s, "r1c1", "r1c2"), 49)
    line = NOTATION.write_position(s).replace("r,b,./.,.,.,.", "r,b,./r,r,.,.")
    s = NOTATION.read_position(line, options("2", repetition="length_only"))
    assert "row:r" == end(do(s, "r2c3"))
