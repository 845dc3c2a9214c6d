"""Training: repeatable, resumable bit for bit, and with the same numbers in JAX and NumPy."""

from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from honjin.bots.net import BadNet, Network, read_net
from honjin.bots.net.files import as_json, read_arrays, write_arrays
from honjin.envs.vector import make_vec
from honjin.games import load
from honjin.lab import WrongFolder
from honjin.lab.lines import alone_in
from honjin.train import BadTraining, Config, Limits, NoTraining, Session, Trainer

TINY = Config(parallel=8, steps=12, minibatch=32, hidden=(16, 8), seed=3)


def trained(updates: int, key: str = "akiwado", **changed: Any) -> Trainer:
    """A trainer after some updates."""
    options = load(key).presets[0].options
    trainer = Trainer(load(key), options, TINY)
    for _ in range(updates):
        trainer.update()
    return trainer


def without_time(arrays: dict[str, Any]) -> dict[str, bytes]:
    """The arrays of a file as bytes, without times."""
    told = {"about", "run/rows"}
    return {name: held.tobytes() for name, held in arrays.items() if name not in told}


def begun(folder: Path) -> Session:
    """A new session in a folder."""
    game = load("rokumon")
    return Session.new(game, {"act": "1"}, TINY, folder, against=(), games=0)


@pytest.mark.parametrize(
    "limits", [Limits(minutes=nan), Limits(minutes=-1.0), Limits(decisions=nan)]
)
def test_limits_that_are_never_reached_are_refused(limits: Limits) -> None:
    """Training would not have ended: no time is more than nan."""
    with pytest.raises(BadTraining, match=r"expected (minutes|decisions) from 0 on, got (nan|-1)"):
        limits.must_be_possible()


@pytest.mark.slow
def test_a_folder_has_one_run(tmp_path: Path) -> None:
    """A session that began beside another overwrites nothing, during the run or after it."""
    one, other = begun(tmp_path), begun(tmp_path)
    with alone_in(tmp_path), pytest.raises(WrongFolder, match="in use by another process"):
        one.run(Limits(decisions=1))
    with pytest.raises(BadTraining, match="got nan"):
        one.run(Limits(minutes=nan))
    one.run(Limits(decisions=1))
    before = (tmp_path / "net.npz").read_bytes()
    with pytest.raises(WrongFolder, match="another process has trained in"):
        other.run(Limits(decisions=1))
    assert before == (tmp_path / "net.npz").read_bytes()
    one.run(Limits(decisions=100))
    assert before != (tmp_path / "net.npz").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["rokumon", "akiwado"])
def test_a_resumed_run_is_the_uninterrupted_one(tmp_path: Path, key: str) -> None:
    """Bit for bit: weights, optimizer, games, pending decisions, and records."""
    whole = trained(5, key)
    first = trained(2, key)
    first.save(tmp_path / "first.npz")
    second = Trainer.resume(tmp_path / "first.npz")
    for _ in range(3):
        second.update()
    for trainer, name in ((whole, "a"), (second, "b")):
        trainer.save(tmp_path / name)
    one, two = (without_time(read_arrays(tmp_path / name)) for name in "ab")
    assert one == two
    untimed = [[row._replace(seconds=0.0) for row in each.rows] for each in (whole, second)]
    assert untimed[0] == untimed[1]
    assert second.decisions == 5 * 8 * 12


@pytest.mark.slow
def test_jax_and_numpy_think_alike(tmp_path: Path) -> None:
    """The network gives the same numbers in training and in play."""
    import jax.numpy as jnp

    trainer = trained(3)
    trainer.save(tmp_path / "a.npz")
    net = read_net(tmp_path / "a.npz")
    seen, mask = (held[-1] for held in (trainer.rollout.seen, trainer.rollout.mask))
    odds, value = net.think(seen, mask)
    log_odds, expected = trainer.method.ppo._think(
        trainer.average, jnp.array(seen), jnp.array(mask)
    )
    assert np.abs(np.exp(log_odds) - odds).max() < 1e-5
    assert np.abs(np.asarray(expected) - value).max() < 1e-5
    assert ((odds > 0) <= (mask > 0)).all()


@pytest.mark.slow
def test_only_legal_actions_are_drawn_and_learned() -> None:
    """Illegal actions have probability 0, and the gradient leaves their weights unchanged."""
    trainer = trained(1)
    held = trainer.rollout
    every = np.arange(TINY.parallel)
    for row in range(held.seats, len(held.seat)):
        assert held.mask[row, every, held.action[row]].all()
    never = ~held.mask[held.seats :].any(axis=(0, 1))
    assert never.any()
    before = Trainer(trainer.game, trainer.options, TINY).weights["policy_b"]
    assert (np.asarray(trainer.weights["policy_b"])[never] == np.asarray(before)[never]).all()


@pytest.mark.slow
def test_it_learns_to_win() -> None:
    """After a hundred thousand decisions it wins most games of Act 1 against random actions."""
    game = load("rokumon")
    config = Config(parallel=128, steps=32, hidden=(64, 64), minibatch=512)
    trainer = Trainer(game, {"act": "1"}, config)
    for _ in range(25):
        trainer.update()
    assert score_against_random(trainer.network(), 200) > 0.65


def score_against_random(net: Network, games: int) -> float:
    """The share of games that a network wins, over both seats."""
    env = make_vec("rokumon", games, act="1")
    rng, every = np.random.default_rng(1), np.arange(games)
    seen, _ = env.reset(seed=1)
    got, is_over = np.zeros(games), np.zeros(games, bool)
    while not is_over.all():
        odds, _ = net.think(seen["observation"], seen["action_mask"])
        chance = rng.random(odds.shape) * seen["action_mask"]
        own = seen["to_play"] == every % 2
        seen, _, over, _, infos = env.step(np.where(own, odds.argmax(1), chance.argmax(1)))
        first = over & ~is_over
        got[first] = infos["rewards"][first, (every % 2)[first]]
        is_over |= over
    return float((got / 2 + 0.5).mean())


# ---- files and settings


def file_of(tmp_path: Path, **changed: Any) -> Path:
    """The file of a trainer, with some arrays changed."""
    trained(1).save(tmp_path / "a.npz")
    arrays = dict(read_arrays(tmp_path / "a.npz"))
    arrays.update({name.replace("__", "/"): held for name, held in changed.items()})
    file = tmp_path / "b.npz"
    file.write_bytes(write_arrays({k: v for k, v in arrays.items() if v is not None}))
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"run__config": None}, "expected an array 'run/config'"),
        ({"run__config": as_json({"steps": "x"})}, "run/config"),
        ({"run__config": as_json({"steps": 0})}, "expected steps from 1 to 4096"),
        ({"run__weights__b0": np.zeros(3, np.float32)}, "b0: expected float32"),
        ({"run__weights__b0": None}, "check b0"),
        ({"run__adam__1": None}, "check 1"),
        ({"run__games__luck": None}, "expected arrays luck, lengths and actions"),
        ({"run__games__luck": np.zeros(8, np.int64)}, "expected generators"),
        ({"run__waiting__seen": None}, "expected seen"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    tmp_path: Path, changed: dict[str, Any], told: str
) -> None:
    """The error says what was expected."""
    with pytest.raises((BadNet, BadTraining), match=told):
        Trainer.resume(file_of(tmp_path, **changed))


@pytest.mark.parametrize(
    ("name", "value"), [("parallel", 0), ("learning_rate", 2.0), ("clip", 0.0), ("hidden", ())]
)
def test_settings_have_bounds(name: str, value: Any) -> None:
    """BadTraining names the setting."""
    with pytest.raises(BadTraining, match=name):
        Config(**{name: value})


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without JAX a trainer says what to install; no other part of Honjin needs it."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoTraining, match=r"pip install 'honjin\[train\]'"):
        Trainer(load("rokumon"))
