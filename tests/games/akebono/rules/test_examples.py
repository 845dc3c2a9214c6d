"""The examples by which these rules were settled; red is to act."""

from games.akebono.given import (
    RED,
    WHITE,
    at,
    cost,
    do,
    end,
    kind,
    legal,
    price_of,
    refusal,
    scores,
    standing,
    start,
)
from honjin.games.akebono.rules.names import ground
from honjin.games.akebono.rules.state import Akebono, is_home


def test_four_points_along_the_road() -> None:
    """Example A1: ashigaru E5-F5-F6-G7 costs 4; with 3 points the last step is refused."""
    walk = ("E5-F5", "F5-F6", "F6-G7")
    assert (0, "A:G7") == (do(at("A:E5", points=4), *walk).points, "A:G7")
    assert "F6-G7" not in legal(do(at("A:E5", points=3), *walk[:2]))


def test_an_own_piece_in_the_way() -> None:
    """Example A2: with a samurai of the same side on F5, E5-F5 is illegal and E5-F4 costs 2."""
    s = at("A:E5 S:F5", points=4)
    assert "E5-F5" not in legal(s)
    assert 2 == cost(s, "E5-F4")


def test_a_samurai_takes() -> None:
    """Example A3: F5 takes an ashigaru on F6 for 3; 4 points are left for others."""
    s = do(at("S:F5 A:E5", "A:F6", points=7), "F5xF6")
    assert 4 == s.points
    assert not [text for text in legal(s) if text.startswith("F6")]
    assert "E5-F5" in legal(s)


def test_a_samurai_on_a_mountain() -> None:
    """Example A4: the price of a samurai on J5 is 11."""
    assert 11 == price_of(at(white="S:J5"), "J5")


def test_a_shot_along_the_row() -> None:
    """Example A5: F3 shoots a daimyo on F8 for 6 and stays."""
    s = at("G:F3", "D:F8", points=6)
    assert 6 == cost(s, "F3>F8")
    assert ("G:F3", "") == (standing(do(s, "F3>F8"), RED), standing(do(s, "F3>F8"), WHITE))


def test_on_and_off_the_axis() -> None:
    """Example A7: F3 shoots H4 through G4 for 9, but not G6."""
    s = at("G:F3", "S:H4 A:G6", points=12)
    assert {"F3>H4"} == kind(s, "shoot")
    assert 9 == cost(s, "F3>H4")


def test_too_near_to_shoot() -> None:
    """Example A8: F5 cannot shoot F6, but steps in for 3."""
    s = at("G:F5", "A:F6", points=12)
    assert set() == kind(s, "shoot")
    assert (3, "G:F6") == (cost(s, "F5xF6"), standing(do(s, "F5xF6"), RED))


def test_price_of_a_teppo_tai() -> None:
    """Example A9: on G8 alone 2, with its tairo on H8 4, with only an enemy on H8 2."""
    assert 2 == price_of(at(white="G:G8"), "G8")
    assert 4 == price_of(at(white="G:G8 T:H8"), "G8")
    assert 2 == price_of(at("A:H8", "G:G8"), "G8")


def test_step_and_shoot() -> None:
    """Example A11: E3-F3 and a shot at an ashigaru on F8 take 7; at a daimyo it would be 9."""
    assert 0 == do(at("G:E3", "A:F8", points=7), "E3-F3", "F3>F8").points
    s = do(at("G:E3", "D:F8", points=7), "E3-F3")
    assert set() == kind(s, "shoot")
    assert ("F8 costs 6, and 4 points are left", "22") == refusal(s, "F3", "F8")


def test_a_pair_with_a_ninja() -> None:
    """Example A12: 4-4 and a ninja in hand: it must be placed, and there are no points."""
    s = at("S:E5", dice=(4, 4), hand=(1, 0))
    assert legal(s) == kind(s, "arrive")
    assert 0 == do(s, "nJ4").points


def test_a_pair_without_a_ninja() -> None:
    """Example A13: 4-4 and none in hand: 8 points, no placement."""
    s = at("S:E5", dice=(4, 4))
    assert (8, set()) == (s.points, kind(s, "arrive"))


def test_a_pair_by_the_third_die() -> None:
    """Example A14: 3-5 and a bought 3: valor 0, a ninja, then 5 points for anything."""
    s = at("S:E5", dice=(3, 5), hand=(1, 0), valor=(1, 0))
    s = do(s, "die", "3")
    assert ([0, 0], 1) == (s.valor, s.must_place)
    s = do(s, "nA1")
    assert (5, {"E5-F5", "A1-A2"}) == (s.points, {"E5-F5", "A1-A2"} & legal(s))


def test_victims_of_an_assassin() -> None:
    """Example A16: 3-3 and a bought 4: J4 and J11 can be killed, J5 not; never without the die."""
    white = "D:J4 S:J5 G:J11"
    s = at(white=white, dice=(3, 3, 4), hand=(1, 0))
    assert {"nxJ4", "nxJ11"} == kind(s, "assassinate")
    after = do(s, "nxJ4")
    assert ("N:J4", "G:J11 S:J5", 0) == (standing(after, RED), standing(after, WHITE), after.points)
    assert set() == kind(at(white=white, dice=(3, 3), hand=(1, 0)), "assassinate")


def test_a_capture() -> None:
    """Example A18: ashigaru F7 and samurai I8-H7 capture a tairo on G8: one point."""
    s = at("A:F7 S:I8", "T:G8", points=2)
    assert 2 == cost(s, "I8-H7")
    s = do(s, "I8-H7")
    assert (("tairo", RED), (1, 0)) == (end(s), scores(s))


def test_a_capture_by_a_ninja() -> None:
    """Example A19: a samurai on C6, a ninja placed on B7: a tairo on B6 is worth 4."""
    s = do(at("S:C6", "T:B6", dice=(2, 2), hand=(1, 0)), "nB7")
    assert (("tairo", RED), (4, 0)) == (end(s), scores(s))


def test_walking_into_capture() -> None:
    """Example A20: tairo F5-F6 beside F7 and G7: white scores 1."""
    s = do(at("T:F5", "A:F7 S:G7", points=1), "F5-F6")
    assert (("tairo", WHITE), (0, 1)) == (end(s), scores(s))


def test_a_score() -> None:
    """Example A23: red has 2 + 2 + 5 + 3, white 2 + 2."""
    s = at("A:A3 S:C2", "T:A2", points=12, valor=(3, 2), taken=("SSSAAAAAG", "DDNN"))
    s = do(s, "C2-B2")
    assert (("tairo", RED), (12, 4)) == (end(s), scores(s))


def homes(s: Akebono, seat: int) -> set[str]:
    """The hexes on which a side may place."""
    return {name for cell, name in ground(s).name.items() if is_home(s, cell, seat)}


def test_where_one_may_place() -> None:
    """Example A25: the north on E6, not on F6 or G6; west A6 and east A7, nobody on D6."""
    north = homes(start(), WHITE)
    assert (True, False, False) == ("E6" in north, "F6" in north, "G6" in north)
    s = start(midline="west_east")
    assert "A6" in homes(s, WHITE)
    assert "A7" in homes(s, RED)
    assert "D6" not in homes(s, WHITE) | homes(s, RED)


def test_a_tairo_is_no_target() -> None:
    """Example A26: it cannot be shot, stepped on or assassinated."""
    assert set() == kind(at("G:F3 S:F7", "T:F6", points=18), "shoot", "defeat")
    assert set() == kind(at("S:J3", "T:J4", points=18), "defeat")
    assert set() == kind(at(white="T:J4", dice=(3, 3, 6), hand=(1, 0)), "assassinate")


def test_no_third_die() -> None:
    """Example A27: not without valor, not twice, not after the first step."""
    assert "die" not in legal(at("S:E5", dice=(3, 5)))
    assert "die" not in legal(do(at("S:E5", dice=(3, 5), valor=(2, 0)), "die", "1"))
    assert "die" not in legal(do(at("S:E5", dice=(3, 5), valor=(1, 0)), "E5-F5"))
