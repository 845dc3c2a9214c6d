"""The graph of a game's positions: families, and the links between them.

`numbered` builds it from the rules and the game's index, `listed` (see `small`) from any small game
without one. The game is not needed after that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted, zeros
from honjin.core.parts.index import Plan, Unsolvable
from honjin.solver.retrograde.ends import UNSURE

LOOPS: Final = (
    Path(__file__).with_name("number_loop.py"),
    Path(__file__).with_name("sweep_loop.py"),
)

CHUNK: Final = 4096  # families expanded in one call
DENSE: Final = 1 << 24  # the largest range of numbers looked up in a list
SMALL: Final = 1 << 31

Ints = np.ndarray[Any, Any]
Tell = Callable[[int, int], None]


class Graph(NamedTuple):
    """Families by their place in `numbers`, and the actions that lead from one to another.

    first[f]             the first position of family f; a position is `first[f] + member`
    head, target, ways   links of f: from head[f] to head[f + 1]; a target below 0 ends the game
    maps[w][m]           the member that way w maps m to, -1: impossible
    back_head, source, back   the same links reversed, without those that end the game
    inverse[w][0][x]     the first member that way w maps to x,
    inverse[w][1][m]     and the next one after m
    """

    numbers: Ints
    first: Ints
    head: Ints
    target: Ints
    ways: Ints
    maps: Ints
    back_head: Ints
    source: Ints
    back: Ints
    inverse: Ints

    @property
    def positions(self) -> int:
        """The number of positions."""
        return int(self.first[-1])

    @property
    def families(self) -> int:
        """The number of families."""
        return len(self.numbers)

    @property
    def sizes(self) -> Ints:
        """The number of members of each family."""
        return np.diff(self.first)

    def parts(self, count: int) -> list[tuple[int, int]]:
        """Ranges of families with about the same work in each."""
        work = np.cumsum(self.sizes * (1 + np.diff(self.head)))
        total = int(work[-1]) if len(work) else 0
        cuts = [int(np.searchsorted(work, total * k / count)) for k in range(1, count)]
        return list(zip([0, *cuts], [*cuts, self.families], strict=True))


class Room(NamedTuple):
    """The output buffers of `number_loop.expand`."""

    sizes: Ints
    heads: Ints
    links: Ints
    ways: Ints
    told: Ints
    out: Ints
    weights: Ints


class Links(NamedTuple):
    """The output of `number_loop.expand` for some families; targets are still family numbers."""

    numbers: Ints
    sizes: Ints
    heads: Ints
    targets: Ints
    ways: Ints


# ---- from the rules


def numbered(
    game: Game[Any], plan: Plan[Any], jobs: int = 1, tell: Tell | None = None, *,
    plain: bool = False,
) -> Graph:  # fmt: skip
    """The graph of all positions of a plan; raises Unsolvable for chance with several outcomes.

    `plain` runs the loops interpreted.
    """
    if plan.families:
        found = _expand_all(game, plan, jobs, tell, plain=plain)
    else:
        found = _expand_reachable(game, plan, tell)
    return make_graph((interpreted if plain else compiled)(game, LOOPS), found, plan.mapping)


def _expand_all(
    game: Game[Any], plan: Plan[Any], jobs: int, tell: Tell | None, *, plain: bool
) -> Links:  # fmt: skip
    numbers = np.arange(plan.families, dtype=np.int64)
    pieces = [numbers[n : n + 8 * CHUNK] for n in range(0, len(numbers), 8 * CHUNK)]
    found: list[Links] = []
    idle: SimpleQueue[_Expander] = SimpleQueue()
    for _ in range(jobs):
        idle.put(_Expander(game, plan, plain=plain))

    def expand(piece: Ints) -> list[Links]:
        expander = idle.get()
        parts = expander.expand(piece)
        idle.put(expander)
        return parts

    with ThreadPoolExecutor(jobs) as threads:
        for done, parts in enumerate(threads.map(expand, pieces), 1):
            found += parts
            if tell:
                tell(done, len(pieces))
    return _joined(found)


def _expand_reachable(game: Game[Any], plan: Plan[Any], tell: Tell | None) -> Links:
    """Expand the reachable families breadth-first from the start."""
    assert game.index is not None
    expander = _Expander(game, plan)
    wave = np.array([game.index.family(plan.start)], np.int64)
    known = wave
    found: list[Links] = []
    while len(wave):
        found.append(_joined(expander.expand(wave)))
        targets = _distinct(found[-1].targets)
        targets = targets[targets >= 0]
        wave = targets[
            known[np.minimum(np.searchsorted(known, targets), len(known) - 1)] != targets
        ]
        known = _distinct(np.concatenate([known, wave]))
        if tell:
            tell(len(known) - len(wave), len(known))
    return _joined(found)


def _distinct(numbers: Ints) -> Ints:
    """The distinct numbers, sorted; numpy.unique is slow here since it hashes them badly."""
    numbers = np.sort(numbers)
    return numbers[np.append(True, numbers[1:] != numbers[:-1])] if len(numbers) else numbers


class _Expander:
    """Calls `expand` with buffers of its own, so that threads do not interfere."""

    def __init__(self, game: Game[Any], plan: Plan[Any], *, plain: bool = False) -> None:
        self.module = (interpreted if plain else compiled)(game, LOOPS)
        self.plain, start = plain, plan.start
        self.states = [start.copy(), start.copy()] if plain else short_states(game, start, 2)
        self.variants, self.stage = plan.variants, plan.stage
        self.late = late_reasons(game, plan.late)
        most = max(CHUNK * 32, 2 * plan.variants * game.max_actions)
        lengths = (CHUNK, CHUNK, most, most, 2, game.max_actions, game.max_actions)
        self.room = Room(*map(zeros, lengths))
        # Less memory takes less time.
        self.kind = np.int32 if 0 < plan.families < SMALL else np.int64

    def expand(self, numbers: Ints) -> list[Links]:
        """The links of those of the given families that exist, in parts."""
        parts: list[Links] = []
        while len(numbers):
            part, done = self._expand_some(numbers[:CHUNK])
            parts.append(part)
            numbers = numbers[done:]
        return parts

    def _expand_some(self, numbers: Ints) -> tuple[Links, int]:
        room, given = self.room, numbers.tolist() if self.plain else numbers
        self.module.expand(self.states, given, room, self.variants, self.late, self.stage)
        done, count = map(int, room.told)
        there = np.flatnonzero(room.sizes[:done])
        targets = room.links[:count].astype(self.kind)
        ways = room.ways[:count].astype(np.int32)
        return Links(numbers[there], room.sizes[there], room.heads[there], targets, ways), done


def late_reasons(game: Game[Any], late: Sequence[str]) -> int:
    """The mask of the reasons for an end that count one ply more."""
    return sum(1 << game.reasons.index(reason) for reason in late)


def short_states(game: Game[Any], start: Any, count: int) -> Ints:
    """Records of a state with long lists cut (`Index.short`); copying takes most of the time."""
    short = game.index.short if game.index else {}
    usual = game.state.dtype()
    fields = [
        (name, *usual[name].subdtype) if usual[name].subdtype else (name, usual[name])
        for name in usual.names or ()
    ]
    cut = [(one[0], one[1], (short[one[0]],)) if one[0] in short else one for one in fields]
    tight = np.dtype(cut, align=True)
    states = np.zeros(count, tight)
    for name in tight.names or ():
        value = getattr(start, name)
        states[0][name] = value[: short[name]] if name in short else value
    states[1:] = states[0]
    return states


def _joined(parts: Sequence[Links]) -> Links:
    return Links(*(np.concatenate(column) for column in zip(*parts, strict=True)))


# ---- building the graph


def make_graph(
    module: ModuleType, found: Links, mapping: Callable[[int], Sequence[int]]
) -> Graph:  # fmt: skip
    """Sort the families by number and reverse the links."""
    if (found.targets == UNSURE).any():
        raise Unsolvable(
            "expected a game without dice or draws: exact values need certain outcomes"
        )
    found = _sorted(found)
    numbers = found.numbers
    first, head = _sums(found.sizes), _sums(found.heads)
    target = _places(module, found.targets, numbers)
    codes, ways = counted(module, found.ways)
    maps = _maps([mapping(int(code)) for code in codes], int(found.sizes.max(initial=1)))
    inverse = np.full((len(maps), 2, maps.shape[1]), -1, np.int16)
    module.invert(maps, inverse)
    back = _turned_round(module, head, target, ways)
    return Graph(numbers, first, head, target, ways, maps, *back, inverse)


def _sorted(found: Links) -> Links:
    order = np.argsort(found.numbers, kind="stable")
    if (np.diff(order) == 1).all():
        return found
    starts, heads = _sums(found.heads)[:-1][order], found.heads[order]
    picks = np.repeat(starts - _sums(heads)[:-1], heads) + np.arange(heads.sum())
    return Links(
        found.numbers[order], found.sizes[order], heads, found.targets[picks], found.ways[picks]
    )


def _sums(counts: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


def _places(module: ModuleType, targets: Ints, numbers: Ints) -> Ints:
    """The indices of the families with these numbers; ends are kept as they are."""
    places = np.empty(len(targets), np.int32)
    highest = int(numbers[-1])
    table = np.empty(0, np.int32)
    if highest < DENSE:
        table = np.full(highest + 1, -1, np.int32)
        table[numbers] = np.arange(len(numbers), dtype=np.int32)
    if not module.locate(numbers, table, targets, places):
        raise AssertionError("an action leads to a position that the index does not contain")
    return places


def counted(module: ModuleType, ways: Ints) -> tuple[Ints, Ints]:
    """The distinct ways, and the index of each link's way; faster than numpy.unique."""
    there = np.zeros(int(ways.max(initial=0)) + 1, np.int32)
    places = np.empty(len(ways), np.int32)
    module.count_ways(ways, there, places)
    return np.flatnonzero(there), places


def _maps(rows: list[Sequence[int]], width: int) -> Ints:
    maps = np.full((max(1, len(rows)), width), -1, np.int16)
    for n, row in enumerate(rows):
        maps[n, : len(row)] = row
    return maps


def _turned_round(
    module: ModuleType, head: Ints, target: Ints, ways: Ints
) -> tuple[Ints, Ints, Ints]:  # fmt: skip
    families = len(head) - 1
    back_head = _sums(np.bincount(target[target >= 0], minlength=families))
    source, back = np.zeros((2, int(back_head[-1])), np.int32)
    module.turn_round(head, target, ways, back_head[:-1].copy(), source, back)
    return back_head, source, back
