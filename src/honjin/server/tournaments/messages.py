"""The messages of tournaments. Points are halves: two for a win, one for a draw."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from honjin.server.messages.parts import Answer, Body, Key
from honjin.server.tables.clocks.control import Control
from honjin.server.tables.messages.bodies import Time
from honjin.server.tournaments.events import How, Kind
from honjin.server.tournaments.fold import Status
from honjin.server.tournaments.plan import Format

TournamentName = Annotated[str, Meta(min_length=1, max_length=60)]


class AnnounceTournament(Body):
    """POST /api/tournaments: announce a tournament of games of a preset, with a clock.

    `rounds` is the number of rounds of a Swiss tournament or of one with tables of three or more;
    in a round robin, how many times each pair meets; in a knock-out, the games of a match. It
    begins at `starts`, or, if that is 0, when the organiser starts it. At the start, bots `bot` are
    added until there are `fill` players. A player who has not come to a live game after `patience`
    seconds loses it. Latecomers may enter a Swiss tournament until `late` rounds have begun.
    `invited`: only people with its link can find it. With a `key`, an order that is sent again
    announces no second one.
    """

    name: TournamentName
    game: Annotated[str, Meta(max_length=64)]
    preset: Annotated[str, Meta(max_length=64)]
    format: Format
    rounds: Annotated[int, Meta(ge=1, le=15)]
    time: Time
    rated: bool = True
    starts: Annotated[int, Meta(ge=0)] = 0
    most: Annotated[int, Meta(ge=2, le=64)] = 64
    bot: Annotated[str, Meta(max_length=64)] | None = None
    fill: Annotated[int, Meta(ge=0, le=64)] = 0
    patience: Annotated[int, Meta(ge=20, le=3600)] = 300
    late: Annotated[int, Meta(ge=0, le=15)] = 0
    members: bool = False
    programs: bool = True
    invited: bool = False
    key: Key | None = None


class EnterTournament(Body):
    """POST /api/tournaments/{tournament}/enter: take part; `secret` comes from an invitation."""

    secret: Annotated[str, Meta(max_length=64)] = ""


class TournamentRow(Answer):
    """A tournament in a list. `winner` once it is over; "bot:" followed by a key is a bot."""

    id: str
    name: str
    game: str
    preset: str
    format: Format
    seats: int
    status: Status
    time: Control
    players: int
    round: int
    rounds: int
    host: str
    changed: int
    rated: bool = False
    starts: int = 0
    most: int = 0
    winner: str = ""


class TournamentList(Answer):
    """GET /api/tournaments: those in progress, the last that are over, and the caller's."""

    going: tuple[TournamentRow, ...]
    over: tuple[TournamentRow, ...]
    yours: tuple[TournamentRow, ...]


class TournamentPlayer(Answer):
    """A player of a tournament, in the order of the standings; a bot's `name` is its key.

    `breaks` are the values of `TournamentInfo.tie_breaks`; `direct` and the others count half
    points, `sonneborn` quarter points. `n` numbers the players in the order of entry. `out`:
    withdrew.
    """

    n: int
    name: str
    kind: Kind
    rating: int
    place: int
    points: int
    breaks: tuple[int, ...]
    who: str = ""
    out: bool = False
    you: bool = False


class TournamentGame(Answer):
    """A game: the players' numbers, seat by seat, -1 for a bot that fills a seat; and half points.

    `how` is "absent" if a player did not come, "void" if the game has no result. `points` are
    missing until it is over.
    """

    table: str
    seats: tuple[int, ...]
    points: tuple[int, ...] | None = None
    how: How = "played"


class TournamentRound(Answer):
    """A round: its games, and the numbers of the players who have a bye."""

    games: tuple[TournamentGame, ...]
    byes: tuple[int, ...] = ()


class TournamentCan(Answer):
    """What the caller may do."""

    enter: bool = False
    withdraw: bool = False
    start: bool = False
    end: bool = False


class TournamentInfo(Answer):
    """GET /api/tournaments/{tournament}, and event `tournament`: everything about a tournament.

    `table` is the one at which the caller is expected now. `secret` is shown only to the organiser;
    it is part of the link that invites others.
    """

    row: TournamentRow
    plan: AnnounceTournament
    options: dict[str, str | bool]
    tie_breaks: tuple[str, ...]
    players: tuple[TournamentPlayer, ...]
    rounds: tuple[TournamentRound, ...]
    can: TournamentCan
    begun: int = 0
    ended: int = 0
    table: str = ""
    secret: str = ""
