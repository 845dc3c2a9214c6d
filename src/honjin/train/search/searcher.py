"""The searches of self-play: one tree, used again for each decision.

A search begins with the state of a game, from which the compiled loop `hide` at once removes what
the seat may not know: everything that the search samples and everything that the network is shown
follows from the seat's observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.bots.mcts.bot import MctsBot
from honjin.bots.mcts.tree import planted, sow
from honjin.bots.mcts.tree_loop import ME, REGRET, ROOT_OBS, SELECT, STATES
from honjin.bots.net.guide import Guide, guide_of
from honjin.bots.net.guided import LOOPS
from honjin.bots.net.guided_loop import TRUST
from honjin.core.jit.compiled import batch, compiled, interpreted, warm
from honjin.envs.engine.engine import Engine
from honjin.envs.setting import Setting

_CONCENTRATION: Final = 10.0
"""The sum of the parameters of the Dirichlet noise, shared among the legal actions."""


class Found(NamedTuple):
    """The odds that a search found: the number of each legal action, and its odds."""

    numbers: Any
    odds: Any


class Searcher:
    """Searches with `simulations` simulations each; `noise` is the share of noise in the priors."""

    def __init__(
        self, setting: Setting, simulations: int, noise: float, rules: str = "compiled"
    ) -> None:
        game, is_compiled = setting.game, rules == "compiled"
        self._setting, self._simulations, self._noise = setting, simulations, noise
        self._is_compiled = is_compiled
        self.states = self._new_states()
        room = simulations + 2
        self.tree = planted(game, setting.seats, room, 1, is_compiled=is_compiled)
        MctsBot().settle(self.tree, game)
        self._guide: Guide | None = None

    def _new_states(self) -> Any:
        chosen = self._setting
        if self._is_compiled:
            return batch(chosen.game, chosen.start, spare=STATES - 1)
        return [chosen.start.copy() for _ in range(STATES)]

    @cached_property
    def _module(self) -> ModuleType:
        game = self._setting.game
        if not self._is_compiled:
            return interpreted(game, LOOPS)
        warm(game, LOOPS)  # all at once, so that bots find them ready
        return compiled(game, LOOPS)

    @property
    def is_mixed(self) -> bool:
        """True if it finds a strategy to be drawn from, which games with secrets need."""
        return bool(self.tree.control[SELECT] == REGRET)

    def follow(self, weights: Mapping[str, Any], hidden: tuple[int, ...]) -> None:
        """Let a network guide the next searches; its `weights` include the scale."""
        chosen = self._setting
        self._guide = guide_of(chosen.game, chosen.options, weights, hidden)

    def think(self, engine: Engine, i: int, seat: int, luck: np.random.Generator) -> Found:
        """Search game i of an engine for the seat that must act."""
        module, tree = self._module, self.tree
        module.wipe(tree)
        tree.control[ME] = seat
        sow(tree, int(luck.integers(1 << 32)))
        engine.copy(i, self.states, ROOT_OBS)
        module.hide(self.states, tree)
        module.begin_guided(self.states, tree, self._guide)
        count = int(tree.count[0])
        if count > 1:
            self._add_noise(count, luck)
            module.guide_on(self.states, tree, self._guide, self._simulations)
        return self._found(count)

    def _add_noise(self, count: int, luck: np.random.Generator) -> None:
        if not self._noise:
            return
        tree = self.tree
        noise = luck.dirichlet(np.full(count, _CONCENTRATION / count))
        for edge in range(count):  # those of the root are the first
            tree.prior[edge] += self._noise * (noise[edge] - tree.prior[edge])
            if self.is_mixed:
                tree.regret[edge] = TRUST * tree.prior[edge]

    def _found(self, count: int) -> Found:
        tree, guide = self.tree, self._guide
        assert guide is not None
        priors = np.array(tree.prior[:count], np.float64)
        # In a few simulations, all sampled worlds may make the root another node.
        visits = priors if self.is_mixed else np.array(tree.tried[:count], np.float64)
        weights = visits if visits.any() else priors
        return Found(guide.numbers[np.array(tree.action[:count])], weights / weights.sum())
