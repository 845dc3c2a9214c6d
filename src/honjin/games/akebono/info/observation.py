"""The observation of a seat. The set-up is hidden, everything after it open (Q8, Q59)."""

from typing import Any

from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.games.akebono.content.board import PLANS
from honjin.games.akebono.content.data import TYPES
from honjin.games.akebono.rules.setup import (
    lift,
    may_put,
    reset_setup,
    set_down,
    stand_in,
)
from honjin.games.akebono.rules.state import (
    PLACING,
    REVISING,
    Akebono,
    next_piece,
)

# ---- hide and fill in


@rule
def observe(s: Akebono, seat: int) -> None:
    """Hide the other side's set-up: only what was last revealed is seen (Q8)."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                hide(s, other)


@rule
def hide(s: Akebono, seat: int) -> None:
    """Hide everything about a side that is setting up, except whether it has finished."""
    is_done = s.done & 1 << seat
    reset_setup(s, seat)
    s.done |= is_done
    s.changes[seat] = 0
    for kind in range(len(TYPES)):
        s.tray[seat][kind] = 0


@rule
def retract_sealed(s: Akebono, seat: int) -> None:
    """Undo what the other side has set up in this phase."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                reset_setup(s, other)


@rule
def resample(s: Akebono, seat: int, rng: Any) -> None:
    """Assume what a side has done: a random formation or, in half the cases, one rearrangement.

    A side that has not finished is assumed not to have begun.
    """
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                is_done = s.done & 1 << other
                reset_setup(s, other)
                s.done |= is_done
                if s.phase == PLACING and is_done:
                    stand_in(s, other, some_plan(s, other, rng))
                elif is_done and draw(rng, 2):
                    change_something(s, other, rng)


@rule
def some_plan(s: Akebono, seat: int, rng: Any) -> int:
    """A random formation of the midline."""
    n = 0
    while n < PLANS and s.plan[2 * s.midline + seat][n][0]:
        n += 1
    return draw(rng, n)


@rule
def change_something(s: Akebono, seat: int, rng: Any) -> None:
    """Set a random piece down somewhere else."""
    lift(s, seat, some_piece(s, seat, rng))
    set_down(s, seat, some_place(s, seat, rng))


@rule
def some_piece(s: Akebono, seat: int, rng: Any) -> int:
    """The hex of a random piece."""
    found = 0
    n = 0
    cell = next_piece(s, seat, 0)
    while cell:
        n += 1
        if draw(rng, n) == 0:
            found = cell
        cell = next_piece(s, seat, cell)
    return found


@rule
def some_place(s: Akebono, seat: int, rng: Any) -> int:
    """A random hex for the lifted piece; where it was, if there is no other."""
    found = s.lifted[seat]
    n = 0
    for cell in range(s.end):
        if may_put(s, seat, cell):
            n += 1
            if draw(rng, n) == 0:
                found = cell
    return found
