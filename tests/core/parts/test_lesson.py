"""Lessons: read, played by the engine, and refused if they cannot be played."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from honjin.core.errors import BadLesson
from honjin.core.parts.lesson import Lesson, lessons_of, read_lesson, walk
from honjin.games import keys, load
from madeup.game import GAME

FIRST = (GAME.home / "lessons" / "first.toml").read_text("utf-8")


def lesson(text: str = FIRST) -> Lesson:
    """The lesson of the fair."""
    return read_lesson(text, "first")


def test_a_lesson_continues_after_the_answer() -> None:
    """The next step begins after the learner's action and the opponent's."""
    _, second, third = walk(GAME, lesson())
    assert ["bid0"] == list(second.after)
    assert second.after["bid0"].steps == third.play.steps
    assert ["bid0", "bid0"] == [step.text for step in third.play.steps[-2:]]
    assert [""] == list(third.after)


def test_a_step_may_take_several_actions() -> None:
    """Each leads to a game of its own."""
    first = next(walk(GAME, lesson()))
    assert ["bid0", "bid1", "bid2"] == list(first.after)
    assert ["bid0", "bid1", "bid2"] == [play.steps[-1].text for play in first.after.values()]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('do = ["bid0"]', 'do = ["bid4"]', "step 2: 'bid4' is not a legal choice"),
        ('points = ["bid0"]', 'points = ["bid9"]', "step 1: ['bid9'] are not on the table"),
        ('then = ["1:bid0"]', 'then = ["1:bid9"]', "step 2: "),
        ('do = ["bid0"]\nthen', 'do = ["bid0", "bid1"]\nthen', "step 2: expected one action"),
        ('before = ["*:1", "*:3"]\npoints', "points", "step 1: expected a position or entries"),
        ('before = ["*:1", "*:3"]\ndo', "do", "step 2: expected a position or entries"),
    ],
)
def test_what_cannot_be_played_is_named(old: str, new: str, said: str) -> None:
    """The message says in which step, and what was expected."""
    assert old in FIRST
    found = read_lesson(FIRST.replace(old, new), "first")
    with pytest.raises(BadLesson, match=re.escape(said)):
        list(walk(GAME, found))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[title]", "[titel]", "titel"),
        ('ja = "はじめての祭り"', "", "expected a text in"),
        ('do = ["bid0"]', "do = 3", "steps"),
        ("[goal]", "[goal", "line 5"),
        ("have two coins", "have {#coins} coins", "step 1: expected the same numbers in all"),
    ],
)
def test_what_cannot_be_read_is_named(old: str, new: str, said: str) -> None:
    """A misspelt field, a missing language, a wrong type, and text that is not TOML."""
    with pytest.raises(BadLesson, match=said):
        read_lesson(FIRST.replace(old, new), "first")


def test_a_lesson_states_numbers_of_the_data() -> None:
    """Each language in its own words."""
    text = FIRST.replace("two coins", "{#coins|word} coins").replace("二枚", "{#coins|word}枚")
    assert lesson() == read_lesson(text, "first", {"coins": 2})
    with pytest.raises(BadLesson, match=r"lesson first: step 1: expected a number .*, got coins"):
        read_lesson(text, "first")


# ---- the lessons of all games

LESSONS = [(key, found) for key in keys() for found in lessons_of(load(key))]


@pytest.mark.parametrize(("key", "found"), LESSONS, ids=[f"{k}/{one.key}" for k, one in LESSONS])
def test_lessons_teach_by_doing(key: str, found: Lesson) -> None:
    """At least half of the steps require an action; each text is short enough for a phone."""
    stands = list(walk(load(key), found))
    done = [stand for stand in stands if stand.step.do]
    assert 2 * len(done) >= len(stands)
    assert 5 <= len(stands) <= 16
    for stand in stands:
        assert len(stand.step.say["en"]) <= 400
        assert len(stand.step.say["ja"]) <= 200


@pytest.mark.parametrize(("key", "found"), LESSONS, ids=[f"{k}/{one.key}" for k, one in LESSONS])
def test_a_wrong_action_can_be_explained(key: str, found: Lesson) -> None:
    """A step with an answer to wrong actions has wrong actions."""
    for stand in walk(load(key), found):
        if stand.step.wrong:
            assert len(stand.play.legal(found.seat)) > len(stand.step.do)


PRESSED = {"en": r"[Pp]ress “([^”]+)”", "ja": r"「([^」]+)」を押"}
"""A button that a lesson names, in each language."""


@pytest.mark.parametrize("lang", sorted(PRESSED))
@pytest.mark.parametrize(("key", "found"), LESSONS, ids=[f"{k}/{one.key}" for k, one in LESSONS])
def test_buttons_have_the_names_that_a_lesson_gives_them(
    key: str, found: Lesson, lang: str
) -> None:
    """What is to be pressed begins a button's words: one in Swords had another name in English."""
    verbs = [forms[lang] for name, forms in load(key).words.items() if name.startswith("verb.")]
    buttons = [re.sub(r"\\{\w+\\}", ".+", re.escape(re.split("[,:（]", verb)[0])) for verb in verbs]
    said = "\n".join(step.say[lang] + step.wrong.get(lang, "") for step in found.steps)
    for named in re.findall(PRESSED[lang], said):
        assert any(re.fullmatch(one, named) for one in buttons if one != ".+"), named


def test_folders_without_lessons_have_none(tmp_path: Path) -> None:
    """A folder without lessons is not an error."""
    assert () == lessons_of(replace(GAME, home=tmp_path))
