"""Attacks, each in its own process: `hammer.py <port> <attack> <seconds> [table [step]]`.

It prints `begun` when it has begun and, at its end, one line of JSON with its counts.
"""

from __future__ import annotations

import contextlib
import json
import random
import resource
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle

from attacked import Visitor

HOST = "127.0.0.1"

COACHED = {
    "game": "rokumon", "options": {"act": "4"}, "seats": [{"kind": "me"}] * 2, "casual": True,
    "coach": True,
}  # fmt: skip


def line(port: int, source: str = "127.0.0.9") -> socket.socket:
    """A connection from an address of this machine."""
    return socket.create_connection((HOST, port), timeout=60, source_address=(source, 0))


def head(method: str, path: str, *headers: str, length: int = 0) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "host: x", "content-type: application/json", *headers]
    if length:
        lines.append(f"content-length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def answered(one: socket.socket) -> int:
    """The status of the next answer; its body is read to the end. 0: the connection was closed."""
    found = b""
    while b"\r\n\r\n" not in found:
        part = one.recv(65_536)
        if not part:
            return 0
        found += part
    top, _, body = found.partition(b"\r\n\r\n")
    length = 0
    for header in top.split(b"\r\n"):
        if header.lower().startswith(b"content-length:"):
            length = int(header.partition(b":")[2])
    while len(body) < length:
        body += one.recv(1_000_000)
    return int(top[9:12])


# ---------------------------------------------------------------- item by item


def posts() -> list[tuple[str, bytes]]:
    """Texts that cost a parser more than their length suggests, or as much as possible."""
    summits = {"game": "summits", "seats": [{"kind": "me"}]}
    maps = [
        "a" + ".a" * 30_000 + "=1",
        "[a" + ".a" * 29_000 + "]",
        "a = " + "[" * 60_000,
        "a = [" + "1," * 30_000 + "]",
        "a = " + "9" * 4_400,
        "".join(f"a{n}.b.c.d.e=1\n" for n in range(790)),
        'a = "' + "\\n" * 29_000 + '"',
    ]
    found = [
        ("/api/tables", json.dumps(summits | {"options": {"map": text}}).encode()) for text in maps
    ]
    record = {"honjin": 1, "game": "summits", "rules": 1, "options": {"map": maps[0]}}
    found += [("/api/records", json.dumps({"record": json.dumps(record)}).encode())]
    found += [("/api/records", json.dumps({"record": '{"a":' * 300_000}).encode())]
    board = {"game": "akebono", "options": {"board": maps[3]}}
    return [*found, ("/api/tables", json.dumps(board).encode())]


def freeze(port: int, until: float, statuses: Counter[int]) -> None:
    """Posts of texts that are hard to parse, on four connections from four addresses."""

    def post(source: str) -> None:
        while time.monotonic() < until:
            for path, body in posts():
                with contextlib.suppress(OSError), line(port, source) as one:
                    one.sendall(head("POST", path, length=len(body)) + body)
                    statuses[answered(one)] += 1

    in_threads(post, [f"127.0.1.{n}" for n in range(1, 5)])


def reads(port: int, until: float, statuses: Counter[int]) -> None:
    """Every `?since=`, with cookies, addresses and headers of the maximum size."""
    table = sys.argv[4]

    def get(source: str) -> None:
        number = 0
        one = line(port, source)
        while time.monotonic() < until:
            number += 1
            junk = f"{source}-{number:08d}"
            asked = (
                head("GET", f"/api/tables/{table}?since={number % 100_000}"),
                head("GET", f"/api/tables/{table}", f"cookie: honjin={junk}" + "x" * 7_000),
                head(
                    "GET", f"/api/tables/{table}?x={junk}" + "y" * 3_000, f"z: {junk}" + "z" * 9_000
                ),
                head("GET", f"/api/tables/{table}", f"cookie: honjin={junk}" + "x" * 900),
            )
            for request in asked:
                try:
                    one.sendall(request)
                    status = answered(one)
                except OSError:
                    status = 0
                statuses[status] += 1
                if not status:
                    one.close()
                    one = line(port, source)
        one.close()

    in_threads(get, ["127.0.2.1", "127.0.2.2"])


def endless(port: int, until: float, statuses: Counter[int]) -> None:
    """Heads and addresses that never end."""
    while time.monotonic() < until:
        for begin, more in ((b"GET /", b"a" * 60_000), (b"GET / HTTP/1.1\r\nx: ", b"y" * 60_000)):
            with contextlib.suppress(OSError), line(port) as one:
                one.sendall(begin)
                for _ in range(200):
                    one.sendall(more)
                statuses[answered(one)] += 1


def idle(port: int, until: float, statuses: Counter[int]) -> None:
    """Three thousand connections that send nothing or half a request, or read no answer."""
    lines = []
    for n in range(3_000):
        try:
            one = line(port, f"127.0.3.{n % 2 + 1}")
            one.sendall(
                (b"", b"GET /api/me HT", b"POST /api/me HTTP/1.1\r\ncontent-length: 9\r\n\r\n")[
                    n % 3
                ]
            )
            lines.append(one)
        except OSError:
            statuses[-1] += 1
    begun()
    time.sleep(max(0.0, until - time.monotonic()))
    for one in lines:
        one.settimeout(0.5)
        try:
            statuses[answered(one)] += 1
        except TimeoutError:
            statuses[1] += 1  # it is still open
        except OSError:
            statuses[0] += 1


def pictures(port: int, until: float, statuses: Counter[int]) -> None:
    """Every picture and every film of a table, in all formats, and those of lessons; and rules."""
    table, last = sys.argv[4], int(sys.argv[5])
    forms = [
        f"theme={theme}&lang={lang}" for theme in ("light", "dark") for lang in ("en", "ja", "xx")
    ]
    paths = [
        path
        for form in forms
        for n in range(last + 2)
        for path in (
            f"/t/{table}/picture?step={n}&format=png&{form}",
            f"/t/{table}/picture?step={n}&{form}&x={'x' * 3_000}",
            f"/t/{table}/replay?from={n}&to={n + 23}&{form}",
            f"/t/{table}/replay?from=0&to={n}&format=webp&{form}",
            f"/learn/swords/first/picture?format=png&{form}",
            "/api/games/summits/rules",
        )
    ]

    def get(source: str) -> None:
        mine = random.Random(source).sample(paths, len(paths))
        for path in cycle(mine):
            if time.monotonic() > until:
                return
            with contextlib.suppress(OSError), line(port, source) as one:
                one.sendall(head("GET", path))
                statuses[answered(one)] += 1

    in_threads(get, [f"127.0.5.{n}" for n in range(1, 7)])


def coach(port: int, until: float, statuses: Counter[int]) -> None:
    """Guests who ask the coach without end, at one new table after another."""

    def ask(source: str) -> None:
        guest = Visitor(port, source)
        guest.get("/api/me")
        while time.monotonic() < until:
            opened = guest.post("/api/tables", **COACHED)
            statuses[opened.status] += 1
            if opened.status != 200:  # as many as are allowed at once
                time.sleep(0.5)
                continue
            path = f"/api/tables/{opened.json['id']}"
            view = guest.get(path).json
            for what, step in (("advice", 0), ("advice", 0), ("remark", 0), ("remark", 1)):
                asked = {"seat": view["must_act"][0], "step": view["step"] + step}
                statuses[guest.post(f"{path}/coach/{what}", **asked).status] += 1
        guest.close()

    in_threads(ask, [f"127.0.6.{n}" for n in range(1, 6)])


ATTACKS: dict[str, Callable[[int, float, Counter[int]], None]] = {
    "freeze": freeze, "reads": reads, "endless": endless, "idle": idle, "pictures": pictures,
    "coach": coach,
}  # fmt: skip


def in_threads(work: Callable[[str], None], sources: list[str]) -> None:
    threads = [threading.Thread(target=work, args=(source,)) for source in sources]
    for one in threads:
        one.start()
    begun()
    for one in threads:
        one.join()


def begun() -> None:
    sys.stdout.write("begun\n")
    sys.stdout.flush()


def main() -> None:
    port, attack, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8_000)), hard))
    statuses: Counter[int] = Counter()
    ATTACKS[attack](port, time.monotonic() + seconds, statuses)
    sys.stdout.write(json.dumps(statuses) + "\n")


if __name__ == "__main__":
    main()
