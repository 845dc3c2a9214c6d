"""Proofs of forced wins: files that anyone can check by the rules alone.

A file is one line of JSON (`Head`) and a compressed list of bytes: the winner's choices, each the
index of an action among the legal ones, in the order in which a check reads them (`check_loop`).
Positions are not stored; the rules generate them all.
"""

from __future__ import annotations

import hashlib
import lzma
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol

import msgspec
import numpy as np

from honjin.core.errors import HonjinError, TookTooLong
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted
from honjin.core.parts.index import Case
from honjin.core.seats import MAX_SEATS
from honjin.core.state import State, ints
from honjin.solver.proof.loops import CHECK
from honjin.solver.proof.records import read, several, write
from honjin.solver.retrograde.graph import late_reasons, short_states
from honjin.solver.tables.files import BAD_JSON, Damaged
from honjin.solver.tables.plans import index_of

SHIPPED: Final = Path(__file__).parents[1] / "proved"
FORM: Final = "honjin proof 1"
LINE: Final = 128  # as in check_loop
PIECE: Final = 20_000_000  # actions between two progress reports
SLICE: Final = 2_000_000  # positions searched between two checks of the clock
MAX_POSITIONS: Final = 1 << 32

GOES_ON, DONE, WANTS, NO_ACTION, NOT_WON, CIRCLE, TOO_LONG, FULL = range(8)  # as in check_loop

FAULTS: Final = {
    WANTS: "it ends before all lines do",
    NO_ACTION: "a choice is not a legal action",
    NOT_WON: "a line ends without a win",
    CIRCLE: "a line repeats a position",
    TOO_LONG: f"a line has more than {LINE - 1} plies",
    FULL: "it has more positions than its head says",
}


class Head(msgspec.Struct, frozen=True):
    """The first line of a proof."""

    form: str
    game: str
    rules: int
    key: str
    options: dict[str, str | bool]
    winner: str  # a side's plain name
    plies: int  # upper bound of the plies to the win
    positions: int
    choices: int
    checksum: str  # of all that follows this line

    @property
    def text(self) -> str:
        """`red wins in at most 31`."""
        return f"{self.winner} wins in at most {self.plies}"


def proof_path(folder: Path, game: str, key: str) -> Path:
    """The path of a proof in a folder."""
    return folder / game / f"{key}.proof"


def draft_path(path: Path) -> Path:
    """The path of a proof while it is searched for and written."""
    return path.with_suffix(".new")


def found_proof(folder: Path, game: str, key: str) -> Path:
    """The path of a proof: in the folder if it exists there, else where Honjin ships it."""
    own, shipped = proof_path(folder, game, key), proof_path(SHIPPED, game, key)
    return shipped if shipped.exists() and not own.exists() else own


# ---- checking


class Frame(State):
    """One ply of the current line; `wide_frame` adds the actions."""

    slot: int = ints(kind="i8")
    count: int = ints(kind="i8")  # -1: not listed yet
    next: int = ints(kind="i8")
    mover: int = ints(kind="i8")
    plies: int = ints(kind="i8")
    chosen: int = ints(kind="i8")  # index in the list of the choice taken here


class Met(State):
    """A position that the check has visited."""

    first: int = ints(kind="i8")
    second: int = ints(kind="i8")
    plies: int = ints(kind="i4")  # upper bound to the end; -1: still being checked
    mover: int = ints(kind="i4")


class Control(State):
    """Of the whole check."""

    ply: int = ints(kind="i8", start=-1)
    stop: int = ints(kind="i8")
    actions: int = ints(kind="i8")  # done so far
    limit: int = ints(kind="i8")
    positions: int = ints(kind="i8")  # visited so far
    read: int = ints(kind="i8")  # choices read
    winner: int = ints(kind="i8")
    slots: int = ints(kind="i8")
    late: int = ints(kind="i8")  # mask of ends that count one ply more
    words: list[int] = ints(2, kind="i8")
    out: list[int] = ints(MAX_SEATS, kind="i8")


@cache
def wide_frame(most: int) -> type[Frame]:
    """A frame with room for `most` actions."""

    class WideFrame(Frame):
        moves: list[int] = ints(most, kind="i8")

    return WideFrame


class Check:
    """A check of all lines of a proof; `plain` uses the interpreted rules."""

    def __init__(
        self, game: Game[Any], case: Case, winner: int, slots: int, *, plain: bool = False
    ) -> None:
        self.plain = plain
        start = game.setup(case.options)
        self.module: ModuleType = (interpreted if plain else compiled)(game, CHECK)
        self.frames = several(wide_frame(game.max_actions), LINE, plain=plain)
        self.table = several(Met, slots, plain=plain)
        self.control = several(Control, 1, plain=plain)
        if plain:
            self.states: Any = [start.copy() for _ in range(LINE)]
        else:
            self.states = short_states(game, start, LINE)
        self.set(winner=winner, slots=slots, late=late_reasons(game, case.late))

    def set(self, **values: int) -> None:
        """Set fields of the check's `Control`."""
        write(self.control[0], **values)

    def get(self, name: str) -> int:
        """A field of the check's `Control`."""
        return read(self.control[0], name)

    def run(self, choices: Any) -> int:
        """Continue until there is a reason to stop; return the reason."""
        self.set(stop=GOES_ON)
        while self.get("stop") == GOES_ON:
            self.set(limit=self.get("actions") + PIECE)
            self.module.check(self.states, self.frames, self.table, choices, self.control)
        return self.get("stop")

    def circle(self) -> list[Any]:
        """The frames of the cycle that stopped it, from the repeated position on."""
        ply = self.get("ply")
        slot = read(self.frames[ply], "slot")
        first = next(p for p in range(ply) if read(self.frames[p], "slot") == slot)
        return [self.frames[p] for p in range(first, ply)]

    @property
    def plies(self) -> int:
        """The upper bound of the plies to the win from the start, once the check is done."""
        return read(self.frames[0], "plies")


def check_proof(game: Game[Any], path: Path, *, plain: bool = False) -> Head:
    """Check all of a proof by the rules; raises Damaged if it is wrong."""
    return checked(game, path, plain=plain)[0]


def checked(game: Game[Any], path: Path, *, plain: bool = False) -> tuple[Head, Check]:
    """The same, together with the check, which has visited all positions of the proof."""
    head, choices = read_proof(game, path)
    case = _case_of(game, head, path)
    sides = index_of(game).sides
    if head.winner not in sides:
        raise Damaged(f"{path}: expected {sides[0]} or {sides[1]} to win, got {head.winner!r}")
    check, stop = _run(game, case, head, choices, plain=plain)
    if stop != DONE:
        raise Damaged(f"{path} proves nothing: {FAULTS[stop]}")
    found = {"choices": check.get("read"), "positions": check.get("positions")}
    found["plies"] = check.plies
    told = {name: getattr(head, name) for name in found}
    if found != told:
        raise Damaged(f"{path}: its head says {told}, but the check found {found}")
    return head, check


def _run(
    game: Game[Any], case: Case, head: Head, choices: bytes, *, plain: bool
) -> tuple[Check, int]:
    """A check that was run, and the reason why it stopped.

    Its table is made for as many positions as the choices lead to if the sides act in turns, and
    grows where they do not, up to what the head says, which alone is no reason to take memory.
    """
    winner = index_of(game).sides.index(head.winner)
    slots = _slots(min(head.positions, 2 * head.choices + 1))
    while True:
        check = Check(game, case, winner, slots, plain=plain)
        stop = check.run(choices if plain else np.frombuffer(choices, np.uint8))
        if stop != FULL or slots >= _slots(head.positions):
            return check, stop
        slots *= 4


def _slots(positions: int) -> int:
    """The size of a table in which so many positions leave room."""
    return 1 << max(8, (2 * positions).bit_length())


def _case_of(game: Game[Any], head: Head, path: Path) -> Case:
    try:
        options = game.read_options(head.options)
        case = index_of(game).case(game.setup(options))
    except HonjinError as problem:
        raise Damaged(f"{path}: {problem}") from None
    if (case.key, case.options) != (head.key, options):
        raise Damaged(f"{path}: expected a proof of {head.key}, got options of {case.key}")
    return case


def read_head(game: Game[Any], path: Path) -> Head:
    """The head of a proof of a game; raises Damaged, or OSError if it cannot be read."""
    with path.open("rb") as file:
        line = file.readline(1 << 16)
    try:
        head = msgspec.json.decode(line, type=Head)
    except BAD_JSON:
        raise Damaged(f"{path}: expected a proof, got a file without its first line") from None
    if (head.form, head.game, head.rules) != (FORM, game.key, game.version):
        raise Damaged(
            f"{path}: expected {FORM!r} of {game.key} under rules {game.version}, "
            f"got {head.form!r} of {head.game} under rules {head.rules}"
        )
    if not 0 <= head.choices <= head.positions <= MAX_POSITIONS:  # a choice is of one position
        raise Damaged(
            f"{path}: expected a number of choices and of positions, "
            f"got {head.choices} and {head.positions}"
        )
    return head


def read_proof(game: Game[Any], path: Path) -> tuple[Head, bytes]:
    """The head of a proof and its unchecked choices; raises Damaged if the file is corrupt."""
    head = read_head(game, path)
    with path.open("rb") as file:
        file.readline()
        body = file.read()
    if _checksum(body) != head.checksum:
        raise Damaged(f"{path}: the checksum does not match")
    return head, _unpacked(body, head, path)


def _unpacked(body: bytes, head: Head, path: Path) -> bytes:
    try:
        choices = lzma.LZMADecompressor().decompress(body, head.choices + 1)
    except lzma.LZMAError:
        raise Damaged(f"{path}: its choices cannot be decompressed") from None
    if len(choices) != head.choices:
        raise Damaged(f"{path}: expected {head.choices} choices, got another number")
    return choices


def _checksum(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()


# ---- writing


class Chooser(Protocol):
    """A search that has proved the start (`search.Search`)."""

    plain: bool

    def begin(self, record: Any) -> None:
        """Set the root to a position."""

    def choose(self) -> int:
        """The index of the winner's action among the legal ones; -1 if unknown."""

    def run(self, nodes: int) -> bool | None:
        """Search again for what the table has lost."""

    def forget(self, first: int, second: int) -> None:
        """Remove a position, given by its two-part key, from the table."""

    @property
    def attacker(self) -> int:
        """The seat that wins."""


class Writer:
    """Writes the choices that a check asks for, from what a search knows.

    A search whose table is full forgets how it won some positions. A win that it finds again may
    depend on positions whose own wins lead through the one at hand: each is won, but following the
    table leads into a cycle. The search must then forget the whole cycle and search again.

    There is no telling how long that takes: between two pieces of it, `is_over` is asked.
    """

    def __init__(
        self, game: Game[Any], case: Case, search: Chooser, path: Path,
        is_over: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        self.game, self.case, self.search, self.path = game, case, search, path
        self.is_over = is_over
        self.choices = np.zeros(1 << 16, np.uint8)
        self.count = 0

    def write(self, slots: int = 1 << 22) -> Head:
        """Write the file and check it; raises TookTooLong if `is_over` while it searches again."""
        check = self._check(slots)
        head = self._head(check)
        body = lzma.compress(self.choices[: self.count].tobytes(), preset=6)
        head = msgspec.structs.replace(head, checksum=_checksum(body))
        fresh = draft_path(self.path)
        # Into the reserved space, so that it fits even if the disk is full by now.
        with fresh.open("r+b" if fresh.exists() else "wb") as file:
            file.write(msgspec.json.encode(head) + b"\n" + body)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
        check_proof(self.game, fresh, plain=self.search.plain)
        fresh.replace(self.path)
        return head

    def _check(self, slots: int) -> Check:
        while True:
            check = Check(
                self.game, self.case, self.search.attacker, slots, plain=self.search.plain
            )
            while (stop := self._run(check)) == WANTS:
                self._answer(check)
            if stop == DONE:
                return check
            if stop == FULL:
                slots *= 4
            elif stop == CIRCLE:
                self._break(check)
            else:
                raise AssertionError(f"{self.case.key}: {FAULTS[stop]}")

    def _break(self, check: Check) -> None:
        """Take back the first choice of a cycle and all after it."""
        circle = check.circle()
        for frame in circle:
            met = check.table[read(frame, "slot")]
            self.search.forget(read(met, "first"), read(met, "second"))
        chosen = (frame for frame in circle if read(frame, "mover") == self.search.attacker)
        self.count = read(next(chosen), "chosen")

    def _run(self, check: Check) -> int:
        made = self.choices[: self.count]
        return check.run(made.tolist() if check.plain else made)

    def _answer(self, check: Check) -> None:
        record = check.states[check.get("ply")]
        self.search.begin(record)
        choice = self.search.choose()
        while choice < 0:
            self._search_again()
            choice = self.search.choose()
        if self.count == len(self.choices):
            self.choices = np.append(self.choices, np.zeros(self.count, np.uint8))
        self.choices[self.count] = choice
        self.count += 1

    def _search_again(self) -> None:
        """Prove the position at hand, which the table has lost, once more."""
        while (found := self.search.run(SLICE)) is None:
            if self.is_over():
                raise TookTooLong(f"{self.case.key}: the win is found, but not written down")
        if not found:
            raise AssertionError(f"{self.case.key}: a position of the proof is not proved")

    def _head(self, check: Check) -> Head:
        options = dict(self.case.options)
        winner = index_of(self.game).sides[self.search.attacker]
        return Head(
            FORM, self.game.key, self.game.version, self.case.key, options, winner,
            check.plies, check.get("positions"), self.count, "",
        )  # fmt: skip


def warm_up(game: Game[Any]) -> None:
    """Compile the loops by starting a check without choices."""
    index = index_of(game)
    options = index.cases(game.read_options())[0]
    check = Check(game, index.case(game.setup(options)), 0, 1 << 8)
    check.run(np.zeros(0, np.uint8))
