"""Fight (rules 12-15, F1-F3)."""

import pytest

from games.rokumon.given import GAME, at, dice, do, end, kind, start, state_of
from honjin.core.errors import RecordMismatch
from honjin.core.play import replay
from honjin.core.record import Record
from honjin.games.rokumon.content.data import KIND_NAMES, wins_fight


def fought(pile: str, side: str = "r", **given: bool) -> str:
    """What stays after a fight on r2c1."""
    return dice(do(at("3", f".,.,./{pile},.,.,.", side, **given), "r2c1x")).split("/")[1][:-6]


def test_a_fight_needs_two_dice_one_of_each_side() -> None:
    """Rule 12: exactly two dice on the card; the own one may lie above or below."""
    for side in "rb":
        assert {"r2c1x", "r2c2x"} == kind(at("3", ".,.,./34,61,35,22", side), "fight")


def test_no_fight_in_the_first_acts() -> None:
    """Rule 12: Acts 1, 2 and the Epilogue know no Fight."""
    assert set() == kind(at("2", "r,.,./rb,.,.,."), "fight")
    assert set() == kind(at("epilogue", "rb,./r,.,./.,."), "fight")


@pytest.mark.parametrize(
    ("pile", "stays"),
    [("23", "3"), ("32", "3"), ("63", "6"), ("45", "5"), ("14", "4"), ("52", "5"), ("43", "4")],
)
def test_the_higher_die_stays(pile: str, stays: str) -> None:
    """Rule 13: the lower value goes home, whichever lies on top."""
    assert stays == fought(pile)


@pytest.mark.parametrize(
    ("pile", "stays"),
    [("6w", "w"), ("w6", "w"), ("61", "6"), ("16", "6"), ("w2", "2"), ("4w", "4"), ("2w", "2")],
)
def test_white_beats_the_six_alone(pile: str, stays: str) -> None:
    """Rule 13: white 1 beats red 6 and loses to 2 and 4; black 1 loses to 6."""
    assert stays == fought(pile)


def test_the_loser_returns_to_its_owner() -> None:
    """Rule 13: the die that lost is in its owner's supply, though the rival fought."""
    s = do(at("3", ".,.,./25,.,.,.", "b"), "r2c1x")
    assert [0, 2, 1, 1, 1, 2, 0, 1] == s.supply


def test_rivals_never_tie() -> None:
    """Rule 14: of any red and any black or white die exactly one wins."""
    for red in range(1, 4):
        for black in range(4, 8):
            assert wins_fight(red, black) != wins_fight(black, red), KIND_NAMES[black]


def test_two_own_dice_may_fight() -> None:
    """Ruling F1: with the option a side may fight with two of its own, and gets the lower back."""
    s = do(at("3", ".,.,./26,.,.,.", "r", fight_own_pair=True), "r2c1x")
    assert ".,.,./6,.,.,." == dice(s)
    assert 2 == s.supply[1]


@pytest.mark.parametrize("pile", ["22", "33", "1w", "w1"])
def test_a_tie_returns_the_top_die(pile: str) -> None:
    """Ruling F2: of two equal dice, which only one side can have, the top one goes home."""
    assert pile[0] == fought(pile, "r" if pile == "22" else "b", fight_own_pair=True)


def test_a_row_shown_by_a_fight_wins_for_its_owner() -> None:
    """Rule 15: the fighter's own row wins, a row given to the rival loses."""
    assert "row:r" == end(do(at("3", ".,.,./2,41,2,.", "r"), "r2c2x"))
    assert "row:r" == end(do(at("3", "5,.,./2,43,2,.", "b"), "r2c2x"))
    assert "row:b" == end(do(at("3", ".,.,./w,52,1,.", "r"), "r2c2x"))


def test_a_fight_that_shows_nothing_goes_on() -> None:
    """Rule 15: without a row the game goes on."""
    assert "-" == end(do(at("3", ".,.,./2,43,.,2", "r"), "r2c2x"))


def test_only_rivals_fight() -> None:
    """Ruling F1: two dice of one side fight only with the option."""
    assert {"r2c2x"} == kind(at("3", ".,.,./26,43,.,.", "r"), "fight")
    s = at("3", ".,.,./26,43,.,.", "r", fight_own_pair=True)
    assert {"r2c1x", "r2c2x"} == kind(s, "fight")


@pytest.mark.parametrize("rules", [1, 2])
def test_own_pairs_fight_in_earlier_records(rules: int) -> None:
    """Ruling F1: a game of rules 1 or 2 goes on as it began; under today's rules it is no game."""
    at_start = "3 ggg/jjjj .,.,./26,.,.,. r - - - 2 -"
    old = replay(GAME, Record("rokumon", rules, {"act": "3"}, ("0:r2c1x",), start=at_start))
    assert old.options["fight_own_pair"] is True
    assert ".,.,./6,.,.,." == dice(state_of(old))
    with pytest.raises(RecordMismatch, match="r2c1x"):
        replay(GAME, Record("rokumon", 3, {"act": "3"}, ("0:r2c1x",), start=at_start))


def test_ties_may_be_forbidden() -> None:
    """Ruling F2: by default the top die of a tie returns; with the option the fight is illegal."""
    assert "w" == fought("w1", "b", fight_own_pair=True)
    s = at("3", ".,.,./w1,35,.,.", "b", fight_own_pair=True, fight_tie="forbidden")
    assert {"r2c2x"} == kind(s, "fight")


def test_three_dice_never_fight() -> None:
    """Ruling F3: a third die ends the game, so no fight on three can come up."""
    s = do(at("3", "2,.,./46,.,.,.", "r"), "r1c1-r2c1")
    assert "stack:r" == end(s)
    assert set() == kind(s, "fight")


def test_black_must_fight_before_it_can_place_again() -> None:
    """A fight is an action like the others: it ends the turn."""
    s = do(start("3"), "2@r1c1", "3@r2c1", "r1c1-r2c1", "r2c1x")
    assert 0 == s.turn
