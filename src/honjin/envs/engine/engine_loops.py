"""Many games of one kind, step by step. A loop file (`core.jit.verbs`).

`which[first:last]` lists the indices of the games to work on. `desk[i]` is the data of game i in
addition to its state; `room` is work space: a list of actions, one of weights, the number of each
action, and a list of games that have ended.
"""

from typing import Any, Final

from honjin.core.jit.bits import clear, lowest_bit
from honjin.core.jit.chance_loops import pick_outcome
from honjin.core.jit.verbs import (
    BEST,
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
LUCK: Final = 5  # what RNG was when the game began
ACTED: Final = 6  # the seat that acted last
STEPS: Final = 7  # the number of actions counted by `step` since the game began
MOST: Final = 8  # a game is cut short after this many
LAST_VIEWER: Final = 9  # the seat whose view of the ended game is in `last_seen`
DESK: Final = 10

# rows of the room
OUT: Final = 0
WEIGHTS: Final = 1
NUMBERS: Final = 2
OVER: Final = 3
ROWS: Final = 4

NO_SEAT: Final = -1
NO_GAME: Final = -1
BEGIN: Final = -1  # as an action: begin a new game

PORTION: Final = 128
"""The number of games that a step works on at a time: what it reads of them stays near.

Smaller ones cost time: a processor predicts a loop better that it runs for longer.
"""


@loop
def choose(chosen: Any, codes: Any, legal: Any, actions: Any) -> int:
    """Set `actions[i]` to the code of the number `chosen[i]`, up to the first illegal number.

    The game that it was chosen in is returned, NO_GAME if all are legal.
    """
    for i in range(len(chosen)):
        number = int(chosen[i])
        if number < 0 or number >= len(codes) or not legal[i][number]:
            return i
        actions[i] = codes[number]
    return NO_GAME


@loop
def advance(
    states: Any, home: int, which: Any, first: int, last: int, desk: Any, actions: Any, got: Any,
    room: Any,
) -> None:  # fmt: skip
    """Apply `actions[i]` for the SEAT of each game, then play chance turns until a seat must act.

    `states[home]` is the first position of new games; `got[i]` gets the returns when a game ends.
    """
    for k in range(first, last):
        i = int(which[k])
        row = desk[i]
        seat = int(row[SEAT])
        row[ACTED] = seat
        action = int(actions[i])
        if action == BEGIN:
            copy_state(states, i, home)
            row[LUCK] = row[RNG]
            row[STEPS] = 0
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
def look(
    states: Any, spare: int, which: Any, first: int, last: int, desk: Any, seen: Any, legal: Any,
    room: Any,
) -> None:  # fmt: skip
    """Fill `seen[i]` with the observation of each game's viewer, `legal[i]` with its legal actions.

    Other seats' secret choices are taken back before they are hidden, so that choosing one after
    the other is the same as choosing at once. `states[spare]` is overwritten.
    """
    for k in range(first, last):
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


@loop
def turn(
    states: Any, home: int, spare: int, which: Any, first: int, last: int, desk: Any, actions: Any,
    got: Any, seen: Any, legal: Any, room: Any,
) -> None:  # fmt: skip
    """Advance these games and look at each as its SEAT, when it is over as seat 0."""
    advance(states, home, which, first, last, desk, actions, got, room)
    for k in range(first, last):
        row = desk[int(which[k])]
        row[VIEWER] = max(row[SEAT], 0)
    look(states, spare, which, first, last, desk, seen, legal, room)


@loop
def judge(
    which: Any, first: int, last: int, desk: Any, got: Any, reward: Any, rewards: Any,
    terminated: Any, truncated: Any, over: Any,
) -> int:  # fmt: skip
    """Count a step of each game, and reward its seats; list in `over` the games that have ended."""
    ended = 0
    for k in range(first, last):
        i = int(which[k])
        row = desk[i]
        row[STEPS] += 1
        is_over = row[SEAT] == NO_SEAT
        is_cut = not is_over and row[STEPS] >= row[MOST]
        row[LAST_VIEWER] = row[ACTED] if is_over else row[SEAT]
        row[VIEWER] = row[LAST_VIEWER]
        for seat in range(len(rewards[i])):
            rewards[i][seat] = got[i][seat] / BEST if is_over else 0
        reward[i] = rewards[i][row[ACTED]]
        terminated[i] = is_over
        truncated[i] = is_cut
        if is_over or is_cut:
            over[ended] = i
            ended += 1
    return ended


@loop
def step(
    states: Any, home: int, spare: int, which: Any, first: int, last: int, desk: Any, actions: Any,
    got: Any, seen: Any, legal: Any, last_seen: Any, last_legal: Any, reward: Any, rewards: Any,
    terminated: Any, truncated: Any, room: Any,
) -> None:  # fmt: skip
    """Advance these games and look at each as its SEAT; begin again those that have ended.

    `last_seen[i]` and `last_legal[i]` get the view of an ended game that its LAST_VIEWER has.
    """
    over = room[OVER]
    for start in range(first, last, PORTION):
        end = min(start + PORTION, last)
        advance(states, home, which, start, end, desk, actions, got, room)
        ended = judge(which, start, end, desk, got, reward, rewards, terminated, truncated, over)
        look(states, spare, over, 0, ended, desk, last_seen, last_legal, room)
        for k in range(ended):
            actions[over[k]] = BEGIN
        advance(states, home, over, 0, ended, desk, actions, got, room)
        for k in range(ended):
            desk[over[k]][VIEWER] = desk[over[k]][SEAT]
        look(states, spare, which, start, end, desk, seen, legal, room)


def warm(game: Any, states: Any) -> None:
    """Compile the loops for the argument types that `envs.engine.engine` uses."""
    from numba import boolean, float32, int8, int64, typeof, types

    from honjin.core.jit.compiled import batch

    records = typeof(batch(game, states[0]))
    ints, table = types.Array(int64, 1, "C"), types.Array(int64, 2, "C")
    marks, reward, rewards = (
        types.Array(kind, axes, "C") for kind, axes in ((int8, 2), (float32, 1), (float32, 2))
    )
    flags = types.Array(boolean, 1, "C")
    some = ints, int64, int64, table
    steps: Any = {
        choose: (ints, ints, marks, ints),
        advance: (records, int64, *some, ints, table, table),
        look: (records, int64, *some, marks, marks, table),
        turn: (records, int64, int64, *some, ints, table, marks, marks, table),
        step: (
            records, int64, int64, *some, ints, table, marks, marks, marks, marks, reward, rewards,
            flags, flags, table,
        ),
    }  # fmt: skip
    for loop_, form in steps.items():
        loop_.compile(form)
