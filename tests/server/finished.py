"""Games that are played to their end, and the data stored about them."""

from __future__ import annotations

import itertools
from typing import Any

import sqlalchemy as sa

from honjin.server.tables.messages.answers import View
from server.site_client import Browser, House

QUIET = {"rounds": "1", "offers": False}
"""The shortest preset of the made-up game."""
UNFAIR = {"rounds": "2", "offers": False}
"""Options of no preset: such a game is not rated."""
_ADDRESSES = itertools.count(1)


def people_apart(house: House, count: int) -> list[Browser]:
    """People with known browsers, each at a different address."""
    found = []
    for _ in range(count):
        one = house.browser()
        one.address = f"10.0.{next(_ADDRESSES) % 250}.7"
        one.get("/api/me")
        found.append(one)
    return found


def finish(house: House, table: str, *persons: Browser) -> View:
    """Play a table to its end; the seat to act always makes its first choice."""
    for _ in range(200):
        for one in persons:
            _go_on(one, table)
        if persons[0].view(table).status == "over":
            break
        house.wait(0.005)
    house.recorded()
    return persons[0].view(table)


def _go_on(person: Browser, table: str) -> None:
    """Keep making the first choice; a bot may be quicker."""
    for _ in range(100):
        view = person.view(table)
        if view.turn is None:
            return
        person.act(table, view.turn.seat, view.turn.choices[0].do, view.version)


def begin(first: Browser, second: Browser, *, private: bool = False, **options: Any) -> str:
    """A table of two at which the game has begun."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "madeup", "options": options or QUIET, "seats": seats, "private": private}
    table = str(first.post("/api/tables", **wish).json["id"])
    assert second.sit(table, 1).status == 200
    return table


def over(
    house: House, first: Browser | None = None, second: Browser | None = None, *,
    private: bool = False, **options: Any,
) -> tuple[Browser, Browser, str]:  # fmt: skip
    """Two people, and the table at which they have finished a game."""
    if first is None or second is None:
        first, second = people_apart(house, 2)
    table = begin(first, second, private=private, **options)
    assert "over" == finish(house, table, first, second).status
    return first, second, table


def rows(house: House, table: sa.Table) -> list[Any]:
    """All rows of a table of the database, by key."""
    query = sa.select(table).order_by(*table.primary_key)
    found: list[Any] = house.run(
        house.site.store.ask(lambda connection: connection.execute(query).all())
    )
    return found
