"""The server of Rally the Troops as its own documentation sets it up for production."""

from __future__ import annotations

import contextlib
import shutil
import socket
import sqlite3
import sys
import time
from pathlib import Path
from typing import Final

from bench.server.serving import Server

TITLE: Final = "field-cloth-gold"
PATIENCE: Final = 20.0
"""Seconds until the server has to listen."""


def need_rally(folder: Path) -> None:
    """Exit unless a folder holds the server, its packages and the title."""
    needed = ("server.js", "schema.sql", "node_modules/ws", f"public/{TITLE}/rules.js")
    for name in needed:
        if not (folder / name).exists():
            sys.exit(
                f"expected Rally the Troops in {folder}, with {name}; see python -m bench.peers -h"
            )


def rally(folder: Path, node: Path, core: int, data: str, players: int) -> Server:
    """The server with that many players, each logged in by the player's number."""
    database = Path(data) / "db"
    _make_database(folder, database, players)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # Each order is written to the standard output.
    shell = 'cd "$0" && exec "$1" server.js > "$2"'
    server = Server(
        [shutil.which("sh") or "sh", "-c", shell, str(folder), str(node), str(Path(data) / "log")],
        {core}, HTTP_HOST="127.0.0.1", HTTP_PORT=str(port), DATABASE=str(database),
    )  # fmt: skip
    server.port = port
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return server
        time.sleep(0.1)
    server.stop()
    raise SystemExit(f"Rally the Troops in {folder} did not listen within {PATIENCE:.0f} s")


def _make_database(folder: Path, database: Path, players: int) -> None:
    numbers = range(1, players + 1)
    with contextlib.closing(sqlite3.connect(database)) as base:
        base.execute("PRAGMA journal_mode=WAL")
        base.executescript((folder / "schema.sql").read_text())
        base.execute("INSERT INTO titles (title_id, title_name) VALUES (?, ?)", (TITLE, TITLE))
        rows = [(n, f"player {n}", f"p{n}@example.org") for n in numbers]
        base.executemany("INSERT INTO users (user_id, name, mail) VALUES (?, ?, ?)", rows)
        logins = "INSERT INTO logins VALUES (?, ?, julianday() + 28)"
        base.executemany(logins, [(n, n) for n in numbers])
        base.commit()
