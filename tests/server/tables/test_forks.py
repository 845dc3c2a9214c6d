"""What a fork of a running game answers when it is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from honjin.games import load
from server.site_client import Browser, House, open_house


@pytest.fixture
def market(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, games={"akiwado": load("akiwado")}) as house:
        yield house


def play_out(me: Browser, table: str, steps: int = 1000) -> int:
    """Make the first choice of the awaited seat until the end; returns the last step."""
    for _ in range(steps):
        view = me.view(table)
        if view.status == "over":
            break
        turn = me.view(table, view.must_act[0]).turn
        assert turn is not None
        me.do(table, turn.seat, turn.choices[0].do)
    return me.view(table).step


def test_the_facts_of_a_fork_are_told(market: House) -> None:
    """Akiwado forked after its lot: the fork's log has no lot, and its facts are still answered.

    They were answered with a 500.
    """
    me = market.browser()
    wishes = [{"kind": "me"}] * 3
    table = me.post("/api/tables", game="akiwado", options={"seats": "3"}, seats=wishes).json["id"]
    step = play_out(me, table, 3)
    fork = me.post(f"/api/tables/{table}/fork", step=step).json["id"]
    play_out(me, fork)
    answer = me.get(f"/api/tables/{fork}/facts")
    assert 200 == answer.status
    assert ["unknown"] * 3 == answer.json["marks"]["order"]
