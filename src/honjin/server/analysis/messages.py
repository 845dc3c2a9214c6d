"""What the server sends for study: analyses, reviews, the coach, puzzles, lessons."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.core.scene import Scene
from honjin.core.words import Say
from honjin.server.messages.parts import Answer, Body, SeatNumber, StepNumber
from honjin.server.tables.messages.answers import LogLine, Turn


class Ply(Answer):
    """One action of a line that a search examined; seat 15 is chance.

    `say` is what the log would say, `ids` what it would highlight; `path` the clicks, empty for
    chance.
    """

    seat: int
    do: str
    path: tuple[str, ...] = ()
    say: Say | None = None
    ids: tuple[str, ...] = ()


class Exact(Answer):
    """A proved result for a seat: won (1), drawn (0) or lost (-1) with best play by both sides.

    `plies` are the actions of all seats until the end, counted from that decision; 0 for a draw.
    With `most` the number is an upper bound: there is a proof, but the position is in no solved
    table. It is also 0 where nobody knows how soon the end comes: stages tell only who wins.
    """

    result: Literal[-1, 0, 1]
    plies: int = 0
    most: bool = False


class Judged(Answer):
    """One legal choice as a search values it: the seat's expected result from -1 to 1, or None.

    `line` is the expected continuation, starting with this choice; only the best choices have more
    than that. If the game is solved, or the choice proved, `exact` is its exact value, and `value`
    its result. `says` is set on at most one choice, in a lost or drawn position: the one after
    which the other side finds it hardest to keep its result; the perfect bot would play it, and
    says this about it.
    """

    line: tuple[Ply, ...]
    value: float | None = None
    visits: int = 0
    exact: Exact | None = None
    says: Say | None = None


class Analysis(Answer):
    """A search's view of a decision, from what the seat saw: event `analysis` of the stream.

    `choices` are all legal ones, the best first; `played` is the notation of the action that was
    played. `work` counts simulations. `share` is the fraction of the time used; the last event is
    `done`. If no seat had to decide, there is no `seat`. If the game is solved, nothing is
    searched: every choice is `exact`, the best first. `solves` is the fraction done of the solved
    table while it is being made; its values follow. `place` is the place of the search in the
    queue, from 1, until it begins.
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
    place: int = 0


Grade = Literal["good", "slip", "mistake", "blunder"]


class Verdict(Answer):
    """A review's verdict on the decision of `seat` after `step` entries.

    `values` are the seats' expected results at that point, as far as they follow from what the seat
    saw; `loss` is by how much the choice that was played is worse than the best one. If the game is
    solved, `could` is the exact value of the best choice and `got` that of the one played: a
    "blunder" turns a win into a loss, a "mistake" gives away half of that, a "slip" wins later or
    loses sooner than necessary.
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
    """GET and POST /api/tables/{id}/review: the verdicts so far, of `of` in all, on `step` entries.

    `one_line`: what one seat wins the other loses, so one curve shows both. `end` are the results
    when the game is over. A review that has not been requested for a while stops; a POST resumes
    it. `solves` is the fraction done of the solved table that it waits for.
    """

    step: int
    of: int
    verdicts: tuple[Verdict, ...] = ()
    running: bool = False
    one_line: bool = False
    end: tuple[float, ...] | None = None
    solves: float | None = None


class Advice(Answer):
    """POST /api/tables/{id}/coach/advice: which choices keep the value of the position, and why.

    `choices` are the best of them, the best first, and `more` is the number of others that are as
    good; `of` is the number of all choices. `value` is the seat's expected result with the best,
    `lead` its advantage over the best choice that is not as good; None if there is no such choice,
    or it was not searched. `gains` say in the game's words what the best choice gains over that
    other one, the most important first, and `costs` what it costs; both are empty if no difference
    shows yet. If the game is solved, or the best choice proved, `exact` is its exact value.
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
    """POST /api/tables/{id}/coach/remark: whether the action of `seat` after `step` was a blunder.

    If so, `could` is what the seat might have expected, `got` what is left, and `costs` say in the
    game's words what was given away. If not, none of these is given, and nothing is said about the
    choice. `exact`: both values are certain.
    """

    step: int
    seat: int
    could: float | None = None
    got: float | None = None
    costs: tuple[Say, ...] = ()
    exact: bool = False


class ShownAction(Answer):
    """An action in a puzzle or a lesson, and what the board shows after it.

    `do` is the action in notation; in a lesson only the learner's actions have it.
    """

    seat: int
    do: str
    scene: Scene
    log: tuple[LogLine, ...]


class LessonStep(Answer):
    """One step of a lesson.

    `answers` maps each action that continues the lesson to everything that happens then; the key is
    the empty string if the step is only to be read. With a `scene` the board is set up again, and
    `log` says how the game got there; otherwise the step continues from the one before it. `turn`
    has all choices of the learner; `wrong` is the message for those that do not continue. `points`
    are ids to highlight. Strings are in all languages.
    """

    say: dict[str, str]
    answers: dict[str, tuple[ShownAction, ...]]
    scene: Scene | None = None
    log: tuple[LogLine, ...] = ()
    turn: Turn | None = None
    points: tuple[str, ...] = ()
    wrong: dict[str, str] = field(default_factory=dict)


class Lesson(Answer):
    """GET /api/lessons/{game}/{key}: a whole lesson. `goal` says how to win the game."""

    key: str
    game: str
    options: dict[str, str | bool]
    seat: int
    title: dict[str, str]
    goal: dict[str, str]
    steps: tuple[LessonStep, ...]


class Analyse(Body):
    """POST /api/tables/{id}/analysis: find the best action for a seat after `step` entries.

    Without `seat`, the seat that the game waited for then.
    """

    step: StepNumber
    seat: SeatNumber | None = None
    seconds: Annotated[float, Meta(gt=0, le=10)] = 3.0


class AskCoach(Body):
    """POST /api/tables/{id}/coach/advice and /remark: ask about a decision of the caller's seat.

    The decision is the one that `seat` has, or had, after `step` entries.
    """

    seat: SeatNumber
    step: StepNumber
