"""The store, on SQLite and on PostgreSQL: the same tests."""

import asyncio
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from honjin.server.db import journal
from honjin.server.db.engine import make_engine
from honjin.server.db.schema import migrate
from honjin.server.messages.refusals import NotStored
from honjin.server.settings import Settings
from honjin.server.tables.store.rows import Change, Row
from honjin.server.tables.store.store import Store
from server.site_client import open_house, two_at_table

ANN = frozenset({"ann"})


def row(table: str, changed: int = 1, status: str = "open", private: bool = False) -> Row:
    holders = (("person", "ann", "Ann"), None)
    return Row(table, "madeup", status, private, False, changed, {"seats": "2"}, holders)


def opened(database: str) -> Store:
    store = Store(Settings(database=database).url)
    store.open()
    return store


def test_entries_come_back_in_order(each_database: str) -> None:
    """Entries saved in several pieces are one journal."""

    async def work() -> None:
        await store.save([Change("t", 0, ["1", "2"], row("t"))])
        await store.save([Change("t", 2, ["3"]), Change("u", 0, ['{"a":"本"}'])])
        assert ["1", "2", "3"] == await store.journal("t")
        assert [] == await store.journal("nothing")

    store = opened(each_database)
    asyncio.run(work())
    store.close()
    again = opened(each_database)
    assert ['{"a":"本"}'] == asyncio.run(again.journal("u"))
    again.close()


@pytest.mark.slow
def test_a_database_that_says_nothing_is_not_waited_for() -> None:
    """As behind a firewall that drops everything: it took over two minutes to be an outage."""
    with socket.create_server(("127.0.0.1", 0)) as silent, ThreadPoolExecutor(1) as thread:
        address = f"postgresql://a:b@127.0.0.1:{silent.getsockname()[1]}/c"
        store = Store(Settings(database=address).url)
        opening = thread.submit(store.open)
        try:
            assert "timeout" in str(opening.exception(20))
        finally:
            silent.close()
    store.close()


def test_one_spoiled_change_does_not_spoil_the_others(each_database: str) -> None:
    """Gathered into one commit, only the one that cannot be stored is refused, and entirely."""

    async def work() -> list[object]:
        await store.save([Change("t", 0, ["1"])])
        jobs = [store.save([Change("u", n, [f"{n}"])]) for n in range(20)]
        twice = store.save([Change("v", 0, ["2"]), Change("t", 0, ["3"])])
        done = await asyncio.gather(twice, *jobs, return_exceptions=True)
        assert ["1"] == await store.journal("t")
        assert [] == await store.journal("v")
        assert [f"{n}" for n in range(20)] == await store.journal("u")
        return list(done)

    store = opened(each_database)
    refused, *rest = asyncio.run(work())
    assert isinstance(refused, NotStored)
    assert [None] * 20 == rest
    store.close()


@pytest.mark.parametrize(("most", "runs"), [(1, 30), (7, 8), (1000, 1)])
def test_a_log_that_is_written_out_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, runs: int
) -> None:
    """However often: the same journals, no number twice, and each time one run per table."""
    monkeypatch.setattr(journal, "MAX_LOGGED", most)
    url = f"sqlite:///{tmp_path / 'own.db'}"

    async def work() -> None:
        for n in range(30):
            await store.save([Change(t, n, [f"{n}"]) for t in ("t", "u")])
            assert [f"{k}" for k in range(n + 1)] == await store.journal("u")
        for first in (29, 31):
            with pytest.raises(NotStored):
                await store.save([Change("t", first, ["0"])])

    store = opened(url)
    asyncio.run(work())
    store.close()
    assert {"runs": 2 * runs, "log": 0} == counts(url)
    again = opened(url)
    assert [f"{n}" for n in range(30)] == asyncio.run(again.journal("t"))
    again.close()


def counts(url: str) -> dict[str, int]:
    with make_engine(url).connect() as connection:
        return {
            name: connection.scalar(sa.text(f"SELECT count(*) FROM {name}"))
            for name in ("runs", "log")
        }


def test_reading_while_the_log_is_written_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between that commit and its end every entry is there once."""
    found = []
    tidied = journal.Log.tidied

    def look_first(log: journal.Log) -> None:
        with store.engine.connect() as connection:
            found.append(log.read(connection, "t"))
        tidied(log)

    store = opened(f"sqlite:///{tmp_path / 'own.db'}")
    monkeypatch.setattr(journal.Log, "tidied", look_first)
    asyncio.run(store.save([Change("t", 0, ["1", "2"])]))
    store.close()
    assert [["1", "2"]] == found


def test_what_a_dead_server_left_in_its_log_is_found(tmp_path: Path) -> None:
    """The next server to open the database has it all; the old one, if it lives, is refused."""
    url = f"sqlite:///{tmp_path / 'own.db'}"
    old = opened(url)
    asyncio.run(old.save([Change("t", 0, ["1"]), Change("u", 0, ["2", "3"])]))
    assert {"runs": 0, "log": 1} == counts(url)
    new = opened(url)
    assert {"runs": 2, "log": 0} == counts(url)
    assert ["2", "3"] == asyncio.run(new.journal("u"))
    asyncio.run(new.save([Change("u", 2, ["4"])]))
    for first in (2, 3):
        with pytest.raises(NotStored):
            asyncio.run(old.save([Change("u", first, ["5"])]))
    old.close()
    assert ["2", "3", "4"] == asyncio.run(new.journal("u"))
    new.close()


def test_an_older_database_is_brought_up_to_date(each_database: str) -> None:
    """Journals of one entry per row are read as before, and continue."""
    engine = make_engine(Settings(database=each_database).url)
    migrate(engine, "0001")
    with engine.begin() as connection:
        for n in range(12):
            old = {"n": n, "entry": f'{{"e":"本{n}"}}'}
            connection.execute(sa.text("INSERT INTO journal VALUES ('t', :n, :entry)"), old)
    engine.dispose()
    store = opened(each_database)
    asyncio.run(store.save([Change("t", 12, ["1"])]))
    expected = [*(f'{{"e":"本{n}"}}' for n in range(12)), "1"]
    assert expected == asyncio.run(store.journal("t"))
    store.close()


CHATTED = '{"e":"chatted","at":5,"name":"Ann","text":"hm"%s}'


def test_older_databases_know_who_has_written(each_database: str) -> None:
    """Without a seat at the table; a line of an earlier version does not say by whom."""
    url = Settings(database=each_database).url
    engine = make_engine(url)
    migrate(engine, "0014")
    by_ann, seated, nameless = (
        CHATTED % ',"who":"ann"',
        CHATTED % ',"seat":0,"who":"bob"',
        CHATTED % "",
    )
    runs = [("t", 0, f"[{nameless},{by_ann}]"), ("t", 2, f"[{by_ann}]"), ("u", 0, f"[{seated}]")]
    with engine.begin() as connection:
        for table in "tuv":
            connection.execute(
                sa.text("INSERT INTO tables VALUES (:id, 'g', 'over', false, false, 7, :header)"),
                {"id": table, "header": '{"options":{},"holders":[]}'},
            )
        for table, n, entries in runs:
            given = {"t": table, "n": n, "entries": entries}
            connection.execute(sa.text("INSERT INTO runs VALUES (:t, :n, :entries)"), given)
        if engine.dialect.name == "sqlite":
            given = {"changes": f'[["v",0,[{by_ann}]]]'}
            connection.execute(sa.text("INSERT INTO log (changes) VALUES (:changes)"), given)
    engine.dispose()
    store = opened(each_database)
    there = {one.id for one in asyncio.run(store.spoken_at("ann", 9))}
    assert there == ({"t", "v"} if url.startswith("sqlite") else {"t"})
    assert [] == asyncio.run(store.spoken_at("bob", 9))
    store.close()


def test_many_posts_share_a_commit(each_database: str) -> None:
    """Jobs that gather during a disk write are committed at once."""

    async def work() -> None:
        await asyncio.gather(*(store.save([Change("t", n, ["1"])]) for n in range(500)))

    store = opened(each_database)
    asyncio.run(work())
    assert store.commits < 50
    store.close()


def test_the_lobby_shows_public_tables_newest_first(each_database: str) -> None:
    """Private and finished ones are shown to those who sat there."""

    async def work() -> None:
        await store.save([Change("a", 0, [], row("a", 1), ANN)])
        await store.save([Change("b", 0, [], row("b", 2), ANN)])
        await store.save([Change("c", 0, [], row("c", 3, "over"), ANN)])
        await store.save([Change("d", 0, [], row("d", 4, private=True), ANN)])
        await store.save([Change("a", 0, [], row("a", 5, "running"))])
        assert ["a", "b"] == [found.id for found in await store.lobby(9)]
        assert ["a", "b"] == [found.id for found in await store.lobby(1)]  # one of each
        assert ["a", "d", "c", "b"] == [found.id for found in await store.tables_of("ann", 9)]
        assert [] == await store.tables_of("bob", 9)
        assert ["a", "d", "b"] == [one.id for one in await store.tables_of("ann", 9, over=False)]
        assert ["c"] == [one.id for one in await store.tables_of("ann", 9, over=True)]
        await store.save([Change("b", 0, [], row("b", 6, "over"))])
        assert ["a", "d", "b"] == [one.id for one in await store.last_tables_of("ann", 9, 1)]
        assert row("a", 5, "running") == (await store.lobby(1))[0]
        assert [] == await store.with_bots()

    store = opened(each_database)
    asyncio.run(work())
    store.close()


def test_a_table_survives_a_restart(each_database: str, tmp_path: Path) -> None:
    """Server and browsers come back: same seats, same version, same view to the byte."""
    with open_house(tmp_path, database=each_database) as house:
        first, second, table = two_at_table(house)
        first.do(table, 0, "bid1")
        first.post(f"/api/tables/{table}/chat", text="hello 本陣")
        before = [one.get(f"/api/tables/{table}").body for one in (first, second)]
    with open_house(tmp_path, database=each_database) as house:
        for one, seen in zip((first, second), before, strict=True):
            one.house = house
            assert seen == one.get(f"/api/tables/{table}").body
        assert second.do(table, 1, "bid2").step > 3
        assert [table] == [line["id"] for line in first.get("/api/tables").json["yours"]]


def test_a_full_disk_refuses_and_rolls_back(tmp_path: Path) -> None:
    """Not stored is not done: the table is as before, and continues once there is room."""
    with open_house(tmp_path, database="sqlite") as house:
        first, _, table = two_at_table(house)
        before = first.view(table)
        engine = house.site.store.engine

        def limit(pages: int) -> None:
            engine.dispose()
            sa.event.listen(
                engine, "connect", lambda c, _: c.execute(f"PRAGMA max_page_count={pages}")
            )

        limit(1)  # no more pages than there are
        text = "x" * 500
        full = [first.post(f"/api/tables/{table}/chat", text=text) for _ in range(60)]
        assert "not-stored" == full[-1].problem
        assert first.act(table, 0, "bid1", before.version).status in (200, 503)
        refused = [first.act(table, 0, "bid1", first.view(table).version) for _ in range(2)]
        view, stored = first.view(table), house.journal(table)
        assert sum(one["e"] == "acted" for one in stored) == view.step - 2
        limit(2**30)
        assert first.post(f"/api/tables/{table}/chat", text=text).status == 200, refused
        again = first.act(table, 0, "bid0" if view.step > 2 else "bid1", first.view(table).version)
        assert again.status == 200


def test_a_lost_database_refuses_and_comes_back(postgres: str, tmp_path: Path) -> None:
    """Connections cut off under a running server: one refusal at most, and nothing lost."""
    with open_house(tmp_path, database=postgres) as house:
        first, _, table = two_at_table(house)
        engine = house.site.store.engine
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        with engine.connect() as connection:
            connection.execute(sa.text(cut))
        first.act(table, 0, "bid1", first.view(table).version)
        view = first.view(table)
        assert view.step in (2, 3)
        if view.step == 2:
            view = first.do(table, 0, "bid1")
        assert 1 == sum(one["e"] == "acted" for one in house.journal(table))


@pytest.mark.parametrize("url", ["postgresql://a/b", "postgres://a/b", "postgresql+psycopg://a/b"])
def test_postgres_urls_are_read_in_every_spelling(url: str) -> None:
    """The server chooses the driver."""
    assert Settings(database=url).url == "postgresql+psycopg://a/b"


def test_it_is_tried_whether_something_can_be_stored(each_database: str) -> None:
    """After a quiet time, and without counting as a commit; a failure is trusted for a second."""

    async def work() -> None:
        await store.require_writable()
        store._tried -= 100
        await store.require_writable()
        await store.save([Change("a", 0, ['{"e":"x"}'], row("a", 1))])
        store._tried -= 100
        await store.require_writable()
        assert 1 == store.commits
        store._failed, store._tried = True, time.monotonic()
        with pytest.raises(NotStored, match="a moment ago"):
            await store.require_writable()
        store._tried -= 2
        await store.require_writable()
        assert not store._failed

    store = opened(each_database)
    asyncio.run(work())
    store.close()


def test_a_server_that_lost_its_database_says_so(tmp_path: Path) -> None:
    """Another one has opened the same SQLite file: nothing more can be stored here."""
    url = f"sqlite:///{tmp_path / 'own.db'}"
    first = opened(url)
    second = opened(url)

    async def work() -> None:
        first._tried -= 100
        with pytest.raises(NotStored):
            await first.require_writable()

    asyncio.run(work())
    first.close()
    second.close()


def test_a_write_of_no_table_is_whole_or_not_at_all(each_database: str) -> None:
    """Writes that begin by reading do not disturb each other, and a failed one leaves nothing."""
    people = sa.Table("counters", sa.MetaData(), sa.Column("n", sa.Integer, primary_key=True))

    def grow(connection: sa.Connection) -> int:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("LOCK TABLE counters IN EXCLUSIVE MODE"))
        count = connection.scalar(sa.select(sa.func.count()).select_from(people)) or 0
        connection.execute(people.insert().values(n=count))
        return count

    def spoil(connection: sa.Connection) -> None:
        connection.execute(people.insert().values(n=100))
        connection.execute(people.insert().values(n=0))

    async def work() -> None:
        await store.change(people.create)
        saved = store.save([Change("t", n, [f"{n}"]) for n in range(3)])
        counts = await asyncio.gather(*(store.change(grow) for _ in range(20)), saved)
        assert set(range(20)) | {None} == set(counts)
        with pytest.raises(sa.exc.IntegrityError):
            await store.change(spoil)
        count = sa.select(sa.func.count()).select_from(people)
        assert 20 == await store.ask(lambda connection: connection.scalar(count))
        with pytest.raises(NotStored):
            await store.change(lambda connection: connection.execute(sa.text("INSERT nonsense")))

    store = opened(each_database)
    asyncio.run(work())
    store.close()


def test_a_process_ends_though_its_store_is_open(tmp_path: Path) -> None:
    """What stops it need not close anything: the thread that writes does not keep it."""
    url = f"sqlite:///{tmp_path / 'own.db'}"
    program = f"from honjin.server.tables.store.store import Store; Store({url!r}).open()"
    assert 0 == subprocess.run([sys.executable, "-c", program], timeout=30).returncode
