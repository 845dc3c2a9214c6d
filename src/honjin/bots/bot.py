"""What a bot is: it is handed an observation, never the state of the table, and tells its thought.

SearchRequest      what it is asked: game, observation, seat, randomness, budget, handle
SearchResult   what it answers: an action, and how it came to it
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.words import Say


class Budget(NamedTuple):
    """How long a bot may think: so many seconds, and so many simulations or nodes (0: no limit).

    Whichever ends first ends the search.
    """

    seconds: float = 1.0
    work: int = 0


class ActionStats(NamedTuple):
    """One legal action as a search sees it.

    `value` is the seat's expected result, from -1 to 1 (a return divided by the game's best), None
    where it was not looked at; `line` what would follow, as (seat, action), this action first.
    `plies` above 0: the value is proved, the end comes in so many at most.
    """

    action: int
    value: float | None
    visits: int
    line: tuple[tuple[int, int], ...]
    plies: int = 0


class SearchResult(NamedTuple):
    """What came of thinking; bots that do not search leave all but the action as it is.

    `work` counts simulations or nodes, `depth` is how far the principal line was looked at,
    `stats` lists every legal action, the best first. `says` is what the bot says of it, if it
    has something certain to say.
    """

    action: int
    value: float | None = None
    stats: tuple[ActionStats, ...] = ()
    work: int = 0
    depth: int = 0
    seconds: float = 0.0
    says: Say | None = None


class SearchHandle:
    """Shared by who thinks and who waits, in two threads.

    Who waits may `stop` the search, which then answers with the best it has. Who thinks tells the
    `share` of its budget that is used (0 to 1), and its `latest` thought as often as it has one.
    """

    __slots__ = ("_stopped", "latest", "share")

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self.share = 0.0
        self.latest: SearchResult | None = None

    def stop(self) -> None:
        """Ask for an answer now."""
        self._stopped.set()

    @property
    def is_stopped(self) -> bool:
        """Whether an answer is wanted now."""
        return self._stopped.is_set()


class SearchRequest(NamedTuple):
    """What a bot is asked. It may spoil the observation; it is a copy.

    With `only` some legal actions are to be compared, and a bot that can leaves out the others.
    """

    game: Game[Any]
    observation: Any
    seat: int
    seats: int  # how many there are
    rng: random.Random
    budget: Budget
    handle: SearchHandle
    only: tuple[int, ...] = ()

    def legal(self) -> list[int]:
        """The legal actions of the seat."""
        return self.game.legal(self.observation, self.seat)


class Bot(Protocol):
    """Plays any game it suits. The same observation, rng state and work: the same action."""

    @property
    def name(self) -> str:
        """What it is called in a text such as `mcts:1s`."""
        ...

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Whether it can play this game with these options."""
        ...

    def think(self, task: SearchRequest) -> SearchResult:
        """A legal action of the seat, found within the budget or soon after `handle` stops."""
        ...


def loops_of(bot: Bot) -> Path | None:
    """The loop file that a bot searches with when it is compiled; None if it needs none."""
    found: Path | None = getattr(bot, "loops", None)
    return found


def all_loops_of(bot: Bot) -> tuple[Path, ...]:
    """All loop files that a bot wants compiled: that of its search, and what it has besides."""
    own = loops_of(bot)
    more: tuple[Path, ...] = getattr(bot, "more_loops", ())
    return tuple(dict.fromkeys((*((own,) if own else ()), *more)))


def fresh(bot: Bot) -> Bot:
    """The same bot as it is before its first game; itself, where it remembers nothing."""
    make: Callable[[], Bot] | None = getattr(bot, "fresh", None)
    return make() if make else bot


def actions_a_unit(bot: Bot) -> int:
    """How many actions one unit of a bot's work is taken for: a node is one, a simulation more."""
    unit: int = getattr(bot, "actions_a_unit", 1)
    return unit
