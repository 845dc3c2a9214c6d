"""What a seat sees.

Hidden is what others have chosen in secret, and nothing else: cards lie open or in a deck whose
order is drawn card by card, and every coin that changes hands does so before all eyes, so that
what a merchant owns can be reckoned by everybody (Q11). An observation holds the result of that
breakdown; the picture shows it only where the option says so (`table`).
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
from honjin.games.akiwado.rules.play import (
    income,
)
from honjin.games.akiwado.rules.state import (
    CALL,
    EAST,
    MOST_CHANGES,
    POCKET,
    Akiwado,
    is_sealed,
)

LIKELIER: Final = 4
"""One rival in so many is imagined to do what it does not seem to be after."""


# ---- hide and fill in


@rule
def observe(s: Akiwado, seat: int) -> None:
    """Of what others have chosen in secret is seen only that they have (rules 19, 28)."""
    s.eyes = seat + 1
    for other in range(s.seats):
        if other != seat:
            s.sealed[other] = 0
            s.changes[other] = 0


@rule
def retract_sealed(s: Akiwado, seat: int) -> None:
    """Others have not chosen anything yet."""
    if is_sealed(s):
        for other in range(s.seats):
            if other != seat:
                s.sealed[other] = 0
                s.changes[other] = 0
                s.decided &= ~(1 << other)
                s.settled &= ~(1 << other)


@rule
def resample(s: Akiwado, seat: int, rng: Any) -> None:
    """Who has chosen in secret may have chosen anything, though not all is as likely."""
    if is_sealed(s):
        for other in range(s.seats):
            if other != seat and s.decided >> other & 1:
                s.sealed[other] = some_choice(s, other, rng)
                s.changes[other] = MOST_CHANGES if s.settled >> other & 1 else 0


@rule
def some_choice(s: Akiwado, seat: int, rng: Any) -> int:
    """What a rival may have chosen: to a split, or a bid."""
    return some_call(s, seat, rng) if s.phase == CALL else some_bid(s, seat, rng)


@rule
def some_call(s: Akiwado, seat: int, rng: Any) -> int:
    """Who would earn less than the turn player is the likelier to challenge."""
    is_worse = income(s, seat) < income(s, s.turn)
    return CHALLENGE if draw(rng, LIKELIER) < (LIKELIER - 1 if is_worse else 1) else ACCEPT


@rule
def some_bid(s: Akiwado, seat: int, rng: Any) -> int:
    """Mostly what was declared; of two bids the smaller one, since what is left buys more later."""
    place = s.said[seat]
    if draw(rng, LIKELIER) == 0:
        place = EAST + draw(rng, 3)
    n = s.coins[seat]
    if place == POCKET or n == 0:
        return POCKET_MONEY
    return encode_bid(place, 1 + min(draw(rng, n), draw(rng, n)))
