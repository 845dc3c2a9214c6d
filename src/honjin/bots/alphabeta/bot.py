"""The alpha-beta bot: iterative deepening until its budget is used.

It plays games without secrets of one seat, or of two in a zero-sum game. The search itself is in
`alphabeta_loop`; it runs compiled once that is ready, and interpreted (less deep) until then. The
compile runs in a separate process, so that no caller waits for it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final

from honjin.bots.alphabeta.table import (
    BEGIN,
    FOLLOW,
    NONE,
    PLIES,
    SEARCH,
    STATES,
    SURE,
    WON,
    Control,
    Entry,
    Frame,
)
from honjin.bots.bot import ActionStats, SearchRequest, SearchResult
from honjin.bots.precompile import compile_ahead
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, interpreted
from honjin.core.options import Options
from honjin.core.state import State, ints

LOOPS: Final = Path(__file__).with_name("alphabeta_loop.py")

MAX_BITS: Final = 26
MAX_NODES: Final = 1 << 40
FEW_NODES: Final = 100  # nodes before the clock is first read
LOOK: Final = 0.01  # seconds between two checks of the clock and the handle
TELL: Final = 0.2  # seconds between two interim results
PART: Final = 0.5
"""The share of the next depth for which there must be time. Less rarely changes the choice."""


@cache
def wide_frame(most: int) -> type[Frame]:
    """A frame with room for `most` moves."""

    class WideFrame(Frame):
        moves: list[int] = ints(most, kind="i8")
        keys: list[int] = ints(most, kind="i8")  # sort keys; of outcomes: weights

    return WideFrame


@cache
def _fresh(kind: type[State]) -> Any:
    """A new record of a kind, cached since making it takes longer than a short search."""
    import numpy as np

    made = np.zeros(1, kind.dtype())
    kind().write_record(made[0])
    return made[0]


class Entries(dict[int, Entry]):
    """The table of an interpreted search; entries are created when they are read."""

    def __missing__(self, slot: int) -> Entry:
        self[slot] = entry = Entry()
        return entry


class Search:
    """One search: arrays of records compiled, lists of objects interpreted."""

    loops: ClassVar[Path] = LOOPS
    spaces: ClassVar[int] = STATES
    """The number of states there is room for."""

    def __init__(
        self, game: Game[Any], module: ModuleType, state: Any, seat: int, *, bits: int = 16
    ) -> None:
        self.game, self.module, self.seat = game, module, seat
        self.is_compiled = module is not interpreted(game, self.loops)
        self.states: Any
        if self.is_compiled:
            self.states = batch(game, state, spare=self.spaces - 1)
        else:
            self.states = [state.copy()] + [state] * (self.spaces - 1)
        self.frames = self._several(wide_frame(game.max_actions), PLIES + 1)
        self.table = self._several(Entry, 1 << bits) if self.is_compiled else Entries()
        self.control = self._make_control()
        self.set(me=seat, slots=(1 << bits) & ~1)
        self._run(BEGIN)
        self.depth = 0

    def _make_control(self) -> Any:
        return self._several(Control, 1)

    def _several(self, kind: type[State], n: int) -> Any:
        if not self.is_compiled:
            return [kind() for _ in range(n)]
        import numpy as np

        made = np.zeros(n, kind.dtype())
        if kind is not Entry:  # zeroed entries take no memory until they are used
            made[:] = _fresh(kind)
        return made

    def _run(self, task: int) -> None:
        self.set(task=task)
        self.module.run(self.states, self.frames, self.table, self.control)

    def _read(self, record: Any, name: str) -> int:
        return int(record[name] if self.is_compiled else getattr(record, name))

    def _write(self, record: Any, name: str, value: int) -> None:
        if self.is_compiled:
            record[name] = value
        else:
            setattr(record, name, value)

    def get(self, name: str) -> int:
        """A field of the search's `Control`."""
        return self._read(self.control[0], name)

    def set(self, **values: int) -> None:
        """Set fields of the search's `Control`."""
        for name, value in values.items():
            self._write(self.control[0], name, value)

    # ---- the root

    def _moves(self) -> Any:
        root = self.frames[0]
        return root["moves"] if self.is_compiled else root.moves

    def choices(self) -> list[int]:
        """The actions at the root in the order in which they will be tried."""
        return [int(self._moves()[i]) for i in range(self._read(self.frames[0], "count"))]

    def shuffle_equals(self, rng: random.Random) -> None:
        """Shuffle root actions with equal keys."""
        root = self.frames[0]
        keys = root["keys"] if self.is_compiled else root.keys
        keyed = [(int(keys[i]), action) for i, action in enumerate(self.choices())]
        rng.shuffle(keyed)
        keyed.sort(key=lambda pair: -pair[0])
        self._order([action for _, action in keyed])

    def narrow(self, only: tuple[int, ...]) -> None:
        """Restrict the root to these actions."""
        kept = [action for action in self.choices() if action in only]
        if kept:
            self._order(kept)
            self._write(self.frames[0], "count", len(kept))

    def put_first(self, action: int) -> None:
        """Search this action first at the next depth."""
        self._order([action, *(other for other in self.choices() if other != action)])

    def _order(self, actions: list[int]) -> None:
        moves = self._moves()
        for i, action in enumerate(actions):
            moves[i] = action

    def untried(self) -> list[int]:
        """The root actions without a value at this depth, in the order in which they come."""
        tried = self._read(self.frames[0], "next") - (self.get("ply") > 0)
        return self.choices()[tried:]

    # ---- searching

    def begin_depth(self) -> None:
        """Start the next depth."""
        self.depth += 1
        self.module.begin_depth(self.frames, self.control, self.depth)

    def go_on(self, nodes: int) -> bool:
        """Search `nodes` more nodes; True if the depth is finished."""
        self.set(limit=self.nodes + nodes)
        self._run(SEARCH)
        return bool(self.get("done"))

    @property
    def nodes(self) -> int:
        """The number of actions played so far, including those for sorting."""
        return self.get("nodes")

    # ---- results

    @property
    def best(self) -> int:
        """The best root action of this depth so far; NONE before the first."""
        return self._read(self.frames[0], "choice")

    @property
    def value(self) -> int:
        """The value of the best root action (`alphabeta_loop`)."""
        return self._read(self.frames[0], "value")

    @property
    def is_settled(self) -> bool:
        """True if a deeper search cannot change the result: all lines end, or the end is forced."""
        if abs(self.value) > SURE:
            return WON - abs(self.value) <= self.depth
        return not self._read(self.frames[0], "cut")

    def share(self) -> float:
        """The value as an expected result from -1 to 1, exact where the result is forced."""
        value = self.value
        if not self.game.has_chance and not self._read(self.frames[0], "cut"):
            return round(value * self.game.best / WON) / self.game.best
        if abs(value) > SURE:
            return 1.0 if value > 0 else -1.0
        return value / WON

    def line(self, action: int) -> tuple[tuple[int, int], ...]:
        """The line that begins with a root action, as (seat, action), as far as the table knows."""
        line = self.control[0]["line"] if self.is_compiled else self.control[0].line
        line[1] = action
        self._run(FOLLOW)
        steps = range(self.get("steps"))
        return tuple((int(line[2 * i]), int(line[2 * i + 1])) for i in steps)


@dataclass(frozen=True)
class AlphaBetaBot:
    """Alpha-beta within a budget (its work counts nodes) and a depth, whichever ends first.

    depth     largest search depth in actions
    table     the transposition table has 2**table entries; 0: none
    compiles  0: always interpreted
    learned   1: by the learned weights that come with the game, where they suit its options
              (`bots.patterns`)
    """

    name: str = "alphabeta"
    depth: int = 60
    table: int = 20
    compiles: bool = True
    learned: bool = False
    values_one: ClassVar[bool] = True
    """Of the actions that are not best, the search finds only that they are not better."""
    own_loops: ClassVar[Path] = LOOPS

    def __post_init__(self) -> None:
        """Raise ValueError for an invalid setting."""
        if not 1 <= self.depth < PLIES:
            raise ValueError(f"expected a depth from 1 to {PLIES - 1}, got {self.depth}")
        if not 0 <= self.table <= MAX_BITS:
            raise ValueError(f"expected a table from 0 to {MAX_BITS}, got {self.table}")

    @property
    def loops(self) -> Path | None:
        """The loop file, or None if the bot never compiles."""
        return self.own_loops if self.compiles else None

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True for games of one seat or two opposed seats with nothing hidden."""
        seats = game.seats(options)
        return not game.has_secrets and (seats == 1 or (seats == 2 and game.zero_sum))

    def think(self, task: SearchRequest) -> SearchResult:
        """The best action of the deepest search within the limits."""
        legal = [one for one in task.legal() if one in task.only] or task.legal()
        if len(legal) == 1:
            only = ActionStats(legal[0], None, 0, ((task.seat, legal[0]),))
            return SearchResult(legal[0], stats=(only,))
        return Thinking(self, task).run()

    def module(self, game: Game[Any]) -> ModuleType:
        """The loops, compiled if they are."""
        if self.compiles and compile_ahead(game, self.own_loops):
            return compiled(game, self.own_loops)
        return interpreted(game, self.own_loops)

    def search(self, task: SearchRequest, module: ModuleType, bits: int) -> Search:
        """A search before its first depth, with a table of 2**bits entries."""
        return Search(task.game, module, task.observation, task.seat, bits=bits)


class Thinking:
    """A search within the limits of a request."""

    def __init__(self, bot: AlphaBetaBot, task: SearchRequest) -> None:
        self.task, self.most_depth = task, bot.depth
        self.most = task.budget.work or MAX_NODES
        # A search never meets more positions than nodes.
        bits = min(bot.table, self.most.bit_length())
        module = bot.module(task.game)
        # A process loads compiled loops once; that does not count as thinking.
        self.began = self.told = time.monotonic()
        self.search = bot.search(task, module, bits)
        if task.only:
            self.search.narrow(task.only)
        self.search.shuffle_equals(task.rng)
        self.chunk = FEW_NODES
        self.ends: list[int] = []
        """The nodes searched at the end of each depth."""
        self.latest = self._unlooked()

    def run(self) -> SearchResult:
        """Deepen until a limit is reached."""
        search = self.search
        while search.depth < self.most_depth:
            search.begin_depth()
            finished = self._finish_depth()
            if not finished:
                self._take_unfinished()
                break
            search.put_first(search.best)
            self.latest = self._result(search.depth)
            if search.is_settled:
                break
            self.ends.append(search.nodes)
            if self._is_too_late():
                break
            self._tell()
        return self._timed()

    def _take_unfinished(self) -> None:
        """Take over what a depth has found that could not be finished.

        It tried the best action of the depth before first. If that was refuted, and there was no
        time for the others, the next one is played, of which nothing is known but that.
        """
        search = self.search
        if search.best == NONE:
            return
        if search.value >= -SURE:
            self.latest = self._result(search.depth - 1)
        elif untried := search.untried():
            action, seat = untried[0], self.task.seat
            rest = [one for one in self._unlooked().stats if one.action != action]
            stats = (ActionStats(action, None, 0, ((seat, action),)), *rest)
            self.latest = SearchResult(action, stats=stats, depth=search.depth - 1)

    def _finish_depth(self) -> bool:
        search, handle, budget = self.search, self.task.handle, self.task.budget
        while search.nodes < self.most and not handle.is_stopped:
            before = time.monotonic()
            if before - self.began >= budget.seconds:
                break
            done = search.go_on(min(self.chunk, self.most - search.nodes))
            now = time.monotonic()
            self.chunk = next_chunk(self.chunk, now - before)
            handle.share = self._used(now)
            if done:
                return True
            if now - self.told > TELL:
                self._tell()
        return False

    def _is_too_late(self) -> bool:
        """True if the search may end early, and too little time is left for the next depth.

        A limit of nodes is always used up, so that results do not depend on the machine.
        """
        budget = self.task.budget
        if not self.task.may_end_early or budget.work:
            return False
        spent = time.monotonic() - self.began
        nodes = PART * next_depth(self.ends)
        return spent * (self.search.nodes + nodes) > budget.seconds * self.search.nodes

    def _used(self, now: float) -> float:
        budget = self.task.budget
        share = self.search.nodes / budget.work if budget.work else 0.0
        return min(1.0, max(share, (now - self.began) / budget.seconds))

    # ---- results

    def _tell(self) -> None:
        self.told = time.monotonic()
        self.task.handle.latest = self._timed()

    def _timed(self) -> SearchResult:
        spent = time.monotonic() - self.began
        return self.latest._replace(work=self.search.nodes, seconds=spent)

    def _unlooked(self) -> SearchResult:
        seat = self.task.seat
        actions = self.search.choices()
        stats = tuple(ActionStats(action, None, 0, ((seat, action),)) for action in actions)
        return SearchResult(actions[0], stats=stats)

    def _result(self, depth: int) -> SearchResult:
        """The result so far: the best action with its line, then the others in order."""
        search, rest = self.search, self._unlooked().stats[1:]
        value = search.share()
        best = ActionStats(search.best, value, 0, search.line(search.best))
        return SearchResult(search.best, value, (best, *rest), depth=depth)


def next_depth(ends: Sequence[int]) -> float:
    """The expected nodes of the next depth, from the nodes at the end of each; 0 if unknown.

    Odd and even depths grow differently, so the growth is the mean of the last two.
    """
    sizes = [end - begin for begin, end in pairwise((0, *ends))]
    if len(sizes) < 3 or sizes[-3] == 0:
        return 0.0
    return sizes[-1] * sqrt(sizes[-1] / sizes[-3])


def next_chunk(chunk: int, took: float) -> int:
    """The number of nodes that takes about LOOK seconds."""
    return max(1, min(4 * chunk, int(chunk * LOOK / max(took, 1e-6))))


def warm_up(game: Game[Any], module: ModuleType, state: Any) -> None:
    """Call each loop once."""
    search = Search(game, module, state, 0, bits=4)
    search.begin_depth()
    search.go_on(1000)
    search.line(search.choices()[0])
