"""What the server sends to programs, and about them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from honjin.server.messages.parts import Answer, Body, Name, Scope


class Token(Answer):
    """A token as it is listed, without its secret. `used` is accurate to a minute, or 0."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    made: int
    used: int = 0


class TokenList(Answer):
    """GET /api/tokens: the caller's tokens, the newest first; `program` as in Me."""

    tokens: tuple[Token, ...]
    program: bool = False


class NewToken(Answer):
    """POST /api/tokens: a token that was just made. Its `secret` is shown only this once."""

    token: Token
    secret: str


class BeProgram(Body):
    """POST /api/me/program: mark the caller as a program, or as a person again."""

    program: bool


class MakeToken(Body):
    """POST /api/tokens: make a token with which a program acts for the caller.

    `read` lets it see what the caller sees; `play` lets it act, if the caller is marked as a
    program; `challenge` lets it open tables, and take, leave or decline seats of tables that have
    not begun.
    """

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)]


class RevokeToken(Body):
    """POST /api/tokens/revoke: revoke a token of the caller."""

    id: Annotated[str, Meta(min_length=1, max_length=16)]
