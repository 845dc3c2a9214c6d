"""Two windows of one player at one table: what is done in one is not done again in the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Invite
from browser.table.test_passing import sit_down
from browser.visitor import until


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
