"""What the server tells of studies: analyses, reviews, the coach, puzzles, lessons."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from honjin.core.scene import Scene
from honjin.core.words import Say
from honjin.server.messages.parts import Answer
from honjin.server.messages.tables import LogLine, Turn


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
    its result. `says` stands at the one choice of a lost or drawn position after which the other
    side finds it hardest to keep what it has: what the perfect bot would play, and say of it.
    """

    line: tuple[Ply, ...]
    value: float | None = None
    visits: int = 0
    exact: Exact | None = None
    says: Say | None = None


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
    wrong: dict[str, str] = field(default_factory=dict)


class Lesson(Answer):
    """GET /api/lessons/{game}/{key}: a whole lesson. `goal` says how the game is won."""

    key: str
    game: str
    options: dict[str, str | bool]
    seat: int
    title: dict[str, str]
    goal: dict[str, str]
    steps: tuple[LessonStep, ...]
