"""The training loop, and the file from which it can be resumed.

One policy plays all seats against itself. An update plays `steps` steps in `parallel` games,
credits each decision to the seat that made it, and learns from those that are settled. The network
that is saved for playing is a running mean of the learning ones.

A run resumed from a file is identical, bit for bit, to one that was not interrupted, on the same
machine with the same libraries: the file contains weights, the optimizer's state, the games in
progress as records, and the pending decisions; all randomness follows from the seed and the number
of the update.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from honjin.bots.net.files import (
    Arrays,
    BadNet,
    as_json,
    below,
    network_of,
    read_arrays,
    read_json,
    under,
    write_arrays,
)
from honjin.bots.net.network import ABOUT, About, Network, layout_of, scale_of
from honjin.core.errors import RecordMismatch
from honjin.core.game import Game
from honjin.games import load
from honjin.train.config import Config, Workers, must_have_jax
from honjin.train.curve import Row, Score
from honjin.train.parts import begun, parts_of, split, whole

if TYPE_CHECKING:
    from honjin.train.playing import Here
    from honjin.train.ppo import Batch
    from honjin.train.workers import There


class Trainer:
    """A network that learns a game with these options; see the module docstring.

    `rows` has a row for each update, `scores` one for each match reported to it.
    """

    def __init__(
        self, game: Game[Any], options: Mapping[str, object] | None = None,
        config: Config | None = None,
    ) -> None:  # fmt: skip
        must_have_jax()
        from honjin.envs.setting import Setting
        from honjin.train.playing import Here
        from honjin.train.ppo import Ppo, first_weights
        from honjin.train.rollout import Rollout

        self.game, self.options = game, game.read_options(options)
        self.config = config = config or Config()
        self.rows: list[Row] = []
        self.scores: list[Score] = []
        self.updates = self.decisions = 0
        self.seconds = 0.0
        scale = scale_of(game, self.options)
        actions = game.action_count(self.options)
        self._parts = parts_of(config.parallel, config.parts)
        self._games = split(begun(config.parallel, config.seed), self._parts)
        seats = game.seats(self.options)
        self.rollout = Rollout(config.steps, config.parallel, seats, len(scale), actions)
        self._ppo, self._scale = Ppo(scale, config), scale
        self._here = Here(Setting(game, self.options), self._ppo)
        self._players: Here | There = self._here
        self.weights = first_weights(len(scale), actions, config)
        self.average = self.weights
        self._adam = self._ppo.optimizer.init(self.weights)

    # ---- learning

    def update(self) -> Row:
        """Play, learn, and return the record of the update."""
        began = time.process_time()
        elsewhere = self.play()
        ended = _ended_games(self.rollout.rewards, self.rollout.over)
        advantage, is_settled = self.rollout.credit(self.config.discount, self.config.trace)
        losses, explained = self._learn(advantage, is_settled)
        self.rollout.carry(is_settled)
        self.updates += 1
        self.decisions += self.config.parallel * self.config.steps
        share = min(self.config.average, self.updates / (self.updates + 9))
        self.average = self._ppo.mix(self.average, self.weights, share)
        self.seconds += time.process_time() - began + elsewhere
        policy, value, entropy, drift, clipped = losses
        row = Row(
            self.updates, self.decisions, self.seconds, *ended, policy, value, entropy, explained,
            drift, clipped,
        )  # fmt: skip
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

    def _learn(self, advantage: Any, is_settled: Any) -> tuple[tuple[float, ...], float]:
        import jax.numpy as jnp

        rows = np.flatnonzero(is_settled)
        target = advantage + self.rollout.value
        known = advantage.reshape(-1)[rows]
        spread = (advantage - known.mean()) / (known.std() + 1e-8)
        batch = self._batch(spread, target)
        every: list[Any] = []
        for epoch in range(self.config.epochs):
            rng = np.random.default_rng((self.config.seed, self.updates, epoch))
            for part, counts in _parts(rng.permutation(rows), self.config.minibatch):
                self.weights, self._adam, losses = self._ppo.learn(
                    self.weights, self._adam, batch, jnp.array(part), jnp.array(counts)
                )
                every.append(losses)
        means = np.mean([[float(loss) for loss in losses] for losses in every], axis=0)
        variance = float(target.reshape(-1)[rows].var())
        explained = 1 - float(known.var()) / variance if variance > 0 else 0.0
        return tuple(map(float, means)), explained

    def _batch(self, advantage: Any, target: Any) -> Batch:
        import jax.numpy as jnp

        from honjin.train.ppo import Batch

        held = self.rollout
        columns = (held.seen, held.mask, held.action, held.log_odds, advantage, target)
        # Copies, since the arrays are overwritten while JAX may still read them.
        return Batch(*(jnp.array(c.reshape(-1, *c.shape[2:]), copy=True) for c in columns))

    # ---- the network and its file

    def network(self) -> Network:
        """The network that plays."""
        about = About(
            self.game.key, self.game.version, dict(self.options), self.rollout.seats,
            layout_of(self.game, self.options), self.config.hidden, self.decisions, self.updates,
            self.seconds, self.config.seed,
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
        arrays |= under("run/waiting", self.rollout.waiting())
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, write_arrays(arrays))

    @classmethod
    def resume(cls, path: Path) -> Trainer:
        """The trainer that `save` wrote; BadNet if the file is not one."""
        must_have_jax()
        arrays = read_arrays(path)
        net = network_of({k: v for k, v in arrays.items() if _is_net(k)}, path)
        config = read_json(arrays, "run/config", Config, path)
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
        self.rollout.take_up(below("run/waiting", arrays))
        self._games = split(below("run/games", arrays), self._parts)
        self._here.resume(self._games)
        self.rows = read_json(arrays, "run/rows", list[Row], path)
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


def _parts(rows: Any, most: int) -> list[tuple[Any, Any]]:
    """Rows in minibatches of about the same size, padded to one size, with masks of real rows."""
    parts = np.array_split(rows, -(-len(rows) // most))
    found = []
    for part in parts:
        filled = np.zeros(most, np.int32)
        filled[: len(part)] = part
        found.append((filled, (np.arange(most) < len(part)).astype(np.float32)))
    return found


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
