"""Planning while the other side thinks: what a seat could do if its turn came now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from honjin.games import load
from server.site_client import House, open_house

ROKUMON = load("rokumon")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A site with Rokumon."""
    with open_house(tmp_path, games={"rokumon": ROKUMON}) as house:
        yield house


def test_a_seat_that_waits_is_told_what_it_could_do(house: House) -> None:
    """The waiting seat can plan, the one to act gets nothing; nothing is changed by it."""
    first, second = house.browser(), house.browser()
    table = first.open(game="rokumon", seats="mo", act="1")
    second.sit(table, 1)
    before = house.journal(table)
    ahead = second.get(f"/api/tables/{table}/ahead?seat=1").json
    assert 1 == ahead["turn"]["seat"]
    acting = first.get(f"/api/tables/{table}/ahead?seat=0").json
    assert "turn" not in acting
    assert before == house.journal(table)
    planned = ahead["turn"]["choices"][0]["do"]
    first.do(table, 0, first.view(table).turn.choices[-1].do)  # type: ignore[union-attr]
    assert planned in [choice.do for choice in second.view(table).turn.choices]  # type: ignore[union-attr]


def test_who_only_watches_plans_nothing(house: House) -> None:
    """A seat is needed."""
    first, second, third = house.browser(), house.browser(), house.browser()
    table = first.open(game="rokumon", seats="mo", act="1")
    second.sit(table, 1)
    assert "not-your-seat" == third.get(f"/api/tables/{table}/ahead").problem
