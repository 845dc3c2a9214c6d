"""How threads share the games of a step. A loop file (`core.verbs`).

One thread leads: it offers the others a part, plays games itself, and when all are taken withdraws
the offer from those that have not begun. So it never waits for a thread that wakes late. How the
games are divided changes nothing, since no game depends on another.

`cells` is the address of integers that the threads share (`core.jit.atomics`), each in a line of
the processor's cache of its own: the first game that nobody has taken, then the state of each
thread but the leader.
"""

from typing import Any, Final

from honjin.core.jit.atomics import add, read, swap
from honjin.core.jit.verbs import loop
from honjin.envs.engine_loops import step

LINE: Final = 64  # bytes between the cells

PORTION: Final = 64
"""The number of games that a thread takes at a time: few, so that all end at the same moment."""

# the state of a thread
IDLE: Final = 0
OFFERED: Final = 1  # it may begin
WORKING: Final = 2

PATIENCE: Final = 20_000
"""How often the leader looks whether the last games of the others are done before it yields."""


@loop
def offer(cells: int, threads: int) -> None:
    """Let the other threads begin."""
    for thread in range(1, threads):
        swap(cells + LINE * thread, IDLE, OFFERED)


@loop
def share(
    cells: int, thread: int, threads: int, states: Any, home: int, which: Any, desk: Any,
    actions: Any, got: Any, seen: Any, legal: Any, last_seen: Any, last_legal: Any, reward: Any,
    rewards: Any, terminated: Any, truncated: Any, rooms: Any,
) -> bool:  # fmt: skip
    """Step games until none is left; of a thread other than 0 only if it may begin.

    False when another thread is not done after some time; the leader then calls it again.
    """
    mine = cells + LINE * thread
    if thread > 0 and not swap(mine, OFFERED, WORKING):
        return True
    count = len(which)
    first = add(cells, PORTION)
    while first < count:
        step(
            states, home, home + 1 + thread, which, first, min(first + PORTION, count), desk,
            actions, got, seen, legal, last_seen, last_legal, reward, rewards, terminated,
            truncated, rooms[thread],
        )  # fmt: skip
        first = add(cells, PORTION)
    if thread > 0:
        return swap(mine, WORKING, IDLE)
    return is_finished(cells, threads)


@loop
def is_finished(cells: int, threads: int) -> bool:
    """Withdraw the offer, and wait for the threads that have begun; False if it takes too long."""
    for thread in range(1, threads):
        if not swap(cells + LINE * thread, OFFERED, IDLE):
            looks = 0
            while read(cells + LINE * thread) == WORKING:
                looks += 1
                if looks > PATIENCE:
                    return False
    return True


def warm(game: Any, states: Any) -> None:
    """Compile the loops for the argument types that `envs.team` uses."""
    from numba import boolean, float32, int8, int64, typeof, types

    from honjin.core.jit.compiled import batch

    ints, table, rooms = (types.Array(int64, axes, "C") for axes in (1, 2, 3))
    marks, reward, rewards = (
        types.Array(kind, axes, "C") for kind, axes in ((int8, 2), (float32, 1), (float32, 2))
    )
    flags = types.Array(boolean, 1, "C")
    loops: Any = {
        offer: (int64, int64),
        share: (
            int64, int64, int64, typeof(batch(game, states[0])), int64, ints, table, ints, table,
            marks, marks, marks, marks, reward, rewards, flags, flags, rooms,
        ),
    }  # fmt: skip
    for loop_, form in loops.items():
        loop_.compile(form)
