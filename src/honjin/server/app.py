"""The ASGI application: the table of routes, the built client, and problem documents."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from starlette.routing import Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from honjin.core.errors import HonjinError
from honjin.server.messages import refusals as no
from honjin.server.metrics import ROUTE, Metrics
from honjin.server.pages.pages import STATIC, Pages
from honjin.server.pages.social import head_of
from honjin.server.people.endpoint import Endpoint
from honjin.server.people.route import Route
from honjin.server.routes import ROUTES
from honjin.server.site import Site
from honjin.server.web.addresses import address_of
from honjin.server.web.answers import UncachedResponse, problem
from honjin.server.web.paths import Paths
from honjin.server.web.turnstile import Turnstile

log = logging.getLogger(__name__)


def make_app(site: Site, static: Path = STATIC) -> ASGIApp:
    """Return the application, which answers with an endpoint of the table of routes or a page.

    The requests of one address do not hold up those of others (`Turnstile`), and answers are
    counted by route and status.
    """
    paths = Paths({**_paths(site, ROUTES), "/metrics": Metrics(site)})
    pages = Pages(static, partial(head_of, site))
    life = _life(site)
    turnstile = Turnstile(site.settings.connections) if site.settings.limits else None

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await life(scope, receive, send)
            return
        is_part = "app" in scope  # of streams that are held as one
        begun, scope["app"] = time.perf_counter(), app
        leave: Callable[[], None] | None = None

        async def sending(message: Message) -> None:
            nonlocal leave
            await send(message)
            if message["type"] == "http.response.start":
                seconds = time.perf_counter() - begun
                if not is_part:
                    site.meters.answered(scope.get(ROUTE, "page"), message["status"], seconds)
                if leave is not None:  # what follows of a stream is news
                    leave()
                    leave = None

        try:
            if turnstile is not None:
                leave = await turnstile.enter(address_of(scope))
            await (paths.find(scope) or pages)(scope, receive, sending)
        except Exception as error:
            await _problem(error, scope)(scope, receive, sending)
        finally:
            if leave is not None:
                leave()

    return app


def _life(site: Site) -> ASGIApp:
    """An application that runs the site from the start of the process to its end."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Any) -> AsyncIterator[None]:
        async with site.running():
            yield

    return Router(lifespan=lifespan)


def _paths(site: Site, routes: Sequence[Route]) -> dict[str, Methods]:
    paths: dict[str, dict[str, Endpoint]] = {}
    for row in routes:
        paths.setdefault(row.path, {})[row.method] = Endpoint(site, row)
    return {path: Methods(methods) for path, methods in paths.items()}


class Methods:
    """The endpoints of a path, by method."""

    def __init__(self, methods: dict[str, Endpoint]) -> None:
        self._methods = methods
        self._is_secret = any(one.route.role for one in methods.values())
        if "GET" in methods and not methods["GET"].route.is_stream:
            methods["HEAD"] = methods["GET"]
        self._allowed = sorted(methods)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        endpoint = self._methods.get(scope["method"])
        scope[ROUTE] = endpoint.name if endpoint else "none"
        await (endpoint or self._refuse)(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._is_secret:
            raise no.UnknownPath(f"nothing is at {scope['path'][:80]}")
        allowed = " or ".join(self._allowed)
        answer = problem(no.WrongMethod(f"expected {allowed}, got {scope['method'][:20]}"))
        answer.headers["allow"] = ", ".join(self._allowed)
        await answer(scope, receive, send)


def _problem(error: Exception, scope: Scope) -> UncachedResponse:
    """Return any error as a problem document."""
    match error:
        case no.Refused():
            return problem(error)
        case HonjinError():
            return problem(no.refusal_of(error))
    log.error("a request failed: %s", scope.get(ROUTE, "page"), exc_info=error)
    return problem(no.Internal("the error is in the server's log"))
