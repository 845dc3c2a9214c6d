"""The interface of bots. A bot is given an observation, never the full state.

SearchRequest  its input: game, observation, seat, randomness, budget, handle
SearchResult   its output: an action, and the search behind it
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.words import Say


class Budget(NamedTuple):
    """The limits of a search: seconds, and work in simulations or nodes (0: no limit).

    The search ends at whichever limit it reaches first.
    """

    seconds: float = 1.0
    work: int = 0


class ActionStats(NamedTuple):
    """A search's statistics of one legal action.

    `value` is the seat's expected result, from -1 to 1 (a return divided by the game's best);
    None if it was not searched. `line` is the expected continuation as (seat, action) pairs, this
    action first. If `plies` is above 0, the value is proved and the game ends in at most `plies`
    plies.
    """

    action: int
    value: float | None
    visits: int
    line: tuple[tuple[int, int], ...]
    plies: int = 0


class SearchResult(NamedTuple):
    """The result of a search; bots that do not search give the action only.

    `work` counts simulations or nodes, `depth` is the searched depth of the principal line,
    `stats` lists every legal action, best first. `says` is a remark of the bot, if it knows
    something for certain.
    """

    action: int
    value: float | None = None
    stats: tuple[ActionStats, ...] = ()
    work: int = 0
    depth: int = 0
    seconds: float = 0.0
    says: Say | None = None


class SearchHandle:
    """Connects a search in one thread with the thread that waits for it.

    The waiting thread may `stop` the search, which then returns the best result so far. The search
    updates the `share` of its budget that is used (0 to 1) and its `latest` result.
    """

    __slots__ = ("_calls", "_stopped", "latest", "share")

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._calls: list[Callable[[], None]] = []
        self.share = 0.0
        self.latest: SearchResult | None = None

    def stop(self) -> None:
        """Ask the search to return now."""
        self._stopped.set()
        for call in self._calls:
            call()

    def when_stopped(self, call: Callable[[], None]) -> None:
        """Have a function called when the search is stopped, or at once if it is; perhaps twice."""
        self._calls.append(call)
        if self.is_stopped:
            call()

    @property
    def is_stopped(self) -> bool:
        """True if the search should return now."""
        return self._stopped.is_set()


class SearchRequest(NamedTuple):
    """The input of a bot. The observation is a copy that the bot may modify.

    If `only` is given, a bot that can restricts its search to these legal actions. If
    `may_end_early`, only the action matters, not what the others are worth: a search may end before
    its budget when the rest of it is not expected to change the action.
    """

    game: Game[Any]
    observation: Any
    seat: int
    seats: int  # the number of seats in the game
    rng: random.Random
    budget: Budget
    handle: SearchHandle
    only: tuple[int, ...] = ()
    may_end_early: bool = False

    def legal(self) -> list[int]:
        """The legal actions of the seat."""
        return self.game.legal(self.observation, self.seat)


@runtime_checkable
class Bot(Protocol):
    """A player of every game that `suits` it.

    The same observation, rng state and work give the same action. Whatever else a bot may offer is
    a protocol of its own, below.
    """

    @property
    def name(self) -> str:
        """The bot's name in a specification such as `mcts:1s`."""
        ...

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if the bot can play this game with these options."""
        ...

    def think(self, task: SearchRequest) -> SearchResult:
        """Find a legal action within the budget, or soon after the handle was stopped."""
        ...


@runtime_checkable
class Compiling(Protocol):
    """A bot whose search can run compiled."""

    @property
    def loops(self) -> Path | None:
        """The loop file of its search; None if it never compiles."""
        ...


@runtime_checkable
class CompilingMore(Protocol):
    """A bot that runs other loop files compiled where they are."""

    @property
    def more_loops(self) -> tuple[Path, ...]:
        """These files."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """A bot that learns from one request for the next."""

    def fresh(self) -> Bot:
        """The bot without anything learned in earlier games."""
        ...


@runtime_checkable
class Simulating(Protocol):
    """A bot whose unit of work is more than one action."""

    @property
    def actions_a_unit(self) -> int:
        """The number of actions that a unit stands for."""
        ...


@runtime_checkable
class ValuingOne(Protocol):
    """A bot whose search may find no more of other actions than that they are not better."""

    @property
    def values_one(self) -> bool:
        """True if it does so."""
        ...


def loops_of(bot: Bot) -> Path | None:
    """The loop file of a bot's search, to be compiled; None if it has none."""
    return bot.loops if isinstance(bot, Compiling) else None


def all_loops_of(bot: Bot) -> tuple[Path, ...]:
    """All loop files that a bot runs compiled where they are: its search's and any others."""
    own = loops_of(bot)
    more = bot.more_loops if isinstance(bot, CompilingMore) else ()
    return tuple(dict.fromkeys((*((own,) if own else ()), *more)))


def fresh(bot: Bot) -> Bot:
    """The bot without anything learned in earlier games; itself if it keeps no memory."""
    return bot.fresh() if isinstance(bot, Remembering) else bot


def actions_a_unit(bot: Bot) -> int:
    """The number of actions that a unit of a bot's work stands for: 1 for a node."""
    return bot.actions_a_unit if isinstance(bot, Simulating) else 1


def values_one(bot: Bot) -> bool:
    """True if a bot's search finds the value of its best action only."""
    return isinstance(bot, ValuingOne) and bot.values_one
