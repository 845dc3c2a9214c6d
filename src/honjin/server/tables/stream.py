"""TODO."""

from __future__ import annotations

import re
from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.live.streams import PersonStream
from honjin.server.tables.site import TableSite

_TIME: Final = re.compile(r"[0-9]{1,15}")


async def get_stream(site: TableSite, context: RequestContext) -> None:
    """The events of all of the caller's tables, as server-sent events.

    `challenge`, `declined`, `begun`, `turn`, `over`: see Stream. With the header Last-Event-ID,
    also the games that have ended since that event.
    """
    stream = PersonStream(context.caller, _since(context.header(b"last-event-id")))
    site.streams.join(stream)
    with site.sessions.stream(context.login, stream.end):
        await site.streams.listen(stream, context.receive, context.send)


def _since(text: str) -> int | None:
    if text and not _TIME.fullmatch(text):
        raise no.Unreadable(f"Last-Event-ID expects the id of an event, got {text[:40]!r}")
    return int(text) if text else None
