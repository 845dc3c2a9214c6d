"""The dice, and what chance decides (rules 3, 6, 9-11)."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.akebono.rules.state import ROLL, THIRD, TURN, Akebono, dice_total


@rule
def list_two(s: Akebono, out: Any, weights: Any) -> int:
    """List two midlines, or two sides, as equally likely (rules 3, 9)."""
    return list_evenly(out, weights, 0, 1)


@rule
def list_third(s: Akebono, out: Any, weights: Any) -> int:
    """List the outcomes of one die (rule 10)."""
    return list_evenly(out, weights, 1, 6)


@rule
def list_evenly(out: Any, weights: Any, first: int, last: int) -> int:
    """List the numbers from first to last as equally likely."""
    for number in range(first, last + 1):
        out[number - first] = number
        weights[number - first] = 1
    return last - first + 1


@rule
def list_rolls(s: Akebono, out: Any, weights: Any) -> int:
    """List the rolls of two dice: a pair comes in one way, others in two (rule 10)."""
    n = 0
    for one in range(1, 7):
        for other in range(one, 7):
            out[n] = 8 * one + other
            weights[n] = 1 if one == other else 2
            n += 1
    return n


@rule
def begin(s: Akebono, seat: int) -> None:
    """Set the side that goes first (rule 9)."""
    s.turn = seat
    s.phase = ROLL


@rule
def roll(s: Akebono, outcome: int) -> None:
    """Record a roll of two dice (rule 10)."""
    s.dice[0] = outcome >> 3
    s.dice[1] = outcome & 7
    read_dice(s)


@rule
def roll_third(s: Akebono, pips: int) -> None:
    """Record the roll of the third die (rule 11)."""
    s.dice[2] = pips
    read_dice(s)


@rule
def read_dice(s: Akebono) -> None:
    """A pair requires a ninja in hand to be placed; otherwise all dice give points (rule 12)."""
    s.phase = TURN
    s.must_place = int(has_pair(s) and s.hand[s.turn] > 0)
    s.points = 0 if s.must_place else dice_total(s)


@rule
def has_pair(s: Akebono) -> bool:
    """True if two dice are equal (rule 12, Q16)."""
    return s.dice[0] == s.dice[1] or s.dice[2] == s.dice[0] or s.dice[2] == s.dice[1]


@rule
def remaining_die(s: Akebono) -> int:
    """The die that remains besides a pair: the third die, or 0 (Q14, Q16, Q17)."""
    if s.dice[0] == s.dice[1]:
        return s.dice[2]
    return s.dice[1] if s.dice[2] == s.dice[0] else s.dice[0]


@rule
def can_buy(s: Akebono) -> bool:
    """True if a third die can be bought: once, before anything else (rule 11, Q13)."""
    is_untouched = s.must_place == 1 or s.points == dice_total(s)
    return s.phase == TURN and s.dice[2] == 0 and s.valor[s.turn] > 0 and is_untouched


@rule
def buy(s: Akebono, seat: int) -> None:
    """Pay a point of valor for a third die (rule 11)."""
    s.valor[seat] -= 1
    s.must_place = 0
    s.points = 0
    s.phase = THIRD
