"""Notices forwarded headers that are not trusted: a proxy may be missing in the settings."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from honjin.server.web.addresses import is_proxy
from honjin.server.work.meters import is_first

log = logging.getLogger(__name__)

_HEADERS: Final = {b"x-forwarded-for", b"x-forwarded-proto", b"forwarded"}


class Unlisted:
    """Passes requests on, and logs once that forwarded headers came from an unlisted address."""

    def __init__(self, app: ASGIApp, proxies: str) -> None:
        self._app, self._proxies, self._is_told = app, proxies, False
        self._is_listed = lru_cache(1_000)(lambda host: is_proxy(host, proxies))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if not self._is_told and scope["type"] == "http":
            self._look(scope)
        await self._app(scope, receive, send)

    def _look(self, scope: Scope) -> None:
        if self._proxies and scope["client"] and self._is_listed(scope["client"][0]):
            return
        if _HEADERS.isdisjoint(dict(scope["headers"])):
            return
        self._is_told = True
        if not is_first("forwarded"):
            return
        if self._proxies:
            log.warning("forwarded headers are ignored: HONJIN_PROXY does not list their sender")
        else:
            log.warning(
                "forwarded headers are ignored: if a proxy sends them, set HONJIN_PROXY to its "
                "address (127.0.0.1,::1 for one on this machine)"
            )
