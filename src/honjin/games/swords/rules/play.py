"""Japanese Swords: who acts, what may be done, what follows. Chapters are in files of their own.

setup.py    set-up                    travel.py   moves
tiling.py   the board of tiles        battle.py   battles
expense.py  revenue, armies           scouting.py spies before a battle
draw.py     cards                     trade.py    trade
honor.py    honor, Intrigue           effects.py  what several chapters need
phases.py   the table of phases       turn.py     spies, the end of a turn
actions.py  the table of actions      offers.py   its rows of trade
"""

from typing import Any, Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games.swords.rules.actions import ACTIONS
from honjin.games.swords.rules.battle import attack, go_in, stay_out
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
from honjin.games.swords.rules.offers import DEALS
from honjin.games.swords.rules.phases import (
    advance,
    chance_outcomes,
    fall,
    finish,
    go_on,
    list_duties,
    who_acts,
)
from honjin.games.swords.rules.scouting import send_spies
from honjin.games.swords.rules.secret import seal, set_aside, take_back
from honjin.games.swords.rules.setup import place_second
from honjin.games.swords.rules.state import PLACE, RESIGNED, Swords, is_in
from honjin.games.swords.rules.tiling import lay, place_castle, put_away
from honjin.games.swords.rules.trade import (
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
    """Who is awaited, and who may trade; or chance."""
    return who_acts(s) | traders(s) if s.trade else who_acts(s)


@rule
def must_act(s: Swords) -> int:
    """Both fighters in secret, one for spies, the victim, the defender; else who has the turn."""
    return who_acts(s) & ~CHANCE_BIT


# ---- what can be done


@rule
def legal_actions(s: Swords, seat: int, out: Any) -> int:
    """What a seat can do now; trade comes last."""
    n = 0
    if must_act(s) >> seat & 1:
        n = list_duties(s, seat, out)
    if s.trade and traders(s) >> seat & 1:
        n = list_deals(s, seat, out, n)
    return n


# ---- what follows


@rule
def put(s: Swords, seat: int, square: int) -> None:
    """A castle is placed (rule 26), or the second army (rule 7)."""
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
"""Whether an action counts to what a seat can do about trade in a turn (W7)."""


@rule
def apply_action(s: Swords, seat: int, action: int) -> None:
    """The next state."""
    if seat == CHANCE:
        fall(s, action)
    else:
        s.doings[seat] += is_trade_action(action)
        do(s, seat, action)
    advance(s)
    if s.trade:
        tidy(s)


# ---- the end


REASONS: Final = ("end.last", "end.glory", "end.limit", "end.even", "end.resigned")


@rule
def returns(s: Swords, out: Any) -> int:
    """The winner takes one from every other."""
    for seat in range(s.seats):
        if s.winner >= s.seats:
            out[seat] = 0
        else:
            out[seat] = s.seats - 1 if seat == s.winner else -1
    return s.ended - 1


# ---- giving up (W4)


@rule
def may_resign(s: Swords, seat: int) -> bool:
    """One of the last two clans may give up; before, the others would be hurt or helped by it."""
    return s.ended == 0 and is_in(s, seat) and count_bits(s.alive) == 2


@rule
def resign(s: Swords, seat: int) -> None:
    """The other clan has won; the board is left as it stands."""
    s.ended = RESIGNED
    s.winner = lowest_bit(s.alive & ~(1 << seat))
    put_away(s)
    finish(s)
