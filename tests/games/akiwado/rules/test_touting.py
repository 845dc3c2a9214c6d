"""Turns and touting (rules 9 to 18)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.akiwado.given import (
    GAME,
    MON,
    OIC,
    ROK,
    SAK,
    called,
    do,
    gains,
    in_secret,
    legal,
    stocking,
    touting,
)
from honjin.games.akiwado.rules.state import CALL, DRAW_EAST, ROLL, SPLIT
from honjin.games.akiwado.rules.touting import ROLLS, WAYS, income


def test_a_turn_is_touting_then_stocking() -> None:
    """Rule 9: roll, split, challenge; cards, declarations, bids; then the next player."""
    s = called(do(touting(("w", "w", "w"), turn=1), "1/45"))
    assert DRAW_EAST == s.phase
    s = do(s, min(legal(s)), min(legal(s)), "says-east", "says-east", "says-east")
    s = in_secret(s, "pocket", "pocket", "pocket")
    assert (ROLL, 2, 1) == (s.phase, s.turn, s.turns)


@pytest.mark.parametrize(
    ("turn", "liars", "after"), [(0, (1,), 2), (0, (1, 2), 3), (3, (0,), 1), (2, (3, 0, 1), 2)]
)
def test_ungrateful_players_are_skipped(turn: int, liars: tuple[int, ...], after: int) -> None:
    """Rule 10: the turn goes to the next player who is not ungrateful, maybe the same one."""
    s = stocking(said="pppp", turn=turn, deck="ww")
    s = in_secret(s, *("east1" if seat in liars else "pocket" for seat in range(4)))
    assert (ROLL, after) == (s.phase, s.turn)


def test_one_or_two_dice_are_kept() -> None:
    """Rule 11: three dice; one or two are kept, the rest is given away."""
    assert {"1/45", "4/15", "5/14", "14/5", "15/4", "45/1"} == legal(touting())
    assert {"1/44", "4/14", "14/4", "44/1"} == legal(touting(dice=(1, 4, 4)))
    assert {"3/33", "33/3"} == legal(touting(dice=(3, 3, 3)))


def test_rolls() -> None:
    """Rule 11: each way that three dice can fall is as likely as any other."""
    assert (56, 216) == (len(ROLLS), sum(WAYS))
    s = touting()
    s.phase = ROLL
    assert dict(GAME.outcomes(s)) == dict(zip(ROLLS, WAYS, strict=True))
    assert [2, 2, 6] == do(s, "2-2-6").dice


def test_whom_dice_pay() -> None:
    """Rule 12: dice kept pay the turn player, the rest pay all others."""
    s = do(touting(("r", "r", "b", "rb"), (4, 5, 6)), "4/56")
    assert (1, 0, 1, 1) == tuple(income(s, seat) for seat in range(4))


def test_nothing_comes_back_to_the_turn_player() -> None:
    """Ruling Q4: dice given away pay the turn player nothing."""
    s = do(touting(("rrr", "r", "", ""), (2, 4, 4)), "2/44")
    assert (0, 2) == (income(s, MON), income(s, SAK))


def test_a_coin_for_each_card_and_die() -> None:
    """Rule 13: one coin per card with that number; two equal dice pay twice."""
    s = do(touting(("bbb", "", "ww", "wb"), (2, 5, 5)), "55/2")
    assert (6, 0, 2, 1) == tuple(income(s, seat) for seat in range(4))


def test_ones_pay_everybody() -> None:
    """Rule 14: one coin for each player it concerns, however many cards they have."""
    s = do(touting(("wwww", "", "k", ""), (1, 1, 6)), "6/11")
    assert (0, 2, 2, 2) == tuple(income(s, seat) for seat in range(4))


def test_orders_do_not_earn() -> None:
    """Rule 15: a custom order has no number."""
    for pip in range(2, 7):
        s = do(touting(("oo", "o", "", ""), (pip, pip, pip)), f"{pip}/{pip}{pip}")
        assert (0, 0) == (income(s, MON), income(s, SAK))


def test_the_ungrateful_have_no_part() -> None:
    """Rule 16: no income, no challenge, and they do not count."""
    s = do(touting(("w", "w", "w", "w"), (2, 2, 2), unjust=(SAK,)), "2/22")
    assert 1 << OIC | 1 << ROK == GAME.may_act(s)
    assert (1, 0, 2, 2) == gains(s, called(s))
    assert ROLL == called(do(touting(("w",) * 4, unjust=(1,)), "1/45"), OIC, ROK).phase


@pytest.mark.parametrize("callers", [(), (OIC, ROK)])
def test_tiles_are_turned_back(callers: tuple[int, ...]) -> None:
    """Rule 17: at the end of the touting, whether it paid or not."""
    s = called(do(touting(unjust=(SAK,), again=True), "15/4"), *callers)
    assert (DRAW_EAST, 0) == (s.phase, s.unjust)


def test_an_empty_stock_pays_in_order() -> None:
    """Rule 18: clockwise from the turn player until it is empty."""
    s = do(touting(("w", "ww", "ww", "ww"), (2, 2, 2), turn=2), "2/22")
    s.coins[0] += s.stock - 7
    s.stock = 7
    after = called(s)
    assert (1, 0, 2, 4) == gains(s, after)
    assert 0 == after.stock == after.pool


@pytest.mark.parametrize(("is_limited", "expected"), [(True, (0, 0, 0)), (False, (1, 2, 2))])
def test_a_limit_of_coins(is_limited: bool, expected: tuple[int, ...]) -> None:
    """Ruling Q20: nobody is paid from an empty stock; with the option there is no limit."""
    s = do(touting(("w", "w", "w"), (2, 2, 2), coin_limit=is_limited), "2/22")
    s.coins[0] += s.stock
    s.stock = 0
    after = called(s)
    assert expected == gains(s, after)
    assert 50 == sum(after.coins) + after.stock + after.pool


@given(st.sampled_from(ROLLS), st.integers(0, 3))
def test_every_split_pays_what_its_dice_say(roll: int, turn: int) -> None:
    """Rules 12, 13, 14: each die pays once, to the players it concerns."""
    dice = roll >> 6, roll >> 3 & 7, roll & 7
    hands = ("wwk", "yo", "rbk", "")
    s = touting(hands, dice, turn=turn)
    for text in legal(s):
        after = do(s, text)
        assert (CALL, SPLIT) == (after.phase, s.phase)
        kept, given_ = text.split("/")
        for seat, hand in enumerate(hands):
            pips = [{"w": 2, "y": 3, "r": 4, "b": 5, "k": 6, "o": 0}[card] for card in hand]
            mine = [int(die) for die in (kept if seat == turn else given_)]
            assert sum(1 if die == 1 else pips.count(die) for die in mine) == income(after, seat)
