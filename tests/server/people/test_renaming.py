"""New names where a table cannot be replayed: its game is not offered any more.

Seen with a table from before a change of rules: its account could not be deleted, and each new name
was refused after half of the work was done.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authenticator import ORIGIN
from bots.tiny import CROSSES
from honjin.server.tables import handlers
from server.accounts.test_accounts import keep
from server.moderation.test_hides import id_of
from server.moderation.test_house import admin
from server.site_client import GAMES, Browser, House, open_house

BOTH = GAMES | {"crosses": CROSSES}


@pytest.fixture
def left(tmp_path: Path) -> Iterator[tuple[House, Browser, str]]:
    """A site, a guest at two tables, and the one of them that the site can replay."""
    with open_house(tmp_path, games=BOTH, origin=ORIGIN) as house:
        ann = house.browser()
        assert 200 == ann.post("/api/me", name="Ann").status
        table = ann.open(seats="mm")
        ann.open("crosses", seats="mm")
    with open_house(tmp_path, origin=ORIGIN) as house:
        ann.house = house
        yield house, ann, table


def name_at(house: House, table: str) -> str:
    """The name on the first seat, as others see it."""
    return str(house.browser().view(table).seats[0].name)


def test_a_guest_takes_another_name(left: tuple[House, Browser, str]) -> None:
    """The answer has the cookie with the new name."""
    house, ann, table = left
    assert 200 == ann.post("/api/me", name="Hana").status
    assert "Hana" == ann.get("/api/me").json["name"] == name_at(house, table)


def test_a_guest_makes_an_account_and_renames_it(left: tuple[House, Browser, str]) -> None:
    """The answer has the cookie of the session."""
    house, ann, table = left
    keep(ann, "Hana")
    assert "Hana" == ann.get("/api/me").json["name"] == name_at(house, table)
    assert 200 == ann.post("/api/me", name="Mio").status
    assert "Mio" == name_at(house, table)


def test_an_account_is_deleted(left: tuple[House, Browser, str]) -> None:
    """It leaves the tables that can be replayed."""
    house, ann, table = left
    keep(ann, "Hana")
    person = ann.get("/api/me").json["id"]
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    assert "" == name_at(house, table)
    assert "gone" == house.run(house.site.people.find([person]))[person].kind


def test_a_moderator_gives_another_name(left: tuple[House, Browser, str]) -> None:
    """At the other tables too."""
    house, ann, table = left
    aki = admin(house)
    assert 200 == aki.post("/api/admin/people/rename", who=id_of(ann), name="Polite").status
    assert "Polite" == name_at(house, table)


def names_everywhere(house: House, person: str) -> list[str]:
    """A person's names on the rows of all tables where the person sat."""
    rows = house.run(house.site.store.tables_of(person))
    return [one[2] for row in rows for one in row.holders if one and one[1] == person]


def test_a_table_that_cannot_be_replayed_shows_the_new_name(tmp_path: Path) -> None:
    """Lists showed the former name, and so did the table once its game was offered again."""
    with open_house(tmp_path, games=BOTH) as house:
        ann = house.browser()
        assert 200 == ann.post("/api/me", name="Ann").status
        table = ann.open("crosses", seats="mm")
    with open_house(tmp_path) as house:
        ann.house = house
        for name in ("Hana", "Mio", "Mio"):
            assert 200 == ann.post("/api/me", name=name).status
        assert ["Mio", "Mio"] == names_everywhere(house, id_of(ann))
        assert 6 == len(house.run(house.site.store.journal(table)))
    with open_house(tmp_path, games=BOTH) as house:
        assert "Mio" == name_at(house, table)


def test_a_deleted_name_goes_from_a_table_that_cannot_be_replayed(
    left: tuple[House, Browser, str],
) -> None:
    """It stayed for ever, in the lists of the other players too."""
    house, ann, _ = left
    keep(ann, "Hana")
    person = id_of(ann)
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    assert [""] * 4 == names_everywhere(house, person)


def test_a_new_name_reaches_all_tables(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reached the last hundred; the others kept the former name for ever."""
    monkeypatch.setattr(handlers, "AT_ONCE", 1)
    ann = house.browser()
    assert 200 == ann.post("/api/me", name="Ann").status
    for _ in range(3):
        ann.open(seats="mm")
    assert 200 == ann.post("/api/me", name="Hana").status
    house.until(lambda: ["Hana"] * 6 == names_everywhere(house, id_of(ann)))


@pytest.fixture
def home(tmp_path: Path, database: str) -> Iterator[House]:
    with open_house(tmp_path, database=database, origin=ORIGIN) as found:
        yield found


def test_a_seat_is_reserved_under_the_new_name(home: House) -> None:
    """Everybody saw a challenged player's name of the moment of the challenge."""
    ann, bob, eve = home.browser(), home.browser(), home.browser()
    bob.post("/api/me", name="Bob")
    bob.open(seats="mo")
    home.flushed()
    seats = [{"kind": "me"}, {"kind": "reserved", "who": id_of(bob)}]
    table = ann.post("/api/tables", game="madeup", options={}, seats=seats).json["id"]
    assert "Bob" == eve.view(table).seats[1].name
    assert 200 == bob.post("/api/me", name="Hana").status
    assert "Hana" == eve.view(table).seats[1].name
    assert b"Hana" in ann.get("/api/challenges").body
    assert "reserved for Hana" in eve.sit(table, 1).json["detail"]
    assert 200 == bob.sit(table, 1).status


def test_a_seat_is_reserved_for_nobody_who_left(home: House) -> None:
    """Not even where the table has been ended: its row kept the name."""
    aki, bob = admin(home), home.browser()
    keep(bob, "Bob")
    seats = [{"kind": "me"}, {"kind": "reserved", "who": id_of(bob)}]
    table = aki.post("/api/tables", game="madeup", options={}, seats=seats).json["id"]
    assert 200 == aki.post("/api/admin/tables/end", table=table, reason="fault").status
    assert "Bob" in aki.get(f"/api/tables/{table}").body.decode()
    assert 200 == bob.post("/api/account/delete", name="Bob").status
    home.told()
    assert "Bob" not in aki.get(f"/api/tables/{table}").body.decode()
    row = home.run(home.site.store.rows_of([table]))[table]
    assert [""] == [name for _, _, name in row.reserved]
