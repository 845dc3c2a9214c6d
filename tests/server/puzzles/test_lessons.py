"""Lessons over the API: the whole lesson at once, and why something cannot be clicked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.core.parts.lesson import lessons_of, walk
from honjin.core.scene import Reason
from honjin.games import keys, load
from honjin.server.analysis import messages as an
from honjin.server.puzzles.lessons import Lessons
from honjin.server.tables.messages import games
from server.site_client import Answer, Browser, House, open_house

GAME = load("rokumon")
HERE = "/api/lessons/rokumon/act-1"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with Rokumon."""
    with open_house(tmp_path, games={"rokumon": GAME}) as found:
        yield found


@pytest.fixture
def me(house: House) -> Browser:
    return house.browser()


def read(answer: Answer, kind: Any) -> Any:
    """An answer, checked strictly against the protocol."""
    assert answer.status == 200, answer.body
    return msgspec.json.decode(answer.body, type=kind)


def refused(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.problem


def test_a_lesson_is_sent_whole(me: Browser) -> None:
    """Every action that continues it comes with the resulting state."""
    lesson = read(me.get(HERE), an.Lesson)
    (stored,) = (one for one in lessons_of(GAME) if one.key == "act-1")
    assert [step.say for step in stored.steps] == [step.say for step in lesson.steps]
    for step, stand in zip(lesson.steps, walk(GAME, stored), strict=True):
        assert list(stand.after) == list(step.answers)
        for text, shown in step.answers.items():
            play = stand.after[text]
            if shown:
                assert GAME.table.scene(play.seen(stored.seat)) == shown[-1].scene


def test_the_lobby_lists_lessons(me: Browser) -> None:
    """With the options of a similar game, and not the prepared deal."""
    (game,) = read(me.get("/api/games"), tuple[games.GameInfo, ...])
    row = next(row for row in game.lessons if row.key == "act-1")
    assert {"act": "1"} == row.options
    assert row.steps == len(read(me.get(HERE), an.Lesson).steps)


def test_why_something_cannot_be_clicked(me: Browser) -> None:
    """Steps are numbered; in one that is only read, nothing can be clicked."""
    reason = read(me.get(f"{HERE}/why?step=3&path=r1c1&path=r1c3"), Reason)
    assert "10" == reason.rule
    assert (409, "not-your-turn") == refused(me.get(f"{HERE}/why?step=4&path=r1c1"))
    assert (404, "no-lesson") == refused(me.get(f"{HERE}/why?step=99&path=r1c1"))


def test_unknown_lessons_are_refused(me: Browser) -> None:
    """The refusal says what was expected."""
    answer = me.get("/api/lessons/rokumon/act-9")
    assert (404, "no-lesson") == refused(answer)
    assert "act-1" in answer.json["detail"]
    assert (404, "unknown-game") == refused(me.get("/api/lessons/chess/first"))


LESSONS = [(key, one.key) for key in keys() for one in lessons_of(load(key))]


@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_lessons_show_what_the_learner_sees(key: str, lesson: str) -> None:
    """Every scene is made from the learner's observation."""
    game = load(key)
    (stored,) = (one for one in lessons_of(game) if one.key == lesson)
    found = Lessons({key: game}).show(key, lesson)
    for step, stand in zip(found.steps, walk(game, stored), strict=True):
        if step.scene is not None:
            assert game.table.scene(stand.play.seen(stored.seat)) == step.scene
        if step.turn is not None:
            assert set(step.answers) <= {choice.do for choice in step.turn.choices}
