"""The result of training does not depend on where games are played, nor on lost workers."""

from __future__ import annotations

import os
import signal
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from honjin.bots.net.files import read_arrays
from honjin.games import load
from honjin.lab import Backend, WorkerFailed
from honjin.train import Config, Limits, Session, Trainer, Workers
from waiting import until

pytestmark = pytest.mark.slow

CONFIG = Config(parallel=10, steps=12, minibatch=32, hidden=(16, 8), seed=3, parts=3)
UPDATES = 4


def begun(**changed: Any) -> Trainer:
    """A trainer of Akiwado, which has dice, draws and simultaneous choices."""
    fields = {name: getattr(CONFIG, name) for name in Config.__struct_fields__}
    game = load("akiwado")
    return Trainer(game, game.presets[0].options, Config(**fields | changed))


def saved(trainer: Trainer, folder: Path) -> dict[str, bytes]:
    """Everything that a run saves, as bytes, without times."""
    trainer.save(folder / "told.npz")
    arrays = dict(read_arrays(folder / "told.npz"))
    for name in ("about", "run/rows"):
        del arrays[name]
    rows = [row._replace(seconds=0.0) for row in trainer.rows]
    return {name: held.tobytes() for name, held in arrays.items()} | {"rows": repr(rows).encode()}


def workers_of(trainer: Trainer) -> list[Any]:
    """The current workers."""
    return list(trainer._players._team._workers)  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Everything that a run in one process saves."""
    trainer = begun()
    for _ in range(UPDATES):
        trainer.update()
    return saved(trainer, tmp_path_factory.mktemp("alone"))


def test_processes_learn_the_same(alone: dict[str, bytes], tmp_path: Path) -> None:
    """Two processes play three parts; after them this process continues."""
    trainer = begun()
    with trainer.workers(Workers(2)):
        for _ in range(UPDATES - 1):
            trainer.update()
    trainer.update()
    assert alone == saved(trainer, tmp_path)
    assert trainer.seconds > 0


def test_a_run_can_continue_with_other_workers(alone: dict[str, bytes], tmp_path: Path) -> None:
    """A run is resumed from its file with any number of workers."""
    first = begun()
    with first.workers(Workers(3)):
        first.update()
    first.save(tmp_path / "first.npz")
    second = Trainer.resume(tmp_path / "first.npz")
    with second.workers(Workers(2)):
        for _ in range(UPDATES - 1):
            second.update()
    assert alone == saved(second, tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="a process is ended by a signal")
def test_a_killed_worker_changes_nothing(alone: dict[str, bytes], tmp_path: Path) -> None:
    """Another worker plays its part."""
    trainer = begun()
    with trainer.workers(Workers(2)):
        for _ in range(UPDATES):
            trainer.update()
            os.kill(workers_of(trainer)[0].process.pid, signal.SIGKILL)
    assert alone == saved(trainer, tmp_path)


def test_one_part_is_played_as_environments_are(tmp_path: Path) -> None:
    """Games seeded as by `reset`, with a key for each step, so earlier runs can be resumed."""
    import jax

    from honjin.envs.vector import make_vec

    trainer = begun(parts=1)
    game, config = trainer.game, trainer.config
    env = make_vec("akiwado", config.parallel, copy=False, **game.presets[0].options)  # type: ignore[arg-type]
    seen, _ = env.reset(seed=config.seed)
    weights = trainer.weights
    trainer.play()
    rollout, key = trainer.rollout, jax.random.key(config.seed)
    for step in range(config.steps):
        row = rollout.seats + step
        assert (rollout.seen[row] == seen["observation"]).all()
        odds, _ = trainer.method.ppo._think(weights, seen["observation"], seen["action_mask"])
        rising = np.cumsum(np.exp(np.asarray(odds, np.float64)), axis=1)
        drawn = jax.random.uniform(jax.random.fold_in(key, step), (config.parallel, 1))
        ticket = np.asarray(drawn, np.float64) * rising[:, -1:]
        expected = (rising <= ticket).sum(axis=1)
        near = np.abs(rising - ticket).min(axis=1) < 1e-5
        assert ((rollout.action[row] == expected) | near).all()
        seen, *_ = env.step(rollout.action[row])


def test_what_was_trained_before_workers_failed_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is saved if nothing was trained yet."""
    trainer = begun()
    play = trainer.play

    def fails_later(after: int) -> float:
        if trainer.updates == after:
            raise WorkerFailed("worker 1 was killed by signal 9")
        return play()

    for after in (0, 2):
        monkeypatch.setattr(trainer, "play", partial(fails_later, after))
        with pytest.raises(WorkerFailed):
            Session(trainer, tmp_path / str(after), against=()).run(Limits(minutes=1))
    assert not (tmp_path / "0").exists()
    assert 2 == Trainer.resume(tmp_path / "2" / "net.npz").updates


def test_a_worker_with_other_rules_is_refused() -> None:
    """The error comes before it plays anything."""
    from honjin.train.workers import PartWorker, Work

    game = load("akiwado")
    options = dict(game.read_options(game.presets[0].options))
    work = Work("honjin.games.akiwado.game", game.version + 1, "a layout", options, CONFIG)
    with pytest.raises(WorkerFailed, match="of akiwado, as in the training process, got rules"):
        PartWorker(msgspec.json.encode(work))


# ---- on a cluster


def have_lost_one(workers: list[Any]) -> bool:
    """True once the cluster has noticed; the workers of a dead node outlive it by some seconds."""
    ray = import_module("ray")
    try:
        ray.get([worker.handle.__ray_ready__.remote() for worker in workers])
    except ray.exceptions.RayActorError:
        return True
    return False


def test_a_cluster_learns_the_same(cluster: Any, alone: dict[str, bytes], tmp_path: Path) -> None:
    """Two nodes play, and one of them dies along the way."""
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    trainer = begun()
    with trainer.workers(Workers(3, Backend.RAY)):
        trainer.update()
        trainer.update()
        before = workers_of(trainer)
        cluster.remove_node(second, allow_graceful=False)
        until(lambda: have_lost_one(before))
        for _ in range(UPDATES - 2):
            trainer.update()
        assert set(before) - set(workers_of(trainer))
    assert alone == saved(trainer, tmp_path)
