"""Teppo-tai: shots and support."""

import pytest

from games.akebono.given import (
    at,
    cost,
    defence_of,
    do,
    end,
    kind,
    legal,
    price_of,
    refusal,
    standing,
)


def test_a_shot_costs_as_much_as_the_step_would() -> None:
    """Rule 22: hex and defence of the target; the shooter stays, the target is gone."""
    s = at("G:F3", "D:F8", points=6)
    assert 6 == cost(s, "F3>F8") == price_of(s, "F8")
    s = do(s, "F3>F8")
    assert ("G:F3", "", 1) == (standing(s, 0), standing(s, 1), s.taken[0][2])


def test_the_way_is_free() -> None:
    """Ruling Q31: hexes in between are not paid for; with the option they are."""
    assert 6 == cost(at("G:F3", "D:F8", points=18), "F3>F8")
    between = 2 + 1 + 1 + 1  # F4 to F7
    assert 6 + between == cost(at("G:F3", "D:F8", points=18, shot_cost="path"), "F3>F8")
    short = at("G:F3", "D:F8", points=10, shot_cost="path")
    assert "F3>F8" not in legal(short)
    assert ("F8 costs 11, and 10 points are left", "22") == refusal(short, "F3", "F8")


def test_only_empty_hexes_between() -> None:
    """Rule 23: any piece in the way stops a shot, mountains and distance do not."""
    assert {"F3>F8"} == kind(at("G:F3", "D:F8", points=18), "shoot")
    assert set() == kind(at("G:F3 A:F5", "D:F8", points=18), "shoot")
    assert {"F3>F5"} == kind(at("G:F3", "D:F8 A:F5", points=18), "shoot")
    over_mountains = at("G:A4", "D:A10", points=18)
    assert 8 == cost(over_mountains, "A4>A10")
    assert {"F1>F11"} == kind(at("G:F1", "D:F11", points=18), "shoot")


@pytest.mark.parametrize("target", ["F10", "C8", "C5", "F2", "I5", "I8", "E8", "D4", "H4", "I9"])
def test_six_lines(target: str) -> None:
    """Ruling Q32: in each of the six directions of the hexes, and in no other."""
    lines = {"F10", "C8", "C5", "F2", "I5", "I8"}
    s = at("G:F6", f"D:{target}", points=18)
    assert (target in lines) == (f"F6>{target}" in legal(s))


def test_all_six_at_once() -> None:
    """Ruling Q32: one target in each direction, as far as there are hexes."""
    s = at("G:F6", "D:F10,F2,C8 S:C5,I5,I8", points=18)
    assert {"F6>F10", "F6>F2", "F6>C8", "F6>C5", "F6>I5", "F6>I8"} == kind(s, "shoot")
    assert ("It is not on one of the six straight lines", "Q32") == refusal(
        at("G:F6", "D:E8", points=18), "F6", "E8"
    )


def test_a_neighbour_is_not_shot() -> None:
    """Ruling Q33: at least one empty hex in between; with the option a neighbour can be shot."""
    s = at("G:F5", "A:F6", points=18)
    assert {"F5xF6"} == kind(s, "shoot", "defeat")
    s = at("G:F5", "A:F6", points=18, shot_min_empty_hexes="0")
    assert {"F5xF6", "F5>F6"} == kind(s, "shoot", "defeat")
    assert "G:F5" == standing(do(s, "F5>F6"), 0)
    reason = ("An adjacent enemy cannot be shot, only defeated by stepping in", "Q33")
    assert reason == refusal(at("G:F5", "A:F6", points=18), "F5", "shoot", "F6")


def test_steps_then_a_shot_then_nothing() -> None:
    """Rule 24: it may step first; after the shot it is done until its next turn."""
    s = do(at("G:E3", "A:F8 D:F10", points=18), "E3-F3", "F3>F8")
    assert not [text for text in legal(s) if text.startswith("F3")]
    s = do(s, "end", "1-2", "end", "5-6")
    assert "F3>F10" in legal(s)


def test_it_also_defeats_by_stepping_in() -> None:
    """Rule 25: like any other piece, and it ends up on that hex."""
    s = do(at("G:F5", "A:F6", points=3), "F5xF6")
    assert ("G:F6", 0) == (standing(s, 0), s.points)


def test_support() -> None:
    """Rule 26: 3 beside a friend, else 1."""
    assert (1, 3) == (defence_of(at(white="G:G8"), "G8"), defence_of(at(white="G:G8 A:H8"), "G8"))
    assert 1 == defence_of(at(white="G:G8 A:I9"), "G8")


@pytest.mark.parametrize("letter", ["T", "D", "S", "A", "G", "N"])
def test_any_friend_supports(letter: str) -> None:
    """Ruling Q34: the tairo, a ninja, another teppo-tai too."""
    assert 3 == defence_of(at(white=f"G:G8 {letter}:H8"), "G8")


def test_support_is_mutual_and_enemies_give_none() -> None:
    """Ruling Q34: two teppo-tai support each other; an enemy beside one changes nothing."""
    s = at(white="G:G8,H8")
    assert (3, 3) == (defence_of(s, "G8"), defence_of(s, "H8"))
    assert 1 == defence_of(at("A:H8", "G:G8"), "G8")


def test_the_supporter_first() -> None:
    """Ruling Q34: the defence is read at the attack, so it falls with its supporter."""
    s = at("S:F7 A:I9", "G:G8 A:H8", points=18)
    assert 1 + 3 == price_of(s, "G8")
    s = do(s, "I9xH8")
    assert 1 + 1 == price_of(s, "G8")
    assert None is end(s)
