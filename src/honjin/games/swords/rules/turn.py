"""What all phases of a turn have: spies, the way on; and the end of the turn.

The phases are in expense.py, draw.py, honor.py, travel.py and battle.py. What is done there only
sets the next phase; `phases.advance` goes on from there until somebody has something to decide.
"""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import SPIES
from honjin.games.swords.content.maps import SQUARES
from honjin.games.swords.rules.actions import ON, encode_spy
from honjin.games.swords.rules.effects import look_at, play_card
from honjin.games.swords.rules.state import INCOME, LIMIT, NOWHERE, Swords, after, from_first, is_in


@rule
def turn_player(s: Swords) -> int:
    """Whose turn it is, as a mask."""
    return 1 << s.turn


@rule
def list_on(s: Swords, out: Any, n: int) -> int:
    """Spies, and the end of the phase."""
    n = list_spies(s, s.turn, out, n)
    out[n] = ON
    return n + 1


@rule
def list_spies(s: Swords, seat: int, out: Any, n: int) -> int:
    """Opponents whose hands can be looked at (Q46)."""
    if s.hand[seat][SPIES]:
        for other in range(s.seats):
            if other != seat and s.held[other] > 0:
                out[n] = encode_spy(other)
                n += 1
    return n


@rule
def spy(s: Swords, seat: int, other: int) -> None:
    """Shinobi Spies are discarded, a hand is seen (Q46)."""
    play_card(s, seat, SPIES)
    look_at(s, seat, other)
    s.spied[seat] = other + 1


@rule
def reset_trade(s: Swords) -> None:
    """In a new turn all may trade anew (W7)."""
    s.closed = 0
    for seat in range(s.seats):
        s.doings[seat] = 0


@rule
def end_turn(s: Swords) -> None:
    """Marks are gone; the next player clockwise who is in; rounds may be up (Q60)."""
    for square in range(SQUARES):
        s.marks[square] = 0
    s.fought = 0
    s.mover = NOWHERE
    s.points = 0
    s.marcher = NOWHERE
    place = from_first(s, s.turn)
    s.turn = after(s, s.turn)
    while not is_in(s, s.turn):
        s.turn = after(s, s.turn)
    s.phase = INCOME
    if from_first(s, s.turn) <= place:
        s.round += 1
        if s.round == s.max_rounds:
            s.ended = LIMIT
    reset_trade(s)
