"""A manner of playing: what a person does who knows the game, but is no master of it.

temperature   the bot draws its action by what its search found: the better one is, the likelier.
              Nearly equal actions are mixed up, a bad one is rare, the worst one hardly ever seen.
overlook      in each decision the bot overlooks some pieces and places, with all that can be
              done there, and considers the rest.

An action weighs exp((value - best) / temperature), where the value is the expected result from -1
to 1, as in a search's statistics, and `best` is the value of the action that the bot would play. An
action that a search has not tried weighs nothing.

What is overlooked is the first thing that a player would click for an action (`Actions.path`): a
piece, a card, a place. Actions without arguments, such as ending a turn, are in plain sight.
Neither setting knows more than the wrapped bot: a wrapper gets the same observation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from honjin.bots.bot import (
    ActionStats,
    Budget,
    SearchRequest,
    SearchResult,
    values_one,
)
from honjin.bots.random_bot import Wrapper

LINES: Final = 4
"""The most actions that a bot which values only its best one is asked to value."""

MAX_TEMPERATURE: Final = 10.0
MAX_OVERLOOKED: Final = 0.95


@dataclass(frozen=True)
class ManneredBot(Wrapper):
    """Plays like another bot, but mixes up good actions and overlooks some (module docstring).

    With a temperature of 0 it plays the other bot's choice; with `overlook` 0 it considers all.
    """

    temperature: float = 0.0
    overlook: float = 0.0

    def __post_init__(self) -> None:
        """Raise ValueError for an invalid setting."""
        if not 0 <= self.temperature <= MAX_TEMPERATURE:
            raise ValueError(
                f"expected a temperature from 0 to {MAX_TEMPERATURE:g}, got {self.temperature:g}"
            )
        if not 0 <= self.overlook <= MAX_OVERLOOKED:
            raise ValueError(
                f"expected overlook from 0 to {MAX_OVERLOOKED:g}, got {self.overlook:g}"
            )

    def think(self, task: SearchRequest) -> SearchResult:
        """An action drawn from those that were considered."""
        legal = [one for one in task.legal() if one in task.only] or task.legal()
        if len(legal) == 1:
            return self.bot.think(task)
        seen = noticed(task, legal, self.overlook)
        if len(seen) == 1:
            return SearchResult(seen[0], stats=(_unvalued(task, seen[0]),))
        asked = task._replace(only=tuple(seen)) if len(seen) < len(legal) else task
        if not self.temperature:
            return self.bot.think(asked)
        found = self._valued(asked._replace(may_end_early=False), seen)
        weights = weigh(found, self.temperature)
        action = task.rng.choices([*weights], [*weights.values()])[0]
        value = next((one.value for one in found.stats if one.action == action), None)
        return found._replace(action=action, value=value)

    def _valued(self, task: SearchRequest, seen: Sequence[int]) -> SearchResult:
        """The bot's result with values; a bot that values one action is asked for the next ones.

        It is asked `LINES` times at most, each time without what it chose before, and these
        searches share its budget.
        """
        budget = _part(task.budget)
        first = self.bot.think(task._replace(budget=budget) if values_one(self.bot) else task)
        if not values_one(self.bot):
            return first
        stats = list(first.stats[:1])
        while len(stats) < LINES and len(stats) + 1 < len(seen) and not task.handle.is_stopped:
            left = tuple(one for one in seen if one not in {known.action for known in stats})
            stats += self.bot.think(task._replace(only=left, budget=budget)).stats[:1]
        return first._replace(stats=tuple(stats))


def noticed(task: SearchRequest, legal: Sequence[int], overlook: float) -> list[int]:
    """The legal actions that are considered; at least one."""
    if not overlook:
        return list(legal)
    groups = _by_place(task, legal)
    kept = [place for place in groups if place == "" or task.rng.random() >= overlook]
    if not kept:
        kept = [task.rng.choice([*groups])]
    actions = {action for place in kept for action in groups[place]}
    return [action for action in legal if action in actions]


def _by_place(task: SearchRequest, legal: Sequence[int]) -> dict[str, list[int]]:
    """The actions by the first thing to click; those without arguments under an empty text."""
    table, groups = task.game.actions, dict[str, list[int]]()
    for action in legal:
        has_place = bool(table.decode(action).args)
        place = table.path(task.observation, task.seat, action)[0] if has_place else ""
        groups.setdefault(place, []).append(action)
    return groups


def weigh(found: SearchResult, temperature: float) -> Mapping[int, float]:
    """The weights of the valued actions by the temperature; the bot's choice alone if none is."""
    values = {one.action: one.value for one in found.stats if one.value is not None}
    if found.action not in values:
        return {found.action: 1.0}
    best = values[found.action]
    return {action: exp(min(0.0, value - best) / temperature) for action, value in values.items()}


def _unvalued(task: SearchRequest, action: int) -> ActionStats:
    return ActionStats(action, None, 0, ((task.seat, action),))


def _part(budget: Budget) -> Budget:
    """The budget of one of several searches."""
    work = max(1, budget.work // LINES) if budget.work else 0
    return Budget(budget.seconds / LINES, work)
