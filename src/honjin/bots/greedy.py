"""The bot that looks one action ahead, at what would be on the table right after it.

What it cannot see it makes up (`resample`), several times over. Dice and draws that follow count
by their odds. Where others choose at the same time, they are taken to choose anything.
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
    """Takes what stands best after one action, over `worlds` guesses at what is hidden.

    `outcomes` is how many outcomes of chance it follows before it takes a sample instead.
    """

    name: str = "greedy"
    worlds: int = 16
    outcomes: int = 64

    def suits(self, game: Game[Any], options: Options) -> bool:  # noqa: ARG002
        """Any game."""
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        """The action with the best sum over all worlds; ties are broken by the task's `rng`."""
        game, observation, seat, _, rng, budget, handle, _ = task
        deadline = time.monotonic() + budget.seconds
        actions = task.legal()
        sums = [0.0] * len(actions)
        for world, luck in self._worlds(game, observation, seat, rng):
            for i, action in enumerate(actions):
                sums[i] += self._worth_of(game, world, seat, action, random.Random(luck))
            if handle.is_stopped or time.monotonic() >= deadline:
                break
        best = max(sums)
        equals = [a for a, total in zip(actions, sums, strict=True) if total == best]
        return SearchResult(rng.choice(equals))

    def _worlds(
        self, game: Game[Any], observation: Any, seat: int, rng: random.Random
    ) -> Iterator[tuple[Any, int]]:
        # Every action meets the same worlds with the same luck, so that luck decides nothing.
        sure = not game.has_secrets and not _others(game, observation, seat)
        for _ in range(1 if sure else self.worlds):
            world = observation.copy()
            if game.has_secrets:
                game.resample(world, seat, seeded(rng.getrandbits(32)))
            yield world, rng.getrandbits(32)

    def _worth_of(
        self, game: Game[Any], world: Any, seat: int, action: int, rng: random.Random
    ) -> float:
        others = _others(game, world, seat)
        after = world.copy()
        game.apply_action(after, seat, action)
        return self._worth(game, after, seat, others, self.outcomes, rng)

    def _worth(
        self, game: Game[Any], s: Any, seat: int, others: int, width: int, rng: random.Random
    ) -> float:
        """What a state is worth to a seat once `others` have chosen and chance has fallen."""
        mask = game.may_act(s)
        if mask & CHANCE_BIT:
            return self._expected(game, s, seat, others, width, rng)
        waiting = seats_in(mask & others)
        if not waiting:
            return standing(game, s, seat)
        after = s.copy()
        game.apply_action(after, waiting[0], rng.choice(game.legal(s, waiting[0])))
        return self._worth(game, after, seat, others & ~(1 << waiting[0]), width, rng)

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
            total += weight * self._worth(game, after, seat, others, narrower, rng)
        return total / sum(weight for _, weight in outcomes)


def _others(game: Game[Any], s: Any, seat: int) -> int:
    """The seats that the game awaits along with this one."""
    return game.must_act(s) & ~(1 << seat) & ~CHANCE_BIT


def standing(game: Game[Any], s: Any, seat: int) -> float:
    """How a seat stands: its result when the game is over, else the game's estimate."""
    if game.may_act(s):
        return float(max(-MOST_ESTIMATE, min(MOST_ESTIMATE, game.evaluate(s, seat))))
    out = [0] * MOST_SEATS
    game.returns(s, out)
    return WON * out[seat] / game.best
