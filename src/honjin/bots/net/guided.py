"""A bot that searches the tree with a network as its guide."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final

from honjin.bots.bot import SearchRequest
from honjin.bots.mcts.bot import MctsBot, Search, first_request
from honjin.bots.net.bot import MAX_TEMPERATURE, NetBot
from honjin.bots.net.guide import Guide, guide_of
from honjin.bots.net.network import About, Network, layout_of, scale_of, shapes_of
from honjin.core.game import Game
from honjin.core.options import Options

LOOPS: Final = Path(__file__).with_name("guided_loop.py")

NODES_A_SECOND: Final = 100_000

COLDEST: Final = 0.1
"""The lowest temperature; a search must be able to leave what a network prefers."""


class GuidedSearch(Search):
    """One search under way, guided by a network."""

    loops: ClassVar[Path] = LOOPS

    def __init__(
        self, module: ModuleType, bot: MctsBot, task: SearchRequest, room: int, guide: Guide
    ) -> None:
        self._guide = guide
        super().__init__(module, bot, task, room)

    def _begin(self) -> None:
        self.module.begin_guided(self.states, self.tree, self._guide)

    def go_on(self, simulations: int) -> None:
        """Run `simulations` more simulations."""
        self.module.guide_on(self.states, self.tree, self._guide, self.done + simulations)


@dataclass(frozen=True)
class GuidedBot(MctsBot):
    """Monte Carlo tree search with a network's priors and values, within a budget.

    The temperature flattens the priors (above 1) or sharpens them (below 1).

    It plays games of the layout that these `options` have, whatever the network's file says: the
    compiled search checks no index.
    """

    name: str = "net"
    rollout: int = 0
    net: Network = field(kw_only=True, repr=False, compare=False)
    path: str = field(kw_only=True)
    options: Options = field(kw_only=True)
    temperature: float = field(kw_only=True, default=1.0)

    def __post_init__(self) -> None:
        """Raise ValueError for an invalid temperature."""
        super().__post_init__()
        if not COLDEST <= self.temperature <= MAX_TEMPERATURE:
            raise ValueError(
                f"expected a temperature from {COLDEST:g} to {MAX_TEMPERATURE:g} for a search, "
                f"got {self.temperature:g}"
            )

    @property
    def loops(self) -> Path | None:
        """The loop file, or None if the bot never compiles."""
        return LOOPS if self.compiles else None

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for games that the network plays, if it can value them for every seat."""
        same = layout_of(game, self.options) == self.net.about.layout
        return (
            NetBot(self.net, self.path).suits(game, options)
            and same
            and (can_guide(self.net, game, options))
        )

    def begin(self, task: SearchRequest) -> Search:
        """A search before its first simulation."""
        module = self._module(task.game, LOOPS)
        room = self._room(task, module, LOOPS, NODES_A_SECOND)
        weights = _tempered(self.net.weights, self.temperature)
        guide = guide_of(task.game, self.options, weights, self.net.about.hidden)
        return GuidedSearch(module, self, task, room, guide)


def _tempered(weights: Mapping[str, Any], temperature: float) -> Mapping[str, Any]:
    """The weights with the policy's logits divided by the temperature."""
    if temperature == 1:
        return weights
    policy = {name: weights[name] / temperature for name in ("policy_w", "policy_b")}
    return {**weights, **policy}


def can_guide(net: Network, game: Game[Any], options: Options) -> bool:
    """True if a network values a position for every seat."""
    seats = game.seats(options)
    return net.about.values == seats or (seats == 2 and game.zero_sum)


def blank(game: Game[Any], options: Options, hidden: tuple[int, ...] = (1,)) -> Network:
    """A network of zeros with a value for each seat: all actions alike, all positions even."""
    import numpy as np

    scale, seats = scale_of(game, options), game.seats(options)
    about = About(
        game.key, game.version, dict(options), seats, layout_of(game, options), hidden, values=seats
    )
    shapes = shapes_of(len(scale), hidden, game.action_count(options), seats)
    weights = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    return Network(about, weights | {"scale": scale})


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a short search from the start of a game."""
    play, task = first_request(game)
    bot = GuidedBot(net=blank(game, play.options), path="", options=play.options)
    guide = guide_of(game, play.options, bot.net.weights, bot.net.about.hidden)
    search = GuidedSearch(module, bot, task, 64, guide)
    search.go_on(8)
    search.result(time.monotonic())
    module.wipe(search.tree)
    module.hide(search.states, search.tree)
