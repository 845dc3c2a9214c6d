"""Starts the server with a bound on the size of its files: `started.py <bytes, or 0>`."""

from __future__ import annotations

import sys

from honjin.core.errors import HonjinError
from honjin.server.serve import serve


def bound(size: int) -> None:
    """No file may grow beyond this: the system says so as it does when a disk is full."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


if __name__ == "__main__":
    if int(sys.argv[1]):
        bound(int(sys.argv[1]))
    try:
        serve()
    except HonjinError as problem:
        sys.exit(f"honjin: {problem}")
