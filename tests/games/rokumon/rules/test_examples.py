"""The examples by which these rules were settled."""

import pytest

from games.rokumon.given import (
    GAME,
    at,
    automa,
    dice,
    do,
    end,
    field,
    kind,
    legal,
    moves_from,
    start,
)
from games.rokumon.perft import perft
from games.rokumon.rules.test_automa import board, move, place


@pytest.mark.parametrize(
    ("act", "counts"),
    [("2", [7, 42, 354, 2712]), ("3", [21, 504, 7608]), ("4", [56, 3247])],
)
def test_leaf_counts(act: str, counts: list[int]) -> None:
    """Example R-01: sequences of one action, of two, ... in the acts of the bricks."""
    assert counts == [perft(start(act), depth) for depth in range(1, len(counts) + 1)]


def test_counts_after_the_first_actions() -> None:
    """Example R-01: in Act 4, 59 actions after red 2 on r2c1, then 53 after black 1 on r1c1."""
    s = do(start("4"), "2@r2c1")
    assert 59 == len(legal(s))
    assert 53 == len(legal(do(s, "1@r1c1")))


def test_start_of_act_1() -> None:
    """Example R-02: six actions; black cannot place where red did."""
    s = start("1")
    assert 6 == len(legal(s))
    assert "r1c1" not in legal(do(s, "r1c1"))


def test_moves_of_the_first_die() -> None:
    """Example R-03: red r1c1, black r2c1: red may move to all lower cards, to no upper one."""
    s = do(start("2"), "r1c1", "r2c1")
    assert {"r2c1", "r2c2", "r2c3", "r2c4"} == moves_from(s, "r1c1")


def test_a_covered_die_is_stuck() -> None:
    """Example R-04: red covers r2c1: black has no move, and the card is red's."""
    s = do(start("2"), "r1c1", "r2c1", "r1c1-r2c1")
    assert set() == kind(s, "move")
    assert [0b0001000, 0] == s.tops


PAIRS = "r,b,./br,rr,bb,."


def test_who_may_cover_a_pair() -> None:
    """Example R-05: mixed pairs take nobody, own pairs their owner."""
    assert {"r2c2", "r2c4"} == moves_from(at("2", PAIRS, "r"), "r1c1")
    assert {"r2c3", "r2c4"} == moves_from(at("2", PAIRS, "b"), "r1c2")


def test_a_stack_wins() -> None:
    """Example R-06: in the same position black moves r1c2 to r2c3 and wins."""
    assert "stack:b" == end(do(at("2", PAIRS, "b"), "r1c2-r2c3"))


def test_a_row_wins() -> None:
    """Example R-07: red r1c1, r1c2, then r1c3."""
    assert "row:r" == end(do(start("2"), "r1c1", "r2c1", "r1c2", "r2c2", "r1c3"))


def test_a_gap_does_not_win() -> None:
    """Example R-08: red r2c1, r2c2, r2c4."""
    assert "-" == end(do(start("2"), "r2c1", "r1c1", "r2c2", "r1c2", "r2c4"))


def test_a_lift_that_uncovers() -> None:
    """Example R-09: the white die lies on the red 4 in the middle: no row; it leaves: red wins."""
    s = at("3", ".,.,./2,4w,6,.", "b")
    assert "-" == end(s)
    assert "row:r" == end(do(s, "r2c2-r1c1"))


def test_a_lift_that_uncovers_and_completes() -> None:
    """Example R-11: red wins although black completes the upper row."""
    # r2c4 has no part in this; here it is green, as there are only three gold cards.
    s = at("3", "w,.,3/2,21,46,.", "b", deal="gggjjjj")
    assert "row:r" == end(do(s, "r2c2-r1c2"))


@pytest.mark.parametrize(
    ("pile", "stays"), [("24", "4"), ("53", "5"), ("33", "3"), ("1w", "1"), ("w1", "w")]
)
def test_own_pairs_fight(pile: str, stays: str) -> None:
    """Example R-13: r4, b5, b3, b1 and w1 stay, where two dice of a side may fight (F1)."""
    s = at("3", f".,.,./{pile},.,.,.", "r" if pile == "24" else "b", fight_own_pair=True)
    assert f".,.,./{stays},.,.,." == dice(do(s, "r2c1x"))


def test_start_of_act_4() -> None:
    """Example R-15: 21 placements and 35 Surprises; where r2c1 may go."""
    s = start("4")
    assert (21, 35) == (len(kind(s, "place")), len(kind(s, "surprise")))
    places = {t.partition("~")[2] for t in kind(s, "surprise") if t.startswith("r2c1")}
    assert {"1,1", "2,1", "2,-2", "3,-2", "4,-1"} == places


def test_a_row_over_three_rows() -> None:
    """Example R-16: black puts r2c4 at 2,-2, red places there and wins along three rows."""
    s = do(start("4"), "2@r1c1", "1@r1c3", "4@r2c1", "r2c4~2,-2", "6@r2c4")
    assert "row:r" == end(s)
    assert (("r1c1", "r2c1", "r2c4"),) == GAME.table.scene(s).lit


def test_right_after_a_surprise() -> None:
    """Example R-17: red may not move that card, but others; black has no second Surprise."""
    s = do(start("4"), "2@r1c1", "1@r1c3", "4@r2c1", "r2c4~2,-2")
    names = {text.partition("~")[0] for text in kind(s, "surprise")}
    assert {"r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"} == names
    assert set() == kind(do(s, "r2c1-r1c2"), "surprise")


def test_the_fort() -> None:
    """Example R-19: from the fort to all six; from gold r1c2 to the fort and green, not to gold."""
    s = at("5", "2,4,./.,.,.,.", "r")
    assert {"r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r2c4"} == moves_from(s, "r1c1")
    assert {"r1c1", "r2c1", "r2c2", "r2c3", "r2c4"} == moves_from(s, "r1c2")


PRINTED = {"n5": "br", "n6": "br", "n4": "rb", "n2": "rb"}


def test_the_printed_example() -> None:
    """Example R-20: neither row nor cover; red covers on both colours: the last die goes to 1."""
    assert (place("1"), "26.4.3") == automa(board(**PRINTED))


def test_the_printed_example_with_all_dice_placed() -> None:
    """Example R-21: the die on 4 goes to 1, and the red die under it then wins on 1."""
    s = board(**PRINTED | {"n2": "bb"})
    assert (move("4", "1"), "26.5.2") == automa(s)
    s = do(s, move("4", "1"))
    assert "row:r" == end(do(s, move("4", "1")))


def test_it_completes_a_row() -> None:
    """Example R-22: black 1 and 5: places on 6."""
    assert (place("6"), "26.1") == automa(board(n1="b", n5="b"))


def test_it_covers() -> None:
    """Example R-24: black 3, red 4 and 2: 3 covers 2."""
    s = board(n3="b", n4="r", n2="r")
    assert (move("3", "2"), "26.3") == automa(s)


def test_it_matches() -> None:
    """Example R-26: red alone on 4: places on 2; red alone on 1: places on 3."""
    assert (place("2"), "26.4.2") == automa(board(n4="r"))
    assert (place("3"), "26.4.2") == automa(board(n1="r"))


def test_one_placement_for_each_empty_card() -> None:
    """Example R-30: Act 2, five empty cards: five placements, whatever dice are left."""
    s = at("2", "b,r,./.,.,.,.", "b")
    assert 5 == len(kind(s, "place"))
    assert "b" == field(s, 3)
