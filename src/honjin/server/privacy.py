"""All stored data about a person, as one document, written table by table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from starlette.responses import StreamingResponse

from honjin.core.errors import HonjinError
from honjin.core.seats import SPECTATOR
from honjin.core.study.file import write_study
from honjin.server.accounts.handlers import get_account
from honjin.server.finding import seekers
from honjin.server.messages import refusals as no
from honjin.server.notifications.store import all_of
from honjin.server.people.accounts import messages as m
from honjin.server.people.accounts.invitations import invitations
from honjin.server.people.caller import Caller
from honjin.server.people.requests import RequestContext
from honjin.server.people.standing import reports
from honjin.server.site import Site
from honjin.server.studies import store as studies
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.rows import Row
from honjin.server.tables.view.export import exporting
from honjin.server.tournaments import store as tournaments
from honjin.server.workshop import store as drafts

MAX_ROWS: Final = 100_000
_encode = msgspec.json.encode


async def own_data(site: Site, caller: Caller, account: m.Account) -> AsyncIterator[bytes]:
    """The document: account, notifications, vacations, then each table as its person may see it.

    Of tables at which the person only wrote, it has what was written.
    """
    calls = await site.store.ask(partial(all_of, person=caller.id))
    vacations = [one._asdict() for one in await site.clocks.vacations.all(caller.id)]
    made = await site.store.ask(partial(invitations, by=caller.id))
    head = {
        "honjin": 1, "account": account, "calls": calls, "vacations": vacations,
        "invitations": [one._asdict() for one in made],
    }  # fmt: skip
    yield _encode(head).removesuffix(b"}") + b',"tables":['
    between = b""
    for row in await site.store.tables_of(caller.id, MAX_ROWS):
        yield between + await _table(site, caller, row)
        between = b","
    yield b'],"watched":['
    between = b""
    for row in await site.store.spoken_at(caller.id, MAX_ROWS):
        yield between + await _watched(site, caller, row)
        between = b","
    yield b'],"tokens":' + _encode(await site.tokens.all(caller.id))
    experiments = await asyncio.to_thread(site.experiments.catalogue.rows, caller.id)
    yield b',"experiments":' + _encode(experiments)
    searches = await asyncio.to_thread(site.experiments.catalogue.searches, caller.id)
    yield b',"searches":' + _encode(searches)
    drawn = await site.store.ask(partial(drafts.whole, owner=caller.id))
    yield b',"drafts":' + _encode(drawn)
    async for part in _studies(site, caller.id):
        yield part
    yield b',"finding":' + _encode(await _finding(site, caller.id))
    yield b',"order":' + _encode(await _order(site, caller)) + b"}\n"


async def _studies(site: Site, who: str) -> AsyncIterator[bytes]:
    """The studies of a person as files, and those in which the person is a member by title."""
    yield b',"studies":['
    between = b""
    for line in await site.store.ask(partial(_whole, page=partial(studies.owned, who=who))):
        with suppress(no.UnknownStudy):  # removed in the meantime
            study = await site.studies.find(line.id)
            yield between + _encode(write_study(study.title, study.chapters.values()))
            between = b","
    joined = await site.store.ask(partial(_whole, page=partial(studies.joined, who=who)))
    yield b'],"studies_joined":' + _encode([[one.id, one.header.title] for one in joined])


def _whole(
    connection: sa.Connection, page: Callable[..., list[studies.StudyLine]]
) -> list[studies.StudyLine]:
    """All pages of a list, read at once: a study that is changed later changes its place."""
    lines, before = list[studies.StudyLine](), None
    while found := page(connection, before=before):
        lines += found
        before = (found[-1].changed, found[-1].id)
    return lines


async def _finding(site: Site, who: str) -> dict[str, Any]:
    """The pool in which a person waits, the games that pools found, and tournaments."""

    def read(connection: sa.Connection) -> dict[str, Any]:
        waiting = seekers.of(connection, who)
        return {
            "waiting": waiting._asdict() if waiting else None,
            "pools": seekers.games_of(connection, who),
            "tournaments": [
                {"id": one.id, "name": one.header.plan.name, "status": one.status}
                for one in tournaments.of(connection, who)
            ],
        }

    return await site.store.ask(read)


async def _order(site: Site, caller: Caller) -> dict[str, Any]:
    """The people whom a person hides, their reports, and decisions about them."""
    found = await site.store.ask(lambda one: reports.reports_by(one, caller.id, MAX_ROWS))
    own_reports = [
        {"at": one.at, "kind": one.kind, "name": one.name, "reason": one.reason,
         "text": one.text, "table": one.place()[0], "study": one.place()[1], "status": one.status}
        for one in found
    ]  # fmt: skip
    hidden = [one._asdict() for one in await site.hides.of(caller.id)]
    return {
        "hides": hidden,
        "reports": own_reports,
        "suspended": [one._asdict() for one in site.sanctions.now(caller.id)],
    }


async def _table(site: Site, caller: Caller, row: Row) -> bytes:
    try:
        room = (await site.tables.ready(row.id)).room
        record = msgspec.Raw(await site.reads.do(exporting(room, _viewer(room, caller))))
    except (no.Refused, HonjinError):  # played under an earlier version of the rules
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


async def _watched(site: Site, caller: Caller, row: Row) -> bytes:
    """A table at which the person only wrote."""
    found: dict[str, Any] = {"id": row.id, "game": row.game}
    with suppress(no.Refused, HonjinError):  # played under an earlier version of the rules
        found["chat"] = _said((await site.tables.ready(row.id)).room, caller)
    return _encode(found)


def _viewer(room: Room, caller: Caller) -> int:
    seats = room.seats_of(caller.id)
    return seats[0] if seats else SPECTATOR


def _said(room: Room, caller: Caller) -> list[dict[str, Any]]:
    """The words that a person wrote there, as far as they are stored."""
    mine = set(room.seats_of(caller.id))
    return [
        {"at": line.at, "text": line.text, "to": line.to}
        for line in room.talk.lines
        if line.line and (line.who == caller.id if line.who else line.seat in mine)
    ]


async def get_own_data(site: Site, context: RequestContext) -> StreamingResponse:
    """All stored data about the caller, as a JSON document: account, tables, records, chat."""
    account = await get_account(site, context)
    headers = {
        "cache-control": "no-store",
        "content-disposition": 'attachment; filename="honjin.json"',
        "x-content-type-options": "nosniff",
    }
    return StreamingResponse(
        own_data(site, context.caller, account), headers=headers, media_type="application/json"
    )
