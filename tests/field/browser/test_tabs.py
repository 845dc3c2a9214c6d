"""More tables open in a browser than it opens connections to a host: eight, and six."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import Invite
from browser.script import whole_game
from browser.site import Site
from browser.visitor import Visitor

pytestmark = pytest.mark.browser

TABS = 8
SHORT = {"act": "2", "deal": "gggjjjj"}
ANSWER = 5.0
"""Seconds within which a click is answered, on a busy machine. It took more than 47."""
_OPEN = """(body) => fetch("/api/tables", {method: "POST", body,
  headers: {"content-type": "application/json"}}).then((answer) => answer.json())"""
_BODY = json.dumps(
    {"game": "rokumon", "options": SHORT, "seats": [{"kind": "me"}, {"kind": "me"}], "casual": True}
)
FIRST = whole_game("rokumon", SHORT).turns[0].choice.path
_COUNTED = """window.streams = []; window.EventSource = class extends EventSource {
  constructor(...all) { super(...all); window.streams.push(this); } }"""
_HELD = "() => window.streams.filter((one) => one.readyState < 2).length"


def opens_tabs(one: Visitor, many: int = TABS) -> list[Page]:
    """Several tables, each in a window of its own."""
    one.context.add_init_script(_COUNTED)
    one.go()
    one.page.get_by_test_id("lobby").wait_for()
    pages = [one.open_window() for _ in range(many)]
    for page in pages:
        table = one.page.evaluate(_OPEN, _BODY)["id"]
        page.goto(f"{one.site.url}/t/{table}", wait_until="commit")
    for page in pages:
        page.locator(f'[data-id="{FIRST[0]}"].can').first.wait_for()
    return pages


def held(pages: list[Page]) -> int:
    """How many streams the pages hold."""
    return sum(page.evaluate(_HELD) for page in pages)


def leader(pages: list[Page]) -> Page:
    """The page that holds the stream."""
    return next(page for page in pages if page.evaluate(_HELD))


def settles_at(pages: list[Page], streams: int = 1) -> None:
    """Wait until the pages hold so many streams."""
    end = time.monotonic() + 10
    while held(pages) != streams and time.monotonic() < end:
        pages[0].wait_for_timeout(50)
    assert streams == held(pages)


def choice(page: Page) -> dict[str, Any]:
    """The first choice that a table offers, with the order that makes it."""
    found: dict[str, Any] = page.evaluate(
        """async () => {
          const view = await (await fetch(`/api/tables/${location.pathname.split("/")[2]}`)).json();
          const { path, do: text } = view.turn.choices[0];
          return { path, order: { seat: view.turn.seat, do: text, at: view.version } };
        }"""
    )
    return found


def version(page: Page) -> str:
    """The version that a page shows."""
    return page.get_by_test_id("table").get_attribute("data-version") or ""


def acts(one: Visitor, page: Page) -> float:
    """Do an action at a table; the seconds until it is shown."""
    one.page, path, before = page, choice(page)["path"], version(page)
    begun = time.monotonic()
    one.do(path)
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before)
    return time.monotonic() - begun


def follows(page: Page) -> None:
    """Act in no window: the page shows it."""
    before, order = version(page), choice(page)["order"]
    page.evaluate(
        """(body) => fetch(`/api/tables/${location.pathname.split("/")[2]}/actions`,
          { method: "POST", body, headers: { "content-type": "application/json" } })""",
        json.dumps(order),
    )
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before)


def test_eight_tables_are_played_in_one_browser(invite: Invite) -> None:
    """The seventh and eighth never loaded, and a click in the first was not answered."""
    one = invite()
    pages = opens_tabs(one)
    settles_at(pages)
    for page in (pages[0], pages[-1]):
        assert acts(one, page) < ANSWER
        follows(page)


@pytest.mark.slow
def test_when_the_page_that_holds_the_stream_goes_another_holds_it(invite: Invite) -> None:
    """It is closed, or goes elsewhere; all the other tables are played on."""
    one = invite()
    pages = opens_tabs(one)
    settles_at(pages)
    for closes in (True, False):
        gone = leader(pages)
        pages.remove(gone)
        if closes:
            gone.close()
        else:
            gone.goto(f"{one.site.url}/about")
        settles_at(pages)
        assert all(acts(one, page) < ANSWER for page in pages)
        for page in pages:
            follows(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    "stops",
    [
        lambda page: page.evaluate("document.dispatchEvent(new Event('freeze'))"),
        lambda page: page.context.new_cdp_session(page).send(
            "Emulation.setScriptExecutionDisabled", {"value": True}
        ),
    ],
    ids=["frozen", "dead"],
)
def test_a_leader_that_stops_is_replaced(invite: Invite, stops: Callable[[Page], None]) -> None:
    """A page that is frozen says so; one that is dead does not answer."""
    one = invite()
    pages = opens_tabs(one, 3)
    settles_at(pages)
    gone = leader(pages)
    stops(gone)
    pages.remove(gone)
    settles_at(pages)
    for page in pages:
        acts(one, page)


@pytest.mark.slow
def test_pages_that_cannot_speak_to_each_other_play_all_the_same(invite: Invite) -> None:
    """A browser may keep pages from each other: then each has a stream of its own."""
    one = invite()
    one.context.add_init_script("delete window.BroadcastChannel")
    pages = opens_tabs(one, 3)
    settles_at(pages, 3)
    assert all(acts(one, page) < ANSWER for page in pages)


@pytest.mark.slow
def test_two_people_share_nothing(invite: Invite) -> None:
    """Each of two profiles has a stream of its own."""
    one, other = invite(), invite()
    pages, theirs = opens_tabs(one, 2), opens_tabs(other, 2)
    settles_at(pages)
    settles_at(theirs)


@pytest.mark.slow
def test_all_follow_again_when_the_server_is_back(own_site: Site, invite: Invite) -> None:
    """The one stream is opened again for all pages."""
    one = invite(own_site)
    pages = opens_tabs(one, 3)
    one.may_lose_the_server = True
    own_site.kill()
    for page in pages:
        page.get_by_test_id("lost").wait_for()
    own_site.start()
    for page in pages:
        page.get_by_test_id("lost").wait_for(state="detached")
    settles_at(pages)
    assert all(acts(one, page) < ANSWER for page in pages)


def test_an_order_without_an_answer_is_told_and_sent_again(invite: Invite) -> None:
    """The page was still, and the clock ran. The answer is lost, then the order itself."""
    one = invite()
    one.page.clock.install()
    one.opens_table(SHORT, ["me", "me"])
    page, one.may_lose_the_server = one.page, True
    sent: list[Route] = []

    def loses(route: Route) -> None:
        sent.append(route)
        if len(sent) == 1:
            route.fetch()
        elif len(sent) == 3:
            route.continue_()

    page.route("**/actions*", loses)
    before = version(page)
    one.do(FIRST)
    page.clock.run_for(4_000)
    expect(page.get_by_test_id("notice")).to_have_text(one.word("order.waits"))
    page.clock.run_for(8_000)
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before)
    expect(page.get_by_test_id("notice")).to_have_count(0)
    assert 1 == len({route.request.post_data for route in sent})
