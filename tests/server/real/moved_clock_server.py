"""A real server process whose clock is ahead by the milliseconds in a file."""

import os
from pathlib import Path
from typing import Any

from honjin.server import serve
from honjin.server.site import Site, make_site
from honjin.server.work.steady import now_ms

AHEAD = Path(os.environ["HONJIN_DATA"]) / "ahead"


def moved() -> int:
    """The time by that clock."""
    return now_ms() + (int(AHEAD.read_text("utf-8") or 0) if AHEAD.exists() else 0)


def made(*args: Any) -> Site:
    """A site that uses that clock."""
    site = make_site(*args)
    site.time.leapt.clear()  # it counts as time that has passed
    site.time = moved
    return site


if __name__ == "__main__":
    serve.make_site = made
    serve.serve()
