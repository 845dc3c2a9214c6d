"""Deletion of an account: all that is stored about it goes, but for its games.

The one list of what every feature forgets. Each function takes a connection, for `Database.change`.
"""

from __future__ import annotations

import sqlalchemy as sa

from honjin.server.finding import seekers
from honjin.server.history import store as history
from honjin.server.moderation.forgetting import forget_moderation
from honjin.server.notifications import store as notifications
from honjin.server.people import traces
from honjin.server.people.programs import tokens
from honjin.server.people.ratings import ratings
from honjin.server.people.standing.sanctions import has_sanctions
from honjin.server.studies import store as studies
from honjin.server.tables.clocks import vacations
from honjin.server.tables.store.rows import SPEAKERS
from honjin.server.tournaments import store as tournaments
from honjin.server.workshop import store as drafts


def forget_account(connection: sa.Connection, person: str, now: int) -> None:
    """Forget at once what goes with the account itself."""
    tokens.forget(connection, person)
    vacations.forget(connection, person)
    forget_moderation(connection, person, now)
    notifications.forget(connection, person)


def forget_person(connection: sa.Connection, who: str) -> None:
    """Forget the rest once its tables show no name; what others won and lost by its games stays."""
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
