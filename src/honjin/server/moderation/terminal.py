"""Acts from the terminal, on the database that running servers use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from honjin.core.errors import HonjinError
from honjin.server.db.schema import require_newest
from honjin.server.messages.refusals import Refused
from honjin.server.people.names import alike
from honjin.server.people.people import NAMES
from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store

T = TypeVar("T")


def act(settings: Settings, write: Callable[[sa.Connection], T]) -> T:
    """Run a write, whole or not at all; a refusal is raised as an error."""
    store = Store(settings.url)

    def checked(connection: sa.Connection) -> T:
        require_newest(connection)
        return write(connection)

    try:
        return asyncio.run(store.change(checked))
    except Refused as refused:
        raise HonjinError(str(refused) or refused.title) from None
    except IntegrityError:
        raise HonjinError("another change came first; try again") from None
    finally:
        store.engine.dispose()


def named(connection: sa.Connection, who: str) -> str:
    """The id of an account by its name; any other string is returned as an id."""
    query = sa.select(NAMES.c.person).where(NAMES.c.alike == alike(who))
    return str(connection.scalar(query) or who)
