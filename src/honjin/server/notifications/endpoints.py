"""Allowed push endpoints: a subscriber names an address that this server then posts to.

It has to be https on its usual port, by a name; and the connection is made only to a public
Internet address that this name has, looked up at that moment, so that no name can lead elsewhere
later. Services in the operator's own network are listed in HONJIN_PUSH_LOCAL.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from honjin.server.messages.refusals import Unreadable

_NAME: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+")
_IN_OTHERS: Final = (
    ipaddress.ip_network("64:ff9b::/96"),  # IPv4 behind a translator
    ipaddress.ip_network("64:ff9b:1::/48"),
)
_EXPECTED: Final = "expected an https address of a push service"


def read_endpoint(text: str, local: frozenset[str] = frozenset()) -> str:
    """The origin of a push service's address; Unreadable if nothing may be posted there."""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:
        raise Unreadable(_EXPECTED) from None
    if parts.username is not None or parts.password is not None or not host:
        raise Unreadable(_EXPECTED)
    usual = {"https": 443, "http": 80}.get(parts.scheme, 0)
    if f"{host}:{port or usual}" in local:
        return f"{parts.scheme}://{parts.netloc}"
    if parts.scheme != "https" or port not in (None, 443) or not _NAME.fullmatch(host):
        raise Unreadable(_EXPECTED)
    if host.rpartition(".")[2].isdecimal():  # an IPv4 address, however written
        raise Unreadable(_EXPECTED)
    return f"https://{host}"


def is_public(address: str) -> bool:
    """Whether an address is one of the public Internet.

    >>> [is_public(a) for a in ("9.9.9.9", "10.0.0.1", "::1", "::ffff:10.0.0.1", "2620:fe::fe")]
    [True, False, False, False, True]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if inner:
            return is_public(str(inner))
        if any(found in network for network in _IN_OTHERS):
            return False
    return found.is_global and not found.is_multicast
