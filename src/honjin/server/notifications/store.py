"""Calls in the database: the people called, the channels, and open calls. Connection functions.

    callers        person  wishes  active  due  lease  mailed  moved  made  changed
    call_devices   id  person  endpoint  key  secret  lang  device  session  made  used
    call_feeds     person  hash  made
    calls          person  table_id  kind  mark  since  ends  pushed  mailed  stands  arose

`due` is when a person is next checked; the process that does so holds a `lease`. A row of `calls`
of kind `look` says that something has happened at a table; the other kinds are those of messages.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.server.db.damage import told_if_damaged
from honjin.server.db.sql import META, count_rows, put
from honjin.server.messages.refusals import TooMany
from honjin.server.notifications.messages import CallWishes
from honjin.server.people.accounts.logins import SESSIONS, hashed
from honjin.server.people.people import PEOPLE, hold
from honjin.server.tables.store.rows import HOLDERS, TABLES

_ID: Final = sa.String(32)
_HASH: Final = sa.String(64)

CALLERS: Final = sa.Table(
    "callers",
    META,
    sa.Column("person", _ID, primary_key=True),
    sa.Column("wishes", sa.Text, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("lease", sa.BigInteger, nullable=False),
    sa.Column("mailed", sa.BigInteger, nullable=False),
    sa.Column("moved", sa.BigInteger, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)
DEVICES: Final = sa.Table(
    "call_devices",
    META,
    sa.Column("id", _HASH, primary_key=True),
    sa.Column("person", _ID, nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("key", sa.String(90), nullable=False),
    sa.Column("secret", sa.String(26), nullable=False),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("device", sa.String(80), nullable=False),
    sa.Column("session", _HASH, nullable=False),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
)
FEEDS: Final = sa.Table(
    "call_feeds",
    META,
    sa.Column("person", _ID, primary_key=True),
    sa.Column("hash", _HASH, nullable=False, unique=True),
    sa.Column("made", sa.BigInteger, nullable=False),
)
CALLS: Final = sa.Table(
    "calls",
    META,
    sa.Column("person", _ID, primary_key=True),
    sa.Column("table_id", _ID, primary_key=True),
    sa.Column("kind", sa.String(12), primary_key=True),
    sa.Column("mark", sa.String(400), nullable=False),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("ends", sa.BigInteger, nullable=False),
    sa.Column("pushed", sa.Boolean, nullable=False),
    sa.Column("mailed", sa.Boolean, nullable=False),
    sa.Column("stands", sa.Boolean, nullable=False),
    sa.Column("arose", sa.BigInteger, nullable=False, server_default="0"),
)

LOOK: Final = "look"
MAX_DEVICES: Final = 10
MAX_TABLES: Final = 200
"""The most tables of a person that are watched."""
LATER: Final = 1 << 62
_encode = msgspec.json.encode


class Device(NamedTuple):
    """A browser that calls are pushed to."""

    id: str
    person: str
    endpoint: str
    key: str
    secret: str
    lang: str
    device: str
    session: str
    made: int
    used: int


class CallRow(NamedTuple):
    """A row of `calls` without the person."""

    table: str
    kind: str
    mark: str
    since: int
    ends: int
    pushed: bool
    mailed: bool
    stands: bool
    arose: int = 0


# ---------------------------------------------------------------- wishes


def wishes_of(connection: sa.Connection, person: str) -> CallWishes | None:
    """The wishes of a person, or None."""
    text = connection.scalar(sa.select(CALLERS.c.wishes).where(CALLERS.c.person == person))
    with told_if_damaged(f"what person {person} wishes to be told"):
        return msgspec.json.decode(text, type=CallWishes) if text else None


def wish(connection: sa.Connection, person: str, wishes: CallWishes, now: int) -> None:
    """Store a person's wishes and check all of the person's tables again."""
    text = _encode(wishes).decode()
    row = {
        "person": person, "wishes": text, "active": False, "due": LATER, "lease": 0, "mailed": 0,
        "moved": now, "made": now, "changed": now,
    }  # fmt: skip
    put(connection, CALLERS, row, "wishes", "changed")
    settle(connection, person, now)


def settle(connection: sa.Connection, person: str, now: int) -> None:
    """Determine whether a person can be called; if so, check all of the person's tables now."""
    wishes = wishes_of(connection, person)
    if wishes is None:
        return
    ways = (DEVICES.c.person == person, FEEDS.c.person == person)
    active = wishes.mails or any(
        connection.scalar(sa.select(sa.literal(1)).where(way).limit(1)) for way in ways
    )
    mine = sa.update(CALLERS).where(CALLERS.c.person == person)
    due = now if active else LATER
    connection.execute(mine.values(active=active, due=due, changed=now))
    if active:
        running = (
            sa.select(TABLES.c.id)
            .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
            .where(HOLDERS.c.guest == person, HOLDERS.c.ended == 0)
            .order_by(TABLES.c.changed.desc())
            .limit(MAX_TABLES)
        )
        note(connection, [(person, table) for table in connection.scalars(running)], now)


def touch(connection: sa.Connection, person: str, now: int) -> CallWishes:
    """The wishes of a person, set to the defaults if there are none."""
    found = wishes_of(connection, person)
    if found is None:
        found = CallWishes()
        wish(connection, person, found, now)
    return found


def stop_mails(connection: sa.Connection, person: str, now: int) -> None:
    """Send a person no more mails."""
    found = wishes_of(connection, person)
    if found is not None and found.mails:
        found.mails = False
        wish(connection, person, found, now)


def news(connection: sa.Connection, since: int) -> list[Any]:
    """Persons whose calls were switched on or off: person, active, changed."""
    query = sa.select(CALLERS.c.person, CALLERS.c.active, CALLERS.c.changed)
    return list(connection.execute(query.where(CALLERS.c.changed > since)))


# ---------------------------------------------------------------- events


def note(connection: sa.Connection, what: Iterable[tuple[str, str]], now: int) -> None:
    """Note that something has happened at tables, for those persons who are called."""
    found = sorted(set(what))
    called = CALLERS.c.person.in_({person for person, _ in found})
    known = set(connection.scalars(sa.select(CALLERS.c.person).where(called, CALLERS.c.active)))
    mark = secrets.token_hex(8)  # a check that began before removes only what it has read
    rows = [
        {"person": person, "table_id": table, "kind": LOOK, "mark": mark, "since": now,
         "ends": 0, "pushed": False, "mailed": False, "stands": False, "arose": now}
        for person, table in found
        if person in known
    ]  # fmt: skip
    if rows:
        put(connection, CALLS, rows, "mark")


def wake(connection: sa.Connection, due: Iterable[tuple[str, int]]) -> None:
    """Check some persons no later than at a given time."""
    for person, at in sorted(due):
        mine = sa.update(CALLERS).where(CALLERS.c.person == person, CALLERS.c.active)
        connection.execute(mine.where(CALLERS.c.due > at).values(due=at))


def look_back(connection: sa.Connection, what: Mapping[tuple[str, str], int]) -> None:
    """Restart the wait for turns at tables that persons have viewed, at the given times."""
    for (person, table), since in sorted(what.items()):
        here = sa.and_(CALLS.c.person == person, CALLS.c.table_id == table, CALLS.c.since < since)
        turns = CALLS.c.kind.in_(("turn", "deadline"))
        connection.execute(sa.update(CALLS).where(here, turns).values(since=since))


def last_change(connection: sa.Connection) -> int:
    """When a table was last changed; 0 if there are none."""
    return connection.scalar(sa.select(sa.func.max(TABLES.c.changed))) or 0


def missed(connection: sa.Connection, since: int) -> list[tuple[str, str]]:
    """Persons who can be called, with their tables that have changed since a time."""
    query = (
        sa.select(CALLERS.c.person, TABLES.c.id)
        .join(HOLDERS, HOLDERS.c.guest == CALLERS.c.person)
        .join(TABLES, TABLES.c.id == HOLDERS.c.table_id)
        .where(CALLERS.c.active, TABLES.c.changed >= since)
    )
    return [(person, table) for person, table in connection.execute(query)]


# ---------------------------------------------------------------- checking a person


def due(connection: sa.Connection, now: int, most: int) -> list[str]:
    """Persons who are due for a check that no process has claimed."""
    query = sa.select(CALLERS.c.person).where(CALLERS.c.due <= now, CALLERS.c.lease <= now)
    return list(connection.scalars(query.order_by(CALLERS.c.due).limit(most)))


def claim(connection: sa.Connection, person: str, now: int, until: int) -> Any | None:
    """Claim a person: the row, or None if another process was quicker.

    If this process ends before it is done, another one checks again when the lease is over.
    """
    free = sa.and_(CALLERS.c.person == person, CALLERS.c.due <= now, CALLERS.c.lease <= now)
    taken = sa.update(CALLERS).where(free).values(due=until, lease=until)
    return connection.execute(taken.returning(*CALLERS.c)).first()


def finish(connection: sa.Connection, person: str, lease: int, at: int, **more: int) -> None:
    """End a check; the next one is due at `at`, or sooner if something was noted."""
    mine = sa.update(CALLERS).where(CALLERS.c.person == person, CALLERS.c.lease == lease)
    noted = sa.and_(CALLERS.c.due < lease, CALLERS.c.due < at)
    next_time = sa.case((noted, CALLERS.c.due), else_=at)
    connection.execute(mine.values(lease=0, due=next_time, **more))


def calls_of(connection: sa.Connection, person: str) -> list[CallRow]:
    """All that is noted for a person."""
    query = sa.select(*CALLS.c[1:]).where(CALLS.c.person == person)
    query = query.order_by(CALLS.c.since, CALLS.c.table_id, CALLS.c.kind).limit(5 * MAX_TABLES)
    return [CallRow(*row) for row in connection.execute(query)]


def write_calls(
    connection: sa.Connection, person: str, old: Sequence[CallRow], new: Collection[CallRow]
) -> None:
    """Store the current calls; a check that was requested in the meantime stays."""
    kept, keys = set(new), {(one.table, one.kind) for one in new}
    for one in old:
        if one not in kept and ((one.table, one.kind) not in keys or one.kind == LOOK):
            here = sa.and_(
                CALLS.c.person == person, CALLS.c.table_id == one.table, CALLS.c.kind == one.kind
            )
            connection.execute(sa.delete(CALLS).where(here, CALLS.c.mark == one.mark))
    rows = [_values(person, one) for one in sorted(kept - set(old))]
    if rows:
        put(connection, CALLS, rows)


def _values(person: str, one: CallRow) -> dict[str, Any]:
    found = one._asdict()
    return {"person": person, "table_id": found.pop("table"), **found}


def mail_of(connection: sa.Connection, person: str) -> str:
    """The confirmed address of an account, or an empty string."""
    query = sa.select(PEOPLE.c.mail).where(PEOPLE.c.id == person, PEOPLE.c.kind == "account")
    return connection.scalar(query) or ""


# ---------------------------------------------------------------- devices


def add_device(connection: sa.Connection, one: Device) -> None:
    """Push to a browser; TooMany if there are enough. A known one is moved to the new person."""
    hold(connection, one.person)  # requests at the same time count each other's
    others = DEVICES.c.person == one.person, DEVICES.c.id != one.id
    if count_rows(connection, *others) >= MAX_DEVICES:
        raise TooMany(f"at most {MAX_DEVICES} browsers; remove one that is not needed")
    before = connection.scalar(sa.select(DEVICES.c.person).where(DEVICES.c.id == one.id))
    touch(connection, one.person, one.made)
    put(connection, DEVICES, one._asdict(), *set(Device._fields) - {"id", "used"})
    settle(connection, one.person, one.made)
    if before not in (None, one.person):
        settle(connection, before, one.made)


def device_id(endpoint: str) -> str:
    """The id of a browser's subscription here."""
    return hashed(endpoint)


def devices_of(connection: sa.Connection, person: str) -> list[Device]:
    """The browsers that a person's calls are pushed to, without those logged out."""
    live = sa.or_(DEVICES.c.session == "", DEVICES.c.session.in_(sa.select(SESSIONS.c.id)))
    query = sa.select(*DEVICES.c).where(DEVICES.c.person == person, live)
    return [Device(*row) for row in connection.execute(query.order_by(DEVICES.c.made.desc()))]


def remove_devices(
    connection: sa.Connection, person: str, ids: Collection[str], now: int
) -> None:  # fmt: skip
    """Stop pushing to some browsers of a person."""
    gone = sa.and_(DEVICES.c.person == person, DEVICES.c.id.in_(list(ids)))
    if connection.execute(sa.delete(DEVICES).where(gone)).rowcount:
        settle(connection, person, now)


def note_use(connection: sa.Connection, ids: Collection[str], now: int) -> None:
    """Note that some browsers accepted a call."""
    connection.execute(sa.update(DEVICES).where(DEVICES.c.id.in_(list(ids))).values(used=now))


# ---------------------------------------------------------------- feeds


def put_feed(connection: sa.Connection, person: str, secret: str, now: int) -> None:
    """Publish a person's feeds under this secret, and under no earlier one."""
    touch(connection, person, now)
    put(connection, FEEDS, {"person": person, "hash": hashed(secret), "made": now})
    settle(connection, person, now)


def remove_feed(connection: sa.Connection, person: str, now: int) -> None:
    """Stop publishing a person's feeds."""
    connection.execute(sa.delete(FEEDS).where(FEEDS.c.person == person))
    settle(connection, person, now)


def feed_made(connection: sa.Connection, person: str) -> int:
    """When a person's feeds got their addresses; 0 if there are none."""
    return connection.scalar(sa.select(FEEDS.c.made).where(FEEDS.c.person == person)) or 0


def feed_owner(connection: sa.Connection, secret: str) -> Any | None:
    """The owner of the feeds under a secret: the row of `callers`, or None."""
    joined = sa.join(CALLERS, FEEDS, FEEDS.c.person == CALLERS.c.person)
    query = sa.select(*CALLERS.c).select_from(joined).where(FEEDS.c.hash == hashed(secret))
    return connection.execute(query).first()


# ---------------------------------------------------------------- removal


def all_of(connection: sa.Connection, person: str) -> dict[str, Any]:
    """All data about a person kept here, for the person."""
    devices = sa.select(*DEVICES.c).where(DEVICES.c.person == person)
    return {
        "wishes": wishes_of(connection, person),
        "devices": [dict(row) for row in connection.execute(devices).mappings()],
        "feed": feed_made(connection, person),
        "told": [row._asdict() for row in calls_of(connection, person)],
    }


def forget(connection: sa.Connection, person: str) -> None:
    """Remove all data about a person kept here."""
    for table in (CALLERS, DEVICES, FEEDS, CALLS):
        connection.execute(sa.delete(table).where(table.c.person == person))


def tidy(connection: sa.Connection, old: int) -> None:
    """Remove old calls, logged-out browsers, and guests who are forgotten."""
    lost = sa.and_(DEVICES.c.session != "", DEVICES.c.session.not_in(sa.select(SESSIONS.c.id)))
    connection.execute(sa.delete(DEVICES).where(lost))
    over = sa.select(TABLES.c.id).where(TABLES.c.status == "over", TABLES.c.changed < old)
    connection.execute(sa.delete(CALLS).where(CALLS.c.table_id.in_(over)))
    known = sa.select(PEOPLE.c.id).where(PEOPLE.c.kind != "gone")
    unknown = sa.select(CALLERS.c.person).where(
        CALLERS.c.made < old, CALLERS.c.person.not_in(known)
    )
    for person in list(connection.scalars(unknown)):
        forget(connection, person)
