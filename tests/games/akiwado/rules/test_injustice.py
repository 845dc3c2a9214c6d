"""Injustice (rules 38 to 40)."""

import pytest

from games.akiwado.given import GAME, MON, OIC, ROK, SAK, called, do, gains, in_secret, stocking
from honjin.games.akiwado.rules.state import BID, DECLARE, ROLL
from honjin.games.akiwado.rules.touting import income


@pytest.mark.parametrize(
    ("said", "done", "unjust"),
    [
        ("eeee", ("east1", "east2", "east3", "west1"), 1 << ROK),
        ("ewpp", ("east5", "west5", "pocket", "pocket"), 0),
        ("ewpp", ("west1", "east1", "east2", "pocket"), 0b0111),
        ("eeep", ("pocket", "east1", "east2", "pocket"), 1 << MON),
    ],
)
def test_whose_tile_is_turned(said: str, done: tuple[str, ...], unjust: int) -> None:
    """Rule 38: every player who did not do as declared; the size of a bid does not matter."""
    assert unjust == in_secret(stocking(said=said, deck="ww"), *done).unjust


def test_all_are_unjust() -> None:
    """Rule 39: no tile is turned, and all purchases stand."""
    s = stocking(said="eepw", deck="ww")
    after = in_secret(s, "west2", "west1", "east1", "pocket")
    assert (0, -2) == (after.unjust, gains(s, after)[MON])


def test_only_the_tiles_stay() -> None:
    """Ruling Q16: nothing is undone, and the phase is not played again."""
    after = in_secret(stocking(said="eepw", deck="ww"), "west2", "west1", "east1", "pocket")
    assert (ROLL, SAK) == (after.phase, after.turn)


def test_the_punishment() -> None:
    """Rule 40: the next turn and the next touting are lost, and then the tile is turned back."""
    s = in_secret(stocking(said="pppp", deck="wwww"), "pocket", "east1", "pocket", "pocket")
    assert (OIC, 1 << SAK) == (s.turn, s.unjust)
    s = do(s, "1-1-1", "1/11")
    assert 0 == income(s, SAK)
    s = called(s)
    assert 0 == s.unjust
    s = do(s, "white", "white", *["says-pocket"] * 4)
    s = in_secret(s, *["pocket"] * 4)
    s = do(s, "1-1-1", "1/11")
    assert 2 == income(s, SAK)


def test_the_ungrateful_stock() -> None:
    """Ruling Q8: they declare and bid in that turn; with the option they do neither."""
    for sits_out, seats in ((False, 0b1111), (True, 0b1101)):
        s = stocking(said="pppp", deck="wwww", unjust_sits_out_stocking=sits_out)
        s = in_secret(s, "pocket", "east1", "pocket", "pocket")
        s = do(called(do(s, "1-1-1", "1/11")), "white", "white")
        assert (DECLARE, OIC) == (s.phase, s.turn)
        while s.phase == DECLARE:
            s = do(s, "says-pocket")
        assert (BID, seats) == (s.phase, GAME.may_act(s))


def test_the_absent_get_nothing() -> None:
    """Ruling Q8: with the option no pocket money either, and no tile is turned for it."""
    s = stocking(said="pp-p", deck="ww", pool=3, unjust_sits_out_stocking=True)
    s.absent = 1 << OIC
    after = in_secret(s, "pocket", "pocket", "pocket")
    assert ((2, 2, 0, 2), 0) == (gains(s, after), after.unjust)
    lied = in_secret(s, "east1", "west1", "east2")
    assert 0b1011 == lied.unjust
