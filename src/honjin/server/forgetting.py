"""Deletion of an account: all that is stored about it goes, but for its games."""

from __future__ import annotations

import sqlalchemy as sa

from honjin.server.finding import seekers
from honjin.server.history import store as history
from honjin.server.people import traces
from honjin.server.people.programs import tokens
from honjin.server.people.ratings import ratings
from honjin.server.people.standing.sanctions import has_sanctions
from honjin.server.studies import store as studies
from honjin.server.tables.store.rows import SPEAKERS
from honjin.server.tournaments import store as tournaments
from honjin.server.workshop import store as drafts


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
