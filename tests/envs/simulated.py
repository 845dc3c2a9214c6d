"""Compares games in Numba's CUDA simulator with those on the processor, step by step.

    NUMBA_ENABLE_CUDASIM=1 python tests/envs/simulated.py rokumon act3

A separate program, since the simulator must be chosen before Numba is imported. It prints what it
has compared; an assertion fails at the first difference.
"""

import copy
import random
import sys
from typing import Any

import numpy as np

from honjin.core.jit.compiled import interpreted
from honjin.envs.device import DeviceEngine
from honjin.envs.engine.engine import MUST_ACT, SEAT, VIEWER, Engine
from honjin.envs.engine.engine_loops import MOST
from honjin.envs.setting import Setting, setting

GAMES, STEPS, SEEDS = 3, 25, (5, 6, 7)
TABLES = (
    "desk", "actions", "got", "seen", "legal", "last_seen", "last_legal", "reward", "rewards",
    "terminated", "truncated",
)  # fmt: skip


def main(key: str, preset: str) -> None:
    """Compare both engines on one game."""
    if key == "madeup":
        from madeup.game import GAME

        chosen = setting(GAME, preset, {})
    else:
        chosen = setting(key, preset, {})
    compare_steps(chosen)
    ends = compare_playouts(chosen) if chosen.game.longest < 2_000 else "no"
    print(f"{key} {preset}: {GAMES} games, {STEPS} steps, {ends} playouts alike")


def compare_steps(chosen: Setting) -> None:
    """Compare random steps, observed by each seat in turn, with some games restarted."""
    engines = DeviceEngine(chosen, GAMES), Engine(chosen, GAMES, rules="interpreted")
    drawn = random.Random(1)
    for engine in engines:
        engine.seed(SEEDS)
        engine.begin(engine.everybody)
    for step in range(STEPS):
        for viewer in range(chosen.seats):
            both(engines, lambda engine, v=viewer: look(engine, v))
        both(engines, lambda engine: look(engine, engine.desk[:, SEAT]))
        choices = [pick(drawn, row) for row in engines[0].legal]
        compare_choices(engines, choices)
        going = np.flatnonzero(engines[0].desk[:, SEAT] >= 0)
        for engine in engines:
            engine.actions[going] = chosen.actions[[choices[i] for i in going]]
        if step % 2:
            cut_short(engines, step)
            both(engines, lambda engine: engine.step())
            continue
        both(engines, lambda engine, g=going: engine.advance(g))
        over = np.flatnonzero(engines[0].desk[:, SEAT] < 0)
        both(engines, lambda engine, o=over: engine.begin(o))
        if step == STEPS // 2:
            engines = copy.deepcopy(engines)
            both(engines, lambda engine: engine.begin(np.array([1])))
    for engine in engines:
        engine.put(0, chosen.start)
    assert engines[0].state(0) == engines[1].state(0)


def compare_choices(engines: tuple[Engine, ...], choices: list[int]) -> None:
    """Both take legal numbers, and name the first game whose number is not."""
    for wrong in (None, -1, len(engines[0].setting.actions), int(engines[0].legal[1].argmin())):
        chosen = np.array(choices)
        if wrong is not None:
            chosen[1] = wrong
        found = []
        for engine in engines:
            kept = engine.actions.copy()
            found.append((engine.choose(chosen), wrong is None and engine.actions.tolist()))
            engine.actions[:] = kept
        assert found[0] == found[1]


def cut_short(engines: tuple[Engine, ...], step: int) -> None:
    """Let the next whole step end game 0 in some steps, if it has not ended by itself."""
    for engine in engines:
        engine.desk[0, MOST] = 1 if step % 3 == 0 else STEPS


def pick(drawn: random.Random, row: Any) -> int:
    """A legal action, 0 if no seat must act."""
    return drawn.choice(np.flatnonzero(row).tolist() or [0])


def look(engine: Engine, viewers: Any) -> None:
    """Observe all games."""
    engine.desk[:, VIEWER] = np.maximum(viewers, 0)
    engine.look(engine.everybody)


def both(engines: tuple[Engine, ...], work: Any) -> None:
    """Do the work with both engines, and compare their tables and states."""
    for engine in engines:
        work(engine)
    one, two = engines
    for name in TABLES:
        assert np.array_equal(getattr(one, name), getattr(two, name)), name
    for i in range(GAMES):
        assert one.state(i) == two.state(i)


def compare_playouts(chosen: Setting) -> int:
    """Compare whole games with those that the processor plays from the same seeds."""
    engine, loops = DeviceEngine(chosen, GAMES), interpreted(chosen.game)
    found = engine.play_out(SEEDS)
    for i, seed in enumerate(SEEDS):
        engine.seed([seed] * GAMES)
        rng = [int(engine.desk[i, 0])]
        states, room = [chosen.start.copy()], [[0] * chosen.game.max_actions for _ in range(2)]
        assert loops.playout(states, 0, rng, *room) == found.done[i]
        got = [0] * chosen.seats
        assert loops.returns(states[0], got) == found.reasons[i]
        assert got == found.returns[i].tolist()
        assert states[0] == engine.state(i)
    return len(SEEDS)


if __name__ == "__main__":
    assert MUST_ACT  # columns are those of the engine
    main(*sys.argv[1:])
