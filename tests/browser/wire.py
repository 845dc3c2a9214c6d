"""What reaches a page from the server: every answer, every event, whatever the page makes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonpatch
from playwright.sync_api import Page


class Wire:
    """Listens to a page from now on. The page may be loaded once, and not again."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.on("Network.responseReceived", self._answered)
        self._session.on("Network.eventSourceMessageReceived", self._received)
        self._answers: list[str] = []
        self._events: list[str] = []
        self._came: list[tuple[str, str]] = []
        self._session.send("Network.enable")

    def _answered(self, event: dict[str, Any]) -> None:
        if "/api/" in event["response"]["url"] and event["type"] != "EventSource":
            self._answers.append(event["requestId"])
            self._came.append(("answer", event["requestId"]))

    def _received(self, event: dict[str, Any]) -> None:
        data = event["data"].partition("\n")[2]  # after the stream's number and the event's name
        self._events.append(data)
        self._came.append(("event", data))

    def messages(self) -> list[Any]:
        """Everything that came so far, read as JSON; answers first, then events."""
        return [
            json.loads(text) for text in (*map(self._body, self._answers), *self._events) if text
        ]

    def count(self) -> int:
        """How many messages came so far."""
        return len(self._came)

    def since(self, count: int) -> list[Any]:
        """What came after the first so many, in the order of its coming."""
        came = [self._body(text) if kind == "answer" else text for kind, text in self._came[count:]]
        return [json.loads(text) for text in came if text]

    def _body(self, request: str) -> str:
        return str(self._session.send("Network.getResponseBody", {"requestId": request})["body"])

    def views(self) -> dict[int, Any]:
        """The views of the table by version, as they came or as changes of those before them."""
        found: dict[int, Any] = {}
        for message in self.messages():
            if isinstance(message, dict) and "patch" in message:
                had = found[message["since"]]
                view = jsonpatch.apply_patch(had, message["patch"]) | {"log": message["log"]}
                found[view["version"]] = view
            elif isinstance(message, dict) and "scene" in message:
                found[message["version"]] = message
        return found


def things(message: Any) -> Iterator[dict[str, Any]]:
    """Every object in a message."""
    if isinstance(message, dict):
        yield message
    inside = message.values() if isinstance(message, dict) else message
    if isinstance(message, dict | list):
        for part in inside:
            yield from things(part)
