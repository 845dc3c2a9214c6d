"""The journal of a tournament: everything that happened in it, in order, never changed."""

from __future__ import annotations

from typing import Literal

import msgspec

from honjin.server.tournaments.plan import TournamentPlan

Kind = Literal["person", "program", "bot"]
How = Literal["played", "absent", "void"]
"""How a game got its score: it was played, a player did not come, or it has no result."""


class TournamentEvent(msgspec.Struct, omit_defaults=True, tag_field="e", tag=str.lower):
    """Base of all events, with the time in milliseconds since 1970."""

    at: int


class Announced(TournamentEvent):
    """The tournament was announced."""

    by: str
    name: str
    plan: TournamentPlan


class Entered(TournamentEvent):
    """A player entered; `who` is a guest's id, or a bot's number, whose `name` is its key."""

    who: str
    name: str
    kind: Kind
    rating: int


class Withdrew(TournamentEvent):
    """A player withdrew from further rounds; before the start, as if never entered."""

    who: str


class Begun(TournamentEvent):
    """The tournament has begun, with the players who are in it."""


class Pairing(msgspec.Struct, array_like=True):
    """A game of a round: its table, and its players by seat; "" for a bot of the server."""

    table: str
    seats: tuple[str, ...]


class Drawn(TournamentEvent):
    """The games of a round, or more of them; `byes` have none."""

    round: int
    games: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()


class Scored(TournamentEvent):
    """The points of each seat of a game, in half points."""

    table: str
    points: tuple[int, ...]
    how: How = "played"


class Finished(TournamentEvent):
    """All rounds were played."""


class CalledOff(TournamentEvent):
    """It did not take place, or its organiser ended it."""


AnyEvent = Announced | Entered | Withdrew | Begun | Drawn | Scored | Finished | CalledOff

_decode = msgspec.json.Decoder(AnyEvent).decode
_encode = msgspec.json.Encoder().encode


def write_event(event: TournamentEvent) -> str:
    """An event as one line of JSON."""
    return _encode(event).decode()


def read_event(text: str) -> TournamentEvent:
    """The event that a line of JSON holds."""
    found: TournamentEvent = _decode(text)
    return found
