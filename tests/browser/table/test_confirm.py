"""What would be given up for good is asked about first."""

from __future__ import annotations

import pytest

from browser.conftest import Invite
from browser.games.test_summits import sit_down
from browser.visitor import Visitor, until

ASKED = {
    "en": "You have picked none of 3 cards.",
    "ja": "手札を3枚のうち1枚も選んでいません。",
}


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_empty_hand_is_asked_about(lang: str, invite: Invite) -> None:
    """Rule 7 of the Summits: one click on "Keep this hand" does not lose the whole turn."""
    one = invite(lang=lang)
    one.opens_table({"battle": "tennozan"}, ["me", "me"], game="summits")
    one.reveals(0)
    one.waits_to_be_asked("ready")
    before = one.version()
    for leave in ("Escape", "confirm-no"):
        one.thing("ready").click()
        assert ASKED[lang] in one.said("confirm")
        if leave == "Escape":
            one.press(leave)
        else:
            one.page.get_by_test_id(leave).click()
        one.page.get_by_test_id("confirm").wait_for(state="detached")
        assert before == one.version()
        assert "ready" in one.lit()
    one.thing("ready").click()
    one.page.get_by_test_id("confirm-yes").click()
    one.page.get_by_test_id("confirm").wait_for(state="detached")
    assert "ready" not in until(one.lit, lambda lit: "ready" not in lit)


@pytest.mark.slow
def test_a_full_hand_is_not_asked_about(invite: Invite) -> None:
    """Nothing is lost, so one click is enough."""
    first, second = sit_down(invite, "tennozan")
    for card in ("fire", "ambush", "rally"):
        first.do([f"deck:0.{card}"])
    first.waits_to_be_asked("ready")
    first.thing("ready").click()
    assert "ready" not in until(first.lit, lambda lit: "ready" not in lit)
    assert 0 == first.page.get_by_test_id("confirm").count()
    assert "ready" in second.lit()


@pytest.mark.slow
def test_it_is_asked_by_keyboard_too(invite: Invite) -> None:
    """Enter on the button asks; Enter again, on what has the focus then, goes back."""
    first: Visitor = sit_down(invite, "tennozan")[0]
    first.waits_to_be_asked("ready")
    first.tabs_to('[data-id="ready"]')
    before = first.version()
    first.press("Enter")
    first.page.get_by_test_id("confirm").wait_for()
    first.press("Enter")
    first.page.get_by_test_id("confirm").wait_for(state="detached")
    assert before == first.version()
    assert "ready" in first.lit()
