"""Every game passes the official checks of PettingZoo, and its secrets stay secret there."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

from envs.cases import Case, cases
from honjin.core.errors import BadOption, GameOver, Illegal
from honjin.envs import drawing, pettingzoo
from honjin.envs.single import HonjinEnv
from honjin.games import keys, load
from large import large_are_slow

# PettingZoo has a list of the environments with a mask in the observation, and warns of others.
MASKED = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)

FIRST = large_are_slow((key, load(key).presets[0].key) for key in keys())
EVERY = pytest.mark.parametrize("case", cases(quick=("rokumon",)))


@MASKED
@EVERY
def test_turn_by_turn(case: Case) -> None:
    """`env` passes PettingZoo's checks of the interface and of seeds."""
    make = partial(pettingzoo.env, case.key, **case.given)
    api_test(make(), num_cycles=50)
    seed_test(make, num_cycles=30)


@EVERY
def test_all_at_once(case: Case) -> None:
    """`parallel_env` passes them too, including the unmasked actions of the check of seeds."""
    make = partial(pettingzoo.parallel_env, case.key, **case.given)
    parallel_api_test(make(), num_cycles=50)
    parallel_seed_test(make, num_cycles=30)


@EVERY
def test_cycles_are_limited(case: Case) -> None:
    """After `max_cycles` steps of all seats a game is truncated, as PettingZoo counts them."""
    make = partial(pettingzoo.parallel_env, case.key, **case.given)
    max_cycles_test(
        SimpleNamespace(
            parallel_env=make, env=lambda max_cycles: parallel_to_aec(make(max_cycles=max_cycles))
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize("case", cases())
def test_positions_can_be_rendered(case: Case) -> None:
    """As text, and as the picture that the site draws, by PettingZoo's check."""
    render_test(partial(pettingzoo.env, case.key, **case.given))


@pytest.mark.slow
@pytest.mark.parametrize(("key", "preset"), FIRST)
def test_the_benchmark_of_pettingzoo_runs(
    key: str, preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It plays game after game for five seconds, and prints the number of turns."""
    performance_benchmark(pettingzoo.env(key, preset=preset))
    told = capsys.readouterr().out.splitlines()
    assert float(told[1].removesuffix(" turns per second")) > 0


def test_a_position_is_rendered_as_text() -> None:
    """The text has the position in notation, and the seats that must act."""
    env = pettingzoo.env("rokumon", preset="act1", render_mode="ansi")
    env.reset(seed=1)
    one = env.unwrapped._one
    assert drawing.text(one.setting, one.engine.state(0)) == env.render()
    assert env.render().startswith("rokumon: ")
    assert env.render().endswith("waiting for 0\n")


def play_on(env: Any, steps: int, seed: int) -> None:
    """Play some random steps."""
    for n, agent in enumerate(env.agent_iter(steps)):
        seen, _, terminated, truncated, _ = env.last()
        space = env.action_space(agent)
        space.seed(seed + n)
        env.step(None if terminated or truncated else space.sample(seen["action_mask"]))


def test_whole_games_end_with_rewards() -> None:
    """Rewards come at the end, and add up to 0 in zero-sum games."""
    for seed in range(5):
        env = pettingzoo.env("akiwado", preset="three")
        env.reset(seed=seed)
        rewards: dict[str, float] = {}
        for n, agent in enumerate(env.agent_iter()):
            seen, reward, terminated, _, _ = env.last()
            space = env.action_space(agent)
            space.seed(n)
            rewards |= {agent: reward} if terminated else {}
            env.step(None if terminated else space.sample(seen["action_mask"]))
        assert set(env.possible_agents) == set(rewards)
        assert 0 == pytest.approx(sum(rewards.values()))


def first_secret(seed: int) -> Any:
    """A game of three merchants in which two must act at once."""
    env = pettingzoo.env("akiwado", preset="three")
    env.reset(seed=seed)
    for _ in range(100):
        one = env.unwrapped._one
        seen = env.last()[0]
        if len(one.must_act()) > 1 and seen["action_mask"].sum() > 1:
            return env
        play_on(env, 1, seed)
    raise AssertionError("no seat had to choose in secret")


@pytest.mark.parametrize("seed", range(4))
def test_sealed_choices_are_not_seen_by_later_seats(seed: int) -> None:
    """Whatever the first seat seals, the next one sees what it would if it acted at once."""
    before = first_secret(seed)
    later = f"player_{before.unwrapped._one.must_act()[1]}"
    expected = before.observe(later)["observation"]
    mask = before.last()[0]["action_mask"]
    for action in np.flatnonzero(mask):
        env = first_secret(seed)
        env.step(int(action))
        assert later == env.agent_selection
        assert expected.tolist() == env.observe(later)["observation"].tolist()


def test_only_legal_actions_are_taken() -> None:
    """An action outside the mask raises Illegal, and it is still the same seat's turn."""
    env = pettingzoo.env("rokumon", preset="act1")
    env.reset(seed=1)
    agent, mask = env.agent_selection, env.last()[0]["action_mask"]
    for action in (int(np.argmin(mask)), -1, len(mask)):
        with pytest.raises(Illegal, match=f"the mask of {agent}, got {action}"):
            env.unwrapped.step(action)
    assert (agent, mask.tolist()) == (env.agent_selection, env.last()[0]["action_mask"].tolist())


def test_seats_that_need_not_act_can_only_wait() -> None:
    """Their mask allows only NOOP; an illegal choice has no effect, and the seat acts again."""
    env = pettingzoo.parallel_env("rokumon", preset="act1")
    seen, _ = env.reset(seed=1)
    assert [env.noop] == np.flatnonzero(seen["player_1"]["action_mask"]).tolist()
    assert 0 == seen["player_0"]["action_mask"][env.noop]
    after, *_, infos = env.step({"player_0": env.noop, "player_1": env.noop})
    assert {"player_0": {"asked_again": True}, "player_1": {}} == infos
    assert seen["player_0"]["observation"].tolist() == after["player_0"]["observation"].tolist()


def test_a_seat_that_need_not_act_is_told_that_it_did_not() -> None:
    """Its action is outside its mask, and it was told nothing."""
    env = pettingzoo.parallel_env("rokumon", preset="act1")
    seen, _ = env.reset(seed=1)
    action = int(seen["player_0"]["action_mask"].argmax())
    *_, infos = env.step({"player_0": action, "player_1": 0})
    assert {"player_0": {}, "player_1": {"asked_again": True}} == infos
    *_, infos = env.step({"player_1": env.noop})  # an agent without a choice waits
    assert {"player_0": {}, "player_1": {"asked_again": True}} == infos


def test_nobody_is_asked_again_once_the_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waited while another seat's action ended the game was told to act again."""
    env = pettingzoo.parallel_env("rokumon", preset="act1")
    seen, _ = env.reset(seed=1)
    while env.agents:
        actions = {agent: int(one["action_mask"].argmax()) for agent, one in seen.items()}
        both = sorted((0, 1), key=lambda seat: actions[env.possible_agents[seat]] == env.noop)
        monkeypatch.setattr(env._one, "must_act", lambda both=both: tuple(both))
        seen, _, ended, _, infos = env.step(actions)
    assert all(ended.values())
    assert {"player_0": {}, "player_1": {}} == infos


@pytest.mark.parametrize("kind", [float, np.float32])
def test_an_action_is_a_whole_number(kind: Callable[[Any], Any]) -> None:
    """A fraction was cut off, and another action was played."""
    env = pettingzoo.env("rokumon", preset="act1")
    env.reset(seed=1)
    wrong = kind(env.last()[0]["action_mask"].argmax() + 0.5)
    with pytest.raises(Illegal, match=f"expected an action of the mask of player_0, got {wrong}"):
        env.step(wrong)
    parallel = pettingzoo.parallel_env("rokumon", preset="act1")
    parallel.reset(seed=1)
    *_, infos = parallel.step({"player_0": wrong, "player_1": parallel.noop})
    assert {"player_0": {"asked_again": True}, "player_1": {}} == infos


def test_a_game_can_be_truncated() -> None:
    """After `max_cycles` actions per seat all seats are truncated, none terminated."""
    env = pettingzoo.env("rokumon", preset="act4", max_cycles=3)
    env.reset(seed=2)
    play_on(env, 6, 0)
    assert (True, False) == (all(env.truncations.values()), any(env.terminations.values()))


@pytest.mark.slow
def test_trade_is_off() -> None:
    """Optional actions are left out: only seats that must act can act."""
    env = pettingzoo.env("swords", preset="three")
    env.reset(seed=1)
    assert 0 == env.unwrapped._one.engine.state(0).trade


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: pettingzoo.env("rokumon", preset="act9"), "a preset of rokumon: .*; got 'act9'"),
    (lambda: pettingzoo.env("akiwado", seats=9), "option seats is one of"),
    (lambda: pettingzoo.env("akiwado", sets=3), "unknown option 'sets'"),
]


@pytest.mark.parametrize(("make", "said"), WRONG)
def test_options_that_there_are_not_are_refused(make: Callable[[], Any], said: str) -> None:
    """An unknown preset or option is refused, and the message lists the known ones."""
    with pytest.raises(BadOption, match=said):
        make()


@pytest.mark.parametrize("most", [0, -1])
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_there_is_at_least_one_cycle(make: Callable[..., Any], most: int) -> None:
    """An environment that ends before it begins is refused."""
    with pytest.raises(ValueError, match=f"expected max_cycles of at least 1, got {most}"):
        make("rokumon", max_cycles=most)


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env, HonjinEnv])
def test_a_way_to_render_that_there_is_not_is_refused(make: Callable[..., Any]) -> None:
    """It was refused at the first `render`, after hours of games maybe."""
    with pytest.raises(ValueError, match=r"expected a render_mode: human, ansi, .*; got 'video'"):
        make("rokumon", preset="act1", render_mode="video")


def test_seats_act_at_once_only_while_a_game_is_under_way() -> None:
    """Before the first reset, and after the game was cut short, a step is refused."""
    env = pettingzoo.parallel_env("rokumon", preset="act1", max_cycles=1)
    with pytest.raises(GameOver, match="call reset first"):
        env.step({})
    seen, _ = env.reset(seed=1)
    actions = {agent: int(np.argmax(seen[agent]["action_mask"])) for agent in env.agents}
    env.step(actions)
    with pytest.raises(GameOver, match="call reset first"):
        env.step(actions)


def test_nothing_is_asked_before_the_first_reset() -> None:
    """The usual check of order holds for `last`, too."""
    env = pettingzoo.env("rokumon")
    with pytest.raises(AttributeError, match="before reset"):
        env.last()
    env.reset(seed=1)
    assert env.last()[0]["action_mask"].any()
