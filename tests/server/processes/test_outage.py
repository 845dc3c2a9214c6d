"""An outage of a real PostgreSQL under a real server, as its log tells it."""

from __future__ import annotations

import http.client
import re
import signal
import threading
import time
from pathlib import Path

import pytest

from server.databases import private_cluster
from server.real.server_process import Server

PATIENCE = 30.0
SECONDS = 4.0
"""How long the database is away."""


def status(port: int) -> int:
    """What a visitor of the lobby is answered."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        line.request("GET", "/api/tables")
        return line.getresponse().status
    finally:
        line.close()


def visit(port: int, until: threading.Event) -> None:
    """Come back all the time, as the open pages of a club do."""
    while not until.wait(0.05):
        status(port)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_an_outage_is_two_lines_in_the_log(tmp_path: Path, workers: int, how: str) -> None:
    """However many visitors, processes and background tasks notice it: its start and its end."""
    left = threading.Event()
    with private_cluster() as cluster, (tmp_path / "log").open("w+", encoding="utf-8") as log:
        server = Server(tmp_path, log, DATABASE=cluster.url, WORKERS=str(workers))
        visitor = threading.Thread(target=visit, args=(server.port, left))
        visitor.start()
        try:
            time.sleep(1.0)
            cluster.stop(how)
            time.sleep(SECONDS)
            assert 503 == status(server.port)
            cluster.start()
            end = time.monotonic() + PATIENCE
            while "works again" not in (tmp_path / "log").read_text("utf-8"):
                assert time.monotonic() < end, (tmp_path / "log").read_text("utf-8")
                time.sleep(0.1)
            time.sleep(3.0)  # stragglers
            assert 200 == status(server.port)
        finally:
            left.set()
            visitor.join()
            server.end(signal.SIGTERM)
        lost, back = (tmp_path / "log").read_text("utf-8").splitlines()
    assert " ERROR honjin.server.work.outages: the database does not work: " in lost
    found = re.search(r"outages: the database works again after (\d+) seconds$", back)
    assert found is not None, back
    assert SECONDS - 2 < int(found[1]) < PATIENCE
