"""Every way the server says no, one class each; docs and problem pages are made from this table.

Refused
├── UnknownPath WrongMethod UnknownGame UnknownDesk UnknownTable UnknownStep    no such thing
├── UnknownBot                                                                  likewise
├── Unreadable TooLarge WrongOrigin BadOption BadFile RecordMismatch            cannot be used
├── NotYourSeat NotStarted Over NotYourTurn StaleVersion Illegal OutOfTime      a seat's post
├── SeatTaken Started NotOver NothingToTakeBack TakebackOpen TakebackTooFar     the table's course
├── StillPlayed                                                                 an experiment's
├── NotAtTable BotPlays NotAwaited StillHere NoSubstitute SeatedElsewhere       substitutes
├── BadName NameTaken                                                           names
├── NoAccount LoggedOut NoLogin LastWayIn NotMember NoMail NoAddress NoPasskeys accounts
├── NotInvited UnknownRequest                                                   seats given up
├── SeatsGiven OtherStrength UnknownPool KeptOut PeopleOnly                     finding somebody
├── UnknownTournament NotEntered NotOrganiser TournamentFull TournamentOver     tournaments
├── TooFewPlayers BadTournament                                                 likewise
├── NoVacation                                                                  time
├── UnknownPerson HiddenProfile                                                 people
├── UnknownExperiment NotYours                                                  experiments
├── UnknownToken OutOfScope NotAProgram StillPlaying ProgramForGood             programs
├── UnknownChallenge OtherForm                                                  from elsewhere
├── NotWelcome Suspended NotFresh NoLinks Held UnknownReport                    order in the house
├── NoPush                                                                      being called
└── NoPuzzle NoPicture AnalysisClosed NoCoach Busy TooMany NotStored Internal   the house

`kind` is the last part of the problem's `type`; the docstring's first line is its title.
"""

from __future__ import annotations

import re
from typing import ClassVar

from honjin.core import errors
from honjin.core.words import Say


class Refused(Exception):
    """The server did not do what it was asked; nothing has changed."""

    status: ClassVar[int] = 400
    kind: ClassVar[str] = "refused"
    title: ClassVar[str] = ""
    option: str = ""
    """The option that is meant, where it is one."""
    say: Say | None = None
    """What is wrong with it in words of its game, where it can be told so."""
    again: ClassVar[int | None] = None
    """Seconds after which the same may be asked again, as Retry-After says."""
    bearer: str | None = None
    """What the header WWW-Authenticate says of a token; None where no token is the matter."""

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<!^)([A-Z])", r"-\1", cls.__name__).lower()
        cls.title = (cls.__doc__ or "").partition("\n")[0].rstrip(".")


class UnknownPath(Refused):
    """Nothing is at this address."""

    status = 404


class WrongMethod(Refused):
    """This address does not take this method."""

    status = 405


class UnknownGame(Refused):
    """There is no game of this key."""

    status = 404


class UnknownDesk(Refused):
    """The game has no desk of this key."""

    status = 404


class UnknownExperiment(Refused):
    """There is no such experiment, or no such game in it."""

    status = 404


class NotYours(Refused):
    """Only whoever began it may do that."""

    status = 403


class UnknownPerson(Refused):
    """There is nobody of this name here."""

    status = 404


class HiddenProfile(Refused):
    """This person keeps the profile to themselves."""

    status = 403


class UnknownTable(Refused):
    """There is no table of this id."""

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
    """Only somebody with an account can do this."""

    status = 403


class LoggedOut(Refused):
    """This browser was logged out."""

    status = 401


class NoLogin(Refused):
    """What was sent to log in is not good, or not any more."""

    status = 403


class LastWayIn(Refused):
    """Without this nobody could log in to the account any more."""

    status = 409


class NotMember(Refused):
    """The club is closed: playing needs an invitation."""

    status = 403


class NoMail(Refused):
    """This server sends no mails."""

    status = 501


class NoAddress(Refused):
    """There is no confirmed mail address to send to."""

    status = 409


class NoPasskeys(Refused):
    """There can be no passkeys at this address."""

    status = 501


class BadName(Refused):
    """A name that has what cannot be seen."""

    status = 422


class Unreadable(Refused):
    """What was sent cannot be read."""

    status = 400


class TooLarge(Refused):
    """What was sent is larger than this address takes."""

    status = 413


class WrongOrigin(Refused):
    """The post came from a page of another site."""

    status = 403


class BadOption(Refused):
    """An option that the game does not have, or a value that it cannot take."""

    status = 422


class BadFile(Refused):
    """Nothing can be made of this file."""

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
    """The seat may not do this now."""

    status = 409


class StaleVersion(Refused):
    """The choices of the seat have changed since the version that the post answers."""

    status = 409


class Illegal(Refused):
    """Readable, but not among the choices of the seat."""

    status = 422


class SeatTaken(Refused):
    """Somebody sits there already."""

    status = 409


class Started(Refused):
    """The game has begun; seats cannot change any more."""

    status = 409


class NotOver(Refused):
    """This can be done only when the game is over."""

    status = 409


class StillPlayed(Refused):
    """This can be done only when the experiment is no longer being played."""

    status = 409


class NothingToTakeBack(Refused):
    """There is no action to take back, or no open question about one."""

    status = 409


class TakebackOpen(Refused):
    """Another question about a take-back waits for its answer."""

    status = 409


class TakebackTooFar(Refused):
    """Those who are not asked, bots among them, do not let the game go back so far."""

    status = 409


class NotAtTable(Refused):
    """Only who holds a seat at the table can do this."""

    status = 403


class OutOfTime(Refused):
    """The time of this seat has run out."""

    status = 409


class NoVacation(Refused):
    """No vacation is left."""

    status = 409


class BotPlays(Refused):
    """A bot plays this seat."""

    status = 409


class NotAwaited(Refused):
    """Nobody waits for this seat now."""

    status = 409


class StillHere(Refused):
    """The person on this seat is here, or has not been away for long."""

    status = 409


class NoSubstitute(Refused):
    """No bot plays for the person on this seat."""

    status = 409


class NoDeals(Refused):
    """Deals between seats are no part of this game."""

    status = 409


class NobodyListens(Refused):
    """No person holds this seat, so that nobody would read it."""

    status = 409


class UnknownPromise(Refused):
    """There is no such promise to the caller."""

    status = 404


class NoPuzzle(Refused):
    """There is no puzzle of this day."""

    status = 404


class NoPicture(Refused):
    """This server cannot draw the picture."""

    status = 501


class NoLesson(Refused):
    """There is no such lesson."""

    status = 404


class SeatedElsewhere(Refused):
    """Nobody who has seen the secrets of one seat of a running game can hold another one."""

    status = 409


class NotInvited(Refused):
    """A seat that was given up goes to somebody whom the persons at the table let in."""

    status = 403


class UnknownRequest(Refused):
    """There is no such request for a seat."""

    status = 404


class SeatsGiven(Refused):
    """The house gives the seats of this table."""

    status = 409


class OtherStrength(Refused):
    """The table is for players of another strength."""

    status = 403


class PeopleOnly(Refused):
    """This is for people, not for programs."""

    status = 403


class UnknownPool(Refused):
    """There is no such pool."""

    status = 404


class KeptOut(Refused):
    """Who has not come to games that were found waits a while before looking again."""

    status = 429


class UnknownTournament(Refused):
    """There is no such tournament."""

    status = 404


class NotEntered(Refused):
    """The caller is not in this tournament, and may not enter."""

    status = 403


class NotOrganiser(Refused):
    """Only the organiser of the tournament can do this."""

    status = 403


class TournamentFull(Refused):
    """As many players as may be are in the tournament."""

    status = 409


class TournamentOver(Refused):
    """The tournament takes no more players, or is over."""

    status = 409


class TooFewPlayers(Refused):
    """The tournament has too few players to begin."""

    status = 409


class BadTournament(Refused):
    """A tournament cannot be played like this."""

    status = 422


class AnalysisClosed(Refused):
    """This is not open to analysis for the caller: the game is running."""

    status = 403


class NoCoach(Refused):
    """This table has no coach."""

    status = 403


class UnknownToken(Refused):
    """The token is not known, or was revoked."""

    status = 401
    bearer = 'error="invalid_token"'


class OutOfScope(Refused):
    """The token does not open this."""

    status = 403
    bearer = 'error="insufficient_scope"'


class NotAProgram(Refused):
    """A program plays only for who was marked as one when taking the seat."""

    status = 403
    bearer = 'error="insufficient_scope"'


class StillPlaying(Refused):
    """Who sits at a table stays what it says there, a person or a program."""

    status = 409


class ProgramForGood(Refused):
    """Who finished a game as a program stays one."""

    status = 409


class UnknownChallenge(Refused):
    """This seat is not reserved for the caller, nor by the caller."""

    status = 404


class OtherForm(Refused):
    """The answer cannot be given in this form."""

    status = 406


class NotWelcome(Refused):
    """The caller cannot join in here."""

    status = 403


class Suspended(Refused):
    """Those who look after the house have closed this to the caller for now."""

    status = 403


class NotFresh(Refused):
    """This needs a log-in of the last minutes."""

    status = 403


class NoLinks(Refused):
    """Guests cannot send links in chat."""

    status = 403


class Held(Refused):
    """The line waits until somebody who looks after the house has seen it."""

    status = 403


class UnknownReport(Refused):
    """There is no report of this number that is open."""

    status = 404


class NoPush(Refused):
    """This house cannot push to browsers."""

    status = 409


class Busy(Refused):
    """Everybody who could do this is at work; ask again soon."""

    status = 503
    again = 3


class TooMany(Refused):
    """Too many requests of this kind in a short time."""

    status = 429


class NotStored(Refused):
    """The change could not be stored, and so was not made."""

    status = 503


class Internal(Refused):
    """The server made a mistake; it is logged, and nothing was changed."""

    status = 500


KINDS: dict[str, type[Refused]] = {cls.kind: cls for cls in Refused.__subclasses__()}

_OF_CORE: dict[type[errors.HonjinError], type[Refused]] = {
    errors.UnknownGame: UnknownGame,
    errors.UnknownDesk: UnknownDesk,
    errors.BadOption: BadOption,
    errors.Unreadable: Unreadable,
    errors.NotToAct: NotYourTurn,
    errors.Illegal: Illegal,
    errors.GameOver: Over,
    errors.NoSuchStep: UnknownStep,
    errors.RecordMismatch: RecordMismatch,
    errors.TookTooLong: Busy,
}


def refusal_of(error: errors.HonjinError) -> Refused:
    """The refusal that says what an error of the engine says."""
    refused = _OF_CORE.get(type(error), Internal)(str(error))
    if isinstance(error, errors.BadOption):
        refused.option, refused.say = error.option, error.say
    return refused
