"""Setting problems: among choices of equal value, the one after which the rival errs most easily.

Against a perfect rival, all moves of a lost position are equal, and so are all that hold a draw.
Real rivals err, more easily after some moves than after others. Each choice is therefore tried on
weaker players: searches of 1 to DEPTHS plies, and SAMPLES runs of a tree search with few
simulations. The more of them choose a reply that is known not to keep the rival's result, the
harder the problem. Ties are broken by the distance to the end, then by the request's `rng`. Only
the MOST choices with the farthest ends are examined.

The number of replies that keep the result is reported if all are known, but has no weight: a single
such reply usually meets a threat, and threats are seen. docs/solving.md has measurements.

Playing against fallible players with perfect tables is an old question of chess endgames: Jansen,
"Problematic Positions and Speculative Play" (1990); Haworth, "Reference Fallible Endgame Play"
(ICGA Journal, 2003). Here the fallible players are actual ones, and only one reply is considered.

The work is bounded by counts, so that the same request gives the same choice; only a time limit of
the request may end it sooner.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.bots.alphabeta import bot as alphabeta
from honjin.bots.alphabeta.table import NONE
from honjin.bots.bot import ActionStats, Budget, SearchHandle, SearchRequest, SearchResult
from honjin.bots.certain.values import Certain, Known, Values
from honjin.bots.mcts import bot as mcts
from honjin.bots.precompile import compile_ahead
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled
from honjin.core.seats import CHANCE_BIT, seats_in
from honjin.core.words import Say, Words, load_words

MOST: Final = 8
DEPTHS: Final = 6
NODES: Final = 10_000  # limit of a search
BITS: Final = 14  # size of its table
SAMPLES: Final = 4
SIMULATIONS: Final = 25
ASKED: Final = DEPTHS + SAMPLES

LOOPS_OF_PROBLEMS: Final = (alphabeta.LOOPS, mcts.LOOPS)
"""The loops of the weaker players; until they are compiled, the farthest end is chosen."""

_WORDS: Final = Path(__file__).with_name("words")


@cache
def words_of_bots() -> Words:
    """The remarks of bots in every language, to be joined with the words of a game."""
    return load_words(_WORDS)


After = Callable[[Any], Mapping[int, Known] | None]
"""Gives the known values of a position's choices to its mover; None if there are none."""


class Problem(NamedTuple):
    """The problem that an action sets the rival: how many of its replies keep its result.

    If replies are known by proofs, there can be some of which neither is known.
    """

    action: int
    saving: int  # replies known to keep the result
    failing: int  # replies known not to keep it
    replies: int
    missed: int  # how many of the ASKED weaker players choose a failing one
    plies: int

    @property
    def weight(self) -> tuple[int, int]:
        """A sort key: larger is harder."""
        return self.missed if self.replies else -1, self.plies

    def say(self, result: int) -> Say:
        """The bot's remark on it in a position that is lost (-1) or drawn (0)."""
        stands = "lost" if result < 0 else "drawn"
        if not self.failing:
            return Say(f"certain.{stands}")
        if self.saving + self.failing < self.replies:
            return Say(f"certain.{stands}.open")
        return Say(f"certain.{stands}.problem", {"saving": self.saving, "replies": self.replies})


def play_certain(task: SearchRequest, values: Values, after: After) -> SearchResult:
    """The best choice by exact values: the quickest win, else the hardest problem."""
    begun = time.monotonic()
    best = max(values.values(), key=lambda value: value.rank)
    if best.result > 0:
        action = task.rng.choice([one for one in values if values[one].rank == best.rank])
        says = None
    else:
        problem = hardest(task, values, after)
        action, says = problem.action, problem.say(best.result)
    ranked = sorted(values, key=lambda one: (-values[one].result, one != action, -values[one].rank))
    stats = tuple(_stats(task.seat, one, values[one]) for one in ranked)
    seconds = time.monotonic() - begun
    return SearchResult(action, float(best.result), stats, seconds=seconds, says=says)


def _stats(seat: int, action: int, value: Certain) -> ActionStats:
    return ActionStats(action, float(value.result), 0, ((seat, action),), value.plies)


def hardest(task: SearchRequest, values: Values, after: After) -> Problem:
    """The hardest problem among the choices that keep the result, none of which wins."""
    end = time.monotonic() + task.budget.seconds
    found: list[Problem] = []
    for action in _keeping(values, task.rng):
        found.append(_problem(task, action, values[action], after))
        if task.handle.is_stopped or time.monotonic() > end:
            break
    return max(found, key=lambda problem: problem.weight)


def _keeping(values: Values, rng: random.Random) -> list[int]:
    """The actions that keep the result, latest end first, ties in random order."""
    best = max(value.result for value in values.values())
    keeping = [action for action, value in values.items() if value.result == best]
    rng.shuffle(keeping)
    return sorted(keeping, key=lambda action: -values[action].plies)[:MOST]


def _problem(task: SearchRequest, action: int, value: Certain, after: After) -> Problem:
    game, s = task.game, task.observation.copy()
    game.apply_action(s, task.seat, action)
    rival = _rival(game, s, task.seat)
    values = None if rival is None else after(s)
    if rival is None or values is None:
        return Problem(action, 0, 0, 0, 0, value.plies)
    # A reply that is not proved may keep the result, so choosing it is no mistake.
    failing = [reply for reply, got in values.items() if got.result < -value.result]
    missed = 0
    if failing and _is_ready(game):
        found = chain(_by_depth(game, s, rival), _by_samples(task, s, rival))
        missed = sum(reply in failing for reply in found)
    saving, replies = len(values) - len(failing), len(game.legal(s, rival))
    return Problem(action, saving, len(failing), replies, missed, value.plies)


def _rival(game: Game[Any], s: Any, seat: int) -> int | None:
    """The seat that is to reply; None if that is chance, the same seat, or no seat."""
    mask = game.may_act(s)
    if not mask or mask & CHANCE_BIT or mask >> seat & 1:
        return None
    return seats_in(mask)[0]


# ---- the replies of weaker players


def _is_ready(game: Game[Any]) -> bool:
    ready = [compile_ahead(game, loops) for loops in LOOPS_OF_PROBLEMS]
    return all(ready)


def _by_depth(game: Game[Any], s: Any, rival: int) -> Iterator[int]:
    """The choice of a search at each depth."""
    search = alphabeta.Search(game, compiled(game, alphabeta.LOOPS), s, rival, bits=BITS)
    for _ in range(DEPTHS):
        search.begin_depth()
        search.go_on(NODES)
        if search.best != NONE:
            search.put_first(search.best)
        yield search.choices()[0]


def _by_samples(task: SearchRequest, s: Any, rival: int) -> Iterator[int]:
    """The choices of a short tree search, each time with another random stream."""
    budget = Budget(task.budget.seconds, SIMULATIONS)
    for _ in range(SAMPLES):
        asked = task._replace(
            observation=s.copy(), seat=rival, budget=budget, handle=SearchHandle(), only=()
        )
        yield mcts.MctsBot().think(asked).action
