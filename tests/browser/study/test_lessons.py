"""Lessons in the page: a script follows what they say, from the lobby to a game against a bot."""

from __future__ import annotations

import pytest

from browser.conftest import Invite
from browser.page.test_reading import flaws, widest
from browser.visitor import PHONE, WIDE, Visitor
from honjin.core.contract.presentation import Choice
from honjin.core.parts.lesson import Stand, lessons_of, walk
from honjin.games import keys, load

LESSONS = [(key, one.key) for key in keys() for one in lessons_of(load(key))]
LANGS = ("en", "ja")
IS_SEEN = """(id) => {
  const thing = document.querySelector(`[data-testid="${id}"]`);
  const {left, top, width, height} = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def stands(game: str, lesson: str) -> list[Stand]:
    """The steps as the engine plays them."""
    (found,) = (one for one in lessons_of(load(game)) if one.key == lesson)
    return list(walk(load(game), found))


def choice(stand: Stand, text: str) -> Choice:
    """An action as the learner sees it."""
    game, play, seat = stand.play.game, stand.play, stand.seat
    seen = play.seen(seat)
    return game.table.choice(seen, seat, game.notation.read_action(seen, seat, text))


def path(stand: Stand, text: str) -> tuple[str, ...]:
    """What to click for an action."""
    return choice(stand, text).path


def gives_up(stand: Stand, text: str) -> bool:
    """Whether the page asks first."""
    return choice(stand, text).gives_up is not None


def opens(visitor: Visitor, game: str, lesson: str) -> None:
    visitor.go(f"/learn/{game}/{lesson}")
    visitor.page.get_by_test_id("lesson-task").wait_for()


def is_at(visitor: Visitor, n: int, verdict: str) -> None:
    """Wait until a step is shown, and what became of it."""
    wanted = f'[data-testid="lesson-task"][data-step="{n}"][data-verdict="{verdict}"]'
    visitor.page.locator(wanted).wait_for()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_is_followed_to_its_end(game: str, lesson: str, invite: Invite) -> None:
    """Each step says its text, takes what it asks for, and goes on; at the end one can play."""
    alone, steps = invite(viewport=WIDE), stands(game, lesson)
    opens(alone, game, lesson)
    for n, stand in enumerate(steps):
        is_at(alone, n, "open")
        assert stand.step.say["en"] == alone.said("lesson-say")
        if stand.step.do:
            alone.do(path(stand, stand.step.do[0]))
            if gives_up(stand, stand.step.do[0]):
                alone.confirms()
            is_at(alone, n, "right")
        alone.page.get_by_test_id("lesson-next").click()
    is_at(alone, len(steps), "over")
    alone.page.get_by_test_id("lesson-play").click()
    alone.page.wait_for_url("**/t/*")
    alone.page.get_by_test_id("board").wait_for()
    alone.page.get_by_test_id("coach-badge").wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_fits_a_phone(game: str, lesson: str, lang: str, invite: Invite) -> None:
    """In both languages, without anything wider than the page and no flaw that axe finds."""
    alone = invite(lang=lang, viewport=PHONE)
    opens(alone, game, lesson)
    steps = stands(game, lesson)
    assert steps[0].step.say[lang] == alone.said("lesson-say")
    assert widest(alone) <= PHONE["width"]
    assert [] == flaws(alone)


def test_another_action_is_answered_and_costs_nothing(invite: Invite) -> None:
    """The step says why it does not serve; the right one can still be done."""
    alone, steps = invite(), stands("rokumon", "act-1")
    opens(alone, "rokumon", "act-1")
    alone.page.get_by_test_id("lesson-next").click()
    alone.do(path(steps[1], "r1c1"))
    alone.page.get_by_test_id("lesson-next").click()
    is_at(alone, 2, "open")
    alone.do(path(steps[2], "r2c2"))
    is_at(alone, 2, "wrong")
    assert steps[2].step.wrong["en"] in alone.said("lesson-wrong")
    alone.do(path(steps[2], "r1c3"))
    is_at(alone, 2, "right")
    alone.press("z")
    is_at(alone, 2, "open")


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "lesson", "n"), [("akiwado", "first", 3), ("swords", "first", 2)])
def test_what_came_of_a_try_is_seen_on_a_phone(
    game: str, lesson: str, n: int, lang: str, invite: Invite
) -> None:
    """Below a long text too: it was hidden behind the buttons that stay under the thumb."""
    alone, steps = invite(lang=lang, viewport=PHONE), stands(game, lesson)
    opens(alone, game, lesson)
    for stand in steps[: n + 1]:
        if stand.step.do:
            alone.do(path(stand, stand.step.do[0]))
            is_at(alone, steps.index(stand), "right")
        if stand is not steps[n]:
            alone.page.get_by_test_id("lesson-next").click()
    assert alone.word("lesson.done") == alone.said("lesson-right")
    assert alone.page.evaluate(IS_SEEN, "lesson-right")
    assert alone.page.evaluate(IS_SEEN, "lesson-next")


@pytest.mark.slow
def test_lessons_are_found_in_the_lobby(invite: Invite) -> None:
    """Beside the game; what is not there says so."""
    alone = invite()
    alone.go("/")
    alone.page.get_by_test_id("learn-act-1").click()
    is_at(alone, 0, "open")
    alone.may_lose_the_server = True  # the refusal is in the console as well
    for path in ("/learn/rokumon/act-9", "/learn/chess/act-1"):
        alone.go(path)
        alone.has_text(alone.word("table.untaught")).first.wait_for()
