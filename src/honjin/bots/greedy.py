"""A bot that looks one action ahead and evaluates the state right after it.

Hidden information is sampled several times (`resample`). Chance outcomes that follow are weighted
by their odds. Seats that choose at the same time are assumed to choose at random.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from honjin.bots.bot import SearchRequest, SearchResult
from honjin.core.game import MOST_ESTIMATE, Game
from honjin.core.jit.rng import seeded
from honjin.core.options import Options
from honjin.core.play import pick
from honjin.core.seats import CHANCE, CHANCE_BIT, MOST_SEATS, seats_in

WON: Final = 1_000_000_000


@dataclass(frozen=True)
class GreedyBot:
    """Takes the action with the best mean evaluation over `worlds` samples of what is hidden.

    Beyond `outcomes` chance outcomes, it samples them instead of enumerating them.
    """

    name: str = "greedy"
    worlds: int = 16
    outcomes: int = 64

    def suits(self, game: Game[Any], options: Options) -> bool:  # noqa: ARG002
        """Any game."""
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        """The action with the best sum over all worlds; ties are broken by the task's `rng`."""
        game, observation, seat, rng = task.game, task.observation, task.seat, task.rng
        deadline = time.monotonic() + task.budget.seconds
        actions = task.legal()
        sums = [0.0] * len(actions)
        for world, seed in self._worlds(game, observation, seat, rng):
            for i, action in enumerate(actions):
                sums[i] += self._action_value(game, world, seat, action, random.Random(seed))
            if task.handle.is_stopped or time.monotonic() >= deadline:
                break
        best = max(sums)
        equals = [a for a, total in zip(actions, sums, strict=True) if total == best]
        return SearchResult(rng.choice(equals))

    def _worlds(
        self, game: Game[Any], observation: Any, seat: int, rng: random.Random
    ) -> Iterator[tuple[Any, int]]:
        # All actions share the same worlds and random streams, so that chance favours none.
        sure = not game.has_secrets and not _others(game, observation, seat)
        for _ in range(1 if sure else self.worlds):
            world = observation.copy()
            if game.has_secrets:
                game.resample(world, seat, seeded(rng.getrandbits(32)))
            yield world, rng.getrandbits(32)

    def _action_value(
        self, game: Game[Any], world: Any, seat: int, action: int, rng: random.Random
    ) -> float:
        others = _others(game, world, seat)
        after = world.copy()
        game.apply_action(after, seat, action)
        return self._value(game, after, seat, others, self.outcomes, rng)

    def _value(
        self, game: Game[Any], s: Any, seat: int, others: int, width: int, rng: random.Random
    ) -> float:
        """The value of a state to a seat after `others` have chosen and chance is resolved."""
        mask = game.may_act(s)
        if mask & CHANCE_BIT:
            return self._expected(game, s, seat, others, width, rng)
        waiting = seats_in(mask & others)
        if not waiting:
            return seat_value(game, s, seat)
        after = s.copy()
        game.apply_action(after, waiting[0], rng.choice(game.legal(s, waiting[0])))
        return self._value(game, after, seat, others & ~(1 << waiting[0]), width, rng)

    def _expected(
        self, game: Game[Any], s: Any, seat: int, others: int, width: int, rng: random.Random
    ) -> float:
        outcomes = game.outcomes(s)
        if len(outcomes) > width:
            outcomes = [(pick(outcomes, rng.randrange), 1) for _ in range(width)]
        total = 0.0
        for outcome, weight in outcomes:
            after = s.copy()
            game.apply_action(after, CHANCE, outcome)
            narrower = max(1, width // len(outcomes))
            total += weight * self._value(game, after, seat, others, narrower, rng)
        return total / sum(weight for _, weight in outcomes)


def _others(game: Game[Any], s: Any, seat: int) -> int:
    """The other seats that must act at the same time as this one."""
    return game.must_act(s) & ~(1 << seat) & ~CHANCE_BIT


def seat_value(game: Game[Any], s: Any, seat: int) -> float:
    """A seat's result if the game is over, else the game's estimate for it."""
    if game.may_act(s):
        return float(max(-MOST_ESTIMATE, min(MOST_ESTIMATE, game.evaluate(s, seat))))
    out = [0] * MOST_SEATS
    game.returns(s, out)
    return WON * out[seat] / game.best
