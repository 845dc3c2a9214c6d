"""The queues of the pools, kept in the database so that all processes see the same ones.

Every function takes a connection, for `Store.ask` and `Store.change`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from typing import Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META, insert
from honjin.server.finding.matching import Seeker
from honjin.server.people.traces import TRACES
from honjin.server.tables.seats.seating import NEW, PastSeats
from honjin.server.tables.store.rows import TABLES

DAY: Final = 24 * 3600 * 1000
KEPT: Final = 60 * DAY
"""The milliseconds for which past opponents and seats are kept."""
LONGEST: Final = 14 * DAY
"""The longest wait in a pool by days."""
MAX_SEEKERS: Final = 5_000


class Waiting(NamedTuple):
    """A row of the queue."""

    who: str
    pool: str
    name: str
    rating: int
    since: int
    patience: int | None
    program: bool
    seen: int
    table_id: str
    until: int

    @property
    def seeker(self) -> Seeker:
        """The player as input of the matching."""
        return Seeker(self.who, self.name, self.rating, self.since, self.patience, self.program)


def of(connection: sa.Connection, who: str) -> Waiting | None:
    """A player's row in the queue, or None."""
    row = connection.execute(sa.select(SEEKERS).where(SEEKERS.c.who == who)).first()
    return Waiting(*row) if row else None


def opened(connection: sa.Connection, who: str) -> Waiting | None:
    """The row as it may be shown: a claimed table is left out until it is open."""
    row = of(connection, who)
    if row is None or not row.table_id:
        return row
    found = connection.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == row.table_id))
    return row if found else row._replace(table_id="", until=0)


def everybody(connection: sa.Connection) -> list[Waiting]:
    """All players waiting, the longest wait first."""
    query = sa.select(SEEKERS).order_by(SEEKERS.c.since, SEEKERS.c.who).limit(MAX_SEEKERS)
    return [Waiting(*row) for row in connection.execute(query)]


def counts(connection: sa.Connection) -> dict[str, int]:
    """The number of players waiting in each pool."""
    query = sa.select(SEEKERS.c.pool, sa.func.count()).where(SEEKERS.c.table_id == "")
    rows = connection.execute(query.group_by(SEEKERS.c.pool)).all()
    return {str(row[0]): int(row[1]) for row in rows}


def join(connection: sa.Connection, row: Waiting) -> Waiting:
    """Put a player in the queue; return the resulting row. A player with a game is not moved.

    A player who waits in the same pool already keeps the place in the queue.
    """
    old = of(connection, row.who)
    if old is not None and old.table_id:
        return old
    if old is not None and old.pool == row.pool:
        row = row._replace(since=old.since)
    put = insert(connection, SEEKERS)
    values = row._asdict()
    new = {name: put.excluded[name] for name in values if name != "who"}
    free = SEEKERS.c.table_id == ""
    connection.execute(
        put.on_conflict_do_update(index_elements=["who"], set_=new, where=free), values
    )
    return of(connection, row.who) or row


def leave(connection: sa.Connection, who: str) -> bool:
    """Remove a player from the queue, unless a game has been found; return whether it was done."""
    gone = sa.delete(SEEKERS).where(SEEKERS.c.who == who, SEEKERS.c.table_id == "")
    return bool(connection.execute(gone).rowcount)


def beat(connection: sa.Connection, people: Collection[str], now: int) -> None:
    """Note that these players have a window open."""
    found = sa.update(SEEKERS).where(SEEKERS.c.who.in_(list(people)))
    connection.execute(found.values(seen=now))


def drop_stale(connection: sa.Connection, now: int, gone: int) -> int:
    """Remove players who have left live pools silently, or have waited far too long."""
    live = sa.and_(SEEKERS.c.pool.like("% live"), SEEKERS.c.seen < now - gone)
    long_ago = SEEKERS.c.since < now - LONGEST
    query = sa.delete(SEEKERS).where(SEEKERS.c.table_id == "", sa.or_(live, long_ago))
    return connection.execute(query).rowcount


def claim(
    connection: sa.Connection, people: Sequence[str], game: str, table: str, now: int, until: int
) -> bool:
    """Move people from the queue to a table, all or none; `people` by seat, "" for bots."""
    here = sorted(who for who in people if who)
    query = sa.update(SEEKERS).where(SEEKERS.c.who.in_(here), SEEKERS.c.table_id == "")
    taken = connection.execute(query.values(table_id=table, until=until)).rowcount
    if taken != len(here):
        connection.rollback()
        return False
    rows = [
        {"who": who, "table_id": table, "game": game, "seat": seat, "at": now,
         "met": " ".join(one for one in here if one != who), "missed": False}
        for seat, who in enumerate(people) if who
    ]  # fmt: skip
    connection.execute(POOL_GAMES.insert(), rows)
    return True


def settle(connection: sa.Connection, table: str) -> None:
    """Remove the players of a table whose game has begun."""
    connection.execute(sa.delete(SEEKERS).where(SEEKERS.c.table_id == table))


def release(connection: sa.Connection, table: str, came: Collection[str], now: int) -> None:
    """Return the players of a game that did not begin to the queue if they came; remove others."""
    mine = SEEKERS.c.table_id == table
    back = sa.update(SEEKERS).where(mine, SEEKERS.c.who.in_(list(came)))
    connection.execute(back.values(table_id="", until=0, seen=now))
    connection.execute(sa.delete(SEEKERS).where(mine))
    here = POOL_GAMES.c.table_id == table
    connection.execute(sa.delete(POOL_GAMES).where(here, POOL_GAMES.c.who.in_(list(came))))
    connection.execute(sa.update(POOL_GAMES).where(here).values(missed=True))


def missed(connection: sa.Connection, who: str, since: int) -> list[int]:
    """The times at which a player did not come to a game that a pool had found."""
    query = sa.select(POOL_GAMES.c.at).where(
        POOL_GAMES.c.who == who, POOL_GAMES.c.missed, POOL_GAMES.c.at >= since
    )
    return sorted(connection.scalars(query))


def pasts(connection: sa.Connection, people: Collection[str], game: str) -> dict[str, PastSeats]:
    """The past seats of some people in a game, in games that pools made."""
    query = sa.select(POOL_GAMES.c.who, POOL_GAMES.c.seat).where(
        POOL_GAMES.c.who.in_(list(people)), POOL_GAMES.c.game == game, ~POOL_GAMES.c.missed
    )
    found: dict[str, PastSeats] = {}
    for who, seat in connection.execute(query.order_by(POOL_GAMES.c.at)):
        found[who] = found.get(who, NEW).after(seat)
    return found


def last_met(connection: sa.Connection, people: Collection[str]) -> dict[str, frozenset[str]]:
    """The opponents of some people in the last game that a pool made for them."""
    query = sa.select(POOL_GAMES.c.who, POOL_GAMES.c.met).where(
        POOL_GAMES.c.who.in_(list(people)), ~POOL_GAMES.c.missed
    )
    rows = connection.execute(query.order_by(POOL_GAMES.c.at))
    return {who: frozenset(met.split()) for who, met in rows}


def games_of(connection: sa.Connection, who: str) -> list[dict[str, object]]:
    """The stored games that pools made for a player; others' ids are left out."""
    query = sa.select(
        POOL_GAMES.c.table_id, POOL_GAMES.c.game, POOL_GAMES.c.seat, POOL_GAMES.c.at,
        POOL_GAMES.c.missed,
    ).where(POOL_GAMES.c.who == who)  # fmt: skip
    return [dict(row._mapping) for row in connection.execute(query.order_by(POOL_GAMES.c.at))]


def alike(
    connection: sa.Connection, people: Collection[str], since: int, *, neighbours: bool
) -> set[frozenset[str]]:
    """The pairs of people with a common browser or, unless `neighbours` may play, address."""
    kinds = ("device",) if neighbours else ("device", "address")
    query = sa.select(TRACES.c.kind, TRACES.c.mark, TRACES.c.who).where(
        TRACES.c.who.in_(list(people)), TRACES.c.seen >= since, TRACES.c.kind.in_(kinds)
    )
    marks: dict[tuple[str, str], list[str]] = {}
    for kind, mark, who in connection.execute(query):
        marks.setdefault((kind, mark), []).append(who)
    return {frozenset(pair) for group in marks.values() for pair in combinations(group, 2)}


def forget_old(connection: sa.Connection, now: int) -> None:
    """Delete games past their retention time."""
    connection.execute(sa.delete(POOL_GAMES).where(POOL_GAMES.c.at < now - KEPT))


def forget(connection: sa.Connection, who: str) -> None:
    """Delete what is known about a player."""
    connection.execute(sa.delete(SEEKERS).where(SEEKERS.c.who == who))
    connection.execute(sa.delete(POOL_GAMES).where(POOL_GAMES.c.who == who))


def leave_unseen(connection: sa.Connection, who: str, before: int) -> bool:
    """Remove a player from a live pool who has had no window open since `before`."""
    gone = sa.delete(SEEKERS).where(
        SEEKERS.c.who == who, SEEKERS.c.table_id == "", SEEKERS.c.pool.like("% live"),
        SEEKERS.c.seen <= before,
    )  # fmt: skip
    return bool(connection.execute(gone).rowcount)


SEEKERS: Final = sa.Table(
    "seekers",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("pool", sa.String(160), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("rating", sa.Integer, nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("patience", sa.Integer),
    sa.Column("program", sa.Boolean, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""The waiting players; the key keeps anyone from waiting twice. With a `table_id` a game was found,
and the player is expected there `until` that time."""


POOL_GAMES: Final = sa.Table(
    "pool_games",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("met", sa.Text, nullable=False),
    sa.Column("missed", sa.Boolean, nullable=False),
)
"""The games that pools made: seat, opponents (ids separated by spaces), and missed players."""
