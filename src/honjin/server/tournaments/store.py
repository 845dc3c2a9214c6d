"""The journals of tournaments, and a row for each by which it is found.

Every function takes a connection, for `Store.ask` and `Store.change`. Appending events with numbers
that another process has used too raises an IntegrityError, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from honjin.server.db.damage import readable
from honjin.server.db.journalled import Event, JournalTable
from honjin.server.db.sql import META, insert
from honjin.server.messages import refusals as no
from honjin.server.people.people import hold
from honjin.server.tournaments import events as ev
from honjin.server.tournaments.fold import Tournament
from honjin.server.tournaments.plan import TournamentPlan
from honjin.server.tournaments.standings import standings
from honjin.server.tournaments.steps import rounds_of

LISTED: Final = 50
"""The number of tournaments of each kind in a list."""


class TournamentHeader(msgspec.Struct, frozen=True):
    """The fields of a row other than its columns.

    `winner` is a name, or "bot:" followed by a key; `champion` is the id of the winner, if that is
    a person.
    """

    by: str
    host: str
    plan: TournamentPlan
    players: int
    round: int
    rounds: int
    winner: str = ""
    champion: str = ""


class TournamentLine(msgspec.Struct, frozen=True):
    """A tournament as lists show it."""

    id: str
    status: str
    changed: int
    header: TournamentHeader


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(TournamentHeader).decode


def header_of(t: Tournament) -> TournamentHeader:
    """What lists show of a tournament."""
    winner, champion = "", ""
    if t.status == "over" and (ranked := standings(t)):
        player = t.players[ranked[0].who]
        is_bot = player.kind == "bot"
        winner = f"bot:{player.name}" if is_bot else player.name
        champion = "" if is_bot else player.who
    return TournamentHeader(
        t.by, t.host, t.plan, len(t.active if t.status == "waiting" else t.players), t.round,
        rounds_of(t), winner, champion,
    )  # fmt: skip


def append(connection: sa.Connection, first: int, events: Sequence[Event], t: Tournament) -> None:
    """Store events from number `first` on, and the row as it is after them."""
    JOURNAL.append(connection, t.id, first, events)
    put = insert(connection, TOURNAMENTS).values(
        id=t.id, status=t.status, private=t.plan.is_private, changed=t.changed,
        header=_encode(header_of(t)).decode(),
    )  # fmt: skip
    new = {name: put.excluded[name] for name in ("status", "changed", "header")}
    connection.execute(put.on_conflict_do_update(index_elements=["id"], set_=new))
    people = {one.who for one in events if isinstance(one, ev.Entered) and one.kind != "bot"}
    people |= {one.by for one in events if isinstance(one, ev.Announced)}
    if people:
        put = insert(connection, PLAYERS).on_conflict_do_nothing()
        connection.execute(put, [{"who": who, "tournament": t.id} for who in sorted(people)])


def announce(connection: sa.Connection, t: Tournament, event: ev.Announced, most: int) -> None:
    """Store a new tournament; TooMany if its organiser has `most` unfinished ones."""
    hold(connection, t.by)  # requests at the same time count each other's tournaments
    if sum(one.header.by == t.by for one in of(connection, t.by, going=True)) >= most:
        raise no.TooMany(f"at most {most} tournaments of yours at the same time")
    append(connection, 0, [event], t)


def going(connection: sa.Connection) -> list[str]:
    """The tournaments that wait or run."""
    query = sa.select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.status.in_(("waiting", "running")))
    return list(connection.scalars(query))


def listed(connection: sa.Connection) -> list[TournamentLine]:
    """The public tournaments: those that wait and run, then the latest finished ones."""
    found = []
    for statuses in (("waiting", "running"), ("over",)):
        query = (
            sa.select(TOURNAMENTS)
            .where(TOURNAMENTS.c.status.in_(statuses), TOURNAMENTS.c.private.is_(False))
            .order_by(TOURNAMENTS.c.changed.desc())
            .limit(LISTED)
        )
        found += _lines(connection.execute(query))
    return found


def of(connection: sa.Connection, who: str, *, going: bool = False) -> list[TournamentLine]:
    """All tournaments that a person entered or announced, the last changed first."""
    query = _of(who).where(TOURNAMENTS.c.status.in_(("waiting", "running"))) if going else _of(who)
    return _lines(connection.execute(query))


def listed_of(connection: sa.Connection, who: str) -> list[TournamentLine]:
    """The last changed ones of them, as many as are listed."""
    return _lines(connection.execute(_of(who).limit(LISTED)))


def _of(who: str) -> sa.Select[tuple[Any, ...]]:
    query = sa.select(TOURNAMENTS).join(PLAYERS, PLAYERS.c.tournament == TOURNAMENTS.c.id)
    return query.where(PLAYERS.c.who == who).order_by(TOURNAMENTS.c.changed.desc())


def _lines(rows: Iterable[sa.Row[tuple[Any, ...]]]) -> list[TournamentLine]:
    return [*readable("tournament", rows, _line)]


def _line(row: sa.Row[tuple[Any, ...]]) -> TournamentLine:
    return TournamentLine(row.id, row.status, row.changed, _decode(row.header))


def forget(connection: sa.Connection, who: str) -> None:
    """Remove a person from the index of tournaments; journals keep what happened."""
    connection.execute(sa.delete(PLAYERS).where(PLAYERS.c.who == who))


TOURNAMENTS: Final = sa.Table(
    "tournaments",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
)


JOURNAL: Final = JournalTable("tournament", Tournament, ev.AnyEvent)


PLAYERS: Final = sa.Table(
    "tournament_players",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("tournament", sa.String(32), primary_key=True),
)
"""The players who have ever entered each tournament."""
