"""How long a backup takes, and a restore into the same and into the other kind of database.

    python -m bench.server.crossing                   2,000 accounts, 2,000 finished games
    python -m bench.server.crossing --games 20000

Both databases (SQLite, and a private PostgreSQL with fsync) are filled through the store with the
same club: accounts, results, ratings, and a journal of 64 entries for each game. PostgreSQL stores
each action as a run of its own, as it does when one is made after the other; SQLite gathers them.
Printed are rows, sizes, and seconds by the clock.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

import sqlalchemy as sa
from bench.common import arguments
from bench.server.club import Filling, fill
from bench.server.serving import database

from honjin.server.copies.copies import make_copy, restore_copy
from honjin.server.settings import Settings
from honjin.server.site import Site, make_site
from honjin.server.tables.store.rows import TABLES, Change

ENTRIES = 64
ENTRY = '{{"e":"acted","at":{at},"seat":{seat},"do":"r{row}c{column}","by":"{who}","n":{n}}}'


def entry(n: int) -> str:
    who = "0123456789abcdef"
    return ENTRY.format(at=1790000000000 + n, seat=n % 2, row=n % 3, column=n % 5, who=who, n=n)


async def write_journals(site: Site) -> None:
    """A journal for each table, one entry after the other."""
    with site.store.engine.connect() as connection:
        tables = list(connection.scalars(sa.select(TABLES.c.id)))
    for n in range(ENTRIES):
        await site.store.save([Change(table, n, [entry(n)]) for table in tables])


def make_club(settings: Settings, games: int) -> None:
    site = make_site(settings, {})
    site.store.open()
    fill(site, Filling(max(games, 20)), games, 0, max(1, games // 20))
    asyncio.run(write_journals(site))
    site.store.close()


def timed(settings: Settings, copy: Path) -> tuple[str, float]:
    begun = time.perf_counter()
    done = restore_copy(settings, copy, replace=True)
    rows = f"{done.crossed.rows:,} rows" if done.crossed else "as it is"
    return rows, time.perf_counter() - begun


def main() -> None:
    games = arguments(__doc__, games=2000).games
    with tempfile.TemporaryDirectory() as made, database("postgresql", 1) as (url, _):
        for name, source in (("SQLite", ""), ("PostgreSQL", url)):
            folder = Path(made) / name
            settings = Settings(data=str(folder), database=source)
            make_club(settings, games)
            begun, copy = time.perf_counter(), Path(made) / f"{name}.tar"
            make_copy(settings, copy)
            size = copy.stat().st_size / 1e6
            print(f"backup of {name}: {size:.1f} MB, {time.perf_counter() - begun:.1f} s")
        for name in ("SQLite", "PostgreSQL"):
            for target, where in (("SQLite", ""), ("PostgreSQL", url)):
                settings = Settings(data=str(Path(made) / f"{name} in {target}"), database=where)
                rows, seconds = timed(settings, Path(made) / f"{name}.tar")
                print(f"{name} into {target}: {rows}, {seconds:.1f} s")


if __name__ == "__main__":
    main()
