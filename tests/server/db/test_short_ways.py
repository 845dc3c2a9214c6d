"""What a page costs does not grow with the games that a person has finished, or with the tables.

The work is counted, not timed: the statements of a request, and the instructions that SQLite's
virtual machine executes for a query.
"""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from honjin.server.db.engine import make_engine
from honjin.server.db.schema import migrate
from honjin.server.history import store as history
from honjin.server.history.schema import SEATS
from honjin.server.settings import Settings
from honjin.server.tables.store.rows import HOLDERS, Change, Row
from honjin.server.tables.store.store import Store
from server.finished import over, rows
from server.site_client import House, open_house
from server.work_meter import Meter

HEADER = '{"options":{},"holders":[["person","ann","Ann"]]}'


@pytest.mark.parametrize("path", ["/api/tables", "/api/turns", "/api/history"])
def test_a_page_asks_as_often_for_many_tables_as_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Nothing is looked up table by table."""
    with open_house(tmp_path, processes=1) as house:
        meter = Meter(house, monkeypatch)
        ann, bob, _ = over(house)
        ann.open(seats="ml")
        few = meter.of(partial(ann.get, path)).statements
        for _ in range(4):
            over(house, ann, bob)
            ann.open(seats="ml")
            ann.open(seats="mo")
        many = meter.of(partial(ann.get, path)).statements
    assert few
    assert len(few) == len(many)


def stored(folder: Path, finished: int) -> Store:
    """A database in which Ann plays at three tables and has finished others."""
    folder.mkdir()
    store = Store(Settings(data=str(folder)).url)
    store.open()
    people = (("person", "ann", "Ann"), ("person", "bob", "Bob"))
    changes = [
        Change(f"t{n}", 0, [], Row(
            id=f"t{n}", game="g", status="over" if n >= 3 else "running", private=False, bots=False,
            changed=n, options={}, holders=people,
        ), frozenset({"ann", "bob"}))
        for n in range(finished + 3)
    ]  # fmt: skip
    asyncio.run(store.save(changes))
    return store


def instructions(store: Store) -> int:
    """How many instructions (in tens) the tables of Ann cost."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    def watch(connection: sqlite3.Connection, *_: Any) -> None:
        connection.set_progress_handler(tick, 10)

    sa.event.listen(store.engine, "checkout", watch)
    found = asyncio.run(store.last_tables_of("ann", 100, 6))
    assert 9 == len(found)
    return count


def test_finished_tables_are_not_looked_through(tmp_path: Path) -> None:
    """The tables of a front page cost the same after twenty games and after six hundred."""
    few, many = stored(tmp_path / "few", 20), stored(tmp_path / "many", 600)
    costs = instructions(few), instructions(many)
    for store in (few, many):
        store.close()
    assert costs[1] < 1.2 * costs[0]


def test_the_end_of_a_table_is_noted_for_all_who_sat_there(database: str, tmp_path: Path) -> None:
    """Also for a person who has left; the time is that of the table's last change."""
    with open_house(tmp_path, database=database) as house:
        first, second, table = over(house)
        first.open(seats="mo")
        query = sa.select(HOLDERS.c.table_id, HOLDERS.c.ended)
        ended = house.run(house.site.store.ask(lambda one: one.execute(query).all()))
        (kept,) = house.run(house.site.store.rows_of([table])).values()
        assert [(table, kept.changed)] * 2 == [row for row in ended if row[1]]
        assert 3 == len(ended)
        assert [table] == [row["id"] for row in second.get("/api/tables").json["yours"]]


def test_older_databases_know_what_has_ended(each_database: str) -> None:
    """What the new columns repeat is filled in from where it was."""
    url = Settings(database=each_database).url
    engine = make_engine(url)
    migrate(engine, "0012")
    with engine.begin() as connection:
        for table, status in (("a", "running"), ("b", "over")):
            connection.execute(
                sa.text("INSERT INTO tables VALUES (:id, 'g', :status, false, false, 7, :header)"),
                {"id": table, "status": status, "header": HEADER},
            )
            connection.execute(sa.text("INSERT INTO holders VALUES ('ann', :id)"), {"id": table})
        connection.execute(
            sa.text(
                "INSERT INTO results VALUES ('b', 'g', 's', 1, 7, 9, 'r', 'none', 'persons', '', "
                "false, 'e2 e4', NULL)"
            )
        )
        connection.execute(
            sa.text(
                "INSERT INTO result_seats VALUES ('b', 0, 'ann', 'person', 'Ann', 'ann', '', 1, 1, "
                "'won', true, 'g', 's', 7, 'persons', '||')"
            )
        )
    engine.dispose()
    store = Store(url)
    store.open()
    assert ["a"] == [one.id for one in asyncio.run(store.tables_of("ann", 9, over=False))]
    assert ["b"] == [one.id for one in asyncio.run(store.tables_of("ann", 9, over=True))]
    for wanted, found in (("e2", ["b"]), ("e4", [])):
        search = history.GameQuery(opening=wanted, rated="yes", public=True)
        page = asyncio.run(
            store.ask(lambda one, search=search: history.games_of(one, "ann", search))
        )
        assert found == [game.result.table_id for game in page.games]
    store.close()


def test_what_histories_filter_by_is_repeated_for_each_seat(house: House) -> None:
    """As it is in the row of the game."""
    _, _, table = over(house)
    kept = house.run(house.site.store.ask(lambda one: history.games(one, [table])))[0].result
    for seat in rows(house, SEATS):
        assert (kept.opening, kept.private) == (seat.opening, seat.private)
        assert (not kept.unrated) == seat.rated
