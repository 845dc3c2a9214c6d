"""Everybody's rating in each game at each pace, as the ranking last made it.

Every function takes a connection, for `Database.ask` and `Database.change`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from honjin.server.db.sql import META
from honjin.server.people.ratings.skill import Skill

Key = tuple[str, str, str]
"""The player, the game and the pace."""

RATINGS: Final = sa.Table(
    "ratings",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("pace", sa.String(8), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("sure", sa.Boolean, nullable=False),
    sa.Column("shown", sa.Integer, nullable=False),
)
# One parameter for all keys: SQLAlchemy needs longer to write out an IN of hundreds than a
# database needs to find the rows.
_SHOWN: Final = {
    "sqlite": sa.text(
        "SELECT r.who, r.game, r.pace, r.shown, r.sure FROM json_each(:wanted) AS k JOIN ratings r "
        "ON r.who = json_extract(k.value, '$[0]') AND r.game = json_extract(k.value, '$[1]') "
        "AND r.pace = json_extract(k.value, '$[2]')"
    ),
    "postgresql": sa.text(
        "SELECT r.who, r.game, r.pace, r.shown, r.sure "
        "FROM json_array_elements(CAST(:wanted AS json)) AS k JOIN ratings r "
        "ON r.who = k->>0 AND r.game = k->>1 AND r.pace = k->>2"
    ),
}


class Rating(NamedTuple):
    """A player's rating in a game at a pace."""

    who: str
    game: str
    pace: str
    name: str
    mu: float
    sigma: float
    games: int
    won: int
    last: int
    sure: bool
    shown: int

    @property
    def skill(self) -> Skill:
        """The skill with which the next game starts."""
        return Skill(self.mu, self.sigma)


class Shown(NamedTuple):
    """The part of a rating that is shown next to a name."""

    shown: int
    sure: bool


def ratings_of(connection: sa.Connection, persons: Iterable[str]) -> dict[Key, Rating]:
    """The ratings of some persons."""
    query = sa.select(RATINGS).where(RATINGS.c.who.in_(set(persons)))
    found = (Rating(*row) for row in connection.execute(query))
    return {(one.who, one.game, one.pace): one for one in found}


def shown_of(connection: sa.Connection, keys: Iterable[Key]) -> dict[Key, Shown]:
    """The ratings of some players, each in the game and at the pace of one table."""
    wanted = msgspec.json.encode(sorted(keys)).decode()
    if wanted == "[]":
        return {}
    found = connection.execute(_SHOWN[connection.dialect.name], {"wanted": wanted})
    return {(who, game, pace): Shown(shown, bool(sure)) for who, game, pace, shown, sure in found}


def forget(connection: sa.Connection, who: str) -> None:
    """Remove a player from the ranks; what others won and lost by them stays."""
    connection.execute(sa.delete(RATINGS).where(RATINGS.c.who == who))
