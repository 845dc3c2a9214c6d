"""Starts the server with a limit on the size of its files: `started.py <bytes, or 0>`."""

from __future__ import annotations

import sys

from honjin.core.errors import HonjinError
from honjin.server.serve import serve


def bound(size: int) -> None:
    """Limit the size of files, so that the system fails as it does when a disk is full."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


if __name__ == "__main__":
    if int(sys.argv[1]):
        bound(int(sys.argv[1]))
    try:
        serve()
    except HonjinError as problem:
        sys.exit(f"honjin: {problem}")
