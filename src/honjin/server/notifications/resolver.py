"""Names resolved for outgoing posts: to public Internet addresses only.

In a module of its own because aiohttp takes a quarter of a second to import, and most servers push
nothing.
"""

from __future__ import annotations

import asyncio
import socket

from aiohttp.abc import AbstractResolver, ResolveResult

from honjin.server.notifications.endpoints import is_public


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses only; names in `local` may have any."""

    def __init__(self, local: frozenset[str] = frozenset()) -> None:
        self._local = local

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses; OSError if none is allowed."""
        loop = asyncio.get_running_loop()
        rows = await loop.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
        is_local = f"{host}:{port}" in self._local
        found: list[ResolveResult] = [
            {"hostname": host, "host": str(place[0]), "port": port, "family": kind, "proto": proto,
             "flags": socket.AI_NUMERICHOST}
            for kind, _, proto, _, place in rows if is_local or is_public(str(place[0]))
        ]  # fmt: skip
        if not found:
            raise OSError(f"{host} has no public address")
        return found

    async def close(self) -> None:
        """Do nothing: there is no state."""
