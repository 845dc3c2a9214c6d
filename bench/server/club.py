"""The response times of a large club's pages (my games, history, profile, rankings), and start-up.

    python -m bench.server.club                           10,000 people, 50,000 finished games
    python -m bench.server.club --database postgresql     on a private PostgreSQL
    python -m bench.server.club --folder data             leaves the SQLite database in this folder

The database is filled as by the server, ratings are computed by the server's own code, and it is
analysed then (PostgreSQL does that by itself after a while). Measured is the time from a request to
its complete response, within this process, for one person with 3,000 finished games and for others:
the median and the maximum of `--rounds` requests, and the median of the processor time, the
database's included, which does not depend on other load on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from bench.common import arguments
from bench.server.serving import aside, database, spent

from honjin.core.game import Game
from honjin.games import keys, load
from honjin.server.app import make_app
from honjin.server.history import ranking
from honjin.server.history import store as history
from honjin.server.history.schema import RESULTS
from honjin.server.people.accounts import logins
from honjin.server.people.auth import COOKIE, Ticket
from honjin.server.people.caller import Caller
from honjin.server.people.names import alike
from honjin.server.people.people import NAMES, PEOPLE
from honjin.server.settings import Settings
from honjin.server.site import Site, make_site
from honjin.server.tables.session.outcome import GameOutcome, SeatOutcome
from honjin.server.tables.store.rows import HOLDERS, TABLES, TableHeader
from honjin.server.tables.store.table import new_id
from honjin.server.work.steady import now_ms

DAY = 24 * 3600 * 1000
CHUNK = 500
MOST = 0.05
START = 3.0


def ids(count: int) -> list[str]:
    return [f"{n:016x}" for n in range(1, count + 1)]


class Filling:
    """The database contents of a club; the first person plays more than the others."""

    def __init__(self, people: int, seed: int = 7) -> None:
        self.random = random.Random(seed)
        self.people, self.now = ids(people), now_ms()
        self.games: list[Game[Any]] = [load(key) for key in keys()]

    def name(self, who: str) -> str:
        return f"Player {int(who, 16)}"

    def _table(self, first: str | None) -> tuple[Game[Any], Any, list[str | None]]:
        game = self.random.choice(self.games)
        preset = self.random.choice(game.presets)
        seats = game.seats(game.read_options(preset.options))
        persons = self.random.sample(self.people[1:], seats)
        if first is not None:
            persons[self.random.randrange(seats)] = first
        bots = self.random.random() < 0.4
        return (
            game,
            preset,
            [who if n == 0 or not bots or who == first else None for n, who in enumerate(persons)],
        )

    def finished(self, count: int, heavy: int) -> Iterator[GameOutcome]:
        for n in range(count):
            first = self.people[0] if n % max(1, count // heavy) == 0 else None
            game, preset, persons = self._table(first)
            ended = self.now - int(self.random.random() * 700 * DAY)
            order = self.random.sample(range(len(persons)), len(persons))
            seats = tuple(self._seat(n, who, order[n]) for n, who in enumerate(persons))
            unrated = "" if len(seats) > 1 and self.random.random() < 0.7 else "casual"
            yield GameOutcome(
                new_id(), game.key, preset.key, ended - DAY, ended, 60, game.reasons[0], "none",
                "persons" if sum(who is not None for who in persons) > 1 else "bots",
                unrated, False, f"m{n % 40} m{n % 7}", seats,  # type: ignore[arg-type]
            )  # fmt: skip

    def _seat(self, seat: int, who: str | None, place: int) -> SeatOutcome:
        end: Any = "lost" if place else "won"
        if who is None:
            level = self.random.choice(("ashigaru", "samurai", "daimyo", "shogun"))
            return SeatOutcome(seat, "bot", level, level, "", -place, place + 1, end, False)
        return SeatOutcome(seat, "person", who, self.name(who), "", -place, place + 1, end, True)

    def row(self, status: str, first: str | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        game, preset, persons = self._table(first)
        table = new_id()
        return self._row(table, game.key, dict(game.read_options(preset.options)), persons, status)

    def _row(
        self, table: str, game: str, options: Any, persons: list[str | None], status: str
    ) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        holders = tuple(
            ("person", who, self.name(who)) if who else ("bot", "samurai", "samurai")
            for who in persons
        )
        since = self.now - self.random.randrange(DAY)
        header = TableHeader(
            options, holders, awaits=(self.random.randrange(len(persons)),), since=since
        )
        row = {
            "id": table, "game": game, "status": status, "private": False, "bots": False,
            "changed": since, "header": msgspec.json.encode(header).decode(),
        }  # fmt: skip
        return row, [{"guest": who, "table_id": table, "ended": 0} for who in persons if who]

    def of(self, game: GameOutcome) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        persons = [seat.who if seat.kind == "person" else None for seat in game.seats]
        row, holders = self._row(game.table, game.game, {}, persons, "over")
        ended = {"ended": game.ended}
        return row | {"changed": game.ended}, [holder | ended for holder in holders]


def make_accounts(connection: sa.Connection, filling: Filling) -> None:
    """An account for each person."""
    now, people = filling.now, [(who, filling.name(who)) for who in filling.people]
    connection.execute(PEOPLE.insert(), [
        {"id": who, "name": name, "kind": "account", "member": True, "mail": f"{who}@example.org",
         "since": now, "seen": now, "changed": now}
        for who, name in people
    ])  # fmt: skip
    connection.execute(NAMES.insert(), [
        {"alike": alike(name), "person": who, "name": name, "since": now, "until": None}
        for who, name in people
    ])  # fmt: skip


def fill(site: Site, filling: Filling, finished: int, running: int, heavy: int) -> None:
    """Write everything to the database, some hundred tables at a time."""
    with site.store.engine.begin() as connection:
        make_accounts(connection, filling)
        rows = [
            filling.row("running", filling.people[0] if n < 40 else None) for n in range(running)
        ]
        games = list(filling.finished(finished, heavy))
        rows += [filling.of(game) for game in games]
        for at in range(0, len(rows), CHUNK):
            part = rows[at : at + CHUNK]
            connection.execute(TABLES.insert(), [row for row, _ in part])
            connection.execute(HOLDERS.insert(), [one for _, held in part for one in held])
        for game in games:
            history.take(connection, game)
    begun = time.perf_counter()
    count = 0
    while True:
        with site.store.engine.begin() as connection:
            done = ranking.rate_due(connection)
        count += done
        if not done:
            break
    took = time.perf_counter() - begun
    print(f"rated {count} games in {took:.1f} s, {1000 * took / max(1, count):.2f} ms each")
    with site.store.engine.begin() as connection:
        begun = time.perf_counter()
        ranking.rebuild(connection)
        print(f"rebuilt them in {time.perf_counter() - begun:.1f} s")
        print(f"{connection.scalar(sa.select(sa.func.count()).select_from(RESULTS))} results")


def analyse(engine: sa.Engine) -> None:
    """Let the database find out what is in its tables."""
    vacuum = "VACUUM ANALYZE" if engine.dialect.name == "postgresql" else "ANALYZE"
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(vacuum)


async def ask(app: Any, cookie: str, path: str) -> tuple[float, int, int]:
    """Seconds, status and bytes of one request."""
    path, _, query = path.partition("?")
    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(),
        "query_string": query.encode(), "scheme": "http", "client": ("127.0.0.1", 1),
        "server": ("bench", 80), "root_path": "", "http_version": "1.1",
        "headers": [(b"host", b"bench"), (b"cookie", f"{COOKIE}={cookie}".encode())],
    }  # fmt: skip
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    begun = time.perf_counter()
    await app(scope, receive, send)
    return (
        time.perf_counter() - begun, sent[0]["status"],
        sum(len(message.get("body", b"")) for message in sent[1:]),
    )  # fmt: skip


async def cookie_of(site: Site, filling: Filling, who: str) -> str:
    """The cookie of a person who has just logged in, or of a guest."""
    if who not in filling.people:
        return site.guests.write(Caller(who, "Somebody"))
    begin = partial(logins.open_session, person=who, device="bench", now=filling.now)
    return site.guests.write_ticket(Ticket(who, await site.store.change(begin)))


async def measure(
    site: Site, filling: Filling, rounds: int, base: int = 0
) -> list[tuple[str, float, float, float, int]]:
    """The median and maximum for each page; `base` is the process of the database, if any."""
    app, found = make_app(site), []
    heavy, other = filling.people[0], filling.people[len(filling.people) // 2]
    pages = {
        "front page": (heavy, "/api/tables"),
        "front page, typical person": (other, "/api/tables"),
        "front page, newcomer": ("f" * 16, "/api/tables"),
        "turns": (heavy, "/api/turns"),
        "history": (heavy, "/api/history"),
        "history, typical person": (other, "/api/history"),
        "history, by opponent": (heavy, "/api/history?opponent=player%20777"),
        "history, unknown opponent": (heavy, "/api/history?opponent=nobody"),
        "history, by opening": (heavy, "/api/history?opening=m3%20m4"),
        "history, lost and rated": (heavy, "/api/history?outcome=lost&rated=yes"),
        "profile": (other, f"/api/people/{heavy}"),
        "profile, typical person": (heavy, f"/api/people/{other}"),
        "profile, by name": (other, f"/api/people/Player%20{len(filling.people) // 4}"),
        "rankings": (heavy, f"/api/ranks/{filling.games[0].key}"),
    }
    for page, (who, path) in pages.items():
        cookie = await cookie_of(site, filling, who)
        times, work = [], []
        spent_before = spent(base) if base else 0.0
        for _ in range(rounds):
            begun = time.process_time()
            seconds, status, size = await ask(
                app, cookie, path.replace("%20", " ") if "people" in path else path
            )
            assert status == 200, (page, status)
            times.append(seconds)
            work.append(time.process_time() - begun)
        more = (spent(base) - spent_before) / rounds if base else 0.0
        median, cost = statistics.median(times), statistics.median(work) + more
        found.append((page, median, max(times), cost, size))
    return found


async def run(given: argparse.Namespace, folder: Path, url: str, base: int) -> bool:
    settings = Settings(data=str(folder), database=url, limits=False, prepare=False, solve=0)
    filling = Filling(given.people)
    site = make_site(settings)
    await asyncio.to_thread(site.store.open)
    begun = time.perf_counter()
    await asyncio.to_thread(fill, site, filling, given.finished, given.running, given.heavy)
    await asyncio.to_thread(analyse, site.store.engine)
    print(f"filled in {time.perf_counter() - begun:.0f} s")
    await asyncio.to_thread(site.store.close)
    begun = time.perf_counter()
    site = make_site(settings)
    async with site.running():
        start = time.perf_counter() - begun
        print(f"start-up {start:.2f} s")
        found = await measure(site, filling, given.rounds, base)
    for page, median, worst, work, size in found:
        took = f"{1000 * median:7.1f} ms  worst {1000 * worst:7.1f} ms"
        print(f"{page:30} {took}  processor {1000 * work:6.1f} ms  {size:7} bytes")
    slow = [page for page, _, _, work, _ in found if work > MOST]
    print(f"over {1000 * MOST:.0f} ms of processor time: {', '.join(slow) or 'none'}")
    return not slow and start <= START


def main() -> None:
    given = arguments(
        __doc__,
        {"database": ("", "postgresql")},
        people=10_000,
        finished=50_000,
        running=2_000,
        heavy=3_000,
        rounds=15,
        database="",
        folder="",
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        database(given.database, aside()[-1]) as (url, base),
    ):
        asyncio.run(run(given, Path(given.folder or folder), url, base))


if __name__ == "__main__":
    main()
