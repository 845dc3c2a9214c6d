"""Many games of one kind on a graphics card, a thread for each: kernels (`core.jit.cuda`).

`states` has the games, then the first position of new ones, then a spare state for each game;
`rooms[k]` is the work space of thread k (`engine_loops`).
"""

from typing import Any

from numba import cuda

from honjin.core.jit.loops import playout
from honjin.core.jit.verbs import copy_state, returns
from honjin.envs.engine.engine_loops import OUT, RNG, WEIGHTS, advance, look, step


@cuda.jit  # type: ignore[untyped-decorator]
def advance_each(
    states: Any, home: int, which: Any, desk: Any, actions: Any, got: Any, rooms: Any
) -> None:
    """`advance` for the games `which`."""
    k = cuda.grid(1)
    if k < len(which):
        advance(states, home, which, k, k + 1, desk, actions, got, rooms[k])


@cuda.jit  # type: ignore[untyped-decorator]
def look_each(
    states: Any, spare: int, which: Any, desk: Any, seen: Any, legal: Any, rooms: Any
) -> None:
    """`look` for the games `which`."""
    k = cuda.grid(1)
    if k < len(which):
        look(states, spare + k, which, k, k + 1, desk, seen, legal, rooms[k])


@cuda.jit  # type: ignore[untyped-decorator]
def step_each(
    states: Any, home: int, spare: int, which: Any, desk: Any, actions: Any, got: Any, seen: Any,
    legal: Any, last_seen: Any, last_legal: Any, reward: Any, rewards: Any, terminated: Any,
    truncated: Any, rooms: Any,
) -> None:  # fmt: skip
    """`step` for the games `which`."""
    k = cuda.grid(1)
    if k < len(which):
        step(
            states, home, spare + k, which, k, k + 1, desk, actions, got, seen, legal, last_seen,
            last_legal, reward, rewards, terminated, truncated, rooms[k],
        )  # fmt: skip


@cuda.jit  # type: ignore[untyped-decorator]
def play_out_each(
    states: Any, home: int, desk: Any, done: Any, reasons: Any, got: Any, rooms: Any
) -> None:
    """Play each game at random from the position `home` to its end.

    `done[k]` is the number of actions, chance included, or -1 if there were too many; `reasons[k]`
    and `got[k]` say how it ended.
    """
    k = cuda.grid(1)
    if k < len(done):
        copy_state(states, k, home)
        rng = desk[k][RNG : RNG + 1]
        done[k] = playout(states, k, rng, rooms[k][OUT], rooms[k][WEIGHTS])
        if done[k] >= 0:
            reasons[k] = returns(states[k], got[k])
