"""Resigning at a table of Japanese Swords: the last two clans may, at any time (W4)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from honjin.games import load
from server.site_client import Browser, House, open_house


@pytest.fixture
def swords(tmp_path: Path) -> Iterator[House]:
    """A site with Japanese Swords."""
    with open_house(tmp_path, games={"swords": load("swords")}) as found:
        yield found


def sit_down(house: House, clans: int) -> tuple[list[Browser], str]:
    """As many people as clans at one table."""
    people = [house.browser() for _ in range(clans)]
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (clans - 1)]
    options = {"seats": str(clans), "trade": "off"}
    answer = people[0].post("/api/tables", game="swords", options=options, seats=seats)
    table = str(answer.json["id"])
    for seat, browser in enumerate(people[1:], 1):
        assert 200 == browser.sit(table, seat).status
    return people, table


@pytest.mark.parametrize("seat", [0, 1])
def test_either_of_two_clans_resigns(swords: House, seat: int) -> None:
    """Both are shown that they can, whoever is to act; the other has won."""
    people, table = sit_down(swords, 2)
    views = [browser.view(table, n) for n, browser in enumerate(people)]
    assert [True, True] == [view.can.resign for view in views]
    answer = people[seat].post(
        f"/api/tables/{table}/resign", seat=seat, at=people[seat].view(table, seat).version
    )
    outcome = answer.view.outcome
    assert outcome is not None
    assert ("over", "end.resigned") == (answer.view.status, outcome.reason)
    assert 1 == outcome.returns[1 - seat]


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("clans", [3, 4, 5, 6])
def test_more_clans_do_not_resign(swords: House, clans: int) -> None:
    """It is not offered, and refused."""
    people, table = sit_down(swords, clans)
    for seat, browser in enumerate(people):
        view = browser.view(table, seat)
        assert not view.can.resign
        answer = browser.post(f"/api/tables/{table}/resign", seat=seat, at=view.version)
        assert "not-your-turn" == answer.problem
