"""Retrograde analysis, step by step, in several threads: the compiled loops release the GIL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np

from honjin.core.parts.index import Unsolvable
from honjin.solver.retrograde.graph import Graph, Ints
from honjin.solver.tables.value import MAX_PLIES

UNCOUNTED: Final = 255
"""The largest number of links of a family: those left are counted in a byte."""
NO_EXITS: Final = np.zeros(0, np.uint8)
"""The `gains` of a graph that no action leaves."""

Part = tuple[int, int]

PIECE: Final = 1 << 20


class Step(NamedTuple):
    """The progress of the analysis: the positions decided within `depth` plies, and all."""

    depth: int
    decided: int
    positions: int

    def progress(self) -> tuple[int, int, str]:
        """How much is done, the total, and the unit."""
        return self.decided, self.positions, f"in {self.depth} plies"


class Sweep:
    """The analysis of one graph in a table; it can start at any depth already reached."""

    def __init__(
        self, module: ModuleType, graph: Graph, table: Ints, jobs: int = 1, gains: Ints = NO_EXITS
    ) -> None:
        if graph.families and int(np.diff(graph.head).max()) > UNCOUNTED:
            raise Unsolvable(f"expected at most {UNCOUNTED} actions in a position")
        self.module, self.graph, self.table, self.gains = module, graph, table, gains
        self.parts = graph.parts(jobs)
        self.width = graph.maps.shape[1]

    def run(self, depth: int = 0, tell: Callable[[Step], None] | None = None) -> int:
        """Continue from the positions decided within `depth` plies; return the longest distance."""
        left = np.zeros(self.graph.positions, np.uint8)
        with ThreadPoolExecutor(len(self.parts)) as threads:
            list(threads.map(lambda part: self._prepare(left, part, depth), self.parts))
            depth, decided = max(1, depth), int(np.count_nonzero(self.table))
            fresh = np.ones((2, self.graph.families), np.uint8)
            while True:
                if tell:
                    tell(Step(depth, decided, self.graph.positions))
                fresh[1 - (depth & 1)] = 0
                news = sum(threads.map(partial(self._spread, left, fresh, depth), self.parts))
                if news == 0:
                    return depth if decided else 0
                decided, depth = decided + news, depth + 1
                if depth > MAX_PLIES:
                    raise Unsolvable(f"a table holds distances up to {MAX_PLIES} plies")

    def _prepare(self, left: Ints, part: Part, depth: int) -> None:
        self.module.prepare(self.graph, self.table, left, self.gains, part, depth)

    def _spread(self, left: Ints, fresh: Ints, depth: int, part: Part) -> int:
        found = np.zeros((2, self.width), np.uint16)
        news = self.module.spread(self.graph, self.table, left, fresh, part, depth, found)
        return int(news)

    def fault(self) -> int:
        """The first position whose byte contradicts its actions; -1 if there is none."""
        with ThreadPoolExecutor(len(self.parts)) as threads:
            return max(threads.map(self._fault_in, self.parts))

    def _fault_in(self, part: Part) -> int:
        best = np.zeros(self.width, np.int64)
        return int(self.module.disagree(self.graph, self.table, self.gains, part, best))


def counts(table: Ints) -> Ints:
    """The number of positions with each byte."""
    found = np.zeros(256, np.int64)
    for n in range(0, len(table), PIECE):
        found += np.bincount(table[n : n + PIECE], minlength=256)
    return found
