"""Messages about finding somebody: pools and tournaments; they go the way of those in protocol.py.

Points of tournaments are halves: two for a win, one for a draw.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from honjin.server.messages.protocol import Answer, Body, Control, Time

PoolKey = Annotated[str, Meta(min_length=1, max_length=160)]
TournamentName = Annotated[str, Meta(min_length=1, max_length=60)]
Format = Literal["swiss", "robin", "knockout"]
Kind = Literal["person", "program", "bot"]
TournamentStatus = Literal["waiting", "running", "over", "off"]

# ---------------------------------------------------------------- pools


class Seek(Body):
    """POST /api/seek: wait in a pool for whoever comes; in no other one from then on.

    With `patience` seconds bots take the seats that are still free then, beside those who wish so.
    """

    pool: PoolKey
    patience: Annotated[int, Meta(ge=5, le=86_400)] | None = None


class StopSeeking(Body):
    """POST /api/seek/leave: wait no longer."""


class Seeking(Answer):
    """GET /api/seek/events, and the answers of POST /api/seek and POST /api/seek/leave.

    No `pool` where the caller does not wait. `waiting` people are in the pool, the caller among
    them; opponents are looked for from `low` to `high`, or anywhere when these are not told. With a
    `table` somebody was found: the caller is expected there `until` then. `now` is the server's.
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
    """A pool: games of a preset, live or by days, under a clock; so many wait there."""

    key: str
    game: str
    preset: str
    pace: Literal["live", "days"]
    time: Control
    seats: int
    waiting: int = 0


class Pools(Answer):
    """GET /api/pools: all pools, and how the caller waits."""

    pools: tuple[PoolInfo, ...]
    seeking: Seeking


# ---------------------------------------------------------------- tournaments


class AnnounceTournament(Body):
    """POST /api/tournaments: announce a tournament of a preset's games under a clock.

    `rounds` of a Swiss, or of tables of three and more; of a round robin how often everybody meets;
    of a knock-out the games of a match. It begins at `starts`, or, with 0, when the organiser
    says so. Bots `bot` come at the start until there are `fill` players. Who has not come to a live
    game after `patience` seconds has lost it. Newcomers may enter a Swiss until `late` rounds have
    begun. `invited`: only those who have its link find it.
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


class EnterTournament(Body):
    """POST /api/tournaments/{tournament}/enter: take part; `secret` is what an invitation holds."""

    secret: Annotated[str, Meta(max_length=64)] = ""


class WithdrawTournament(Body):
    """POST /api/tournaments/{tournament}/withdraw: play no more rounds."""


class StartTournament(Body):
    """POST /api/tournaments/{tournament}/start: the organiser lets it begin."""


class EndTournament(Body):
    """POST /api/tournaments/{tournament}/end: the organiser calls it off."""


class TournamentRow(Answer):
    """A tournament in a list. `winner` when it is over; what begins with "bot:" is a bot's key."""

    id: str
    name: str
    game: str
    preset: str
    format: Format
    seats: int
    status: TournamentStatus
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
    """GET /api/tournaments: those that are going on, the last that are over, and the caller's."""

    going: tuple[TournamentRow, ...]
    over: tuple[TournamentRow, ...]
    yours: tuple[TournamentRow, ...]


class TournamentPlayer(Answer):
    """Somebody who takes part, in the order of the standings; a bot's `name` is its key.

    `breaks` are the figures that `TournamentInfo.tie_breaks` names; `direct` and the others count
    half points, `sonneborn` quarters. `n` numbers the players as they entered. `out`: withdrew.
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
    """A game: numbers of the players, seat by seat, -1 for a bot of the house; its half points.

    `how` is "absent" where somebody did not come, "void" where it has no result. Before it is over
    there are no `points`.
    """

    table: str
    seats: tuple[int, ...]
    points: tuple[int, ...] | None = None
    how: Literal["played", "absent", "void"] = "played"


class TournamentRound(Answer):
    """A round: its games, and the numbers of those who have none."""

    games: tuple[TournamentGame, ...]
    byes: tuple[int, ...] = ()


class TournamentCan(Answer):
    """What the caller may do."""

    enter: bool = False
    withdraw: bool = False
    start: bool = False
    end: bool = False


class TournamentInfo(Answer):
    """GET /api/tournaments/{tournament}, and event `tournament`: all there is to know of it.

    `table` is the one at which the caller is expected now. `secret` is for its organiser alone, and
    part of the link by which others are invited.
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


__all__ = [
    "AnnounceTournament", "EndTournament", "EnterTournament", "PoolInfo", "Pools", "Seek",
    "Seeking", "StartTournament", "StopSeeking", "TournamentCan", "TournamentGame",
    "TournamentInfo", "TournamentList", "TournamentPlayer", "TournamentRound", "TournamentRow",
    "WithdrawTournament",
]  # fmt: skip
