"""All ways in which the server refuses a request, one class each; docs and pages use this table.

`kind` is the last part of the problem's `type`; the docstring's first line is its title.
"""

from __future__ import annotations

import re
from math import ceil
from typing import ClassVar, Self

from honjin.core import errors
from honjin.core.words import Say


class Refused(Exception):
    """The server did not do what was requested; nothing has changed."""

    status: ClassVar[int] = 400
    kind: ClassVar[str] = "refused"
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

    def __init_subclass__(cls, status: int = 0) -> None:
        cls.status = status or cls.status
        cls.kind = re.sub(r"(?<!^)([A-Z])", r"-\1", cls.__name__).lower()
        cls.title = (cls.__doc__ or "").partition("\n")[0].rstrip(".")


class UnknownPath(Refused, status=404):
    """There is nothing at this address."""


class WrongMethod(Refused, status=405):
    """This address does not accept this method."""


class UnknownGame(Refused, status=404):
    """There is no game with this key."""


class NoOpenings(Refused, status=404):
    """The openings of this game cannot be explored."""


class PlayingRated(Refused, status=409):
    """Openings and exact values are closed while the caller plays a rated game of this."""


class UnknownDesk(Refused, status=404):
    """The game has no desk with this key."""


class UnknownExperiment(Refused, status=404):
    """There is no such experiment or search, or no such game in it."""


class NotYours(Refused, status=403):
    """Only the person who started this experiment or search can do this."""


class UnknownStudy(Refused, status=404):
    """There is no such study, or it is private."""


class UnknownChapter(Refused, status=404):
    """The study has no such chapter or position, or no longer."""


class NotYourStudy(Refused, status=403):
    """You may not change this in the study."""


class StaleStudy(Refused, status=409):
    """Somebody else has changed this in the study since you looked at it."""


class StudyFull(Refused, status=409):
    """There is no room for this in the study."""


class UnknownDraft(Refused, status=404):
    """You have no such draft."""


class StaleDraft(Refused, status=409):
    """Another device has changed this draft since you looked at it."""


class DraftsFull(Refused, status=409):
    """There is no room for another draft."""


class BadStudy(Refused, status=422):
    """This cannot be part of a study."""


class UnknownPerson(Refused, status=404):
    """There is no person with this name here."""


class HiddenProfile(Refused, status=403):
    """This person's profile is private."""


class UnknownTable(Refused, status=404):
    """There is no table with this id."""


class UnknownStep(Refused, status=404):
    """The record has no such step."""


class UnknownBot(Refused, status=422):
    """No such bot plays this game with these options."""


class NameTaken(Refused, status=409):
    """Somebody who is present has this name."""


class NoAccount(Refused, status=403):
    """This needs an account."""


class LoggedOut(Refused, status=401):
    """This browser was logged out."""


class NoLogin(Refused, status=403):
    """These login details are not valid, or no longer valid."""


class LastWayIn(Refused, status=409):
    """Without this, nobody could log in to the account."""


class NotMember(Refused, status=403):
    """The club is closed: playing needs an invitation."""


class NoMail(Refused, status=501):
    """This server does not send mail."""


class NoAddress(Refused, status=409):
    """There is no confirmed mail address to send to."""


class NoPasskeys(Refused, status=501):
    """Passkeys are not available at this address."""


class BadName(Refused, status=422):
    """The name has characters that cannot be seen."""


class Unreadable(Refused, status=400):
    """The request cannot be read."""


class TooLarge(Refused, status=413):
    """The request is larger than this address accepts."""


class TooSlow(Refused, status=408):
    """The request arrives too slowly."""


class WrongOrigin(Refused, status=403):
    """The post came from a page of another site."""


class BadOption(Refused, status=422):
    """The game does not have this option, or the option cannot have this value."""


class BadFile(Refused, status=422):
    """This file cannot be used."""


class RecordMismatch(Refused, status=422):
    """The record cannot be played under the rules of this server."""


class NotYourSeat(Refused, status=403):
    """The caller does not hold this seat."""


class NotStarted(Refused, status=409):
    """The game has not begun: seats are empty."""


class Over(Refused, status=409):
    """The game is over."""


class NotYourTurn(Refused, status=409):
    """The seat cannot do this now."""


class StaleVersion(Refused, status=409):
    """The choices of the seat have changed since the version that the post refers to."""


class Illegal(Refused, status=422):
    """The action is readable, but it is not one of the seat's choices."""


class SeatTaken(Refused, status=409):
    """The seat is taken."""


class Started(Refused, status=409):
    """The game has begun; seats can no longer change."""


class NotOver(Refused, status=409):
    """This is possible only when the game is over."""


class StillPlayed(Refused, status=409):
    """This is possible only when the experiment or search is no longer running."""


class NothingToTakeBack(Refused, status=409):
    """There is no action to take back, or no open request to take one back."""


class TakebackOpen(Refused, status=409):
    """Another takeback request is waiting for an answer."""


class TakebackTooFar(Refused, status=409):
    """Seats that are not asked, such as bots, do not let the game go back so far."""


class NotAtTable(Refused, status=403):
    """Only players at the table can do this."""


class OutOfTime(Refused, status=409):
    """This seat has run out of time."""


class NoVacation(Refused, status=409):
    """There is no vacation left."""


class BotPlays(Refused, status=409):
    """A bot plays this seat."""


class NotAwaited(Refused, status=409):
    """The game is not waiting for this seat."""


class StillHere(Refused, status=409):
    """The person on this seat is here, or has not been away for long enough."""


class NoSubstitute(Refused, status=409):
    """No bot is playing for the person on this seat."""


class NoDeals(Refused, status=409):
    """This game has no deals between seats."""


class NobodyListens(Refused, status=409):
    """No person holds this seat, so nobody would read it."""


class UnknownPromise(Refused, status=404):
    """There is no such promise to the caller."""


class NoPuzzle(Refused, status=404):
    """There is no puzzle for this day."""


class NoPicture(Refused, status=501):
    """This server cannot draw the picture."""


class NoLesson(Refused, status=404):
    """There is no such lesson."""


class SeatedElsewhere(Refused, status=409):
    """Nobody who has seen the secrets of one seat of a running game can hold another."""


class NotInvited(Refused, status=403):
    """A seat that was given up goes only to a person whom the others at the table accept."""


class UnknownRequest(Refused, status=404):
    """There is no such request for a seat."""


class SeatsGiven(Refused, status=409):
    """The seats of this table are assigned by the server."""


class OtherStrength(Refused, status=403):
    """This table is for players of a different strength."""


class PeopleOnly(Refused, status=403):
    """This is for people, not for programs."""


class UnknownPool(Refused, status=404):
    """There is no such pool."""


class KeptOut(Refused, status=429):
    """After missing games found for them, players have to wait before they search again."""

    again = 60


class UnknownTournament(Refused, status=404):
    """There is no such tournament."""


class NotEntered(Refused, status=403):
    """The caller is not in this tournament, and cannot enter it."""


class NotOrganiser(Refused, status=403):
    """Only the organiser of the tournament can do this."""


class TournamentFull(Refused, status=409):
    """The tournament is full."""


class TournamentOver(Refused, status=409):
    """The tournament accepts no more players, or is over."""


class TooFewPlayers(Refused, status=409):
    """The tournament has too few players to begin."""


class BadTournament(Refused, status=422):
    """A tournament cannot be played with these settings."""


class AnalysisClosed(Refused, status=403):
    """The caller cannot analyse this while the game is running."""


class NoCoach(Refused, status=403):
    """This table has no coach."""


class UnknownToken(Refused, status=401):
    """The token is unknown, or was revoked."""

    bearer = 'error="invalid_token"'


class OutOfScope(Refused, status=403):
    """The token does not have the scope for this."""

    bearer = 'error="insufficient_scope"'


class NotAProgram(Refused, status=403):
    """A program plays only for a person marked as a program when taking the seat."""

    bearer = 'error="insufficient_scope"'


class StillPlaying(Refused, status=409):
    """A person with a seat cannot become a program, nor the reverse; or plays too many games."""


class ProgramForGood(Refused, status=409):
    """A program that has finished a game stays a program."""


class UnknownChallenge(Refused, status=404):
    """This seat is not reserved for the caller, nor by the caller."""


class OtherForm(Refused, status=406):
    """The answer is not available in this format."""


class NotWelcome(Refused, status=403):
    """The caller cannot join here."""


class Suspended(Refused, status=403):
    """A moderator has suspended this for the caller."""


class NotFresh(Refused, status=403):
    """This needs a login within the last few minutes."""


class NoLinks(Refused, status=403):
    """Guests cannot send links in chat."""


class Held(Refused, status=403):
    """The line is held until a moderator has seen it."""


class UnknownReport(Refused, status=404):
    """There is no open report with this number."""


class NoPush(Refused, status=409):
    """This server cannot push to browsers."""


class Busy(Refused, status=503):
    """Everything that could do this is busy; try again soon."""

    again = 3


class TooMany(Refused, status=429):
    """There were too many requests of this kind in a short time."""

    again = 10


class NotStored(Refused, status=503):
    """The change could not be stored, so it was not made."""

    again = 3


class NoRoom(Refused, status=507):
    """There is no room for this on the server."""


class EnoughStored(Refused, status=429):
    """Guests at this address have had as much stored as they may in a day."""

    again = 3600


class Damaged(Refused, status=500):
    """What the server has stored of this is damaged."""


class Internal(Refused, status=500):
    """An error in the server; it was logged, and nothing was changed."""


KINDS: dict[str, type[Refused]] = {cls.kind: cls for cls in Refused.__subclasses__()}

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
