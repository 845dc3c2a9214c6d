"""Dice that nobody can bend: the server commits to a secret, then browsers add their nonces.

    commit  = SHA-256(secret)                       published when the table opens; hex
    key     = secret                                32 bytes
    message = "<nonce of seat 0>,<nonce of seat 1>,...|<n>|<attempt>"    ASCII
    value   = HMAC-SHA256(key, message)             read as a 256-bit big-endian number
    ticket  = value mod total

The nonce of a seat is hex, as its browser sent it; "0" if none was sent: for a bot, or for a
program that goes without. `n` counts the draws of a table from 1 and is never used twice, even
after a draw was undone. `attempt` counts from 0: a value at or above the largest multiple of
`total` that is at most 2**256 is thrown away and the next attempt made, so every ticket is equally
likely. The outcomes of a chance turn are listed with integer weights in the game's order; `total`
is the sum of the weights, and the ticket selects the first outcome at which the running sum of
weights exceeds it. A turn with one outcome needs no draw.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

_SPAN: Final = 1 << 256


def commitment(secret: str) -> str:
    """The commitment published before the game: the SHA-256 of the secret's bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def ticket(secret: str, nonces: Sequence[str], n: int, total: int) -> int:
    """Draw `n` of a table: a number from 0 to total - 1.

    >>> ticket("00" * 32, ("a", "b"), 1, 6)
    4
    """
    if total < 1:
        raise ValueError(f"a draw needs a total of at least 1, not {total}")
    key, prefix, limit, attempt = bytes.fromhex(secret), ",".join(nonces), _SPAN - _SPAN % total, 0
    while True:
        message = f"{prefix}|{n}|{attempt}".encode("ascii")
        value = int.from_bytes(hmac.digest(key, message, "sha256"), "big")
        if value < limit:
            return value % total
        attempt += 1
