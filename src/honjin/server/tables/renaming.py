"""A person's new name at the tables where it is shown."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable
from typing import Final

import msgspec

from honjin.core.errors import HonjinError, RecordMismatch
from honjin.server.db.journal import Conflict
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.decide import Rename
from honjin.server.tables.store.live_tables import TRIES, LiveTables
from honjin.server.tables.store.rows import Change, Row
from honjin.server.tables.store.store import Store

log = logging.getLogger(__name__)

AT_ONCE: Final = 100
"""The number of tables that show a new name before its request is answered; the others follow."""


async def naming(store: Store, caller: Caller) -> list[str]:
    """The tables not over that show another name of a person, the last changed first."""
    rows = [*await store.tables_of(caller.id, over=False), *await store.opened_by(caller.id)]
    return list(dict.fromkeys(row.id for row in rows if _names(row, caller)))


def _names(row: Row, caller: Caller) -> bool:
    """Whether a row shows another name; it does not say how it names the table's host."""
    shown = names_in(row, caller.id)
    return row.by == caller.id or any(name != caller.name for name in shown)


def names_in(row: Row, person: str) -> list[str]:
    """A person's names on the seats of a row, held or reserved; empty once the account is gone."""
    held = [one[2] for one in row.holders if one and one[:2] == ("person", person)]
    return held + [name for _, who, name in row.reserved if who == person]


async def rename_at(tables: LiveTables, ids: Iterable[str], caller: Caller) -> None:
    """Show a person's new name at some tables; NotStored if it cannot be stored.

    A table that these rules cannot replay stops nobody from renaming or deleting an account.
    """
    for table in ids:
        try:
            await tables.post(table, Rename(), caller)
        except no.NotStored:
            raise
        except (RecordMismatch, no.UnknownGame):
            await _note_name(tables, table, caller)
        except (no.Refused, HonjinError) as problem:
            log.warning("table %s keeps a name: %s", table, problem)


async def _note_name(tables: LiveTables, table: str, caller: Caller) -> None:
    """Append a new name to a journal that cannot be replayed: it needs no knowledge of the game."""
    for _ in range(TRIES):
        with contextlib.suppress(Conflict):  # another process was quicker
            async with tables.unread:
                await _append_name(tables, table, caller)
            return


async def _append_name(tables: LiveTables, table: str, caller: Caller) -> None:
    journal = await tables.store.journal(table)
    row = (await tables.store.rows_of([table])).get(table)
    if row is not None and _last_name(journal, caller.id) != caller.name:
        entry = e.write_entry(e.Named(tables.clock(), caller.id, caller.name))
        change = Change(table, len(journal), [entry], _renamed(row, caller))
        await tables.store.save([change])


def _last_name(journal: Iterable[str], person: str) -> str | None:
    """The last name that a person took at a table, if any, whatever else its journal holds."""
    entries = [msgspec.json.decode(line) for line in journal]
    names = [one["name"] for one in entries if one["e"] == "named" and one["who"] == person]
    return names[-1] if names else None


def _renamed(row: Row, caller: Caller) -> Row:
    holders = tuple(
        (*one[:2], caller.name) if one and one[:2] == ("person", caller.id) else one
        for one in row.holders
    )
    reserved = tuple(
        (*one[:2], caller.name) if one[1] == caller.id else one for one in row.reserved
    )
    return msgspec.structs.replace(row, holders=holders, reserved=reserved)
