"""What the lobby shows of tables: whom they wait for, and since when."""

from __future__ import annotations

from typing import Any

from server.site_client import Browser, House, two_at_table


def row_of(guest: Browser, table: str) -> Any:
    """The row of a table among the caller's own."""
    rows = guest.get("/api/tables").json["yours"]
    return next(row for row in rows if row["id"] == table)


def awaits(guest: Browser, table: str) -> list[int]:
    return list(row_of(guest, table).get("awaits", []))


def test_the_lobby_tells_whom_a_table_waits_for(house: House) -> None:
    """The same as the table itself shows, after each action."""
    first, second, table = two_at_table(house, rounds="3")
    for _ in range(4):
        view = first.view(table)
        assert list(view.must_act) == awaits(first, table) == awaits(second, table)
        seat = view.must_act[0]
        (first, second)[seat].play_on(table, 1)


def test_a_turn_keeps_its_time(house: House) -> None:
    """Chat does not restart it; the next turn has its own time."""
    first, second, table = two_at_table(house, rounds="3")
    begun = row_of(first, table)["since"]
    assert begun > 0
    first.post(f"/api/tables/{table}/chat", text="slowly")
    assert begun == row_of(first, table)["since"]
    house.wait(0.01)
    seat = first.view(table).must_act[0]
    (first, second)[seat].play_on(table, 1)
    assert begun < row_of(second, table)["since"]


def test_a_table_of_one_person_always_waits_for_that_person(house: House) -> None:
    """Bots act on their own, so the row need not be stored with each of their actions."""
    alone = house.browser()
    table = alone.open(seats="ml", rounds="3")
    assert [0] == awaits(alone, table)


def test_nobody_is_awaited_before_the_game_or_after_it(house: House) -> None:
    """An open table waits for players; a finished one for nobody."""
    first = house.browser()
    table = first.open(seats="mo")
    assert [] == awaits(first, table)
    over = first.open(seats="mm", rounds="1")
    assert "over" == first.play_on(over).status
    assert [] == awaits(first, over)
