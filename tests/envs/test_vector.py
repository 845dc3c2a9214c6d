"""Many games at once: the same games as one by one, in batches of every size."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import honjin.envs
from honjin.core.errors import Illegal
from honjin.core.jit.rng import draw, seeded
from honjin.core.play import Play
from honjin.core.seats import SPECTATOR, seats_in
from honjin.envs.engine.engine import Engine
from honjin.envs.engine.team import LEAST
from honjin.envs.setting import setting
from honjin.envs.vector import HonjinVectorEnv, make_vec
from honjin.games import keys, load
from large import large_are_slow
from madeup.game import GAME

FIRST = large_are_slow((key, load(key).presets[0].key) for key in keys())


def choose(mask: Any, n: int) -> Any:
    """A legal action for each game, the n-th in cyclic order."""
    counts = mask.sum(axis=1)
    ranks = (7 * n + 3) % counts
    return np.argmax(np.cumsum(mask, axis=1) > ranks[:, None], axis=1)


def results_of(env: Any, steps: int) -> list[Any]:
    """All results of an environment in a number of steps."""
    seen, _ = env.reset(seed=5)
    found = [seen]
    for n in range(steps):
        seen, reward, terminated, truncated, infos = env.step(choose(seen["action_mask"], n))
        found.append((seen, reward, terminated, truncated, infos["rewards"]))
    return found


def same(one: Any, two: Any) -> bool:
    """True if two nested structures of arrays are equal."""
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(two) and all(map(same, one, two))
    return np.array_equal(one, two)


@pytest.mark.parametrize(("key", "preset"), FIRST)
def test_every_game_can_be_made_by_name(key: str, preset: str) -> None:
    """`gymnasium.make_vec` makes it; its observations are in its spaces."""
    name = f"honjin/{honjin.envs.registration.name_of(key, preset)}-v{honjin.envs.VERSION}"
    env = gymnasium.make_vec(name, num_envs=3)
    assert isinstance(env.unwrapped, HonjinVectorEnv)
    seen, _ = env.reset(seed=1)
    for n in range(20):
        assert env.observation_space.contains(seen)
        seen, reward, terminated, truncated, _ = env.step(choose(seen["action_mask"], n))
        assert [np.float32, bool, bool] == [reward.dtype, terminated.dtype, truncated.dtype]
    env.close()


def test_a_name_can_include_its_module() -> None:
    """A name with its module as a prefix needs no import."""
    assert 2 == gymnasium.make_vec("honjin.envs:honjin/rokumon-v1", num_envs=2).num_envs


@pytest.mark.parametrize(("key", "preset"), [("rokumon", "act3"), ("akiwado", "three")])
def test_games_are_the_same_in_batches_of_every_size(key: str, preset: str) -> None:
    """Each of many games is the same as alone with its seed."""
    count = 2 * LEAST
    many = results_of(make_vec(key, count, preset=preset), 60)
    for i in (0, LEAST - 1, count - 1):
        env = make_vec(key, 1, preset=preset)
        seen, _ = env.reset(seed=5 + i)
        assert same({k: v[i] for k, v in many[0].items()}, {k: v[0] for k, v in seen.items()})
        for n, step in enumerate(many[1:]):
            seen, *others, infos = env.step(choose(seen["action_mask"], n))
            assert same({k: v[i] for k, v in step[0].items()}, {k: v[0] for k, v in seen.items()})
            assert same([part[i] for part in step[1:]], [p[0] for p in (*others, infos["rewards"])])


@pytest.mark.parametrize("preset", ["two", "four"])
def test_interpreted_games_are_the_same(preset: str) -> None:
    """Plain Python and compiled rules give the same results, byte by byte."""
    engines = (
        Engine(setting(GAME, preset, {}), 3, rules=rules) for rules in ("compiled", "interpreted")
    )
    one, two = (results_of(HonjinVectorEnv(engine), 60) for engine in engines)
    assert same(one, two)


@pytest.mark.parametrize(("key", "preset"), FIRST)
def test_games_are_those_of_the_rules(key: str, preset: str) -> None:
    """Each step leads to the same position as in `Play`, with the same dice."""
    chosen = setting(key, preset, {})
    env = HonjinVectorEnv(Engine(chosen, 1))
    play, rng = Play(chosen.game, chosen.options), seeded(5)
    play.state = chosen.start.copy()
    seen, _ = env.reset(seed=5)
    for n in range(60):
        play.run_chance(lambda total: draw(rng, total))
        assert play.state == env._engine.state(0)
        seat = int(seen["to_play"][0])
        assert seats_in(chosen.game.must_act(play.state))[0] == seat
        mask = seen["action_mask"][0]
        actions = chosen.actions[np.flatnonzero(mask)].tolist()
        assert sorted(play.legal(seat)) == sorted(actions)
        action = choose(seen["action_mask"], n)
        play.push(seat, int(chosen.actions[action[0]]))
        seen, _, terminated, _, infos = env.step(action)
        if terminated[0]:
            result = play.result()
            assert result is not None
            best = chosen.game.best
            assert [got / best for got in result.returns] == pytest.approx(infos["rewards"][0])
            return


def test_a_game_that_ends_is_reset_in_the_same_step() -> None:
    """The last observation is returned together with the first one of the next game."""
    env = make_vec("rokumon", 16, preset="act1")
    seen, _ = env.reset(seed=3)
    begun = seen["observation"].sum(axis=1)
    ended = 0
    for n in range(60):
        before = seen
        seen, reward, terminated, truncated, infos = env.step(choose(seen["action_mask"], n))
        assert not truncated.any()
        for i in np.flatnonzero(terminated):
            last = infos["final_obs"][i]
            assert before["to_play"][i] == last["to_play"]
            assert not last["action_mask"].any()
            assert infos["rewards"][i, last["to_play"]] == reward[i]
            assert begun.min() <= seen["observation"][i].sum() <= begun.max() + 7
            ended += 1
        assert terminated.tolist() == infos.get("_final_obs", terminated).tolist()
    assert ended > 16


def test_a_long_game_is_truncated() -> None:
    """After the limit of steps a game is truncated: the seat to play sees it, with no reward."""
    env = gymnasium.make_vec("honjin/akiwado-three-v1", num_envs=2, max_episode_steps=4)
    seen, _ = env.reset(seed=1)
    for n in range(8):
        seen, reward, terminated, truncated, infos = env.step(choose(seen["action_mask"], n))
        assert [n % 4 == 3] * 2 == truncated.tolist()
        assert not terminated.any()
        assert not reward.any()
        if truncated.any():
            assert infos["final_obs"][1]["action_mask"].any()


def test_seeds_can_be_given_one_by_one() -> None:
    """A list of seeds gives each game its own; some games can be reset alone."""
    env = make_vec("rokumon", 3, preset="act4")
    first, _ = env.reset(seed=[4, 4, 9])
    assert same(first["observation"][0], first["observation"][1])
    assert not same(first["observation"][0], first["observation"][2])
    seen, *_ = env.step(choose(first["action_mask"], 0))
    after, _ = env.reset(options={"reset_mask": np.array([True, False, False])})
    assert [False, True, True] == [
        same(seen["observation"][i], after["observation"][i]) for i in range(3)
    ]


@pytest.mark.parametrize("seed", [7, [None, 4, 9], None])
def test_games_that_do_not_begin_keep_their_luck(seed: Any) -> None:
    """Seeds given with a mask are for its games alone."""
    one, two = (make_vec("rokumon", 3, preset="act4") for _ in range(2))
    for env in (one, two):
        seen, _ = env.reset(seed=1)
        env.step(choose(seen["action_mask"], 0))
    one.reset(seed=seed, options={"reset_mask": np.array([True, False, False])})
    kept = (one._engine.desk == two._engine.desk).all(axis=1)
    assert [False, True, True] == kept.tolist()


def test_a_game_without_a_seed_of_its_own_goes_on() -> None:
    """None in a list of seeds leaves the random stream of a game as it is after the first reset."""
    one, two = (make_vec("rokumon", 2, preset="act4") for _ in range(2))
    for env in (one, two):
        env.reset(seed=[5, 6])
    seen, _ = one.reset(seed=[None, 8])
    expected, _ = two.reset()
    assert same(seen["observation"][0], expected["observation"][0])


def test_seeds_of_any_size_keep_every_digit() -> None:
    """Also next to smaller ones in a list."""
    lone, both = make_vec("rokumon", 1, preset="act4"), make_vec("rokumon", 2, preset="act4")
    lone.reset(seed=2**63 + 1)
    both.reset(seed=[2**63 + 1, 5])
    assert lone._engine.desk[0].tolist() == both._engine.desk[0].tolist()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"options": {"reset_mask": [True]}}, "expected a reset_mask of 3"),
        ({"options": {"reset_mask": [[True] * 3]}}, "expected a reset_mask of 3"),
        ({"seed": [1, 2]}, "expected 3 seeds, got 2"),
    ],
)
def test_what_is_not_for_each_game_is_refused(given: Any, told: str) -> None:
    """A mask and seeds have one entry for each."""
    env = make_vec("rokumon", 3, preset="act1")
    with pytest.raises(ValueError, match=told):
        env.reset(**given)


@pytest.mark.parametrize("most", [0, -1])
def test_a_game_has_at_least_one_step(most: int) -> None:
    """A limit that ends games before they begin is refused."""
    with pytest.raises(ValueError, match=f"max_episode_steps of at least 1, got {most}"):
        make_vec("rokumon", 1, max_episode_steps=most)


def test_an_illegal_action_stops_the_step_before_it_begins() -> None:
    """Illegal names the game; no game has changed."""
    env = make_vec("rokumon", 4, preset="act1")
    seen, _ = env.reset(seed=1)
    actions = choose(seen["action_mask"], 0)
    for wrong in (int(np.argmin(seen["action_mask"][2])), -1, 10_000):
        actions[2] = wrong
        with pytest.raises(Illegal, match=f"game 2, got {wrong}"):
            env.step(actions)
    with pytest.raises(ValueError, match="expected 4 actions"):
        env.step(actions[:3])
    assert same(seen["observation"], env._engine.seen)


def test_an_action_with_a_fraction_is_refused() -> None:
    """It was cut off, and another action was played."""
    envs = make_vec("rokumon", 2, preset="act1")
    seen, _ = envs.reset(seed=1)
    chosen = seen["action_mask"].argmax(axis=1).astype(float)
    with pytest.raises(Illegal, match=r"expected an action of the mask of game 1, got \d+\.5"):
        envs.step(np.array([chosen[0], chosen[1] + 0.5]))
    assert (1, 1) == tuple(envs.step(chosen)[0]["to_play"])


def test_wrappers_of_gymnasium_fit() -> None:
    """Episode statistics work with games that are reset in the same step."""
    env = RecordEpisodeStatistics(make_vec("rokumon", 8, preset="act1"))
    seen, _ = env.reset(seed=1)
    for n in range(60):
        seen, *_ = env.step(choose(seen["action_mask"], n))
    assert env.episode_count > 8
    assert min(env.length_queue) > 3


def test_without_copies_the_arrays_are_used_again() -> None:
    """With `copy=False` a step overwrites the arrays of the last one."""
    env = make_vec("rokumon", 2, preset="act1", copy=False)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(choose(first["action_mask"], 0))
    assert first["observation"] is second["observation"]


def test_last_observations_are_the_same_without_copies() -> None:
    """With `copy=False` they are parts of tables, also in the space of observations."""
    envs = [make_vec("rokumon", 16, preset="act1", copy=copy) for copy in (True, False)]
    seen = [env.reset(seed=3)[0] for env in envs]
    ended = 0
    for n in range(40):
        actions = choose(seen[0]["action_mask"], n)
        steps = [env.step(actions) for env in envs]
        seen = [step[0] for step in steps]
        for i in np.flatnonzero(steps[0][2]):
            copied, shared = (step[4]["final_obs"][i] for step in steps)
            assert same(copied, shared)
            assert shared in envs[1].single_observation_space
            ended += 1
    assert ended > 16


def test_spectators_see_no_more_than_seats() -> None:
    """A spectator's array is made from its observation alone."""
    chosen = setting("akiwado", "three", {})
    assert chosen.size == len(chosen.game.observation(chosen.start, SPECTATOR, chosen.options))
