"""Setting problems: of choices that are worth the same, the one after which most can go wrong.

Against a rival who never errs all moves of a lost position are alike, and so are those that hold a
drawn one. Real rivals err, and how likely they are to differs from move to move. Weaker levels are
asked what they would reply to a choice: searches of 1 to DEPTHS plies, and SAMPLES times a tree
search of few simulations. The more of them miss what keeps the rival's result, the greater the
problem. Between equals the one decides whose end is farther, then the request's `rng`; of many
choices only the MOST farthest are looked at.

How few replies keep the result is told, but weighs nothing: where there is one alone it mostly
meets a threat, and threats are seen. What it came to is measured in docs/solving.md.

To play against players who err, with perfect tables at hand, is an old question of chess endings:
Jansen, "Problematic Positions and Speculative Play" (1990); Haworth, "Reference Fallible Endgame
Play" (ICGA Journal, 2003). Ours is the reply of one move, weighed by players that there are.

The work is bounded by counts, so that the same request gives the same choice; only where the
request has a clock of seconds may that end it sooner.
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
NODES: Final = 10_000  # of a search at most
BITS: Final = 14  # of its table
SAMPLES: Final = 4
SIMULATIONS: Final = 25
ASKED: Final = DEPTHS + SAMPLES

LOOPS_OF_PROBLEMS: Final = (alphabeta.LOOPS, mcts.LOOPS)
"""What weaker levels search with; until that is compiled the farthest end is chosen."""

_WORDS: Final = Path(__file__).with_name("words.toml")


@cache
def words_of_bots() -> Words:
    """What bots say, in every language; to be put beside the words of a game."""
    return load_words(_WORDS)


After = Callable[[Any], Mapping[int, Known] | None]
"""What the choices of a position are worth to its mover, as far as that is known; None: not."""


class Problem(NamedTuple):
    """What a rival faces after an action: so many of its replies keep its result."""

    action: int
    saving: int
    replies: int
    missed: int  # so many of ASKED weaker levels do not find one
    plies: int

    @property
    def weight(self) -> tuple[int, int]:
        """Larger is harder."""
        return self.missed if self.replies else -1, self.plies

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
    stats = tuple(_stats(task.seat, one, values[one]) for one in ranked)
    seconds = time.monotonic() - begun
    return SearchResult(action, float(best.result), stats, seconds=seconds, says=says)


def _stats(seat: int, action: int, value: Certain) -> ActionStats:
    return ActionStats(action, float(value.result), 0, ((seat, action),), value.plies)


def hardest(task: SearchRequest, values: Values, after: After) -> Problem:
    """The hardest problem that the choices set which keep the result; none of them wins."""
    end = time.monotonic() + task.budget.seconds
    found: list[Problem] = []
    for action in _keeping(values, task.rng):
        found.append(_problem(task, action, values[action], after))
        if task.handle.is_stopped or time.monotonic() > end:
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
    values = None if rival is None else after(s)
    if rival is None or values is None:
        return Problem(action, 0, 0, 0, value.plies)
    saving = [reply for reply, got in values.items() if got.result >= -value.result]
    replies = len(game.legal(s, rival))
    missed = 0
    if len(saving) < replies and _is_ready(game):
        found = chain(_by_depth(game, s, rival), _by_samples(task, s, rival))
        missed = sum(reply not in saving for reply in found)
    return Problem(action, len(saving), replies, missed, value.plies)


def _rival(game: Game[Any], s: Any, seat: int) -> int | None:
    """Who is to reply, unless that is chance or the seat itself, or nobody."""
    mask = game.may_act(s)
    if not mask or mask & CHANCE_BIT or mask >> seat & 1:
        return None
    return seats_in(mask)[0]


# ---- what weaker levels reply


def _is_ready(game: Game[Any]) -> bool:
    ready = [compile_ahead(game, loops) for loops in LOOPS_OF_PROBLEMS]
    return all(ready)


def _by_depth(game: Game[Any], s: Any, rival: int) -> Iterator[int]:
    """What a search of each depth chooses."""
    search = alphabeta.Search(game, compiled(game, alphabeta.LOOPS), s, rival, bits=BITS)
    for _ in range(DEPTHS):
        search.begin_depth()
        search.go_on(NODES)
        if search.best != NONE:
            search.put_first(search.best)
        yield search.choices()[0]


def _by_samples(task: SearchRequest, s: Any, rival: int) -> Iterator[int]:
    """What a tree search of few simulations chooses, each time with other luck."""
    budget = Budget(task.budget.seconds, SIMULATIONS)
    for _ in range(SAMPLES):
        asked = task._replace(
            observation=s.copy(), seat=rival, budget=budget, handle=SearchHandle(), only=()
        )
        yield mcts.MctsBot().think(asked).action
