"""The observation of a seat.

Only the secret choices of others are hidden. Cards are face up, or in a deck whose order is drawn
card by card, and every coin changes hands in the open, so anyone can work out what a merchant owns
(Q11). An observation holds the result of that count; the scene shows it only if the option says so
(`table`).
"""

from typing import Any, Final

from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.games.akiwado.rules.actions import (
    ACCEPT,
    CHALLENGE,
    POCKET_MONEY,
    encode_bid,
)
from honjin.games.akiwado.rules.state import (
    CALL,
    EAST,
    MAX_CHANGES,
    POCKET,
    Akiwado,
    is_sealed,
)
from honjin.games.akiwado.rules.touting import income

LIKELIER: Final = 4
"""One in this many rivals is assumed to do what it does not seem to intend."""


# ---- hide and fill in


@rule
def observe(s: Akiwado, seat: int) -> None:
    """Hide the secret choices of others, but not that they have chosen (rules 19, 28)."""
    s.eyes = seat + 1
    for other in range(s.seats):
        if other != seat:
            s.sealed[other] = 0
            s.changes[other] = 0


@rule
def retract_sealed(s: Akiwado, seat: int) -> None:
    """Take back the choices of others."""
    if is_sealed(s):
        for other in range(s.seats):
            if other != seat:
                s.sealed[other] = 0
                s.changes[other] = 0
                s.decided &= ~(1 << other)
                s.settled &= ~(1 << other)


@rule
def resample(s: Akiwado, seat: int, rng: Any) -> None:
    """Draw a possible choice for each rival that has chosen in secret, by likelihood."""
    if is_sealed(s):
        for other in range(s.seats):
            if other != seat and s.decided >> other & 1:
                s.sealed[other] = some_choice(s, other, rng)
                s.changes[other] = MAX_CHANGES if s.settled >> other & 1 else 0


@rule
def some_choice(s: Akiwado, seat: int, rng: Any) -> int:
    """A possible choice of a rival: an answer to a split, or a bid."""
    return some_call(s, seat, rng) if s.phase == CALL else some_bid(s, seat, rng)


@rule
def some_call(s: Akiwado, seat: int, rng: Any) -> int:
    """A random answer; a seat that would earn less than the turn player likely challenges."""
    is_worse = income(s, seat) < income(s, s.turn)
    return CHALLENGE if draw(rng, LIKELIER) < (LIKELIER - 1 if is_worse else 1) else ACCEPT


@rule
def some_bid(s: Akiwado, seat: int, rng: Any) -> int:
    """A random bid, mostly as declared; the smaller of two, as coins left buy more later."""
    place = s.said[seat]
    if draw(rng, LIKELIER) == 0:
        place = EAST + draw(rng, 3)
    n = s.coins[seat]
    if place == POCKET or n == 0:
        return POCKET_MONEY
    return encode_bid(place, 1 + min(draw(rng, n), draw(rng, n)))
