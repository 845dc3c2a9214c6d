"""Winning, repetition and the end (rules 21 to 25)."""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.rokumon.content.data import LENGTH_ONLY, PERMANENT
from honjin.games.rokumon.rules.state import (
    MAX_ACTIONS,
    NOBODY,
    Rokumon,
    fight_cards,
    has_row,
    move_targets,
    surprise_cards,
)

REASONS: Final = (
    "end.row",
    "end.stack",
    "end.submission",
    "end.resigned",
    "end.repetition",
    "end.length",
)
ROW: Final = 0
STACK: Final = 1
SUBMISSION: Final = 2
RESIGNED: Final = 3
REPETITION: Final = 4
LENGTH: Final = 5


@rule
def close_action(s: Rokumon, moved_card: int, revealed: bool) -> None:
    """Decide the result of an action, in the order of rule 24; then pass the turn."""
    me = s.turn
    rival = 1 - me
    s.turn = rival
    s.ply += 1
    s.barred = moved_card | (s.barred if s.surprise_ban == PERMANENT else 0)
    revealed = revealed or has_row(s, s.tops[rival])
    wins = s.high[3] != 0 or has_row(s, s.tops[me])
    if revealed and (s.reveal_beats_win or not wins):
        end(s, ROW, rival)
    elif wins:
        end(s, STACK if s.high[3] else ROW, me)
    else:
        begin_turn(s)


@rule
def begin_turn(s: Rokumon) -> None:
    """A side with no action loses; a third occurrence or the last action is a draw (23, 25, W3)."""
    if not (can_place(s, s.turn) or can_do_other(s, s.turn)):
        end(s, SUBMISSION, 1 - s.turn)
    elif s.ply >= MAX_ACTIONS:
        end(s, LENGTH, NOBODY)
    else:
        remember(s)


@rule
def can_place(s: Rokumon, seat: int) -> bool:
    """True if a seat has a die and there is an empty card."""
    return s.high[0] != 0 and s.kinds[seat] != 0


@rule
def can_do_other(s: Rokumon, seat: int) -> bool:
    """True if a seat can do anything else (rule 23)."""
    return fight_cards(s, seat) != 0 or can_move(s, seat) or can_surprise(s, seat)


@rule
def can_move(s: Rokumon, seat: int) -> bool:
    """True if any top die of the seat has a target."""
    movers = s.tops[seat]
    while movers:
        if move_targets(s, seat, lowest_bit(movers)):
            return True
        movers &= movers - 1
    return False


@rule
def can_surprise(s: Rokumon, seat: int) -> bool:
    """True if the seat has its Surprise and a card to use it on."""
    cards = surprise_cards(s, seat)
    while cards:
        if s.free[lowest_bit(cards)]:
            return True
        cards &= cards - 1
    return False


@rule
def remember(s: Rokumon) -> None:
    """Record the position; its third occurrence is a draw (rule 25, W2).

    A position with a barred card cannot recur, unless the bar is permanent.
    """
    if s.repetition == LENGTH_ONLY or (s.barred and s.surprise_ban != PERMANENT):
        return
    spot = 1 << s.dice % 61
    if s.seen & spot and count_before(s) >= 2:
        end(s, REPETITION, NOBODY)
    s.seen |= spot
    s.history[s.past] = s.dice
    s.past += 1


@rule
def count_before(s: Rokumon) -> int:
    """The number of earlier occurrences; entries of the other side's turns do not count."""
    before = 0
    for i in range(s.past & 1, s.past, 2):
        before += s.history[i] == s.dice
    return before


@rule
def forget(s: Rokumon) -> None:
    """Clear the history: no earlier position can recur."""
    s.past = 0
    s.seen = 0


@rule
def end(s: Rokumon, reason: int, winner: int) -> None:
    """End the game."""
    s.outcome = 1 + reason
    s.winner = winner


@rule
def returns(s: Rokumon, out: Any) -> int:
    """1 for the winner, -1 for the loser, 0 for a draw; a single value in a solo game."""
    result = 0
    if s.winner != NOBODY:
        result = 1 - 2 * s.winner
    out[0] = result
    if s.solo == 0:
        out[1] = -result
    return s.outcome - 1
