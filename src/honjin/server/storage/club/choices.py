"""Counts of the choices that were made in openings.

A game adds at most `session.chosen.DEPTH` rows. Every function here takes a connection, for
`Store.ask` and `Store.change`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from honjin.server.session.chosen import Chosen
from honjin.server.storage.club.club_tables import CHOICES, RESULTS, insert

_COUNTS: Final = ("people", "bots", "won", "drawn", "lost")


class Tally(NamedTuple):
    """How often people and bots made a choice, and how their games ended for their side."""

    people: int = 0
    bots: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def count(
    connection: sa.Connection, table: str, game: str, rules: int, chosen: Iterable[Chosen]
) -> bool:
    """Count the opening of a finished table, once; return whether it was not counted before.

    The marker and the counts are one transaction: a second call, or another process, changes
    nothing.
    """
    marked = (
        sa.update(RESULTS)
        .where(RESULTS.c.table_id == table, RESULTS.c.counted.is_(False))
        .values(counted=True)
        .returning(RESULTS.c.table_id)
    )
    if connection.execute(marked).first() is None:
        return False
    # Always in one order, so that two processes never wait for each other.
    rows = [{"game": game, "rules": rules} | one._asdict() for one in sorted(chosen)]
    if rows:
        put = insert(connection, CHOICES)
        more = {name: CHOICES.c[name] + put.excluded[name] for name in _COUNTS}
        key = list(CHOICES.primary_key)
        connection.execute(put.on_conflict_do_update(index_elements=key, set_=more), rows)
    return True


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
