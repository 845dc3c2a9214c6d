"""Messages about finished games, people and ratings."""

from __future__ import annotations

from typing import Literal

from honjin.server.messages.parts import Answer, Body
from honjin.server.tables.messages.answers import TableRow

Pace = Literal["live", "days", "none"]
Against = Literal["persons", "bots", "alone", "nobody"]
Role = Literal["", "left", "late"]
Ended = Literal["", "won", "drawn", "lost"]
Unrated = Literal[
    "", "study", "casual", "unrated", "options", "solo", "seats", "bots", "takeback", "substitute",
    "short", "alike",
]  # fmt: skip
"""Why a game is not rated; empty if it is.

study       it began from a position or another game
casual      the table is casual, or has a coach
unrated     the table was opened as unrated
options     its options are not those of a preset
solo        it has only one seat
seats       one person plays several seats
bots        no person plays, or a bot that has no rating
takeback    a takeback was agreed to
substitute  a bot played for a person at somebody else's request
short       not every seat has acted
alike       two persons share an address or a browser
"""


class ShowProfile(Body):
    """POST /api/me/profile: show or hide the caller's profile and history."""

    hidden: bool


class ProfileShown(Answer):
    """POST /api/me/profile: the choice that was made."""

    hidden: bool = False


class Turns(Answer):
    """GET /api/turns: the tables that wait for the caller, the longest waiting first."""

    turns: tuple[TableRow, ...]


class SeatPerson(Answer):
    """The holder of a seat, with ratings; `who` is the handle of a person's profile.

    `rating` is that of a person or a bot in this game at this pace, `unsure` while it is
    provisional. `change` is the change that the game made, once it is over and rated; `first` says
    that it was the first one rated, `left` that the person counts as last since a bot played for
    them.
    """

    who: str = ""
    rating: int | None = None
    unsure: bool = False
    change: int | None = None
    first: bool = False
    left: bool = False


class TablePeople(Answer):
    """GET /api/tables/{id}/people: the ratings of the players at a table, seat by seat.

    `unrated` says why the game does not count, as far as is known now: before the game begins, that
    also depends on who sits down. `kept`: the game is over and in the history.
    """

    pace: Pace
    seats: tuple[SeatPerson, ...]
    unrated: Unrated = ""
    kept: bool = False


class HistorySeat(Answer):
    """A seat of a finished game, and a player who finished it there or `left` it.

    A player who took it over during the game came `late`. A person whose account was deleted has no
    name. `score` is the result of the seat, `place` counts from 1. `rating` is the rating before
    the game, `change` what the game changed it by.
    """

    seat: int
    kind: Literal["person", "bot", "empty"]
    name: str = ""
    who: str = ""
    role: Role = ""
    score: int = 0
    place: int = 0
    outcome: Ended = ""
    rating: int | None = None
    change: int | None = None


class HistoryGame(Answer):
    """A finished game. `scenario` is the preset with the same options, or the most similar ones.

    `opening` are the first moves that everybody saw, in notation. `reason` is a word key of the
    game.
    """

    id: str
    game: str
    begun: int
    ended: int
    steps: int
    reason: str
    pace: Pace
    against: Against
    seats: tuple[HistorySeat, ...]
    scenario: str = ""
    unrated: Unrated = ""
    opening: str = ""


class History(Answer):
    """GET /api/history: a page of a person's finished games, the latest first.

    `after` is the value of `before` for the next page; empty on the last page. For anyone but the
    caller, games at private tables are left out.
    """

    who: str
    games: tuple[HistoryGame, ...]
    name: str = ""
    after: str = ""


class ProfileCount(Answer):
    """The number `n` of a person's games with this outcome."""

    game: str
    seat: int
    against: Against
    outcome: Ended
    n: int
    scenario: str = ""


class ProfileMonth(Answer):
    """The number `n` of a person's games with this outcome in a 30-day month, counted from 1970."""

    game: str
    against: Against
    outcome: Ended
    month: int
    n: int


class RatingInfo(Answer):
    """A rating in a game at a pace, give or take `spread`; its last changes as (when, rating)."""

    game: str
    pace: Pace
    rating: int
    spread: int
    games: int
    won: int
    last: int
    unsure: bool = False
    course: tuple[tuple[int, int], ...] = ()


class Profile(Answer):
    """GET /api/people/{who}: a person's public profile; if `hidden`, only the owner can see it.

    `counts` and `months` cover all finished games in which the person held one seat.
    """

    who: str
    name: str = ""
    you: bool = False
    hidden: bool = False
    counts: tuple[ProfileCount, ...] = ()
    months: tuple[ProfileMonth, ...] = ()
    ratings: tuple[RatingInfo, ...] = ()


class Rank(Answer):
    """A person in the ranking."""

    who: str
    rating: int
    spread: int
    games: int
    won: int
    last: int
    name: str = ""


class Ranks(Answer):
    """GET /api/ranks/{key}: the active players with the best settled ratings in a game, at a pace.

    `active` is the number of days within which a player must have finished a rated game.
    """

    game: str
    pace: Pace
    active: int
    ranks: tuple[Rank, ...]
