"""Addresses: which count as one for a limit, and which proxies are trusted."""

from __future__ import annotations

import ipaddress
import re
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

PREFIX: Final = 64
"""The owner of one IPv6 address has all with the same first 64 bits."""
_ORIGIN: Final = re.compile(
    r"https?://(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?"
)
_THIS_MACHINE: Final = "127.0.0.1,::1"
_YES: Final = {"1", "yes", "true", "on"}
_NO: Final = {"", "0", "no", "false", "off"}


HOUR: Final = 3600.0
_MAX_KEPT: Final = 20_000


class LastAddresses:
    """The address of each person's last post to this process: kept for an hour, in memory only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[str, tuple[str, float]] = {}
        """The longest ago come first."""

    def note(self, person: str, address: str) -> None:
        """Keep the address of a post."""
        self._last.pop(person, None)
        self._last[person] = address, self._clock()
        oldest = next(iter(self._last))
        while len(self._last) > _MAX_KEPT or self._last[oldest][1] < self._clock() - HOUR:
            del self._last[oldest]
            oldest = next(iter(self._last))

    def of(self, person: str) -> str:
        """A person's last address; the person in its place if it is not known."""
        return self._last.get(person, (person, 0.0))[0]


@lru_cache(2_000)
def one_address(host: str) -> str:
    """The key under which limits count an address: itself, or the /64 of an IPv6 address."""
    try:
        found = ipaddress.ip_address(host[:60].partition("%")[0])
    except ValueError:
        return host[:60]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, PREFIX), strict=False))
    return str(found)


def address_of(scope: Mapping[str, Any]) -> str:
    """Return the address that a request came from, as limits count it."""
    client = scope.get("client")
    return one_address(client[0]) if client else ""


def read_proxies(text: str) -> str:
    """Addresses and networks of proxies, separated by commas; ValueError names what is neither.

    `1`, the value of former versions, means a proxy on this machine.

    >>> read_proxies("1")
    '127.0.0.1,::1'
    >>> read_proxies("10.0.0.5, fd00::/8")
    '10.0.0.5,fd00::/8'
    """
    if text.strip().lower() in _NO:
        return ""
    if text.strip().lower() in _YES:
        return _THIS_MACHINE
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        ipaddress.ip_network(part)
    return ",".join(parts)


def is_proxy(host: str, proxies: str) -> bool:
    """Whether a host is one of the trusted proxies."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return any(found in ipaddress.ip_network(part) for part in proxies.split(",") if part)


def is_origin(text: str) -> bool:
    """Whether a string has the form of a site's address: scheme, host and perhaps a port.

    >>> is_origin("https://honjin.example:8443"), is_origin("https://honjin.example/t")
    (True, False)
    """
    return _ORIGIN.fullmatch(text) is not None


def is_page(text: str) -> bool:
    """Whether a string is the address of a page that a browser can open.

    >>> is_page("https://honjin.example/imprint?lang=de"), is_page("javascript:alert(1)")
    (True, False)
    """
    return re.fullmatch(r"https?://[^\s\"<>]+", text) is not None


def is_mailbox(text: str) -> bool:
    """Whether a string is an email address, as a host would write it.

    >>> is_mailbox("host@honjin.example"), is_mailbox("honjin.example")
    (True, False)
    """
    return re.fullmatch(r"[^\s@\"<>?&]+@[^\s@\"<>?&]+", text) is not None


def read_places(text: str) -> frozenset[str]:
    """Servers as `host:port`, separated by commas; ValueError names the first that is not one.

    >>> sorted(read_places("127.0.0.1:9001, push.lan:443"))
    ['127.0.0.1:9001', 'push.lan:443']
    """
    found = frozenset(part.strip().lower() for part in text.split(",") if part.strip())
    for one in found:
        host, _, port = one.rpartition(":")
        if not (host and port.isdecimal() and 0 < int(port) < 65_536):
            raise ValueError(repr(one[:80]))
    return found
