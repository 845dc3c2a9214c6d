"""Large posts: how many there are at a time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from honjin.server.web import uploads
from honjin.server.web.uploads import MAX_AT_WORK, USUAL
from honjin.server.work.fair import Asker
from server.site_client import Answer, House, open_house

RECORD = json.dumps({"honjin": 1, "game": "madeup", "rules": 1, "options": {}, "actions": []})


@pytest.fixture
def house(tmp_path: Path) -> Any:
    with open_house(tmp_path) as found:
        yield found


def brings(house: House, size: int, address: str = "") -> Awaitable[Answer]:
    """Somebody posts a record of a size, usually at an address of their own."""
    one = house.browser()
    one.address = address or f"10.0.0.{len(house.site.uploads)}"
    body = json.dumps({"record": RECORD.ljust(size)}).encode()
    kind = {"content-type": "application/json"}
    return asyncio.create_task(one._call("POST", "/api/records", body, kind))


def test_few_large_texts_wait_to_be_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred could, of 7 MB each. Small ones wait as ever; then there is room again."""
    house.only()  # each process counts its own
    monkeypatch.setattr(uploads, "PATIENCE", 0.1)
    go = asyncio.Event()
    reading = house.site.texts.do

    async def slowly(work: Callable[[], Any], asker: Asker) -> Any:
        await go.wait()
        return await reading(work, asker)

    monkeypatch.setattr(house.site.texts, "do", slowly)

    async def visit() -> list[Answer]:
        waiting: list[Awaitable[Answer]] = []
        for _ in range(MAX_AT_WORK):
            waiting.append(brings(house, USUAL))
            await asyncio.sleep(0.01)
            assert len(waiting) == len(house.site.uploads)
        assert "busy" == (await brings(house, USUAL)).problem
        go.set()
        return await asyncio.gather(*waiting)

    assert [200] * MAX_AT_WORK == [one.status for one in house.run(visit())]
    go.clear()

    async def visit_with_little() -> list[Answer]:
        waiting = [brings(house, 10) for _ in range(2 * MAX_AT_WORK)]
        await asyncio.sleep(0.05)
        assert 0 == len(house.site.uploads)
        go.set()
        return await asyncio.gather(*waiting)

    assert [200] * 2 * MAX_AT_WORK == [one.status for one in house.run(visit_with_little())]


def test_those_of_an_address_wait_for_each_other(tmp_path: Path) -> None:
    """People who share an address are not refused: one after the other has a place."""
    with open_house(tmp_path / "limited", limits=True) as house:
        most = []

        async def visit() -> list[Answer]:
            posts = [brings(house, 2 * USUAL, "10.0.0.1") for _ in range(3 * uploads.EACH)]
            while not all(one.done() for one in posts):  # type: ignore[attr-defined]
                most.append(len(house.site.uploads))
                await asyncio.sleep(0.001)
            return await asyncio.gather(*posts)

        found = house.run(visit())
    assert [200] * 3 * uploads.EACH == [one.status for one in found]
    assert uploads.EACH == max(most)
