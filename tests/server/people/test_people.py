"""People by id, on SQLite and on PostgreSQL."""

import asyncio

import sqlalchemy as sa

from honjin.server.people.caller import Caller
from honjin.server.people.people import PEOPLE, People, forget_guests
from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


def opened(database: str) -> Store:
    store = Store(Settings(database=database).url)
    store.open()
    return store


def test_guests_are_known_by_id_once_they_have_played(database: str) -> None:
    """By their last name, with their first and last visits."""
    store, clock = opened(database), Clock()
    people = People(store, clock)

    async def work() -> None:
        people.saw(Caller("ann", "Ann"))
        people.saw(Caller("bob", "Bob"))
        await people.flush()
        clock.now += 400_000
        people.saw(Caller("ann", "Anna"))
        await people.flush()
        found = await people.find(["ann", "bob", "eve"])
        assert {"ann", "bob"} == set(found)
        assert ("Anna", 1_000_000, 1_400_000) == (found["ann"].name, *found["ann"][4:])
        assert ("Bob", "guest", False) == (
            found["bob"].name,
            found["bob"].kind,
            found["bob"].is_account,
        )
        assert {} == await people.find([])

    asyncio.run(work())
    store.close()


def test_who_was_noted_lately_is_not_written_again(database: str) -> None:
    """For five minutes `seen` stays the same; a new name is written at once."""
    store, clock = opened(database), Clock()
    people = People(store, clock)

    async def seen() -> int:
        people.saw(Caller("ann", "Ann"))
        await people.flush()
        return (await people.find(["ann"]))["ann"].seen

    async def work() -> None:
        assert 1_000_000 == await seen()
        clock.now += 200_000
        assert 1_000_000 == await seen()
        clock.now += 200_000
        assert 1_400_000 == await seen()

    asyncio.run(work())
    store.close()


def test_an_account_made_elsewhere_is_learnt_of(database: str) -> None:
    """Another process made it: from the next check on, its id is not a guest's."""
    store = opened(database)
    people = People(store, Clock())

    async def work() -> None:
        await people.refresh()
        told: list[int] = []
        people.on_refresh.append(lambda: told.append(1))
        assert "guest" == people.kind("ann")
        row = {"id": "ann", "name": "Ann", "kind": "account", "member": True}
        times = dict.fromkeys(("since", "seen", "changed"), 5)
        await store.change(lambda c: c.execute(sa.insert(PEOPLE), [row | times]))
        await people.refresh()
        assert "account" == people.kind("ann")
        assert people.is_member("ann")
        await people.refresh()
        assert [1] == told

    asyncio.run(work())
    store.close()


def test_guests_are_forgotten_and_accounts_are_not(database: str) -> None:
    """Those who have not been here for long."""
    store, clock = opened(database), Clock()
    people = People(store, clock)

    async def work() -> None:
        for who in ("ann", "bob"):
            people.saw(Caller(who, who))
        await people.flush()
        made = sa.update(PEOPLE).where(PEOPLE.c.id == "bob").values(kind="account")
        await store.change(lambda c: c.execute(made))
        await store.change(lambda c: forget_guests(c, clock.now + 1))
        assert {"bob"} == set(await people.find(["ann", "bob"]))

    asyncio.run(work())
    store.close()
