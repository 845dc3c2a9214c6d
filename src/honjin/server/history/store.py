"""Finished games: recorded once; found by player, game, time, opponent and opening.

Every function here takes a connection, for `Store.ask` and `Store.change`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import insert_new, is_new
from honjin.server.history.ranking import CHANGES
from honjin.server.history.schema import PROFILES, RESULTS, SEATS
from honjin.server.people.names import alike
from honjin.server.people.requests import read_cursor
from honjin.server.tables.session.outcome import GameOutcome, SeatOutcome
from honjin.server.tables.store.rows import TABLES

PAGE: Final = 30
MONTH: Final = 30 * 24 * 3600 * 1000
"""The unit of statistics over time, in milliseconds."""
_ESCAPE: Final = "\\"
_REPEATED: Final = ("game", "scenario", "ended", "against", "opening", "private")
"""The columns of `results` that `result_seats` has too."""
_SHOWN: Final = (
    SEATS.c.table_id, SEATS.c.seat, SEATS.c.kind, SEATS.c.name, SEATS.c.who, SEATS.c.role,
    SEATS.c.score, SEATS.c.place, SEATS.c.outcome,
)  # fmt: skip


class GameQuery(NamedTuple):
    """A search for games of a person; empty fields do not matter."""

    game: str = ""
    scenario: str = ""
    outcome: str = ""
    against: str = ""
    rated: str = ""
    since: int = 0
    until: int = 0
    opponent: str = ""
    opening: str = ""
    before: str = ""
    """The cursor of the previous page: games that ended earlier follow."""
    public: bool = True
    """Leave out the tables that are found by their link alone."""


class FinishedGame(NamedTuple):
    """A finished game with its seats, and the rating changes by person."""

    result: Any
    seats: list[Any]
    changes: dict[str, Any]


class Page(NamedTuple):
    """Some games, the latest first, and the cursor of the next page, if there is one."""

    games: list[FinishedGame]
    after: str


# ---------------------------------------------------------------- recording


def take(connection: sa.Connection, game: GameOutcome) -> bool:
    """Record a finished game; return whether it is new. A second call changes nothing."""
    return bool(take_all(connection, [game]))


def take_all(connection: sa.Connection, games: Iterable[GameOutcome]) -> set[str]:
    """Record finished games; return the tables of those that are new.

    Always in one order, so that two processes never wait for each other.
    """
    games = sorted(games, key=attrgetter("table"))
    new = {table for (table,) in insert_new(connection, RESULTS, [*map(_result, games)])}
    rows = [row for game in games if game.table in new for row in _seat_rows(game)]
    if rows:
        connection.execute(SEATS.insert(), rows)
    return new


def _result(game: GameOutcome) -> dict[str, object]:
    """The row of `results` of a game that was just finished."""
    fields = game._asdict()
    del fields["seats"]
    return {"table_id": fields.pop("table"), "rated_as": None} | fields


def _seat_rows(game: GameOutcome) -> list[dict[str, object]]:
    shared = {key: getattr(game, key) for key in _REPEATED} | {"rated": not game.unrated}
    shared["table_id"] = game.table
    return [
        {"alike": _alike(one), "met": _others(game.seats, one)} | one._asdict() | shared
        for one in game.seats
    ]


def _alike(seat: SeatOutcome) -> str:
    return alike(seat.name)[:128]


def _others(seats: Iterable[SeatOutcome], own: SeatOutcome) -> str:
    """The names and ids that a person met at a table: `|ann|k3v…|`."""
    others = [one for one in seats if one.who and one.who != own.who]
    texts = (text.replace("|", "") for one in others for text in (_alike(one), one.who))
    return f"|{'|'.join(texts)}|"


def unknown(connection: sa.Connection, most: int, after: str = "") -> list[str]:
    """Finished tables that are not recorded yet, in the order of their ids."""
    known = sa.exists().where(RESULTS.c.table_id == TABLES.c.id)
    query = (
        sa.select(TABLES.c.id)
        .where(TABLES.c.status == "over", TABLES.c.id > after, ~known)
        .order_by(TABLES.c.id)
        .limit(most)
    )
    return list(connection.scalars(query))


def count_unknown(connection: sa.Connection) -> int:
    """The number of finished tables that are not recorded yet."""
    known = sa.exists().where(RESULTS.c.table_id == TABLES.c.id)
    query = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.status == "over", ~known)
    return connection.scalar(query) or 0


def forget_name(connection: sa.Connection, who: str) -> None:
    """Remove a person's name from all finished games; the games stay."""
    own = sa.select(SEATS.c.alike, SEATS.c.table_id).where(SEATS.c.who == who)
    for name, table in connection.execute(own).all():
        met = sa.func.replace(SEATS.c.met, f"|{name.replace('|', '')}|{who}|", f"||{who}|")
        here = SEATS.c.table_id == table
        connection.execute(sa.update(SEATS).where(here).values(met=met))
    connection.execute(sa.update(SEATS).where(SEATS.c.who == who).values(name="", alike=""))


# ---------------------------------------------------------------- searching


def games_of(connection: sa.Connection, who: str, wanted: GameQuery) -> Page:
    """A page of a person's finished games, the latest first."""
    query = (
        sa.select(SEATS.c.ended, SEATS.c.table_id)
        .where(SEATS.c.who == who, SEATS.c.main.is_(True), *_conditions(wanted))
        .order_by(SEATS.c.ended.desc(), SEATS.c.table_id.desc())
        .limit(PAGE + 1)
    )
    found = [tuple(row) for row in connection.execute(query)]
    ids = [table for _, table in found[:PAGE]]
    after = "{}-{}".format(*found[PAGE - 1]) if len(found) > PAGE else ""
    return Page(games(connection, ids), after)


def _conditions(wanted: GameQuery) -> list[Any]:
    columns = (
        ("game", wanted.game), ("scenario", wanted.scenario), ("outcome", wanted.outcome),
        ("against", wanted.against),
    )  # fmt: skip
    found: list[Any] = [SEATS.c[column] == value for column, value in columns if value]
    if wanted.since:
        found.append(SEATS.c.ended >= wanted.since)
    if wanted.until:
        found.append(SEATS.c.ended < wanted.until)
    if wanted.before:
        ended, table = read_cursor(wanted.before)
        found.append(sa.tuple_(SEATS.c.ended, SEATS.c.table_id) < sa.tuple_(ended, table))
    if wanted.rated:
        found.append(SEATS.c.rated.is_(wanted.rated == "yes"))
    if wanted.opening:
        found.append(SEATS.c.opening.like(f"{_plain(wanted.opening)}%", escape=_ESCAPE))
    if wanted.public:
        found.append(SEATS.c.private.is_(False))
    if wanted.opponent:
        found.append(_met(wanted.opponent))
    return found


def _met(text: str) -> Any:
    """A condition: an opponent's name contains this string, or it is an opponent's id."""
    named, plain = _plain(alike(text).replace("|", "")), _plain(text.replace("|", ""))
    ways = [f"%|{plain}|%", *([f"%{named}%"] if named else [])]
    return sa.or_(*(SEATS.c.met.like(way, escape=_ESCAPE) for way in ways))


def _plain(text: str) -> str:
    """A string for LIKE in which no character is special."""
    return re.sub(r"([%_\\])", r"\\\1", text)


def games(connection: sa.Connection, tables: Sequence[str]) -> list[FinishedGame]:
    """Finished games by their ids, in the order given."""
    results = _by_table(connection, sa.select(RESULTS).where(RESULTS.c.table_id.in_(tables)))
    seats = _by_table(
        connection,
        sa.select(*_SHOWN).where(SEATS.c.table_id.in_(tables)).order_by(SEATS.c.seat, SEATS.c.role),
    )
    changes = _by_table(connection, sa.select(CHANGES).where(CHANGES.c.table_id.in_(tables)))
    return [
        FinishedGame(
            results[table][0], seats.get(table, []), {c.who: c for c in changes.get(table, [])}
        )
        for table in tables
        if table in results
    ]


def _by_table(connection: sa.Connection, query: sa.Select[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in connection.execute(query):
        found.setdefault(row.table_id, []).append(row)
    return found


# ---------------------------------------------------------------- counting


class OutcomeCount(NamedTuple):
    """The number of a person's games with one outcome in a scenario of a game, on a seat."""

    game: str
    scenario: str
    seat: int
    against: str
    outcome: str
    n: int


class Month(NamedTuple):
    """The number of a person's games with one outcome in a `month`, counted from 1970 by MONTH."""

    game: str
    against: str
    outcome: str
    month: int
    n: int


def counts_of(connection: sa.Connection, who: str) -> list[OutcomeCount]:
    """The outcomes of a person's games, by game, scenario, seat and opponents."""
    keys = (SEATS.c.game, SEATS.c.scenario, SEATS.c.seat, SEATS.c.against, SEATS.c.outcome)
    return [OutcomeCount(*row) for row in _counted(connection, who, keys)]


def months_of(connection: sa.Connection, who: str) -> list[Month]:
    """The outcomes of a person's games, by game, opponents and time."""
    month = (SEATS.c.ended // sa.literal_column(str(MONTH), sa.BigInteger)).label("month")
    keys = (SEATS.c.game, SEATS.c.against, SEATS.c.outcome, month)
    return [Month(*row) for row in _counted(connection, who, keys)]


def _counted(connection: sa.Connection, who: str, keys: Sequence[Any]) -> Iterable[Any]:
    query = (
        sa.select(*keys, sa.func.count())
        .where(SEATS.c.who == who, SEATS.c.main.is_(True), SEATS.c.outcome != "")
        .group_by(*(key.name for key in keys))
    )
    return connection.execute(query)


# ---------------------------------------------------------------- persons


class ProfileOwner(NamedTuple):
    """A person with finished games: the last name, and whether the profile is hidden."""

    who: str
    name: str
    hidden: bool


def person(connection: sa.Connection, handle: str) -> ProfileOwner | None:
    """A person by id, or by a name that only one person has had; None if there is none."""
    who = handle if _name_of(connection, handle) is not None else _who_is(connection, handle)
    if who is None:
        return None
    return ProfileOwner(who, _name_of(connection, who) or "", is_hidden(connection, who))


def _name_of(connection: sa.Connection, who: str) -> str | None:
    query = (
        sa.select(SEATS.c.name)
        .where(SEATS.c.who == who, SEATS.c.main.is_(True))
        .order_by(SEATS.c.ended.desc(), SEATS.c.table_id.desc())
        .limit(1)
    )
    return connection.scalar(query)


def _who_is(connection: sa.Connection, name: str) -> str | None:
    query = sa.select(SEATS.c.who).where(SEATS.c.alike == alike(name)[:128]).distinct().limit(2)
    found = list(connection.scalars(query))
    return found[0] if len(found) == 1 and alike(name) else None


def is_hidden(connection: sa.Connection, who: str) -> bool:
    """Whether a person's profile is hidden."""
    return bool(connection.scalar(sa.select(PROFILES.c.hidden).where(PROFILES.c.who == who)))


def hide(connection: sa.Connection, who: str, *, hidden: bool) -> None:
    """Set whether a person's profile is hidden from others."""
    if not is_new(connection, PROFILES, {"who": who, "hidden": hidden}):
        connection.execute(sa.update(PROFILES).where(PROFILES.c.who == who).values(hidden=hidden))
