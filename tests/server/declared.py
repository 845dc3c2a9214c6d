"""What the server sends, compared with the messages that are declared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from honjin.server.messages.parts import Problem
from honjin.server.metrics import ROUTE
from honjin.server.openapi import STREAM_AT, STREAMS
from honjin.server.routes import ROUTES

_ANSWERS: Final = {row.name: row.answer for row in ROUTES}


def check_answer(
    scope: Mapping[str, Any], status: int, headers: Mapping[str, str], body: bytes
) -> None:
    """Fail unless the answer to a request has the declared fields and no others."""
    kind, _, _ = headers.get("content-type", "").partition(";")
    declared = _ANSWERS.get(scope.get(ROUTE, ""))
    if scope["method"] == "HEAD" or "content-encoding" in headers:
        return
    if kind == "application/problem+json":
        check(body, Problem)
    elif kind == "text/event-stream":
        for block in body.decode().strip().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if line[:1] != ":")
            check_event(scope, fields)
    elif status == 200 and kind == "application/json" and declared is not None:
        check(body, declared)


def check_event(scope: Mapping[str, Any], fields: Mapping[str, str]) -> None:
    """Fail unless an event of a stream has the declared name and data."""
    path = str(scope.get(ROUTE, "")).partition(" ")[2]
    if fields and path in STREAM_AT:
        check(fields["data"].encode(), STREAMS[STREAM_AT[path]][fields["event"]])


def check(text: bytes, declared: Any) -> None:
    """Fail unless the text is what the declared message would be encoded as."""
    again = msgspec.json.encode(msgspec.json.decode(text, type=declared))
    if again != text:
        assert msgspec.json.decode(again) == msgspec.json.decode(text), declared
