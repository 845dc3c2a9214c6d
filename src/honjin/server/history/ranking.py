"""Ratings: a fold over the rated games in the order in which they were rated.

    results.rated_as    1 2 3 …     the number under which a game was folded in
    rating_changes      before and after, for each person in each of them
    ratings             everybody's rating after the last one

`rate_due` folds in the games that wait, `rebuild` folds all of them again with the same numbers:
the result is the same to the last digit. Only one process at a time does either. Every function
takes a connection, for `Database.ask` and `Database.change`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from honjin.server.db.sql import META, insert
from honjin.server.history.schema import PROFILES, RESULTS, SEATS
from honjin.server.people.people import PEOPLE
from honjin.server.people.ratings.ratings import RATINGS, Key, Rating, ratings_of
from honjin.server.people.ratings.skill import NEW, Skill, bot_skill, first_skill, rate

ACTIVE: Final = 60 * 24 * 3600 * 1000
"""A player is ranked for this many milliseconds after a game."""
RANKED: Final = 100
AT_ONCE: Final = 200
"""The number of games rated in one transaction, while nothing else is written."""
MAX_POINTS: Final = 120
"""The number of latest changes that make up the graph of a rating."""
_LOCK: Final = 0x686F6E6A
"""The advisory lock under which PostgreSQL lets one process rate at a time."""
CHANGES: Final = sa.Table(
    "rating_changes",
    META,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("pace", sa.String(8), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("mu_before", sa.Double, nullable=False),
    sa.Column("sigma_before", sa.Double, nullable=False),
    sa.Column("mu_after", sa.Double, nullable=False),
    sa.Column("sigma_after", sa.Double, nullable=False),
)


def rate_due(connection: sa.Connection, most: int = AT_ONCE) -> int:
    """Rate games that are due, in the order in which they ended; return their number."""
    _lock(connection)
    due = sa.select(RESULTS).where(RESULTS.c.unrated == "", RESULTS.c.rated_as.is_(None))
    due = due.order_by(RESULTS.c.ended, RESULTS.c.table_id).limit(most)
    games = connection.execute(due).all()
    if not games:
        return 0
    first = (connection.scalar(sa.select(sa.func.max(RESULTS.c.rated_as))) or 0) + 1
    numbered = list(enumerate(games, first))
    seats = _seats(connection, [game.table_id for game in games])
    people = {seat.who for found in seats.values() for seat in found}
    gone = _gone(connection, PEOPLE.c.id.in_(people))
    known = ratings_of(connection, people) | _last(connection, gone)
    changes = list(_fold(numbered, seats, known))
    for n, game in numbered:
        mark = sa.update(RESULTS).where(RESULTS.c.table_id == game.table_id)
        connection.execute(mark.values(rated_as=n))
    touched = {(change["who"], change["game"], change["pace"]) for change in changes}
    _write(connection, changes, [known[key] for key in touched if key[0] not in gone])
    return len(games)


def rebuild(connection: sa.Connection, tell: Callable[[int, int], None] = lambda *_: None) -> int:
    """Recompute all ratings from the rated games, in the same order; return the number of games."""
    _lock(connection)
    rated = sa.select(RESULTS).where(RESULTS.c.rated_as.is_not(None)).order_by(RESULTS.c.rated_as)
    games = connection.execute(rated).all()
    connection.execute(sa.delete(CHANGES))
    connection.execute(sa.delete(RATINGS))
    known: dict[Key, Rating] = {}
    for at in range(0, len(games), AT_ONCE):
        part = games[at : at + AT_ONCE]
        seats = _seats(connection, [game.table_id for game in part])
        changes = list(_fold([(game.rated_as, game) for game in part], seats, known))
        if changes:
            connection.execute(CHANGES.insert(), changes)
        tell(at + len(part), len(games))
    gone = _gone(connection)
    _write(connection, [], [one for one in known.values() if one.who not in gone])
    return len(games)


def _lock(connection: sa.Connection) -> None:
    """Allow one process at a time; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))


def _seats(connection: sa.Connection, tables: Sequence[str]) -> dict[str, list[Any]]:
    query = sa.select(SEATS).where(SEATS.c.table_id.in_(tables), SEATS.c.role != "late")
    rows = connection.execute(query.order_by(SEATS.c.table_id, SEATS.c.seat, SEATS.c.who)).all()
    return {table: list(found) for table, found in groupby(rows, lambda row: row.table_id)}


def _gone(connection: sa.Connection, *among: Any) -> set[str]:
    """The people who have deleted their accounts: they play no more, and have no rating."""
    query = sa.select(PEOPLE.c.id).where(PEOPLE.c.kind == "gone", *among)
    return set(connection.scalars(query))


def _last(connection: sa.Connection, persons: Iterable[str]) -> dict[Key, Rating]:
    """The skills of some persons after their last rated games, for games that end without them."""
    query = sa.select(CHANGES).where(CHANGES.c.who.in_(list(persons))).order_by(CHANGES.c.n)
    found = {}
    for one in connection.execute(query):
        skill = Skill(one.mu_after, one.sigma_after)
        key = (one.who, one.game, one.pace)
        found[key] = Rating(*key, "", *skill, 0, 0, one.at, skill.is_sure, skill.shown)
    return found


def _fold(
    games: Iterable[tuple[int, Any]], seats: Mapping[str, Sequence[Any]],
    known: dict[Key, Rating],
) -> Iterator[dict[str, Any]]:  # fmt: skip
    """The changes from games, one after the other; `known` is updated along the way."""
    for n, game in games:
        for seat, before, after in rated_seats(game, seats.get(game.table_id, ()), known):
            key = (seat.who, game.game, game.pace)
            known[key] = _after(known.get(key), key, seat, after)
            yield {
                "table_id": game.table_id, "who": seat.who, "n": n, "game": game.game,
                "pace": game.pace, "at": game.ended, "mu_before": before.mu,
                "sigma_before": before.sigma, "mu_after": after.mu, "sigma_after": after.sigma,
            }  # fmt: skip


def rated_seats(
    game: Any, seats: Sequence[Any], known: Mapping[Key, Rating]
) -> list[tuple[Any, Skill, Skill]]:
    """The persons of a rated game with their skills before and after it.

    A person who left, or let a bot play, came behind all others; a vacant seat counts for nobody.
    """
    playing = [seat for seat in seats if seat.kind != "empty"]
    last = 1 + max((seat.place for seat in playing), default=0)
    bots = {seat.who: bot_skill(game.game, seat.who) for seat in playing if seat.kind == "bot"}
    levels = [bots[seat.who] for seat in playing if seat.kind == "bot"]
    measured = [skill for skill in levels if skill is not None]
    if len(measured) < len(levels):
        return []  # a bot whose rating is no longer known
    first = first_skill(measured) if len(levels) == len(playing) - 1 else NEW
    skills = [bots.get(seat.who) or _skill(game, seat, known, first) for seat in playing]
    places = [last if seat.role == "left" else seat.place for seat in playing]
    after = rate(skills, places, [seat.kind == "bot" for seat in playing])
    rated = zip(playing, skills, after, strict=True)
    return [one for one in rated if one[0].kind == "person"]


def _skill(game: Any, seat: Any, known: Mapping[Key, Rating], first: Skill) -> Skill:
    rating = known.get((seat.who, game.game, game.pace))
    return rating.skill if rating else first


def _after(old: Rating | None, key: Key, seat: Any, skill: Skill) -> Rating:
    won = seat.outcome == "won" and seat.role != "left"
    games, wins, last = (old.games, old.won, old.last) if old else (0, 0, 0)
    return Rating(
        *key, seat.name, skill.mu, skill.sigma, games + 1, wins + won, max(last, seat.ended),
        skill.is_sure, skill.shown,
    )  # fmt: skip


def _write(
    connection: sa.Connection, changes: list[dict[str, Any]], ratings: Iterable[Rating]
) -> None:
    rows = [rating._asdict() for rating in ratings]
    if changes:
        connection.execute(CHANGES.insert(), changes)
    if rows:
        put = insert(connection, RATINGS)
        keys = ("who", "game", "pace")
        new = {name: put.excluded[name] for name in Rating._fields if name not in keys}
        connection.execute(put.on_conflict_do_update(index_elements=keys, set_=new), rows)


def ranks(
    connection: sa.Connection, game: str, pace: str, now: int, most: int = RANKED
) -> list[Rating]:
    """The best players of a game at a pace: sure, active, and with visible profiles."""
    hidden = sa.exists().where(PROFILES.c.who == RATINGS.c.who, PROFILES.c.hidden.is_(True))
    query = (
        sa.select(RATINGS)
        .where(RATINGS.c.game == game, RATINGS.c.pace == pace, RATINGS.c.sure.is_(True))
        .where(RATINGS.c.last >= now - ACTIVE, ~hidden)
        .order_by(RATINGS.c.shown.desc(), RATINGS.c.who)
        .limit(most)
    )
    return [Rating(*row) for row in connection.execute(query)]


def course(connection: sa.Connection, who: str, game: str, pace: str) -> list[tuple[int, Skill]]:
    """The graph of a player's rating: time and rating of up to MAX_POINTS latest changes."""
    query = (
        sa.select(CHANGES.c.at, CHANGES.c.mu_after, CHANGES.c.sigma_after)
        .where(CHANGES.c.who == who, CHANGES.c.game == game, CHANGES.c.pace == pace)
        .order_by(CHANGES.c.n.desc())
        .limit(MAX_POINTS)
    )
    return [(at, Skill(mu, sigma)) for at, mu, sigma in connection.execute(query)][::-1]
