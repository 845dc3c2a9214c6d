"""Proving which side wins where no table is possible.

`prove` searches for a forced win of either side (`search`) and writes it as a proof
(`certificate`) that need not be trusted: it can be checked by the rules alone.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from honjin.core.errors import TookTooLong
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Case, Unsolvable
from honjin.solver.proof.certificate import (
    SLICE,
    Head,
    Writer,
    check_proof,
    draft_path,
    found_proof,
)
from honjin.solver.proof.search import BITS, Attempt, Search, Tell
from honjin.solver.tables.files import BAD_JSON, make_room, write_whole
from honjin.solver.tables.plans import index_of

KEEP_SECONDS: Final = 600.0
"""Seconds of work lost at most when the machine crashes."""

ROOM: Final = 1 << 24
"""The bytes reserved for a proof before the search for it starts."""

ATTEMPTS: Final = (Attempt(0, True), Attempt(1, True), Attempt(0, False), Attempt(1, False))
"""The attempts in order; a win in which deferred actions come last is found much sooner."""


class NotProved(Unsolvable):
    """No forced win was found in the time limit; the message says how far the search got."""


class Mark(msgspec.Struct):
    """The progress of a search for a proof, saved so that it can be resumed."""

    rules: int
    attempt: int = 0
    nodes: int = 0
    seconds: float = 0.0
    told: list[str] = []


def case_for(game: Game[Any], options: Options) -> Case:
    """The game of a class of equivalent deals; raises Unsolvable if there is none."""
    return index_of(game).case(game.setup(options))


def cases_for(game: Game[Any], options: Options) -> list[Options]:
    """One deal of each class of equivalent deals."""
    return index_of(game).cases(options)


def prove(
    game: Game[Any],
    options: Options,
    folder: Path,
    *,
    seconds: float,
    bits: int = BITS,
    tell: Tell | None = None,
) -> Head:
    """The proof of which side wins: checked if it exists, else searched for.

    Raises NotProved when the time is up, and NoRoom if the disk has no room for a proof. If it has
    no room for the state of the search, the search continues but cannot be resumed; NotProved says
    so.
    """
    case = case_for(game, options)
    path = found_proof(folder, game.key, case.key)
    if path.exists():
        return check_proof(game, path)
    path.parent.mkdir(parents=True, exist_ok=True)
    quest = _Quest(game, case, path, bits, tell or (lambda _: None))
    make_room(draft_path(path), ROOM)
    try:
        return quest.run(time.monotonic() + seconds)
    finally:
        draft_path(path).unlink(missing_ok=True)


class _Quest:
    """The attempts at one game, one after the other, regularly saved to disk."""

    def __init__(self, game: Game[Any], case: Case, path: Path, bits: int, tell: Tell) -> None:
        self.game, self.case, self.path, self.bits, self.tell = game, case, path, bits, tell
        self.mark = self._read_mark()
        self.until, self.kept, self.begun = 0.0, 0.0, 0.0
        self.why_not_kept = ""

    def _read_mark(self) -> Mark:
        try:
            mark = msgspec.json.decode(self._mark_path.read_bytes(), type=Mark)
        except (FileNotFoundError, *BAD_JSON):
            return Mark(self.game.version)
        return mark if mark.rules == self.game.version else Mark(self.game.version)

    @property
    def _mark_path(self) -> Path:
        return self.path.with_suffix(".search")

    @property
    def _table_path(self) -> Path:
        return self.path.with_suffix(".search.npy")

    def run(self, until: float) -> Head:
        """Make the attempts in order until one succeeds or the time is up."""
        self.until, self.begun = until, time.monotonic()
        while self.mark.attempt < len(ATTEMPTS):
            if time.monotonic() >= until:
                raise NotProved(self._how_far("time is up"))
            search = self._search()
            if self._is_proved(search):
                return self._write(search)
            self.mark.told.append(
                f"{search.far().side}{' deferring' * search.attempt.defers} cannot"
            )
            self.mark.attempt, self.mark.nodes = self.mark.attempt + 1, 0
            self._table_path.unlink(missing_ok=True)
            self._keep(None)
        raise NotProved(self._how_far("neither side can force a win within the plies searched"))

    def _search(self) -> Search:
        """The search of the current attempt, resumed from disk if possible."""
        search = Search(self.game, self.case, ATTEMPTS[self.mark.attempt], bits=self.bits)
        if self.mark.nodes:
            with suppress(OSError, ValueError, EOFError):
                table = np.load(self._table_path)
                if (table.dtype, len(table)) == (search.table.dtype, len(search.table)):
                    search.table[:] = table
                    search.set(nodes=self.mark.nodes)
        return search

    def _write(self, search: Search) -> Head:
        """The proof of a win that is found; what the table has lost of it is searched again."""
        writer = Writer(self.game, self.case, search, self.path, lambda: self._is_over(search))
        try:
            head = writer.write()
        except KeyboardInterrupt:
            self._keep(search)
            raise
        except TookTooLong:
            self._keep(search)
            found = f"a win of {search.far().side} is found, but not written yet"
            raise NotProved(self._how_far(found)) from None
        self._forget()
        return head

    def _is_over(self, search: Search) -> bool:
        """True if the time is up; tells how far it is, and saves it regularly."""
        if time.monotonic() >= self.until:
            return True
        self.tell(search.far())
        if time.monotonic() - self.kept > KEEP_SECONDS:
            self._keep(search)
        return False

    def _is_proved(self, search: Search) -> bool:
        self.kept = time.monotonic()
        try:
            found = search.run(SLICE)
            while found is None and not self._is_over(search):
                found = search.run(SLICE)
        except KeyboardInterrupt:
            self._keep(search)
            raise
        if found is None:
            self._keep(search)
            raise NotProved(self._how_far(str(search.far())))
        return found

    def _keep(self, search: Search | None) -> None:
        now = time.monotonic()
        self.mark.seconds += now - self.begun
        self.begun = self.kept = now
        try:
            if search:
                self._keep_table(search)
            write_whole(self._mark_path, msgspec.json.encode(self.mark))
        except OSError as problem:
            self.why_not_kept = str(problem.strerror or problem)

    def _keep_table(self, search: Search) -> None:
        fresh = self._table_path.with_suffix(".new")
        try:
            with fresh.open("wb") as file:
                np.save(file, search.table)
            fresh.replace(self._table_path)
        finally:
            fresh.unlink(missing_ok=True)
        self.mark.nodes = search.nodes

    def _forget(self) -> None:
        for path in (self._mark_path, self._table_path):
            path.unlink(missing_ok=True)

    def _how_far(self, now: str) -> str:
        spent = self.mark.seconds + time.monotonic() - self.begun
        so_far = "; ".join([*self.mark.told, now])
        then = "run the same command again to resume, with --minutes for more time"
        if self.why_not_kept:
            then = f"the state of the search cannot be saved: {self.why_not_kept}"
        return f"{self.case.key} is not proved after {spent / 60:.0f} minutes ({so_far}); {then}"
