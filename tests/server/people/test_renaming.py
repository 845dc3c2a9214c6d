"""New names where a table cannot be replayed: its game is not offered any more.

Seen with a table from before a change of rules: its account could not be deleted, and each new name
was refused after half of the work was done.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authenticator import ORIGIN
from bots.tiny import CROSSES
from server.people.test_accounts import keep
from server.people.test_hides import id_of
from server.people.test_house import admin
from server.site_client import GAMES, Browser, House, open_house


@pytest.fixture
def left(tmp_path: Path) -> Iterator[tuple[House, Browser, str]]:
    """A site, a guest at two tables, and the one of them that the site can replay."""
    with open_house(tmp_path, games=GAMES | {"crosses": CROSSES}, origin=ORIGIN) as house:
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
