"""Messages about finished games, people and ratings; they go the way of those in protocol.py."""

from __future__ import annotations

from typing import Literal

from honjin.server.messages.protocol import Answer, Body, TableRow

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
unrated     so it was wished at the opening
options     its options are not those of a preset
solo        it has one seat
seats       somebody plays on several seats
bots        no person plays, or a bot that has no rating
takeback    a take-back was agreed to
substitute  somebody let a bot play for somebody else
short       not every seat has acted
alike       two persons came from one address, or one browser
"""


class ShowProfile(Body):
    """POST /api/me/profile: whether others may look at the caller's profile and history."""

    hidden: bool


class ProfileShown(Answer):
    """POST /api/me/profile: what was chosen."""

    hidden: bool = False


class Turns(Answer):
    """GET /api/turns: the tables that wait for the caller, the longest waiting first."""

    turns: tuple[TableRow, ...]


class SeatPerson(Answer):
    """Who holds a seat, for ratings: of a person the handle of the profile.

    `rating` of a person or a bot in this game, at this pace, `unsure` while it is provisional.
    `change` is what the game brought, when it is over and has been rated.
    """

    who: str = ""
    rating: int | None = None
    unsure: bool = False
    change: int | None = None


class TablePeople(Answer):
    """GET /api/tables/{id}/people: the ratings of those who sit at a table, seat by seat.

    `unrated` says why the game does not count, as far as can be said now: before it begins who else
    sits down matters too. `kept` is whether it is over and in the history.
    """

    pace: Pace
    seats: tuple[SeatPerson, ...]
    unrated: Unrated = ""
    kept: bool = False


class HistorySeat(Answer):
    """A seat of a finished game: who played it to its end, or had it and `left` it.

    Somebody who came `late` took it over. A person whose account was deleted has no name. `score`
    is what the seat got, `place` from 1 on. `rating` is the one before the game, `change` what the
    game brought.
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
    """A finished game. `scenario` is the preset whose options it had, or most of them.

    `opening` are the first moves that everybody saw, in notation. `reason` is a word of the game.
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
    """GET /api/history: a page of somebody's finished games, the latest first.

    `after` is the `before` of the next page; there is none when nothing follows. Of others than the
    caller, games at tables that are found by their link alone are left out.
    """

    who: str
    games: tuple[HistoryGame, ...]
    name: str = ""
    after: str = ""


class ProfileCount(Answer):
    """So many games `n` of somebody ended so."""

    game: str
    seat: int
    against: Against
    outcome: Ended
    n: int
    scenario: str = ""


class ProfileMonth(Answer):
    """So many games `n` of somebody ended so in a month; 30 days each, counted from 1970 on."""

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
    """GET /api/people/{who}: all that everybody may know of somebody, or, if `hidden`, the owner.

    How games ended is counted of all finished games at which they sat on one seat.
    """

    who: str
    name: str = ""
    you: bool = False
    hidden: bool = False
    counts: tuple[ProfileCount, ...] = ()
    months: tuple[ProfileMonth, ...] = ()
    ratings: tuple[RatingInfo, ...] = ()


class Rank(Answer):
    """Somebody among the best."""

    who: str
    rating: int
    spread: int
    games: int
    won: int
    last: int
    name: str = ""


class Ranks(Answer):
    """GET /api/ranks/{key}: the best of a game at a pace, whose ratings are sure and who play.

    `active` are the days within which somebody must have finished a rated game.
    """

    game: str
    pace: Pace
    active: int
    ranks: tuple[Rank, ...]


__all__ = [
    "History", "HistoryGame", "HistorySeat", "Profile", "ProfileCount", "ProfileMonth",
    "ProfileShown", "Rank", "Ranks", "RatingInfo", "SeatPerson", "ShowProfile", "TablePeople",
    "Turns",
]  # fmt: skip
