"""Pools and tournaments over several processes: one of them does each thing, for all."""

from __future__ import annotations

import asyncio

import pytest

from server.finished import people_apart
from server.processes.test_processes import at, houses
from server.site_client import House
from server.tournaments.test_tournaments import announces, comes, goes_on

__all__ = ["houses"]
POOL = "madeup quiet live"
NONCE = "ab" * 8


@pytest.mark.slow
def test_people_at_two_processes_are_brought_together(houses: list[House]) -> None:
    """One table, reported by each process to its own people."""
    one, other = people_apart(houses[0], 2)
    first, second = at(houses[1], one), at(houses[2], other)
    first.address, second.address = one.address, other.address
    for who in (first, second):
        assert 200 == who.post("/api/seek", pool=POOL).status
    houses[0].until(lambda: "table" in first.get("/api/pools").json["seeking"])
    tables = {who.get("/api/pools").json["seeking"]["table"] for who in (first, second)}
    [table] = tables
    for who in (first, second):
        assert 200 == who.post(f"/api/tables/{table}/nonce", nonce=NONCE).status
    assert "running" == at(houses[0], one).view(table).status


@pytest.mark.slow
def test_all_processes_look_at_once_and_pair_once(houses: list[House]) -> None:
    """Even without the lease nobody is taken out of the queue twice."""
    people = people_apart(houses[0], 6)
    for who in people:
        assert 200 == who.post("/api/seek", pool=POOL).status

    async def all_look() -> None:
        await asyncio.gather(*(house.site.matchmaker.look() for house in houses))

    houses[0].run(all_look())
    houses[0].until(lambda: all("table" in who.get("/api/pools").json["seeking"] for who in people))
    tables = [who.get("/api/pools").json["seeking"]["table"] for who in people]
    assert [2, 2, 2] == [tables.count(table) for table in sorted(set(tables))]
    for table in set(tables):
        assert all(seat.name for seat in people[0].view(table).seats)


@pytest.mark.slow
def test_a_tournament_goes_on_when_its_process_does_not(houses: list[House]) -> None:
    """All draw at once: each round exists once; entered at one process, played at another."""
    host, one, other = people_apart(houses[0], 3)
    path = announces(at(houses[1], host), rounds=2, bot="low", fill=4)
    for who, house in ((one, houses[0]), (other, houses[2])):
        assert 200 == at(house, who).post(f"{path}/enter").status
    assert 200 == at(houses[2], host).post(f"{path}/start").status

    async def all_look() -> None:
        await asyncio.gather(*(house.site.tournaments.look() for house in houses))

    for n in range(300):
        houses[0].run(all_look())
        told = at(houses[n % 3], one).get(path).json
        if told["row"]["status"] == "over":
            break
        for who in (one, other):
            there = at(houses[(n + 1) % 3], who)
            if (table := comes(there, path)) and there.view(table).status == "running":
                goes_on(there, table)
    assert ("over", 2) == (told["row"]["status"], len(told["rounds"]))
    assert [2, 2] == [len(found["games"]) for found in told["rounds"]]
    assert 8 == sum(found["points"] for found in told["players"])
