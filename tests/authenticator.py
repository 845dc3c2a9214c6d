"""An authenticator for tests: makes passkeys and shows them, as a browser passes them on."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

ORIGIN = "http://localhost"


def base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class Authenticator:
    """Has one passkey. `count` rises each time it is shown, if it counts."""

    def __init__(self, origin: str = ORIGIN, *, counts: bool = True) -> None:
        self.origin, self.counts = origin, counts
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.user: str | None = None
        self.count = 0

    def make(self, options: Any) -> dict[str, Any]:
        """Answer to the options of a registration."""
        self.user = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        told = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        data = self._data(options["rp"]["id"], 0x45) + told
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._credential(clientDataJSON=client, attestationObject=attestation)

    def show(self, options: Any) -> dict[str, Any]:
        """Answer to the options of a login."""
        self.count += self.counts
        data = self._data(options["rpId"], 0x05)
        client = self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        shown = self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)
        shown["response"]["userHandle"] = self.user
        return shown

    def _data(self, domain: str, flags: int) -> bytes:
        start = hashlib.sha256(domain.encode()).digest()
        return start + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _credential(self, **response: bytes) -> dict[str, Any]:
        shown: dict[str, Any] = {name: base64(data) for name, data in response.items()}
        name = base64(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": shown}
