"""A bot that plays a network's policy without search.

Only a bot that plays imports NumPy.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from honjin.bots.bot import ActionStats, SearchRequest, SearchResult
from honjin.core.errors import NoArrays
from honjin.core.game import Game
from honjin.core.options import Options

if TYPE_CHECKING:
    import numpy as np

    from honjin.bots.net.network import Network

NET: Final = "net"
AUTO: Final = -1.0
MAX_TEMPERATURE: Final = 100.0


@dataclass(frozen=True)
class NetBot:
    """Plays a legal action by a network's policy, without search.

    With temperature 0 it takes the likeliest action; with 1 it draws from the policy, which lower
    temperatures sharpen and higher ones flatten. The default is 0 in games without secrets and 1 in
    games with secrets, where a deterministic player gives itself away.
    """

    net: Network = field(repr=False, compare=False)
    path: str
    temperature: float = AUTO
    name: str = NET

    def __post_init__(self) -> None:
        """Raise ValueError for an invalid temperature."""
        if self.temperature != AUTO and not 0 <= self.temperature <= MAX_TEMPERATURE:
            raise ValueError(f"expected a temperature from 0 to 100, got {self.temperature:g}")

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for games with the rules, observation layout and actions it was trained with."""
        from honjin.bots.net.network import layout_of

        about = self.net.about
        if (game.key, game.version) != (about.game, about.rules):
            return False
        try:
            if layout_of(game, options) != about.layout:
                return False
        except NoArrays:
            return False
        # A file may claim a layout that its weights do not have.
        sizes = game.observation_size(options), game.action_count(options)
        return sizes == (self.net.places, self.net.actions)

    def think(self, task: SearchRequest) -> SearchResult:
        """An action by the policy; `stats` lists all, likeliest first."""
        began = time.monotonic()
        number_of = self.net.numbers(task.game)
        legal = task.legal()
        known = [action for action in legal if number_of[action] >= 0]
        if not known:  # actions that are left out of the arrays, such as trade
            return SearchResult(task.rng.choice(legal))
        odds, value = self._odds(task, [number_of[action] for action in known])
        action = known[self._choose(task, odds)]
        ranked = sorted(zip(odds, known, strict=True), reverse=True)
        stats = tuple(ActionStats(one, None, 0, ((task.seat, one),)) for _, one in ranked)
        return SearchResult(action, value, stats, 1, 0, time.monotonic() - began)

    def _odds(self, task: SearchRequest, numbers: list[int]) -> tuple[list[float], float]:
        """The policy's odds of these actions, and the seat's expected result (-1 to 1)."""
        import numpy as np

        mask = np.zeros((1, self.net.actions), np.int8)
        mask[0, numbers] = 1
        odds, value = self.net.think(seen_as_array(task, self.net.places)[None], mask)
        return odds[0, numbers].tolist(), max(-1.0, min(1.0, float(value[0])))

    def _choose(self, task: SearchRequest, odds: list[float]) -> int:
        heat = self.temperature
        if heat == AUTO:
            heat = 1.0 if task.game.has_secrets else 0.0
        if heat == 0:
            return max(range(len(odds)), key=lambda k: odds[k])
        most = max(odds)
        weights = [(chance / most) ** (1 / heat) for chance in odds]
        return task.rng.choices(range(len(odds)), weights)[0]


def seen_as_array(task: SearchRequest, places: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """The seat's observation as environments give it, without sealed choices of other seats."""
    import numpy as np

    game = task.game
    seen = task.observation.copy()
    game.retract_sealed(seen, task.seat)
    out = [0] * places
    assert game.encode is not None
    game.encode(seen, task.seat, task.seats, out)
    return np.array(out, np.int8)
