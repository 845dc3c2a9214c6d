"""Lessons: a game learned on its own board, step by step. A lesson is data that the engine plays.

A lesson is a file `lessons/<key>.toml` in the folder of its game:

    seat = 0                                  the seat of the learner
    title = {en = "Act 1", ja = "第一幕"}
    goal = {en = "Complete a row…", ja = "…"}  how to win, in one sentence

    [options]                                 as for a game; the defaults if there are none
    act = "1"

    [[steps]]
    position = "…"                            sets the board up again: a position in notation,
    before = ["0:r1c1"]                       or the entries of a record from its start (or both)
    anew = true                               or the start of the game
    say = {en = "Place a die.", ja = "…"}
    points = ["r1c2"]                         ids of the scene that are highlighted
    do = ["r1c2", "r1c3"]                     the learner's actions that continue the lesson;
                                              without any, the step is only read
    wrong = {en = "…", ja = "…"}              the answer to other legal actions
    then = ["1:r2c1"]                         what follows automatically: other seats, chance,
                                              even the learner's own entries

A step with none of these three continues from the step before it. After a step that accepts
several actions the board is set up again, or the lesson is over. Texts state numbers of the game's
data as in `{#hand}` (`core.words`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from honjin.core.errors import BadLesson, HonjinError
from honjin.core.game import Game
from honjin.core.locales import LANGUAGES
from honjin.core.options import Value
from honjin.core.play import Play, replay
from honjin.core.record import Record, read_entry
from honjin.core.seats import CHANCE
from honjin.core.words import NO_NUMBERS, Numbers, fill_numbers, stated_in

Text = dict[str, str]
"""A text in each language."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step; see the module docstring."""

    say: Text
    do: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    wrong: Text = {}
    position: str = ""
    before: tuple[str, ...] = ()
    anew: bool = False

    @property
    def has_own_position(self) -> bool:
        """True if it sets the board up again, rather than continue from the step before."""
        return bool(self.position or self.before or self.anew)


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of a game; `key` is the name of its file, `order` its place among the others."""

    title: Text
    goal: Text
    steps: tuple[LessonStep, ...]
    options: dict[str, Value] = {}
    seat: int = 0
    order: int = 0
    key: str = ""


class Stand(NamedTuple):
    """A step of a lesson as it is played; `seat` is the learner's.

    `play` is the game before the step; `after` maps each action that continues the lesson to the
    game after it and what follows. The key of a step that is only read is the empty string.
    """

    n: int
    step: LessonStep
    seat: int
    play: Play
    after: dict[str, Play]


# ---- reading


def read_lesson(text: str, key: str, numbers: Numbers = NO_NUMBERS) -> Lesson:
    """The lesson in a file; BadLesson says what was expected and where."""
    try:
        lesson = msgspec.convert(tomllib.loads(text) | {"key": key}, Lesson)
        return replace(
            lesson,
            title=_filled("title", lesson.title, numbers),
            goal=_filled("goal", lesson.goal, numbers),
            steps=tuple(_step(n, step, numbers) for n, step in enumerate(lesson.steps, 1)),
        )
    except ValueError as problem:
        raise BadLesson(f"lesson {key}: {problem}") from None


def _step(n: int, step: LessonStep, numbers: Numbers) -> LessonStep:
    say = _filled(f"step {n}", step.say, numbers)
    return replace(step, say=say, wrong=step.wrong and _filled(f"step {n}", step.wrong, numbers))


def _filled(where: str, text: Text, numbers: Numbers) -> Text:
    """The text with the game's numbers; ValueError unless it has all languages and they agree."""
    if sorted(text) != sorted(LANGUAGES) or not all(text.values()):
        raise ValueError(f"{where}: expected a text in {LANGUAGES}, got {text}")
    if len(set(map(stated_in, text.values()))) != 1:
        raise ValueError(f"{where}: expected the same numbers in all languages, got {text}")
    return {
        language: fill_numbers(said, numbers, language, where) for language, said in text.items()
    }


def lessons_of(game: Game[Any]) -> tuple[Lesson, ...]:
    """The lessons of a game, in their order."""
    return _lessons_in(game.home, tuple(game.numbers.items()))


@cache
def _lessons_in(home: Path, numbers: tuple[tuple[str, int], ...]) -> tuple[Lesson, ...]:
    files = sorted((home / "lessons").glob("*.toml"))
    found = (read_lesson(path.read_text("utf-8"), path.stem, dict(numbers)) for path in files)
    return tuple(sorted(found, key=lambda lesson: (lesson.order, lesson.key)))


# ---- playing


def walk(game: Game[Any], lesson: Lesson) -> Iterator[Stand]:
    """Play a lesson from its first step to its last; BadLesson if it cannot be played."""
    play: Play | None = None
    for n, step in enumerate(lesson.steps):
        try:
            play = _laid(game, lesson, step, play)
            after = _after(lesson, step, play)
            _must_fit(lesson, step, play)
        except HonjinError as problem:
            raise BadLesson(f"{game.key}, lesson {lesson.key}, step {n + 1}: {problem}") from None
        yield Stand(n, step, lesson.seat, play, after)
        play = next(iter(after.values())) if len(after) == 1 else None


def _laid(game: Game[Any], lesson: Lesson, step: LessonStep, play: Play | None) -> Play:
    """The game as it is when a step begins."""
    if play is not None and not step.has_own_position:
        return play
    if not step.has_own_position:
        raise BadLesson("expected a position or entries: there is nothing to continue from")
    options = game.read_options(lesson.options)
    start = step.position or None
    return replay(game, Record(game.key, game.version, dict(options), step.before, start=start))


def _after(lesson: Lesson, step: LessonStep, play: Play) -> dict[str, Play]:
    if step.do and lesson.seat not in play.may_act():
        raise BadLesson(f"seat {lesson.seat} is not to act; {play.may_act()} are")
    if len(step.do) > 1 and step.then:
        raise BadLesson("expected one action before what follows it")
    return {text: _continued(lesson, step, play, text) for text in step.do or ("",)}


def _continued(lesson: Lesson, step: LessonStep, play: Play, text: str) -> Play:
    """The game after an action of the learner, if there is one, and after what follows."""
    again = play.at(len(play.steps))
    if text:
        again.act_text(lesson.seat, text)
    for entry in step.then:
        seat, said = read_entry(entry)
        if seat == CHANCE:
            again.chance(again.game.read_action(again.state, CHANCE, said))
        else:
            again.act_text(seat, said)
    return again


def _must_fit(lesson: Lesson, step: LessonStep, play: Play) -> None:
    """Check that the ids pointed at are on the table, and actions are written as on the page."""
    game, seen = play.game, play.seen(lesson.seat)
    if strange := set(step.points) - set(game.table.scene(seen).ids()):
        raise BadLesson(f"{sorted(strange)} are not on the table")
    legal = play.legal(lesson.seat)
    written = {game.notation.write_action(seen, lesson.seat, action) for action in legal}
    if strange := set(step.do) - written:
        raise BadLesson(f"{sorted(strange)} are not among {sorted(written)}")
