"""Answers that a browser may cache: with an entity tag and, if they are public, compressed.

Only answers that are the same for everybody are compressed. If an answer held both a secret and
something that a stranger chose, its compressed length would give the secret away (BREACH): a table
with its chat, or the caller's own tables with their names, is sent uncompressed.
"""

from __future__ import annotations

import hashlib
from typing import Final, Literal

from starlette.responses import Response

from honjin.server.people.requests import RequestContext
from honjin.server.work.packed import Packed

Keeping = Literal["", "own", "public"]
"""Who may cache an answer: nobody, only its caller's browser, or anyone."""

SMALL: Final = 1_000
"""Smaller answers, in bytes, are not worth compressing."""

_PACKED: Final = frozenset(("image/png", "image/gif", "image/webp"))
"""Formats that are already compressed."""
_NEVER: Final = frozenset(("q=0", "q=0.0", "q=0.00", "q=0.000"))
_KEPT: Final = {"own": "private, no-cache", "public": "no-cache"}


def accepted(header: str) -> frozenset[str]:
    """Return the codings that an Accept-Encoding header names and does not rule out."""
    parts = (part.partition(";") for part in header.lower().split(","))
    return frozenset(
        coding.strip() for coding, _, weight in parts if weight.replace(" ", "") not in _NEVER
    )


async def answer_kept(
    packed: Packed, context: RequestContext, body: bytes, keeping: Keeping,
    kind: str = "application/json", **more: str,
) -> Response:  # fmt: skip
    """Return an answer that may be cached, or 304 if the browser has it; `more` are headers."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"x-content-type-options": "nosniff", "cache-control": _KEPT[keeping], "etag": tag}
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    if keeping == "public":
        headers["vary"] = "accept-encoding"
    if tag in context.header(b"if-none-match"):
        return Response(None, 304, headers, kind)
    is_small = keeping != "public" or len(body) < SMALL or kind in _PACKED
    if not is_small and "gzip" in accepted(context.header(b"accept-encoding")):
        body = await packed.compressed(tag.encode(), body)
        headers["content-encoding"] = "gzip"
    return Response(body, 200, headers, kind)
