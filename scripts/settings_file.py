"""Print deploy/honjin.env: every setting with its description, for hosts to change.

    .venv/bin/python scripts/settings_file.py >deploy/honjin.env

Those in `SET` are set there; the others are commented out, with their defaults.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from honjin.server.settings import table

SET: Final = {
    "HONJIN_ORIGIN": "https://honjin.example",
    "HONJIN_PROXY": "127.0.0.1,::1",
    "HONJIN_DATA": "/var/lib/honjin",
    "HONJIN_CACHE": "/var/cache/honjin",
}
OTHERS: Final = [
    ("HONJIN_CACHE", "", "folder for compiled code; else your user cache folder"),
    ("HONJIN_GAMES", "", "modules of games of your own, comma-separated"),
]
"""Variables that every command reads, not only the server."""
HEAD: Final = """\
# Settings of Honjin: copy this file to /etc/honjin/honjin.env, or for Compose to deploy/.env, where
# only root can read it, since it will hold passwords. Remove the # before each setting that you
# change, and put values that have a blank or one of $ & ; # in single quotes. Append _FILE to the
# name of a password or key to name a file that contains it, which the user honjin can read.
"""


def lines() -> Iterator[str]:
    """The lines of the file."""
    yield HEAD
    for name, default, about in [*table(), *OTHERS]:
        yield from textwrap.wrap(about, 100, initial_indent="# ", subsequent_indent="# ")
        yield f"{name}={SET[name]}\n" if name in SET else f"#{name}={default}\n"


if __name__ == "__main__":
    print("\n".join(lines()), end="")
