"""Honjin behind nginx and Caddy as deploy/ configures them: over TLS and HTTP/2, nothing is lost.

Debian has no Traefik: its file is checked in test_deploy.py, and not started.
"""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from docs.web_servers import DEPLOY, NAME, WEB_SERVERS, WebServer
from honjin.server.experiments.routes import EXPERIMENT_ROUTES
from honjin.server.messages.refusals import TooLarge
from server.real.server_process import Server

LARGEST = max(route.most for route in EXPERIMENT_ROUTES)
AT_ONCE = 5.0
"""Seconds within which an event has arrived; a heartbeat would push it on only after 15."""
SOURCES = {"nginx.conf": "127.0.1", "Caddyfile": "127.0.2"}
"""Networks of this machine from which each is visited, since limits count addresses."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    given = {"PROXY": "127.0.0.1", "ORIGIN": f"https://{NAME}", "LIMITS": "1"}
    found = Server(tmp_path_factory.mktemp("data"), **given)
    yield found
    found.end(signal.SIGTERM)


@pytest.fixture(scope="module", params=WEB_SERVERS)
def front(
    request: Any, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[WebServer, str]]:
    """A web server in front of Honjin, and the network to visit it from."""
    config = (DEPLOY / request.param).read_text("utf-8")
    folder = tmp_path_factory.mktemp("front")
    with WEB_SERVERS[request.param](folder, config, f"127.0.0.1:{server.port}") as found:
        yield found, SOURCES[request.param]


@pytest.fixture
def ann(front: tuple[WebServer, str]) -> Iterator[httpx.Client]:
    with front[0].client(f"{front[1]}.1") as client:
        yield client


def test_a_page_comes_over_http_2(ann: httpx.Client) -> None:
    """The page and its script; the script compressed as the server has it, the API not at all."""
    page = ann.get("/")
    assert (200, "HTTP/2") == (page.status_code, page.http_version)
    script = ann.get("/early.js", headers={"accept-encoding": "br"})
    assert "br" == script.headers["content-encoding"]
    assert "content-encoding" not in ann.get("/api/tables").headers


def test_http_is_sent_to_https(front: tuple[WebServer, str]) -> None:
    """A link with http:// leads to the page under https://."""
    address = f"http://127.0.0.1:{front[0].ports.http}/t/x?y=1"
    answer = httpx.get(address, headers={"host": NAME})
    assert 308 == answer.status_code
    expected = {f"https://{NAME}/t/x?y=1", f"https://{NAME}:{front[0].ports.https}/t/x?y=1"}
    assert answer.headers["location"] in expected


def test_an_action_is_played_and_streamed(ann: httpx.Client) -> None:
    """A table is opened, its stream tells of the action while the stream goes on."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = ann.post("/api/tables", json={"game": "madeup", "seats": seats}).json()["id"]
    with ann.stream("GET", f"/api/tables/{table}/events", timeout=AT_ONCE) as stream:
        lines = stream.iter_lines()
        view = next_view(lines)
        order = {"seat": 0, "do": view["turn"]["choices"][0]["do"], "at": view["version"]}
        done = ann.post(f"/api/tables/{table}/actions", json=order).json()
        assert done["version"] == next_view(lines)["version"] > view["version"]


def next_view(lines: Iterator[str]) -> Any:
    """The next view that a stream brings."""
    for line in lines:
        if line == "event: view":
            return json.loads(next(lines).removeprefix("data: "))
    raise AssertionError


def test_the_largest_upload_arrives(ann: httpx.Client) -> None:
    """The server has read all of it: it finds no experiment in it, not that it is too large."""
    file = b"A" * ((LARGEST - len('{"file":""}')) // 4 * 4)  # in base64
    answer = upload(ann, (b'{"file":"%s"}' % file).ljust(LARGEST))
    assert (422, "/problems/bad-file") == (answer.status_code, answer.json()["type"])


def upload(one: httpx.Client, body: bytes) -> httpx.Response:
    kind = {"content-type": "application/json"}
    return one.post("/api/experiments/file", content=body, headers=kind)


@pytest.mark.parametrize("excess", [1, 3_000_000])
def test_a_larger_upload_is_refused_in_our_words(front: tuple[WebServer, str], excess: int) -> None:
    """By the server or, if it is too large for the proxy, by that: the page can show why.

    Over HTTP/1.1, since httpx waits for ever where HTTP/2 is answered before all was sent.
    """
    with front[0].client(f"{front[1]}.1", http2=False) as ann:
        answer = upload(ann, b" " * (LARGEST + excess))
    told = answer.json()
    assert 413 == answer.status_code
    assert ("/problems/too-large", TooLarge.title) == (told["type"], told["title"])
    assert told["detail"].startswith(f"expected at most {LARGEST} bytes")


def test_the_server_sees_where_requests_come_from(front: tuple[WebServer, str]) -> None:
    """It knows of TLS, and counts the client's address, whatever address the client claims."""
    web, network = front
    with web.client(f"{network}.2") as crowd, web.client(f"{network}.3") as other:
        seen = [introduce(crowd, {"x-forwarded-for": f"10.0.0.{n}"}) for n in range(41)]
        assert [200] * 40 + [429] == [answer.status_code for answer in seen]
        answer = introduce(other, {})
        assert 200 == answer.status_code
        assert "__Host-honjin" in answer.cookies
        assert 404 == other.get("/metrics").status_code  # which this machine alone may read


def introduce(one: httpx.Client, headers: dict[str, str]) -> httpx.Response:
    """Take a name as somebody who was never here."""
    one.cookies.clear()
    return one.post("/api/me", json={"name": "Ann"}, headers=headers)


@pytest.mark.parametrize("file", WEB_SERVERS)
def test_a_server_that_is_away_is_told(file: str, tmp_path: Path) -> None:
    """In both languages, on a page that tries again by itself."""
    config = (DEPLOY / file).read_text("utf-8")
    with WEB_SERVERS[file](tmp_path, config, "127.0.0.1:1") as web, web.client() as ann:
        page = ann.get("/")
    assert (502, "text/html; charset=utf-8") == (page.status_code, page.headers["content-type"])
    for words in ("http-equiv=refresh", "Honjin is not answering", "本陣が応答していません"):
        assert words in page.text


class Twin(BaseHTTPRequestHandler):
    """A process behind the web server: it answers with its own port."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = str(self.server.server_address[1]).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("config", WEB_SERVERS)
def test_a_table_has_one_process(tmp_path: Path, config: str) -> None:
    """Its requests and the streams that a page holds as one, from anywhere; tables are spread."""
    with contextlib.ExitStack() as held:
        twins = [held.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Twin)) for _ in range(2)]
        for one in twins:
            threading.Thread(target=one.serve_forever, daemon=True).start()
            held.callback(one.shutdown)
        ports = " ".join(f"127.0.0.1:{one.server_address[1]}" for one in twins)
        text = (DEPLOY / config).read_text("utf-8")
        front = held.enter_context(WEB_SERVERS[config](tmp_path, text, ports))
        visitors = [held.enter_context(front.client(f"{SOURCES[config]}.{n}")) for n in (3, 4)]
        homes = []
        for n in range(12):
            path = f"/api/tables/abcdefghij{n:02d}"
            together = f"/api/events?of={quote(path, safe='')}%2Fevents%3Fchanges%3D1"
            asked = (path, f"{path}/events?seat=0", f"{path}/actions", f"{path[4:]}", together)
            homes += [{one.get(where).text for one in visitors for where in asked}]
    assert {1} == {len(home) for home in homes}
    assert 2 == len(set.union(*homes))
