"""The tokens by which programs act for a person: what they look like, and what they open.

A token is shown once, when it is made. Kept is its hash: it is random enough that nobody finds it
by trying, so the plain hash is a key to look it up by, and looking it up tells nothing by its time.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Final, get_args

from honjin.server.messages import refusals as no
from honjin.server.messages.protocol import Scope

MARK: Final = "hnj_"
"""Every token begins so: it is found where it should not be, such as in an address."""
_FORM: Final = re.compile(rf"{MARK}[A-Za-z0-9_-]{{43}}")
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)


def new_token() -> str:
    """A token of 256 random bits."""
    return MARK + secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def read_bearer(header: str) -> str:
    """The token of a header Authorization; UnknownToken when it holds none of ours.

    >>> read_bearer("Bearer hnj_" + "a" * 43)[:6]
    'hnj_aa'
    """
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not _FORM.fullmatch(token):
        raise no.UnknownToken("expected `Authorization: Bearer hnj_…`, got something else")
    return token


def write_scopes(scopes: Iterable[Scope]) -> str:
    """Scopes as they are kept, each once and in their order.

    >>> write_scopes(["challenge", "read", "read"])
    'read challenge'
    """
    return " ".join(scope for scope in SCOPES if scope in set(scopes))


def read_scopes(text: str) -> tuple[Scope, ...]:
    """Kept scopes, as far as they are known."""
    return tuple(scope for scope in SCOPES if scope in text.split())
