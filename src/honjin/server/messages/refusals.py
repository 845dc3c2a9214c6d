"""All ways in which the server refuses a request, one class each; docs and pages use this table.

Refused
├── UnknownPath WrongMethod UnknownGame UnknownDesk UnknownTable UnknownStep    no such thing
├── UnknownBot NoOpenings                                                       likewise
├── PlayingRated                                                                fair play
├── Unreadable TooLarge TooSlow WrongOrigin BadOption BadFile RecordMismatch    cannot be used
├── NotYourSeat NotStarted Over NotYourTurn StaleVersion Illegal OutOfTime      a seat's post
├── SeatTaken Started NotOver NothingToTakeBack TakebackOpen TakebackTooFar     state of the table
├── StillPlayed                                                                 an experiment's
├── NotAtTable BotPlays NotAwaited StillHere NoSubstitute SeatedElsewhere       substitutes
├── BadName NameTaken                                                           names
├── NoAccount LoggedOut NoLogin LastWayIn NotMember NoMail NoAddress NoPasskeys accounts
├── NotInvited UnknownRequest                                                   seats given up
├── SeatsGiven OtherStrength UnknownPool KeptOut PeopleOnly                     finding opponents
├── UnknownTournament NotEntered NotOrganiser TournamentFull TournamentOver     tournaments
├── TooFewPlayers BadTournament                                                 likewise
├── NoVacation                                                                  time
├── UnknownPerson HiddenProfile                                                 people
├── UnknownExperiment NotYours                                                  experiments
├── UnknownStudy UnknownChapter NotYourStudy StaleStudy StudyFull BadStudy      studies
├── UnknownDraft StaleDraft DraftsFull                                          drafts
├── UnknownToken OutOfScope NotAProgram StillPlaying ProgramForGood             programs
├── UnknownChallenge OtherForm                                                  other sites
├── NotWelcome Suspended NotFresh NoLinks Held UnknownReport                    moderation
├── NoPush                                                                      notifications
├── NotStored NoRoom EnoughStored Damaged                                       what is stored
└── NoPuzzle NoPicture AnalysisClosed NoCoach Busy TooMany Internal             the server

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

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<!^)([A-Z])", r"-\1", cls.__name__).lower()
        cls.title = (cls.__doc__ or "").partition("\n")[0].rstrip(".")


class UnknownPath(Refused):
    """There is nothing at this address."""

    status = 404


class WrongMethod(Refused):
    """This address does not accept this method."""

    status = 405


class UnknownGame(Refused):
    """There is no game with this key."""

    status = 404


class NoOpenings(Refused):
    """The openings of this game cannot be explored."""

    status = 404


class PlayingRated(Refused):
    """Openings and exact values are closed while the caller plays a rated game of this."""

    status = 409


class UnknownDesk(Refused):
    """The game has no desk with this key."""

    status = 404


class UnknownExperiment(Refused):
    """There is no such experiment or search, or no such game in it."""

    status = 404


class NotYours(Refused):
    """Only the person who started this experiment or search can do this."""

    status = 403


class UnknownStudy(Refused):
    """There is no such study, or it is private."""

    status = 404


class UnknownChapter(Refused):
    """The study has no such chapter or position, or no longer."""

    status = 404


class NotYourStudy(Refused):
    """You may not change this in the study."""

    status = 403


class StaleStudy(Refused):
    """Somebody else has changed this in the study since you looked at it."""

    status = 409


class StudyFull(Refused):
    """There is no room for this in the study."""

    status = 409


class UnknownDraft(Refused):
    """You have no such draft."""

    status = 404


class StaleDraft(Refused):
    """Another device has changed this draft since you looked at it."""

    status = 409


class DraftsFull(Refused):
    """There is no room for another draft."""

    status = 409


class BadStudy(Refused):
    """This cannot be part of a study."""

    status = 422


class UnknownPerson(Refused):
    """There is no person with this name here."""

    status = 404


class HiddenProfile(Refused):
    """This person's profile is private."""

    status = 403


class UnknownTable(Refused):
    """There is no table with this id."""

    status = 404


class UnknownStep(Refused):
    """The record has no such step."""

    status = 404


class UnknownBot(Refused):
    """No such bot plays this game with these options."""

    status = 422


class NameTaken(Refused):
    """Somebody who is present has this name."""

    status = 409


class NoAccount(Refused):
    """This needs an account."""

    status = 403


class LoggedOut(Refused):
    """This browser was logged out."""

    status = 401


class NoLogin(Refused):
    """These login details are not valid, or no longer valid."""

    status = 403


class LastWayIn(Refused):
    """Without this, nobody could log in to the account."""

    status = 409


class NotMember(Refused):
    """The club is closed: playing needs an invitation."""

    status = 403


class NoMail(Refused):
    """This server does not send mail."""

    status = 501


class NoAddress(Refused):
    """There is no confirmed mail address to send to."""

    status = 409


class NoPasskeys(Refused):
    """Passkeys are not available at this address."""

    status = 501


class BadName(Refused):
    """The name has characters that cannot be seen."""

    status = 422


class Unreadable(Refused):
    """The request cannot be read."""

    status = 400


class TooLarge(Refused):
    """The request is larger than this address accepts."""

    status = 413


class TooSlow(Refused):
    """The request arrives too slowly."""

    status = 408


class WrongOrigin(Refused):
    """The post came from a page of another site."""

    status = 403


class BadOption(Refused):
    """The game does not have this option, or the option cannot have this value."""

    status = 422


class BadFile(Refused):
    """This file cannot be used."""

    status = 422


class RecordMismatch(Refused):
    """The record cannot be played under the rules of this server."""

    status = 422


class NotYourSeat(Refused):
    """The caller does not hold this seat."""

    status = 403


class NotStarted(Refused):
    """The game has not begun: seats are empty."""

    status = 409


class Over(Refused):
    """The game is over."""

    status = 409


class NotYourTurn(Refused):
    """The seat cannot do this now."""

    status = 409


class StaleVersion(Refused):
    """The choices of the seat have changed since the version that the post refers to."""

    status = 409


class Illegal(Refused):
    """The action is readable, but it is not one of the seat's choices."""

    status = 422


class SeatTaken(Refused):
    """The seat is taken."""

    status = 409


class Started(Refused):
    """The game has begun; seats can no longer change."""

    status = 409


class NotOver(Refused):
    """This is possible only when the game is over."""

    status = 409


class StillPlayed(Refused):
    """This is possible only when the experiment or search is no longer running."""

    status = 409


class NothingToTakeBack(Refused):
    """There is no action to take back, or no open request to take one back."""

    status = 409


class TakebackOpen(Refused):
    """Another takeback request is waiting for an answer."""

    status = 409


class TakebackTooFar(Refused):
    """Seats that are not asked, such as bots, do not let the game go back so far."""

    status = 409


class NotAtTable(Refused):
    """Only players at the table can do this."""

    status = 403


class OutOfTime(Refused):
    """This seat has run out of time."""

    status = 409


class NoVacation(Refused):
    """There is no vacation left."""

    status = 409


class BotPlays(Refused):
    """A bot plays this seat."""

    status = 409


class NotAwaited(Refused):
    """The game is not waiting for this seat."""

    status = 409


class StillHere(Refused):
    """The person on this seat is here, or has not been away for long enough."""

    status = 409


class NoSubstitute(Refused):
    """No bot is playing for the person on this seat."""

    status = 409


class NoDeals(Refused):
    """This game has no deals between seats."""

    status = 409


class NobodyListens(Refused):
    """No person holds this seat, so nobody would read it."""

    status = 409


class UnknownPromise(Refused):
    """There is no such promise to the caller."""

    status = 404


class NoPuzzle(Refused):
    """There is no puzzle for this day."""

    status = 404


class NoPicture(Refused):
    """This server cannot draw the picture."""

    status = 501


class NoLesson(Refused):
    """There is no such lesson."""

    status = 404


class SeatedElsewhere(Refused):
    """Nobody who has seen the secrets of one seat of a running game can hold another."""

    status = 409


class NotInvited(Refused):
    """A seat that was given up goes only to a person whom the others at the table accept."""

    status = 403


class UnknownRequest(Refused):
    """There is no such request for a seat."""

    status = 404


class SeatsGiven(Refused):
    """The seats of this table are assigned by the server."""

    status = 409


class OtherStrength(Refused):
    """This table is for players of a different strength."""

    status = 403


class PeopleOnly(Refused):
    """This is for people, not for programs."""

    status = 403


class UnknownPool(Refused):
    """There is no such pool."""

    status = 404


class KeptOut(Refused):
    """After missing games found for them, players have to wait before they search again."""

    status = 429
    again = 60


class UnknownTournament(Refused):
    """There is no such tournament."""

    status = 404


class NotEntered(Refused):
    """The caller is not in this tournament, and cannot enter it."""

    status = 403


class NotOrganiser(Refused):
    """Only the organiser of the tournament can do this."""

    status = 403


class TournamentFull(Refused):
    """The tournament is full."""

    status = 409


class TournamentOver(Refused):
    """The tournament accepts no more players, or is over."""

    status = 409


class TooFewPlayers(Refused):
    """The tournament has too few players to begin."""

    status = 409


class BadTournament(Refused):
    """A tournament cannot be played with these settings."""

    status = 422


class AnalysisClosed(Refused):
    """The caller cannot analyse this while the game is running."""

    status = 403


class NoCoach(Refused):
    """This table has no coach."""

    status = 403


class UnknownToken(Refused):
    """The token is unknown, or was revoked."""

    status = 401
    bearer = 'error="invalid_token"'


class OutOfScope(Refused):
    """The token does not have the scope for this."""

    status = 403
    bearer = 'error="insufficient_scope"'


class NotAProgram(Refused):
    """A program plays only for a person marked as a program when taking the seat."""

    status = 403
    bearer = 'error="insufficient_scope"'


class StillPlaying(Refused):
    """A person with a seat cannot become a program, nor the reverse; or plays too many games."""

    status = 409


class ProgramForGood(Refused):
    """A program that has finished a game stays a program."""

    status = 409


class UnknownChallenge(Refused):
    """This seat is not reserved for the caller, nor by the caller."""

    status = 404


class OtherForm(Refused):
    """The answer is not available in this format."""

    status = 406


class NotWelcome(Refused):
    """The caller cannot join here."""

    status = 403


class Suspended(Refused):
    """A moderator has suspended this for the caller."""

    status = 403


class NotFresh(Refused):
    """This needs a login within the last few minutes."""

    status = 403


class NoLinks(Refused):
    """Guests cannot send links in chat."""

    status = 403


class Held(Refused):
    """The line is held until a moderator has seen it."""

    status = 403


class UnknownReport(Refused):
    """There is no open report with this number."""

    status = 404


class NoPush(Refused):
    """This server cannot push to browsers."""

    status = 409


class Busy(Refused):
    """Everything that could do this is busy; try again soon."""

    status = 503
    again = 3


class TooMany(Refused):
    """There were too many requests of this kind in a short time."""

    status = 429
    again = 10


class NotStored(Refused):
    """The change could not be stored, so it was not made."""

    status = 503
    again = 3


class NoRoom(Refused):
    """There is no room for this on the server."""

    status = 507


class EnoughStored(Refused):
    """Guests at this address have had as much stored as they may in a day."""

    status = 429
    again = 3600


class Damaged(Refused):
    """What the server has stored of this is damaged."""

    status = 500


class Internal(Refused):
    """An error in the server; it was logged, and nothing was changed."""

    status = 500


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
