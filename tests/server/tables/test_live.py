"""Windows: what is streamed to them, to slow ones, and to those that reconnect."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from honjin.server.tables.live import live
from honjin.server.web import sse
from server.declared import check_event
from server.site_client import Browser, House, open_house, two_at_table


class Stream:
    """A browser's open event stream, driven by hand."""

    def __init__(self, browser: Browser, path: str, **headers: str) -> None:
        self.house, self.events = browser.house, list[tuple[str, Any, int | None]]()
        self.status, self.slow = 0, asyncio.Event()
        self.lives = self.beats = 0  # heartbeats that a page hears nothing of, and those it does
        self.slow.set()
        self._leave = asyncio.Event()
        named = {key.replace("_", "-"): value for key, value in headers.items()}
        self._scope = browser.scope("GET", path, named)
        self._text = b""
        self.task = self.house.run(self._start())

    async def _start(self) -> asyncio.Task[None]:
        task = asyncio.create_task(self.house.app(self._scope, self._receive, self._send))
        await asyncio.sleep(0.01 if self.house.site.store.news is None else 0.1)
        await self.house.settled()
        return task

    async def _receive(self) -> Any:
        await self._leave.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self.slow.wait()
        self._text += message.get("body", b"")
        *whole, self._text = self._text.split(b"\n\n")
        for block in whole:
            self._read(block.decode())

    def _read(self, block: str) -> None:
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line[:1] != ":")
        check_event(self._scope, fields)
        self.lives += not fields
        self.beats += fields.get("event") == "beat"
        if fields and fields["event"] != "beat":
            number = int(fields["id"]) if "id" in fields else None
            self.events.append((fields["event"], json.loads(fields["data"]), number))

    def news(self) -> list[tuple[str, Any, int | None]]:
        """The events since the last call."""
        self.house.wait()
        found, self.events = self.events, []
        return found

    def leave(self) -> None:
        self._leave.set()
        self.house.wait()


def test_two_windows_follow_the_game(house: House) -> None:
    """An action in one is in the other's window at once, with its log lines and choices."""
    first, second, table = two_at_table(house, offers=False)
    one = Stream(first, f"/api/tables/{table}/events")
    two = Stream(second, f"/api/tables/{table}/events")
    one.news(), two.news()
    first.do(table, 0, "bid2")
    second.do(table, 1, "bid1")
    name, view, number = one.news()[-1]
    assert name == "view"
    assert view["version"] == number
    assert view["turn"]["choices"][0]["do"] == "bright"
    (_, other, same), *_ = reversed(two.news())
    assert same == number
    assert "turn" not in other


def test_the_log_of_a_window_adds_up(house: House) -> None:
    """Applying every event's part of the log gives the whole log, even after steps back."""
    first, second, table = two_at_table(house)
    stream = Stream(first, f"/api/tables/{table}/events")
    lines: list[Any] = []
    for browser, seat, do in ((first, 0, "bid2"), (second, 1, "bid1"), (first, 0, "bright")):
        browser.do(table, seat, do)
    first.post(f"/api/tables/{table}/back", seat=0, at=first.view(table).version)
    for _, view, _ in stream.news():
        if "log" in view:
            lines[view["log"]["start"] :] = view["log"].get("lines", [])
    first.do(table, 0, "dim")
    for _, view, _ in stream.news():
        assert view["log"]["start"] <= len(lines)
        lines[view["log"]["start"] :] = view["log"]["lines"]
    assert first.get(f"/api/tables/{table}").json["log"] == {"start": 0, "lines": lines}


def test_who_was_away_is_given_what_is_new(house: House) -> None:
    """Last-Event-ID: the log since then; a version that never existed: the whole log."""
    first, second, table = two_at_table(house)
    path = f"/api/tables/{table}/events"
    stream = Stream(first, path)
    last = stream.news()[0][2]
    stream.leave()
    second.do(table, 1, "bid1")
    whole = first.get(f"/api/tables/{table}").json["log"]["lines"]
    _, view, _ = Stream(first, path, last_event_id=str(last)).news()[0]
    assert view["log"]["lines"] == whole[view["log"]["start"] :]
    assert 0 < len(view["log"]["lines"]) < len(whole)
    _, view, _ = Stream(first, f"{path}?since=999").news()[0]
    assert view["log"]["lines"] == whole


def test_a_slow_window_skips_to_the_newest_view(house: House) -> None:
    """Nothing is queued: after a stall there is one view, the last, with all lines in between."""
    first, second, table = two_at_table(house)
    stream = Stream(house.browser(), f"/api/tables/{table}/events")
    stream.news()
    stream.slow.clear()
    first.do(table, 0, "bid2")
    house.wait()
    second.do(table, 1, "bid1")
    first.do(table, 0, "bright")
    first.play_on(table, 1)
    house.told()
    stream.slow.set()
    jammed, last = [view for name, view, _ in stream.news() if name == "view"]
    assert last["version"] - jammed["version"] == 3
    assert last["log"]["lines"][-1]["step"] == last["step"]


def test_chat_reaches_every_window(house: House) -> None:
    """As its own event, without a new version; a later window finds it in the first view."""
    first, _second, table = two_at_table(house)
    watcher = house.browser()
    stream = Stream(watcher, f"/api/tables/{table}/events")
    version = stream.news()[0][2]
    first.post(f"/api/tables/{table}/chat", text=" こんにちは ")
    ((name, line, number),) = stream.news()
    assert (name, line["text"], line["seat"], number) == ("chat", "こんにちは", 0, None)
    watcher.post(f"/api/tables/{table}/chat", text="hello")
    assert "seat" not in stream.news()[0][1]
    _, view, same = Stream(first, f"/api/tables/{table}/events?since={version}").news()[0]
    assert same == version
    assert [1, 2] == [line["n"] for line in view["chat"]]


def test_presence_is_told(house: House) -> None:
    """The others see who opens and closes a window."""
    first, second, table = two_at_table(house)
    one = Stream(first, f"/api/tables/{table}/events")
    assert [True, None] == [seat.get("online") for seat in one.news()[0][1]["seats"]]
    two = Stream(second, f"/api/tables/{table}/events")
    assert [("presence", {"online": [True, True]}, None)] == one.news()
    two.leave()
    assert [("presence", {"online": [True, False]}, None)] == one.news()
    assert not house.browser().view(table).seats[1].online


def test_streams_end_when_they_should(house: House) -> None:
    """Closed by the browser, or by the server when it stops; refused if there is no table."""
    browser, table = house.browser(), two_at_table(house)[2]
    stream = Stream(browser, f"/api/tables/{table}/events")
    stream.leave()
    assert stream.task.done()
    assert not any(site.live.is_followed(table) for site in house.sites)
    other = Stream(browser, f"/api/tables/{table}/events")
    for site in house.sites:
        site.live.close()
    house.wait()
    assert other.task.done()
    assert browser.get("/api/tables/nothing/events").problem == "unknown-table"
    assert browser.get(f"/api/tables/{table}/events?seat=0").problem == "not-your-seat"


def test_one_guest_has_so_many_windows_at_most(tmp_path: Path) -> None:
    """One more is refused. Each process counts its own."""
    with open_house(tmp_path, processes=1) as house:
        browser, table = house.browser(), two_at_table(house)[2]
        browser.get("/api/me")
        for _ in range(live.MAX_PER_GUEST):
            Stream(browser, f"/api/tables/{table}/events")
        assert browser.get(f"/api/tables/{table}/events").problem == "too-many"


def test_signs_of_life_keep_their_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Heartbeats follow the last news; what is not sent to a window does not delay them.

    The page hears them: where nothing came for long, the network was gone without a word.
    """
    monkeypatch.setattr(sse, "HEARTBEAT", 0.1)
    table = two_at_table(house)[2]
    stream = Stream(house.browser(), f"/api/tables/{table}/events")
    stream.news()

    def lives() -> bool:
        for site in house.sites:
            site.live.wake(table)
        return bool(stream.beats)

    house.until(lives)
    assert [] == stream.news()
