"""The ASGI application: the table of routes, the built client, and a problem for all the rest."""

from __future__ import annotations

import contextlib
import mimetypes
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Router
from starlette.staticfiles import StaticFiles

from honjin.server.http.packed import accepted
from honjin.server.http.routes import ROUTES
from honjin.server.http.web import Asgi, Call, Endpoint, Receive, Route, Scope, Send
from honjin.server.messages import refusals as no
from honjin.server.site import Site

STATIC: Final = Path(__file__).parents[1] / "static"
_PAGE_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
_FORMS: Final = {"br": ".br", "gzip": ".gz"}
_NOT_BUILT: Final = (
    "The web client is not built: {} is missing.\n"
    "In the source tree, `make play` builds it; a wheel has it inside.\n"
)


def _kind(path: str) -> str:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


class App:
    """Answers every request: an endpoint of the table of routes, or a page."""

    def __init__(self, site: Site, static: Path = STATIC) -> None:
        @contextlib.asynccontextmanager
        async def lifespan(_app: Any) -> AsyncIterator[None]:
            async with site.running():
                yield

        self.site = site
        self._paths = Paths(site, ROUTES)
        self._pages = Pages(site, static)
        self._lifespan = Router(lifespan=lifespan).lifespan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI entry."""
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
        elif scope["type"] == "http":
            endpoint = scope.get("honjin.endpoint") or self._endpoint(scope)
            await endpoint(scope, receive, send)

    def _endpoint(self, scope: Scope) -> Asgi:
        """Who answers; it is noted in the scope, for the next request with the same head."""
        endpoint = scope["honjin.endpoint"] = self._found(scope)
        return endpoint

    def _found(self, scope: Scope) -> Asgi:
        found = self._paths.find(scope["path"])
        if found is None:
            return self._pages
        methods, scope["path_params"] = found
        return methods.get(scope["method"]) or WrongMethod(self.site, methods)


class WrongMethod:
    """Says which methods an address takes."""

    def __init__(self, site: Site, methods: Iterable[str]) -> None:
        self._site, self._methods = site, sorted(methods)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a problem."""
        allowed = " or ".join(self._methods)
        problem = no.WrongMethod(f"expected {allowed}, got {scope['method'][:20]}")
        allow = [(b"allow", ", ".join(self._methods).encode())]
        await Call(self._site, scope, receive, send).refuse(problem, allow)


class Paths:
    """Finds the endpoints of a path, by its number of parts and then part by part."""

    def __init__(self, site: Site, routes: Sequence[Route]) -> None:
        self._by_length: dict[int, list[tuple[tuple[str, ...], dict[str, Endpoint]]]] = {}
        for route in routes:
            methods = self._methods(tuple(route.path.split("/")))
            methods[route.method] = Endpoint(site, route)
            if route.method == "GET":
                methods["HEAD"] = methods["GET"]

    def _methods(self, pattern: tuple[str, ...]) -> dict[str, Endpoint]:
        rows = self._by_length.setdefault(len(pattern), [])
        for known, methods in rows:
            if known == pattern:
                return methods
        rows.append((pattern, {}))
        return rows[-1][1]

    def find(self, path: str) -> tuple[dict[str, Endpoint], dict[str, str]] | None:
        """The endpoints by method and the named parts of a path, or None."""
        parts = path.split("/")
        for pattern, methods in self._by_length.get(len(parts), ()):
            named = _match(pattern, parts)
            if named is not None:
                return methods, named
        return None


def _match(pattern: tuple[str, ...], parts: list[str]) -> dict[str, str] | None:
    named = {}
    for wanted, part in zip(reversed(pattern), reversed(parts), strict=True):
        if wanted[:1] == "{":
            named[wanted[1:-1]] = part
        elif wanted != part:
            return None
    return named


class Pages:
    """The built client for every address outside /api; hashed files may be kept for a year.

    Beside a file lie its compressed forms, made when the client was built.
    """

    def __init__(self, site: Site, static: Path) -> None:
        self._site, self._static = site, static
        self._files = StaticFiles(directory=static, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, the client's page, or a problem."""
        call = Call(self._site, scope, receive, send)
        path = scope["path"]
        if path == "/api" or path.startswith(("/api/", "/problems")):
            await call.refuse(no.UnknownPath(f"nothing is at {path[:80]}"))
        elif scope["method"] not in ("GET", "HEAD"):
            await call.refuse(no.WrongMethod(f"expected GET, got {scope['method'][:20]}"))
        else:
            await self._page(call)

    async def _page(self, call: Call) -> None:
        path = call.scope["path"]
        is_asset = path.startswith("/assets/")
        found = await self._file(path.lstrip("/") or "index.html", call.scope)
        if found is None and is_asset:
            await call.refuse(no.UnknownPath(f"nothing is at {path[:80]}"))
            return
        found = found or await self._file("index.html", call.scope)
        if found is None:
            text = _NOT_BUILT.format(self._static / "index.html")
            found = Response(text, 503, media_type="text/plain")
        found.headers.update(_PAGE_HEADERS)
        kept = "public, max-age=31536000, immutable"
        found.headers["cache-control"] = kept if is_asset else "no-cache"
        await found(call.scope, call.receive, call.send)

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
