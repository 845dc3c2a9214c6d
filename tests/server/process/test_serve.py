"""The real server as people start it: its output, its shutdown, and a schema test."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from postbox import mail_server
from server.real.server_process import Server

CHECKS = """
# A body of more bytes than an address takes is refused before it is read.
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]

# What is there for the house's people alone answers others as if nothing were there.
[[operations]]
include-path-regex = "^/api/admin"
checks.unsupported_method.enabled = false
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path)
    yield found
    if found.process.poll() is None:
        found.end(signal.SIGKILL)


@pytest.fixture
def named_server(tmp_path: Path) -> Iterator[Server]:
    """A server that knows its public name, and sends mails."""
    with mail_server() as (_, settings):
        more = {name.upper(): str(value) for name, value in settings.items()}
        found = Server(tmp_path / "named", ORIGIN="http://localhost", **more)
        yield found
        if found.process.poll() is None:
            found.end(signal.SIGKILL)


def ask(server: Server, path: str, **headers: str) -> Any:
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", headers=headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())


@pytest.mark.slow
def test_the_address_is_printed_when_it_can_be_called(server: Server) -> None:
    """The first call succeeds at once."""
    assert ask(server, "/api/health")["tables"] == 0


@pytest.mark.slow
def test_a_taken_port_is_one_line(server: Server, tmp_path: Path) -> None:
    """No traceback, and an exit code other than 0."""
    env = os.environ | {"HONJIN_PORT": str(server.port), "HONJIN_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "honjin.server"]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"honjin: port {server.port} is taken; choose another with --port\n" == done.stderr


@pytest.mark.slow
def test_it_stops_at_once_though_windows_are_open(server: Server) -> None:
    """Streams are ended by the server, not waited for."""
    post = {"content-type": "application/json"}
    body = json.dumps({"game": "madeup"}).encode()
    url = f"http://127.0.0.1:{server.port}/api/tables"
    with urllib.request.urlopen(urllib.request.Request(url, body, post), timeout=10) as answer:
        table = json.loads(answer.read())["id"]
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        line.sendall(f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        heard = b""
        while b"event: view" not in heard:  # in as many pieces as the network likes
            heard += line.recv(100_000)
        began = time.monotonic()
        server.end(signal.SIGTERM)
        assert time.monotonic() - began < 3
        while line.recv(100_000):
            pass


@pytest.mark.slow
def test_schemathesis_finds_nothing(named_server: Server, tmp_path: Path) -> None:
    """Generated from the OpenAPI document: statuses, types and bodies are as it says.

    Left out: that whatever fits a schema is accepted (a record must also be playable), and the
    endless streams of events. Without a name of the site passkeys would answer 501, and without
    a mail server so would links by mail.
    """
    config = tmp_path / "schemathesis.toml"
    config.write_text(CHECKS)
    command = [
        str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(config), "run",
        f"http://127.0.0.1:{named_server.port}/api/openapi.json", "--max-examples", "10",
        "--exclude-checks", "positive_data_acceptance", "--request-timeout", "60",
        "--exclude-path", "/api/tables/{id}/events", "--exclude-path", "/api/stream",
        "--exclude-path", "/api/seek/events", "--no-color",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=900)
    # The report ends with warnings and all requests; failures come before them.
    found = done.stdout.partition("= FAILURES =")[2] or done.stdout
    assert done.returncode == 0, found[:6000]
