"""Answers and events about tables: views, logs, clocks, the lobby."""

from __future__ import annotations

from typing import Any, Literal

from honjin.core.contract.presentation import Choice, Gesture, Prompt
from honjin.core.scene import Scene
from honjin.core.words import Say
from honjin.server.messages.parts import Answer, Dissolution, Standing, What
from honjin.server.tables.clocks.control import Control


class Vacation(Answer):
    """GET and POST /api/me/vacation: how much of the `budget` for any 365 days is left.

    During a vacation, `until` is when it will be used up, and no time is charged in games played by
    days. Each vacation costs at least one day. In milliseconds.
    """

    budget: int
    left: int
    until: int = 0


class Gestures(Answer):
    """GET /api/tables/{id}/gestures: what a seat can do in several actions, at a version."""

    version: int
    gestures: tuple[Gesture, ...]


class Ahead(Answer):
    """GET /api/tables/{id}/ahead: what a seat could do if it were its turn now, at a version.

    There is no `turn` if the game is not waiting for others, or if nothing can be planned.
    """

    version: int
    turn: Turn | None = None


class Holder(Answer):
    """The holder of a seat. `you` is true if it is the caller; a bot's `name` is its key.

    `bot` is the key of the bot that plays for the person, or on a seat that was given up. Lists of
    tables also have `who`, the handle of a person's profile, and `rating`, the holder's rating in
    that game, which is `unsure` while it is provisional. `program`: this person is played by an
    external program. An `empty` seat with a `name` is reserved for the person of that name; `you`
    is true if that is the caller.
    """

    kind: Literal["person", "bot", "empty"]
    name: str = ""
    you: bool = False
    online: bool = False
    bot: str = ""
    who: str = ""
    rating: int | None = None
    unsure: bool = False
    program: bool = False


class LogLine(Answer):
    """A line of the log: `step` is the entry of the record that it describes.

    `setup`: a seat prepared the game; its moves come later.
    """

    step: int
    say: Say
    by: int | None = None
    ids: tuple[str, ...] = ()
    rule: str = ""
    setup: bool = False


class LogPart(Answer):
    """Lines from index `start` on: drop the lines you hold from there on, then append these.

    A GET without `since` returns the whole log; the answer to a post, the lines since its `at`; an
    event, the lines since the last event of that window. The log may restart at any time: another
    viewer sees another log, and steps are renumbered when a game is over.
    """

    start: int
    lines: tuple[LogLine, ...]


class Passing(Answer):
    """The choice `do` does nothing but pass.

    With `idle` the seat has nothing else to decide: either everybody can see that (`seen`), or it
    must not show (`hidden`).
    """

    do: str
    idle: Literal["", "seen", "hidden"] = ""


class Turn(Answer):
    """What the viewing seat can do now, with `passing` if it can simply pass."""

    seat: int
    prompt: Prompt
    choices: tuple[Choice, ...]
    passing: Passing | None = None


class Outcome(Answer):
    """How the game ended. `reason` is a word key; `winners` is empty for a draw.

    `late` is the seat whose time ran out and so ended the game. `out` are all seats that have lost
    because their time ran out, whoever played on.
    """

    reason: str
    returns: tuple[int, ...]
    winners: tuple[int, ...]
    late: int | None = None
    out: tuple[int, ...] = ()


class Takeback(Answer):
    """A pending request: seat `by` wants to go back to `step`; `waiting` are yet to answer."""

    by: int
    step: int
    waiting: tuple[int, ...]


class Can(Answer):
    """What the caller may do now in addition to the choices, as buttons.

    `explore` is the last step of a finished game that the opening explorer can show, 0 if there is
    none: see Explored. `chooser` is the seat of a loser who, by the rules of the game, chooses a
    seat in the next one: see Rematch.
    """

    back: bool = False
    takeback: bool = False
    resign: bool = False
    rematch: bool = False
    fork: bool = False
    analyse: bool = False
    explore: int = 0
    chooser: int | None = None


class DrawInfo(Answer):
    """One verifiable draw: ticket `n` below `total`; `undone` if a takeback removed it.

    In an export, unless it was undone, it also has `step`, the entry of the record that it decided,
    and `outcomes`, what it was drawn from: notation and weight of each outcome, in order.
    """

    n: int
    total: int
    ticket: int
    undone: bool = False
    step: int = 0
    outcomes: tuple[tuple[str, int], ...] = ()


class DiceInfo(Answer):
    """The commitment (SHA-256 of the secret), the seats' nonces, and the secret once it is over.

    The draws of a game with secrets are published when it is over, those of other games at once.
    `must_act` are the seats whose browsers are yet to send their nonces; until then the game does
    not begin.
    """

    commit: str
    nonces: tuple[str, ...]
    secret: str | None = None
    draws: tuple[DrawInfo, ...] = ()
    must_act: tuple[int, ...] = ()


class SeatRequest(Answer):
    """A request for a seat that was given up; `waiting` are the seats that are yet to agree.

    `yours` is true if the caller made it.
    """

    n: int
    seat: int
    name: str
    waiting: tuple[int, ...]
    yours: bool = False


class ChatLine(Answer):
    """A line of chat; `seat` is None for a spectator's.

    A line with `what` is a notice. About the player of a seat: a "bot" (its key is the `text`) now
    plays for the person named, the person is "back", somebody "sat" down, or the person "left" and
    nobody plays it. About a promise, whose words are the `text`: it is "kept", "broken" or "open"
    again; the notice goes from the seat that was promised something `to` the seat that promised it.
    About clocks: the "time" of the seat has run out; clocks were "halted" for a number of
    milliseconds while the server was away; the person named "rests" until a given time (a
    vacation), or has "rested". About the table: the server has "ended" it, for the reason given (a
    Dissolution). `who` is the person who wrote a line, to be hidden or reported.

    A line `to` a seat is private unless `aloud`. Lines to all and private lines are numbered
    separately, private ones as the caller counts them: a line is identified by `n`, and by `seat`
    and `to` if it is private. `promise` is the state of a promise, `step` when it was made; the
    caller may settle those that are `yours`. A promise is sent again when it is settled.
    """

    n: int
    name: str
    text: str
    at: int
    seat: int | None = None
    what: What = ""
    to: int | None = None
    aloud: bool = False
    promise: Standing = ""
    step: int | None = None
    yours: bool = False
    who: str = ""


class SeatClock(Answer):
    """The clock of a seat: running `since` that time, or stopped if it is 0, with `left` left.

    The time that has elapsed since then is first taken from `head`, the free time at the beginning,
    then from `left`, then from further `periods` of byoyomi. The person on the seat is on vacation
    from the first to the second time of `rest`, which is not charged. `out`: its time has run out.
    All in milliseconds.
    """

    left: int
    periods: int = 0
    byoyomi: bool = False
    head: int = 0
    since: int = 0
    rest: tuple[int, int] | None = None
    out: bool = False


class Clocks(Answer):
    """The clocks of a table, one per seat; `now` is the server's time when this was sent."""

    time: Control
    seats: tuple[SeatClock, ...]
    now: int = 0


class ReplaceWish(Answer):
    """The persons on `by` want a `bot`, or anyone who comes, in place of a missing person."""

    seat: int
    bot: str
    by: tuple[int, ...]


class View(Answer):
    """Everything one viewer sees of a table: GET /api/tables/{id}?seat=k, and event `view`.

    `viewer` is the seat that it was made for, None for spectators. A caller who holds several seats
    and names none gets the view of the one to act. `version` grows with every change but chat;
    `step` counts entries of the record. Both count what has happened as far as the viewer knows;
    when the game is over, `step` is that of the record. `must_act` are the seats that the table
    waits for, `thinking` the seats whose bot is thinking. `chat` holds the kept lines in the answer
    to a GET, in the first event of a window, and when the viewer changes; otherwise it is empty.
    `casual` and `coach`: see OpenTable. `requests` are those for seats that were given up. `bound`:
    this continues a game that is still running at another table; until that game is over, nothing
    can be analysed here and no bot plays.

    `dissolved`: the server has ended the table, for this reason; nobody has won.

    `host` is the person who opened the table and invites others, while it is open. `clock` is
    present if the table has clocks. It is the same for all viewers and depends only on what all of
    them know.

    `before` is the table of which this is the next game, and `next` the table of the game after it;
    `tournament` is the tournament that this game is part of; `pool`: a pool made it. While the
    table is open, `opened` is when it was opened, and `replaced` what those who have come want for
    the seats of those who have not: see Replace.

    In a match for honours, `honoured` are the seats that agree to the opponent's takeback, once
    until they have acted again: see OpenTable.

    `shared`: the caller holds several seats of a running game with secrets. Then a view asked for
    with `seat=curtain` is a spectator's, and is `open` if nothing about the decision of one of the
    caller's seats is secret; that seat's `turn` comes with it. In the view of a seat `open` means
    the same.
    """

    id: str
    game: str
    options: dict[str, str | bool]
    status: Literal["open", "running", "over"]
    version: int
    step: int
    viewer: int | None
    seats: tuple[Holder, ...]
    must_act: tuple[int, ...]
    thinking: tuple[int, ...]
    scene: Scene
    log: LogPart
    can: Can
    dice: DiceInfo
    turn: Turn | None = None
    outcome: Outcome | None = None
    takeback: Takeback | None = None
    next: str | None = None
    chat: tuple[ChatLine, ...] = ()
    casual: bool = False
    shared: bool = False
    open: bool = False
    requests: tuple[SeatRequest, ...] = ()
    bound: bool = False
    host: Holder | None = None
    coach: bool = False
    dissolved: Dissolution | None = None
    before: str = ""
    tournament: str = ""
    pool: bool = False
    replaced: tuple[ReplaceWish, ...] = ()
    opened: int = 0
    honoured: tuple[int, ...] = ()
    clock: Clocks | None = None


class Operation(Answer):
    """An operation of a JSON Patch (RFC 6902) on a View; its `value` is no part of a `remove`."""

    op: Literal["add", "remove", "replace"]
    path: str
    value: Any


class Change(Answer):
    """What has changed in the View of version `since`: event `change` of GET …/events?changes=1.

    To have the present view, apply `patch` to the last View of this stream, as it was before its
    `log` was read and without its `chat`; put `log` and `clock` in the place of those that it had.
    """

    since: int
    patch: tuple[Operation, ...]
    log: LogPart
    clock: Clocks | None = None


class PastView(Answer):
    """GET /api/tables/{id}/steps/{n}?seat=k: what the viewer saw after n entries of the record.

    Entries are counted as in the viewer's view. `ids` are the things that entry n touched. When the
    game is over, any seat may be asked for.
    """

    step: int
    last: int
    scene: Scene
    ids: tuple[str, ...] = ()


class TableRow(Answer):
    """One table of the lobby.

    `awaits` are the seats of persons that the game waits for, as everybody at the table may know;
    `since` is when it began to wait, in milliseconds since 1970. If there are clocks, `time` is
    their control, and `ends` has, for each seat of `awaits`, when its time will run out, 0 if its
    clock is stopped. `rated`: the game counts for ratings, unless something happens in it that
    rules that out. For a table that is waiting for players, `strength` is the range of ratings that
    it accepts, `members` is true if an account is needed, and `barred` says why the caller cannot
    sit down. `tournament` is the one that it is part of, if any.
    """

    id: str
    game: str
    options: dict[str, str | bool]
    status: Literal["open", "running", "over"]
    seats: tuple[Holder, ...]
    changed: int
    coach: bool = False
    awaits: tuple[int, ...] = ()
    since: int = 0
    time: Control | None = None
    ends: tuple[int, ...] = ()
    rated: bool = False
    strength: tuple[int, int] | None = None
    members: bool = False
    tournament: str = ""
    barred: Literal["", "strength", "members"] = ""


class Tables(Answer):
    """GET /api/tables: open and running tables, newest first, and the caller's own.

    `yours` has those that are not over, then the last few that are; older ones are in the history.
    """

    tables: tuple[TableRow, ...]
    yours: tuple[TableRow, ...]


class NewTable(Answer):
    """The id of a new table."""

    id: str


class Thinker(Answer):
    """A bot that is thinking. `share` (0 to 1) of its time is used; None if that is unknown."""

    seat: int
    share: float | None = None


class Thinking(Answer):
    """Event `thinking`: the bots that are thinking now, sent a few times a second while they do.

    `warms` is the fraction done while the game's search is being compiled; bots play meanwhile, but
    less well. `solves` is the fraction done of a solved table that a bot is waiting for.
    """

    bots: tuple[Thinker, ...] = ()
    warms: float | None = None
    solves: float | None = None


class Beat(Answer):
    """Event `beat`: nothing is new, and the connection still works."""


class Presence(Answer):
    """Event `presence`: which seats have a window open.

    `absent` are seats that the table waits for and whose persons have been away for too long: any
    other person at the table may let a bot play there.
    """

    online: tuple[bool, ...]
    absent: tuple[int, ...] = ()


class Begun(Answer):
    """Event `begun`: a game in which the caller holds `seats` has begun."""

    id: str
    game: str
    options: dict[str, str | bool]
    seats: tuple[int, ...]


class YourTurn(Answer):
    """Event `turn`: a seat of the caller can act, from `version` of its view on.

    If `awaited`, the game waits for it; otherwise it may act but need not, as in trading.
    """

    id: str
    seat: int
    version: int
    awaited: bool = False


class Ended(Answer):
    """Event `over`: a game in which the caller holds `seats` is over."""

    id: str
    game: str
    seats: tuple[int, ...]
    outcome: Outcome | None = None


class Challenge(Answer):
    """Seat `seat` of table `id` is reserved: `by` invites the person called `to` to a game.

    `who` is the handle of `by`. The challenge expires at `until`; 0 if it does not.
    """

    id: str
    game: str
    options: dict[str, str | bool]
    seat: int
    by: str
    to: str
    time: Control | None = None
    rated: bool = False
    who: str = ""
    until: int = 0
