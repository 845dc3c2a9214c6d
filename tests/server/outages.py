"""Databases that do not answer for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from server.site_client import House


@contextmanager
def outage(house: House) -> Iterator[None]:
    """The time in which the database gives no site a connection."""

    def fails(*_: Any) -> None:
        raise sa.exc.OperationalError("connect", None, OSError("disk I/O error"))

    engines = [site.store.engine for site in house.sites]
    for engine in engines:
        sa.event.listen(engine, "checkout", fails)
    try:
        yield
    finally:
        for engine in engines:
            sa.event.remove(engine, "checkout", fails)
