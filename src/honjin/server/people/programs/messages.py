"""What the server sends to programs, and about them."""

from __future__ import annotations

from honjin.server.messages.parts import Answer, Scope
from honjin.server.tables.messages.tables import (
    Control,
    Outcome,
    TableRow,
)


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


class Challenge(Answer):
    """Seat `seat` of table `id` is reserved: `by` invites the person called `to` to a game.

    `who` is the handle of `by`. The challenge expires at `until`; 0 if it does not.
    """

    id: str
    game: str
    options: dict[str, str | bool]
    seat: int
    by: str
    to: str
    time: Control | None = None
    rated: bool = False
    who: str = ""
    until: int = 0


class Challenges(Answer):
    """GET /api/challenges: the seats reserved for the caller, and those reserved by the caller.

    `ready` are tables where the caller is expected: from a pool, a tournament, or a next game.
    """

    received: tuple[Challenge, ...]
    sent: tuple[Challenge, ...]
    ready: tuple[TableRow, ...] = ()


class Begun(Answer):
    """Event `begun`: a game in which the caller holds `seats` has begun."""

    id: str
    game: str
    options: dict[str, str | bool]
    seats: tuple[int, ...]


class YourTurn(Answer):
    """Event `turn`: a seat of the caller can act, from `version` of its view on.

    If `awaited`, the game waits for it; otherwise it may act but need not, as in trading.
    """

    id: str
    seat: int
    version: int
    awaited: bool = False


class Ended(Answer):
    """Event `over`: a game in which the caller holds `seats` is over."""

    id: str
    game: str
    seats: tuple[int, ...]
    outcome: Outcome | None = None


class Embedding(Answer):
    """GET /oembed: how to embed a table in another page, as in oEmbed 1.0 (type rich)."""

    type: str
    version: str
    title: str
    provider_name: str
    provider_url: str
    html: str
    width: int
    height: int
    cache_age: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int
