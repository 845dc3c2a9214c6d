"""How much guests may have stored in a day, by address and in all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from authenticator import ORIGIN
from honjin.server.people import stored
from honjin.server.people.stored import Amount
from server.accounts.test_accounts import keep
from server.conftest import each_database, postgres
from server.site_client import Browser, House, open_house

__all__ = ["each_database", "postgres"]

DAY = 86_400_000
RECORD = json.dumps({"honjin": 1, "game": "madeup", "rules": 1, "options": {}})


class Days:
    """A clock."""

    def __init__(self) -> None:
        self.now = 20_000 * DAY

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Days:
    return Days()


@pytest.fixture
def house(
    each_database: str, tmp_path: Path, clock: Days, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    monkeypatch.setattr(stored, "MAX_STORED", Amount(40, 200_000))
    given = {"database": each_database, "origin": ORIGIN, "limits": True}
    with open_house(tmp_path, clock=clock, **given) as found:
        yield found


def guest(house: House, address: str = "127.0.6.1") -> Browser:
    """Somebody who has not been here before."""
    found = house.browser()
    found.address = address
    return found


def large(browser: Browser, size: int) -> str:
    """The refusal of a record of a size, if it is refused."""
    answer = browser.post("/api/records", record=RECORD + " " * size)
    return "" if answer.status == 200 else answer.problem


def test_new_guests_of_an_address_share_its_bytes(house: House) -> None:
    """A new guest each time stored without end. Others are not refused for it."""
    assert "" == large(guest(house), 15_000)
    refused = guest(house).post("/api/records", record=RECORD + " " * 15_000)
    assert (429, "enough-stored") == (refused.status, refused.problem)
    assert int(refused.headers["retry-after"]) == DAY // 1000
    study = {"title": "Study " + "x" * 60, "visibility": "private"}
    assert 200 == guest(house).post("/api/studies", **study).status
    assert "" == large(guest(house, "127.0.6.2"), 10_000)


def test_tables_count_by_number(house: House) -> None:
    """Also those that nobody plays; what is open is still played and left."""
    ann = guest(house)
    tables = [ann.open() for _ in range(4)]
    assert "enough-stored" == ann.post(f"/api/tables/{tables[0]}/fork", step=0).problem
    assert "enough-stored" == large(guest(house), 1)
    assert ann.play_on(tables[0], 2).version
    assert guest(house, "127.0.6.2").open()


def test_another_day_has_bytes_of_its_own(house: House, clock: Days) -> None:
    """And what was counted before is forgotten."""
    assert "" == large(guest(house), 15_000)
    assert "enough-stored" == large(guest(house), 15_000)
    clock.now += DAY
    assert "" == large(guest(house), 15_000)
    house.run(house.site.tidy_people())
    rows = house.run(house.site.store.ask(lambda c: c.execute(stored.STORED.select()).all()))
    assert [clock.now // DAY] == [row.day for row in rows]
    assert "127.0.6.1" not in repr(rows)


def test_many_addresses_leave_something_to_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a tenth of what the others have left, so they never take it all."""
    monkeypatch.setattr(stored, "MAX_STORED", Amount(4_000, 200_000))
    for n in range(60):
        for size in (14_000, 7_000, 2_000):
            large(guest(house, f"127.0.7.{n}"), size)
    rows = house.run(house.site.store.ask(lambda c: c.execute(stored.STORED.select()).all()))
    assert 150_000 < sum(row.bytes for row in rows) < 200_000
    assert "" == large(guest(house), 100)


def test_accounts_are_not_counted(house: House) -> None:
    """Strangers never take anything from them."""
    assert "" == large(guest(house), 15_000)
    ann = guest(house)
    keep(ann, "Ann")
    assert "" == large(ann, 15_000)


def test_what_takes_away_is_not_counted(house: House) -> None:
    """Whoever has enough stored can still remove it."""
    ann = guest(house)
    study = ann.post("/api/studies", title="Study", visibility="private").json["id"]
    assert "" == large(ann, 15_000)
    titles = [ann.post(f"/api/studies/{study}", title=f"Study {n}") for n in range(20)]
    assert "enough-stored" == titles[-1].problem
    assert 200 == ann.post(f"/api/studies/{study}/remove").status
