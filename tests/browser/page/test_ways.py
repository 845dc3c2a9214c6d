"""From page to page: the place on a page, the focus, and what Esc closes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from browser.conftest import Invite
from browser.visitor import PHONE, Visitor, until

FOCUS = "() => document.activeElement.tagName"


def top(visitor: Visitor) -> int:
    """How far the page is scrolled."""
    return int(visitor.page.evaluate("() => Math.round(scrollY)"))


@pytest.mark.slow
def test_back_leads_to_the_place_that_was_left(invite: Invite) -> None:
    """The lobby came back at its top; a reload keeps the place, too."""
    one = invite(viewport=PHONE)
    one.go()
    link = one.page.get_by_test_id("to-ranks")
    link.scroll_into_view_if_needed()
    left = top(one)
    assert left > 500
    link.click()
    one.page.get_by_test_id("ranks").wait_for()
    assert 0 == top(one)
    one.page.go_back()
    assert left == until(lambda: top(one), lambda now: now == left)
    one.page.wait_for_timeout(300)  # scrolling is noted when it pauses
    one.reload()
    assert left == until(lambda: top(one), lambda now: now == left)


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/ranks", "/people/me"])
def test_a_page_that_is_left_while_it_loads_asks_no_more_of_itself(
    path: str, invite: Invite
) -> None:
    """What it showed is gone; reading it is a warning in the console, which fails the test."""
    one = invite()
    one.go()
    one.page.route("**/api/**", lambda route: one.page.wait_for_timeout(300) or route.continue_())
    for _ in range(3):
        one.page.evaluate("path => history.pushState(null, '', path)", path)
        one.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        one.page.wait_for_timeout(150)
        one.page.go_back()
        one.page.get_by_test_id("to-ranks").wait_for()
    one.page.wait_for_timeout(1000)
    one.page.unroute_all()


@pytest.mark.slow
def test_the_ranks_are_those_of_the_game_chosen_last(invite: Invite) -> None:
    """Also if the answer for an earlier choice comes after it."""
    one = invite()
    one.go("/ranks")
    one.page.get_by_test_id("ranks").wait_for()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    one.page.route("**/api/ranks/swords*", hold)
    choice = one.page.get_by_test_id("ranks-game")
    choice.select_option("swords")
    until(lambda: len(held), bool)
    choice.select_option("akiwado")
    one.page.locator("[data-testid=ranks] .about").wait_for()
    row = {"who": "a", "name": "Mio", "rating": 1600, "spread": 50, "games": 9, "won": 5}
    held[0].fulfill(json={"active": 90, "ranks": [row]})
    one.page.wait_for_timeout(300)
    assert 0 == one.page.get_by_test_id("rank").count()


@pytest.mark.slow
def test_a_new_page_has_the_focus_at_its_heading(invite: Invite) -> None:
    """It was on the body, so that Tab began anywhere and a screen reader was silent."""
    one = invite()
    one.go()
    one.page.get_by_test_id("to-ranks").click()
    one.page.get_by_test_id("ranks").wait_for()
    assert "H1" == until(lambda: one.page.evaluate(FOCUS), lambda at: at == "H1")
    one.opens_table({"act": "1"}, ["me", "me"])
    assert "H1" == until(lambda: one.page.evaluate(FOCUS), lambda at: at == "H1")
    one.press("ArrowDown")
    assert one.page.evaluate("() => document.activeElement.matches('[data-node]')")


@pytest.mark.slow
def test_esc_closes_the_topmost_thing_only(invite: Invite) -> None:
    """A sheet takes the focus and gives it back; it took the picked piece with it."""
    one = invite(viewport=PHONE)
    one.opens_table({"act": "4"}, ["me", "me"])
    picked = one.lit()[0]
    one.thing(picked).click()
    assert one.is_picked(picked)
    for opener in ("goal-open", "tab-log"):
        one.page.get_by_test_id(opener).click()
        assert one.page.get_by_test_id("sheet").evaluate("it => it === document.activeElement")
        one.press("Escape")
        one.page.get_by_test_id("sheet").wait_for(state="detached")
        assert one.is_picked(picked)
        at = one.page.evaluate("() => document.activeElement.dataset.testid")
        assert opener == at
    one.press("Escape")
    assert not one.is_picked(picked)


@pytest.mark.slow
def test_a_dialog_gives_the_focus_back_when_its_work_is_done(invite: Invite) -> None:
    """Esc did; a form that closed its own dialog left the focus on the body."""
    one = invite()
    one.go()
    at = "() => document.activeElement.dataset.testid ?? null"
    for name, end in (("", "Escape"), ("Hanako", "Enter")):
        one.page.get_by_test_id("me").focus()
        one.press("Enter")
        one.page.get_by_test_id("name").fill(name)
        one.press(end)
        one.page.get_by_test_id("name-dialog").wait_for(state="detached")
        assert "me" == until(lambda: one.page.evaluate(at), lambda now: now == "me", 2)
