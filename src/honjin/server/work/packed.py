"""Public answers, compressed once and cached."""

from __future__ import annotations

import asyncio
import gzip
from typing import Final

MAX_KEPT: Final = 64
_LEVEL: Final = 6


class Packed:
    """The compressed forms of public answers."""

    def __init__(self) -> None:
        self._small: dict[bytes, bytes] = {}

    async def compressed(self, tag: bytes, body: bytes) -> bytes:
        """The body with that tag, compressed once."""
        found = self._small.get(tag)
        if found is None:
            found = await asyncio.to_thread(gzip.compress, body, _LEVEL, mtime=0)
            if len(self._small) >= MAX_KEPT:
                self._small.clear()
            self._small[tag] = found
        return found
