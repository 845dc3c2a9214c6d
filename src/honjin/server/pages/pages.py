"""The built client: a page for every address outside /api."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from honjin.server.messages import refusals as no
from honjin.server.people.packed import accepted

STATIC: Final = Path(__file__).parents[1] / "static"
_POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)
_EMBEDDED: Final = {
    "content-security-policy": f"{_POLICY}*",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
"""Headers of a page that any site may frame: it shows a table to a stranger, and can do nothing."""
_PAGE_HEADERS: Final = _EMBEDDED | {
    "content-security-policy": f"{_POLICY}'none'",
    "x-frame-options": "DENY",
}
_FRAMED: Final = re.compile(r"/embed/t/[a-z0-9]{12}/?")
Head = Callable[[Scope], Awaitable[tuple[str, bool]]]
"""Returns the tags for the head of the page at an address, and whether there is such a page."""
_FILE: Final = re.compile(r"\.\w+$(?<!/index\.html)")
"""Matches what may be a file: to look for one takes a thread, for each of its forms."""
_FORMS: Final = {"br": ".br", "gzip": ".gz"}
_NOT_BUILT: Final = (
    "The web client is not built: {} is missing.\n"
    "In the source tree, `make play` builds it; a wheel has it inside.\n"
)


def _kind(path: str) -> str:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


class Pages:
    """The built client for every address outside /api; hashed files may be cached for a year.

    Each file has compressed forms next to it, made when the client was built. The page itself is
    sent with the tags that `head` returns for the address, and with status 404 where there is none.
    """

    def __init__(self, static: Path, head: Head) -> None:
        self._static, self._head = static, head
        self._files = StaticFiles(directory=static, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, the client's page, or a problem."""
        path = scope["path"]
        if path == "/api" or path.startswith(("/api/", "/problems")):
            raise no.UnknownPath(f"nothing is at {path[:80]}")
        if scope["method"] not in ("GET", "HEAD"):
            raise no.WrongMethod(f"expected GET, got {scope['method'][:20]}")
        page = await self._page(path, scope)
        await page(scope, receive, send)

    async def _page(self, path: str, scope: Scope) -> Response:
        is_asset = path.startswith("/assets/")
        found = await self._file(path.lstrip("/"), scope) if _FILE.search(path) else None
        if found is None and is_asset:
            raise no.UnknownPath(f"nothing is at {path[:80]}")
        found = found or await self._index(scope)
        if found is None:
            text = _NOT_BUILT.format(self._static / "index.html")
            found = Response(text, 503, {"retry-after": "60"}, "text/plain")
        found.headers.update(_EMBEDDED if _FRAMED.fullmatch(path) else _PAGE_HEADERS)
        kept = "public, max-age=31536000, immutable"
        found.headers["cache-control"] = kept if is_asset else "no-cache"
        return found

    async def _index(self, scope: Scope) -> Response | None:
        """Return the client's page with the tags for this address; caches must not share it."""
        file = self._static / "index.html"
        if not file.exists():
            return None
        start, end, rest = file.read_text("utf-8").partition("</head>")
        tags, exists = await self._head(scope)
        text = f"{start}{tags}{end}{rest}" if end else start
        status = 200 if exists else 404
        headers = {"vary": "host, accept-language"}
        return Response(text, status, media_type="text/html", headers=headers)

    async def _file(self, path: str, scope: Scope) -> Response | None:
        codings = accepted(Headers(scope=scope).get("accept-encoding", ""))
        for coding, suffix in _FORMS.items():
            if coding in codings and (found := await self._form(path + suffix, scope)):
                found.headers["content-encoding"] = coding
                found.headers["content-type"] = _kind(path)
                found.headers["vary"] = "accept-encoding"
                return found
        found = await self._form(path, scope)
        if found is not None:
            found.headers["vary"] = "accept-encoding"
        return found

    async def _form(self, path: str, scope: Scope) -> Response | None:
        try:
            return await self._files.get_response(path, scope)
        except (HTTPException, ValueError):  # no such file, or a path that cannot be one
            return None
