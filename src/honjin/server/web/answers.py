"""Answers that are never cached, and refusals as problem documents."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, NamedTuple

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Problem

MAX_DETAIL: Final = 1_000
"""The most characters of a refusal's detail, whatever was sent."""
FULL: Final = (b"honjin-full", b"1")
"""Pages show it until an answer comes without."""
_COMMON: Final = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]

encode: Final = msgspec.json.Encoder().encode


class Nothing(NamedTuple):
    """An answer without a body: what there is to say is the `version` of a table after an order."""

    version: int


class UncachedResponse(Response):
    """An answer that is never cached; JSON unless another media type is given."""

    media_type = "application/json"

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        """Set the headers that all answers share."""
        assert headers is None
        self.raw_headers = [*_COMMON]
        if self.status_code != HTTPStatus.NO_CONTENT:
            kind, length = self.media_type.encode(), b"%d" % len(self.body)
            self.raw_headers += [(b"content-type", kind), (b"content-length", length)]

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it: there is nothing to do in the background, and no WebSocket."""
        head = {"type": "http.response.start", "status": self.status_code}
        await send({**head, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body})


def problem(refused: no.Refused) -> UncachedResponse:
    """Return a refusal as a problem document."""
    detail, kind = str(refused)[:MAX_DETAIL], f"/problems/{refused.kind}"
    document = Problem(
        kind, refused.title, refused.status, detail, refused.option, refused.say, refused.table
    )
    answer = UncachedResponse(
        encode(document), refused.status, media_type="application/problem+json"
    )
    if refused.bearer is not None:
        wanted = f'Bearer realm="honjin", {refused.bearer}'
        answer.raw_headers.append((b"www-authenticate", wanted.encode("latin-1")))
    if refused.full:
        answer.raw_headers.append(FULL)
    if refused.again is not None:
        answer.raw_headers.append((b"retry-after", b"%d" % refused.again))
    return answer
