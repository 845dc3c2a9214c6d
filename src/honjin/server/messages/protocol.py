"""Every message between browser and server, in one place. docs/protocol.md is made from this file.

Requests are bodies of POSTs; answers are JSON. A refusal is a problem document (RFC 9457) whose
`type` is one of `Refusal`. Times are whole milliseconds since 1970 in UTC. Languages are chosen in
the browser: the server sends `Say` values, and their templates once per game.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from honjin.core.facts import Facts
from honjin.core.game import Arrange, Choice, Gesture, Prompt
from honjin.core.reference import ReferenceTable, Row
from honjin.core.scene import Reason, Scene
from honjin.core.words import Say

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{1,64}\Z", description="hex; mixed into the dice")]
SeatNumber = Annotated[int, Meta(ge=0, lt=8)]
StepNumber = Annotated[int, Meta(ge=0, le=100_000)]
Line = Annotated[str, Meta(min_length=1, max_length=500)]
PuzzleText = Annotated[str, Meta(min_length=1, max_length=400)]
What = Literal[
    "", "bot", "back", "left", "sat", "open", "kept", "broken", "time", "halted", "rests", "rested"
]
Standing = Literal["", "open", "kept", "broken"]
Scope = Literal["read", "play", "challenge"]
PuzzleLine = Annotated[list[PuzzleText], Meta(max_length=64)]

# ---------------------------------------------------------------- what a browser sends


class Body(Struct, forbid_unknown_fields=True):
    """Base of all request bodies: unknown fields are refused."""


class Introduce(Body):
    """POST /api/me: the name a guest wants to be called."""

    name: Name


class TakeVacation(Body):
    """POST /api/me/vacation: go on vacation, or be back."""

    on: bool


class SeatWish(Body):
    """Who shall take a seat of a new table: the caller, a bot, or whoever comes.

    One that is `reserved` is for the person called `name`: a challenge. That person takes it by
    sitting down, or declines; then it is for whoever comes.
    """

    kind: Literal["me", "bot", "open", "reserved"]
    bot: str | None = None
    name: Name | None = None


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
    the table has clocks.
    """

    game: str
    options: dict[str, str | bool] = {}
    seats: list[SeatWish] = []
    own_nonce: bool = False
    private: bool = False
    casual: bool = False
    coach: bool = False
    time: Time | None = None


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


# ---------------------------------------------------------------- what the server answers


class Answer(Struct, omit_defaults=True):
    """Base of all answers: fields at their default are left out."""


class Me(Answer):
    """GET and POST /api/me: who the caller is to others.

    Somebody with an `account` can come back from any device; a guest has this browser alone. With
    `closed` the club is for members, and the caller is none: there is much to read, and no playing.
    `program`: marked as one.
    """

    id: str
    name: str
    account: bool = False
    closed: bool = False
    program: bool = False


class Vacation(Answer):
    """GET and POST /api/me/vacation: how much is left of the `budget` for any 365 days.

    While it lasts, `until` is when that will be used up, and no days of the caller's turns are
    charged. Each vacation costs a day at least. In milliseconds.
    """

    budget: int
    left: int
    until: int = 0


class OptionInfo(Answer):
    """An option as the lobby shows it; words `option.<key>` and `option.<key>.<value>`.

    `file`: its value can also be the text of a file with this suffix; word `option.<key>.own`.
    """

    key: str
    default: str | bool
    values: tuple[str, ...] = ()
    when: tuple[str, tuple[str, ...]] | None = None
    rule: str = ""
    file: str = ""


class PresetInfo(Answer):
    """Ready-made options with the number of seats they lead to; words `preset.<key>`.

    `bots` are those of the game that play with these options.
    """

    key: str
    options: dict[str, str | bool]
    seats: int
    bots: tuple[str, ...]


class LessonRow(Answer):
    """A lesson of a game: what it is called, and the options of a game to be played after it."""

    key: str
    title: dict[str, str]
    options: dict[str, str | bool]
    steps: int


class GameInfo(Answer):
    """One game of GET /api/games. `bots` are the names that can be asked for, the weakest first.

    Not all of them need play with all options: see PresetInfo. `puzzles` says whether the puzzle of
    each day is one of this game's.
    """

    key: str
    title: Say
    designer: str
    publisher: str
    year: int
    version: int
    options: tuple[OptionInfo, ...]
    presets: tuple[PresetInfo, ...]
    bots: tuple[str, ...]
    words: dict[str, dict[str, str]]
    puzzles: bool = False
    lessons: tuple[LessonRow, ...] = ()


class Statement(Answer):
    """One numbered rule or ruling. `text` may hold **bold** and `§<number>` and nothing else.

    It is part of a game in which each option that `when` names has one of the values given there.
    """

    number: str
    text: str
    when: dict[str, tuple[str | bool, ...]] = {}


class SummaryPoint(Answer):
    """A paragraph of the summary, written and part of a game as a Statement is."""

    text: str
    when: dict[str, tuple[str | bool, ...]] = {}


class Chapter(Answer):
    """A chapter of the rules."""

    title: str
    statements: tuple[Statement, ...]


class Rulebook(Answer):
    """The rules in one language: the summary under its title, the chapters."""

    title: str
    summary: tuple[SummaryPoint, ...]
    chapters: tuple[Chapter, ...]


class Rules(Answer):
    """GET /api/games/{key}/rules: the rules in every language, and what is in the box.

    Of all scenarios: which statements and rows are part of a game follows from its options. The
    tables speak with these `words` and those of the game.
    """

    rulebooks: dict[str, Rulebook]
    tables: tuple[ReferenceTable, ...]
    words: dict[str, dict[str, str]]


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
    named "rests" until that time (a vacation), or has "rested".

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

    `host` is who opened the table and invites others, while it is open. `clock` is there where the
    table has clocks. It shows the same to all viewers, and depends on what all of them know.

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
    against it.
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


class Ply(Answer):
    """One action of a line that a search looked at; of chance where `seat` is 15.

    `say` is what the log would say, `ids` what it would light; `path` the clicks, empty for chance.
    """

    seat: int
    do: str
    path: tuple[str, ...] = ()
    say: Say | None = None
    ids: tuple[str, ...] = ()


class Exact(Answer):
    """What is proved for a seat: won (1), drawn (0) or lost (-1) with best play of both sides.

    `plies` are the actions of all until the end, counted from that decision; 0 for a draw. With
    `most` the end comes in so many at most: a proof was found, no table holds the position.
    """

    result: Literal[-1, 0, 1]
    plies: int = 0
    most: bool = False


class Judged(Answer):
    """One legal choice as a search sees it: the seat's expected result from -1 to 1, or None.

    `line` is what would follow, this choice first; only the best ones have more than that. Where
    the game is solved, or the choice proved, `exact` is what it is worth for certain, and `value`
    its result.
    """

    line: tuple[Ply, ...]
    value: float | None = None
    visits: int = 0
    exact: Exact | None = None


class Analysis(Answer):
    """What a search thinks of a decision, from what the seat saw: event `analysis` of the stream.

    `choices` are all that were legal, the best first; `played` is the text of what was done then.
    `work` counts simulations. `share` of the time is used; the last event is `done`. Where nobody
    had to decide, there is no seat. Where the game is solved nothing is searched: every choice is
    `exact`, the best first. `solves` is the share that is done of the solved table, while it is
    being made; its values follow.
    """

    step: int
    seat: int | None = None
    value: float | None = None
    choices: tuple[Judged, ...] = ()
    work: int = 0
    depth: int = 0
    share: float = 0.0
    done: bool = False
    played: str | None = None
    warms: float | None = None
    solves: float | None = None


Grade = Literal["good", "slip", "mistake", "blunder"]


class Verdict(Answer):
    """What a review makes of the decision of `seat` after `step` entries.

    `values` are the seats' expected results then, as far as they follow from what the seat saw;
    `loss` how much less than the best choice the one played was worth. Where the game is solved
    `could` is what the best choice was worth, `got` what the one played was: a "blunder" turns a
    win into a loss, a "mistake" gives away half of that, a "slip" wins later or loses sooner than
    need be.
    """

    step: int
    seat: int
    values: tuple[float | None, ...]
    played: Ply
    best: Ply
    loss: float = 0.0
    grade: Grade = "good"
    could: Exact | None = None
    got: Exact | None = None


class Review(Answer):
    """GET and POST /api/tables/{id}/review: the verdicts so far, `of` so many, on `step` entries.

    `one_line`: what a seat wins the other loses, so that one line tells all. `end` are the results
    when the game is over. A review that nobody asks about for a while stops; a POST goes on.
    `solves` is the share that is done of the solved table that it waits for.
    """

    step: int
    of: int
    verdicts: tuple[Verdict, ...] = ()
    running: bool = False
    one_line: bool = False
    end: tuple[float, ...] | None = None
    solves: float | None = None


class Advice(Answer):
    """POST /api/tables/{id}/coach/advice: which choices keep what the position is worth, and why.

    `choices` are the best of them, the best first, and `more` others that are as good; `of` all
    there are. `value` is what the seat can expect with the best, `lead` how much more that is than
    with any choice that is not as good, None where there is no other, or it was not looked at.
    `gains` say in the game's words what the best choice brings more than that other one, the most
    important first, `costs` what it costs; none where nothing is to be seen yet. Where the game is
    solved, or the best choice proved, `exact` is what it is worth for certain.
    """

    step: int
    seat: int
    choices: tuple[Ply, ...]
    of: int
    more: int = 0
    value: float | None = None
    lead: float | None = None
    gains: tuple[Say, ...] = ()
    costs: tuple[Say, ...] = ()
    exact: Exact | None = None


class Remark(Answer):
    """POST /api/tables/{id}/coach/remark: whether what `seat` did after `step` was a blunder.

    If so, `could` is what the seat might have expected, `got` what is left, and `costs` say in the
    game's words what was given away. If not, there is neither, and nothing is told of the choice.
    `exact` tells that both are certain.
    """

    step: int
    seat: int
    could: float | None = None
    got: float | None = None
    costs: tuple[Say, ...] = ()
    exact: bool = False


class PuzzleDay(Answer):
    """A day's puzzle in a list: whoever is to move wins in `plies`; `level` is 1, 2 or 3."""

    day: str
    game: str
    level: int
    plies: int


class PuzzleDays(Answer):
    """GET /api/puzzles: the last days up to `until`, the latest first; `today` is by UTC."""

    today: str
    days: tuple[PuzzleDay, ...]


class Puzzle(Answer):
    """GET /api/puzzles/{day}: a position in which one action alone keeps the win.

    The side of `turn` is to move, and wins in `plies`, counting both sides', in `turns` actions of
    its own. `log` tells how the game came there; `position` is the position in notation.
    """

    day: str
    game: str
    options: dict[str, str | bool]
    level: int
    plies: int
    turns: int
    position: str
    scene: Scene
    turn: Turn
    log: tuple[LogLine, ...]


class Deed(Answer):
    """Something that is done in a puzzle or a lesson, and what is there after it.

    `do` is the action in notation, in a lesson only the learner's.
    """

    seat: int
    do: str
    scene: Scene
    log: tuple[LogLine, ...]


class Tried(Answer):
    """POST /api/puzzles/{day}/tries: what became of a try.

    `could` is what the best choice was worth, `got` what the one tried is, both counted from before
    it. `steps` are the try and the best answer to it, if the game goes on: after a right try the
    slowest defence. Then `turn` has the next choices, or the puzzle is `solved`.
    """

    right: bool
    could: Exact
    got: Exact
    steps: tuple[Deed, ...]
    solved: bool = False
    turn: Turn | None = None


class Hint(Answer):
    """POST /api/puzzles/{day}/hint: of what kind the right choice is, and its first click."""

    kind: str
    id: str


class Solution(Answer):
    """GET /api/puzzles/{day}/solution: the whole line, the defence's slowest answers included."""

    line: tuple[Ply, ...]


class LessonStep(Answer):
    """One step of a lesson.

    `answers` are what goes on, with all that happens then: by the action that does it, by the empty
    text where the step is to be read. With a `scene` the board is laid anew, and `log` says how it
    came to this; else the step goes on from the one before it. `turn` has all choices of the
    learner; `wrong` is what to say to those that do not go on. `points` are ids to be lit. Texts
    are in all languages.
    """

    say: dict[str, str]
    answers: dict[str, tuple[Deed, ...]]
    scene: Scene | None = None
    log: tuple[LogLine, ...] = ()
    turn: Turn | None = None
    points: tuple[str, ...] = ()
    wrong: dict[str, str] = {}


class Lesson(Answer):
    """GET /api/lessons/{game}/{key}: a whole lesson. `goal` says how the game is won."""

    key: str
    game: str
    options: dict[str, str | bool]
    seat: int
    title: dict[str, str]
    goal: dict[str, str]
    steps: tuple[LessonStep, ...]


class Presence(Answer):
    """Event `presence`: which seats have a window open.

    `absent` are seats that the table waits for and whose persons have been away for too long: any
    other person at the table may let a bot play there.
    """

    online: tuple[bool, ...]
    absent: tuple[int, ...] = ()


class Token(Answer):
    """A token as it is listed: never the token itself. `used` is within a minute, or 0."""

    id: str
    name: str
    scopes: tuple[Scope, ...]
    made: int
    used: int = 0


class TokenList(Answer):
    """GET /api/tokens: the caller's tokens, the newest first; `program` as in Me."""

    tokens: tuple[Token, ...]
    program: bool = False


class NewToken(Answer):
    """POST /api/tokens: a token that was just made. Its `secret` is told this once."""

    token: Token
    secret: str


class Challenge(Answer):
    """Seat `seat` of table `id` is reserved: `by` asks the person called `to` for a game."""

    id: str
    game: str
    options: dict[str, str | bool]
    seat: int
    by: str
    to: str


class Challenges(Answer):
    """GET /api/challenges: the seats reserved for the caller, and those that he reserved."""

    received: tuple[Challenge, ...]
    sent: tuple[Challenge, ...]


class Begun(Answer):
    """Event `begun`: the game runs in which the caller holds `seats`."""

    id: str
    game: str
    options: dict[str, str | bool]
    seats: tuple[int, ...]


class YourTurn(Answer):
    """Event `turn`: a seat of the caller can act, from `version` of its view on.

    With `awaited` the game waits for it; else it may let the others go on, as with trade.
    """

    id: str
    seat: int
    version: int
    awaited: bool = False


class Ended(Answer):
    """Event `over`: the game is over in which the caller holds `seats`."""

    id: str
    game: str
    seats: tuple[int, ...]
    outcome: Outcome | None = None


class Embedding(Answer):
    """GET /oembed: how a table is shown on a page elsewhere, as oEmbed 1.0 has it (rich)."""

    type: str
    version: str
    title: str
    provider_name: str
    provider_url: str
    html: str
    width: int
    height: int
    cache_age: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int


Refusal = Literal[
    "unknown-path",
    "wrong-method",
    "unknown-game",
    "unknown-table",
    "unknown-step",
    "hidden-profile",
    "unknown-bot",
    "no-account",
    "logged-out",
    "no-login",
    "last-way-in",
    "not-member",
    "no-mail",
    "no-passkeys",
    "bad-name",
    "name-taken",
    "unreadable",
    "too-large",
    "wrong-origin",
    "bad-option",
    "seat-taken",
    "not-your-seat",
    "not-started",
    "not-your-turn",
    "stale-version",
    "illegal",
    "no-vacation",
    "out-of-time",
    "over",
    "not-over",
    "started",
    "nothing-to-take-back",
    "takeback-open",
    "takeback-too-far",
    "not-at-table",
    "bot-plays",
    "not-awaited",
    "still-here",
    "no-substitute",
    "seated-elsewhere",
    "not-invited",
    "unknown-request",
    "record-mismatch",
    "no-deals",
    "nobody-listens",
    "unknown-promise",
    "no-puzzle",
    "no-lesson",
    "no-picture",
    "analysis-closed",
    "no-coach",
    "unknown-token",
    "out-of-scope",
    "not-a-program",
    "still-playing",
    "program-for-good",
    "unknown-person",
    "unknown-challenge",
    "other-form",
    "busy",
    "too-many",
    "not-stored",
    "internal",
]
"""Every way the server refuses, as the last part of the problem's `type`."""


class Problem(Answer):
    """A problem document (RFC 9457), sent as application/problem+json.

    `option` is the key of the option whose value could not be taken; `say` what is wrong with it,
    in words of its game, where its text is a file that people write. `detail` says it in English.
    """

    type: str
    title: str
    status: int
    detail: str
    option: str = ""
    say: Say | None = None


__all__ = [
    "Act", "Advice", "Ahead", "Analyse", "Analysis", "Answer", "AnswerSeat", "AnswerTakeback",
    "Arrange", "AskCoach", "AskHint", "AskSeat", "AskTakeback", "Back", "BeProgram", "BeginReview",
    "Begun", "Body", "BringNonce", "Can", "Challenge", "Challenges", "Chapter", "Chat", "ChatLine",
    "Choice", "Clocks", "Control", "Decline", "Deed", "DiceInfo", "DrawInfo", "Embedding", "Ended",
    "Exact", "Facts", "Fork", "GameInfo", "GamePage", "Gesture", "Gestures", "Health", "Hint",
    "Holder", "Hurry", "ImportRecord", "Introduce", "Judged", "Leave", "Lesson", "LessonRow",
    "LessonStep", "LogLine", "LogPart", "MakeToken", "Me", "NewTable", "NewToken", "OpenTable",
    "OptionInfo", "Outcome", "Passing", "PastView", "Ply", "Presence", "PresetInfo", "Problem",
    "Prompt", "Puzzle", "PuzzleDay", "PuzzleDays", "Ready", "Reason", "ReferenceTable", "Refusal",
    "Remark", "Rematch", "Resign", "Return", "Review", "RevokeToken", "Row", "Rulebook", "Rules",
    "Say", "Scene", "SeatClock", "SeatRequest", "SeatWish", "Settle", "Sit", "Solution", "Stand",
    "Statement", "Substitute", "SummaryPoint", "TableRow", "Tables", "TakeVacation", "Takeback",
    "Thinker", "Thinking", "Time", "Token", "TokenList", "Tried", "TryPuzzle", "Turn", "Vacation",
    "Verdict", "View", "YourTurn",
]  # fmt: skip
