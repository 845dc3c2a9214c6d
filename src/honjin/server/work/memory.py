"""How the server's process keeps its memory."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Final

_MMAP_THRESHOLD: Final = -3
_ARENA_MAX: Final = -8
"""M_MMAP_THRESHOLD and M_ARENA_MAX of mallopt(3)."""

LARGE: Final = 1_000_000
"""Blocks of so many bytes are mapped on their own."""
HEAPS: Final = 2


def give_back_large_blocks() -> None:
    """Have glibc give each large block back to the system when it is freed.

    Left alone, glibc stops doing so for blocks as large as one that was freed, up to 32 MB. The
    trees of searches, made and freed by several threads, then leave holes that nothing fits into:
    a server whose coach was asked all the time grew by 20 to 190 MB in a quarter of a minute. Nor
    has every thread a heap of its own, which none of the others would fill.

    Other C libraries are left as they are.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, LARGE)
        mallopt(_ARENA_MAX, HEAPS)


def resident_memory(process: int | None = None) -> int:
    """The memory that this or another process holds, in bytes; 0 where the system does not tell."""
    try:
        pages = Path(f"/proc/{process or 'self'}/statm").read_text("ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
