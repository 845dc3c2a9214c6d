"""The tree search with learned weights in place of the estimate's usual ones."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from honjin.bots.mcts.bot import LOOPS, MctsBot
from honjin.bots.mcts.tree import Tree, weigh_by
from honjin.core.game import Game
from honjin.core.options import Options

if TYPE_CHECKING:
    from honjin.bots.weighed.learned import LearnedWeights

__all__ = ["LOOPS", "WeighedBot", "with_weights"]  # it compiles what `mcts` compiles


@dataclass(frozen=True)
class WeighedBot(MctsBot):
    """Monte Carlo tree search by learned weights of the game's estimate, within a budget.

    Without `weights`, it plays by those that come with the game for its `options`, which are read
    when it first thinks; where there are none, by the usual ones.
    """

    weights: LearnedWeights | None = field(kw_only=True, repr=False, compare=False, default=None)
    options: Options = field(kw_only=True, repr=False, compare=False)
    path: str = field(kw_only=True, default="")
    """The weights' file."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for games with the options that the weights were learned for."""
        return self.weights is None or self.weights.suits(game, options)

    def settle(self, tree: Tree, game: Game[Any]) -> None:
        """Apply the settings and the weights to a search."""
        super().settle(tree, game)
        weights = self.weights or self._own(game)
        if weights is not None:
            weigh_by(tree, weights.whole)

    def _own(self, game: Game[Any]) -> LearnedWeights | None:
        from honjin.bots.weighed.files import own_weights

        return own_weights(game, self.options)


def with_weights(
    bot: MctsBot, options: Options, weights: LearnedWeights | None = None, path: str = ""
) -> WeighedBot:
    """The bot with learned weights, or with those that come with games of these options."""
    held = {one.name: getattr(bot, one.name) for one in fields(MctsBot)}
    return WeighedBot(**held, weights=weights, options=options, path=path)
