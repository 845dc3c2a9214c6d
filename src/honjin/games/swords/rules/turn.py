"""Rules shared by all phases of a turn: spies, ending the phase; and the end of the turn.

The phases are in expense.py, draw.py, honor.py, travel.py and battle.py. They only set the next
phase; `phases.advance` continues from there to the next decision.
"""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import SPIES
from honjin.games.swords.content.maps import SQUARES
from honjin.games.swords.rules.actions import ON, encode_spy
from honjin.games.swords.rules.effects import play_card, see_hand
from honjin.games.swords.rules.state import INCOME, LIMIT, NOWHERE, Swords, after, from_first, is_in


@rule
def turn_player(s: Swords) -> int:
    """The active player, as a mask."""
    return 1 << s.turn


@rule
def list_on(s: Swords, out: Any, n: int) -> int:
    """List spies and the end of the phase."""
    n = list_spies(s, s.turn, out, n)
    out[n] = ON
    return n + 1


@rule
def list_spies(s: Swords, seat: int, out: Any, n: int) -> int:
    """List the opponents whose hands can be seen (Q46)."""
    if s.hand[seat][SPIES]:
        for other in range(s.seats):
            if other != seat and s.held[other] > 0:
                out[n] = encode_spy(other)
                n += 1
    return n


@rule
def spy(s: Swords, seat: int, other: int) -> None:
    """Discard Shinobi Spies and show a hand (Q46)."""
    play_card(s, seat, SPIES)
    see_hand(s, seat, other)
    s.spied[seat] = other + 1


@rule
def reset_trade(s: Swords) -> None:
    """Let all trade again in a new turn (W7)."""
    s.closed = 0
    for seat in range(s.seats):
        s.doings[seat] = 0


@rule
def end_turn(s: Swords) -> None:
    """Clear marks and pass the turn clockwise; the round limit may end the game (Q60)."""
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
