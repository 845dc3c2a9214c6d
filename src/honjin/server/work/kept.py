"""A cache of limited size for values that are expensive to make; the oldest are dropped."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

OVERHEAD: Final = 500
"""The approximate bytes that an entry takes in addition to its value."""


class ByteCache:
    """Bytes by key, `most` of them in all."""

    def __init__(self, most: int) -> None:
        self._most, self.size = most, 0
        self._kept: dict[Hashable, bytes] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> bytes | None:
        """The value under a key, or None; it becomes the youngest."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found
        return found

    def put(self, key: Hashable, value: bytes) -> bytes:
        """Store a value, and return it; the least recently used make room."""
        before = self._kept.pop(key, None)
        self.size += len(value) + OVERHEAD - (0 if before is None else len(before) + OVERHEAD)
        self._kept[key] = value
        while self.size > self._most and self._kept:
            oldest = next(iter(self._kept))
            self.size -= len(self._kept.pop(oldest)) + OVERHEAD
        return value
