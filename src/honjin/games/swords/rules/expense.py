"""Revenue and expense (rules 11, 12): income, and armies supplied, disbanded and raised."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import PROSPERITY
from honjin.games.swords.content.maps import SQUARES, around
from honjin.games.swords.rules.actions import PROSPER, encode_dismiss, encode_raise
from honjin.games.swords.rules.effects import play_card, put_army, remove_army
from honjin.games.swords.rules.state import (
    DRAW,
    EXPENSE,
    Swords,
    can_host_army,
    gold_income,
    is_fortress,
    is_free,
    is_near_fortress,
    new_army_cost,
    ninja_houses,
)
from honjin.games.swords.rules.turn import list_on, list_spies

# ---- revenue (11)


@rule
def begin_turn(s: Swords) -> None:
    """Collect gold from castles; supplies are due next (rule 11)."""
    s.raised = 0
    s.drawn = 0
    s.verses = 0
    s.bought = 0
    s.gold[s.turn] += gold_income(s, s.turn)
    s.phase = EXPENSE


@rule
def play_prosperity(s: Swords, seat: int) -> None:
    """Play Prosperity (rule 11, Q20)."""
    play_card(s, s.turn, PROSPERITY)
    s.gold[s.turn] += s.prosperity_gold


# ---- supplies (12)


@rule
def can_pay(s: Swords) -> bool:
    """True if there is gold for all armies not raised this turn (rule 12)."""
    return s.raised > 0 or s.gold[s.turn] >= s.supply * s.armies[s.turn]


@rule
def pay(s: Swords) -> None:
    """Supply all armies, once per turn."""
    if s.raised == 0:
        s.gold[s.turn] -= s.supply * s.armies[s.turn]


@rule
def end_expense(s: Swords) -> None:
    """End the phase with supplies paid; drawing follows."""
    pay(s)
    s.houses = ninja_houses(s, s.turn)
    s.phase = DRAW


# ---- a new army (12)


@rule
def can_raise(s: Swords) -> bool:
    """True if there is gold for another army once all are supplied (rule 12, Q14)."""
    if s.raised and s.new_armies:
        return False
    due = 0 if s.raised else s.supply * s.armies[s.turn]
    return s.gold[s.turn] >= due + new_army_cost(s)


@rule
def list_raises(s: Swords, out: Any, n: int) -> int:
    """List squares for a new army (rule 12, Q15, Q17)."""
    if can_raise(s):
        for square in range(SQUARES):
            if can_host_army(s, s.turn, square) and is_near_fortress(s, s.turn, square):
                out[n] = encode_raise(square)
                n += 1
    return n


@rule
def has_room(s: Swords) -> bool:
    """True if there is a square for a new army (Q15)."""
    for castle in range(s.castles):
        if s.control[castle] == s.turn and is_fortress(s, castle):
            square = s.square[castle]
            if is_free(s, square):
                return True
            near = around(s.adjacency, square)
            while near:
                if can_host_army(s, s.turn, (near & 127) - 1):
                    return True
                near >>= 7
    return False


@rule
def raise_army(s: Swords, seat: int, square: int) -> None:
    """Pay supplies, then raise an army that needs none yet (rule 12, Q13)."""
    pay(s)
    s.raised = 1
    s.gold[s.turn] -= new_army_cost(s)
    put_army(s, s.turn, square)


@rule
def dismiss(s: Swords, seat: int, square: int) -> None:
    """Disband an army (rule 12)."""
    remove_army(s, square)


# ---- choices


@rule
def is_expense_open(s: Swords) -> bool:
    """True if there is a decision: armies to disband or raise, a card to play."""
    if s.held[s.turn] > 0:
        return True
    if s.raised == 0 and s.armies[s.turn] > 0:
        return True
    return can_raise(s) and has_room(s)


@rule
def list_expense(s: Swords, seat: int, out: Any) -> int:
    """List Prosperity and disbanding before supplies, raising an army, the end (rule 12)."""
    n = 0
    if s.raised == 0:
        if s.hand[s.turn][PROSPERITY]:
            out[n] = PROSPER
            n += 1
        for square in range(SQUARES):
            if s.army[square] == s.turn + 1:
                out[n] = encode_dismiss(square)
                n += 1
    n = list_raises(s, out, n)
    return list_on(s, out, n) if can_pay(s) else list_spies(s, s.turn, out, n)
