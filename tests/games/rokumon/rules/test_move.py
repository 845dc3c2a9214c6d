"""Move (rules 8-11, M1-M3)."""

import pytest

from games.rokumon.given import at, dice, do, end, kind, moves_from

UPPER = {"r1c1", "r1c2", "r1c3"}
LOWER = {"r2c1", "r2c2", "r2c3", "r2c4"}


def test_a_die_moves_to_any_card_of_another_colour() -> None:
    """Rule 8: any distance, whatever lies between; here all upper cards differ from all lower."""
    s = at("2", "r,b,./b,.,.,.")
    assert LOWER == moves_from(s, "r1c1")
    assert set() == moves_from(s, "r1c2")


def test_the_fort_differs_from_every_card() -> None:
    """Rule 8: moves between the face-down card of Act 5 and any other are legal."""
    s = at("5", "2,4,./6,.,.,.")
    assert {"r1c2", "r1c3", *LOWER} == moves_from(s, "r1c1")
    assert {"r1c1", *LOWER} == moves_from(s, "r1c2")
    assert UPPER == moves_from(s, "r2c1")


@pytest.mark.parametrize("pile", ["r", "b"])
def test_a_single_die_is_covered(pile: str) -> None:
    """Rule 9: a single die on the target, of either side, is covered by the arriving die."""
    s = at("2", f"r,.,./{pile},.,.,.")
    assert f".,.,./{pile}r,.,.,." == dice(do(s, "r1c1-r2c1"))


def test_an_empty_target_takes_the_die_alone() -> None:
    """Rule 9: on an empty card the die lies alone."""
    assert ".,.,./.,r,.,." == dice(do(at("2", "r,.,./.,.,.,."), "r1c1-r2c2"))


def test_two_dice_are_covered_only_if_both_are_own() -> None:
    """Rule 9: mixed and rival pairs take no third die; a pair of the mover's does."""
    assert {"r2c3", "r2c4"} == moves_from(at("2", "r,.,./br,bb,.,rr", "r"), "r1c1")
    assert {"r2c3"} == moves_from(at("2", "r,.,./rb,br,.,bb", "r"), "r1c1")


def test_an_own_pair_is_both_dice() -> None:
    """Rule 9: a die on a rival's die is not a pair, either way round."""
    s = at("3", "4,.,./26,32,.,.", "r")
    assert {"r2c1", "r2c3", "r2c4"} == moves_from(s, "r1c1")


def test_covered_dice_cannot_move() -> None:
    """Rule 10: a die under another stays where it is."""
    s = at("2", "rb,.,./.,.,.,.", "r")
    assert set() == moves_from(s, "r1c1")
    assert LOWER == moves_from(at("2", "br,.,./.,.,.,.", "r"), "r1c1")


def test_no_move_to_the_same_colour_or_card() -> None:
    """Rule 10: a die never goes to a card of its colour, its own card included."""
    s = at("4", "2,.,./4,.,.,.", deal="gjgjgjj")
    assert {"r1c2", "r2c1", "r2c3", "r2c4"} == moves_from(s, "r1c1")
    assert {"r1c1", "r1c3", "r2c2"} == moves_from(s, "r2c1")


def test_uncovering_a_rival_row_loses() -> None:
    """Rule 11: the die that held a row down is lifted, and the row's owner wins at once."""
    assert "row:r" == end(do(at("2", "b,.,./r,rb,r,.", "b"), "r2c2-r1c2"))


def test_landing_on_the_row_does_not_help() -> None:
    """Rule 11: the row counts in the air, even if the die would land on one of its cards."""
    s = at("2", ".,.,./r,rb,r,.", "b", deal="ggjjjgj")
    assert "row:r" == end(do(s, "r2c2-r2c3"))


@pytest.mark.parametrize(
    ("pile", "text"),
    [("b,.,b/r,rb,r,.", "r2c2-r1c2"), (".,.,bb/r,rb,r,.", "r2c2-r1c3")],
)
def test_no_own_row_or_stack_helps(pile: str, text: str) -> None:
    """Rule 11: uncovering a rival row loses, even while completing a row or a stack."""
    assert "row:r" == end(do(at("2", pile, "b"), text))


REVEAL = (".,.,./r,rb,r,.", "b", "ggjjjgj", "r2c2-r2c3")


def test_reveal_is_judged_in_the_air() -> None:
    """Ruling M1: by default judged while the die is in the air; with the option, after it lands."""
    piles, side, deal, text = REVEAL
    assert "row:r" == end(do(at("2", piles, side, deal=deal), text))
    assert "-" == end(do(at("2", piles, side, deal=deal, reveal="landing"), text))


def test_reveal_on_landing_still_loses_when_the_row_stays() -> None:
    """Ruling M1: judged after landing, a row that is still there wins."""
    s = at("2", "b,.,./r,rb,r,.", "b", reveal="landing")
    assert "row:r" == end(do(s, "r2c2-r1c2"))


@pytest.mark.parametrize(
    ("pile", "text", "own"),
    [("b,.,b/r,rb,r,.", "r2c2-r1c2", "row:b"), (".,.,bb/r,rb,r,.", "r2c2-r1c3", "stack:b")],
)
@pytest.mark.parametrize("reveal", ["air", "landing"])
def test_reveal_against_own_win(pile: str, text: str, own: str, reveal: str) -> None:
    """Ruling M2: uncovering a row while completing one loses, or with the option wins."""
    assert "row:r" == end(do(at("2", pile, "b", reveal=reveal), text))
    switched = at("2", pile, "b", reveal=reveal, reveal_beats_win=False)
    assert own == end(do(switched, text))


def test_dice_always_go_on_top() -> None:
    """Ruling M3: a move to a card with dice has one outcome: on top, never beside."""
    s = at("3", "2,.,./3,.,.,.", "r")
    assert 1 == len([text for text in kind(s, "move") if text == "r1c1-r2c1"])
    after = do(s, "r1c1-r2c1")
    assert ".,.,./32,.,.,." == dice(after)
    assert set() == kind(after, "move")
