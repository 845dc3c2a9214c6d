"""Setting problems: of choices that are worth the same, the one after which most can go wrong.

Against a rival who never errs all moves of a lost position are alike, and so are those that hold a
drawn one. Real rivals err, and how likely they are to differs from move to move. A choice sets the
greater problem

    missed    the more shallow searches, of 1 to DEPTHS plies, would answer it wrongly: what keeps
              the rival's result lies beyond what a weaker level sees
    narrow    the smaller the share of its replies that keep the result
    far       the later the end comes; this decides between equals, and which of many are looked at

`missed / DEPTHS + narrow` is what the choice weighs. What is alike after all, the request's `rng`
decides. How to play against players who err, with a perfect table at hand, is an old question of
chess endings: Jansen, "Problematic Positions and Speculative Play" (1990); Haworth, "Reference
Fallible Endgame Play" (ICGA Journal, 2003). Our measure is of that kind, for one reply.

The work is bounded: MOST choices, DEPTHS searches of NODES actions each. By counts alone the same
request gives the same choice; a clock of less than an hour may end it sooner.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, NamedTuple

from honjin.bots.ahead import compile_ahead
from honjin.bots.alphabeta.bot import LOOPS, Search
from honjin.bots.alphabeta.table import NONE
from honjin.bots.bot import ActionStats, SearchRequest, SearchResult
from honjin.bots.certain.values import Certain, Known, Values
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled
from honjin.core.seats import CHANCE_BIT, seats_in
from honjin.core.words import Say

MOST: Final = 8
DEPTHS: Final = 4
NODES: Final = 4_000
BITS: Final = 12  # of the shallow searches' tables

LOOPS_OF_PROBLEMS: Final = (LOOPS,)
"""What has to be compiled for the shallow searches; until then only `narrow` and `far` count."""

After = Callable[[Any], Mapping[int, Known] | None]
"""What the choices of a position are worth to its mover, as far as that is known; None: not."""


class Problem(NamedTuple):
    """What a rival faces after an action: so many of its replies keep the result."""

    action: int
    saving: int
    replies: int
    missed: int  # so many of DEPTHS shallow searches would not choose one of these
    plies: int

    @property
    def weight(self) -> tuple[float, int]:
        """Larger is harder."""
        narrow = 1 - self.saving / self.replies if self.replies else -1.0
        return self.missed / DEPTHS + narrow, self.plies

    def say(self, result: int) -> Say:
        """What the player says who chose it in a position that is lost (-1) or drawn (0)."""
        stands = "lost" if result < 0 else "drawn"
        if self.saving == self.replies:
            return Say(f"certain.{stands}")
        return Say(f"certain.{stands}.problem", {"saving": self.saving, "replies": self.replies})


def play_certain(task: SearchRequest, values: Values, after: After) -> SearchResult:
    """What is best for certain: the quickest win, else the choice that sets the hardest problem."""
    begun = time.monotonic()
    best = max(values.values(), key=lambda value: value.rank)
    if best.result > 0:
        action = task.rng.choice([one for one in values if values[one].rank == best.rank])
        says = None
    else:
        problem = hardest(task, values, after)
        action, says = problem.action, problem.say(best.result)
    ranked = sorted(values, key=lambda one: (-values[one].result, one != action, -values[one].rank))
    weighed = tuple(_stats(task.seat, one, values[one]) for one in ranked)
    seconds = time.monotonic() - begun
    return SearchResult(action, float(best.result), weighed, seconds=seconds, says=says)


def _stats(seat: int, action: int, value: Certain) -> ActionStats:
    return ActionStats(action, float(value.result), 0, ((seat, action),), value.plies)


def hardest(task: SearchRequest, values: Values, after: After) -> Problem:
    """The hardest problem that the choices set which keep the result; none of them wins."""
    end = time.monotonic() + task.budget.seconds
    found: list[Problem] = []
    for action in _keeping(values, task.rng):
        found.append(_problem(task, action, values[action], after))
        if task.pulse.is_stopped or time.monotonic() > end:
            break
    return max(found, key=lambda problem: problem.weight)


def _keeping(values: Values, rng: random.Random) -> list[int]:
    """Those that keep the result, the latest ends first, equals in random order."""
    best = max(value.result for value in values.values())
    keeping = [action for action, value in values.items() if value.result == best]
    rng.shuffle(keeping)
    return sorted(keeping, key=lambda action: -values[action].plies)[:MOST]


def _problem(task: SearchRequest, action: int, value: Certain, after: After) -> Problem:
    game, s = task.game, task.observation.copy()
    game.apply_action(s, task.seat, action)
    rival = _rival(game, s, task.seat)
    worth = None if rival is None else after(s)
    if rival is None or worth is None:
        return Problem(action, 0, 0, 0, value.plies)
    saving = [reply for reply, got in worth.items() if got.result >= -value.result]
    replies = len(game.legal(s, rival))
    missed = _missed(game, s, rival, saving) if len(saving) < replies else 0
    return Problem(action, len(saving), replies, missed, value.plies)


def _rival(game: Game[Any], s: Any, seat: int) -> int | None:
    """Who is to reply, unless that is chance or the seat itself, or nobody."""
    mask = game.may_act(s)
    if not mask or mask & CHANCE_BIT or mask >> seat & 1:
        return None
    return seats_in(mask)[0]


def _missed(game: Game[Any], s: Any, rival: int, saving: Collection[int]) -> int:
    """How many of the shallow searches choose a reply that saves nothing."""
    if not compile_ahead(game, LOOPS):
        return 0
    search, missed = Search(game, compiled(game, LOOPS), s, rival, bits=BITS), 0
    for _ in range(DEPTHS):
        search.begin_depth()
        search.go_on(NODES)
        if search.best != NONE:
            search.put_first(search.best)
        missed += search.choices()[0] not in saving
    return missed
