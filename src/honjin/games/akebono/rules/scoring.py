"""The end and the score (rules 31 to 35)."""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.akebono.content.data import (
    ALL_DAIMYO,
    ALL_OF_A_TYPE,
    DAIMYO,
    KINDS,
    NOBODY,
    PER_VALOR_POINT,
    TAIRO,
)
from honjin.games.akebono.rules.state import OVER, Akebono, has_all_daimyo, is_captured

REASONS: Final = ("end.tairo", "end.daimyo", "end.both", "end.rounds", "end.resigned")
TAIRO_CAPTURED: Final = 0
DAIMYO_LOST: Final = 1
BOTH: Final = 2
ROUNDS: Final = 3
RESIGNED: Final = 4

SOURCES: Final = KINDS
"""The sources of points: each type by its number, and valor as number 0."""


@rule
def judge(s: Akebono) -> None:
    """End the game if it is over; a capture by the mover comes first (31-33, Q39)."""
    me = s.turn
    if is_captured(s, 1 - me):
        s.captor = me
        end(s, BOTH if has_all_daimyo(s, me) else TAIRO_CAPTURED, me)
    elif is_captured(s, me):
        s.captor = 1 - me
        end(s, TAIRO_CAPTURED, 1 - me)
    elif has_all_daimyo(s, me):
        end(s, DAIMYO_LOST, me)


@rule
def end(s: Akebono, reason: int, ender: int) -> None:
    """End the game: more points win; in a tie, the side that ended it (rules 34, 35)."""
    s.phase = OVER
    s.outcome = 1 + reason
    lead = score(s, 0) - score(s, 1)
    if lead == 0:
        s.winner = ender
    else:
        s.winner = 0 if lead > 0 else 1


@rule
def score(s: Akebono, seat: int) -> int:
    """The points of a seat so far (rule 34)."""
    total = 0
    for source in range(SOURCES):
        total += points_from(s, seat, source)
    return total


@rule
def points_from(s: Akebono, seat: int, source: int) -> int:
    """A seat's points for a captured tairo, all of a type, or (source 0) valor (rule 34)."""
    if source == 0:
        return PER_VALOR_POINT * s.valor[seat]
    if source == TAIRO:
        return s.value[s.tairo[1 - seat]] if s.captor == seat else 0
    if s.taken[seat][source] != s.counts[source]:
        return 0
    return ALL_DAIMYO if source == DAIMYO else ALL_OF_A_TYPE


@rule
def returns(s: Akebono, out: Any) -> int:
    """1 for the winner, -1 for the loser, 0 for both in a draw (rule 35, Q54)."""
    result = 0 if s.winner == NOBODY else 1 - 2 * s.winner
    out[0] = result
    out[1] = -result
    return s.outcome - 1
