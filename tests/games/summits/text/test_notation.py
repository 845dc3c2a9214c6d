"""Actions and positions as text."""

import pytest

from games.summits.given import (
    GAME,
    NOTATION,
    SHIZU,
    TEN,
    A,
    H,
    do,
    field,
    legal,
    opened,
    pick,
    start,
)
from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE

OPTIONS = GAME.read_options({"battle": TEN})


def test_a_position_is_read_back() -> None:
    """In the middle of an attack, with units face down and cards played."""
    s = do(opened(), "use:assault", "gather:minase", "move:takaradera_minami")
    text = NOTATION.write_position(s)
    assert s == NOTATION.read_position(text, OPTIONS)
    assert "@takaradera_minami=h:kuroda_yoshitaka,mikoda_masaharu,hashiba*4" in text


def test_marks_of_face_down_units() -> None:
    """A mark follows generals and numbers."""
    s = do(opened(), "down:fire", "gather:minase", "move:takaradera_minami")
    text = NOTATION.write_position(s)
    assert "=h:kuroda_yoshitaka',mikoda_masaharu',hashiba*+4'" in text
    assert s == NOTATION.read_position(text, OPTIONS)


def test_reinforcements_of_a_turn_are_written_only_if_their_number_is_another_one_now() -> None:
    """Rule 60: it is what could be picked, and positions were once written without it."""
    s = pick(pick(start(), H, "fire"), A, "fire")
    text = NOTATION.write_position(s)
    assert "calls" not in text
    assert s == NOTATION.read_position(text, OPTIONS)
    s.call_limit += 1
    text = NOTATION.write_position(s)
    assert " calls=2 " in text
    assert s == NOTATION.read_position(text, OPTIONS)


def test_a_game_given_up_before_its_first_turn_stays_as_it_is() -> None:
    """No hand was picked then, so none could hold Reinforcements."""
    s = start(SHIZU)
    GAME.resign(s, A)
    text = NOTATION.write_position(s)
    assert text == NOTATION.write_position(
        NOTATION.read_position(text, GAME.read_options({"battle": SHIZU}))
    )


START = NOTATION.write_position(start())


@pytest.mark.parametrize(
    "text",
    [
        START.replace("@hirose", "@osaka"),
        START.replace("kuroda_yoshitaka", "nobody"),
        START.replace("mikoda_masaharu", "kuroda_yoshitaka"),
        START.replace("hashiba*4", "hashiba*5"),
        START.replace("hashiba*4", "hashiba"),
        START.replace("@hirose=h:", "@hirose=x:"),
        START + " turn=13",
        START + " at=99",
        START + " phase=99",
        START + " nonsense=1",
        START + " cards=1",
        START + " band=99999999999999999999",
        START + " lost_generals=hashiba",
        START.replace("phase=3", "phase=5") + " hand=" + ",".join("1" * 12),
    ],
)
def test_bad_positions(text: str) -> None:
    """Impossible positions are refused, and nothing else happens."""
    assert text != START
    with pytest.raises(Unreadable):
        NOTATION.read_position(text, OPTIONS)


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (H, "use:bribe"), (H, "gather:osaka"), (H, "move:"), (H, "come:Z"), (H, "treason:hori_h"),
        (H, "add:mori"), (H, "retreat:hashiba"), (H, "bid:3"), (H, "support:99"),
        (CHANCE, "5-3"), (CHANCE, "0-7"), (CHANCE, "seat:0"),
    ],
)  # fmt: skip
def test_bad_actions(seat: int, text: str) -> None:
    """They raise Unreadable with what was expected."""
    with pytest.raises(Unreadable, match="expected"):
        NOTATION.read_action(opened(), seat, text)


def test_early_actions() -> None:
    """Bids, boxes, cards and the order have notation of their own."""
    assert "bid:12" in legal(start(auction=True), A)
    assert "box:D" in legal(start(SHIZU))
    with pytest.raises(Unreadable, match="take"):
        NOTATION.read_action(start(), H, "bid:3")


def test_lost_generals_are_written() -> None:
    """A removed general has a field of its own."""
    s = field(TEN, "onbozuka=h:takayama_ukon", "onbozuka=a:fujita_yukimasa'", "yodo=a:akechi*1")
    s = do(s, "down:fire", "gather:onbozuka", "attack", "=12")
    assert "lost_generals=fujita_yukimasa" in NOTATION.write_position(s)
