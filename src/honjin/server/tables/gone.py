"""Removal of a deleted account's name from the tables where it played; the games stay."""

from __future__ import annotations

from functools import partial
from typing import Final

import sqlalchemy as sa

from honjin.server.people.caller import Caller
from honjin.server.people.people import PEOPLE
from honjin.server.tables.renaming import names_in, rename_at
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.rows import Row

MAX_ROWS: Final = 100_000
AGAIN: Final = 7 * 24 * 3600 * 1000
"""The milliseconds after a deletion in which tables missed by a stopped server are found."""


async def unname(site: TableSite, person: str, *, running: bool = False) -> None:
    """Remove a person's name from all tables that still show it, or only from those not over.

    The person leaves the tables that have not begun, and asks for no seat any more.
    """
    gone = Caller(person, "")
    rows = await site.store.tables_of(person, MAX_ROWS, over=False if running else None)
    rows += await site.store.opened_by(person)
    named = [row for row in rows if _is_named(row, person)]
    asked = [row for row in await site.store.spoken_at(person, MAX_ROWS) if row.status == "running"]
    await rename_at(site.tables, dict.fromkeys(row.id for row in (*named, *asked)), gone)
    await site.store.change(
        partial(site.forget_person, who=person)
    )  # last: where the person has asked


def _is_named(row: Row, person: str) -> bool:
    """Whether a table may show a person's name, or keep a seat that the person cannot take."""
    if row.status == "open":
        return True
    return any(names_in(row, person))


async def unname_all(site: TableSite) -> None:
    """Do the same for everybody who left recently."""
    lately = site.now() - AGAIN
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.kind == "gone", PEOPLE.c.changed > lately)
    for person in await site.store.ask(lambda connection: list(connection.scalars(query))):
        await unname(site, person)
