"""Answers that may be kept by a browser: with a tag, and, where they are public, compressed.

Only what is the same for everybody is compressed. An answer that held a secret beside something
that a stranger chose would give the secret away by its length (BREACH): a table with its chat, or
the caller's own tables with their names, is sent as it is.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, Literal

from honjin.server.work.packed import Packed

if TYPE_CHECKING:
    from honjin.server.http.web import Call

Keeping = Literal["", "own", "public"]
"""Whether browsers may keep an answer: not at all, its caller's alone, or everybody's."""

SMALL: Final = 1_000
"""Bytes that are not worth compressing."""

_NEVER: Final = frozenset(("q=0", "q=0.0", "q=0.00", "q=0.000"))
_KEPT: Final = {"own": b"private, no-cache", "public": b"no-cache"}
_JSON: Final = [
    (b"content-type", b"application/json"), (b"x-content-type-options", b"nosniff"),
]  # fmt: skip


def accepted(header: str) -> frozenset[str]:
    """The codings that a header Accept-Encoding names and does not rule out."""
    parts = (part.partition(";") for part in header.lower().split(","))
    return frozenset(
        coding.strip() for coding, _, weight in parts if weight.replace(" ", "") not in _NEVER
    )


async def answer_kept(packed: Packed, call: Call, body: bytes, keeping: Keeping) -> None:
    """Send a body that may be kept, or say that the browser has it already."""
    tag = b'W/"%b"' % hashlib.sha256(body).hexdigest()[:32].encode()
    headers = [*_JSON, (b"cache-control", _KEPT[keeping]), (b"etag", tag)]
    if keeping == "public":
        headers.append((b"vary", b"accept-encoding"))
    if tag.decode() in call.header(b"if-none-match"):
        await call.send({"type": "http.response.start", "status": 304, "headers": headers})
        await call.send({"type": "http.response.body", "body": b""})
        return
    is_small = keeping != "public" or len(body) < SMALL
    if not is_small and "gzip" in accepted(call.header(b"accept-encoding")):
        body = await packed.compressed(tag, body)
        headers.append((b"content-encoding", b"gzip"))
    await call.reply(200, body, headers)
