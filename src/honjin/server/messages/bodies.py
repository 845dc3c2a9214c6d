"""What a browser sends: the bodies of POSTs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.core.desks import Draft
from honjin.server.messages.parts import (
    Body,
    Line,
    Name,
    Nonce,
    PuzzleLine,
    PuzzleText,
    Scope,
    SeatNumber,
    StepNumber,
)


class Introduce(Body):
    """POST /api/me: the name a guest wants to be called."""

    name: Name


class TakeVacation(Body):
    """POST /api/me/vacation: go on vacation, or be back."""

    on: bool


class SeatWish(Body):
    """Who shall take a seat of a new table: the caller, a bot, or whoever comes.

    One that is `reserved` is for the person called `name`, or of the handle `who`: a challenge.
    That person takes it by sitting down, or declines; then it is for whoever comes.
    """

    kind: Literal["me", "bot", "open", "reserved"]
    bot: str | None = None
    name: Name | None = None
    who: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class Time(Body):
    """How much time the seats of a table have. Without `days` the game is live, times in seconds.

    After the `main` time, if there is any, come `periods` of byoyomi of `period` seconds each, of
    which a turn uses up none if it is done within it. An `increment` is added after each turn.
    `days` are given for each turn, and nothing else with them.

    When the time of a seat is used up, `zero` says what happens: a "bot" goes on for its player,
    who can come back; or the game is "lost", if its rules let that seat resign then, else a bot
    goes on as well.
    """

    main: Annotated[int, Meta(ge=0, le=10_800)] = 0
    increment: Annotated[int, Meta(ge=0, le=300)] = 0
    period: Annotated[int, Meta(ge=0, le=600)] = 0
    periods: Annotated[int, Meta(ge=0, le=20)] = 0
    days: Annotated[int, Meta(ge=0, le=30)] = 0
    zero: Literal["bot", "lost"] = "bot"


class OpenTable(Body):
    """POST /api/tables: open a table. A seat that is not wished for stays open.

    At a `casual` table persons may have their own decisions analysed while they play, and go back
    past rolls and revelations in games against bots. Only there can be a `coach`: who sits at the
    table can ask what is best for the own seat, and whether the own last action was a blunder, and
    everybody sees that it is so. With `own_nonce` the game waits until the
    caller's browser, having seen the commitment, brings its nonce: see BringNonce. With a `time`
    the table has clocks. A game that is not `rated` is like any other but changes no rating. With
    `strength` only those sit down whose rating is within so many points of the caller's, and with
    `members` only those with an account; who was asked by name is free to.
    """

    game: str
    options: dict[str, str | bool] = field(default_factory=dict)
    seats: list[SeatWish] = field(default_factory=list)
    own_nonce: bool = False
    private: bool = False
    casual: bool = False
    coach: bool = False
    time: Time | None = None
    rated: bool = True
    strength: Annotated[int, Meta(ge=50, le=1000)] | None = None
    members: bool = False


class Sit(Body):
    """POST /api/tables/{id}/sit: take an empty seat, or, before the game, put a bot there."""

    seat: SeatNumber
    bot: str | None = None
    nonce: Nonce = "0"


class Stand(Body):
    """POST /api/tables/{id}/stand: leave a seat (or remove a bot) before the game starts.

    Whoever sits at the table and has brought a nonce, or needs none, may also remove a person whose
    browser has yet to bring one.
    """

    seat: SeatNumber


class Decline(Body):
    """POST /api/tables/{id}/decline: do not take a seat that is reserved for the caller.

    Who opened the table withdraws it by the same.
    """

    seat: SeatNumber


class BringNonce(Body):
    """POST /api/tables/{id}/nonce: mix the caller's nonce into the dice, before the game starts.

    It is taken for all seats of the caller that are `must_act` in DiceInfo. When no seat is empty
    and no nonce is awaited any more, the game begins.
    """

    nonce: Nonce


class AskSeat(Body):
    """POST /api/tables/{id}/ask: ask for a seat of a running game that was given up.

    The caller gets it when all persons at the table have let him in; see View.requests.
    """

    seat: SeatNumber


class AnswerSeat(Body):
    """POST /api/tables/{id}/ask/answer: let somebody take a seat, or not.

    `n` is the number of the request. Who asked withdraws it with a "no".
    """

    n: Annotated[int, Meta(ge=1)]
    agree: bool


class Substitute(Body):
    """POST /api/tables/{id}/substitute: let a bot play a seat of a running game.

    The caller's own, one that was given up, or one whose person is waited for and away too long.
    """

    seat: SeatNumber
    bot: str


class Return(Body):
    """POST /api/tables/{id}/return: play the own seat again that a bot has played meanwhile."""

    seat: SeatNumber


class Leave(Body):
    """POST /api/tables/{id}/leave: give a seat of a running game up, for somebody else."""

    seat: SeatNumber


class Act(Body):
    """POST /api/tables/{id}/actions?seat=k: do a choice of the view of k with version `at`.

    `spent` is for how many milliseconds the clock of the seat has run to the page: so much of the
    way to it and back as this leaves is not charged, a second or so in each turn. See SeatClock.
    """

    seat: SeatNumber
    do: Annotated[str, Meta(min_length=1, max_length=400)]
    at: StepNumber
    spent: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None


class Back(Body):
    """POST /api/tables/{id}/back: step back within the own turn."""

    seat: SeatNumber
    at: StepNumber


class Resign(Body):
    """POST /api/tables/{id}/resign: give up."""

    seat: SeatNumber
    at: StepNumber


class AskTakeback(Body):
    """POST /api/tables/{id}/takeback: ask the others to undo the seat's last action."""

    seat: SeatNumber
    at: StepNumber


class AnswerTakeback(Body):
    """POST /api/tables/{id}/takeback/answer: agree or not (the asker's own "no" withdraws)."""

    seat: SeatNumber
    agree: bool


class Rematch(Body):
    """POST /api/tables/{id}/rematch: the same game with seats swapped; answers the new table.

    Everybody moves one seat on; who asks second is given the table that the first one got. With
    `own_nonce` as in OpenTable; those who brought a nonce to the last game are waited for as well.
    """

    own_nonce: bool = False


class Replace(Body):
    """POST /api/tables/{id}/replace: do without somebody who has not come to the next game.

    After three minutes; a `bot` shall play the seat, or, without one, whoever comes. It is done
    when all persons who have come wish the same: see View.replaced.
    """

    seat: SeatNumber
    bot: str | None = None


class Fork(Body):
    """POST /api/tables/{id}/fork: a new table from a step of this one, the caller on all seats.

    With `own_nonce` as in OpenTable. What continues a running game that is not casual is `bound`:
    see View.
    """

    step: StepNumber
    own_nonce: bool = False


class Chat(Body):
    """POST /api/tables/{id}/chat: a line to everybody at the table.

    Where deals are part of the game (see GamePage), it can be said `to` a seat, and then only the
    two persons who hold those seats now are told it, unless it is said `aloud`. As a `promise` it
    is remembered. `seat` is the own one that speaks, of several.
    """

    text: Line
    seat: SeatNumber | None = None
    to: SeatNumber | None = None
    aloud: bool = False
    promise: bool = False


class Settle(Body):
    """POST /api/tables/{id}/promise: who was promised something says what became of it.

    The promise is line `n` of those that `giver` said to `seat`, aloud or in private.
    """

    seat: SeatNumber
    giver: SeatNumber
    n: Annotated[int, Meta(ge=1)]
    standing: Literal["open", "kept", "broken"]
    aloud: bool = False


class Hurry(Body):
    """POST /api/tables/{id}/hurry: the bots that think shall answer now."""


class Analyse(Body):
    """POST /api/tables/{id}/analysis: ask what is best for a seat after `step` entries.

    Without `seat` for the one that the game waited for then.
    """

    step: StepNumber
    seat: SeatNumber | None = None
    seconds: Annotated[float, Meta(gt=0, le=10)] = 3.0


class BeginReview(Body):
    """POST /api/tables/{id}/review: go through all decisions of the game so far."""


class AskCoach(Body):
    """POST /api/tables/{id}/coach/advice and /remark: about a decision of the own seat.

    Of the one that `seat` has after `step` entries, or had then.
    """

    seat: SeatNumber
    step: StepNumber


class CheckDraft(Body):
    """POST /api/games/{key}/desks/{desk}/check: what is drawn, finished or not."""

    draft: Draft


class ReadFile(Body):
    """POST /api/games/{key}/desks/{desk}/read: the text of a file, to be drawn on."""

    file: str


class TryPuzzle(Body):
    """POST /api/puzzles/{day}/tries: do `do` after the own right actions so far, `done`."""

    done: PuzzleLine
    do: PuzzleText


class AskHint(Body):
    """POST /api/puzzles/{day}/hint: help after the own right actions so far, `done`."""

    done: PuzzleLine


class ImportRecord(Body):
    """POST /api/records: open a table for looking through a record (and forking it)."""

    record: Annotated[str, Meta(max_length=2_000_000)]


class BeProgram(Body):
    """POST /api/me/program: the caller is a program from now on, or a person again."""

    program: bool


class MakeToken(Body):
    """POST /api/tokens: make a token, by which a program acts for the caller.

    `read` opens what the caller sees, `play` acts for a caller who is marked as a program,
    `challenge` opens tables, takes seats of tables that wait, and leaves or declines them.
    """

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)]


class RevokeToken(Body):
    """POST /api/tokens/revoke: a token of the caller opens nothing any more."""

    id: Annotated[str, Meta(min_length=1, max_length=16)]
