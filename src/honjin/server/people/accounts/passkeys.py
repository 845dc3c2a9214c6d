"""Passkeys: the request to a browser, and the check of its answer (WebAuthn Level 3).

The challenge is found in the answer, and was stored when it was issued: each is valid for one
answer, from the same browser, for one purpose. Everything else is checked by `webauthn`, which is
loaded when it is first needed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

from honjin.server.messages.refusals import NoLogin, NoPasskeys, Refused, Unreadable
from honjin.server.people.accounts.logins import Passkey
from honjin.server.people.accounts.messages import Credential

GOOD: Final = 5 * 60 * 1000
"""Milliseconds for which a challenge is valid."""
TIMEOUT: Final = 120_000


class RelyingParty(NamedTuple):
    """The relying party: the site's address, and its domain."""

    origin: str
    domain: str


class Verified(NamedTuple):
    """A new passkey: the authenticator's id, its public key, its count."""

    credential: bytes
    key: bytes
    counter: int


class _ClientData(msgspec.Struct):
    challenge: str


def party(origin: str) -> RelyingParty:
    """The party of an address; NoPasskeys where browsers cannot make passkeys."""
    host = urlsplit(origin).hostname or ""
    is_safe = origin.startswith("https://") or host == "localhost"
    if not is_safe or ":" in host or host.replace(".", "").isdigit():
        raise NoPasskeys(f"passkeys need https and a name for the site, got {origin[:80]!r}")
    return RelyingParty(origin, host)


def new_challenge() -> bytes:
    """A challenge that nobody can guess."""
    from webauthn.helpers import generate_challenge

    return generate_challenge()


def to_make(
    to: RelyingParty, challenge: bytes, person: str, name: str, known: Sequence[Passkey]
) -> dict[str, Any]:
    """A browser's options for making a passkey; `known` are those that it need not make again."""
    import webauthn as w
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = w.generate_registration_options(
        rp_id=to.domain, rp_name="Honjin", user_name=name, user_display_name=name,
        user_id=person.encode(), challenge=challenge, timeout=TIMEOUT,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one.credential) for one in known],
    )  # fmt: skip
    return _as_dict(w.options_to_json(options))


def to_show(to: RelyingParty, challenge: bytes) -> dict[str, Any]:
    """A browser's options for presenting a passkey; the person chooses which."""
    import webauthn as w
    from webauthn.helpers.structs import UserVerificationRequirement

    options = w.generate_authentication_options(
        rp_id=to.domain, challenge=challenge, timeout=TIMEOUT,
        user_verification=UserVerificationRequirement.PREFERRED,
    )  # fmt: skip
    return _as_dict(w.options_to_json(options))


def _as_dict(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def challenge_of(credential: Credential) -> bytes:
    """The challenge that an answer is for; Unreadable if it names none."""
    try:
        data = msgspec.json.decode(_bytes(credential.response.client_data), type=_ClientData)
        return _bytes(data.challenge)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise Unreadable(f"expected the data of a passkey: {problem}") from None


def id_of(credential: Credential) -> bytes:
    """The authenticator's id of a passkey."""
    return _bytes(credential.raw_id)


def _bytes(text: str) -> bytes:
    from webauthn import base64url_to_bytes

    try:
        return base64url_to_bytes(text)
    except ValueError:
        raise Unreadable("expected base64url") from None


def check_made(to: RelyingParty, challenge: bytes, credential: Credential) -> Verified:
    """The passkey that a browser has made; NoLogin if it is not valid."""
    import webauthn as w

    try:
        done = w.verify_registration_response(
            credential=_told(credential), expected_challenge=challenge, expected_rp_id=to.domain,
            expected_origin=to.origin,
        )  # fmt: skip
    except Exception as problem:  # whatever its parsers stumble over
        raise _refused(problem) from None
    return Verified(done.credential_id, done.credential_public_key, done.sign_count)


def check_shown(
    to: RelyingParty, challenge: bytes, credential: Credential, known: Passkey | None
) -> int:
    """The new count of a passkey; NoLogin if its owner did not present it.

    An unknown passkey is checked in the same way, against a key whose private half was discarded:
    neither the answer nor the work tells which passkeys are known. Whether the count has risen is
    checked where it is recorded, since `webauthn` would do so before it checks the signature.
    """
    import webauthn as w

    try:
        done = w.verify_authentication_response(
            credential=_told(credential), expected_challenge=challenge, expected_rp_id=to.domain,
            expected_origin=to.origin, credential_current_sign_count=0,
            credential_public_key=known.key if known else _nobodys_key(),
        )  # fmt: skip
    except Exception as problem:  # likewise
        raise _refused(problem) from None
    handle = credential.response.user_handle
    if known is None or (handle is not None and _bytes(handle) != known.person.encode()):
        raise NoLogin("the passkey was not accepted: it belongs to another account")
    return done.new_sign_count


@lru_cache(1)
def _nobodys_key() -> bytes:
    """A public key as authenticators encode it (COSE, ES256)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from webauthn.helpers import encode_cbor

    numbers = ec.generate_private_key(ec.SECP256R1()).public_key().public_numbers()
    x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
    return encode_cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})


def _told(credential: Credential) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(credential)
    return found


def _refused(problem: Exception) -> Refused:
    return NoLogin(f"the passkey was not accepted: {type(problem).__name__}")
