"""All ways in which the server refuses a request: one table, which docs and pages use."""

from __future__ import annotations

from math import ceil
from typing import Any, ClassVar, Final, Self

from honjin.core import errors
from honjin.core.words import Say


class Refused(Exception):
    """The server did not do what was requested; nothing has changed."""

    status: ClassVar[int] = 400
    kind: ClassVar[str] = "refused"
    """The last part of the problem's `type`."""
    title: ClassVar[str] = ""
    option: str = ""
    """The option that was rejected, if that is the reason."""
    say: Say | None = None
    """What is wrong with the option, in the game's words, if they can say it."""
    table: str = ""
    """The table of the caller's that is the reason, if one is."""
    again: int | None = None
    """Seconds after which the request may be repeated, for the header Retry-After."""
    full: bool = False
    """Whether the server's disk is full, for the header Honjin-Full."""
    bearer: str | None = None
    """The error in the header WWW-Authenticate; None if the refusal is not about a token."""

    def after(self, seconds: float) -> Self:
        """The same refusal, with the seconds after which the request may be repeated."""
        self.again = max(1, ceil(seconds))
        return self


class NotStored(Refused):
    """Base of the refusals by a database that does not work; clients see only this kind."""

    kind = "not-stored"
    title = "The change could not be stored, so it was not made"
    status, again = 503, 3


KINDS: Final[dict[str, type[Refused]]] = {NotStored.kind: NotStored}
"""All refusals by kind."""


def _kind(kind: str, status: int, title: str, **more: Any) -> type[Refused]:
    """A row of the table; `more` are other fields of `Refused`."""
    fields = {"__module__": __name__, "__doc__": title, "kind": kind, "status": status}
    name = kind.title().replace("-", "")
    KINDS[kind] = type(name, (Refused,), {**fields, "title": title, **more})
    return KINDS[kind]


UnknownPath = _kind("unknown-path", 404, "There is nothing at this address")
WrongMethod = _kind("wrong-method", 405, "This address does not accept this method")
UnknownGame = _kind("unknown-game", 404, "There is no game with this key")
NoOpenings = _kind("no-openings", 404, "The openings of this game cannot be explored")
PlayingRated = _kind(
    "playing-rated",
    409,
    "Openings and exact values are closed while the caller plays a rated game of this",
)
UnknownDesk = _kind("unknown-desk", 404, "The game has no desk with this key")
UnknownExperiment = _kind(
    "unknown-experiment", 404, "There is no such experiment or search, or no such game in it"
)
NotYours = _kind(
    "not-yours", 403, "Only the person who started this experiment or search can do this"
)
UnknownStudy = _kind("unknown-study", 404, "There is no such study, or it is private")
UnknownChapter = _kind(
    "unknown-chapter", 404, "The study has no such chapter or position, or no longer"
)
NotYourStudy = _kind("not-your-study", 403, "You may not change this in the study")
StaleStudy = _kind(
    "stale-study", 409, "Somebody else has changed this in the study since you looked at it"
)
StudyFull = _kind("study-full", 409, "There is no room for this in the study")
UnknownDraft = _kind("unknown-draft", 404, "You have no such draft")
StaleDraft = _kind(
    "stale-draft", 409, "Another device has changed this draft since you looked at it"
)
DraftsFull = _kind("drafts-full", 409, "There is no room for another draft")
BadStudy = _kind("bad-study", 422, "This cannot be part of a study")
UnknownPerson = _kind("unknown-person", 404, "There is no person with this name here")
HiddenProfile = _kind("hidden-profile", 403, "This person's profile is private")
UnknownTable = _kind("unknown-table", 404, "There is no table with this id")
UnknownStep = _kind("unknown-step", 404, "The record has no such step")
UnknownBot = _kind("unknown-bot", 422, "No such bot plays this game with these options")
NameTaken = _kind("name-taken", 409, "Somebody who is present has this name")
NoAccount = _kind("no-account", 403, "This needs an account")
LoggedOut = _kind("logged-out", 401, "This browser was logged out")
NoLogin = _kind("no-login", 403, "These login details are not valid, or no longer valid")
LastWayIn = _kind("last-way-in", 409, "Without this, nobody could log in to the account")
NotMember = _kind("not-member", 403, "The club is closed: playing needs an invitation")
NoMail = _kind("no-mail", 501, "This server does not send mail")
NoAddress = _kind("no-address", 409, "There is no confirmed mail address to send to")
NoPasskeys = _kind("no-passkeys", 501, "Passkeys are not available at this address")
BadName = _kind("bad-name", 422, "The name has characters that cannot be seen")
Unreadable = _kind("unreadable", 400, "The request cannot be read")
TooLarge = _kind("too-large", 413, "The request is larger than this address accepts")
TooSlow = _kind("too-slow", 408, "The request arrives too slowly")
WrongOrigin = _kind("wrong-origin", 403, "The post came from a page of another site")
BadOption = _kind(
    "bad-option", 422, "The game does not have this option, or the option cannot have this value"
)
BadFile = _kind("bad-file", 422, "This file cannot be used")
RecordMismatch = _kind(
    "record-mismatch", 422, "The record cannot be played under the rules of this server"
)
NotYourSeat = _kind("not-your-seat", 403, "The caller does not hold this seat")
NotStarted = _kind("not-started", 409, "The game has not begun: seats are empty")
Over = _kind("over", 409, "The game is over")
NotYourTurn = _kind("not-your-turn", 409, "The seat cannot do this now")
StaleVersion = _kind(
    "stale-version",
    409,
    "The choices of the seat have changed since the version that the post refers to",
)
Illegal = _kind("illegal", 422, "The action is readable, but it is not one of the seat's choices")
SeatTaken = _kind("seat-taken", 409, "The seat is taken")
Started = _kind("started", 409, "The game has begun; seats can no longer change")
NotOver = _kind("not-over", 409, "This is possible only when the game is over")
StillPlayed = _kind(
    "still-played", 409, "This is possible only when the experiment or search is no longer running"
)
NothingToTakeBack = _kind(
    "nothing-to-take-back",
    409,
    "There is no action to take back, or no open request to take one back",
)
TakebackOpen = _kind("takeback-open", 409, "Another takeback request is waiting for an answer")
TakebackTooFar = _kind(
    "takeback-too-far",
    409,
    "Seats that are not asked, such as bots, do not let the game go back so far",
)
NotAtTable = _kind("not-at-table", 403, "Only players at the table can do this")
OutOfTime = _kind("out-of-time", 409, "This seat has run out of time")
NoVacation = _kind("no-vacation", 409, "There is no vacation left")
BotPlays = _kind("bot-plays", 409, "A bot plays this seat")
NotAwaited = _kind("not-awaited", 409, "The game is not waiting for this seat")
StillHere = _kind(
    "still-here", 409, "The person on this seat is here, or has not been away for long enough"
)
NoSubstitute = _kind("no-substitute", 409, "No bot is playing for the person on this seat")
NoDeals = _kind("no-deals", 409, "This game has no deals between seats")
NobodyListens = _kind("nobody-listens", 409, "No person holds this seat, so nobody would read it")
UnknownPromise = _kind("unknown-promise", 404, "There is no such promise to the caller")
NoPuzzle = _kind("no-puzzle", 404, "There is no puzzle for this day")
NoPicture = _kind("no-picture", 501, "This server cannot draw the picture")
NoLesson = _kind("no-lesson", 404, "There is no such lesson")
SeatedElsewhere = _kind(
    "seated-elsewhere",
    409,
    "Nobody who has seen the secrets of one seat of a running game can hold another",
)
NotInvited = _kind(
    "not-invited",
    403,
    "A seat that was given up goes only to a person whom the others at the table accept",
)
UnknownRequest = _kind("unknown-request", 404, "There is no such request for a seat")
SeatsGiven = _kind("seats-given", 409, "The seats of this table are assigned by the server")
OtherStrength = _kind("other-strength", 403, "This table is for players of a different strength")
PeopleOnly = _kind("people-only", 403, "This is for people, not for programs")
UnknownPool = _kind("unknown-pool", 404, "There is no such pool")
KeptOut = _kind(
    "kept-out",
    429,
    "After missing games found for them, players have to wait before they search again",
    again=60,
)
UnknownTournament = _kind("unknown-tournament", 404, "There is no such tournament")
NotEntered = _kind("not-entered", 403, "The caller is not in this tournament, and cannot enter it")
NotOrganiser = _kind("not-organiser", 403, "Only the organiser of the tournament can do this")
TournamentFull = _kind("tournament-full", 409, "The tournament is full")
TournamentOver = _kind("tournament-over", 409, "The tournament accepts no more players, or is over")
TooFewPlayers = _kind("too-few-players", 409, "The tournament has too few players to begin")
BadTournament = _kind("bad-tournament", 422, "A tournament cannot be played with these settings")
AnalysisClosed = _kind(
    "analysis-closed", 403, "The caller cannot analyse this while the game is running"
)
NoCoach = _kind("no-coach", 403, "This table has no coach")
UnknownToken = _kind(
    "unknown-token", 401, "The token is unknown, or was revoked", bearer='error="invalid_token"'
)
OutOfScope = _kind(
    "out-of-scope",
    403,
    "The token does not have the scope for this",
    bearer='error="insufficient_scope"',
)
NotAProgram = _kind(
    "not-a-program",
    403,
    "A program plays only for a person marked as a program when taking the seat",
    bearer='error="insufficient_scope"',
)
StillPlaying = _kind(
    "still-playing",
    409,
    "A person with a seat cannot become a program, nor the reverse; or plays too many games",
)
ProgramForGood = _kind(
    "program-for-good", 409, "A program that has finished a game stays a program"
)
UnknownChallenge = _kind(
    "unknown-challenge", 404, "This seat is not reserved for the caller, nor by the caller"
)
OtherForm = _kind("other-form", 406, "The answer is not available in this format")
NotWelcome = _kind("not-welcome", 403, "The caller cannot join here")
Suspended = _kind("suspended", 403, "A moderator has suspended this for the caller")
NotFresh = _kind("not-fresh", 403, "This needs a login within the last few minutes")
NoLinks = _kind("no-links", 403, "Guests cannot send links in chat")
Held = _kind("held", 403, "The line is held until a moderator has seen it")
UnknownReport = _kind("unknown-report", 404, "There is no open report with this number")
NoPush = _kind("no-push", 409, "This server cannot push to browsers")
Busy = _kind("busy", 503, "Everything that could do this is busy; try again soon", again=3)
TooMany = _kind(
    "too-many", 429, "There were too many requests of this kind in a short time", again=10
)
NoRoom = _kind("no-room", 507, "There is no room for this on the server")
EnoughStored = _kind(
    "enough-stored",
    429,
    "Guests at this address have had as much stored as they may in a day",
    again=3600,
)
Damaged = _kind("damaged", 500, "What the server has stored of this is damaged")
Internal = _kind("internal", 500, "An error in the server; it was logged, and nothing was changed")

_OF_CORE: dict[type[errors.HonjinError], type[Refused]] = {
    errors.UnknownGame: UnknownGame,
    errors.UnknownDesk: UnknownDesk,
    errors.BadOption: BadOption,
    errors.Unreadable: Unreadable,
    errors.TooLarge: TooLarge,
    errors.NotToAct: NotYourTurn,
    errors.Illegal: Illegal,
    errors.GameOver: Over,
    errors.NoSuchStep: UnknownStep,
    errors.RecordMismatch: RecordMismatch,
    errors.TookTooLong: Busy,
}


def refusal_of(error: errors.HonjinError) -> Refused:
    """Return the refusal that corresponds to an error of the engine."""
    kind = next((_OF_CORE[one] for one in type(error).__mro__ if one in _OF_CORE), Internal)
    refused = kind(str(error))
    if isinstance(error, errors.BadOption):
        refused.option, refused.say = error.option, error.say
    return refused
