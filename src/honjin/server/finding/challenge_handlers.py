"""TODO."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from honjin.server.finding.matchmaker import FindingSite
from honjin.server.finding.messages import Challenges
from honjin.server.people.requests import RequestContext
from honjin.server.tables.listing import lines_of
from honjin.server.tables.messages import answers
from honjin.server.tables.session.challenges import expires
from honjin.server.tables.store.rows import Row
from honjin.server.tables.store.table import concerns
from honjin.server.tables.view.parts import time_of

LIST: Final = 100


async def get_challenges(site: FindingSite, context: RequestContext) -> Challenges:
    """The open challenges to the caller, and those by the caller.

    A challenge is accepted by sitting down on the seat, and declined or withdrawn by POST
    …/decline.
    """
    rows = [] if context.is_new else await site.store.tables_of(context.caller.id, LIST, over=False)
    me, open_ones = context.caller.id, [row for row in rows if row.status == "open"]
    found = [one for row in open_ones for one in _challenges(row, me)]
    ready = [row for row in open_ones if None not in row.holders and concerns(row, me)]
    return Challenges(
        tuple(one for who, one in found if who == me),
        tuple(one for who, one in found if who != me),
        await lines_of(site, context, ready),
    )


def _challenges(row: Row, me: str) -> Iterator[tuple[str, answers.Challenge]]:
    names = {one[1]: one[2] for one in row.holders if one is not None and one[0] == "person"}
    until = expires(row.opened, row.time) if row.opened else 0
    time = time_of(row.time) if row.time else None
    for seat, who, name in row.reserved:
        by = names.get(row.by) or next(iter(names.values()), "")
        other = row.by if who == me else who
        yield who, answers.Challenge(
            row.id, row.game, row.options, seat, by, name, time,
            row.rated, other, until,
        )  # fmt: skip
