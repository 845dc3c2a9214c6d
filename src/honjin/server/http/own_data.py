"""All that is kept about somebody, as one document, written table by table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.seats import SPECTATOR
from honjin.server.messages import accounts as m
from honjin.server.messages import refusals as no
from honjin.server.session.decide import Caller
from honjin.server.session.export import exporting
from honjin.server.session.room import Room
from honjin.server.site import Site
from honjin.server.storage.store import Row

MOST: Final = 100_000
_encode = msgspec.json.encode


async def own_data(site: Site, caller: Caller, account: m.Account) -> AsyncIterator[bytes]:
    """The document: the account, then every table as its person may see it."""
    yield b'{"honjin":1,"account":' + _encode(account) + b',"tables":['
    between = b""
    for row in await site.store.tables_of(caller.id, MOST):
        yield between + await _table(site, caller, row)
        between = b","
    yield b"]}\n"


async def _table(site: Site, caller: Caller, row: Row) -> bytes:
    try:
        room = (await site.tables.ready(row.id)).room
        record = msgspec.Raw(await site.reads.do(exporting(room, _viewer(room, caller))))
    except (no.Refused, HonjinError):  # played under rules of another time
        return _encode(
            {"id": row.id, "game": row.game, "status": row.status, "changed": row.changed}
        )
    return _encode(
        {
            "id": row.id,
            "game": row.game,
            "status": row.status,
            "changed": row.changed,
            "seats": room.seats_of(caller.id),
            "chat": _said(room, caller),
            "record": record,
        }
    )


def _viewer(room: Room, caller: Caller) -> int:
    seats = room.seats_of(caller.id)
    return seats[0] if seats else SPECTATOR


def _said(room: Room, caller: Caller) -> list[dict[str, Any]]:
    """What somebody wrote there, as far as it is kept."""
    mine = set(room.seats_of(caller.id))
    return [
        {"at": line.at, "text": line.text, "to": line.to}
        for line in room.talk.lines
        if line.line and (line.seat in mine if line.seat is not None else line.name == caller.name)
    ]
