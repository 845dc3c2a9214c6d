"""Alpha-beta with learned weights of patterns in place of the game's estimate."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from honjin.bots.alphabeta.bot import AlphaBetaBot, Search
from honjin.bots.alphabeta.table import Control
from honjin.bots.bot import SearchRequest
from honjin.bots.mcts.bot import first_request
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.state import ints

if TYPE_CHECKING:
    from honjin.bots.patterns.weights import PatternValue

LOOPS: Final = Path(__file__).with_name("patterns_loop.py")


@cache
def wide_control(count: int, most: int) -> type[Control]:
    """A search's parameters with room for weights, and for the patterns of a position."""

    class WideControl(Control):
        learned: int = ints(kind="i8")  # 0: the game's own estimate
        places: list[int] = ints(2 * most, kind="i8")
        weights: list[int] = ints(count, kind="i2")

    return WideControl


class PatternSearch(Search):
    """One search with learned weights of patterns."""

    loops: ClassVar[Path] = LOOPS

    def __init__(
        self, game: Game[Any], module: ModuleType, state: Any, seat: int, value: PatternValue,
        *, bits: int = 16,
    ) -> None:  # fmt: skip
        self._value = value
        super().__init__(game, module, state, seat, bits=bits)

    def _make_control(self) -> Any:
        kind = wide_control(self.game.patterns.count, self.game.patterns.most)
        made = self._several(kind, 1)
        self.learn(made, self._value)
        return made

    def learn(self, control: Any, value: PatternValue) -> None:
        """Use other weights from now on."""
        if self.is_compiled:
            control[0]["weights"] = value.whole
        else:
            control[0].weights[:] = value.whole.tolist()
        self._write(control[0], "learned", int(len(value.places) > 0))


@dataclass(frozen=True)
class PatternBot(AlphaBetaBot):
    """Alpha-beta by learned weights of patterns, within a budget and a depth.

    Without a `value`, it plays by the weights that come with the game for its `options`, which are
    read when it first thinks; where there are none, by the game's own estimate.
    """

    own_loops: ClassVar[Path] = LOOPS
    value: PatternValue | None = field(kw_only=True, repr=False, compare=False, default=None)
    options: Options | None = field(kw_only=True, repr=False, compare=False, default=None)
    path: str = field(kw_only=True, default="")
    """The weights' file."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for games with the options that the weights were learned for."""
        suits = self.value is None or self.value.suits(game, options)
        return suits and game.patterns.count > 0 and super().suits(game, options)

    def search(self, task: SearchRequest, module: ModuleType, bits: int) -> Search:
        """A search before its first depth, with a table of 2**bits entries."""
        value = self.weights_in(task.game)
        return PatternSearch(task.game, module, task.observation, task.seat, value, bits=bits)

    def weights_in(self, game: Game[Any]) -> PatternValue:
        """The weights that it plays by in a game."""
        from honjin.bots.learned import own_value
        from honjin.bots.patterns.weights import blank

        options = self.options or {}
        return self.value or own_value(game, options) or blank(game, options)


def with_patterns(
    bot: AlphaBetaBot,
    value: PatternValue | None = None,
    options: Options | None = None,
    path: str = "",
) -> PatternBot:
    """The bot with learned weights, or with those that come with games of these options."""
    held = {one.name: getattr(bot, one.name) for one in fields(AlphaBetaBot)}
    return PatternBot(**held, value=value, options=options, path=path)


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Call each loop once, in a game that has patterns; not before it is dealt."""
    from honjin.bots.patterns.weights import blank

    if not game.patterns.count:
        return
    _, task = first_request(game)
    value = blank(game, {})
    search = PatternSearch(game, module, task.observation, task.seat, value, bits=4)
    search.begin_depth()
    search.go_on(1000)
    search.line(search.choices()[0])
