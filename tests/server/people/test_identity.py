"""Nobody becomes another by what the address of a request says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.accounts.test_accounts import ORIGIN, keep, log_in
from server.program_client import program
from server.site_client import House, open_house, two_at_table
from server.tables.test_live import Stream


@pytest.fixture(scope="module")
def house(shared: House) -> House:
    """Each test has its own people and tables."""
    return shared


@pytest.fixture
def club(tmp_path: Path) -> Iterator[House]:
    """A site where accounts can be made."""
    with open_house(tmp_path, origin=ORIGIN) as house:
        yield house


def test_an_anonymous_spectator_only_looks(house: House) -> None:
    """`seat=watch` shows what strangers see, and nothing can be done with it."""
    ann, _, table = two_at_table(house)
    assert not any(seat.you for seat in ann.get(f"/api/tables/{table}?seat=watch").view.seats)
    at = ann.view(table).version
    orders = {
        "actions": {"seat": 0, "do": "bid0", "at": at}, "stand": {"seat": 0}, "fork": {"step": 0},
        "sit": {"seat": 1}, "analysis": {"step": 0}, "review": {},
    }  # fmt: skip
    for order, fields in orders.items():
        answer = ann.post(f"/api/tables/{table}/{order}?seat=watch", **fields)
        assert "unreadable" == answer.problem, order
    assert at == ann.view(table).version


def test_a_seat_in_the_address_leaves_the_caller_who_they_are(house: House) -> None:
    """A program that sits down remains one."""
    ann, (_, robo) = house.browser(), program(house)
    table = ann.open(seats="mo")
    seats = robo.post(f"/api/tables/{table}/sit?seat=1", seat=1).view.seats
    assert (True, True) == (seats[1].program, seats[1].you)


def test_an_account_counts_whatever_seat_is_named(club: House) -> None:
    """Where a table is for members."""
    ann, guest = club.browser(), club.browser()
    guest.get("/api/me")
    wanted = [{"kind": "me"}, {"kind": "open"}]
    table = ann.post("/api/tables", game="madeup", seats=wanted, members=True).json["id"]
    for query in ("", "?seat=1"):
        assert "no-account" == guest.post(f"/api/tables/{table}/sit{query}", seat=1).problem
    keep(guest, "Hana")
    assert guest.post(f"/api/tables/{table}/sit?seat=1", seat=1).status == 200


def test_a_stream_ends_with_its_session(club: House) -> None:
    """After a log-out nothing more is told of the account."""
    hana, other = club.browser(), club.browser()
    hana.get("/api/me")
    log_in(other, keep(hana, "Hana"))
    streams = [Stream(one, "/api/stream") for one in (hana, other)]
    assert other.post("/api/logout").status == 200
    seats = [{"kind": "me"}, {"kind": "reserved", "name": "Hana"}]
    assert club.browser().post("/api/tables", game="madeup", seats=seats).status == 200
    assert [["challenge"], []] == [[name for name, *_ in one.news()] for one in streams]


def test_many_pages_may_show_a_table(house: House) -> None:
    """Pages that embed a table are nobody's windows."""
    table = house.browser().open(seats="mo")
    streams = [Stream(house.browser(), f"/api/tables/{table}/events?seat=watch") for _ in range(45)]
    assert all(stream.news() for stream in streams)
