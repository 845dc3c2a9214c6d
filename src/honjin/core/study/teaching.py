"""Lessons and puzzles made of a chapter: its main line is what is expected, its comments are said.

The learner has one seat. Each step waits for an action of that seat, and plays what follows it. A
comment on a position begins a step of its own, so that it can be read. A comment on a variant that
a glyph marks as a mistake is the answer to wrong choices. An author writes in one language; the
lesson has that text in all of them, and sentences of its own where there is no comment.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from honjin.core.errors import BadLesson
from honjin.core.game import Game
from honjin.core.locales import LANGUAGES
from honjin.core.parts.lesson import Lesson, LessonStep, Text, walk
from honjin.core.record import RESIGN, read_entry
from honjin.core.seats import CHANCE
from honjin.core.study.file import current
from honjin.core.study.marks import places
from honjin.core.study.tree import ROOT, Chapter, Node

What = Literal["lesson", "puzzle"]

_ACT: Final = {"en": "What do you play here?", "ja": "ここで何を指しますか？"}
_READ: Final = {"en": "See what happens next.", "ja": "次に何が起こるか見てみましょう。"}
_GOAL: Final = {
    "lesson": {"en": "Follow the main line of the study.", "ja": "研究の本筋をたどりましょう。"},
    "puzzle": {"en": "Find the line of the author.", "ja": "作者の手順を見つけましょう。"},
}
_WRONG: Final = {"en": "The author has another move in mind.", "ja": "作者の手とは違います。"}
_MISTAKES: Final = ("?", "??", "?!")


def lesson_of(
    game: Game[Any], chapter: Chapter, n: int = ROOT, what: What = "lesson", seat: int | None = None
) -> Lesson:
    """The lesson from node `n` along the main line; BadLesson if there is nothing to learn.

    A puzzle says nothing on the way. Without a `seat` the learner has the first that acts.
    """
    line = chapter.tree.main_line(n)
    seat = _learner(line) if seat is None else seat
    title, goal = _same(chapter.head.title), _GOAL[what]
    steps = tuple(_steps(chapter, n, line, seat, what))
    if not any(step.do for step in steps):
        raise BadLesson(f"expected a move of seat {seat} on the main line after this position")
    # A lesson is played by the rules of today: what the chapter's own mean is written out.
    options = dict(current(game, chapter.head).options)
    return _with_visible_marks(game, Lesson(title, goal, steps, options, seat, key="study"))


def _with_visible_marks(game: Game[Any], lesson: Lesson) -> Lesson:
    """The lesson without marks that the learner does not see; it must be playable as it is."""
    bare = tuple(msgspec.structs.replace(step, points=()) for step in lesson.steps)
    stands = walk(game, msgspec.structs.replace(lesson, steps=bare))
    steps = []
    for stand, step in zip(stands, lesson.steps, strict=True):
        ids = set(game.table.scene(stand.play.seen(lesson.seat)).ids()) if step.points else set()
        points = tuple(place for place in places(step.points) if place in ids)
        steps.append(msgspec.structs.replace(step, points=points))
    return msgspec.structs.replace(lesson, steps=tuple(steps))


def _learner(line: list[Node]) -> int:
    for node in line:
        seat, text = read_entry(node.entry)
        if seat != CHANCE and text != RESIGN:
            return seat
    raise BadLesson("expected a main line with a move after this position")


def _same(text: str) -> Text:
    return dict.fromkeys(LANGUAGES, text)


def _steps(
    chapter: Chapter, n: int, line: list[Node], seat: int, what: What
) -> Iterator[LessonStep]:
    """The steps; a step begins at the node before its first entry."""
    tree, at = chapter.tree, 0
    here = [tree.nodes[n], *line]
    says = what == "lesson"
    while at < len(line):
        own, text = read_entry(line[at].entry)
        acts = own == seat and text != RESIGN
        end = at + 1 if acts or own != seat else at
        if end == at:  # the learner's resignation ends it
            break
        while end < len(line) and not _begins(here[end], line[end], seat, says=says):
            end += 1
        note = here[at].note
        then = tuple(node.entry for node in line[at + acts : end])
        yield LessonStep(
            _say(note.text if says or at == 0 else "", acts=acts),
            (text,) if acts else (),
            then,
            note.marks if says else (),
            _wrong(chapter, here[at].n) if acts else {},
            chapter.head.start or "" if at == 0 else "",
            tree.entries(n) if at == 0 else (),
            **_from_start(chapter, n, at),
        )
        at = end
    if at and here[at].note.text and (says or at == len(line)):
        yield LessonStep(_same(here[at].note.text), points=here[at].note.marks if says else ())


def _from_start(chapter: Chapter, n: int, at: int) -> dict[str, bool]:
    """Mark the first step of a lesson that begins at the set-up."""
    is_bare = at == 0 and not chapter.head.start and not chapter.tree.entries(n)
    return {"anew": True} if is_bare else {}


def _begins(here: Node, following: Node, seat: int, *, says: bool) -> bool:
    """Whether a step begins at a node: the learner is to act, or there is something to read."""
    own, _ = read_entry(following.entry)
    return own == seat or (says and bool(here.note.text))


def _say(text: str, *, acts: bool) -> Text:
    return _same(text) if text else _ACT if acts else _READ


def _wrong(chapter: Chapter, n: int) -> Text:
    """What the author says about the first variant that is marked as a mistake."""
    tree = chapter.tree
    for one in tree.children[n][1:]:
        note = tree.nodes[one].note
        if note.text and note.glyph in _MISTAKES:
            return _same(note.text)
    return _WRONG


# ---- as a file


def write_lesson(lesson: Lesson) -> str:
    """A lesson as the TOML file that `core.parts.lesson` reads."""
    head = [
        f"seat = {lesson.seat}",
        f"title = {_table(lesson.title)}",
        f"goal = {_table(lesson.goal)}",
        "",
        "[options]",
        *(f"{_text(key)} = {_value(value)}" for key, value in lesson.options.items()),
    ]
    return "\n".join([*head, *(line for step in lesson.steps for line in _lines(step))]) + "\n"


def _lines(step: LessonStep) -> Iterator[str]:
    yield from ("", "[[steps]]")
    if step.anew:
        yield "anew = true"
    if step.position:
        yield f"position = {_text(step.position)}"
    yield f"say = {_table(step.say)}"
    if step.wrong:
        yield f"wrong = {_table(step.wrong)}"
    for name in ("before", "points", "do", "then"):
        if found := getattr(step, name):
            yield f"{name} = [{', '.join(map(_text, found))}]"


def _table(text: Text) -> str:
    return "{" + ", ".join(f"{key} = {_text(one)}" for key, one in text.items()) + "}"


def _value(value: str | bool) -> str:
    return _text(value) if isinstance(value, str) else str(value).lower()


def _text(text: str) -> str:
    """A string of TOML: one of JSON, with one more character escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
