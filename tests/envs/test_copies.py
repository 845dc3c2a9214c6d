"""Environments are copied and pickled in the middle of a game, and both go on alike."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from honjin.core.errors import BadOption
from honjin.envs import pettingzoo
from honjin.envs.single import HonjinEnv
from honjin.envs.vector import HonjinVectorEnv, make_vec
from honjin.games import keys

GAMES = [pytest.param(key, marks=[] if key == "rokumon" else pytest.mark.slow) for key in keys()]
STEPS = 12
"""Before the copy, and after it."""


def first_legal(seen: dict[str, Any]) -> int:
    """A policy that takes the first legal action."""
    return int(np.argmax(seen["action_mask"]))


def pickled(env: Any) -> Any:
    """An environment as another process gets it."""
    return pickle.loads(pickle.dumps(env))


COPIES = pytest.mark.parametrize("copied", [copy.deepcopy, pickled])


def stepped(env: HonjinEnv, seen: Any, steps: int) -> list[Any]:
    """What one seat gets in some steps; a game that ends is followed by another."""
    found = []
    for _ in range(steps):
        seen, reward, is_over, _, info = env.step(first_legal(seen))
        found.append((seen["observation"].tolist(), reward, is_over, info))
        if is_over:
            seen, _ = env.reset()
    return found


@COPIES
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "opponents", ["random", first_legal, *(pytest.param(bot, marks=pytest.mark.slow) for bot in
    ("greedy", "mcts:20", "samurai"))],
)  # fmt: skip
def test_one_seat(copied: Callable[[Any], Any], key: str, opponents: Any) -> None:
    """Dice, drawn seats and opponents are the same in both, and neither moves the other."""
    env = HonjinEnv(key, opponents=opponents, seat=None)
    seen, _ = env.reset(seed=3)
    stepped(env, seen, STEPS)
    seen = env._seen()
    other = copied(env)
    assert stepped(env, seen, STEPS) == stepped(other, seen, STEPS)


@pytest.mark.slow
@COPIES
def test_a_bot_that_proves_takes_what_it_has_learned_along(copied: Callable[[Any], Any]) -> None:
    """Proofs and tables of a search with a budget of nodes decide what it does next."""
    env = HonjinEnv("rokumon", preset="act3", opponents="mcts:200:proofs=1")
    seen, _ = env.reset(seed=3)
    stepped(env, seen, 4)
    seen = env._seen()
    other = copied(env)
    assert stepped(env, seen, 6) == stepped(other, seen, 6)


def batches(envs: HonjinVectorEnv, seen: Any, steps: int) -> list[Any]:
    """What many games give in some steps."""
    found = []
    for _ in range(steps):
        seen, *rest, infos = envs.step(np.argmax(seen["action_mask"], axis=1))
        ended = [one and {key: value.tolist() for key, value in one.items()}
                 for one in infos.get("final_obs", ())]  # fmt: skip
        found.append(({key: value.tolist() for key, value in seen.items()},
                      [part.tolist() for part in rest], ended))  # fmt: skip
    return found


@COPIES
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("given", [{}, {"copy": False}, {"threads": 2}, {"keep_games": True}])
def test_many_games(copied: Callable[[Any], Any], key: str, given: dict[str, Any]) -> None:
    """With threads, tables without copies, and games that are kept, too."""
    envs = make_vec(key, 128, **given)
    seen, _ = envs.reset(seed=3)
    batches(envs, seen, 60)
    seen, other = envs._seen(), copied(envs)
    assert batches(envs, seen, 60) == batches(other, other._seen(), 60)
    if given.get("keep_games"):
        assert all((value == other.games()[part]).all() for part, value in envs.games().items())
    envs.close()
    other.close()


def turns(env: Any, steps: int) -> list[Any]:
    """What the agents of a game get, one after the other, in some steps."""
    found = []
    for agent in env.agent_iter(steps):
        seen, *rest = env.last()
        found.append((agent, seen["observation"].tolist(), rest))
        env.step(None if rest[1] else first_legal(seen))
    return found


@COPIES
@pytest.mark.parametrize("key", GAMES)
def test_seats_in_turn(copied: Callable[[Any], Any], key: str) -> None:
    """PettingZoo's games, with its checks of order around them."""
    env = pettingzoo.env(key)
    env.reset(seed=3)
    turns(env, STEPS)
    other = copied(env)
    assert turns(env, STEPS) == turns(other, STEPS)


@COPIES
@pytest.mark.parametrize("key", GAMES)
def test_seats_at_once(copied: Callable[[Any], Any], key: str) -> None:
    """PettingZoo's parallel games."""
    env = pettingzoo.parallel_env(key)
    seen, _ = env.reset(seed=3)
    both = [env, copied(env)]
    while env.agents:
        actions = {agent: first_legal(one) for agent, one in seen.items()}
        (seen, *rest), (other, *others) = (each.step(actions) for each in both)
        assert rest == others
        assert all(
            (seen[agent]["observation"] == other[agent]["observation"]).all() for agent in seen
        )


def _in_another_process(data: bytes, into: Any) -> None:
    env, seen = pickle.loads(data)
    into.put(stepped(env, seen, STEPS))


@pytest.mark.slow
def test_another_process_goes_on_alike() -> None:
    """One that was started afresh, as libraries' workers are."""
    env = HonjinEnv("akiwado", preset="three", opponents="greedy")
    seen, _ = env.reset(seed=3)
    data = pickle.dumps((env, seen))
    spawn = multiprocessing.get_context("spawn")
    into = spawn.Queue()
    process = spawn.Process(target=_in_another_process, args=(data, into))
    process.start()
    assert stepped(env, seen, STEPS) == into.get(timeout=120)
    process.join()


@pytest.mark.parametrize("make", [
    HonjinEnv, make_vec, pettingzoo.env, pettingzoo.raw_env, pettingzoo.parallel_env,
])  # fmt: skip
def test_a_keyword_that_is_not_an_option(make: Callable[..., Any]) -> None:
    """A TypeError, as from any function, and an error of this project."""
    for error in (TypeError, BadOption):
        with pytest.raises(error, match="unknown option 'frameskip'; this game has act"):
            make("rokumon", frameskip=4)
