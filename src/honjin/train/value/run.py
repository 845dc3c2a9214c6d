"""A run that learns a value for the tree search (`train.generations`)."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, NamedTuple

from honjin.bots.learned.files import read_value, value_bytes
from honjin.bots.learned.weights import AboutValue, LearnedValue, blank
from honjin.bots.net.network import layout_of
from honjin.train.generations import GenerationRun, Order
from honjin.train.value.playing import Taught
from honjin.train.value.shards import ShardWorker, Work, message_of, taught_in


class Generation(NamedTuple):
    """A row of the curve. Losses are cross entropies, for rows learned from and rows held out.

    `ordered` is the share of pairs of actions that are put in the order of their targets
    (`order.ordered`), `ordered_before` that of the game's own estimate; `odds` is the held-out loss
    of the odds, `priors` that of the priors that they correct; `estimate` is the held-out loss of
    the game's own estimate, `seconds` the time by the clock.
    """

    generation: int
    games: int
    rows: int
    epochs: int
    loss: float
    held_out: float
    ordered: float
    ordered_before: float
    odds: float
    priors: float
    estimate: float
    seconds: float


class ValueRun(GenerationRun[LearnedValue]):
    """A run in a folder, with a `ValueConfig`."""

    shard: ClassVar[int] = 20
    worker: ClassVar[type] = ShardWorker

    def _new_work(self, address: str) -> Work:
        chosen = self.setting
        return Work(address, chosen.game.version, dict(chosen.options), self.config)

    def _blank(self) -> LearnedValue:
        return blank(self.setting.game, self.setting.options)

    def _fitted(self, generation: int) -> tuple[LearnedValue, Generation]:
        from honjin.train.value.fitting import fit  # it imports JAX

        config, chosen = self.config, self.setting
        taught = Taught.joined(self._learned_from(generation, taught_in))
        games = config.games * min(generation, config.memory)
        actions = chosen.game.action_count(chosen.options)
        found = fit(taught, actions, config, generation)
        about = AboutValue(
            chosen.key, chosen.game.version, dict(chosen.options),
            layout_of(chosen.game, chosen.options), config.widths, generation, games, found.rows,
            config.seed,
        )  # fmt: skip
        row = Generation(
            generation, games, found.rows, found.epochs, found.loss, found.held_out, found.ordered,
            found.ordered_before, found.odds, found.priors, found.before, 0.0,
        )  # fmt: skip
        return LearnedValue(about, found.weights), row

    def _message(self, order: Order, value: LearnedValue) -> bytes:
        return message_of(order, value)

    def _read(self, place: Path) -> LearnedValue:
        return read_value(place)

    def _bytes(self, value: LearnedValue) -> bytes:
        return value_bytes(value)
