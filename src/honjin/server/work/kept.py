"""What is kept because making it again would cost more: up to so many bytes, the oldest goes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

OVERHEAD: Final = 500
"""So many bytes a thing takes beside its own, about."""


class ByteCache:
    """Bytes by key, `most` of them in all."""

    def __init__(self, most: int) -> None:
        self._most, self.size = most, 0
        self._kept: dict[Hashable, bytes] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> bytes | None:
        """What is kept under a key; it becomes the youngest."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def put(self, key: Hashable, value: bytes) -> bytes:
        """Keep a value, and answer it; what was not asked for longest makes room."""
        before = self._kept.pop(key, None)
        self.size += len(value) + OVERHEAD - (0 if before is None else len(before) + OVERHEAD)
        self._kept[key] = value
        while self.size > self._most and self._kept:
            oldest = next(iter(self._kept))
            self.size -= len(self._kept.pop(oldest)) + OVERHEAD
        return value
