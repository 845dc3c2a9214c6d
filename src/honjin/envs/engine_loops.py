"""Many games of one kind, step by step. A loop file (`core.verbs`).

`which` lists the indices of the games to work on. `desk[i]` is the data of game i in addition to
its state; `room` is work space: a list of actions, one of weights, and the number of each action.
"""

from typing import Any, Final

from honjin.core.jit.bits import clear, lowest_bit
from honjin.core.jit.chance_loops import pick_outcome
from honjin.core.jit.verbs import (
    HAS_SECRETS,
    apply_action,
    chance_outcomes,
    copy_state,
    encode,
    legal_actions,
    loop,
    may_act,
    must_act,
    observe,
    retract_sealed,
    returns,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

# columns of the desk
RNG: Final = 0  # the state of the game's random generator
SEAT: Final = 1  # the seat to act: the lowest that must act; NO_SEAT when the game is over
MUST_ACT: Final = 2  # mask of the seats that must act
VIEWER: Final = 3  # the seat whose view `look` gives
SEATS: Final = 4  # the number of seats
COLUMNS: Final = 5

# rows of the room
OUT: Final = 0
WEIGHTS: Final = 1
NUMBERS: Final = 2
ROWS: Final = 3

NO_SEAT: Final = -1
BEGIN: Final = -1  # as an action: begin a new game


@loop
def advance(
    states: Any, home: int, which: Any, desk: Any, actions: Any, got: Any, room: Any
) -> None:
    """Apply `actions[i]` for the SEAT of each game, then play chance turns until a seat must act.

    `states[home]` is the first position of new games; `got[i]` gets the returns when a game ends.
    """
    for k in range(len(which)):
        i = int(which[k])
        row = desk[i]
        seat = int(row[SEAT])
        action = int(actions[i])
        if action == BEGIN:
            copy_state(states, i, home)
        mask = CHANCE_BIT
        while mask & CHANCE_BIT:
            if action >= 0:
                apply_action(states[i], seat, action)
            mask = may_act(states[i])
            if mask & CHANCE_BIT:
                seat = CHANCE
                n = chance_outcomes(states[i], room[OUT], room[WEIGHTS])
                action = int(room[OUT][0])
                if n > 1:
                    action = pick_outcome(n, room[OUT], room[WEIGHTS], row)
        needed = must_act(states[i])
        row[MUST_ACT] = needed
        row[SEAT] = lowest_bit(needed) if mask else NO_SEAT
        if mask == 0:
            returns(states[i], got[i])


@loop
def look(states: Any, spare: int, which: Any, desk: Any, seen: Any, legal: Any, room: Any) -> None:
    """Fill `seen[i]` with the observation of each game's viewer, `legal[i]` with its legal actions.

    Other seats' secret choices are taken back before they are hidden, so that choosing one after
    the other is the same as choosing at once. `states[spare]` is overwritten.
    """
    for k in range(len(which)):
        i = int(which[k])
        viewer = int(desk[i][VIEWER])
        at = i
        if HAS_SECRETS:
            copy_state(states, spare, i)
            retract_sealed(states[spare], viewer)
            observe(states[spare], viewer)
            at = spare
        clear(seen[i])
        encode(states[at], viewer, int(desk[i][SEATS]), seen[i])
        clear(legal[i])
        if desk[i][MUST_ACT] >> viewer & 1:
            for n in range(legal_actions(states[i], viewer, room[OUT])):
                legal[i][room[NUMBERS][room[OUT][n]]] = 1


def warm(game: Any, states: Any) -> None:
    """Compile both loops for the argument types that `envs.engine` uses."""
    from numba import int64, typeof, types

    from honjin.core.jit.compiled import batch, zeros

    records, ints = typeof(batch(game, states[0])), typeof(zeros(1))
    table, bytes_ = types.Array(types.int64, 2, "C"), types.Array(types.int8, 2, "C")
    steps: Any = {
        advance: (records, int64, ints, table, ints, table, table),
        look: (records, int64, ints, table, bytes_, bytes_, table),
    }
    for step, form in steps.items():
        step.compile(form)
