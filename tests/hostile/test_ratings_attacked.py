"""Ratings cannot be manipulated: by pools, tournaments, tables, or several identities.

Against a server in this process, as far as a stranger can reach it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from honjin.server.people.ratings.ratings import RATINGS
from server.finished import QUIET, finish, people_apart, rows
from server.program_client import program
from server.site_client import Browser, House, open_house
from server.tournaments.test_tournaments import announces, begins, comes, looks, plays

POOL = "madeup quiet live"
NONCE = "ef" * 8


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as found:
        yield found


def rated(house: House) -> set[str]:
    """The people with a rating."""
    house.run(house.site.recorder.settled())
    return {row.who for row in rows(house, RATINGS)}


def person(one: Browser) -> str:
    return str(one.get("/api/me").json["id"])


def test_puppets_in_a_tournament_give_nothing(house: House) -> None:
    """A tournament full of guests from one address changes nobody's rating."""
    host, *puppets = people_apart(house, 4)
    for one in puppets:
        one.address = host.address
    path = announces(host, rounds=2)
    begins(house, host, path, *puppets)
    plays(house, path, *puppets)
    assert set() == rated(house)


def test_one_browser_is_one_person(house: House) -> None:
    """Another address does not help in the same browser."""
    one, other = people_apart(house, 2)
    other.device = one.device
    path = announces(one, rounds=1)
    begins(house, one, path, one, other)
    plays(house, path, one, other)
    assert set() == rated(house)


def test_nobody_chooses_opponents_by_not_coming(house: House) -> None:
    """After missing three games a player has to wait, and none of them counted for anybody."""
    shy, *others = people_apart(house, 3)
    for other in others:
        for one in (shy, other):
            one.post("/api/seek", pool=POOL)
        house.run(house.site.matchmaker.look())
        house.site.matchmaker.come = -1
        table = other.get("/api/pools").json["seeking"].get("table")
        other.post(f"/api/tables/{table}/nonce", nonce=NONCE)
        late = house.site.time
        house.site.time = lambda late=late: late() + 31_000
        house.run(house.site.matchmaker.look())
        other.post("/api/seek/leave")
    assert "kept-out" == shy.post("/api/seek", pool=POOL).problem
    assert set() == rated(house)


def test_a_table_of_the_house_is_no_door(house: House) -> None:
    """Its seats cannot be taken, swapped, emptied or given to a bot, nor its game continued."""
    host, one, other, stranger = people_apart(house, 4)
    path = announces(host, rounds=1)
    begins(house, host, path, one, other)
    looks(house)
    table = comes(one, path)
    orders: list[tuple[str, dict[str, Any]]] = [
        ("sit", {"seat": 0}), ("sit", {"seat": 1, "bot": "low"}), ("stand", {"seat": 1}),
        ("replace", {"seat": 1}), ("decline", {"seat": 1}), ("rematch", {}),
        ("nonce", {"nonce": NONCE}),
    ]  # fmt: skip
    for order, body in orders:
        assert 400 <= stranger.post(f"/api/tables/{table}/{order}", **body).status < 500, order
    mine = one.view(table).viewer
    assert mine is not None
    for order in ("stand", "replace"):
        assert 400 <= one.post(f"/api/tables/{table}/{order}", seat=1 - mine).status < 500
    comes(other, path)
    leaves = one.post(f"/api/tables/{table}/leave", seat=mine)
    assert 200 == leaves.status
    for who in (stranger, other):
        for order, body in (("ask", {"seat": mine}), ("sit", {"seat": mine})):
            refused = who.post(f"/api/tables/{table}/{order}", **body)
            assert refused.status in (403, 409), (order, refused.body)


def test_a_wished_strength_cannot_be_feigned(house: House) -> None:
    """A range is around the opener's own rating, whatever is sent; others have their own."""
    one, other = people_apart(house, 2)
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "madeup", "options": QUIET, "seats": seats, "strength": 50}
    table = one.post("/api/tables", **wish).json["id"]
    row = next(row for row in other.get("/api/tables").json["tables"] if row["id"] == table)
    assert [1450, 1550] == row["strength"]
    bad = [{**wish, "strength": n} for n in (0, 49, 1001, -5, "50", 1e9)]
    bad += [{**wish, "strength": [0, 9]}, {**wish, "rating": 3000}]
    for body in bad:
        assert "unreadable" == one.post("/api/tables", **body).problem
    assert 200 == other.sit(table, 1).status
    finish(house, table, one, other)
    assert {person(one), person(other)} == rated(house)


def test_what_is_not_rated_is_not(house: House) -> None:
    """A game opened as unrated changes nothing, and says so; nor does its rematch."""
    one, other = people_apart(house, 2)
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"game": "madeup", "options": QUIET, "seats": seats, "rated": False}
    table = one.post("/api/tables", **wish).json["id"]
    other.sit(table, 1)
    finish(house, table, one, other)
    assert "unrated" == one.get(f"/api/tables/{table}/people").json["unrated"]
    again = one.post(f"/api/tables/{table}/rematch").json["id"]
    assert "unrated" == one.get(f"/api/tables/{again}/people").json["unrated"]
    assert set() == rated(house)


def test_a_program_cannot_pass_for_a_person(house: House) -> None:
    """It is marked as one in the list and at its table; people's tournaments refuse it."""
    host, one = people_apart(house, 2)
    _, robo = program(house)
    path = announces(host, rounds=1)
    begins(house, host, path, one, robo)
    looks(house)
    table = comes(one, path)
    assert {True, False} == {seat.program for seat in one.view(table).seats}
    closed = announces(host, programs=False)
    assert "people-only" == robo.post(f"{closed}/enter").problem
    assert "out-of-scope" == robo.post("/api/seek", pool=POOL).problem


def test_nobody_orders_for_another(house: House) -> None:
    """Only the right person can start, end or withdraw; an unknown tournament is refused."""
    host, one, other = people_apart(house, 3)
    path = announces(host)
    one.post(f"{path}/enter")
    for what in ("start", "end"):
        assert "not-organiser" == one.post(f"{path}/{what}").problem
    assert "not-entered" == other.post(f"{path}/withdraw").problem
    for name in ("x" * 500, "..%2f", "%00", "' or 1=1"):
        refused = one.get(f"/api/tournaments/{name}")
        assert refused.status in (400, 404), name
    assert 400 == one.post("/api/tournaments", name="x" * 61).status
