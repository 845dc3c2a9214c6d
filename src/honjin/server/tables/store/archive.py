"""Tables as they are stored: rebuilt from journals and snapshots, off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from honjin.core.errors import HonjinError, RecordMismatch
from honjin.core.game import Game
from honjin.server.db.damage import told_if_damaged
from honjin.server.messages import refusals as no
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room, rebuild
from honjin.server.tables.store.snapshot import Doubt, Part, RestoredRoom, restore
from honjin.server.tables.store.store import Store
from honjin.server.tables.store.table import Table, is_id
from honjin.server.work.kept import ByteCache

log = logging.getLogger(__name__)
T = TypeVar("T")


def replay_rest(room: Room, lines: Iterable[str]) -> None:
    """Replay what has happened since a snapshot was taken."""
    for line in lines:
        room.replay(e.read_entry(line))


class Archive:
    """Reads tables from the database. `here` gives a table's room if it is in memory."""

    def __init__(
        self, store: Store, game: Callable[[str], Game[Any]], views: ByteCache,
        here: Callable[[str], Room | None],
    ) -> None:  # fmt: skip
        self._store, self._game, self._views, self._here = store, game, views, here

    async def table(self, table: str) -> Table:
        """A table as it is stored: from its snapshot, else from its whole journal."""
        found = await self._restored(table) if is_id(table) else None
        if found is None:
            lines = await self._store.journal(table) if is_id(table) else []
            if not lines:
                raise no.UnknownTable(f"there is no table {table[:40]!r}")
            room = await asyncio.to_thread(self.rebuild, table, lines)
            found = Table(room, self._views)
            await self.keep_large(found, lines[-1])
        return found

    async def keep_large(self, table: Table, last: str) -> None:
        """Store a snapshot of a table that nobody uses yet."""
        if table.keeper.is_due():
            self._store.keep(table.room.id, await asyncio.to_thread(table.keeper.take, last))

    async def _restored(self, table: str) -> Table | None:
        """The table from its snapshot and later entries; None without one, or if in doubt."""
        parts = await self._store.snapshot(table)
        if not parts:
            return None
        try:
            with told_if_damaged(f"the snapshot of table {table}"):
                room, last, keeper = await asyncio.to_thread(self._restore, table, parts)
                old, *lines = await self._store.journal(table, room.entries - 1) or [""]
                if old != last:
                    raise Doubt("its last entry is not the journal's")
                await asyncio.to_thread(replay_rest, room, lines)
        except (HonjinError, no.Refused) as problem:
            log.warning("table %s is replayed from its start: %s", table, problem)
            return None
        return Table(room, self._views, keeper)

    def _restore(self, table: str, parts: Sequence[Part]) -> RestoredRoom:
        return restore(table, self._game, parts)

    async def look(self, table: str) -> tuple[Room, list[e.Entry]]:
        """A table as its journal describes it, and that journal, without loading it into memory."""
        lines = await self._store.journal(table)
        if not lines:
            raise no.UnknownTable(f"there is no table {table[:40]!r}")
        here = self._here(table)
        return await asyncio.to_thread(self._read, table, lines, here)

    async def look_at(
        self, tables: Sequence[str], use: Callable[[Room, list[e.Entry]], T]
    ) -> list[T]:
        """Apply `use` to some tables and their journals, off the event loop; see `look`."""
        journals = await self._store.journals(tables)
        rooms = [self._here(table) for table in tables]
        if not all(journals):
            raise no.UnknownTable(f"there is no table {tables[journals.index([])][:40]!r}")
        given = list(zip(tables, journals, rooms, strict=True))
        return await asyncio.to_thread(lambda: [use(*self._read(*one)) for one in given])

    def _read(self, table: str, lines: list[str], here: Room | None) -> tuple[Room, list[e.Entry]]:
        with told_if_damaged(f"table {table}"):
            entries = [e.read_entry(line) for line in lines]
        return here or self.rebuild(table, lines), entries

    def rebuild(self, table: str, lines: list[str]) -> Room:
        """A table from its whole journal; RecordMismatch if it has other rules, or Damaged."""
        try:
            with told_if_damaged(f"table {table}"):
                opened, *rest = map(e.read_entry, lines)
                assert isinstance(opened, e.Opened), "it does not begin with its opening"
                return rebuild(table, self._game(opened.game), opened, rest)
        except HonjinError as problem:
            # Stored data may be secret: it is for the log, not for the client.
            log.error("table %s cannot be replayed: %s", table, problem)  # noqa: TRY400
            raise RecordMismatch(
                f"table {table} was played under other rules than this server has"
            ) from None
