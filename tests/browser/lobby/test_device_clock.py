"""A device whose clock is wrong, or is in another time zone than the server."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from browser.conftest import Invite
from browser.site import Site

LATE = "{ const real = Date.now.bind(Date); Date.now = () => real() - 3_600_000; }"
FIRST, LAST = "Pacific/Kiritimati", "Etc/GMT+12"
"""Where a day begins first and last: one of them has another date than UTC."""


def test_the_lobby_counts_by_the_servers_clock(house: Site, invite: Invite) -> None:
    """An hour late, a device showed an hour too much: "1:05:22 left"."""
    first, second = invite(house), invite(house)
    first.page.add_init_script(LATE)
    first.opens_form()
    first.page.get_by_test_id("wish-1").select_option("open")
    first.page.get_by_test_id("time").select_option("5+3")
    first.page.get_by_test_id("open-table").click()
    first.page.wait_for_url("**/t/*")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    first.is_at("running")
    for path in ("/", "/games"):
        first.go(path)
        if path == "/":
            left = first.page.get_by_test_id("turn-when").inner_text()
        else:
            left = first.page.get_by_test_id("row").first.inner_text()
        assert "5:" in left or "4:" in left, left
        assert "1:0" not in left, left


@pytest.mark.slow
def test_the_puzzle_is_that_of_the_players_day(invite: Invite) -> None:
    """It was that of UTC's: in Tokyo yesterday's, until nine in the morning."""
    for zone in (FIRST, LAST):
        alone = invite(timezone_id=zone)
        alone.go()
        card = alone.page.get_by_test_id("puzzle-card")
        card.wait_for()
        today = dt.datetime.now(ZoneInfo(zone)).date()
        assert str(today) in (card.get_attribute("href") or "")
