"""How threads share the games of a step. A loop file (`core.jit.verbs`).

One thread leads: it calls the others as soon as a step is at hand, offers them a part, plays games
itself, and when all are taken withdraws the offer from those that have not begun. So it never waits
for a thread that wakes late. The others sleep at a bell in compiled code (`core.jit.bell`), so that
none needs Python's lock to begin. How the games are divided changes nothing, since no game depends
on another.

Each thread begins with a block of games that is always the same, which its core has at hand, and
then helps with those of the others.

`cells` is the address of integers that the threads share (`core.jit.atomics`), each in a line of
the processor's cache of its own: the state of each thread, then how many games of each block are
taken.
"""

from typing import Any, Final

from honjin.core.jit.atomics import read, swap
from honjin.core.jit.bell import hear, ring
from honjin.core.jit.verbs import loop
from honjin.envs.engine.engine_loops import step

LINE: Final = 64  # bytes between the cells

LARGEST: Final = 64
"""The most games that a thread takes at a time."""

SMALLEST: Final = 16
"""The least: near the end of a block threads take few, so that all are done at the same moment."""

# the state of a thread
IDLE: Final = 0
OFFERED: Final = 1  # it may begin
WORKING: Final = 2
CLOSED: Final = 3  # it ends

PATIENCE: Final = 20_000
"""How often the leader looks whether the last games of the others are done before it yields, and
others for an offer after they were called: some 20 microseconds."""


@loop
def call(bells: Any) -> None:
    """Wake the other threads."""
    for thread in range(1, len(bells)):
        ring(bells[thread])


@loop
def offer(cells: int, bells: Any) -> None:
    """Offer all games, and ring for those who sleep again."""
    threads = len(bells)
    for block in range(threads):
        taken = cells + LINE * (threads + block)
        swap(taken, read(taken), 0)
    for thread in range(1, threads):
        if swap(cells + LINE * thread, IDLE, OFFERED):
            ring(bells[thread])


@loop
def lead(cells: int, threads: int, *given: Any) -> bool:
    """Step the games that nobody has taken yet; `given` is what `share` gets.

    False when another thread is not done after some time; then ask `is_finished`. Where stepping
    one of the games failed, call it again for those that are left.
    """
    share(cells, 0, threads, *given)
    return is_finished(cells, threads)


@loop
def serve(cells: int, bell: int, thread: int, threads: int, *given: Any) -> None:
    """Take part in steps until the thread's state is CLOSED, and sleep at the bell in between."""
    mine = cells + LINE * thread
    while read(mine) != CLOSED:
        hear(bell)
        looks = 0
        while read(mine) == IDLE and looks < PATIENCE:
            looks += 1
        if swap(mine, OFFERED, WORKING):
            share(cells, thread, threads, *given)
            swap(mine, WORKING, IDLE)


@loop
def share(
    cells: int, thread: int, threads: int, states: Any, home: int, which: Any, desk: Any,
    actions: Any, got: Any, seen: Any, legal: Any, last_seen: Any, last_legal: Any, reward: Any,
    rewards: Any, terminated: Any, truncated: Any, rooms: Any,
) -> None:  # fmt: skip
    """Step games until none is left, in a place of the states that no other thread writes to."""
    # Places of two threads have one between them: they would share a line of the cache.
    spare = home + 2 + 2 * thread
    for k in range(threads):
        block = (thread + k) % threads
        begin = block * len(which) // threads
        size = (block + 1) * len(which) // threads - begin
        first = take(cells + LINE * (threads + block), size)
        while first < size:
            step(
                states, home, spare, which, begin + first, begin + first + portion(size - first),
                desk, actions, got, seen, legal, last_seen, last_legal, reward, rewards,
                terminated, truncated, rooms[thread],
            )  # fmt: skip
            first = take(cells + LINE * (threads + block), size)


@loop
def take(taken: int, size: int) -> int:
    """Take a portion of a block; return its first game, or the block's size if all are taken."""
    first = read(taken)
    while first < size and not swap(taken, first, first + portion(size - first)):
        first = read(taken)
    return first


@loop
def portion(left: int) -> int:
    """The games to take of those left."""
    return min(max(left // 4, SMALLEST), LARGEST, left)


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
    """Compile the loops for the argument types that `envs.engine.team` uses."""
    from numba import boolean, float32, int8, int64, typeof, types

    from honjin.core.jit.compiled import batch

    ints, table, rooms = (types.Array(int64, axes, "C") for axes in (1, 2, 3))
    marks, reward, rewards = (
        types.Array(kind, axes, "C") for kind, axes in ((int8, 2), (float32, 1), (float32, 2))
    )
    flags = types.Array(boolean, 1, "C")
    given = types.Tuple((
        typeof(batch(game, states[0])), int64, ints, table, ints, table, marks, marks, marks, marks,
        reward, rewards, flags, flags, rooms,
    ))  # fmt: skip
    loops: Any = {
        call: (ints,),
        offer: (int64, ints),
        lead: (int64, int64, given),
        serve: (int64, int64, int64, int64, given),
        is_finished: (int64, int64),
    }
    for loop_, form in loops.items():
        loop_.compile(form)
