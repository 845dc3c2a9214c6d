"""The key that identifies this server to push services (VAPID, on the curve P-256)."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve."""


def decoded(text: str) -> bytes:
    """Decode base64url, with or without padding; ValueError if it is not."""
    bare = text.rstrip("=")
    if not bare.isascii() or set(bare) & set("+/"):
        raise ValueError("not base64url")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)


def is_private_key(text: str) -> bool:
    """Whether a string is a private key.

    >>> is_private_key("A" * 42 + "E"), is_private_key("A" * 43), is_private_key("no")
    (True, False, False)
    """
    try:
        found = decoded(text)
    except (ValueError, binascii.Error):
        return False
    return len(found) == 32 and 0 < int.from_bytes(found) < _ORDER


def signing_key(given: str, secret: str) -> ec.EllipticCurvePrivateKey:
    """The given key, or one derived from the secret that signs cookies."""
    # Imported where it is used: it takes 7 MB, and many servers never push anything.
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    if given:
        number = int.from_bytes(decoded(given))
    else:
        derived = HKDF(hashes.SHA256(), 48, None, b"honjin.vapid").derive(secret.encode())
        number = int.from_bytes(derived) % (_ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def is_public_key(text: str) -> bool:
    """Whether a string is an uncompressed point of the curve, for which data can be encrypted."""
    from cryptography.hazmat.primitives.asymmetric import ec

    curve = ec.SECP256R1()
    try:
        return bool(ec.EllipticCurvePublicKey.from_encoded_point(curve, decoded(text)))
    except (ValueError, binascii.Error):
        return False
