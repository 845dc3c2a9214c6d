"""Actions and positions as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akiwado.given import (
    GAME,
    MON,
    NOTATION,
    OIC,
    SAK,
    do,
    in_secret,
    legal,
    start,
    state_of,
    stocking,
    touting,
)
from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.games.akiwado.content.data import NOBODY
from honjin.games.akiwado.rules.state import BID, Akiwado
from honjin.testing import random_play


def test_each_kind_is_written_its_own_way() -> None:
    """Splits, challenges, declarations, bids, privileges."""
    assert {"1/45", "15/4"} <= legal(touting())
    assert {"accept", "challenge"} == legal(do(touting(), "15/4"), SAK)
    assert {"says-east", "says-west", "says-pocket"} == legal(stocking())
    assert {"east1", "west5", "pocket"} <= legal(stocking(said="eeee"), SAK)


def test_outcomes_of_chance() -> None:
    """Colours, the first player, cards, dice."""
    assert {"white", "black"} <= legal(start(colours="lot"), CHANCE)
    assert {"seat0", "seat3"} <= legal(start())
    assert {"white", "order"} <= legal(do(start(), "seat0"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected 15/4 to split"),
        ("east", "expected 15/4 to split"),
        ("east0", "expected a number of coins from 1 to 200"),
        ("pocket1", "expected 15/4 to split"),
        ("15/5", "expected one of 1/45, 4/15"),
        ("145/", "expected one of 1/45"),
        ("take-order", "expected 15/4"),
        ("says-north", "expected 15/4"),
    ],
)
def test_unreadable_actions(text: str, says: str) -> None:
    """Anything else is refused, with what was expected and what came."""
    with pytest.raises(Unreadable, match=says):
        NOTATION.read_action(touting(), MON, text)


def test_unreadable_outcomes() -> None:
    """Dice are read in order; cards, colours and seats only when they can be drawn."""
    s = do(start(), "seat0")
    for text in ("seat1", "1-2-3", "green"):
        with pytest.raises(Unreadable, match="expected one of white, yellow"):
            NOTATION.read_action(s, CHANCE, text)
    with pytest.raises(Unreadable, match="no outcome of chance"):
        NOTATION.read_action(touting(), CHANCE, "1-2-3")


# ---- positions

BIDS = "wyr bid:0 w2yr2b3k4 wr k/b wr/wy/yr 5/4/7 33+1 ----- -/- 1+45+ - ewp -/e3'1/- -/-/- 1"


def bidding() -> Akiwado:
    """Three bid in secret, and Sakichi has; most of the cards are laid out by hand."""
    s = stocking(("wr", "wy", "yr"), said="ewp", coins=(5, 4, 7), waste="total_2")
    s.kept, s.turns, s.pool, s.stock = 0b101, 1, 1, 33
    s.deck[:], s.left = [2, 1, 2, 3, 4, 0], 12
    s.waste[:] = [1, 0, 1, 0, 0, 0]
    s.market[1][:], s.market[2][:] = [0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0]
    return do(do(s, "east2", seat=SAK), "east3", seat=SAK)


def test_a_position_in_full() -> None:
    """A whole position in sixteen fields."""
    assert BIDS == NOTATION.write_position(bidding())


def test_what_others_see_of_it() -> None:
    """A choice that was made but is unknown is a question mark."""
    text = NOTATION.write_position(GAME.seen_by(bidding(), OIC))
    assert "-/?/-" == text.split()[13]
    assert "-/e3'1/-" == NOTATION.write_position(GAME.seen_by(bidding(), SAK)).split()[13]


@settings(max_examples=40)
@given(st.integers(0, 60), st.integers(1, 200))
def test_positions_round_trip(seed: int, steps: int) -> None:
    """Any position of a random game is read back as the same state."""
    options = {
        "seats": str(3 + seed % 3), "variant": ("base", "purveyor")[seed % 2],
        "colours": ("seats", "lot")[seed // 2 % 2], "coin_limit": seed % 5 > 0,
        "challenge_order": ("simultaneous", "in_order")[seed // 4 % 2],
        "unjust_sits_out_stocking": seed % 7 == 0,
    }  # fmt: skip
    play = random_play(GAME, options, seed=seed, steps=steps)
    text = NOTATION.write_position(state_of(play))
    assert play.state == NOTATION.read_position(text, play.options)


@settings(max_examples=15)
@given(st.integers(0, 20), st.integers(14, 150))
def test_observations_round_trip(seed: int, steps: int) -> None:
    """An observation has a text too, and is read back except for the viewer."""
    play = random_play(GAME, {"seats": "4"}, seed=seed, steps=steps)
    for viewer in (MON, SPECTATOR):
        seen = GAME.seen_by(state_of(play), viewer)
        text = NOTATION.write_position(seen)
        back = NOTATION.read_position(text, play.options)
        back.eyes = seen.eyes
        assert seen == back


def changed(field: int, value: str) -> str:
    """A position with one field changed."""
    fields = NOTATION.write_position(position()).split()
    fields[field] = value
    return " ".join(fields)


def position() -> Akiwado:
    """Three bid in secret in a random game, and Sakichi has."""
    play = random_play(GAME, {"seats": "3"}, seed=5)
    for n in range(len(play.steps)):
        s = state_of(play.at(n))
        if s.phase == BID and s.decided == 0 and min(s.coins[:3]) > 1:
            return do(s, "east2", seat=SAK)
    raise AssertionError("nobody bids in this game")


@pytest.mark.slow_after(8)
@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        (0, "wy", "expected 3 colours"),
        (0, "wyz", "expected 3 colours"),
        (0, "wrb", "expected the colours wyr"),
        (1, "bid", "a phase and the turn player"),
        (1, "bid:3", "a phase and the turn player"),
        (1, "feast:0", "a phase and the turn player"),
        (1, "colours:0", "expected lot or a later phase"),
        (2, "w9", "cards are all there"),
        (2, "x", "expected cards such as"),
        (3, "-", "cards are all there"),
        (4, "w", "expected east and west, 2 of them"),
        (5, "w/w", "expected hands, 3 of them"),
        (6, "5/5", "expected coins, 3 of them"),
        (6, "5/5/x", "expected a number"),
        (6, "0/0/0", "coins are all there"),
        (7, "35", "stock and coin area"),
        (8, "-", "expected 5 purveyors"),
        (8, "0----", "markers have holders"),
        (9, "-", "ungrateful and absent seats, 2 of them"),
        (9, "012/-", "somebody has the turn"),
        (9, "4/-", "expected seats of 012"),
        (10, "12", "expected dice such as"),
        (10, "-", "dice follow the turn"),
        (10, "5+43", "dice follow the turn"),
        (11, "7", "expected seats of 012"),
        (12, "ew", "expected 3 declarations"),
        (12, "ew-", "declarations follow the turn"),
        (13, "-/e99/-", "choices are sealed"),
        (13, "-/a/-", "choices are sealed"),
        (13, "e1/e1/e1", "choices are sealed"),
        (13, "-/e1!/-", "choices are sealed"),
        (13, "-/x/-", "expected e3, w2, p or -"),
        (13, "-/'1/-", "expected a choice such as"),
        (14, "e1/-/-", "declarations follow the turn"),
        (14, "e/-/-", "expected e3, w2, p or -"),
        (15, "x", "expected a number"),
        (15, "01", "expected a position like"),
    ],
)
def test_unreadable_positions(field: int, value: str, says: str) -> None:
    """An impossible position is refused, with the reason."""
    options = GAME.read_options({"seats": "3"})
    assert position() == NOTATION.read_position(NOTATION.write_position(position()), options)
    with pytest.raises(Unreadable, match=says):
        NOTATION.read_position(changed(field, value), options)


def test_a_position_has_sixteen_fields() -> None:
    """Fewer or more fields are refused."""
    with pytest.raises(Unreadable, match="position of 16 fields, got 2"):
        NOTATION.read_position("wyr bid:0", GAME.read_options({"seats": "3"}))


def test_colours_that_were_drawn() -> None:
    """If drawn at random, colours are part of the position, in order, each once."""
    options = GAME.read_options({"seats": "3", "colours": "lot"})
    s = do(start(3, colours="lot"), "black")
    text = NOTATION.write_position(s)
    assert "k--" == text.split()[0]
    assert s == NOTATION.read_position(text, options)
    assert [4, NOBODY] == s.colour[:2]
    with pytest.raises(Unreadable, match="colours that differ"):
        NOTATION.read_position(text.replace("k--", "kk-"), options)
    over = in_secret(stocking(("w", "w", "w"), said="ppp", deck=""), *["pocket"] * 3)
    assert "over:0" == NOTATION.write_position(over).split()[1]
