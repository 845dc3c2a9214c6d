"""The training loop, and the file from which it can be resumed.

One policy plays all seats against itself. An update plays `steps` steps in `parallel` games, and
learns from decisions that are settled (`methods`). The network that is saved for playing is a
running mean of the learning ones.

A run resumed from a file is identical, bit for bit, to one that was not interrupted, on the same
machine with the same libraries: the file contains weights, the optimizer's state, the games in
progress as records, and what the method keeps; all randomness follows from the seed and the number
of the update.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from honjin.bots.net.files import (
    Arrays,
    as_json,
    below,
    network_of,
    read_arrays,
    read_json,
    under,
    write_arrays,
)
from honjin.bots.net.network import ABOUT, About, Network, layout_of, scale_of
from honjin.core.errors import BadNet, RecordMismatch
from honjin.core.game import Game
from honjin.games import load
from honjin.train.config import AnyConfig, Config, MethodKey, Workers, must_have_jax
from honjin.train.curve import AnyRow, Score
from honjin.train.parts import begun, parts_of, split, whole

if TYPE_CHECKING:
    from honjin.train.playing import Here
    from honjin.train.workers import There


class _Told(msgspec.Struct):
    """The method of a run; files of earlier versions do not name it."""

    method: MethodKey = MethodKey.PPO


class Trainer:
    """A network that learns a game with these options; see the module docstring.

    `rows` has a row for each update, `scores` one for each match reported to it.
    """

    def __init__(
        self, game: Game[Any], options: Mapping[str, object] | None = None,
        config: AnyConfig | None = None,
    ) -> None:  # fmt: skip
        must_have_jax()
        from honjin.envs.setting import Setting
        from honjin.train.methods import method_of
        from honjin.train.playing import Here
        from honjin.train.ppo import first_weights

        self.game, self.options = game, game.read_options(options)
        self.config = config = config or Config()
        self.rows: list[AnyRow] = []
        self.scores: list[Score] = []
        self.updates = self.decisions = 0
        self.seconds = 0.0
        self._scale = scale_of(game, self.options)
        self._parts = parts_of(config.parallel, config.parts)
        self._games = split(begun(config.parallel, config.seed), self._parts)
        self.method = method = method_of(Setting(game, self.options), config)
        self._here = Here(method)
        self._players: Here | There = self._here
        sizes = len(self._scale), game.action_count(self.options)
        self.weights = first_weights(*sizes, config, method.values)
        self.average = self.weights
        self._adam = method.optimizer.init(self.weights)

    @property
    def rollout(self) -> Any:
        """What was played in the last update."""
        return self.method.rollout

    # ---- learning

    def update(self) -> AnyRow:
        """Play, learn, and return the record of the update."""
        from honjin.train.ppo import mixed

        began = time.process_time()
        elsewhere = self.play()
        ended = _ended_games(self.rollout.rewards, self.rollout.over)
        found = self.method.learn(self.weights, self._adam, self.updates)
        self.weights, self._adam = found.weights, found.state
        self.updates += 1
        self.decisions += self.config.parallel * self.config.steps
        share = min(self.config.average, self.updates / (self.updates + 9))
        self.average = mixed(self.average, self.weights, share)
        self.seconds += time.process_time() - began + elsewhere
        row = self.method.row(self.updates, self.decisions, self.seconds, *ended, *found.told)
        self.rows.append(row)
        return row

    def play(self) -> float:
        """Fill the rollout, the first half of an update; return other processes' processor seconds.

        WorkerFailed if workers fail, and nothing changes.
        """
        from honjin.train.playing import Order

        order = Order(self.updates, self.weights, self._games)
        self._games, elsewhere = self._players.play(order, self.rollout)
        return elsewhere

    @contextmanager
    def workers(self, workers: Workers) -> Iterator[None]:
        """Let workers play inside the `with` block; the result of training stays the same.

        BadTraining, BadArena or WorkerFailed if they cannot.
        """
        workers.must_suit(self.config)
        if workers.are_here:
            yield
            return
        from honjin.train.workers import players_of

        with players_of(self.game, self.options, self.config, workers) as players:
            self._players = players
            try:
                yield
            finally:
                self._players = self._here

    # ---- the network and its file

    def network(self) -> Network:
        """The network that plays."""
        about = About(
            self.game.key, self.game.version, dict(self.options), self.game.seats(self.options),
            layout_of(self.game, self.options), self.config.hidden, self.decisions, self.updates,
            self.seconds, self.config.seed, values=self.method.values,
        )  # fmt: skip
        weights = {name: np.asarray(held) for name, held in self.average.items()}
        return Network(about, weights | {"scale": self._scale})

    def save(self, path: Path) -> None:
        """Write everything to one file atomically; NotKept if that fails."""
        import jax

        from honjin.lab.lines import write_whole

        net = self.network()
        arrays: Arrays = {ABOUT: as_json(net.about)}
        arrays |= under("net", net.weights)
        arrays |= {"run/config": as_json(self.config), "run/rows": as_json(self.rows)}
        arrays["run/scores"] = as_json(self.scores)
        arrays |= under("run/weights", self.weights)
        leaves = enumerate(jax.tree.leaves(self._adam))
        arrays |= under("run/adam", {str(k): leaf for k, leaf in leaves})
        arrays |= under("run/games", whole(self._games))
        arrays |= under("run", self.method.kept())
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, write_arrays(arrays))

    @classmethod
    def resume(cls, path: Path) -> Trainer:
        """The trainer that `save` wrote; BadNet if the file is not one."""
        must_have_jax()
        arrays = read_arrays(path)
        net = network_of({k: v for k, v in arrays.items() if _is_net(k)}, path)
        key = read_json(arrays, "run/config", _Told, path).method
        config = read_json(arrays, "run/config", key.config, path)
        game = load(net.about.game)
        if game.version != net.about.rules:
            raise BadNet(
                f"{path}: expected a network for rules {game.version} of {game.key}, "
                f"got one for rules {net.about.rules}"
            )
        trainer = cls(game, net.about.options, config)
        if layout_of(game, trainer.options) != net.about.layout:
            raise BadNet(f"{path}: its places and actions differ from those of {game.key}")
        try:
            trainer._take_up(arrays, net, path)
        except (ValueError, RecordMismatch) as problem:
            raise BadNet(f"{path}: {problem}") from None
        return trainer

    def _take_up(self, arrays: Arrays, net: Network, path: Path) -> None:
        import jax
        import jax.numpy as jnp

        averages = {name: held for name, held in net.weights.items() if name != "scale"}
        self.average = _like(self.average, averages)
        self.weights = _like(self.weights, below("run/weights", arrays))
        leaves, form = jax.tree.flatten(self._adam)
        expected = {str(k): leaf for k, leaf in enumerate(leaves)}
        found = _like(expected, below("run/adam", arrays))
        self._adam = jax.tree.unflatten(form, [jnp.array(found[k]) for k in expected])
        self.method.take_up(below("run", arrays))
        self._games = split(below("run/games", arrays), self._parts)
        self._here.resume(self._games)
        self.rows = read_json(arrays, "run/rows", list[self.method.row], path)  # type: ignore[name-defined]
        self.scores = read_json(arrays, "run/scores", list[Score], path)
        about = net.about
        self.updates, self.decisions, self.seconds = about.updates, about.decisions, about.seconds


def _ended_games(rewards: Any, over: Any) -> tuple[int, float, float]:
    """The number of games that ended, decisions per game, and the share without a winner."""
    games = int(over.sum())
    if not games:
        return 0, 0.0, 0.0
    got = rewards[over]
    is_drawn = got.max(axis=-1) == got.min(axis=-1)
    return games, over.size / games, float(is_drawn.mean())


def _is_net(name: str) -> bool:
    return name == ABOUT or name.startswith("net/")


def _like(expected: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given arrays as JAX arrays; ValueError unless names, shapes and types are as expected."""
    import jax.numpy as jnp

    if expected.keys() != given.keys():
        different = ", ".join(sorted(expected.keys() ^ given.keys()))
        raise ValueError(f"expected the arrays of this network; check {different[:80]}")
    for name, held in expected.items():
        got = given[name]
        if got.shape != held.shape or got.dtype != held.dtype:
            raise ValueError(
                f"{name}: expected {held.dtype} {held.shape}, got {got.dtype} {got.shape}"
            )
    return {name: jnp.array(given[name], copy=True) for name in expected}
