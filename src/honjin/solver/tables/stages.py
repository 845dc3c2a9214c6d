"""Games that are solved stage by stage: a file of results for each stage, and their values.

A stage has the positions between two actions that cannot be undone (`core.parts.index`), in Rokumon
those of one board that Surprises made. A file has two bits for each position: who wins, not how
soon. While a stage is solved its plies are known, and every position is checked against its
actions before the file is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from filelock import FileLock

from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted
from honjin.core.parts.index import Plan, Unsolvable
from honjin.core.state import State
from honjin.solver.retrograde.exits import Exits
from honjin.solver.retrograde.graph import LOOPS, Graph, Ints, numbered
from honjin.solver.retrograde.steps import Sweep
from honjin.solver.tables.ask import NotSolved, listed, mover, result_of
from honjin.solver.tables.files import Damaged, read_page, sum_of, write_page
from honjin.solver.tables.plans import index_of, stages_folder
from honjin.solver.tables.value import LOST

FORM: Final = "honjin stage 1"
MAX_OPEN: Final = 100
"""The most stages kept open, at some ten megabytes each; more than any stage leads to."""
RESULTS: Final = (0, 1, -1)
"""The results that two bits stand for, to the side to move."""


class StageHead(msgspec.Struct, frozen=True):
    """The first page of a stage's file: numbers and sizes of families follow, then results."""

    form: str
    game: str
    rules: int
    key: str
    stage: int
    families: int
    positions: int
    drawn: int
    won: int
    lost: int
    plies: int
    """The most plies within the stage, until it is left or the game ends."""
    checksum: str

    @property
    def bytes(self) -> int:
        """The length of what follows the page."""
        return 6 * self.families + (self.positions + 3) // 4

    @property
    def is_possible(self) -> bool:
        """True if there can be a file with these numbers."""
        counts = self.drawn, self.won, self.lost
        return self.families > 0 and min(counts) >= 0 and sum(counts) == self.positions


class Stage:
    """The results of one stage, mapped into memory."""

    def __init__(self, head: StageHead, body: Ints) -> None:
        self.head, self.body = head, body
        numbers = body[: 4 * head.families].view(np.uint32)
        sizes = body[4 * head.families : 6 * head.families].view(np.uint16)
        self.places: Ints = np.full(int(numbers[-1]) + 1, -1, np.int32)
        self.places[numbers] = np.arange(head.families, dtype=np.int32)
        self.first: Ints = np.zeros(head.families + 1, np.int64)
        np.cumsum(sizes, out=self.first[1:])
        self.packed: Ints = body[6 * head.families :]

    def result(self, family: int, member: int) -> int:
        """The result of a position to its side to move: 1, 0 or -1."""
        p = int(self.first[self.places[family]]) + member
        return RESULTS[int(self.packed[p >> 2]) >> 2 * (p & 3) & 3]


class StageProgress(NamedTuple):
    """The progress: the stages solved, and those known so far."""

    done: int
    known: int
    positions: int

    def progress(self) -> tuple[int, int, str]:
        """How much is done, the total known so far, and the unit."""
        return self.done, self.known, "stages"


class Stages:
    """The stages of one game, in a folder.

    `plain` runs the loops interpreted, for tiny games. With `stored` nothing is solved: a stage
    that is not in the folder raises NotSolved.
    """

    def __init__(
        self, game: Game[Any], plan: Plan[Any], folder: Path, *, jobs: int = 2,
        tell: Callable[[StageProgress], None] | None = None, plain: bool = False,
        stored: bool = False,
    ) -> None:  # fmt: skip
        self.game, self.plan, self.folder = game, plan, stages_folder(folder, game, plan)
        self.index = index_of(game)
        self._jobs, self._tell, self._plain = jobs, tell or (lambda _: None), plain
        self._stored = stored
        self._open: dict[int, Stage] = {}
        self._heads: dict[int, StageHead] = {}
        self._again = False
        self._known: set[int] = set()
        self._lock = RLock()

    # ---- solving

    def solve(self) -> Stage:
        """Solve all stages that can be reached from the first one; return that one.

        What is stored is kept: an interrupted run continues with the next stage.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with FileLock(self.folder / "stages.lock"):
            return self.of(self.plan.stage, self.plan.start)

    def check(self) -> Stage:
        """Solve all stages again and compare; Damaged names the first file that differs."""
        self._again = True
        self._open.clear()
        self._heads.clear()
        return self.solve()

    def of(self, code: int, example: State) -> Stage:
        """A stage, opened or else solved; `example` is one of its positions."""
        with self._lock:
            self._known.add(code)
            found = self._open.pop(code, None)
            if found is None:
                if code not in self._heads:
                    self._settle(code, example)
                found = self._read(code)
            self._open[code] = found  # the last used at the end
            if len(self._open) > MAX_OPEN:
                del self._open[next(iter(self._open))]
            return found

    def _settle(self, code: int, example: State) -> None:
        """Solve a stage unless it is stored; with `again`, compare what is stored."""
        path = self._path(code)
        if not path.exists():
            if self._stored:
                raise NotSolved(f"no stage {path}; `honjin solve --stages` makes it")
            head, body = self._solved(code, example)
            self.folder.mkdir(parents=True, exist_ok=True)
            write_page(path, head, body)
        elif self._again:
            head, body = self._solved(code, example)
            there = self._read(code)
            if there.head != head or not (there.body == body).all():
                raise Damaged(f"{path}: its results are not those of the rules")
        self._heads[code] = self._read(code).head
        positions = sum(head.positions for head in self._heads.values())
        self._tell(StageProgress(len(self._heads), len(self._known), positions))

    def _solved(self, code: int, example: State) -> tuple[StageHead, Ints]:
        start = example.copy()
        self.index.canonical_key(start, [0, 0])  # without what no longer matters
        plan = replace(self.plan, start=start, stage=code)
        graph = numbered(self.game, plan, self._jobs, plain=self._plain)
        exits = Exits(self.game, plan, graph, self.of, jobs=self._jobs, plain=self._plain)
        gains = exits.gains()
        module = (interpreted if self._plain else compiled)(self.game, LOOPS)
        table = np.zeros(graph.positions, np.uint8)
        sweep = Sweep(module, graph, table, self._jobs, gains)
        plies = sweep.run()
        if (fault := sweep.fault()) >= 0:
            raise Damaged(f"stage {code:x}: position {fault} contradicts its actions")
        packed = np.zeros((graph.positions + 3) // 4, np.uint8)
        module.pack(table, packed, (0, len(packed)))
        return self._head(code, graph, table, plies, body := _body(graph, packed)), body

    # ---- files

    def is_solved(self) -> bool:
        """Whether the first stage is stored, which is solved last."""
        return self._path(self.plan.stage).exists()

    def _path(self, code: int) -> Path:
        return self.folder / f"{code:x}.stage"

    def _head(self, code: int, graph: Graph, table: Ints, plies: int, body: Ints) -> StageHead:
        lost = int(np.count_nonzero(table > LOST))
        won = int(np.count_nonzero(table)) - lost
        return StageHead(
            FORM, self.game.key, self.game.version, self.plan.key, code, graph.families,
            graph.positions, graph.positions - won - lost, won, lost, plies, sum_of(body),
        )  # fmt: skip

    def _read(self, code: int) -> Stage:
        path = self._path(code)
        head, body = read_page(path, StageHead, FORM)
        wanted = (self.game.key, self.game.version, self.plan.key, code)
        if (head.game, head.rules, head.key, head.stage) != wanted:
            raise Damaged(
                f"{path}: expected stage {code:x} of {wanted[:3]}, got another; remove it"
            )
        is_whole = head.is_possible and len(body) == head.bytes and sum_of(body) == head.checksum
        stage = Stage(head, body) if is_whole else None
        if stage is None or int(stage.first[-1]) != head.positions:
            raise Damaged(f"{path}: truncated or changed; remove it and solve it again")
        return stage

    # ---- values

    def result(self, s: Any) -> int:
        """Who wins a running position: 1 the side to move, -1 the other, 0 neither can force it."""
        image = self.plan.turned(s)
        found = self.of(self.index.stage(image), image)
        return found.result(self.index.family(image), self.index.member(image))

    def results(self, s: Any) -> dict[int, int]:
        """The result of each action for the side to move."""
        seat, side = mover(self.game, s)
        return {action: self._after(s, seat, side, action) for action in listed(self.game, s, seat)}

    def _after(self, s: Any, seat: int, side: int, action: int) -> int:
        after = s.copy()
        self.game.apply_action(after, seat, action)
        ended = result_of(self.game, after, side, self.plan.late)
        return -self.result(after) if ended is None else ended.result

    def counts(self) -> Counter[str]:
        """The number of stages, and of positions that are won, lost and drawn, as met so far."""
        found: Counter[str] = Counter(stages=len(self._heads))
        for head in self._heads.values():
            found += Counter(won=head.won, lost=head.lost, drawn=head.drawn)
        return found


def _body(graph: Graph, packed: Ints) -> Ints:
    numbers, sizes = graph.numbers.astype(np.uint32), graph.sizes.astype(np.uint16)
    return np.concatenate([numbers.view(np.uint8), sizes.view(np.uint8), packed])


def stages_of(game: Game[Any], position: Any, folder: Path, **how: Any) -> Stages:
    """The stages of the game that a position belongs to; raises Unsolvable if it has none."""
    index = index_of(game)
    if index.first_stage is None:
        raise Unsolvable(f"{game.key} has no stages; its tables hold every position")
    return Stages(game, index.first_stage(position), folder, **how)


class StoredStages:
    """Who wins after each action, as the stages stored in a folder say; nothing is solved.

    A deal need not be solved to its start: each position is known whose own stage is stored with
    those that its actions lead to.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[tuple[str, str], Stages] = {}

    def action_results(self, game: Game[Any], s: Any) -> dict[int, int]:
        """1, 0 or -1 for each action of the side to move: won, drawn or lost.

        Raises Unsolvable if no stage says, Damaged or OSError if one cannot be read.
        """
        stages = stages_of(game, s, self.folder, stored=True)
        return self._open.setdefault((game.key, stages.plan.key), stages).results(s)


def solved_stages(game: Game[Any], position: Any, folder: Path) -> Stages | None:
    """The stages of the game that a position belongs to, if they are solved in this folder."""
    try:
        found = stages_of(game, position, folder)
    except Unsolvable:
        return None
    return found if found.is_solved() else None
