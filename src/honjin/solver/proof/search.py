"""The search for a forced win (`proof_loop`): its records, and the object that runs it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.index import Case
from honjin.core.jit.compiled import compiled, interpreted
from honjin.core.seats import MOST_SEATS
from honjin.core.state import State, ints
from honjin.solver.proof.records import read, several, write
from honjin.solver.retrograde.graph import late_reasons, short_states
from honjin.solver.tables.solving import index_of

LOOPS: Final = Path(__file__).with_name("search_loop.py")
PLIES: Final = 100  # as in proof_loop

BITS: Final = 26
"""So large is the table of a search: 2 ** 26 positions of 32 bytes."""


class Frame(State):
    """One ply of the stack; `wide_frame` adds lists in the game's size."""

    first: int = ints(kind="i8")  # the position, in two numbers
    second: int = ints(kind="i8")
    phi: int = ints(kind="i8")
    delta: int = ints(kind="i8")
    most_phi: int = ints(kind="i8")
    most_delta: int = ints(kind="i8")
    others: int = ints(kind="i8")  # open actions but one
    next_best: int = ints(kind="i8")  # the delta of the second best action
    best: int = ints(kind="i8")
    count: int = ints(kind="i8")
    mover: int = ints(kind="i8")  # the side that acts
    actor: int = ints(kind="i8")  # its seat, or chance
    length: int = ints(kind="i8")  # plies to the win at most, where it is proved
    loop: int = ints(kind="i8")  # the lowest ply of which a repetition here makes use
    killer: int = ints(kind="i8", start=-1)  # the action that last settled a frame of this ply


class Entry(State):
    """What the table knows of a position."""

    first: int = ints(kind="i8")
    second: int = ints(kind="i8")
    phi: int = ints(kind="i4")
    delta: int = ints(kind="i4")
    length: int = ints(kind="i4")


class Control(State):
    """Of the whole search."""

    ply: int = ints(kind="i8", start=-1)  # the frame at work, -1: not begun
    done: int = ints(kind="i8")
    nodes: int = ints(kind="i8")  # actions done so far
    limit: int = ints(kind="i8")
    looked: int = ints(kind="i8")  # positions whose actions were listed
    attacker: int = ints(kind="i8")  # the seat whose win is looked for
    defers: int = ints(kind="i8")  # 1: spared actions are used only where they win at once
    slots: int = ints(kind="i8")
    late: int = ints(kind="i8")  # mask of ends that count one ply more
    words: list[int] = ints(2, kind="i8")
    out: list[int] = ints(MOST_SEATS, kind="i8")
    weights: list[int] = ints(4, kind="i8")


@cache
def wide_frame(most: int) -> type[Frame]:
    """A frame with room for so many actions: each with what is known of the one it leads to."""

    class WideFrame(Frame):
        moves: list[int] = ints(most, kind="i8")
        firsts: list[int] = ints(most, kind="i8")
        seconds: list[int] = ints(most, kind="i8")
        phis: list[int] = ints(most, kind="i8")
        deltas: list[int] = ints(most, kind="i8")
        lengths: list[int] = ints(most, kind="i8")

    return WideFrame


class Attempt(NamedTuple):
    """A win that is looked for: whose, and whether spared actions are kept for the last ply."""

    attacker: int
    defers: bool


class SearchProgress(NamedTuple):
    """How far a search is: how many positions it looked at, and what its numbers are."""

    side: str
    defers: bool
    nodes: int
    proof: int  # positions that must still fall at least for a proof
    refutation: int  # and for the contrary

    def progress(self) -> tuple[int, int, str]:
        """How much is done of all there is (nobody knows), and of what."""
        return 0, 0, str(self)

    def __str__(self) -> str:
        """For the reader."""
        return (
            f"{self.side}{' sparing' * self.defers}: {self.nodes:,} positions, "
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
        self.module: ModuleType = (interpreted if plain else compiled)(game, LOOPS)
        self.frames = several(wide_frame(game.max_actions), PLIES + 1, plain=plain)
        self.table = several(Entry, 1 << bits, plain=plain)
        self.control = several(Control, 1, plain=plain)
        self.set(attacker=attempt.attacker, defers=int(attempt.defers), slots=1 << bits)
        self.set(late=late_reasons(game, case.late))
        start = game.setup(case.options)
        room = PLIES + 2
        self._states = [start.copy()] * room if plain else short_states(game, start, room)

    def begin(self, record: Any) -> None:
        """Look at a position next, as it stands in another array; what the table knows stays."""
        self._states[0] = record.copy() if self.plain else record
        self.set(ply=-1, done=0)

    def set(self, **values: int) -> None:
        """Change numbers of the search (`Control`)."""
        write(self.control[0], **values)

    @property
    def attacker(self) -> int:
        """Whose win it is about."""
        return self.attempt.attacker

    @property
    def nodes(self) -> int:
        """Actions done so far."""
        return read(self.control[0], "nodes")

    @property
    def plies(self) -> int:
        """In how many plies what was proved is won at most."""
        return read(self.frames[0], "length")

    def run(self, nodes: int) -> bool | None:
        """Go on for so many actions: True when proved, False when refuted, None when open."""
        self.set(limit=self.nodes + nodes)
        self.module.prove(self._states, self.frames, self.table, self.control)
        if not read(self.control[0], "done"):
            return None
        far = self.far()
        assert 0 in {far.proof, far.refutation}, far
        return far.proof == 0

    def choose(self) -> int:
        """The place of the winner's best action among the legal ones, -1 when none is known."""
        found = self.module.choose(self._states, self.frames, self.table, self.control)
        self.set(ply=-1, done=0)
        return int(found)

    def learn(self, met: Any) -> None:
        """Take over the positions of a proof by the same winner that was checked (`proofs.Met`)."""
        self.module.learn(met, self.table, self.control)

    def known(self, record: Any) -> int:
        """In how many plies a position is won at most, 0 where that is not known (any more)."""
        self.begin(record)
        return int(self.module.known(self._states, self.table, self.control))

    def forget(self, first: int, second: int) -> None:
        """Know nothing any more of a position, told in two numbers."""
        self.module.forget(first, second, self.table, self.control)

    def far(self) -> SearchProgress:
        """How far it is."""
        root = self.frames[0]
        numbers = [read(root, "phi"), read(root, "delta")]
        if read(root, "mover") != self.attempt.attacker:
            numbers.reverse()
        side = index_of(self.game).sides[self.attempt.attacker]
        return SearchProgress(side, self.attempt.defers, self.nodes, *numbers)
