"""The search for a forced win (`search_loop`): its records, and the class that runs it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted
from honjin.core.parts.index import Case
from honjin.core.seats import MAX_SEATS
from honjin.core.state import State, ints
from honjin.solver.proof.loops import SEARCH
from honjin.solver.proof.records import read, several, write
from honjin.solver.retrograde.graph import late_reasons, short_states
from honjin.solver.tables.plans import index_of

PLIES: Final = 100  # as in search_loop

BITS: Final = 26
"""The size of a search's table: 2 ** 26 positions of 32 bytes."""


class Frame(State):
    """One ply of the stack; `wide_frame` adds lists sized for the game."""

    first: int = ints(kind="i8")  # the position's two-part key
    second: int = ints(kind="i8")
    phi: int = ints(kind="i8")
    delta: int = ints(kind="i8")
    most_phi: int = ints(kind="i8")
    most_delta: int = ints(kind="i8")
    others: int = ints(kind="i8")  # the number of open actions, less one
    next_best: int = ints(kind="i8")  # the delta of the second best action
    best: int = ints(kind="i8")
    count: int = ints(kind="i8")
    mover: int = ints(kind="i8")  # the side that acts
    actor: int = ints(kind="i8")  # its seat, or chance
    length: int = ints(kind="i8")  # bound of plies to the win, if proved
    loop: int = ints(kind="i8")  # the lowest ply that a repetition here depends on
    killer: int = ints(kind="i8", start=-1)  # the action that last settled a frame at this ply


class Entry(State):
    """The table's entry for a position."""

    first: int = ints(kind="i8")
    second: int = ints(kind="i8")
    phi: int = ints(kind="i4")
    delta: int = ints(kind="i4")
    length: int = ints(kind="i4")


class Control(State):
    """Of the whole search."""

    ply: int = ints(kind="i8", start=-1)  # the current frame; -1: not started
    done: int = ints(kind="i8")
    nodes: int = ints(kind="i8")  # actions done so far
    limit: int = ints(kind="i8")
    looked: int = ints(kind="i8")  # positions whose actions were listed
    attacker: int = ints(kind="i8")  # the seat whose win is searched for
    defers: int = ints(kind="i8")  # 1: deferred actions are played only where they win at once
    slots: int = ints(kind="i8")
    late: int = ints(kind="i8")  # mask of ends that count one ply more
    words: list[int] = ints(2, kind="i8")
    out: list[int] = ints(MAX_SEATS, kind="i8")
    weights: list[int] = ints(4, kind="i8")


@cache
def wide_frame(most: int) -> type[Frame]:
    """A frame with room for `most` actions and the numbers of the positions they lead to."""

    class WideFrame(Frame):
        moves: list[int] = ints(most, kind="i8")
        firsts: list[int] = ints(most, kind="i8")
        seconds: list[int] = ints(most, kind="i8")
        phis: list[int] = ints(most, kind="i8")
        deltas: list[int] = ints(most, kind="i8")
        lengths: list[int] = ints(most, kind="i8")

    return WideFrame


class Attempt(NamedTuple):
    """The win to search for: whose, and whether deferred actions are kept for the last ply."""

    attacker: int
    defers: bool


class SearchProgress(NamedTuple):
    """The progress of a search: the positions expanded, and the proof numbers of its root."""

    side: str
    defers: bool
    nodes: int
    proof: int  # least number of positions still to be settled for a proof
    refutation: int  # the same for a refutation

    def progress(self) -> tuple[int, int, str]:
        """How much is done, the total (unknown), and the unit."""
        return 0, 0, str(self)

    def __str__(self) -> str:
        """The progress in words."""
        return (
            f"{self.side}{' deferring' * self.defers}: {self.nodes:,} positions, "
            f"{self.proof:,} to prove or {self.refutation:,} to refute"
        )


Tell = Callable[[SearchProgress], None]


class Search:
    """One attempt: arrays of records compiled, lists of objects interpreted."""

    def __init__(
        self,
        game: Game[Any],
        case: Case,
        attempt: Attempt,
        *,
        bits: int = BITS,
        plain: bool = False,
    ) -> None:
        self.game, self.attempt, self.plain = game, attempt, plain
        self._load()
        self.frames = several(wide_frame(game.max_actions), PLIES + 1, plain=plain)
        self.table = several(Entry, 1 << bits, plain=plain)
        self.control = several(Control, 1, plain=plain)
        self.set(attacker=attempt.attacker, defers=int(attempt.defers), slots=1 << bits)
        self.set(late=late_reasons(game, case.late))
        start = game.setup(case.options)
        room = PLIES + 2
        self._states = [start.copy()] * room if plain else short_states(game, start, room)

    def _load(self) -> None:
        self.module: ModuleType = (interpreted if self.plain else compiled)(self.game, SEARCH)

    def __getstate__(self) -> dict[str, Any]:
        """What has been learned, without the loops."""
        return {name: value for name, value in vars(self).items() if name != "module"}

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self._load()

    def begin(self, record: Any) -> None:
        """Set the root to a position from another array; the table is kept."""
        self._states[0] = record.copy() if self.plain else record
        self.set(ply=-1, done=0)

    def set(self, **values: int) -> None:
        """Set fields of the search's `Control`."""
        write(self.control[0], **values)

    @property
    def attacker(self) -> int:
        """The seat whose win is searched for."""
        return self.attempt.attacker

    @property
    def nodes(self) -> int:
        """Actions done so far."""
        return read(self.control[0], "nodes")

    @property
    def plies(self) -> int:
        """The bound of plies to the proved win."""
        return read(self.frames[0], "length")

    def run(self, nodes: int) -> bool | None:
        """Search for `nodes` more actions; return True if proved, False if refuted, else None."""
        self.set(limit=self.nodes + nodes)
        self.module.prove(self._states, self.frames, self.table, self.control)
        if not read(self.control[0], "done"):
            return None
        far = self.far()
        assert 0 in {far.proof, far.refutation}, far
        return far.proof == 0

    def choose(self) -> int:
        """The index of the winner's best action among the legal ones; -1 if unknown."""
        found = self.module.choose(self._states, self.frames, self.table, self.control)
        self.set(ply=-1, done=0)
        return int(found)

    def learn(self, met: Any) -> None:
        """Take over the positions of a checked proof by the same winner (`certificate.Met`)."""
        self.module.learn(met, self.table, self.control)

    def known(self, record: Any) -> int:
        """The bound of plies to the win of a position; 0 if it is not (or no longer) known."""
        self.begin(record)
        return int(self.module.known(self._states, self.table, self.control))

    def forget(self, first: int, second: int) -> None:
        """Remove a position, given by its two-part key, from the table."""
        self.module.forget(first, second, self.table, self.control)

    def far(self) -> SearchProgress:
        """The progress of the search."""
        root = self.frames[0]
        numbers = [read(root, "phi"), read(root, "delta")]
        if read(root, "mover") != self.attempt.attacker:
            numbers.reverse()
        side = index_of(self.game).sides[self.attempt.attacker]
        return SearchProgress(side, self.attempt.defers, self.nodes, *numbers)
