"""The bodies of POSTs: what a browser sends."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.server.messages.parts import Body, Key, Line, Name, Nonce, SeatNumber, StepNumber


class SeatBody(Body):
    """Base of the bodies about one seat."""

    seat: SeatNumber


class TakeVacation(Body):
    """POST /api/me/vacation: go on vacation, or return from it."""

    on: bool


class SeatWish(Body):
    """The player for a seat of a new table: the caller, a bot, or the first player to come.

    A `reserved` seat is for the person with this `name`, or with the handle `who`: a challenge.
    That person accepts by sitting down, or declines; then the seat is open to everybody.
    """

    kind: Literal["me", "bot", "open", "reserved"]
    bot: str | None = None
    name: Name | None = None
    who: Annotated[str, Meta(min_length=1, max_length=64)] | None = None


class Time(Body):
    """The time control of a table. Without `days` the game is live, with times in seconds.

    After the `main` time, if any, come `periods` of byoyomi of `period` seconds each; a turn
    finished within its period does not use it up. An `increment` is added after each turn. `days`
    are granted for each turn, and cannot be combined with the other fields.

    When a seat runs out of time, `zero` says what happens: a "bot" takes over, and the player can
    come back; or the game is "lost", if the rules let that seat resign at that moment, otherwise a
    bot takes over here too.
    """

    main: Annotated[int, Meta(ge=0, le=10_800)] = 0
    increment: Annotated[int, Meta(ge=0, le=300)] = 0
    period: Annotated[int, Meta(ge=0, le=600)] = 0
    periods: Annotated[int, Meta(ge=0, le=20)] = 0
    days: Annotated[int, Meta(ge=0, le=30)] = 0
    zero: Literal["bot", "lost"] = "bot"


class OpenTable(Body):
    """POST /api/tables: open a table. A seat without a SeatWish stays open.

    At a `casual` table, persons may have their own decisions analysed while they play, and in games
    against bots may go back past rolls and revelations. Only a casual table can have a `coach`: the
    players can ask what is best for their own seat, and whether their last action was a blunder,
    and everybody can see that the table has one. Without `casual`, a table is casual if the caller
    plays there against bots alone. With `own_nonce` the game waits until the caller's
    browser, having seen the commitment, sends its nonce: see BringNonce. With a `time` the table
    has clocks. A game that is not `rated` is like any other but changes no rating. With `strength`
    only players rated within that many points of the caller can sit down, with `members` only those
    with an account; neither applies to a person who was invited by name. With `honours`, in a game
    that knows them (GameInfo.honours), a winner of several games in a row of this table and those
    that follow it lets the opponent take back: see View.honoured.

    Drawn at random, a `key` makes an order that is sent again, since its answer was lost, name the
    table that it has opened: the same order of the same person opens one table.
    """

    game: str
    options: dict[str, str | bool] = field(default_factory=dict)
    seats: list[SeatWish] = field(default_factory=list)
    own_nonce: bool = False
    private: bool = False
    casual: bool | None = None
    coach: bool = False
    time: Time | None = None
    rated: bool = True
    strength: Annotated[int, Meta(ge=50, le=1000)] | None = None
    members: bool = False
    honours: bool = False
    key: Key | None = None


class Sit(SeatBody):
    """POST /api/tables/{id}/sit: take an empty seat, or, before the game, put a bot there."""

    bot: str | None = None
    nonce: Nonce = "0"


class Stand(SeatBody):
    """POST /api/tables/{id}/stand: leave a seat (or remove a bot) before the game starts.

    A person at the table whose nonce is not awaited may also remove a person whose browser is yet
    to send one.
    """


class Decline(SeatBody):
    """POST /api/tables/{id}/decline: do not take a seat that is reserved for the caller.

    The person who opened the table withdraws the reservation in the same way.
    """


class BringNonce(Body):
    """POST /api/tables/{id}/nonce: mix the caller's nonce into the dice, before the game starts.

    It is used for all seats of the caller that are `must_act` in DiceInfo. The game begins when no
    seat is empty and no nonce is awaited.
    """

    nonce: Nonce


class AskSeat(SeatBody):
    """POST /api/tables/{id}/ask: ask for a seat of a running game that was given up.

    The caller gets it when all persons at the table have agreed; see View.requests.
    """


class AnswerSeat(Body):
    """POST /api/tables/{id}/ask/answer: agree or refuse to let a person take a seat.

    `n` is the number of the request. The person who made it withdraws it with a "no".
    """

    n: Annotated[int, Meta(ge=1)]
    agree: bool


class Substitute(SeatBody):
    """POST /api/tables/{id}/substitute: let a bot play a seat of a running game.

    The seat is the caller's, one that was given up, or one whose person the game waits for and who
    has been away too long.
    """

    bot: str


class Return(SeatBody):
    """POST /api/tables/{id}/return: take the caller's seat back from its bot.

    The bot's search is dropped.
    """


class Leave(SeatBody):
    """POST /api/tables/{id}/leave: give up a seat of a running game.

    Another person can take it, or a bot until then.
    """


class Act(SeatBody):
    """POST /api/tables/{id}/actions?seat=k: make a choice of the view of k with version `at`.

    Checked in this order: seat held, game running, no bot playing it, seat to act, version current
    (the choices of this seat have not changed since), readable, legal.

    `spent` is the number of milliseconds that the seat's clock has run as the page saw it. The rest
    is network delay, of which up to about a second per turn is not charged. See SeatClock.

    With the header `Prefer: return=minimal` the answer is 204 without a body, and the header
    `Honjin-Version` has the version of the view: a stream of the table brings that.
    """

    do: Annotated[str, Meta(min_length=1, max_length=400)]
    at: StepNumber
    spent: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None


class Back(SeatBody):
    """POST /api/tables/{id}/back: step back within the seat's turn, up to a revelation."""

    at: StepNumber


class Resign(SeatBody):
    """POST /api/tables/{id}/resign: resign."""

    at: StepNumber


class AskTakeback(SeatBody):
    """POST /api/tables/{id}/takeback: ask the others to undo the seat's last action."""

    at: StepNumber


class AnswerTakeback(SeatBody):
    """POST /api/tables/{id}/takeback/answer: agree or not (the asking seat's "no" withdraws it)."""

    agree: bool


class Rematch(Body):
    """POST /api/tables/{id}/rematch: the same game with the seats rotated; returns the new table.

    Every player moves one seat on; a second caller gets the table that the first one got.
    `own_nonce` as in OpenTable; the players who sent a nonce to the last game are also waited for.
    Where Can.chooser is the caller's seat, `seat` is the one that the caller wants in the next
    game, which may be asked for until it begins.
    """

    own_nonce: bool = False
    seat: SeatNumber | None = None


class Replace(SeatBody):
    """POST /api/tables/{id}/replace: go on without a person who has not come to the next game.

    Possible after three minutes: a `bot` takes the seat or, without one, the first person to come.
    It happens when all persons who have come want the same: see View.replaced.
    """

    bot: str | None = None


class Fork(Body):
    """POST /api/tables/{id}/fork: open a table from a step of this one, the caller on all seats.

    `own_nonce` as in OpenTable. The continuation of a running game that is not casual is `bound`:
    see View.
    """

    step: StepNumber
    own_nonce: bool = False


class Chat(Body):
    """POST /api/tables/{id}/chat: a line to everybody at the table.

    In games with deals (see GamePage) a line can be addressed `to` a seat. Then only the two
    persons who hold those seats at that moment receive it, unless it is said `aloud`. A `promise`
    is remembered. `seat` is the one that speaks, if the caller holds several.
    """

    text: Line
    seat: SeatNumber | None = None
    to: SeatNumber | None = None
    aloud: bool = False
    promise: bool = False


class Settle(SeatBody):
    """POST /api/tables/{id}/promise: the seat that was promised something says if it was kept.

    The promise is line `n` of those that `giver` said to `seat`, aloud or in private.
    """

    giver: SeatNumber
    n: Annotated[int, Meta(ge=1)]
    standing: Literal["open", "kept", "broken"]
    aloud: bool = False


class Hurry(Body):
    """POST /api/tables/{id}/hurry: make the bots that are thinking answer now."""


class ImportRecord(Body):
    """POST /api/records: open a table to browse a record, and to fork from it.

    With a `key`, an order that is sent again opens no second table.
    """

    record: str
    key: Key | None = None
