"""Counts of the choices that were made in openings.

A game adds at most `session.chosen.DEPTH` rows. Every function here takes a connection, for
`Store.ask` and `Store.change`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import add
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from honjin.server.db.sql import META, insert
from honjin.server.history.schema import RESULTS
from honjin.server.tables.session.chosen import Chosen

_COUNTS: Final = ("people", "bots", "won", "drawn", "lost")


class Tally(NamedTuple):
    """How often people and bots made a choice, and how their games ended for their side."""

    people: int = 0
    bots: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


class Opening(NamedTuple):
    """The choices that count of a finished table's opening; perhaps none."""

    table: str
    game: str
    rules: int
    chosen: tuple[Chosen, ...] = ()


def count(connection: sa.Connection, openings: Iterable[Opening]) -> None:
    """Count the openings of finished tables, each once.

    The markers and the counts are one transaction: a second call, or another process, changes
    nothing.
    """
    by_table = {one.table: one for one in openings}
    marked = (
        sa.update(RESULTS)
        .where(RESULTS.c.table_id.in_(by_table), RESULTS.c.counted.is_(False))
        .values(counted=True)
        .returning(RESULTS.c.table_id)
    )
    new = list(connection.scalars(marked)) if by_table else []
    if rows := _sums(by_table[table] for table in new):
        put = insert(connection, CHOICES)
        more = {name: CHOICES.c[name] + put.excluded[name] for name in _COUNTS}
        key = list(CHOICES.primary_key)
        connection.execute(put.on_conflict_do_update(index_elements=key, set_=more), rows)


def _sums(openings: Iterable[Opening]) -> list[dict[str, object]]:
    """The rows to add: many games begin alike, and share most of them.

    Always in one order, so that two processes never wait for each other.
    """
    found: dict[tuple[str, int, str, str], Sequence[int]] = {}
    for opening in openings:
        for position, choice, *counts in opening.chosen:
            key = (opening.game, opening.rules, position, choice)
            found[key] = [*map(add, found[key], counts)] if key in found else counts
    names = [*(column.name for column in CHOICES.primary_key), *_COUNTS]
    return [dict(zip(names, (*key, *counts), strict=True)) for key, counts in sorted(found.items())]


def uncounted(connection: sa.Connection, game: str, most: int, after: str = "") -> list[str]:
    """Finished tables of a game that are not counted yet, in the order of their ids."""
    query = (
        sa.select(RESULTS.c.table_id)
        .where(RESULTS.c.game == game, RESULTS.c.counted.is_(False), RESULTS.c.table_id > after)
        .order_by(RESULTS.c.table_id)
        .limit(most)
    )
    return list(connection.scalars(query))


def tallies(connection: sa.Connection, game: str, rules: int, position: str) -> dict[str, Tally]:
    """The counts of a position, by choice."""
    query = sa.select(CHOICES.c.choice, *(CHOICES.c[name] for name in _COUNTS)).where(
        CHOICES.c.game == game, CHOICES.c.rules == rules, CHOICES.c.position == position
    )
    found: list[Any] = list(connection.execute(query))
    return {row[0]: Tally(*row[1:]) for row in found}


def games_along(
    connection: sa.Connection, game: str, rules: int, line: Sequence[tuple[str, str]]
) -> int:
    """The most games that can have made these choices in these positions, one after another."""
    made = CHOICES.c.people + CHOICES.c.bots
    query = sa.select(CHOICES.c.position, CHOICES.c.choice, made).where(
        CHOICES.c.game == game, CHOICES.c.rules == rules,
        CHOICES.c.position.in_([position for position, _ in line]),
    )  # fmt: skip
    rows: list[tuple[str, str, int]] = list(map(tuple, connection.execute(query)))
    found = {(position, choice): count for position, choice, count in rows}
    return min(found.get(one, 0) for one in line)


CHOICES: Final = sa.Table(
    "opening_choices",
    META,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("rules", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("position", sa.String(32), primary_key=True),
    sa.Column("choice", sa.String(64), primary_key=True),
    sa.Column("people", sa.Integer, nullable=False),
    sa.Column("bots", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("drawn", sa.Integer, nullable=False),
    sa.Column("lost", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How often a choice was made in a position, and how these games ended for the side to move."""
