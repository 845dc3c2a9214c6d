"""Steps of environments, with observation and mask, compared with other projects.

    python -m bench.envs.rates [--rounds 3] [--seconds 1] [--batch 1 64 1024] [--threads 2]

Each round runs every environment for about `--seconds` of processor time, one after the other in
one process, so a busy machine slows all equally. Printed are the median steps per second of
processor time (of all threads together), the spread of the rounds, and the ratios to the rates of
other projects. Drawing actions from the mask is not counted; restarting games is. Libraries that
are not installed are left out: pgx (with JAX on the CPU), OpenSpiel, PettingZoo's classic games.
With `--threads`, batches are also stepped by several threads and timed by the clock, which is
meaningful only if that many cores are free (the load is printed).
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from bench.common import arguments

PLAYED = (
    ("rokumon", "act3"), ("rokumon", "act4"), ("akiwado", "three"), ("akebono", "north_south"),
    ("swords", "three"), ("summits", "tennozan"),
)  # fmt: skip

OTHERS = ("connect four, pgx, batch 1024", "connect four, OpenSpiel", "connect four, PettingZoo")

Step = Callable[[], float]
"""Performs a step and returns its duration."""


def main() -> None:
    """Measure, and print a line for each environment."""
    given = arguments(__doc__, rounds=3, seconds=1.0, batch=(1, 64, 1024), threads=1)
    made = list(environments(given.batch))
    rates: dict[str, list[float]] = {name: [] for name, _, _ in made}
    for _ in range(given.rounds):
        for name, count, step in made:
            rates[name].append(rate(step, count, given.seconds))
    print_rates(rates)
    if given.threads > 1:
        threaded(given.threads, max(given.batch), given.rounds, given.seconds)


def print_rates(rates: dict[str, list[float]]) -> None:
    """Print a line for each environment: its rate, the spread, and the ratio to those of others."""
    middle = {name: statistics.median(found) for name, found in rates.items()}
    for name, found in rates.items():
        spread = (max(found) - min(found)) / middle[name]
        ratios = [f"{middle[name] / middle[other]:8.1f}" for other in OTHERS if other in middle]
        print(f"{name:36} {middle[name] / 1e3:10,.1f} k/s ± {spread / 2:4.0%}", *ratios)
    print("ratios are to", "; ".join(other for other in OTHERS if other in middle))


def threaded(threads: int, count: int, rounds: int, seconds: float) -> None:
    """Print the speed-up of batches with threads, by the clock, and the machine's load."""
    for key, preset in PLAYED:
        found = []
        for _ in range(rounds):
            one, more = (
                rate(many(key, preset, count, n, time.perf_counter), count, seconds)
                for n in (1, threads)
            )
            found.append(more / one)
        load = os.getloadavg()[0]
        ratio = statistics.median(found)
        print(f"{key} {preset}, {threads} threads: {ratio:.2f} times one (load {load:.1f})")


def environments(batches: list[int]) -> Iterator[tuple[str, int, Step]]:
    """Each environment: its name, the number of games it plays, its step."""
    for key, preset in PLAYED:
        for count in batches:
            yield f"{key} {preset}, batch {count}", count, many(key, preset, count)
    yield "rokumon act4, PettingZoo", 1, pettingzoo_step(own_env)
    for count in batches:
        with suppress(ImportError):
            yield f"connect four, pgx, batch {count}", count, pgx_step("connect_four", count)
    with suppress(ImportError):
        yield "connect four, OpenSpiel", 1, openspiel_step("connect_four")
    with suppress(ImportError):
        from pettingzoo.classic import connect_four_v3

        yield "connect four, PettingZoo", 1, pettingzoo_step(connect_four_v3.env)


def rate(step: Step, count: int, seconds: float) -> float:
    """Steps per second."""
    step()
    steps, spent = 0, 0.0
    while spent < seconds:
        spent += step()
        steps += count
    return steps / spent


Clock = Callable[[], float]


def timed(work: Callable[[], Any], clock: Clock = time.process_time) -> tuple[Any, float]:
    """The result, and the processor time taken."""
    begun = clock()
    found = work()
    return found, clock() - begun


def many(
    key: str, preset: str, count: int, threads: int = 1, clock: Clock = time.process_time
) -> Step:
    """A batch of our games."""
    from honjin.envs.vector import make_vec

    env = make_vec(key, count, preset=preset, threads=threads, copy=False)
    held = [env.reset(seed=1)[0]["action_mask"]]
    rng = np.random.default_rng(0)

    def step() -> float:
        actions = np.argmax(rng.random(held[0].shape, np.float32) * held[0], axis=1)
        (seen, *_), took = timed(lambda: env.step(actions), clock)
        held[0] = seen["action_mask"]
        return took

    return step


def own_env() -> Any:
    """One of our games, turn by turn."""
    from honjin.envs import pettingzoo

    return pettingzoo.env("rokumon", preset="act4")


def pettingzoo_step(make: Callable[[], Any]) -> Step:
    """A game with PettingZoo's interface, restarted when it is over."""
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


def pgx_step(name: str, count: int) -> Step:
    """A batch of games of pgx, compiled by JAX for the CPU; finished games restart."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    begin, go_on = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    keys = jax.random.split(jax.random.PRNGKey(1), count)
    held = [begin(keys)]
    rng = np.random.default_rng(0)

    def step() -> float:
        mask = np.asarray(held[0].legal_action_mask)
        actions = np.argmax(rng.random(mask.shape, np.float32) * mask, axis=1)
        # Observation and mask are parts of the state: wait for all of it before the clock stops.
        after, took = timed(lambda: jax.block_until_ready(go_on(held[0], actions, keys)))
        held[0] = after
        return took

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
