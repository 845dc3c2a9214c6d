"""Answers that may be kept by a browser: with a tag, and, where they are public, compressed.

Only what is the same for everybody is compressed. An answer that held a secret beside something
that a stranger chose would give the secret away by its length (BREACH): a table with its chat, or
the caller's own tables with their names, is sent as it is.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, Literal

from starlette.responses import Response

from honjin.server.work.packed import Packed

if TYPE_CHECKING:
    from honjin.server.http.web import Call

Keeping = Literal["", "own", "public"]
"""Whether browsers may keep an answer: not at all, its caller's alone, or everybody's."""

SMALL: Final = 1_000
"""Bytes that are not worth compressing."""

_PACKED: Final = frozenset(("image/png", "image/gif", "image/webp"))
"""What is compressed by itself."""
_NEVER: Final = frozenset(("q=0", "q=0.0", "q=0.00", "q=0.000"))
_KEPT: Final = {"own": "private, no-cache", "public": "no-cache"}


def accepted(header: str) -> frozenset[str]:
    """The codings that a header Accept-Encoding names and does not rule out."""
    parts = (part.partition(";") for part in header.lower().split(","))
    return frozenset(
        coding.strip() for coding, _, weight in parts if weight.replace(" ", "") not in _NEVER
    )


async def answer_kept(
    packed: Packed, call: Call, body: bytes, keeping: Keeping, kind: str = "application/json",
    **more: str,
) -> Response:  # fmt: skip
    """An answer that may be kept, or that the browser has it already; `more` are its headers."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"x-content-type-options": "nosniff", "cache-control": _KEPT[keeping], "etag": tag}
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    if keeping == "public":
        headers["vary"] = "accept-encoding"
    if tag in call.header(b"if-none-match"):
        return Response(None, 304, headers, kind)
    is_small = keeping != "public" or len(body) < SMALL or kind in _PACKED
    if not is_small and "gzip" in accepted(call.header(b"accept-encoding")):
        body = await packed.compressed(tag.encode(), body)
        headers["content-encoding"] = "gzip"
    return Response(body, 200, headers, kind)
