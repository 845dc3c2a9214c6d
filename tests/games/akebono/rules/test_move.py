"""Moving and defeating: steps, prices, prisoners, what a tairo may."""

import pytest

from games.akebono.given import (
    RED,
    WHITE,
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
from honjin.games.akebono.rules.names import read_hex
from honjin.games.akebono.rules.state import Akebono


def goals(s: Akebono, name: str) -> set[str]:
    """Where the piece on a hex can step."""
    return {text[len(name) + 1 :] for text in legal(s) if text.startswith(f"{name}-")}


def test_a_step_costs_the_hex_entered() -> None:
    """Rule 15: from a road hex to each neighbour for its value."""
    s = at("S:F6", points=12)
    assert {"F5": 1, "F7": 1, "E6": 2, "E7": 3, "G6": 3, "G7": 2} == {
        goal: cost(s, f"F6-{goal}") for goal in goals(s, "F6")
    }


def test_leaving_costs_nothing() -> None:
    """Rule 15: down from a mountain to a forest costs 5, up again 6."""
    s = at("S:A1", points=12)
    assert (5, 6) == (cost(s, "A1-A2"), cost(do(s, "A1-A2"), "A2-A1"))


def test_own_pieces_are_not_entered() -> None:
    """Rule 16: no piece steps onto a friend."""
    s = at("S:F6 A:F7", points=12)
    assert "F7" not in goals(s, "F6")
    assert ("Your own piece stands on F7", "16") == refusal(s, "F6", "F7")


def test_nobody_passes_through() -> None:
    """Ruling Q58: a step into an enemy ends there; there is no hex beyond in the same move."""
    s = at("S:F6", "A:F7", points=12)
    assert "F6-F8" not in legal(s)
    assert ("That is too far: a samurai moves one hex at a time", "15") == refusal(s, "F6", "F8")
    s = do(s, "F6xF7")
    assert set() == goals(s, "F7")


def test_any_number_of_steps() -> None:
    """Rule 17: as long as points last, in any directions, even back."""
    s = at("A:F6", points=12)
    s = do(s, "F6-F7", "F7-G8", "G8-F7", "F7-F6", "F6-F5")
    assert (7, "A:F5") == (s.points, standing(s, RED))


def test_never_off_the_board() -> None:
    """Rule 17: a corner has two neighbours, a hex at the edge of a short row four."""
    s = at("S:A12 A:B11", "T:K12", points=12)
    assert {"A11"} == goals(s, "A12")
    assert {"A11", "B10", "C11", "C12"} == goals(s, "B11")


def test_the_tairo_walks() -> None:
    """Rule 18: like other pieces, for the same price, but only into empty hexes."""
    s = at("T:F6", "A:F7", points=12)
    assert {"F5", "E6", "E7", "G6", "G7"} == goals(s, "F6")
    assert "F6xF7" not in legal(s)
    assert ("A tairo cannot defeat an enemy", "18") == refusal(s, "F6", "F7")
    assert read_hex(s, "F5") == do(s, "F6-F5").tairo[RED]


def test_the_tairo_pays_supports_and_blocks() -> None:
    """Ruling Q35: terrain as for others, a teppo-tai beside it has 3, a shot does not pass."""
    assert 5 == cost(at("T:A1", points=12), "A1-A2")
    assert 3 == defence_of(at("T:F6 G:F7"), "F7")
    blocked = at("G:F3", "T:F6 D:F8", points=12)
    assert set() == kind(blocked, "shoot")
    assert ("The piece on F6 is in the way", "23") == refusal(blocked, "F3", "F8")


@pytest.mark.parametrize(
    ("letter", "price"), [("D", 1 + 4), ("S", 1 + 5), ("A", 1 + 2), ("G", 1 + 1), ("N", 1 + 3)]
)
def test_a_defeat_costs_hex_and_defence(letter: str, price: int) -> None:
    """Rule 19: the value of the hex plus the defence of the piece there."""
    s = at("S:F6", f"{letter}:F7", points=12)
    assert price == cost(s, "F6xF7") == price_of(s, "F7")


def test_the_victim_is_a_prisoner() -> None:
    """Rule 19: the victim leaves the board for good; the victor is on its hex."""
    s = do(at("S:F6", "A:F7,F8", points=12), "F6xF7")
    assert (1, "S:F7", "A:F8") == (s.taken[RED][4], standing(s, RED), standing(s, WHITE))
    assert [0, 0] == s.hand


def test_after_a_defeat_a_piece_is_finished() -> None:
    """Rule 20: steps before a defeat, nothing after; others may act, and next turn it may again."""
    s = at("S:F5 A:G8", "A:F7 D:F8", points=18)
    s = do(s, "F5-F6", "F6xF7")
    assert not [text for text in legal(s) if text.startswith("F7")]
    assert ("This samurai has fought and is done for the turn", "20") == refusal(s, "F7")
    s = do(s, "G8xF8", "end", "1-2", "end", "5-6")
    assert [text for text in legal(s) if text.startswith("F7")]


def test_several_defeats_in_a_turn() -> None:
    """Rule 20: different pieces may each defeat an enemy."""
    s = do(at("S:F6 A:E8", "A:F7,E7", points=18), "F6xF7", "E8xE7")
    assert 2 == s.taken[RED][4]


def test_who_has_fought_is_still_there() -> None:
    """Ruling Q57: it blocks, supports a teppo-tai, and counts beside a tairo."""
    s = do(at("S:F6 G:G8", "A:F7 D:F9", points=12), "F6xF7")
    assert 3 == defence_of(s, "G8")
    s = do(at("A:E5 G:E3", "A:E6 D:E9", points=12), "E5xE6")
    assert set() == kind(s, "shoot")
    s = do(at("A:E5 S:F8", "A:E6 T:E7", points=12), "E5xE6")
    assert ("tairo", RED) == end(do(s, "F8-F7"))


def test_a_tairo_is_never_defeated() -> None:
    """Rule 21: not by a step, a shot or an assassination; nor does it defeat."""
    s = at("S:F6 G:F3", "T:F7", points=18)
    assert set() == kind(s, "defeat")
    assert "21" == refusal(s, "F6", "F7")[1]
    s = at("G:F3", "T:F8", points=18)
    assert set() == kind(s, "shoot")
    assert ("A tairo cannot be defeated, only captured by two enemies beside it", "21") == refusal(
        s, "F3", "F8"
    )
    s = at(white="T:J4", dice=(3, 3, 6), hand=(1, 0))
    assert set() == kind(s, "assassinate")
    assert "21" == refusal(s, "J4")[1]
    s = at("T:F6", "A:F7", points=12)
    assert set() == kind(s, "defeat")
