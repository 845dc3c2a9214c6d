"""The bot that looks ahead: alpha-beta, one action deeper each time until its time is up.

It plays games of one seat, or of two where one wins what the other loses, without secrets. The
search itself is `search_loop`; it runs compiled once that is ready, and interpreted (so less deep)
until then. A compile is begun in a process of its own, so that nobody has to wait for it.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from honjin.bots.ahead import compile_ahead
from honjin.bots.search_loop import (
    CELLS,
    CHOICE,
    COLUMNS,
    COUNT,
    CUT,
    DONE,
    LIMIT,
    ME,
    NODES,
    PLIES,
    VALUE,
    WON,
)
from honjin.core.compiled import batch, compiled, interpreted
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.seats import MOST_SEATS

LOOPS: Final = Path(__file__).with_name("search_loop.py")

CHUNK: Final = 20_000  # nodes between two looks at the clock
CHUNK_INTERPRETED: Final = 200


class Workspace:
    """The lists of one search: arrays of records and ints compiled, plain lists interpreted."""

    def __init__(self, game: Game[Any], module: ModuleType, state: Any, seat: int) -> None:
        self.module = module
        self.is_compiled = module is not interpreted(game, LOOPS)
        self.states: Any
        if self.is_compiled:
            self.states = batch(game, state, spare=PLIES)
        else:
            self.states = [state.copy()] + [state] * PLIES
        self.tree = self._table(PLIES + 1, COLUMNS)
        self.moves = self._table(PLIES + 1, game.max_actions)
        self.keys = self._table(PLIES + 1, game.max_actions)
        self.control = self._table(1, CELLS)[0]
        self.out = self._table(1, MOST_SEATS)[0]
        self.control[ME] = seat
        module.begin(*self._lists())

    def _table(self, n: int, m: int) -> Any:
        if not self.is_compiled:
            return [[0] * m for _ in range(n)]
        import numpy as np

        return np.zeros((n, m), np.int64)

    def _lists(self) -> tuple[Any, ...]:
        return self.states, self.tree, self.moves, self.keys, self.control, self.out

    def choices(self) -> list[int]:
        """The actions at the root in the order in which they will be tried."""
        return [int(self.moves[0][i]) for i in range(self.tree[0][COUNT])]

    def shuffle_equals(self, rng: random.Random) -> None:
        """Put root actions that look alike into a random order."""
        keyed = [(int(self.keys[0][i]), action) for i, action in enumerate(self.choices())]
        rng.shuffle(keyed)
        keyed.sort(key=lambda pair: -pair[0])
        self._order([action for _, action in keyed])

    def put_first(self, action: int) -> None:
        """Try this action first next time."""
        self._order([action, *(other for other in self.choices() if other != action)])

    def _order(self, actions: list[int]) -> None:
        for i, action in enumerate(actions):
            self.moves[0][i] = action

    def begin_depth(self, depth: int) -> None:
        """Start over at a depth."""
        self.module.begin_depth(self.tree, self.control, depth)

    def go_on(self, nodes: int) -> bool:
        """Search so many nodes more; whether the depth is finished."""
        self.control[LIMIT] = self.control[NODES] + nodes
        self.module.search_on(*self._lists())
        return bool(self.control[DONE])

    def nodes(self) -> int:
        """Actions done since the beginning, those for sorting too."""
        return int(self.control[NODES])

    def best(self) -> int:
        """The best root action of this depth so far, -1 before any."""
        return int(self.tree[0][CHOICE])

    def value(self) -> int:
        """What the best root action is worth."""
        return int(self.tree[0][VALUE])

    def is_settled(self) -> bool:
        """Whether looking deeper cannot change anything: all lines end, or the end is forced."""
        return not self.control[CUT] or abs(self.value()) >= WON - PLIES


@dataclass(frozen=True)
class SearchBot:
    """Alpha-beta within a time, a number of nodes and a depth, whichever ends first.

    With the same rng state and `nodes` it chooses the same, unless the time ends before the nodes.
    `compiles` off: always interpreted.
    """

    name: str = "search"
    nodes: int = 50_000_000
    depth: int = 30
    compiles: bool = True

    def suits(self, game: Game[Any], options: Options) -> bool:
        """One seat, or two against each other, and nothing hidden."""
        seats = game.seats(options)
        return not game.has_secrets and (seats == 1 or (seats == 2 and game.zero_sum))

    def choose(
        self, game: Game[Any], observation: Any, seat: int, rng: random.Random, seconds: float
    ) -> int:
        """The best action of the deepest look that the limits allow."""
        deadline = time.monotonic() + seconds
        work = Workspace(game, self._module(game), observation, seat)
        work.shuffle_equals(rng)
        best = work.choices()[0]
        for depth in range(1, self.depth + 1):
            if len(work.choices()) == 1:
                break
            work.begin_depth(depth)
            finished = self._search(work, deadline)
            best = work.best() if work.best() >= 0 else best
            work.put_first(best)
            if not finished or work.is_settled():
                break
        return best

    def _search(self, work: Workspace, deadline: float) -> bool:
        chunk = CHUNK if work.is_compiled else CHUNK_INTERPRETED
        while time.monotonic() < deadline and work.nodes() < self.nodes:
            if work.go_on(min(chunk, self.nodes - work.nodes())):
                return True
        return False

    def _module(self, game: Game[Any]) -> ModuleType:
        if self.compiles and compile_ahead(game, LOOPS):
            return compiled(game, LOOPS)
        return interpreted(game, LOOPS)
