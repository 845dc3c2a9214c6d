"""Deletion of an account: all that is stored about it goes, but for its games."""

from __future__ import annotations

import sqlalchemy as sa

from honjin.server.storage import studies
from honjin.server.storage.club import history, ratings
from honjin.server.storage.meeting import seekers, tournaments
from honjin.server.storage.order.sanctions import has_sanctions
from honjin.server.storage.people import drafts, tokens, traces
from honjin.server.storage.store import SPEAKERS


def forget(connection: sa.Connection, who: str) -> None:
    """Forget a person, for `Store.change`; what others won and lost by their games stays."""
    history.forget_name(connection, who)
    ratings.forget(connection, who)
    if not has_sanctions(connection, who):  # a suspended person must not come back as another
        traces.forget(connection, who)
    tokens.forget(connection, who)
    drafts.forget(connection, who)
    seekers.forget(connection, who)
    tournaments.forget(connection, who)
    studies.forget(connection, who)
    connection.execute(sa.delete(SPEAKERS).where(SPEAKERS.c.guest == who))
