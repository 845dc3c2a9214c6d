"""What a seat sees. The set-up is hidden, everything after it open (Q8, Q59)."""

from typing import Any

from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.games.akebono.content.board import PLANS
from honjin.games.akebono.content.data import TYPES
from honjin.games.akebono.rules.setup import (
    begin_anew,
    stand_in,
)
from honjin.games.akebono.rules.state import (
    PLACING,
    REVISING,
    Akebono,
)

# ---- hide and fill in


@rule
def observe(s: Akebono, seat: int) -> None:
    """While armies are set up, others see of a side what was last revealed (Q8)."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                hide(s, other)


@rule
def hide(s: Akebono, seat: int) -> None:
    """Of a side that sets up nothing is seen but whether it has finished."""
    is_done = s.done & 1 << seat
    begin_anew(s, seat)
    s.done |= is_done
    s.changes[seat] = 0
    for kind in range(len(TYPES)):
        s.tray[seat][kind] = 0


@rule
def retract_sealed(s: Akebono, seat: int) -> None:
    """Others have not set up anything in this phase yet."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                begin_anew(s, other)


@rule
def resample(s: Akebono, seat: int, rng: Any) -> None:
    """Who has finished placing stands in some formation; who rearranges has not begun to."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                is_done = s.done & 1 << other
                begin_anew(s, other)
                s.done |= is_done
                if s.phase == PLACING and is_done:
                    stand_in(s, other, some_plan(s, other, rng))


@rule
def some_plan(s: Akebono, seat: int, rng: Any) -> int:
    """A random formation of those that there are."""
    n = 0
    while n < PLANS and s.plan[2 * s.midline + seat][n][0]:
        n += 1
    return draw(rng, n)
