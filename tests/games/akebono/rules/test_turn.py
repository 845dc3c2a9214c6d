"""A turn: dice, the third die, what points pay for."""

import pytest

from games.akebono.given import GAME, at, begun, do, end, kind, legal, refusal, rolling
from honjin.games.akebono.rules.state import ROLL, THIRD, TURN


def test_rolling_comes_first() -> None:
    """Rule 10: a turn begins with two dice, rolled by chance without a choice."""
    s = begun()
    assert (ROLL, 0) == (s.phase, GAME.must_act(s))
    s = do(s, "3-5")
    assert (TURN, [3, 5, 0], 8) == (s.phase, s.dice, s.points)


def test_passing_with_twelve_points() -> None:
    """Ruling Q12: nothing need be spent."""
    s = do(begun(counts="a"), "5-6")
    assert "end" in legal(s)
    s = do(s, "end")
    assert (ROLL, 1, 0) == (s.phase, s.turn, s.points)


def test_a_third_die_for_valor() -> None:
    """Rule 11: it costs one valor point, and adds to the points."""
    s = do(at("S:E5", dice=(3, 5), valor=(2, 0)), "die")
    assert (THIRD, [1, 0]) == (s.phase, s.valor)
    assert 14 == do(s, "6").points


def test_a_third_die_once_a_turn() -> None:
    """Rule 11: not twice, and not without valor."""
    s = do(at("S:E5", dice=(3, 5), valor=(2, 0)), "die", "4")
    assert "die" not in legal(s)
    assert ("You can buy only one third die per turn", "11") == refusal(s, "die")
    s = at("S:E5", dice=(3, 5))
    assert "die" not in legal(s)
    assert "11" == refusal(s, "die")[1]


def test_the_third_die_comes_before_anything_else() -> None:
    """Ruling Q13: after the first step it is too late; so it is after a ninja has come."""
    s = at("S:E5", dice=(3, 5), valor=(1, 0))
    assert "die" in legal(s)
    moved = do(s, "E5-F5")
    assert "die" not in legal(moved)
    assert ("A third die must be bought before anything else", "Q13") == refusal(moved, "die")
    s = at(dice=(4, 4), valor=(1, 0), hand=(2, 0))
    assert "die" in legal(s)
    assert "die" not in legal(do(s, "nA1"))


def test_valor_of_this_turn_comes_too_late() -> None:
    """Ruling Q13: a valor point earned in the turn buys no die in it."""
    s = at("S:E5", "A:F5", dice=(3, 5), taken=("A", ""))
    s = do(s, "E5xF5")
    assert ([1, 0], False) == (s.valor, "die" in legal(s))
    s = do(s, "end")
    s.turn = 0
    assert "die" in legal(do(s, "3-5"))


def test_pair_and_points() -> None:
    """Rule 12: with a ninja in hand a pair gives the ninja, else all dice give points."""
    assert (1, 0) == (at(dice=(4, 4), hand=(1, 0)).must_place, at(dice=(4, 4), hand=(1, 0)).points)
    assert (0, 8) == (at(dice=(4, 4)).must_place, at(dice=(4, 4)).points)
    assert (0, 8) == (at(dice=(3, 5), hand=(1, 0)).must_place, at(dice=(3, 5)).points)


def test_a_pair_for_a_ninja_gives_no_points() -> None:
    """Ruling Q14: after two equal dice and the ninja there is nothing to spend."""
    s = do(at("S:E5", dice=(4, 4), hand=(2, 0)), "nA1")
    assert (0, {"end"}) == (s.points, legal(s))


def test_a_pair_without_a_ninja() -> None:
    """Ruling Q15: it is the sum of the dice; the other side's hand does not matter."""
    s = at("S:E5", dice=(4, 4), hand=(0, 2))
    assert (8, True) == (s.points, "E5-F5" in legal(s))


@pytest.mark.parametrize(
    ("dice", "left"),
    [((3, 5, 3), 5), ((3, 5, 5), 3), ((3, 3, 5), 5), ((4, 4, 4), 4), ((2, 6, 6), 2)],
)
def test_which_dice_are_the_pair(dice: tuple[int, ...], left: int) -> None:
    """Ruling Q16: two equal dice; the other one remains, of three equal ones one."""
    s = do(at(dice=dice, hand=(2, 0)), "nA1")
    assert left == s.points


def test_three_equal_dice_bring_one_ninja() -> None:
    """Ruling Q60: the second ninja stays in hand."""
    s = do(at(dice=(4, 4, 4), hand=(2, 0)), "nA1")
    assert ([1, 0], 4, False) == (s.hand, s.points, bool(kind(s, "arrive")))


def test_a_third_die_on_a_pair() -> None:
    """Ruling Q17: the bought die is what remains."""
    s = do(at("S:E5", dice=(4, 4), hand=(1, 0), valor=(1, 0)), "die", "6", "nA1")
    assert 6 == s.points


def test_the_ninja_comes_before_points() -> None:
    """Ruling Q18: with a ninja to place nothing else can be done, not even ending the turn."""
    s = at("S:E5", dice=(3, 5, 5), hand=(1, 0))
    assert legal(s) == kind(s, "arrive", "assassinate")
    reason = ("You rolled a pair with a ninja in hand: place the ninja first", "27")
    assert reason == refusal(s, "end")
    assert 0 == s.points


def test_the_ninja_may_act_at_once() -> None:
    """Ruling Q19: with the remaining die."""
    s = do(at(dice=(5, 4, 4), hand=(1, 0)), "nA1")
    assert "A1-A2" in legal(s)
    assert 0 == do(s, "A1-A2").points


def test_points_are_spent_as_one_likes() -> None:
    """Rule 13: any pieces, in any order; the rest is lost at the end of the turn."""
    s = at("S:E5 A:G8 D:H7", points=7)
    s = do(s, "E5-F5", "G8-F7", "H7-H8")
    assert 7 - 1 - 1 - 1 == s.points
    s = do(s, "end")
    assert (0, 1) == (s.points, s.turns)


def test_one_two_one() -> None:
    """Ruling Q30: a piece may continue after another has moved, but not after a defeat."""
    s = at("S:E5 A:G8", "A:F6", points=12)
    s = do(s, "E5-F5", "G8-F7", "F5-E6")
    assert 12 - 1 - 1 - 2 == s.points
    fought = do(at("S:E5 A:G8", "A:F5", points=12), "E5xF5", "G8-F7")
    assert not [text for text in legal(fought) if text.startswith("F5")]


def test_no_debt() -> None:
    """Ruling Q29: actions that the points cannot pay for are not legal."""
    s = at("S:E5", "D:F5", points=4)
    assert "E5xF5" not in legal(s)
    assert ("F5 costs 5, and 4 points are left", "19") == refusal(s, "E5", "F5")
    assert "E5xF5" in legal(at("S:E5", "D:F5", points=5))


def test_nothing_to_do() -> None:
    """Ruling Q53: a side that can do nothing useful ends its turn and plays on."""
    s = at("S:A1 T:K12", points=1)
    assert {"end"} == legal(s)
    s = do(s, "end")
    assert (None, ROLL) == (end(s), s.phase)


def test_the_end_is_looked_for_after_each_deed() -> None:
    """Rule 14: a step that captures ends the game with points left."""
    s = at("A:F7 S:I8", "T:G8", points=9)
    s = do(s, "I8-H7")
    assert (("tairo", 0), 7, 0) == (end(s), s.points, GAME.may_act(s))


def test_after_each_single_deed() -> None:
    """Ruling Q41: steps, defeats, shots and ninja each end the game when they decide it."""
    step = do(at("A:F7 S:I8", "T:G8", points=9), "I8-H7")
    blow = do(at("A:F7 S:I8", "T:G8 A:H7", points=9), "I8xH7")
    ninja = do(at("S:C6", "T:B6", dice=(2, 2), hand=(1, 0)), "nB7")
    shot = do(at("G:F3", "D:F8", points=9, taken=("DD", "")), "F3>F8")
    assert ["tairo", "tairo", "tairo", "daimyo"] == [
        (end(s) or ("", 0))[0] for s in (step, blow, ninja, shot)
    ]


def test_the_die_is_bought_before_the_assassination() -> None:
    """Ruling Q56: assassination needs the third die."""
    s = at(white="A:J4", dice=(3, 3), hand=(1, 0), valor=(1, 0))
    assert set() == kind(s, "assassinate")
    assert {"nxJ4"} == kind(do(s, "die", "4"), "assassinate")


def test_dice_lie_open_until_the_turn_ends() -> None:
    """The roll stays on the table while its points are spent."""
    s = do(at("S:E5", dice=(3, 5)), "E5-F5")
    assert [3, 5, 0] == s.dice
    assert [0, 0, 0] == do(s, "end").dice
    assert ROLL == rolling(s).phase
