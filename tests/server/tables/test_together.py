"""Several streams as one: the same events to the same caller, told apart by their numbers."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from honjin.server.tables.live.together import MAX_STREAMS
from server.site_client import Browser, House, two_at_table

from .test_live import Stream


def together(*addresses: str) -> str:
    """The address of several streams as one."""
    return "/api/events?" + "&".join(f"of={quote(address, safe='')}" for address in addresses)


class Together(Stream):
    """Several streams as one, driven by hand; each event is named by number and name."""

    def _read(self, block: str) -> None:
        lines = [line.removeprefix("data: ") for line in block.split("\n")]
        number, name, *more = lines[0].split(" ")
        if name == "beat":
            return
        id = int(more[0]) if more else None  # of one that is refused, the status
        data = json.loads(lines[1]) if lines[1:] else None
        self.events.append((f"{number} {name}", data, id))


def test_each_is_what_its_own_address_answers(house: House) -> None:
    """Views, their ids, presence and chat; of two tables, from two seats and from none."""
    first, second, table = two_at_table(house, offers=False)
    other = second.open(seats="mo")
    paths = [
        f"/api/tables/{table}/events?seat=1",
        f"/api/tables/{other}/events",
        f"/api/tables/{table}/events?seat=watch",
    ]
    alone = [Stream(second, path) for path in paths]
    one = Together(second, together(*paths))
    first.post(f"/api/tables/{table}/chat", text="good luck")
    first.do(table, 0, "bid2")
    second.do(table, 1, "bid1")
    came = one.news()
    assert {"0 view", "0 chat", "1 view", "2 view", "2 chat"} <= {name for name, _, _ in came}
    assert 200 == one.status
    assert [("0 open", None, None), ("1 open", None, None), ("2 open", None, None)] == [
        event for event in came if event[0].endswith("open")
    ]
    for n, stream in enumerate(alone):
        own = [(name[2:], data, id) for name, data, id in came if name.startswith(f"{n} ")]
        told = stream.news()
        assert "view" == told[0][0]
        assert told == own[1:]


def test_a_refused_one_leaves_the_others(house: House) -> None:
    """A table that is not there, and a seat that is somebody else's, are told by their status."""
    _, second, table = two_at_table(house)
    path = f"/api/tables/{table}/events"
    one = Together(second, together("/api/tables/nothing/events", f"{path}?seat=0", path))
    names = [name for name, _, _ in one.news()]
    assert ["0 refused", "1 refused"] == sorted(name for name in names if "refused" in name)
    assert "2 view" in names
    assert not one.task.done()


def test_all_end_with_one(house: House) -> None:
    """The server ends the streams of a session with it; the page opens them again as who it is."""
    _, second, table = two_at_table(house)
    path = f"/api/tables/{table}/events"
    one = Together(second, together(path, f"{path}?seat=watch"))
    assert 2 == house.site.live.count()
    house.site.live.windows_of(second.get("/api/me").json["id"])[0].end()
    house.wait()
    assert one.task.done()
    assert 0 == house.site.live.count()


def test_closing_leaves_every_table(house: House) -> None:
    """Nobody is present at a table whose page is closed."""
    _, second, table = two_at_table(house)
    path = f"/api/tables/{table}/events"
    one = Together(second, together(path, path))
    one.leave()
    assert one.task.done()
    assert 0 == house.site.live.count()


@pytest.mark.parametrize(
    "address",
    [
        "/api/events",
        "/api/events?of=x",
        "/api/me",
        "/t/x/events",
        "//api/x/events",
        "/api/ü/events",
    ],
)
def test_only_streams_are_streamed(house: House, address: str) -> None:
    """No other address is answered through it, and it holds no other of its kind."""
    browser = house.browser()
    assert "unreadable" == browser.get(together(address)).problem


def test_they_are_counted(house: House) -> None:
    """At least one, and no more than a browser has tables open."""
    browser = house.browser()
    assert "unreadable" == browser.get("/api/events").problem
    assert "unreadable" == browser.get(together(*["/api/seek/events"] * (MAX_STREAMS + 1))).problem


def test_a_token_opens_none(house: House) -> None:
    """Programs follow one table, or all of theirs by `/api/stream`."""
    browser: Browser = house.browser()
    answer = browser.get(together("/api/seek/events"), authorization="Bearer honjin_x")
    assert "unknown-token" == answer.problem
