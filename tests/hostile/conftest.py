"""A real server in its own process, for tests that attack it.

    def test_something(real_server: RealServer) -> None:
        ann, bob = real_server.visitor(), real_server.visitor("127.0.0.2")
        table = ann.open("rokumon", seats=["me", "open"])

`real_server` has the default limits and all games; `start` starts one with other settings.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attacked import RealServer, Start


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers: `start(folder=..., files=..., HONJIN_AWAY="0")`; all are ended."""
    running: list[RealServer] = []

    def make(folder: Path | None = None, files: int = 0, **settings: str) -> RealServer:
        running.append(RealServer(folder or tmp_path / "data", files, **settings))
        return running[-1]

    yield make
    for one in running:
        one.end()


@pytest.fixture
def real_server(start: Start) -> RealServer:
    """A server with the defaults, on a free port of 127.0.0.1."""
    return start()
