"""The loops of every game: single steps, random games, perft. A loop file (`core.jit.verbs`)."""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.chance_loops import pick_outcome, pick_seat
from honjin.core.jit.rng import draw
from honjin.core.jit.verbs import (
    LONGEST,
    MAX_ACTIONS,
    apply_action,
    chance_outcomes,
    copy_state,
    evaluate,
    legal_actions,
    loop,
    may_act,
    may_resign,
    must_act,
    new_ints,
    new_table,
    observe,
    resample,
    resign,
    retract_sealed,
    returns,
    state_key,
)
from honjin.core.seats import CHANCE, CHANCE_BIT

# ---- single steps: one call of a rule, for callers outside


@loop
def acting(states: Any, i: int) -> int:
    """`may_act` of one state."""
    return may_act(states[i])


@loop
def waited_for(states: Any, i: int) -> int:
    """`must_act` of one state."""
    return must_act(states[i])


@loop
def legal(states: Any, i: int, seat: int, out: Any) -> int:
    """`legal_actions` of one state."""
    return legal_actions(states[i], seat, out)


@loop
def outcomes(states: Any, i: int, out: Any, weights: Any) -> int:
    """`chance_outcomes` of one state."""
    return chance_outcomes(states[i], out, weights)


@loop
def act(states: Any, i: int, seat: int, action: int) -> None:
    """`apply_action` to one state."""
    apply_action(states[i], seat, action)


@loop
def result(states: Any, i: int, out: Any) -> int:
    """`returns` of one state."""
    return returns(states[i], out)


@loop
def can_give_up(states: Any, i: int, seat: int) -> bool:
    """`may_resign` of one state."""
    return may_resign(states[i], seat)


@loop
def give_up(states: Any, i: int, seat: int) -> None:
    """`resign` in one state."""
    resign(states[i], seat)


@loop
def hide(states: Any, i: int, seat: int) -> None:
    """`observe` of one state."""
    observe(states[i], seat)


@loop
def fill(states: Any, i: int, seat: int, rng: Any) -> None:
    """`resample` of one observation."""
    resample(states[i], seat, rng)


@loop
def take_back(states: Any, i: int, seat: int) -> None:
    """`retract_sealed` of one state."""
    retract_sealed(states[i], seat)


@loop
def mark(states: Any, i: int) -> int:
    """`state_key` of one state."""
    return state_key(states, i)


@loop
def guess(states: Any, i: int, seat: int) -> int:
    """`evaluate` of one state."""
    return evaluate(states[i], seat)


# ---- random games


@loop
def playout(states: Any, i: int, rng: Any, out: Any, weights: Any) -> int:
    """Play one state at random to the end; returns the number of actions, chance included.

    A game that is not over within LONGEST actions breaks the contract; the result is then -1.
    """
    for done in range(LONGEST + 1):
        mask = may_act(states[i])
        if mask == 0:
            return done
        if mask & CHANCE_BIT:
            n = chance_outcomes(states[i], out, weights)
            apply_action(states[i], CHANCE, pick_outcome(n, out, weights, rng))
        else:
            seat = pick_seat(mask, rng)
            n = legal_actions(states[i], seat, out)
            apply_action(states[i], seat, int(out[draw(rng, n)]))
    return -1


@loop
def playouts(states: Any, count: int, rng: Any, reasons: Any, sums: Any, seats: int) -> int:
    """Play `states[0]` to the end many times, in `states[1]`; returns the number of actions.

    Counts the reasons for their ends in `reasons` and adds each seat's returns to `sums`; -1 if a
    game was too long.
    """
    out = new_ints(MAX_ACTIONS)
    weights = new_ints(MAX_ACTIONS)
    got = new_ints(seats)
    actions = 0
    for _ in range(count):
        copy_state(states, 1, 0)
        done = playout(states, 1, rng, out, weights)
        if done < 0:
            return -1
        actions += done
        reasons[returns(states[1], got)] += 1
        for seat in range(seats):
            sums[seat] += got[seat]
    return actions


# ---- perft, over a stack: a loop cannot call itself (`core.sources`)

# columns of a level
LEFT: Final = 0  # mask of seats (or chance) whose actions are still to be tried
ACTOR: Final = 1  # the seat whose actions are being tried
COUNT: Final = 2  # the number of these actions
NEXT: Final = 3  # the index of the one to try next
DEPTH: Final = 4  # seat actions left to count
COLUMNS: Final = 5


@loop
def perft(states: Any, depth: int, levels: int) -> int:
    """The number of sequences of `depth` seat actions from `states[0]`.

    Every outcome of a chance turn in between counts; it takes a level, but no depth. A game that
    is over earlier has none. `states` has a spare state per level.
    """
    if depth == 0:
        return 1
    rows = new_table(levels + 1, COLUMNS)
    outs = new_table(levels + 1, MAX_ACTIONS)
    weights = new_ints(MAX_ACTIONS)
    total = 0
    level = 0
    enter(states[0], rows[0], depth)
    while level >= 0:
        row = rows[level]
        if row[NEXT] < row[COUNT]:
            copy_state(states, level + 1, level)
            apply_action(states[level + 1], int(row[ACTOR]), int(outs[level][row[NEXT]]))
            row[NEXT] += 1
            level += 1
            enter(states[level], rows[level], row[DEPTH] - (row[ACTOR] != CHANCE))
        elif row[LEFT] != 0:
            total += list_next(states[level], row, outs[level], weights)
        else:
            level -= 1
    return total


@loop
def enter(s: Any, row: Any, depth: int) -> None:
    """Begin a level: no actions are listed yet."""
    row[LEFT] = may_act(s)
    row[COUNT] = 0
    row[NEXT] = 0
    row[DEPTH] = depth


@loop
def list_next(s: Any, row: Any, out: Any, weights: Any) -> int:
    """List the actions of the level's next seat; returns the number of leaves among them."""
    row[ACTOR] = lowest_bit(row[LEFT])
    row[LEFT] &= row[LEFT] - 1
    row[NEXT] = 0
    if row[ACTOR] == CHANCE:
        row[COUNT] = chance_outcomes(s, out, weights)
        return 0
    row[COUNT] = legal_actions(s, int(row[ACTOR]), out)
    if row[DEPTH] > 1:
        return 0
    row[NEXT] = row[COUNT]
    return int(row[COUNT])


def warm(game: Any, states: Any) -> None:
    """Compile each loop for the argument types that `core.jit.compiled` and the kit use."""
    from numba import int64, typeof

    from honjin.core.jit.compiled import batch, zeros

    records, ints = typeof(batch(game, states[0])), typeof(zeros(1))
    # Compiled, not called: a game that begins with many draws has too many sequences to count.
    forms: dict[Any, tuple[Any, ...]] = {
        acting: (),
        waited_for: (),
        legal: (int64, ints),
        outcomes: (ints, ints),
        act: (int64, int64),
        result: (ints,),
        can_give_up: (int64,),
        give_up: (int64,),
        hide: (int64,),
        fill: (int64, ints),
        take_back: (int64,),
        mark: (),
        guess: (int64,),
        playouts: (ints, ints, ints, int64),
        perft: (int64,),
    }
    for step, form in forms.items():
        step.compile((records, int64, *form))
