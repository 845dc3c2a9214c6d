"""The journal of a tournament: everything that happened in it, in order, never changed."""

from __future__ import annotations

from typing import Literal

import msgspec

from honjin.server.session.tournament.plan import Plan

Kind = Literal["person", "program", "bot"]
How = Literal["played", "absent", "void"]
"""How a game came to its score: it was played, somebody did not come, or it has no result."""


class Event(msgspec.Struct, omit_defaults=True, tag_field="e", tag=str.lower):
    """Base of all: when it happened, in milliseconds since 1970."""

    at: int


class Announced(Event):
    """Somebody announced it."""

    by: str
    name: str
    plan: Plan


class Entered(Event):
    """Somebody takes part; `who` is a guest's id, of a bot its number, and `name` its key."""

    who: str
    name: str
    kind: Kind
    rating: int


class Withdrew(Event):
    """Somebody plays no further rounds; before the start as if never entered."""

    who: str


class Begun(Event):
    """It has begun: those who are in it play."""


class Pairing(msgspec.Struct, array_like=True):
    """A game of a round: its table, and who sits there, seat by seat; "" for a bot of the house."""

    table: str
    seats: tuple[str, ...]


class Drawn(Event):
    """The games of a round, or more of them; `byes` have none."""

    round: int
    games: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()


class Scored(Event):
    """What a game brought to each of its seats, in half points."""

    table: str
    points: tuple[int, ...]
    how: How = "played"


class Finished(Event):
    """All rounds were played."""


class CalledOff(Event):
    """It did not take place, or was ended by its organiser."""


AnyEvent = Announced | Entered | Withdrew | Begun | Drawn | Scored | Finished | CalledOff

_decode = msgspec.json.Decoder(AnyEvent).decode
_encode = msgspec.json.Encoder().encode


def write_event(event: Event) -> str:
    """An event as one line of JSON."""
    return _encode(event).decode()


def read_event(text: str) -> Event:
    """The event that a line holds."""
    found: Event = _decode(text)
    return found
