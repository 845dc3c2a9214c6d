"""An order to open a table that is sent again, since its answer was lost."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from server.site_client import Answer, Browser, House

KEY = "0123456789abcdef"


@pytest.fixture(scope="module")
def house(shared: House) -> House:
    """Each test has its own people and tables."""
    return shared


def opens(browser: Browser, *, key: str = KEY, **more: Any) -> str:
    """Open a table for oneself; return its id."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    order = {"game": "madeup", "seats": seats, "key": key} | more
    answer = browser.post("/api/tables", **order)
    assert 200 == answer.status
    return str(answer.json["id"])


def mine(browser: Browser) -> set[str]:
    return {row["id"] for row in browser.get("/api/tables").json["yours"]}


def test_an_order_with_a_key_opens_one_table(house: House) -> None:
    """Also once the game has gone on: nothing begins anew."""
    browser = house.browser()
    table = opens(browser)
    version = browser.play_on(table, 1).version
    assert version > 1
    assert table == opens(browser)
    assert version == browser.view(table).version
    assert {table} == mine(browser)


def test_orders_at_once_open_one_table(house: House) -> None:
    """Also where several processes carry them out."""
    browser = house.browser()
    browser.get("/api/me")
    order = {"game": "madeup", "seats": [{"kind": "me"}, {"kind": "me"}], "key": KEY}
    body, kind = json.dumps(order).encode(), {"content-type": "application/json"}

    async def all_of_them() -> list[Answer]:
        return await asyncio.gather(
            *(browser._call("POST", "/api/tables", body, kind) for _ in range(4))
        )

    found = {str(answer.json["id"]) for answer in house.run(all_of_them())}
    assert 1 == len(found)
    assert found == mine(browser)


def test_a_record_is_imported_once(house: House) -> None:
    browser = house.browser()
    record = {"honjin": 1, "game": "madeup", "rules": 1, "options": {}, "actions": ["*:1"]}
    order = {"record": json.dumps(record), "key": KEY}
    first, again = (browser.post("/api/records", **order).json["id"] for _ in range(2))
    other = browser.post("/api/records", **order | {"key": KEY[::-1]}).json["id"]
    assert (first, True) == (again, first != other)


def test_a_study_is_created_once(house: House) -> None:
    """One after the other, and at once."""
    browser, other = house.browser(), house.browser()
    order = {"title": "Endgames", "key": KEY}
    first, again, others = (
        one.post("/api/studies", **order).json["id"] for one in (browser, browser, other)
    )
    assert (first, True) == (again, first != others)
    body = json.dumps(order | {"key": KEY[::-1]}).encode()

    async def all_of_them() -> list[Answer]:
        kind = {"content-type": "application/json"}
        calls = (browser._call("POST", "/api/studies", body, kind) for _ in range(4))
        return await asyncio.gather(*calls)

    found = {str(answer.json["id"]) for answer in house.run(all_of_them())}
    assert 1 == len(found)
    rows = browser.get("/api/studies?of=yours").json["studies"]
    assert {first, *found} == {row["id"] for row in rows}


def test_a_study_is_opened_from_its_file_once(house: House) -> None:
    browser = house.browser()
    order = {"file": '{"study": 1, "title": "Endgames", "chapters": []}', "key": KEY}
    made = {browser.post("/api/studies/file", **order).json["id"] for _ in range(2)}
    assert made == {row["id"] for row in browser.get("/api/studies?of=yours").json["studies"]}


def test_another_order_opens_another_table(house: House) -> None:
    """Another key, another order, or another person."""
    browser, other = house.browser(), house.browser()
    orders = [opens(browser), opens(browser, key=KEY[::-1]), opens(browser, casual=True)]
    assert 4 == len({*orders, opens(other)})


def test_an_order_that_was_refused_can_be_sent_again(house: House) -> None:
    browser = house.browser()
    wrong = browser.post("/api/tables", game="madeup", options={"seats": "9"}, key=KEY)
    assert "bad-option" == wrong.problem
    assert opens(browser) in mine(browser)


@pytest.mark.parametrize("key", ["short", "a" * 65, ""])
def test_a_key_is_random_enough(house: House, key: str) -> None:
    """A table is as hard to find as its key is to guess."""
    answer = house.browser().post("/api/tables", game="madeup", key=key)
    assert (400, "unreadable") == (answer.status, answer.problem)
