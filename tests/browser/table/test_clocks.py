"""Games by the clock: lost on time, over days with a vacation. The server's clock is moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import ViewportSize

from browser.conftest import Invite
from browser.looks import in_both
from browser.page.test_reading import flaws, widest
from browser.site import Site
from browser.visitor import Visitor, until
from places import TESTS

PROGRAM = TESTS / "server" / "real" / "moved_clock_server.py"
SECOND: Final = 1000
DAY: Final = 24 * 3600 * SECOND


class Moved(Site):
    """A server whose clock can be moved on."""

    ahead = 0

    def moves_on(self, milliseconds: int) -> None:
        """So much later it is from now on."""
        self.ahead += milliseconds
        whole = self.data / "ahead.new"
        whole.write_text(str(self.ahead), "utf-8")
        whole.replace(self.data / "ahead")


@pytest.fixture(scope="module")
def clockwork(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moved]:
    site = Moved(tmp_path_factory.mktemp("clockwork"), PROGRAM)
    site.start()
    yield site
    site.stop()


def two(
    invite: Invite, site: Site, time: str, zero: str, **context: Any
) -> tuple[Visitor, Visitor]:
    """Two at a table of Rokumon with a time from the form."""
    first, second = invite(site, **context), invite(site, **context)
    first.opens_form()
    page = first.page
    page.get_by_test_id("wish-1").select_option("open")
    page.get_by_test_id("time").select_option(time)
    page.get_by_test_id("time-zero").select_option(zero)
    page.get_by_test_id("open-table").click()
    page.wait_for_url("**/t/*")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    for one in (first, second):
        one.is_at("running")
    return first, second


def clock(visitor: Visitor, seat: int) -> str:
    """What a clock reads."""
    return visitor.page.get_by_test_id(f"clock-{seat}").inner_text()


def acts(visitor: Visitor) -> None:
    """Do the first choice."""
    visitor.do(visitor.choices()[0])


def first_choice(visitor: Visitor, seat: int) -> list[str]:
    """The clicks of the first choice, asked for as the page does."""
    path = visitor.path.removeprefix("/t/")
    view = visitor.page.evaluate(
        f"async () => (await fetch('/api/tables/{path}?seat={seat}')).json()"
    )
    found: list[str] = view["turn"]["choices"][0]["path"]
    return found


@pytest.mark.slow
@in_both
def test_a_live_game_is_lost_on_time(
    lang: str, size: ViewportSize, clockwork: Moved, invite: Invite
) -> None:
    """Both see the clocks go; when the time of one is up both are told who has lost, and why."""
    first, second = two(invite, clockwork, "5+3", "lost", lang=lang, viewport=size)
    assert clock(first, 1).startswith("5:00")
    first.page.get_by_test_id("clock-0").locator(".more").wait_for()  # the free seconds
    first.do(first_choice(first, 0))
    until(lambda: clock(first, 0), lambda text: text == "5:03")
    assert "5:03" == clock(first, 0)
    clockwork.moves_on(40 * SECOND)
    second.reload()
    until(lambda: clock(second, 1), lambda text: text.startswith("4:4"))
    assert clock(second, 1).startswith("4:4")
    clockwork.moves_on(275 * SECOND)
    second.reload()
    second.page.locator('[data-testid="clock-1"].low').wait_for()
    assert "." in clock(second, 1) or clock(second, 1).startswith(("!", "0:1", "0:2"))
    clockwork.moves_on(30 * SECOND)
    for one, side in ((first, "over.you"), (second, "over.defeat")):
        one.is_at("over")
        one.page.get_by_test_id("result").first.wait_for()
        assert one.word(side) in one.said("result")
        late = one.word("over.late", names="").strip(": ：")
        assert late in one.said("result")
        assert one.word("clock.out") in clock(one, 1)
    assert [] == flaws(first)
    assert widest(first) <= size["width"]


@pytest.mark.slow
def test_a_game_of_days_waits_for_a_vacation(clockwork: Moved, invite: Invite) -> None:
    """It is taken in the lobby; the others see it; afterwards the days count again."""
    first, second = two(invite, clockwork, "three", "bot")
    path = first.path
    assert first.word("clock.day", d=3) == clock(second, 0)
    first.go()
    page = first.page
    row = page.get_by_test_id("yours").get_by_test_id("row").first
    assert first.word("clock.left", left=first.word("clock.day", d=3)) in row.inner_text()
    assert first.word("time.days", n=3) in first.said("row-time")
    page.get_by_test_id("vacation-turn").click()
    page.get_by_role("button", name=first.word("vacation.end")).wait_for()
    second.page.get_by_test_id("clock-0").locator("svg").wait_for()
    clockwork.moves_on(10 * DAY)
    second.reload()
    assert first.word("clock.day", d=3) == clock(second, 0)
    page.get_by_test_id("vacation-turn").click()
    page.get_by_role("button", name=first.word("vacation.begin")).wait_for()
    clockwork.moves_on(4 * DAY)
    first.go(path)
    page.get_by_test_id("return").wait_for()
    assert first.word("clock.out") == clock(first, 0)
    page.get_by_test_id("return").click()
    page.get_by_test_id("return").wait_for(state="detached")
    assert first.word("clock.out") != clock(first, 0)


@pytest.mark.slow
def test_all_are_told_that_the_house_was_away(own_site: Site, invite: Invite) -> None:
    """Killed and started again, it says so; the clocks go on from where they were."""
    first, second = two(invite, own_site, "10+5", "lost")
    first.do(first_choice(first, 0))
    until(lambda: clock(first, 0), lambda text: text == "10:05")
    first.may_lose_the_server = second.may_lose_the_server = True
    own_site.kill()
    own_site.start()
    first.page.get_by_test_id("wire-lost").wait_for(state="detached")
    first.reload()
    first.tab("chat")
    first.page.get_by_test_id("handed").last.wait_for()
    assert first.word("handed.halted", long="").split(".")[0][:14] in first.said("chat")
    assert "10:05" == clock(first, 0)
