"""The lobby: what one came for is in the first screen."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import ViewportSize

from browser.conftest import Invite
from browser.measures import WINDOWS
from browser.visitor import PHONE, WIDE

SHORT: Final = {"act": "1"}


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("window", WINDOWS, ids=lambda one: str(one["width"]))
def test_play_is_in_the_first_screen(window: ViewportSize, lang: str, invite: Invite) -> None:
    """With a table that waits, too; the button began at 938 of 900 pixels."""
    one = invite(viewport=WIDE, lang=lang)
    one.opens_table(SHORT, ["me", "random"])
    one.is_at("running")
    one.page.set_viewport_size(window)
    one.go()
    one.page.get_by_test_id("your-turn").wait_for()
    box = one.page.get_by_test_id("bot-act4").bounding_box()
    assert box is not None
    assert window["height"] >= box["y"] + box["height"]


LINKS: Final = "[data-testid=your-turn] li > a"
ARE_SEEN: Final = """(links) => [...document.querySelectorAll(links)].map((link) => {
  const [all, list] = [link, link.closest("section")].map((one) => one.getBoundingClientRect());
  const words = [...link.children].map((one) => one.getBoundingClientRect());
  const seen = [all, ...words].every((one) =>
    one.left >= list.left && one.right <= list.right && one.right <= all.right);
  return seen && document.elementFromPoint(all.right - 6, all.top + all.height / 2) === link;
})"""


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_all_tables_that_wait_are_seen(lang: str, invite: Invite) -> None:
    """The second of three was cut off and the third out of sight, beside "1 more"."""
    one = invite(viewport=WIDE, lang=lang)
    for game in ("summits", "akebono", "rokumon", "summits"):
        one.opens_table({}, ["me", "random"], game=game)
        one.is_at("running")
    for window in WINDOWS:
        one.page.set_viewport_size(window)
        one.go()
        one.page.get_by_test_id("your-turn").locator("li").nth(2).wait_for()
        assert [True] * 3 == one.page.evaluate(ARE_SEEN, LINKS)
        one.page.get_by_test_id("cover-rokumon").check()
        box = one.page.get_by_test_id("bot-act4").bounding_box()
        assert box is not None
        assert window == PHONE or window["height"] >= box["y"] + box["height"]


@pytest.mark.slow
def test_tables_that_wait_for_the_user_come_first(invite: Invite) -> None:
    """With the time, and in the list of the user's tables, too."""
    one, other = invite(), invite(viewport=PHONE)
    one.opens_table(SHORT, ["me", "open"])
    other.go(one.path)
    other.page.get_by_test_id("sit-1").click()
    one.is_at("running")
    awaited, waiting = sorted((one, other), key=lambda each: not each.lit())
    for each in (awaited, waiting):
        each.go()
        each.page.get_by_test_id("yours").wait_for()
    assert awaited.page.get_by_test_id("your-turn").is_visible()
    assert awaited.said("yours").count(awaited.word("turn.yours")) == 1
    assert 0 == waiting.page.get_by_test_id("your-turn").count()


@pytest.mark.slow
def test_a_seat_is_taken_from_the_lobby_by_one_button(invite: Invite) -> None:
    """The game begins as it does when one sits down at the table."""
    host, guest = invite(), invite()
    host.opens_table({"act": "2"}, ["me", "open"])
    guest.go()
    rows = guest.page.get_by_test_id("open-seat")
    mine = rows.filter(has=guest.page.locator(f'a[href="{host.path}"]'))
    mine.get_by_test_id("sit-down").click()
    guest.page.wait_for_url("**/t/*")
    guest.is_at("running")
    assert host.path == guest.path
