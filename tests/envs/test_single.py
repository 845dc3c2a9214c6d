"""One seat against bots: Gymnasium's own check, and games that follow the rules."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import honjin.envs
from bots.remembering import Remembering
from honjin.bots import Budget, Player, all_loops_of, find_player, greedy, precompile
from honjin.bots.precompile import is_loaded
from honjin.core.errors import GameOver, Illegal, UnknownBot
from honjin.envs.registration import name_of
from honjin.envs.single import HonjinEnv
from honjin.games import keys, load

EVERY = [
    pytest.param(key, preset.key, marks=() if not n and key == "rokumon" else pytest.mark.slow)
    for key in keys()
    for n, preset in enumerate(load(key).presets)
]


def make(key: str, preset: str | None, **given: Any) -> HonjinEnv:
    """The environment that Gymnasium makes for a name, without wrappers."""
    name = f"honjin/{name_of(key, preset)}-v{honjin.envs.VERSION}"
    env = gymnasium.make(name, **given).unwrapped
    assert isinstance(env, HonjinEnv)
    return env


def first_legal(seen: dict[str, Any]) -> int:
    """A policy that takes the first legal action."""
    return int(np.argmax(seen["action_mask"]))


def played(env: HonjinEnv, seed: int, policy: Callable[[dict[str, Any]], int]) -> list[Any]:
    """All results of a game from its reset to its end."""
    seen, info = env.reset(seed=seed)
    found: list[Any] = [(seen["observation"].tolist(), info)]
    terminated = False
    while not terminated:
        seen, reward, terminated, _, info = env.step(policy(seen))
        found.append((seen["observation"].tolist(), reward, terminated, info))
    return found


@pytest.mark.parametrize(("key", "preset"), EVERY)
def test_gymnasium_finds_no_fault(key: str, preset: str) -> None:
    """`check_env` passes; pictures have a test of their own, since each takes a second."""
    check_env(make(key, preset, seat=None, opponents="random"), skip_render_check=True)


@pytest.mark.slow
@pytest.mark.parametrize("key", keys())
def test_gymnasium_finds_no_fault_in_pictures(key: str) -> None:
    """`check_env` renders in every mode."""
    check_env(make(key, load(key).presets[0].key))


def test_the_same_seed_gives_the_same_game() -> None:
    """Dice, opponents and the drawn seat follow from the seed, and differ between seeds."""
    env = make("akiwado", "three", seat=None)
    one, two, other = (played(env, seed, first_legal) for seed in (4, 4, 5))
    assert one == two
    assert one != other


def test_the_reward_is_that_of_the_seat() -> None:
    """Only the last step has one; against itself a policy gets its seat's return by the rules."""
    got = []
    for seat in range(3):
        env = make("akiwado", "three", seat=seat, opponents=first_legal)
        steps = played(env, 7, first_legal)
        assert {0.0} == {step[1] for step in steps[1:-1]}
        got.append(steps[-1][1])
    assert any(got)
    assert 0 == pytest.approx(sum(got))


@pytest.mark.parametrize("opponents", ["greedy", pytest.param("mcts:20", marks=pytest.mark.slow)])
def test_bots_play_the_other_seats(opponents: str) -> None:
    """A bot by name plays to the end."""
    env = make("rokumon", "act1", opponents=opponents)
    assert played(env, 3, first_legal)[-1][2]
    with pytest.raises(GameOver, match="call reset first"):
        env.step(0)


def test_a_bot_begins_each_game_without_memories(monkeypatch: pytest.MonkeyPatch) -> None:
    """With daimyo in Rokumon's Act 3, the same seed gave another game after the first."""
    bot = Remembering()
    monkeypatch.setattr(
        "honjin.envs.single.find_player", lambda *_: Player("remembering", bot, Budget())
    )
    env = make("rokumon", "act1", opponents="remembering")
    one, two = (played(env, 3, first_legal) for _ in range(2))
    assert one == two
    assert not bot.asked


def test_the_loops_of_a_bot_are_compiled_before_the_first_game() -> None:
    """Until they were compiled, daimyo played without proofs: the same seed gave another game."""
    env = make("rokumon", "act1", opponents="mcts:20")
    game = env.setting.game
    loops = all_loops_of(find_player(game, env.setting.options, "mcts:20").bot)
    assert loops
    assert all(is_loaded(game, one) for one in loops)


def test_greedy_opponents_play_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """They alone played interpreted, though an arena compiled the same loops for them."""
    asked: list[Path] = []
    monkeypatch.setattr(precompile, "compile_once", lambda _, loops, __: asked.append(loops))
    monkeypatch.setattr(precompile, "compile_ahead", lambda *_: True)
    make("akiwado", "three", opponents="greedy:slip=0.1")
    assert [greedy.LOOPS] == asked


def test_an_action_outside_the_mask_is_asked_for_again() -> None:
    """It has no effect, and the info says so; `action_masks` gives the legal actions."""
    env = make("rokumon", "act1")
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].astype(bool).tolist() == env.action_masks().tolist()
    for wrong in (int(np.argmin(seen["action_mask"])), -1, 10_000):
        after, reward, terminated, truncated, info = env.step(wrong)
        assert seen["observation"].tolist() == after["observation"].tolist()
        assert (0.0, False, False) == (reward, terminated, truncated)
        assert {"seat": 0, "asked_again": True} == info


def test_an_action_with_a_fraction_is_asked_for_again() -> None:
    """It was cut off, and another action was played."""
    env = make("rokumon", "act1")
    seen, _ = env.reset(seed=1)
    after, *_, info = env.step(seen["action_mask"].argmax() + 0.5)
    assert {"seat": 0, "asked_again": True} == info
    assert seen["action_mask"].tolist() == after["action_mask"].tolist()


def test_what_cannot_be_is_refused() -> None:
    """An unknown seat or bot, and a policy that chooses an illegal action."""
    with pytest.raises(ValueError, match="a seat from 0 to 1 or None, got 2"):
        HonjinEnv("rokumon", seat=2)
    with pytest.raises(UnknownBot, match="expected a level"):
        HonjinEnv("rokumon", opponents="ninja")
    env = HonjinEnv("rokumon", preset="act1", seat=1, opponents=lambda _seen: -1)
    with pytest.raises(Illegal, match="the mask of seat 0, got -1"):
        env.reset(seed=1)


def test_a_player_may_be_alone() -> None:
    """The Epilogue has a single seat."""
    env = make("rokumon", "epilogue")
    assert played(env, 2, first_legal)[-1][2]


def test_missing_gymnasium_names_the_extra() -> None:
    """Importing the environments without Gymnasium says what to install."""
    code = "import sys; sys.modules['gymnasium'] = None; import honjin.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    last = done.stderr.splitlines()[-1]
    assert "ModuleNotFoundError: honjin.envs needs Gymnasium: pip install 'honjin[envs]'" == last
