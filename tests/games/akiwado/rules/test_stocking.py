"""Stocking: preparation, declarations, bids, pocket money (rules 25 to 37)."""

import pytest

from games.akiwado.given import (
    GAME,
    MON,
    OIC,
    ROK,
    SAK,
    called,
    cards,
    do,
    gains,
    in_secret,
    legal,
    letters,
    stocking,
    touting,
)
from honjin.core.seats import CHANCE
from honjin.games.akiwado.rules.state import BID, DECLARE, DRAW_EAST, DRAW_WEST, EAST, ROLL, WEST


def test_both_markets_are_stocked() -> None:
    """Rule 25: a card is added to the east and one to the west, and a coin to the coin area."""
    s = do(touting(), "15/4")
    s.market[EAST][:] = cards("k")
    s = called(s)
    assert (DRAW_EAST, 1) == (s.phase, s.pool)
    s = do(s, "white")
    assert (DRAW_WEST, "wk") == (s.phase, letters(s.market[EAST]))
    s = do(s, "order")
    assert (DECLARE, "o") == (s.phase, letters(s.market[WEST]))


def test_the_last_card_and_an_empty_stock() -> None:
    """Rule 26: one card goes to the east; without stock no coin is added."""
    s = do(touting(), "15/4")
    s.deck[:] = cards("r")
    s.left, s.stock = 1, 0
    s = do(called(s), "red")
    assert (DECLARE, "r", "") == (s.phase, letters(s.market[EAST]), letters(s.market[WEST]))
    assert 0 == s.pool == s.stock


def test_an_odd_card() -> None:
    """Ruling Q17: the last turn of four players has a card for the east only."""
    s = do(touting(), "15/4")
    s.deck[:] = cards("rb")
    s.left = 2
    assert DRAW_WEST == do(called(s), "red").phase


def test_declarations() -> None:
    """Rule 27: clockwise from the turn player, including players who were ungrateful."""
    s = called(do(touting(turn=2, unjust=(ROK,)), "15/4"))
    s = do(s, "white", "white")
    order = []
    for text in ("says-east", "says-west", "says-pocket", "says-east"):
        assert {"says-east", "says-west", "says-pocket"} == legal(s)
        order.append(GAME.may_act(s))
        s = do(s, text)
    assert [1 << OIC, 1 << ROK, 1 << MON, 1 << SAK] == order
    assert (BID, [3, 1, 1, 2]) == (s.phase, s.said[:4])


def test_what_can_be_bid() -> None:
    """Rule 28: from one to all of the seat's coins on one market, or none: pocket money."""
    s = stocking(said="epwe", coins=(3, 0, 1, 50 - 5))
    assert 0b1111 == GAME.may_act(s)
    expected = {"pocket", "east1", "east2", "east3", "west1", "west2", "west3"}
    assert expected == legal(s, MON)
    assert {"pocket"} == legal(s, SAK)
    assert 91 == len(legal(s, ROK))


def test_one_market_only() -> None:
    """Rulings Q9, Q10: a bid is on one market; a bid of nothing is pocket money."""
    s = stocking(said="epwe")
    for text in legal(s, MON):
        assert text == "pocket" or text[:4] in ("east", "west")
        assert not text.endswith("0")


def test_the_deed_may_differ() -> None:
    """Rule 29: any choice is possible after any declaration, and is revealed with the last one."""
    for said in "ewp":
        assert {"pocket", "east1", "west5"} <= legal(stocking(said=said + "eee"), MON)
    s = stocking(said="eeee", deck="ww")
    s = do(s, "west2", seat=MON)
    assert ([0] * 4, BID) == (s.place[:4], s.phase)
    s = in_secret(s, "pocket", "east1", "east2")
    assert ([2, 3, 1, 1], [2, 0, 1, 2]) == (s.place[:4], s.bid[:4])


def test_the_highest_bid_buys_all() -> None:
    """Rule 30: the winning bid is paid to the stock; others keep their coins."""
    s = stocking(east="yko", said="eeww", deck="ww")
    after = in_secret(s, "east4", "east3", "west1", "west2")
    assert (-4, 0, 0, -2) == gains(s, after)
    assert (s.stock + 6, "ybkko") == (after.stock, letters(after.hand[MON]))
    assert "ryb" == "".join(sorted(letters(after.hand[ROK]), key="ryb".index))


def test_a_tie_buys_nothing() -> None:
    """Rule 31: nobody pays, a lower bid does not win, the cards stay."""
    s = stocking(said="eeww", deck="ww")
    after = in_secret(s, "east3", "east3", "east2", "pocket")
    assert "y" == letters(after.market[EAST])
    assert (0, 0, 0) == gains(s, after)[:3]


def test_no_bid() -> None:
    """Rule 32: the cards of a market go to the destruction area."""
    s = stocking(west="bko", said="eeee", deck="ww")
    after = in_secret(s, "east3", "east2", "east1", "east1")
    assert ("bko", "") == (letters(after.waste), letters(after.market[WEST]))


def test_east_before_west() -> None:
    """Rules 33, Q25: the east is settled first, which matters for markers."""
    s = stocking(("wy", "", "", ""), east="y", west="w", said="eeww", deck="ww", variant="purveyor")
    s.marker[:] = [7, 7, 7, 7, 7]
    s.hand[SAK][:] = cards("yw")
    after = in_secret(s, "pocket", "east2", "west1", "pocket")
    assert SAK == after.marker[1]


def test_a_dishonest_bid_is_a_bid() -> None:
    """Rule 34: a bid against the declaration can win and is paid; it costs the tile."""
    s = stocking(said="pppp", deck="ww")
    after = in_secret(s, "east2", "pocket", "pocket", "pocket")
    assert (-2, "ybk") == (gains(s, after)[MON], letters(after.hand[MON]))
    assert 1 << MON == after.unjust


def test_two_auctions() -> None:
    """Ruling Q12: a tie in the west does not affect the east."""
    s = stocking(said="weew", deck="ww")
    after = in_secret(s, "west2", "east1", "east3", "west2")
    assert ("", "b") == (letters(after.market[EAST]), letters(after.market[WEST]))


@pytest.mark.parametrize(
    ("pool", "pockets", "each", "left"), [(2, 1, 3, 0), (5, 2, 3, 1), (1, 2, 1, 1), (7, 4, 2, 3)]
)
def test_pocket_money(pool: int, pockets: int, each: int, left: int) -> None:
    """Rule 35: a coin of the stock and an equal share; what cannot be shared stays."""
    s = stocking(said="pppp", pool=pool, deck="ww")
    texts = ["pocket"] * pockets + ["east1"] * (4 - pockets)
    after = in_secret(s, *texts)
    assert (each,) * pockets == gains(s, after)[:pockets]
    assert (left, 50) == (after.pool, sum(after.coins) + after.stock + after.pool)


def test_the_yellow_purveyor() -> None:
    """Rule 36: one more from the stock."""
    s = stocking(said="ppee", pool=2, deck="ww", variant="purveyor")
    s.marker[1] = SAK
    assert (2, 3) == gains(s, in_secret(s, "pocket", "pocket", "east1", "east1"))[:2]


def test_shares_of_liars() -> None:
    """Rule 37: who had declared a bid takes a share, too."""
    s = stocking(said="pepp", pool=2, deck="ww")
    assert (2, 2) == gains(s, in_secret(s, "pocket", "pocket", "east1", "east2"))[:2]


def test_hunting() -> None:
    """Ruling Q23: the third possible declaration is pocket money, and there is no fourth."""
    assert {"says-east", "says-west", "says-pocket"} == legal(stocking())


def test_an_empty_stock_and_pocket_money() -> None:
    """Ruling Q20: clockwise from the turn player until the stock is empty; shares are paid."""
    s = stocking(said="pppp", pool=4, turn=2, deck="ww")
    s.coins[SAK] += s.stock - 1
    s.stock = 1
    assert (1, 1, 2, 1) == gains(s, in_secret(s, *["pocket"] * 4))


def test_an_empty_market_can_be_bid_on() -> None:
    """Ruling W5: the winner pays and gets nothing."""
    s = stocking(west="", said="wppp", deck="ww")
    after = in_secret(s, "west2", "pocket", "pocket", "pocket")
    assert (-2, "bk") == (gains(s, after)[MON], letters(after.hand[MON]))


def test_without_coins_one_chooses_too() -> None:
    """Ruling W6: a seat without coins must choose like the others."""
    s = stocking(said="eeee", coins=(0, 5, 5, 5))
    assert (0b1111, {"pocket"}) == (GAME.must_act(s), legal(s, MON))


def test_the_dice_come_next() -> None:
    """Rule 9: after the settlement the next player clockwise rolls."""
    s = in_secret(stocking(said="pppp", deck="ww"), *["pocket"] * 4)
    assert (ROLL, 1, 56) == (s.phase, s.turn, len(legal(s, CHANCE)))
