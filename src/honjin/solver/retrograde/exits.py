"""The actions that leave a stage for good, and what the best of them is worth in each position.

A stage is solved after all that its actions lead to (`core.parts.index`). Of those only the results
count: a win by leaving it is taken for the last ply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from threading import Lock
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted, zeros
from honjin.core.parts.index import Plan
from honjin.core.state import State
from honjin.solver.retrograde.graph import (
    LOOPS,
    Graph,
    Ints,
    counted,
    late_reasons,
    short_states,
)

CHUNK: Final = 8192
"""Families whose exits are listed in one call."""
MAX_STAGES: Final = 256
"""The most stages that the actions of one may lead to."""


class Solved(Protocol):
    """The results of another stage."""

    places: Ints
    """The place of each family by its number; -1 if there is none."""
    first: Ints
    """The first position of the family at each place."""
    packed: Ints
    """The results of positions, four to a byte: 0 drawn, 1 won, 2 lost by the side to move."""


class Room(NamedTuple):
    """The output buffers of `number_loop.list_exits`."""

    families: Ints
    stages: Ints
    links: Ints
    ways: Ints
    codes: Ints
    told: Ints
    out: Ints
    weights: Ints


class _Lister:
    """Lists exits with buffers of its own, so that threads do not interfere."""

    def __init__(self, game: Game[Any], plan: Plan[Any], *, plain: bool) -> None:
        self.module: ModuleType = (interpreted if plain else compiled)(game, LOOPS)
        count = 2 + MAX_STAGES
        start = plan.start
        self.states = (
            [start.copy() for _ in range(count)] if plain else short_states(game, start, count)
        )
        self.plain, self.plan, self.late = plain, plan, late_reasons(game, plan.late)
        most = max(CHUNK * 48, 2 * plan.variants * game.max_actions)
        lengths = (most, most, most, most, MAX_STAGES, 3, game.max_actions, game.max_actions)
        self.room = Room(*map(zeros, lengths))

    def run(self, numbers: Ints) -> tuple[int, int]:
        """List the exits of families; return how many of them are done, and the exits."""
        plan, room = self.plan, self.room
        given = numbers.tolist() if self.plain else numbers
        self.module.list_exits(self.states, given, room, plan.variants, self.late, plan.stage)
        return int(room.told[0]), int(room.told[1])

    def example(self, place: int) -> State:
        """A position of the stage at a place of `codes`."""
        record = self.states[2 + place]
        if isinstance(record, State):
            return record.copy()
        found: State = self.plan.start.copy()
        for name in record.dtype.names:
            value = record[name]
            if isinstance(value, np.ndarray):
                getattr(found, name)[: len(value)] = value.tolist()
            else:
                setattr(found, name, int(value))
        return found


_Find = Callable[[int, _Lister, int], Solved]
"""The results of a stage, by its number; the lister has an example at a place."""


class _Maps:
    """The mappings of members by way, in one array for the loops; shared by threads."""

    def __init__(self, mapping: Callable[[int], Sequence[int]], width: int) -> None:
        self._mapping, self._rows = mapping, np.full((16, width), -1, np.int16)
        self._places: dict[int, int] = {}
        self._lock = Lock()

    def of(self, codes: Ints, places: Ints) -> tuple[Ints, Ints]:
        """The mappings, and the row of each way; ways as by `counted`."""
        with self._lock:
            for code in map(int, codes):
                if code not in self._places:
                    self._add(code)
            return self._rows, np.array([self._places[int(one)] for one in codes])[places]

    def _add(self, code: int) -> None:
        place = self._places[code] = len(self._places)
        if place == len(self._rows):
            self._rows = np.concatenate([self._rows, np.full_like(self._rows, -1)])
        row = self._mapping(code)
        self._rows[place, : len(row)] = row


class _Unsolved(Exception):
    """A stage that has not been solved yet was met."""


class Exits:
    """The actions that leave the stage of a plan. `solve` gives the results of another stage."""

    def __init__(
        self, game: Game[Any], plan: Plan[Any], graph: Graph,
        solve: Callable[[int, State], Solved], *, jobs: int = 1, plain: bool = False,
    ) -> None:  # fmt: skip
        self._graph, self._solve, self._jobs = graph, solve, jobs
        self._solved: dict[int, Solved] = {}
        self._listers: SimpleQueue[_Lister] = SimpleQueue()
        for _ in range(jobs):
            self._listers.put(_Lister(game, plan, plain=plain))
        self._maps = _Maps(plan.mapping, int(graph.sizes.max(initial=1)))

    def gains(self) -> Ints:
        """What the best exit of each position is worth (`sweep_loop`)."""
        found = np.zeros(self._graph.positions, np.uint8)
        count = self._graph.families
        chunks = [(at, min(at + CHUNK, count)) for at in range(0, count, CHUNK)]
        # The first families lead to nearly all stages. Those are solved here, not in a thread,
        # which would wait for others that wait for it.
        for chunk in chunks[:1]:
            self._gain(found, chunk, self._of)
        with ThreadPoolExecutor(self._jobs) as threads:
            done = list(threads.map(partial(self._is_gained, found), chunks[1:]))
        for chunk, is_done in zip(chunks[1:], done, strict=True):
            if not is_done:
                self._gain(found, chunk, self._of)
        return found

    def _of(self, code: int, lister: _Lister, place: int) -> Solved:
        """The results of a stage, which is solved now if it is not known yet."""
        if code not in self._solved:
            self._solved[code] = self._solve(code, lister.example(place))
        return self._solved[code]

    def _known(self, code: int, _lister: _Lister, _place: int) -> Solved:
        if code not in self._solved:
            raise _Unsolved
        return self._solved[code]

    def _is_gained(self, found: Ints, chunk: tuple[int, int]) -> bool:
        """Take the exits of some families, or return False if they lead to an unsolved stage."""
        try:
            self._gain(found, chunk, self._known)
        except _Unsolved:
            return False
        return True

    def _gain(self, found: Ints, chunk: tuple[int, int], stage: _Find) -> None:
        lister, (at, end) = self._listers.get(), chunk
        try:
            while at < end:
                done, count = lister.run(self._graph.numbers[at:end].astype(np.int64))
                if count:
                    self._take(lister, found, at, count, stage)
                at += done
        finally:
            self._listers.put(lister)

    def _take(self, lister: _Lister, found: Ints, at: int, count: int, stage: _Find) -> None:
        room, graph = lister.room, self._graph
        stages = np.array(room.stages[:count])
        assert (stages >= 0).all(), f"expected at most {MAX_STAGES} stages to leave for"
        families = np.array(room.families[:count]) + at
        maps, rows = self._maps.of(*counted(lister.module, np.array(room.ways[:count])))
        targets = np.array(room.links[:count])
        for place in np.unique(stages):
            here = np.flatnonzero(stages == place)
            to = stage(int(room.codes[place]), lister, int(place))
            places = to.places[targets[here]]
            assert (places >= 0).all(), "an action leads to a position that the index does not hold"
            starts = to.first[places]
            lister.module.gain(
                graph, families[here], starts, rows[here], maps, to.packed, found
            )  # fmt: skip
