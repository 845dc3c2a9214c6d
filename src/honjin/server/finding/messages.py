"""The messages of pools and challenges."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from honjin.server.messages.parts import Answer, Body
from honjin.server.tables.clocks.control import Control
from honjin.server.tables.messages.answers import Challenge, TableRow

PoolKey = Annotated[str, Meta(min_length=1, max_length=160)]


class Seek(Body):
    """POST /api/seek: wait in a pool for opponents, leaving any other pool.

    After `patience` seconds bots take the seats that are still free, alongside others who allow
    that.
    """

    pool: PoolKey
    patience: Annotated[int, Meta(ge=5, le=86_400)] | None = None


class Seeking(Answer):
    """GET /api/seek/events, and the answers of POST /api/seek and POST /api/seek/leave.

    There is no `pool` if the caller is not waiting. `waiting` is the number of people in the pool,
    the caller included; opponents are rated from `low` to `high`, or anywhere if these are missing.
    With a `table` a game was found: the caller is expected there until the time `until`. `now` is
    the server's time.
    """

    pool: str = ""
    since: int = 0
    rating: int = 0
    low: int | None = None
    high: int | None = None
    waiting: int = 0
    patience: int | None = None
    table: str = ""
    until: int = 0


class PoolInfo(Answer):
    """A pool: games of a preset with a clock, live or by days; `waiting` people wait in it."""

    key: str
    game: str
    preset: str
    pace: Literal["live", "days"]
    time: Control
    seats: int
    waiting: int = 0


class Pools(Answer):
    """GET /api/pools: all pools, and the one in which the caller waits."""

    pools: tuple[PoolInfo, ...]
    seeking: Seeking


class Challenges(Answer):
    """GET /api/challenges: the seats reserved for the caller, and those reserved by the caller.

    `ready` are tables where the caller is expected: from a pool, a tournament, or a next game.
    """

    received: tuple[Challenge, ...]
    sent: tuple[Challenge, ...]
    ready: tuple[TableRow, ...] = ()
