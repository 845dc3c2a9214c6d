"""Touting, and challenges to it (rules 11 to 24)."""

from typing import Any, Final

from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.games.akiwado.content.data import ANYBODY, BLACK, DICE
from honjin.games.akiwado.rules.actions import ACCEPT, CHALLENGE, encode_split
from honjin.games.akiwado.rules.state import (
    CALL,
    DRAW_EAST,
    ROLL,
    SPLIT,
    Akiwado,
    callers,
    clockwise,
    holds,
    is_plain,
    quorum,
)

ROLLS: Final = tuple(
    64 * a + 8 * b + c for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)
)
"""The possible rolls of three dice, smallest first."""
WAYS: Final = tuple((1, 3, 6)[len({roll >> 6, roll >> 3 & 7, roll & 7}) - 1] for roll in ROLLS)
"""The number of ways, out of 216, to get each roll."""


# ---- the dice (rule 11)


@rule
def list_rolls(s: Akiwado, out: Any, weights: Any) -> int:
    """List the rolls of three dice, weighted by their number of ways."""
    for k in range(len(ROLLS)):
        out[k] = ROLLS[k]
        weights[k] = WAYS[k]
    return len(ROLLS)


@rule
def roll(s: Akiwado, outcome: int) -> None:
    """Record a roll of three dice, smallest first."""
    s.dice[0] = outcome >> 6
    s.dice[1] = outcome >> 3 & 7
    s.dice[2] = outcome & 7
    s.phase = SPLIT


# ---- touting (11-18)


@rule
def list_splits(s: Akiwado, seat: int, out: Any) -> int:
    """List one or two dice to keep; among equal dice, the first ones (rule 11)."""
    n = 0
    for kept in range(1, (1 << DICE) - 1):
        if is_plain(s, kept, 0) and is_plain(s, kept, 1):
            out[n] = encode_split(kept)
            n += 1
    return n


@rule
def split(s: Akiwado, seat: int, kept: int) -> None:
    """Split the dice; the other participants may challenge (rules 11, 19, 21)."""
    s.kept = kept
    s.calls = 0
    s.phase = CALL
    if callers(s) == 0:
        pay_incomes(s)
        end_touting(s)


@rule
def income(s: Akiwado, seat: int) -> int:
    """The coins a seat is paid: kept dice pay the turn player, the others all others (12-16)."""
    if s.unjust >> seat & 1:
        return 0
    total = 0
    for k in range(DICE):
        if (s.kept >> k & 1 == 1) == (seat == s.turn):
            pip = s.dice[k]
            total += 1 if pip == ANYBODY else s.hand[seat][s.colour_of[pip]]
    return total


@rule
def pay_incomes(s: Akiwado) -> None:
    """Pay incomes from the stock, clockwise from the turn player (rule 18)."""
    for k in range(s.seats):
        pay(s, clockwise(s, k), income(s, clockwise(s, k)))


@rule
def pay(s: Akiwado, seat: int, coins: int) -> None:
    """Pay coins from the stock, as far as there are any (rule 18, Q20)."""
    if s.coin_limit and coins > s.stock:
        coins = s.stock
    s.stock -= coins
    s.coins[seat] += coins


@rule
def end_touting(s: Akiwado) -> None:
    """Turn all tiles back and prepare the stocking (rules 17, 25, 26)."""
    s.absent = s.unjust if s.unjust_sits_out_stocking else 0
    s.unjust = 0
    for seat in range(s.seats):
        s.said[seat] = 0
        s.place[seat] = 0
        s.bid[seat] = 0
    if s.stock > 0 or s.coin_limit == 0:
        s.stock -= 1
        s.pool += 1
    s.phase = DRAW_EAST


# ---- challenge (19-24)


@rule
def list_answers(s: Akiwado, seat: int, out: Any) -> int:
    """List the answers: let the split stand, or challenge (rule 19)."""
    out[0] = ACCEPT
    out[1] = CHALLENGE
    return 2


@rule
def accept(s: Akiwado, seat: int) -> None:
    """Let the split stand."""


@rule
def challenge(s: Akiwado, seat: int) -> None:
    """Add a challenge."""
    s.calls |= 1 << seat


@rule
def weight_of_calls(s: Akiwado) -> int:
    """The number of challenges; the black purveyor's counts as two (rule 24)."""
    n = count_bits(s.calls)
    for seat in range(s.seats):
        if s.calls >> seat & 1 and holds(s, seat, BLACK):
            n += 1
    return n


@rule
def judge_calls(s: Akiwado) -> None:
    """Let the split pay, or roll again, or, the second time, pay nobody (rules 20, 22, 23)."""
    if weight_of_calls(s) < quorum(s):
        pay_incomes(s)
        end_touting(s)
    elif s.again:
        end_touting(s)
    else:
        s.again = 1
        s.kept = 0
        s.phase = ROLL
