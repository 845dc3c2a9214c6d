"""The rated game that a person is playing: while it runs, nothing is looked up for its game."""

from __future__ import annotations

from collections.abc import Collection

from honjin.server.messages import refusals as no
from honjin.server.tables.session.outcome import unrated_so_far
from honjin.server.tables.store.live_tables import LiveTables


async def rated_game_of(tables: LiveTables, persons: Collection[str], game: str) -> str:
    """A running table at which one of these persons plays a rated game; empty if there is none.

    A game that is rated as far as is known now: what may still make it unrated does not count.
    """
    for table in await tables.store.running_of(persons, game):
        try:
            room, entries = await tables.archive.look((await tables.ready(table)).room.id)
        except no.Refused:
            continue  # it cannot be opened any more, so nobody plays there
        sits = any(room.seats_of(person) for person in persons)
        if sits and room.status == "running" and not unrated_so_far(room, entries):
            return table
    return ""
