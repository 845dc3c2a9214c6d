"""Calls pushed to browsers: encrypted for each (RFC 8291), signed by the server (VAPID, RFC 8292).

The server's key (`access.signing`) is derived from the key that signs cookies, so that all
processes have the same one, and nothing more has to be stored; HONJIN_VAPID_KEY sets another.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
import time
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlsplit

from honjin.server.messages.refusals import Unreadable
from honjin.server.notifications.endpoints import read_endpoint
from honjin.server.notifications.store import Device
from honjin.server.settings import Settings
from honjin.server.web.addresses import read_places
from honjin.server.web.signing import decoded, is_public_key, signing_key

if TYPE_CHECKING:
    import aiohttp
    from cryptography.hazmat.primitives.asymmetric import ec

log = logging.getLogger(__name__)

Outcome = Literal["taken", "gone", "failed"]
"""The result of a push: accepted by the service; refused for good; to be tried again."""

PATIENCE: Final = 10.0
MAX_BYTES: Final = 1_000
AT_ONCE: Final = 8
GOOD: Final = 12 * 3600
"""Seconds for which a signature is valid; services accept a day at most."""


def require_keys(key: str, secret: str) -> None:
    """Raise Unreadable unless data can be encrypted with these keys."""
    try:
        if is_public_key(key) and len(decoded(secret)) == 16:
            return
    except (ValueError, binascii.Error):
        pass
    raise Unreadable("expected the keys p256dh and auth of a push subscription")


class Pusher:
    """Pushes to browsers. Without HONJIN_ORIGIN, which identifies the sender, it does not."""

    def __init__(self, settings: Settings, secret: str) -> None:
        self._settings, self._secret = settings, secret
        self.local = read_places(settings.push_local)
        self._session: aiohttp.ClientSession | None = None
        self._signed: dict[str, tuple[float, str]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)

    @property
    def is_there(self) -> bool:
        """Whether this server pushes."""
        return bool(self._settings.origin)

    @property
    def public(self) -> str:
        """The public key in the form that browsers need; empty if nothing is pushed."""
        return self._public if self.is_there else ""

    @cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return signing_key(self._settings.vapid_key, self._secret)

    @cached_property
    def _public(self) -> str:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    async def push(
        self, device: Device, body: bytes, *, topic: str, ttl: int, urgent: bool = False
    ) -> Outcome:
        """Push to a browser.

        The service keeps the last push of a topic, for up to `ttl` seconds.
        """
        import aiohttp

        assert len(body) <= MAX_BYTES, len(body)
        try:
            origin = read_endpoint(device.endpoint, self.local)
            sealed = await asyncio.to_thread(_encrypted, device, body)
            headers = self._headers(origin, topic, ttl, urgent=urgent)
            async with self._places:
                return await self._post(device.endpoint, sealed, headers)
        except Unreadable:
            return "gone"
        except (aiohttp.ClientError, TimeoutError, OSError) as problem:
            host = urlsplit(device.endpoint).hostname
            log.warning("push by %s failed: %s", host, type(problem).__name__)
            return "failed"

    async def _post(self, url: str, sealed: bytes, headers: dict[str, str]) -> Outcome:
        async with self._open().post(
            url, data=sealed, headers=headers, allow_redirects=False
        ) as answer:
            if 200 <= answer.status < 300:
                return "taken"
            if answer.status in (404, 410):
                return "gone"
            log.warning("push by %s failed: status %d", answer.url.host, answer.status)
            return "failed"

    def _headers(self, origin: str, topic: str, ttl: int, *, urgent: bool) -> dict[str, str]:
        return {
            "Authorization": self._signature(origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(ttl),
            "Topic": topic,
            "Urgency": "high" if urgent else "normal",
        }

    def _signature(self, origin: str) -> str:
        """The header that identifies the sender to a service; renewed twice a day."""
        from py_vapid import Vapid02

        now = time.time()
        made, text = self._signed.get(origin, (0.0, ""))
        if now - made > GOOD / 2:
            claims = {"aud": origin, "sub": self._subject(), "exp": int(now + GOOD)}
            text = Vapid02(self._key).sign(claims)["Authorization"]
            if len(self._signed) > 100:
                self._signed.clear()
            self._signed[origin] = now, text
        return text

    def _subject(self) -> str:
        """The contact for a push service."""
        origin = self._settings.origin
        host = urlsplit(origin).hostname
        return origin if origin.startswith("https:") else f"mailto:honjin@{host}"

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp

        from honjin.server.notifications.resolver import PublicResolver

        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=PublicResolver(self.local), use_dns_cache=False, limit=AT_ONCE
            )
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=aiohttp.ClientTimeout(total=PATIENCE),
                cookie_jar=aiohttp.DummyCookieJar(), trust_env=False,
            )  # fmt: skip
        return self._session


def _encrypted(device: Device, body: bytes) -> bytes:
    from pywebpush import WebPusher

    keys = {"p256dh": device.key, "auth": device.secret}
    sealed = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(body)
    return bytes(sealed["body"])
