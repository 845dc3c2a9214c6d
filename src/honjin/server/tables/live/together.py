"""Several streams as one, for browsers, which open only a few connections to a site at a time.

    GET /api/events?of=/api/tables/k3v…/events%3Fseat%3D0&of=/api/seek/events

    data: 0 open            the first stream has begun
    data: 0 view 17         its event `view` with id 17; the data are in the next line
    data: {…}
    data: 1 refused 404     the second stream is refused, with this status

Each stream is exactly what its own address answers to the same caller. They begin one after the
other, so that no more of a caller's requests wait than the caller has connections. When one that
has begun ends, all end: the client opens them again.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.types import ASGIApp, Message, Scope

from honjin.server.messages import refusals as no
from honjin.server.web.sse import HEADERS, Receive, Send, until_gone

MAX_STREAMS: Final = 40
"""The most streams in one."""


async def serve_together(
    app: ASGIApp, scope: Scope, addresses: list[str], receive: Receive, send: Send
) -> None:
    """Stream what `app` answers to a caller at each address, until one ends or the caller is gone.

    Unreadable if an address is not that of a stream.
    """
    scopes = [_scope(scope, address) for address in addresses]
    gone = asyncio.Event()
    watching = asyncio.create_task(_until_gone(receive, gone))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        async with asyncio.TaskGroup() as group:
            for n, one in enumerate(scopes):
                part = _Part(n, send, gone)
                group.create_task(part.stream(app, one))
                await part.is_answered.wait()
                if gone.is_set():
                    break
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        watching.cancel()


def _scope(scope: Scope, address: str) -> Scope:
    path, _, query = address.partition("?")
    if not (path.isascii() and path.startswith("/api/") and path.endswith("/events")) or (
        path == scope["path"]
    ):
        raise no.Unreadable(f"?of= expects the address of a stream, got {address[:40]!r}")
    raw = query.encode("ascii", "replace")
    mine = {"method": "GET", "path": path, "raw_path": path.encode(), "query_string": raw}
    left = {"endpoint", "path_params"}
    return {name: value for name, value in scope.items() if name not in left} | mine


async def _until_gone(receive: Receive, gone: asyncio.Event) -> None:
    await until_gone(receive)
    gone.set()


class _Part:
    """One of the streams; `gone` is set when all are to end."""

    def __init__(self, n: int, send: Send, gone: asyncio.Event) -> None:
        self._n, self._send, self._gone = n, send, gone
        self._begun = False
        self.is_answered = asyncio.Event()
        """Set when it has begun, or is refused."""

    async def stream(self, app: ASGIApp, scope: Scope) -> None:
        """Stream until it ends, which ends all if it had begun."""
        await app(scope, self._receive, self._sent)
        if self._begun:
            self._gone.set()

    async def _receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _sent(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._begun = message["status"] == 200
            self.is_answered.set()
            said = b"open" if self._begun else b"refused %d" % message["status"]
            await self._tell(b"data: %d %b\n\n" % (self._n, said))
        elif self._begun:
            blocks = message.get("body", b"").split(b"\n\n")
            await self._tell(b"".join(map(self._framed, filter(None, blocks))))

    def _framed(self, block: bytes) -> bytes:
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
        head = b"%d %b %b" % (self._n, fields[b"event"], fields.get(b"id", b""))
        return b"data: %b\ndata: %b\n\n" % (head.rstrip(), fields[b"data"])

    async def _tell(self, body: bytes) -> None:
        if body:
            await self._send({"type": "http.response.body", "body": body, "more_body": True})
