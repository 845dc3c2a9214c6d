"""The running game that a table continues: while it is played, nobody may analyse it elsewhere.

A fork knows its origin. An imported record is compared with the running games: those at which the
caller sits, and those in memory.
"""

from __future__ import annotations

from typing import Final

from honjin.core.record import Record, write_entry
from honjin.core.seats import SPECTATOR
from honjin.server.messages import refusals as no
from honjin.server.session.caller import Caller
from honjin.server.session.decide import analysed_seats
from honjin.server.session.room import Room
from honjin.server.storage.tables import Tables

LEAST: Final = 4
"""Games that share fewer steps than this are not considered the same."""

_MOST: Final = 100


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
    tables: Tables, record: Record, caller: Caller, *, own: bool = False
) -> str:
    """The table whose running game a record continues or shows a part of; empty if none does.

    With `own`, only games of the caller's.
    """
    rooms = {} if own else {room.id: room for room in tables.rooms()}
    for row in await tables.store.tables_of(caller.id, _MOST):
        if row.game == record.game and row.status == "running" and row.id not in rooms:
            try:
                rooms[row.id] = (await tables.ready(row.id)).room
            except no.Refused:
                continue
    for room in rooms.values():
        if (origin := origin_of(room, caller)) and continues(record, room):
            return origin
    return ""


def continues(record: Record, room: Room) -> bool:
    """Whether a record begins like the game at a table, or from its current position."""
    if record.game != room.game.key:
        return False
    if record.start is not None and record.start in _positions(room):
        return True
    steps = room.play.steps
    both = min(len(steps), len(record.actions))
    if record.start != room.play.start or both < room.given + LEAST:
        return False
    return all(write_entry(steps[n].seat, steps[n].text) == record.actions[n] for n in range(both))


def _positions(room: Room) -> set[str]:
    """The position itself, and as each viewer sees it."""
    game, state = room.game, room.play.state
    seen = (game.seen_by(state, viewer) for viewer in (*range(room.play.seats), SPECTATOR))
    return {game.notation.write_position(one) for one in (state, *seen)}
