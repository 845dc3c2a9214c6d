"""Steps of environments, with observation and mask, beside those of other projects.

    python bench/envs/rates.py [--rounds 3] [--seconds 1] [--batch 1 64 1024]

Each round runs every environment for about so many seconds of the processor, one after the other in
one process, so that a busy machine slows all alike. Told are the medians of steps for each second
of the processor, in one thread. Actions are drawn from the mask; drawing them is not counted. What
is not installed is left out: OpenSpiel's connect four (C++ through Python, one game), PettingZoo's.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

PLAYED = (
    ("rokumon", "act3"), ("rokumon", "act4"), ("akiwado", "three"), ("akebono", "north_south"),
    ("swords", "three"), ("summits", "tennozan"),
)  # fmt: skip

Step = Callable[[], float]
"""Does a step, and tells how long it took."""


def main() -> None:
    """Measure, and print a line for each environment."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 64, 1024])
    given = parser.parse_args()
    made = list(environments(given.batch))
    rates: dict[str, list[float]] = {name: [] for name, _, _ in made}
    for _ in range(given.rounds):
        for name, count, step in made:
            rates[name].append(rate(step, count, given.seconds))
    for name, found in rates.items():
        print(f"{name:40} {statistics.median(found) / 1e3:10,.1f} k/s")


def environments(batches: list[int]) -> Iterator[tuple[str, int, Step]]:
    """Each environment: its name, how many games it plays, its step."""
    for key, preset in PLAYED:
        for count in batches:
            yield f"{key} {preset}, batch {count}", count, many(key, preset, count)
    yield "rokumon act4, PettingZoo", 1, pettingzoo_step(own_env)
    with suppress(ImportError):
        yield "connect four, OpenSpiel", 1, openspiel_step("connect_four")
    with suppress(ImportError):
        from pettingzoo.classic import connect_four_v3

        yield "connect four, PettingZoo", 1, pettingzoo_step(connect_four_v3.env)


def rate(step: Step, count: int, seconds: float) -> float:
    """Steps a second."""
    step()
    steps, spent = 0, 0.0
    while spent < seconds:
        spent += step()
        steps += count
    return steps / spent


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What came of it, and the processor's time."""
    begun = time.process_time()
    found = work()
    return found, time.process_time() - begun


def many(key: str, preset: str, count: int) -> Step:
    """A batch of our games."""
    from honjin.envs.vector import make_vec

    env = make_vec(key, count, preset=preset, copy=False)
    held = [env.reset(seed=1)[0]["action_mask"]]
    rng = np.random.default_rng(0)

    def step() -> float:
        actions = np.argmax(rng.random(held[0].shape, np.float32) * held[0], axis=1)
        (seen, *_), took = timed(lambda: env.step(actions))
        held[0] = seen["action_mask"]
        return took

    return step


def own_env() -> Any:
    """One of our games, turn by turn."""
    from honjin.envs import pettingzoo

    return pettingzoo.env("rokumon", preset="act4")


def pettingzoo_step(make: Callable[[], Any]) -> Step:
    """A game of PettingZoo's interface, begun anew when it is over."""
    env = make()
    env.reset(seed=1)
    rng = np.random.default_rng(0)

    def step() -> float:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            seen = env.last()[0]
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        return timed(lambda: (env.step(action), env.last()))[1]

    return step


def openspiel_step(name: str) -> Step:
    """A game of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    held = [game.new_initial_state()]
    rng = np.random.default_rng(0)

    def look() -> None:
        state = held[0]
        if not state.is_terminal():
            np.array(state.observation_tensor(state.current_player()), np.float32)
            np.array(state.legal_actions_mask(state.current_player()), np.int8)

    def step() -> float:
        if held[0].is_terminal():
            held[0] = game.new_initial_state()
        action = int(rng.choice(held[0].legal_actions()))
        return timed(lambda: (held[0].apply_action(action), look()))[1]

    return step


if __name__ == "__main__":
    main()
