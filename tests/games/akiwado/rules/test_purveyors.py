"""The variant of the purveyors (rules 41 to 48)."""

import pytest

from games.akiwado.given import (
    GAME,
    MON,
    OIC,
    ROK,
    SAK,
    cards,
    do,
    gains,
    in_secret,
    legal,
    letters,
    over,
    scores,
    start,
    stocking,
)
from honjin.games.akiwado.content.data import NOBODY
from honjin.games.akiwado.rules.state import OVER, ROLL, SALVAGE, TAKE_BACK, WEST


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_markers_lie_beside_the_board(seats: int) -> None:
    """Rule 41: at first nobody holds a marker, and all five are there."""
    s = start(seats, variant="purveyor")
    assert [NOBODY] * 5 == s.marker
    on = {p.id: p.on for p in GAME.table.scene(s).pieces if p.id.startswith("marker.")}
    names = ("white", "yellow", "red", "blue", "black")
    assert {f"marker.{name}": "markers" for name in names} == on


def test_no_markers_without_the_variant() -> None:
    """Rule 41: without the variant nobody becomes a purveyor."""
    s = stocking(("yy", "y", "", ""), said="pppp", deck="ww")
    assert [NOBODY] * 5 == in_secret(s, "east1", *["pocket"] * 3).marker


def test_who_has_most_is_the_purveyor() -> None:
    """Rule 42: all colours are checked after every purchase."""
    s = stocking(("kk", "y", "b", ""), said="pppp", deck="ww", variant="purveyor")
    after = in_secret(s, "pocket", "east1", "pocket", "pocket")
    assert [NOBODY, SAK, NOBODY, OIC, MON] == after.marker
    idle = in_secret(s, *["pocket"] * 4)
    assert [NOBODY] * 5 == idle.marker


@pytest.mark.parametrize(
    ("hands", "holder", "expected"),
    [
        (("yy", "y", "", ""), MON, MON),
        (("yy", "y", "", ""), NOBODY, NOBODY),
        (("y", "y", "", ""), MON, SAK),
    ],
)
def test_a_tie_for_a_marker(hands: tuple[str, ...], holder: int, expected: int) -> None:
    """Rule 43: more than every other; tied, the holder keeps it, or nobody gets it."""
    s = stocking(hands, said="pppp", deck="ww", variant="purveyor")
    s.marker[1] = holder
    assert expected == in_secret(s, "pocket", "east1", "pocket", "pocket").marker[1]


def test_a_tie_returns_the_marker() -> None:
    """Ruling Q18: the holder keeps it; with the option it goes back."""
    for tie, expected in (("keep", MON), ("return", NOBODY)):
        s = stocking(
            ("yy", "y", "", ""), said="pppp", deck="ww", variant="purveyor", purveyor_tie=tie
        )
        s.marker[1] = MON
        assert expected == in_secret(s, "pocket", "east1", "pocket", "pocket").marker[1]


def test_orders_do_not_count() -> None:
    """Rules 44, Q26: custom orders and the red purveyor's last card move no marker."""
    s = stocking(("yo", "y", "", ""), east="r", said="pppp", deck="ww", variant="purveyor")
    assert NOBODY == in_secret(s, "east1", *["pocket"] * 3).marker[1]
    s = stocking(("yr", "", "", ""), west="", said="pppp", deck="", variant="purveyor")
    s.marker[2], s.waste[:] = MON, cards("w")
    after = do(in_secret(s, *["pocket"] * 4), "take-white")
    assert (OVER, NOBODY) == (after.phase, after.marker[0])


def test_it_is_looked_at_twice() -> None:
    """Rules 45, Q27: after the east, then after the west, which may move the marker again."""
    s = stocking(("", "", "", ""), east="y", west="yy", said="pppp", deck="ww", variant="purveyor")
    after = in_secret(s, "east1", "west1", "pocket", "pocket")
    assert SAK == after.marker[1]
    s = stocking(("", "", "", ""), east="y", west="y", said="pppp", deck="ww", variant="purveyor")
    after = in_secret(s, "east1", "west1", "pocket", "pocket")
    assert MON == after.marker[1]


def test_blue_is_asked_after_the_reveal() -> None:
    """Rule 46: before a market is settled, and only with a bid."""
    s = stocking(said="eepp", deck="ww", variant="purveyor")
    s.marker[3] = MON
    shown = in_secret(s, "east3", "east2", "pocket", "pocket")
    assert (TAKE_BACK, 1 << MON) == (shown.phase, GAME.may_act(shown))
    assert ({"leave", "back"}, (0, 0, 0, 0)) == (legal(shown), gains(s, shown))
    assert [-3, 0] == [gains(s, do(shown, text))[MON] for text in ("leave", "back")]
    assert ROLL == in_secret(s, "pocket", "east2", "pocket", "pocket").phase


def test_blue_withdraws() -> None:
    """Rule 46: a bid of one coin may vanish: no bid, no pocket money, no injustice."""
    s = stocking(said="wepp", deck="ww", variant="purveyor")
    s.marker[3] = MON
    after = do(in_secret(s, "west1", "east2", "pocket", "pocket"), "back")
    assert (0, 0) == (gains(s, after)[MON], after.unjust)
    assert ("b", "") == (letters(after.waste), letters(after.market[WEST]))
    s.said[MON] = 1
    lied = do(in_secret(s, "west1", "east2", "pocket", "pocket"), "back")
    assert 1 << MON == lied.unjust


def test_a_coin_has_to_stay() -> None:
    """Ruling Q19: a bid may be withdrawn; with the option one coin stays."""
    for floor, phase in (("0", TAKE_BACK), ("1", ROLL)):
        s = stocking(said="wepp", deck="ww", variant="purveyor", blue_floor=floor)
        s.marker[3] = MON
        assert phase == in_secret(s, "west1", "east2", "pocket", "pocket").phase


def test_red_takes_a_card() -> None:
    """Rules 47, Q28: an article card of choice, at the end, before points are counted."""
    s = stocking(("r", "", "", ""), west="", said="pppp", deck="", variant="purveyor")
    s.marker[2], s.waste[:] = ROK, cards("wko")
    s = in_secret(s, *["pocket"] * 4)
    assert (SALVAGE, 1 << ROK) == (s.phase, GAME.may_act(s))
    assert {"take-white", "take-yellow", "take-black"} == legal(s)
    after = do(s, "take-black")
    assert (OVER, "k", "wyo") == (after.phase, letters(after.hand[ROK]), letters(after.waste))


def test_red_finds_nothing() -> None:
    """Rules 47, Q28: without an article card there, or a red purveyor, the game is over."""
    s = stocking(("r", "", "", ""), east="", west="", said="pppp", deck="", variant="purveyor")
    s.marker[2], s.waste[:] = ROK, cards("oo")
    assert OVER == in_secret(s, *["pocket"] * 4).phase
    s.marker[2], s.waste[:] = NOBODY, cards("w")
    assert OVER == in_secret(s, *["pocket"] * 4).phase


def test_white_scores() -> None:
    """Rule 48: three points more."""
    s = over(("w", "w", "w"), variant="purveyor")
    s.marker[0] = SAK
    assert (1, 4, 1) == scores(s)
