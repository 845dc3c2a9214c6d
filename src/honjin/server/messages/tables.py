"""What the server tells of people and tables: views, logs, clocks, the lobby."""

from __future__ import annotations

from typing import Literal

from honjin.core.game import Choice, Gesture, Prompt
from honjin.core.scene import Scene
from honjin.core.words import Say
from honjin.server.messages.games import GameInfo
from honjin.server.messages.parts import Answer, Dissolution, Standing, What


class Me(Answer):
    """GET and POST /api/me: who the caller is to others.

    Somebody with an `account` can come back from any device; a guest has this browser alone. With
    `closed` the club is for members, and the caller is none: there is much to read, and no playing.
    `program`: marked as one. `suspended` is what those who look after the house have decided.
    """

    id: str
    name: str
    account: bool = False
    closed: bool = False
    program: bool = False
    suspended: tuple[SuspensionInfo, ...] = ()


class SuspensionInfo(Answer):
    """What the caller may not do until then: chat, or begin games; and why."""

    what: Literal["chat", "play"]
    until: int
    reason: Literal["insult", "spam", "cheating", "stalling", "name", "other"]
    told: str = ""


class Vacation(Answer):
    """GET and POST /api/me/vacation: how much is left of the `budget` for any 365 days.

    While it lasts, `until` is when that will be used up, and no days of the caller's turns are
    charged. Each vacation costs a day at least. In milliseconds.
    """

    budget: int
    left: int
    until: int = 0


class GamePage(Answer):
    """GET /api/games/{key}: a game, and the rule that each kind of choice rests on.

    `gestures`: several actions can be made at once, GET /api/tables/{id}/gestures tells which.
    `plans`: an action can be planned while others act, GET /api/tables/{id}/ahead tells which.
    `deals`: a line of chat can be for one seat, and be a promise.
    """

    game: GameInfo
    kinds: dict[str, str]
    gestures: bool = False
    plans: bool = False
    deals: bool = False


class Gestures(Answer):
    """GET /api/tables/{id}/gestures: what a seat can do in several actions, at a version."""

    version: int
    gestures: tuple[Gesture, ...]


class Ahead(Answer):
    """GET /api/tables/{id}/ahead: what a seat could do if its turn came now, at a version.

    No `turn` where the game is not waiting for others, or nothing can be planned.
    """

    version: int
    turn: Turn | None = None


class Holder(Answer):
    """Who holds a seat. `you` is whether the caller does; a bot's `name` is its key.

    `bot` is the key of the one that plays for the person, or on the seat that was given up.
    In lists of tables also `who`, the handle of a person's profile, and the holder's `rating` in
    that game, `unsure` while it is provisional.
    `program`: this person is played by a program from elsewhere. An `empty` seat with a `name` is
    reserved for the person of that name, with `you` for the caller.
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
    """A line of the log: `step` is the entry of the record it tells of.

    `setup`: a seat prepared the game; its moves come after.
    """

    step: int
    say: Say
    by: int | None = None
    ids: tuple[str, ...] = ()
    rule: str = ""
    setup: bool = False


class LogPart(Answer):
    """Lines from index `start` on: drop what you hold from there, then append.

    A GET without `since` is given the whole log; the answer to a post, what is new since its `at`;
    an event, what is new since the last event of that window. It may begin anew at any time: other
    eyes see another log, and when a game is over, steps are numbered anew.
    """

    start: int
    lines: tuple[LogLine, ...] = ()


class Passing(Answer):
    """The choice `do` does nothing but go on.

    With `idle` there is nothing else that the seat has to decide: everybody can see that (`seen`),
    or it must not show (`hidden`).
    """

    do: str
    idle: Literal["", "seen", "hidden"] = ""


class Turn(Answer):
    """What the viewing seat can do now; with `passing` where it can simply go on."""

    seat: int
    prompt: Prompt
    choices: tuple[Choice, ...]
    passing: Passing | None = None


class Outcome(Answer):
    """How the game ended. `reason` is a word key; `winners` is empty for a draw.

    `late` is the seat that lost since its time had run out.
    """

    reason: str
    returns: tuple[int, ...]
    winners: tuple[int, ...]
    late: int | None = None


class Takeback(Answer):
    """An open question: seat `by` would like to go back to `step`; `waiting` have yet to answer."""

    by: int
    step: int
    waiting: tuple[int, ...]


class Can(Answer):
    """What the caller may do now besides the choices, as buttons."""

    back: bool = False
    takeback: bool = False
    resign: bool = False
    rematch: bool = False
    fork: bool = False
    analyse: bool = False


class DrawInfo(Answer):
    """One verifiable draw: ticket `n` below `total`; `undone` when a take-back removed it.

    In an export also, unless it was undone, the entry of the record that it decided, `step`, and
    the `outcomes` that it was drawn from: their texts in notation with their weights, in order.
    """

    n: int
    total: int
    ticket: int
    undone: bool = False
    step: int = 0
    outcomes: tuple[tuple[str, int], ...] = ()


class DiceInfo(Answer):
    """The commitment (SHA-256 of the secret), the seats' nonces; the secret once it is over.

    The draws of a game with secrets are told when it is over, of others at once. `must_act` are the
    seats whose browsers have yet to bring their nonces; until then the game does not begin.
    """

    commit: str
    nonces: tuple[str, ...]
    secret: str | None = None
    draws: tuple[DrawInfo, ...] = ()
    must_act: tuple[int, ...] = ()


class SeatRequest(Answer):
    """Somebody asks for a seat that was given up; `waiting` are the seats that have yet to agree.

    `yours` is whether the caller asks.
    """

    n: int
    seat: int
    name: str
    waiting: tuple[int, ...]
    yours: bool = False


class ChatLine(Answer):
    """A line of chat; `seat` is None for a spectator's.

    With `what` it tells who plays a seat: a "bot" (its key is the `text`) for the person named, the
    person again who came "back", somebody who "sat" down, or nobody, since he "left". Or it tells
    that a promise, whose words are the `text`, is "kept", "broken", or "open" again; then who was
    promised says it `to` who promised. Of clocks it tells that the "time" of the seat has run out,
    that they were "halted" for so many milliseconds while the server was away, that the person
    named "rests" until that time (a vacation), or has "rested"; of the table that the house has
    "ended" it, and why (a Dissolution). `who` is the person who wrote a line, to be hidden or
    reported.

    A line `to` a seat is private unless `aloud`. Lines to all are numbered among themselves,
    private ones as the caller counts his own: `n`, and where it is private seat and `to`, tell
    lines apart. `promise` is how a promise stands, `step` when it was made; the caller may settle
    what is `yours`. A promise that has been settled is sent once more.
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


class Control(Answer):
    """The time control of a table: the Time that it was opened with."""

    main: int = 0
    increment: int = 0
    period: int = 0
    periods: int = 0
    days: int = 0
    zero: Literal["bot", "lost"] = "bot"


class SeatClock(Answer):
    """The clock of a seat. It runs `since` then, or stands if that is 0, and has `left` so much.

    The first part of what has elapsed since then is taken from `head`, the free time at the
    beginning, the next from `left`, then from further `periods` of byoyomi. The person of the seat
    is on vacation from the first to the second time of `rest`, which are not charged. `out`: its
    time has run out. All in milliseconds.
    """

    left: int
    periods: int = 0
    byoyomi: bool = False
    head: int = 0
    since: int = 0
    rest: tuple[int, int] | None = None
    out: bool = False


class Clocks(Answer):
    """The clocks of a table, one for each seat; `now` is the server's time when this was sent."""

    time: Control
    seats: tuple[SeatClock, ...]
    now: int = 0


class ReplaceWish(Answer):
    """The persons on `by` wish for a `bot`, or for whoever comes, on a seat that is missing."""

    seat: int
    bot: str
    by: tuple[int, ...]


class View(Answer):
    """Everything one viewer has of a table: GET /api/tables/{id}?seat=k, and event `view`.

    `viewer` is the seat it is made for, None for spectators. A caller who holds several seats and
    names none is given the one to act. `version` grows with every change but chat, `step` counts
    entries of the record: both as far as they have happened to the viewer, and `step` as in the
    record when the game is over. `must_act` are the seats the table waits for. `thinking` are seats
    whose bot is at work. `chat` holds the kept lines in answers to GET and in the first event of a
    window, and of other eyes, else nothing. `casual` and `coach`: see OpenTable.
    `requests` are those for seats that were given up. `bound`: this continues a game that is still
    running at another table; until that is over nothing is analysed here, and no bot plays.

    `dissolved`: the house has ended the table, for this reason; nobody has won.

    `host` is who opened the table and invites others, while it is open. `clock` is there where the
    table has clocks. It shows the same to all viewers, and depends on what all of them know.

    `before` is the table of which this is the next game, `tournament` the one that this game is
    part of; a `pool` made it. While it is open, `opened` is since when, and `replaced` is what
    those who have come wish for seats of others: see Replace.

    `shared`: the caller holds several seats of a running game with secrets. Asked for with
    `seat=curtain`, the view is a spectator's then; and `open`, where nothing about the decision of
    one of his seats is secret, with that seat's `turn`. In the view of a seat `open` says the same.
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
    clock: Clocks | None = None


class PastView(Answer):
    """GET /api/tables/{id}/steps/{n}?seat=k: what the viewer saw after n entries of the record.

    Counted as in his view. `ids` are the things that entry n touched. When the game is over any
    seat may be asked for.
    """

    step: int
    last: int
    scene: Scene
    ids: tuple[str, ...] = ()


class Health(Answer):
    """GET /api/health: the server runs and its database answers.

    `commits` only where there are no limits, as for measuring: they could tell of secret choices.
    """

    version: str
    tables: int
    windows: int
    commits: int = 0


class Ready(Answer):
    """GET /api/ready: this process can be sent requests; so many `processes` serve the house."""

    processes: int


class TableRow(Answer):
    """One table of the lobby.

    `awaits` are the seats of persons whom the game waits for, as everybody at the table is told;
    `since` is when it began to, in milliseconds since 1970. Where there are clocks, `time` is their
    control, and `ends` tells for each seat of `awaits` when its time will have run out, 0 where it
    does not run. `rated`: the game counts for ratings, unless something that happens in it speaks
    against it. Of a table that waits, `strength` is the range of ratings that it asks for, and
    `members` whether one needs an account; `barred` says why the caller cannot sit down. It is part
    of a `tournament` if that is named.
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

    Of the own ones those that are not over, then the last few that are: the others are in the
    history.
    """

    tables: tuple[TableRow, ...]
    yours: tuple[TableRow, ...]


class NewTable(Answer):
    """The id of a table that was just made."""

    id: str


class Thinker(Answer):
    """A bot that thinks. `share` (0 to 1) of its time is used; None where nobody can tell."""

    seat: int
    share: float | None = None


class Thinking(Answer):
    """Event `thinking`: the bots that think now, told a few times a second while they do.

    `warms` is the share that is done while the game's search is being compiled; bots play
    meanwhile, less well. `solves` is the share that is done of a solved table that a bot waits for.
    """

    bots: tuple[Thinker, ...] = ()
    warms: float | None = None
    solves: float | None = None


class Presence(Answer):
    """Event `presence`: which seats have a window open.

    `absent` are seats that the table waits for and whose persons have been away for too long: any
    other person at the table may let a bot play there.
    """

    online: tuple[bool, ...]
    absent: tuple[int, ...] = ()
