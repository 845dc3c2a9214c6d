"""The running game that a table continues: while it is played, nobody may analyse it elsewhere.

A fork knows its origin. An imported record is compared with the running games, those in memory and
those at which the caller sits, as far as everybody can see them (`likeness`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from functools import partial
from typing import Final

from honjin.core.errors import HonjinError
from honjin.core.play import Play
from honjin.core.record import Record
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.session.decide import analysed_seats
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.likeness import RunningGame, continued, played
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.rows import Row
from honjin.server.work.fair import Asker

_MAX_GAMES: Final = 300
"""The most games of the caller's that a record is compared with. With more of them it is refused:
one that was left out could be analysed."""


def origin_of(room: Room, caller: Caller) -> str:
    """The table whose running game a fork of this one continues; empty if it does not matter."""
    if room.bound:
        return room.opened.origin
    return room.id if _is_closed(room, caller) else ""


def _is_closed(room: Room, caller: Caller) -> bool:
    """Whether a game runs here that the caller may not have analysed."""
    if room.status != "running" or room.opened.casual:
        return False
    return not analysed_seats(room, caller)


async def origin_of_record(
    tables: LiveTables, record: Record, caller: Caller, asker: Asker, own: bool = False
) -> str:
    """The table whose running game a record continues or shows a part of; empty if none does.

    With `own`, only games of the caller's. A record that cannot be played continues none.
    """
    rooms = [] if own else [one for one in tables.rooms() if one.game.key == record.game]
    rows = await _own_games(tables, record.game, caller, {room.id for room in rooms})
    here = _running(rooms, caller)
    if not (here or rows):
        return ""
    do, game = tables.texts.do, tables.game(record.game)
    play = await do(partial(played, game, record), asker)
    if play is None:
        return ""
    if origin := await do(partial(continued, play, here), asker):
        return origin
    own_rooms = [room async for room in _loaded(tables, rows, play)]
    return await do(partial(continued, play, _running(own_rooms, caller)), asker)


async def _own_games(
    tables: LiveTables, game: str, caller: Caller, known: Collection[str]
) -> list[Row]:
    """The running games of the caller's with others that are not `known`."""
    rows = await tables.store.running_at(caller.id, game)
    return [row for row in rows if row.id not in known and not _is_alone(row, caller)]


def _is_alone(row: Row, caller: Caller) -> bool:
    """Whether the caller holds every seat, and may have the game analysed."""
    return all(one is not None and one[:2] == ("person", caller.id) for one in row.holders)


async def _loaded(tables: LiveTables, rows: list[Row], play: Play) -> AsyncIterator[Room]:
    """The rooms of these games, those with the options of `play`; StillPlaying if too many."""
    alike = [row.id for row in rows if row.options == play.options]
    if len(alike) > _MAX_GAMES:
        raise no.StillPlaying(
            f"you play more than {_MAX_GAMES} such games at once; finish some first"
        )
    for table in alike:
        try:
            yield (await tables.ready(table)).room
        except (no.Refused, HonjinError):
            continue


def _running(rooms: list[Room], caller: Caller) -> list[RunningGame]:
    """The games among these that the caller may not have analysed."""
    found = ((room, origin_of(room, caller)) for room in rooms)
    return [
        RunningGame(origin, room.play, room.given, room.step, room.play.state)
        for room, origin in found if origin
    ]  # fmt: skip
