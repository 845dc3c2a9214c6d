"""A person's new name at the tables where it is shown."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from honjin.core.errors import HonjinError
from honjin.server.messages import refusals as no
from honjin.server.session.caller import Caller
from honjin.server.session.decide import Rename
from honjin.server.storage.tables import Tables

log = logging.getLogger(__name__)


async def rename_at(tables: Tables, ids: Iterable[str], caller: Caller) -> None:
    """Show a person's new name at some tables; NotStored if it cannot be stored.

    A table that these rules cannot replay keeps the old name, and stops nobody from renaming or
    deleting an account.
    """
    for table in ids:
        try:
            await tables.post(table, Rename(), caller)
        except no.NotStored:
            raise
        except (no.Refused, HonjinError) as problem:
            log.warning("table %s keeps a name: %s", table, problem)
