"""uvicorn's HTTP protocol with one write to the socket for an answer's head and body.

A write to a socket wakes whoever listens at its other end, which costs more than all copying.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class JoinedWrites(asyncio.Transport):
    """A transport that gathers what is written until the loop comes round."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self.get_extra_info = transport.get_extra_info  # type: ignore[method-assign]
        self.is_closing = transport.is_closing  # type: ignore[method-assign]
        self.pause_reading = transport.pause_reading  # type: ignore[method-assign]
        self.resume_reading = transport.resume_reading  # type: ignore[method-assign]
        self.set_protocol = transport.set_protocol  # type: ignore[method-assign]

    def write(self, data: Any) -> None:
        """Keep the data for the next flush."""
        if not self._parts:
            self._loop.call_soon(self.flush)
        self._parts.append(data)

    def flush(self) -> None:
        """Hand on what has gathered."""
        parts, self._parts = self._parts, []
        if parts and not self._transport.is_closing():
            self._transport.write(b"".join(parts))

    def close(self) -> None:
        """Write the rest, then close."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close at once."""
        self._parts = []
        self._transport.abort()


class Http(HttpToolsProtocol):
    """uvicorn's protocol over joined writes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection has come."""
        super().connection_made(JoinedWrites(transport, self.loop))
