"""How one wins and how near each side is, beside the board: what the rules say of it."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import Invite
from browser.page.test_reading import LANGS
from browser.script import whole_game
from browser.visitor import PHONE, WIDE, Visitor, until
from honjin.core.scene import GoalMark, Scene
from honjin.core.words import Say, speak
from honjin.games import load

GAME = load("rokumon")
ACT: dict[str, str | bool] = {"act": "4", "deal": "ggjjgjj"}


def goal_lines(visitor: Visitor, scene: Scene) -> list[str]:
    """A line for each side of which something is counted, in the reader's language."""
    goal = scene.goal
    assert goal is not None
    found = []
    for side in scene.sides:
        marks = [counted(visitor, mark) for mark in goal.marks if mark.side == side.side]
        if marks:
            found.append(f"{say(side.name, visitor)}: {', '.join(marks)}")
    return found


def counted(visitor: Visitor, mark: GoalMark) -> str:
    what = say(mark.label, visitor)
    if mark.need:
        return visitor.word("goal.of", what=what, have=mark.have, need=mark.need)
    return visitor.word("goal.has", what=what, have=mark.have)


def say(text: Say, visitor: Visitor) -> str:
    return speak(GAME.words, text, visitor.lang)


def shown(visitor: Visitor) -> list[str]:
    """The lines as a screen reader has them."""
    lines = visitor.page.locator('[data-testid="goal-told"] li').all_text_contents()
    return [" ".join(one.split()) for one in lines]


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_goal_stands_beside_the_board(size: Any, lang: str, invite: Invite) -> None:
    """The sentence, and after each action what every side has of what wins."""
    visitor, script = invite(lang=lang, viewport=size), whole_game("rokumon", ACT)
    visitor.opens_table(script.options, ["me", "me"])
    if size is PHONE:
        visitor.page.get_by_test_id("goal-open").click()
    goal = script.before.goal
    assert goal is not None
    assert say(goal.say, visitor) in visitor.said("goal")
    states = [goal_lines(visitor, turn.after) for turn in script.turns]
    assert any(one != states[0] for one in states)
    expected = goal_lines(visitor, script.before)
    assert expected == until(lambda: shown(visitor), expected.__eq__)
    if size is PHONE:
        visitor.press("Escape")
    for turn in script.turns[:-1]:
        visitor.do(turn.choice.path)
        visitor.sees(turn.after)
        if size is WIDE:
            expected = goal_lines(visitor, turn.after)
            assert expected == until(lambda: shown(visitor), expected.__eq__)
