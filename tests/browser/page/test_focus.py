"""The focus stays on the page when what had it is gone or switched off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from browser.conftest import Invite
from browser.script import whole_game
from browser.visitor import Visitor, until

FOCUS = """() => {
  const at = document.activeElement;
  return at.dataset.testid ?? at.role ?? at.localName;
}"""
SHORT = {"act": "2", "deal": "gggjjjj"}


def focus(visitor: Visitor) -> str:
    """What has the focus: its test id, its role, or the kind of its element."""
    found: str = visitor.page.evaluate(FOCUS)
    return found


def enter(button: Locator) -> None:
    """Press a button by key."""
    button.focus()
    button.press("Enter")


def comes_to_rest(visitor: Visitor) -> str:
    """What has the focus once it is not moved any more."""
    seen = [focus(visitor)]

    def rests() -> bool:
        visitor.page.wait_for_timeout(150)
        seen.append(focus(visitor))
        return seen[-1] == seen[-2]

    until(rests, bool)
    return seen[-1]


def hint(one: Visitor) -> str:
    """Ask for a puzzle's hint: the button is switched off until that comes."""
    one.go("/puzzles")
    with one.page.expect_response("**/hint*"):
        enter(one.page.get_by_test_id("puzzle-hint"))
    one.page.locator("[data-testid=puzzle-hint]:enabled").wait_for()
    return "puzzle-hint"


def first_step(one: Visitor) -> str:
    """Go to the beginning of a game: the button is switched off there."""
    turn = whole_game("rokumon", SHORT).turns[0]
    one.opens_table(SHORT, ["me", "me"])
    one.do(turn.choice.path)
    one.sees(turn.after)
    enter(one.page.get_by_test_id("first"))
    one.page.locator("[data-testid=first]:disabled").wait_for()
    return "tabpanel"


def first_chapter(one: Visitor) -> str:
    """Add a chapter to an empty study: the form goes, and the page with the button before it."""
    one.go("/studies")
    enter(one.page.get_by_test_id("study-create"))
    one.page.wait_for_url("**/study/*")
    enter(one.page.get_by_test_id("chapter-add"))
    enter(one.page.get_by_test_id("chapter-create"))
    one.page.get_by_test_id("study-chapter").wait_for()
    return "h1"


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("act", [hint, first_step, first_chapter])
def test_the_focus_stays_nearby(act: Callable[[Visitor], str], invite: Invite) -> None:
    """It was on the body, where a screen reader begins again at the top."""
    one = invite()
    expected = act(one)
    assert expected == comes_to_rest(one)


@pytest.mark.slow
def test_a_button_that_is_switched_off_for_a_moment_keeps_the_focus(invite: Invite) -> None:
    """A name that is refused: the button has the focus again, and Enter sends it once more."""
    one = invite()
    one.go()
    enter(one.page.get_by_test_id("me"))
    one.page.route("**/api/me", lambda route: route.abort())
    one.may_lose_the_server = True
    one.page.get_by_test_id("name").fill("Hanako")
    enter(one.page.get_by_test_id("name-save"))
    one.page.get_by_test_id("name-dialog").get_by_test_id("refusal").wait_for()
    assert "name-save" == comes_to_rest(one)
    one.page.unroute("**/api/me")
    one.press("Enter")
    one.page.get_by_test_id("name-dialog").wait_for(state="detached")
    assert "me" == comes_to_rest(one)


def test_a_press_beside_everything_takes_the_focus_away(invite: Invite) -> None:
    """As in any page: it is not brought back when something else changes."""
    one = invite()
    one.go()
    one.page.get_by_test_id("import").focus()
    one.page.mouse.click(3, 400)
    assert "body" == focus(one)
    one.page.evaluate("document.body.append(document.createElement('p'))")
    assert "body" == comes_to_rest(one)
