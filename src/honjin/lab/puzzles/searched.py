"""Values of choices by deep searches, for questions that cannot be enumerated.

Each choice is searched by itself, with the same number of simulations as the others, so a choice
that looks bad at first is not valued less carefully. Several searches with different seeds have to
agree on the best choice, each with the margin of the theme.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from honjin.bots import Player, SearchHandle, SearchRequest, ask_seen, read_player
from honjin.core.game import Game
from honjin.core.parts.themes import SCALE, Theme, Worth
from honjin.solver.puzzles.decision import Node

SEEDS: Final = (1, 2, 3)
"""The seeds of the searches that have to agree."""

GLANCE: Final = 10
"""A first look with this fraction of the simulations discards most positions."""

MAX_CHOICES: Final = 24
"""A position with more choices takes too long to search."""


def searched_node(
    game: Game[Any], theme: Theme[Any], seen: Any, seat: int, seats: int
) -> Node | None:
    """The question that a position asks with its values; None if the answer is not clear."""
    if not theme.asks(seen, seat):
        return None
    actions = [one for one in game.legal(seen, seat) if theme.takes(seen, seat, one)]
    if not theme.least_choices <= len(actions) <= MAX_CHOICES:
        return None
    values = _Values(game, theme, seen, seat, seats)
    glance = values.of(actions, SEEDS[0], GLANCE)
    if not _lead(glance, _best(glance), theme.margin / 2):
        return None
    found = [values.of(actions, seed) for seed in SEEDS]
    best = _best(found[0])
    if not all(_lead(one, best, theme.margin) for one in found):
        return None
    return Node(
        {
            game.notation.write_action(seen, seat, action): Worth(round(_mean(found, n)), SCALE)
            for n, action in enumerate(actions)
        }
    )


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=lambda n: values[n])


def _lead(values: Sequence[float], best: int, margin: float) -> bool:
    """True if one choice is ahead of all others by a margin."""
    others = [value for n, value in enumerate(values) if n != best]
    return values[best] > -SCALE and values[best] - max(others) >= margin


def _mean(found: Sequence[Sequence[float]], n: int) -> float:
    return sum(values[n] for values in found) / len(found)


class _Values:
    """The values of the choices of a seat, from what it sees."""

    def __init__(
        self, game: Game[Any], theme: Theme[Any], seen: Any, seat: int, seats: int
    ) -> None:
        self.game, self.seen, self.seat, self.seats = game, seen, seat, seats
        self.player: Player = read_player(theme.search)

    def of(self, actions: Sequence[int], seed: int, fraction: int = 1) -> list[float]:
        """The value of each action, from -SCALE to SCALE."""
        return [self._one(action, seed, fraction) for action in actions]

    def _one(self, action: int, seed: int, fraction: int) -> float:
        budget = self.player.budget
        task = SearchRequest(
            self.game, self.seen, self.seat, self.seats, random.Random(f"{seed} {action}"),
            budget._replace(work=max(1, budget.work // fraction)), SearchHandle(), (action,),
        )  # fmt: skip
        found = ask_seen(self.player.bot, task)
        value = next((one.value for one in found.stats if one.action == action), None)
        return SCALE * (value if value is not None else -1.0)
