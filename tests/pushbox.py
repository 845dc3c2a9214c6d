"""A real push service on loopback, for tests: it checks who pushes, and reads as browsers do."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 20.0
CURVE = ec.SECP256R1()


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Push:
    """One push that was taken: to whom, what it says, and its headers."""

    to: str
    says: dict[str, Any]
    headers: dict[str, str]


@dataclass
class Subscription:
    """What a browser makes of its own keys and of the house's public key."""

    name: str
    endpoint: str
    house: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def message(self) -> dict[str, str]:
        """How a page tells of it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "key": encoded(point), "secret": encoded(self.secret)}


class PushBox:
    """All that was pushed. `answer` is the status that the service gives."""

    def __init__(self, port: int) -> None:
        self.port, self.answer = port, 201
        self.pushed: list[Push] = []
        self.problems: list[str] = []
        self._known: dict[str, Subscription] = {}

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def subscribe(self, name: str, house: str) -> Subscription:
        """A browser subscribes, with the house's public key."""
        found = Subscription(name, f"http://{self.place}/push/{name}", house)
        self._known[f"/push/{name}"] = found
        return found

    def take(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Read a push as a browser would; what is wrong with it is noted."""
        try:
            found = self._known[path]
            assert len(body) <= 1_200
            assert headers["content-encoding"] == "aes128gcm"
            assert 60 <= int(headers["ttl"]) <= 28 * 24 * 3600
            assert len(headers["topic"]) <= 32
            self._must_be_signed(found, headers["authorization"])
            text = http_ece.decrypt(
                body, private_key=found.key, auth_secret=found.secret, version="aes128gcm"
            )
            if self.answer < 300:
                self.pushed.append(Push(found.name, json.loads(text), headers))
        except Exception as problem:
            self.problems.append(f"{type(problem).__name__}: {problem}")
            return 400
        return self.answer

    def _must_be_signed(self, found: Subscription, text: str) -> None:
        scheme, _, rest = text.partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert (scheme, parts["k"]) == ("vapid", found.house)
        head, claims, signature = parts["t"].split(".")
        raw = decoded(signature)
        numbers = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
        signed = f"{head}.{claims}".encode()
        key.verify(encode_dss_signature(*numbers), signed, ec.ECDSA(hashes.SHA256()))
        said = json.loads(decoded(claims))
        assert said["aud"] == f"http://{self.place}"
        assert 0 < said["exp"] - time.time() <= 24 * 3600
        assert said["sub"].startswith(("mailto:", "https://"))

    def wait(self, n: int = 1) -> Push:
        """The n-th push, as soon as it is there."""
        end = time.monotonic() + PATIENCE
        while len(self.pushed) < n:
            assert not self.problems, self.problems
            assert time.monotonic() < end, self.pushed
            time.sleep(0.02)
        return self.pushed[n - 1]


@contextlib.contextmanager
def push_service() -> Iterator[tuple[PushBox, dict[str, Any]]]:
    """A push service, and the settings that let it be used."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(box.take(self.path, headers, body))
            if box.answer == 307:
                self.send_header("location", f"http://127.0.0.1:{box.port}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        box = PushBox(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield box, {"push_local": box.place}
        finally:
            server.shutdown()
            thread.join(PATIENCE)
