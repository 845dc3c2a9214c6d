"""`/metrics` for Prometheus.

It is served to this machine alone, or to clients that send HONJIN_METRICS_TOKEN. For others it does
not exist.
"""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from honjin.server.messages import refusals as no
from honjin.server.site import Site
from honjin.server.work.meters import CONTENT_TYPE

ROUTE: Final = "honjin.route"
"""The key of a request's scope that holds the route answering it."""
_FORWARDED: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


class Metrics:
    """The page of metrics."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a client that may read it; UnknownPath otherwise."""
        scope[ROUTE] = "GET /metrics"
        if scope["method"] not in ("GET", "HEAD") or not self._may_read(scope):
            raise no.UnknownPath("nothing is at /metrics")
        self._site.measure()
        answer = Response(self._site.meters.text(), headers={"cache-control": "no-store"})
        answer.headers["content-type"] = CONTENT_TYPE
        await answer(scope, receive, send)

    def _may_read(self, scope: Scope) -> bool:
        headers, token = Headers(scope=scope), self._site.settings.metrics_token
        if token:
            given = headers.get("authorization", "").encode("latin-1", "replace")
            return hmac.compare_digest(given, f"Bearer {token}".encode())
        # A request forwarded by a proxy on this machine comes from elsewhere, trusted proxy or not.
        is_passed_on = any(name in headers for name in _FORWARDED)
        client = scope["client"]
        return bool(client) and _is_here(client[0]) and _names_us(headers) and not is_passed_on


def _names_us(headers: Headers) -> bool:
    """Whether a request names this machine: a proxy or a page elsewhere would give its own name."""
    try:
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:  # such as a bracket that is never closed
        return False
    return host == "localhost" or _is_here(host)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
