"""What the server tells programs, and of them."""

from __future__ import annotations

from honjin.server.messages.parts import Answer, Scope
from honjin.server.messages.tables import Control, Outcome, TableRow


class Token(Answer):
    """A token as it is listed: never the token itself. `used` is within a minute, or 0."""

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
    """POST /api/tokens: a token that was just made. Its `secret` is told this once."""

    token: Token
    secret: str


class Challenge(Answer):
    """Seat `seat` of table `id` is reserved: `by` asks the person called `to` for a game.

    `who` is the other one's handle. It expires at `until`; 0 where it does not.
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
    """GET /api/challenges: the seats reserved for the caller, and those that he reserved.

    `ready` are tables that wait for the caller to come: of a pool, of a tournament, the next game.
    """

    received: tuple[Challenge, ...]
    sent: tuple[Challenge, ...]
    ready: tuple[TableRow, ...] = ()


class Begun(Answer):
    """Event `begun`: the game runs in which the caller holds `seats`."""

    id: str
    game: str
    options: dict[str, str | bool]
    seats: tuple[int, ...]


class YourTurn(Answer):
    """Event `turn`: a seat of the caller can act, from `version` of its view on.

    With `awaited` the game waits for it; else it may let the others go on, as with trade.
    """

    id: str
    seat: int
    version: int
    awaited: bool = False


class Ended(Answer):
    """Event `over`: the game is over in which the caller holds `seats`."""

    id: str
    game: str
    seats: tuple[int, ...]
    outcome: Outcome | None = None


class Embedding(Answer):
    """GET /oembed: how a table is shown on a page elsewhere, as oEmbed 1.0 has it (rich)."""

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
