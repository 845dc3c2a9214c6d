"""Limits on connections: per address, and in all. Some files must be left to be opened."""

from __future__ import annotations

from collections import Counter
from typing import Final

from honjin.server.web.addresses import is_proxy, one_address

SPARED: Final = 100
"""The number of files reserved for the database and anything else a server opens."""
FEWEST: Final = 20
MAX_FILES: Final = 16_384


class Door:
    """Lets connections in as long as there is room. `each` 0: any number from an address."""

    def __init__(self, most: int, each: int, proxies: str = "") -> None:
        self.most, self.each = most, each
        self._proxies = proxies
        self._inside: Counter[str] = Counter()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, host: str) -> bool:
        """Whether there is room for one more from this host; if so it is counted."""
        address = one_address(host)
        limited = self.each and not is_proxy(host, self._proxies)
        if self._count >= self.most or (limited and self._inside[address] >= self.each):
            if not self._inside[address]:
                del self._inside[address]
            return False
        self._count += 1
        self._inside[address] += 1
        return True

    def leave(self, host: str) -> None:
        """Note that a connection from this host is gone."""
        address = one_address(host)
        self._count -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


def more_files() -> int:
    """The number of files that may be open at once, raised as far as the system allows."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return MAX_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        hard = MAX_FILES
    wanted = min(max(soft, MAX_FILES), hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return soft if soft != resource.RLIM_INFINITY else MAX_FILES


def room_for(files: int) -> int:
    """The number of connections allowed when `files` files may be open."""
    return max(FEWEST, min(files, MAX_FILES) - SPARED)
