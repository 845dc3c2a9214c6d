"""The tokens by which programs act for a person: their form and their scopes.

A token is shown once, when it is made, and only its hash is kept. It is random enough that nobody
finds it by trying, so the plain hash serves as the lookup key, and the time of a lookup reveals
nothing.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from typing import Final, get_args

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Scope

MARK: Final = "hnj_"
"""The prefix of every token: a token is recognised where it should not be, as in an address."""
_FORM: Final = re.compile(rf"{MARK}[A-Za-z0-9_-]{{43}}")
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)


def new_token() -> str:
    """A token of 256 random bits."""
    return MARK + secrets.token_urlsafe(32)


def read_bearer(header: str) -> str:
    """The token in an Authorization header; UnknownToken if it holds none of ours.

    >>> read_bearer("Bearer hnj_" + "a" * 43)[:6]
    'hnj_aa'
    """
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not _FORM.fullmatch(token):
        raise no.UnknownToken("expected `Authorization: Bearer hnj_…`, got something else")
    return token


def write_scopes(scopes: Iterable[Scope]) -> str:
    """Scopes in their stored form, each once and in order.

    >>> write_scopes(["challenge", "read", "read"])
    'read challenge'
    """
    return " ".join(scope for scope in SCOPES if scope in set(scopes))


def read_scopes(text: str) -> tuple[Scope, ...]:
    """Stored scopes, without unknown ones."""
    return tuple(scope for scope in SCOPES if scope in text.split())
