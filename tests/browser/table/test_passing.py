"""Phases in which there is nothing to do, the end of a turn in one click; also in two windows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Invite
from browser.games.test_clans import place_armies
from browser.visitor import Visitor, until

TWO = {"seats": "2", "trade": "off"}


def sit_down(first: Visitor, second: Visitor) -> tuple[Visitor, Visitor]:
    """Two at a table of Swords, armies placed; whose turn it is comes first."""
    first.opens_table(TWO, ["me", "open"], game="swords")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    place_armies([first, second])
    lit = until(lambda: (first.lit(), second.lit()), any)
    return (first, second) if lit[0] else (second, first)


def ends_drawing(visitor: Visitor) -> None:
    """Pays, draws the free card, and is asked again."""
    while "draw" not in visitor.lit():
        version = visitor.version()
        visitor.thing("on").click()
        until(visitor.version, lambda now, old=version: now != old)
    visitor.do(["draw"])
    until(visitor.lit, lambda lit: "on" in lit)


@pytest.mark.slow
def test_a_turn_ends_in_one_click(invite: Invite) -> None:
    """After drawing, "End my turn" goes through every phase that is left."""
    active, other = sit_down(invite(), invite())
    ends_drawing(active)
    assert "end_turn" in until(active.lit, lambda lit: "end_turn" in lit)
    active.do(["end_turn"])
    assert until(other.lit, bool)
    assert not active.lit()


_COUNTS = """() => {
  window.passed = 0;
  let seen = false;
  new MutationObserver(() => {
    const now = document.querySelector("[data-testid=passing]") !== null;
    if (now && !seen) window.passed += 1;
    seen = now;
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Counts in the page how often it says that it will go on: the notice may stand for a moment."""


def takes_a_turn(visitor: Visitor, other: Visitor) -> None:
    """Draws, and ends the turn as soon as that can be."""
    visitor.page.bring_to_front()
    until(visitor.lit, bool)
    while not other.lit():
        version, lit = visitor.version(), visitor.lit()
        if "draw" in lit:
            visitor.do(["draw"])
        elif "end_turn" in lit:
            visitor.do(["end_turn"])
        elif lit and lit != ["on"]:
            visitor.thing("on" if "on" in lit else lit[0]).click()
        until(visitor.version, lambda now, old=version: now != old, 15 if lit == ["on"] else 2)


@pytest.mark.slow
def test_phases_with_nothing_to_do_pass(invite: Invite) -> None:
    """The player is told, and goes on without a click."""
    people = sit_down(invite(passing="auto"), invite(passing="auto"))
    for one in people:
        one.page.evaluate(_COUNTS)
    for _ in range(4):
        for visitor, other in (people, people[::-1]):
            takes_a_turn(visitor, other)
    assert sum(one.page.evaluate("window.passed") for one in people)


@pytest.mark.slow
def test_a_planned_action_is_done_when_the_turn_comes(invite: Invite) -> None:
    """The other side sees nothing of it before; it is done without a further click."""
    first, second = invite(), invite()
    first.opens_table({"act": "1"}, ["me", "open"], game="rokumon")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    second.is_at("running")
    second.page.get_by_test_id("plan").click()
    card = until(second.lit, bool)[-1]
    second.do([card])
    second.page.get_by_test_id("plan-drop").wait_for()
    version = second.version()
    first.do([first.lit()[0]])
    assert until(first.lit, bool)
    assert version + 2 == second.version()
    assert until(lambda: second.shown()[card][2], bool)


@pytest.mark.slow
def test_a_phase_that_was_left_in_the_other_window_is_left_once(invite: Invite) -> None:
    """The late "on" of one window ended the next phase, too, in which there was much to decide."""
    one, _ = sit_down(invite(), invite())
    one.may_be_late = True
    first, second = one.page, one.open_window()
    second.goto(first.url)
    held: list[Route] = []

    def holds(route: Route) -> None:
        held.append(route)

    second.route("**/actions*", holds)
    second.locator('[data-id="on"]').first.click()
    until(lambda: second.title() and held, bool)
    version = one.version()
    one.thing("on").click()
    after = until(one.version, lambda now: now != version)
    held[0].continue_()
    second.get_by_test_id("notice").wait_for()
    expect(second.get_by_test_id("table")).to_have_attribute("data-version", str(after))
    assert after == one.version()
