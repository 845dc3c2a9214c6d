"""Japanese Swords: who acts, what is legal, what follows. Each chapter has a file of its own.

setup.py    set-up                    travel.py   moves
tiling.py   the board of tiles        battle.py   battles
expense.py  revenue, armies           scouting.py spies before a battle
draw.py     cards                     trade.py    trade
honor.py    honor, Intrigue           effects.py  effects that chapters share
phases.py   the table of phases       turn.py     spies, the end of a turn
actions.py  the table of actions      offers.py   its rows of trade
"""

from typing import Any, Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games.swords.rules.actions import ACTIONS
from honjin.games.swords.rules.battles.battle import attack, go_in, stay_out
from honjin.games.swords.rules.battles.scouting import send_spies
from honjin.games.swords.rules.battles.secret import seal, set_aside, take_back
from honjin.games.swords.rules.draw import draw_for_house, draw_one
from honjin.games.swords.rules.expense import dismiss, play_prosperity, raise_army
from honjin.games.swords.rules.honor import (
    buy,
    compose,
    give_cards,
    give_honor,
    play_much_honor,
    play_ninja,
    plot,
    yield_card,
)
from honjin.games.swords.rules.options import TRADE_OFF
from honjin.games.swords.rules.phases import (
    advance,
    chance_outcomes,
    fall,
    finish,
    go_on,
    list_duties,
    who_acts,
)
from honjin.games.swords.rules.setup import place_second
from honjin.games.swords.rules.state import PLACE, RESIGNED, Swords, is_in
from honjin.games.swords.rules.tiling import lay, place_castle, put_away
from honjin.games.swords.rules.trading.offers import DEALS
from honjin.games.swords.rules.trading.trade import (
    add_card,
    begin_offer,
    carry_out,
    change_army,
    change_keep,
    clear_offer,
    close_trade,
    decline_offer,
    drop_card,
    list_deals,
    send_offer,
    set_amount,
    tidy,
    traders,
    turn_round,
)
from honjin.games.swords.rules.travel import leap, play_forced_march, walk

__all__ = [
    "REASONS",
    "apply_action",
    "chance_outcomes",
    "legal_actions",
    "list_duties",
    "may_act",
    "may_resign",
    "must_act",
    "resign",
    "returns",
]  # fmt: skip

# ---- who acts


@rule
def may_act(s: Swords) -> int:
    """Mask of the seats that must act or may trade; or chance."""
    return who_acts(s) | traders(s) if s.trade != TRADE_OFF else who_acts(s)


@rule
def must_act(s: Swords) -> int:
    """Mask of the seats that the game waits for: both sides in secret, otherwise one."""
    return who_acts(s) & ~CHANCE_BIT


# ---- legal actions


@rule
def legal_actions(s: Swords, seat: int, out: Any) -> int:
    """List the actions of a seat; trade comes last."""
    n = 0
    if must_act(s) >> seat & 1:
        n = list_duties(s, seat, out)
    if s.trade != TRADE_OFF and traders(s) >> seat & 1:
        n = list_deals(s, seat, out, n)
    return n


# ---- applying actions


@rule
def put(s: Swords, seat: int, square: int) -> None:
    """Place a castle (rule 26) or the second army (rule 7)."""
    if s.phase == PLACE:
        place_castle(s, seat, square)
    else:
        place_second(s, square)


do: Final = ACTIONS.dispatch(
    __name__, "do", **{"raise": raise_army},
    step=walk, leap=leap, strike=attack, enter=go_in, stay=stay_out, tile=lay, put=put,
    dismiss=dismiss, prosperity=play_prosperity, much_honor=play_much_honor, ninja=play_ninja,
    march=play_forced_march, intrigue=plot, spy=send_spies, aside=set_aside, back=take_back,
    seal=seal, honor=give_honor, cards=give_cards, lose=yield_card, draw=draw_one,
    house=draw_for_house, compose=compose, buy=buy, on=go_on, deal=begin_offer,
    deal_clear=clear_offer, deal_send=send_offer, deal_close=close_trade, deal_accept=carry_out,
    deal_decline=decline_offer, deal_counter=turn_round, deal_amount=set_amount,
    deal_card=add_card, deal_less=drop_card, deal_army=change_army, deal_keep=change_keep,
)  # fmt: skip


is_trade_action: Final = ACTIONS.test(
    __name__, "is_trade_action", *(row.key for row in DEALS if row.key != "deal_close")
)
"""True if an action counts towards the trade actions of a seat in a turn (W7)."""


@rule
def apply_action(s: Swords, seat: int, action: int) -> None:
    """Apply an action or an outcome of chance."""
    if seat == CHANCE:
        fall(s, action)
    else:
        s.doings[seat] += is_trade_action(action)
        do(s, seat, action)
    advance(s)
    if s.trade != TRADE_OFF:
        tidy(s)


# ---- the end


REASONS: Final = ("end.last", "end.glory", "end.limit", "end.even", "end.resigned")


@rule
def returns(s: Swords, out: Any) -> int:
    """Write the returns: the winner takes one from every other seat."""
    for seat in range(s.seats):
        if s.winner >= s.seats:
            out[seat] = 0
        else:
            out[seat] = s.seats - 1 if seat == s.winner else -1
    return s.ended - 1


# ---- resigning (W4)


@rule
def may_resign(s: Swords, seat: int) -> bool:
    """True if a seat is one of the last two clans; before, resigning would favour others."""
    return s.ended == 0 and is_in(s, seat) and count_bits(s.alive) == 2


@rule
def resign(s: Swords, seat: int) -> None:
    """Let the other clan win; the board stays as it is."""
    s.ended = RESIGNED
    s.winner = lowest_bit(s.alive & ~(1 << seat))
    put_away(s)
    finish(s)
