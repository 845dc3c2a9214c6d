"""Ninja: placement by pairs, assassination."""

import pytest

from games.akebono.given import at, do, end, kind, legal, note, refusal, standing
from honjin.games.akebono.content.data import SHIPPED

MOUNTAINS = {place.name for place in SHIPPED.places if place.value == 6}
ALL = "S:" + ",".join(sorted(MOUNTAINS))


def test_a_pair_brings_a_ninja_to_a_mountain() -> None:
    """Rule 27: one ninja must come to an empty hex of value 6."""
    s = at("S:E11", dice=(4, 4), hand=(2, 0))
    assert {f"n{name}" for name in MOUNTAINS - {"E11"}} == legal(s)
    s = do(s, "nJ4")
    assert ("N:J4 S:E11", [1, 0]) == (standing(s, 0), s.hand)
    assert ("E5 is not a mountain", "27") == refusal(at(dice=(4, 4), hand=(1, 0)), "E5")


def test_any_mountain() -> None:
    """Ruling Q20: in the enemy's half and beside the enemy's tairo too."""
    s = at(white="T:A2", dice=(4, 4), hand=(1, 0))
    assert {"nA1", "nB1", "nK12"} < legal(s)


def test_all_mountains_taken() -> None:
    """Ruling Q21: then to any empty hex, and still it must."""
    s = at(ALL, "A:F6", dice=(4, 4), hand=(1, 0))
    assert 127 - 14 - 3 == len(legal(s))
    assert {"nF5", "nF7"} < legal(s)
    assert not {"nF6", "end"} & legal(s)


def test_a_board_without_an_empty_hex() -> None:
    """Ruling Q53: where no ninja can come the turn ends, on the board of a file."""
    row = "3" * 15 + "1" + "3" * 15
    names = [f"A{n}" for n in range(1, 32)]
    full = f"T:{names[0]} S:{','.join(names[1:16])}", f"T:{names[30]} S:{','.join(names[16:30])}"
    board = f"0,0:{row} north_south=15a1-15b west_east=15a1-15b"
    s = at(*full, dice=(4, 4), hand=(1, 0), board=board)
    assert {"end"} == legal(s)
    after = do(s, "end")
    assert (1, 0) == (after.turn, after.must_place)


def test_all_mountains_taken_and_a_victim() -> None:
    """Ruling Q22: the choice is between any empty hex and an assassination."""
    others = "S:" + ",".join(sorted(MOUNTAINS - {"J4"}))
    s = at(others, "A:J4", dice=(4, 4, 3), hand=(1, 0))
    assert {"nxJ4"} == kind(s, "assassinate")
    assert 127 - 14 - 2 == len(kind(s, "arrive"))


def test_a_ninja_is_a_piece_like_others() -> None:
    """Rule 28: it steps and defeats with the remaining die in the turn it arrives."""
    s = do(at(dice=(5, 5, 6), hand=(1, 0)), "nA1")
    assert {"A1-A2", "A1-B1"} <= legal(s)
    s = do(at(white="G:A2", dice=(5, 5, 6), hand=(1, 0)), "nA1", "A1xA2")
    assert ("N:A2", 0, 1) == (standing(s, 0), s.points, s.taken[0][5])


def test_assassination() -> None:
    """Rule 29: the ninja takes the hex of its victim, the roll is used up."""
    s = at(white="D:J4 S:J5 G:J11", dice=(3, 3, 4), hand=(1, 0))
    assert {"nxJ4", "nxJ11"} == kind(s, "assassinate")
    s = do(s, "nxJ4")
    assert ("N:J4", "G:J11 S:J5", 0) == (standing(s, 0), standing(s, 1), s.points)


@pytest.mark.parametrize(
    ("dice", "hand", "legal_"),
    [((3, 3, 4), 1, True), ((3, 3), 1, False), ((3, 4, 5), 1, False), ((3, 3, 4), 0, False)],
)
def test_what_an_assassination_needs(dice: tuple[int, ...], hand: int, legal_: bool) -> None:
    """Ruling Q24: a third die bought this turn, a pair, and a ninja in hand."""
    s = at(white="D:J4", dice=dice, hand=(hand, 0))
    assert legal_ == ("nxJ4" in legal(s))


def test_reason_without_a_third_die() -> None:
    """Ruling Q24: clicking a victim without the third die says what is missing."""
    s = at(white="D:J4", dice=(3, 3), hand=(1, 0))
    assert ("An assassination needs a third die", "Q24") == refusal(s, "J4")


def test_victims() -> None:
    """Ruling Q25: an enemy on a mountain whose current defence does not exceed the die."""
    s = at("A:K5", "A:J4 G:J5 S:A1 D:F6 N:A8", dice=(2, 2, 3), hand=(1, 0))
    assert {"nxJ4", "nxJ5", "nxA8"} == kind(s, "assassinate")
    lone = at(white="G:J11", dice=(2, 2, 1), hand=(1, 0))
    assert {"nxJ11"} == kind(lone, "assassinate")
    backed = at(white="G:J11 A:K12", dice=(2, 2, 1), hand=(1, 0))
    assert set() == kind(backed, "assassinate")
    assert ("Its defence of 3 is higher than the remaining die, 1", "29") == refusal(backed, "J11")
    assert ("F6 is not a mountain", "29") == refusal(s, "F6")
    assert "27" == refusal(s, "K5")[1]


def test_the_rest_of_the_die_is_lost() -> None:
    """Ruling Q26: a six against a defence of 2 leaves nothing."""
    s = do(at("S:E5", "A:J4", dice=(3, 3, 6), hand=(1, 0)), "nxJ4")
    assert ({"end"}, 0) == (legal(s), s.points)
    assert "whole roll" in note(at(white="A:J4", dice=(3, 3, 6), hand=(1, 0)), "nxJ4")


def test_the_assassin_is_finished() -> None:
    """Ruling Q27: it counts as having fought this turn, and may act in the next."""
    s = do(at("S:E5", "A:J4", dice=(3, 3, 6), hand=(1, 0)), "nxJ4")
    assert ("This ninja has fought and is done for the turn", "20") == refusal(s, "J4")
    s = do(s, "end", "1-2", "end", "5-6")
    assert "J4-I5" in legal(s)


def test_it_is_a_defeat() -> None:
    """Ruling Q28: for valor, for the daimyo, for the score."""
    s = do(at(white="A:J4", dice=(3, 3, 6), hand=(1, 0), taken=("A", "")), "nxJ4")
    assert ([1, 0], 2) == (s.valor, s.taken[0][4])
    s = do(at(white="D:J4", dice=(3, 3, 6), hand=(1, 0), taken=("DD", "")), "nxJ4")
    assert ("daimyo", 0) == end(s)


def test_a_defeated_ninja_does_not_come_back() -> None:
    """Ruling Q23: it is among the prisoners, and the hand stays as it was."""
    s = do(at("S:F6", "N:F7", points=6, hand=(0, 1)), "F6xF7")
    assert ([0, 1], 1) == (s.hand, s.taken[0][6])
