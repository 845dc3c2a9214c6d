"""The journal of a tournament: everything that happened in it, in order, never changed."""

from __future__ import annotations

from typing import Literal

import msgspec

from honjin.server.db.journalled import Event
from honjin.server.tournaments.plan import TournamentPlan

Kind = Literal["person", "program", "bot"]
How = Literal["played", "absent", "void"]
"""How a game got its score: it was played, a player did not come, or it has no result."""


class Announced(Event):
    """The tournament was announced."""

    by: str
    name: str
    plan: TournamentPlan


class Entered(Event):
    """A player entered; `who` is a guest's id, or a bot's number, whose `name` is its key."""

    who: str
    name: str
    kind: Kind
    rating: int


class Withdrew(Event):
    """A player withdrew from further rounds; before the start, as if never entered."""

    who: str


class Begun(Event):
    """The tournament has begun, with the players who are in it."""


class Pairing(msgspec.Struct, array_like=True):
    """A game of a round: its table, and its players by seat; "" for a bot of the server."""

    table: str
    seats: tuple[str, ...]


class Drawn(Event):
    """The games of a round, or more of them; `byes` have none."""

    round: int
    games: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()


class Scored(Event):
    """The points of each seat of a game, in half points."""

    table: str
    points: tuple[int, ...]
    how: How = "played"


class Finished(Event):
    """All rounds were played."""


class CalledOff(Event):
    """It did not take place, or its organiser ended it."""


AnyEvent = Announced | Entered | Withdrew | Begun | Drawn | Scored | Finished | CalledOff
