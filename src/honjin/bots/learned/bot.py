"""The tree search with a learned value in place of the game's estimate.

Only a bot that plays imports NumPy.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from honjin.bots.bot import SearchRequest
from honjin.bots.mcts.bot import NODES_A_SECOND, MctsBot, Search, first_request
from honjin.core.game import Game
from honjin.core.options import Options

if TYPE_CHECKING:
    from honjin.bots.learned.weights import LearnedValue, Weights

VALUE: Final = "value"
LOOPS: Final = Path(__file__).with_name("learned_loop.py")


class LearnedSearch(Search):
    """One search under way, with a learned value."""

    loops: ClassVar[Path] = LOOPS

    def __init__(
        self, module: ModuleType, bot: MctsBot, task: SearchRequest, room: int, weights: Weights
    ) -> None:
        self._weights = weights
        super().__init__(module, bot, task, room)

    def _begin(self) -> None:
        self.module.begin_learned(self.states, self.tree, self._weights)

    def go_on(self, simulations: int) -> None:
        """Run `simulations` more simulations."""
        self.module.learned_on(self.states, self.tree, self._weights, self.done + simulations)


@dataclass(frozen=True)
class ValuedBot(MctsBot):
    """Monte Carlo tree search by a learned value, within a budget.

    Its settings are those of `mcts`, but a new node is always valued where it is. It plays games
    with these `options`, whatever the file says: no observation contains them, and the compiled
    search checks no index.
    """

    name: str = VALUE

    value: LearnedValue = field(kw_only=True, repr=False, compare=False)
    options: Options = field(kw_only=True, repr=False, compare=False)
    path: str = field(kw_only=True, default="")
    """The value's file."""
    kept: dict[int, Weights] = field(
        kw_only=True, init=False, repr=False, compare=False, default_factory=dict
    )
    """Weights by the identity of the game, so that no move waits for checks of the layout."""

    def __post_init__(self) -> None:
        """Raise ValueError for an invalid setting."""
        super().__post_init__()
        if self.rollout:
            raise ValueError(f"expected rollout=0 with a learned value, got {self.rollout}")

    @property
    def loops(self) -> Path | None:
        """The loop file, or None if the bot never compiles."""
        return LOOPS if self.compiles else None

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for games with the options that the value was learned for."""
        return self.value.suits(game, options)

    def begin(self, task: SearchRequest) -> Search:
        """A search before its first simulation."""
        module = self._module(task.game, LOOPS)
        room = self._room(task, module, LOOPS, NODES_A_SECOND)
        return LearnedSearch(module, self, task, room, self.weights(task.game))

    def weights(self, game: Game[Any]) -> Weights:
        """The weights with room of their own: searches may run side by side."""
        from honjin.bots.learned.weights import weights_for, with_room

        if id(game) not in self.kept:
            self.kept[id(game)] = weights_for(self.value, game, self.options)
        return with_room(self.kept[id(game)])


def with_value(bot: MctsBot, value: LearnedValue, options: Options, path: str = "") -> ValuedBot:
    """The bot with a learned value, for games with the options that it was learned for."""
    held = {one.name: getattr(bot, one.name) for one in fields(MctsBot) if one.name != "name"}
    return ValuedBot(**held, value=value, options=options, path=path)


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a short search from the start of a game."""
    from honjin.bots.learned.weights import blank, weights_for

    play, task = first_request(game)
    weights = weights_for(blank(game, play.options), game, play.options)
    search = LearnedSearch(module, MctsBot(), task, 64, weights)
    search.go_on(8)
    search.result(time.monotonic())
