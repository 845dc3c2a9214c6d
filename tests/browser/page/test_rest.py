"""Pages that nobody touches: how often they ask the server for something."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request

from browser.conftest import Invite
from browser.script import whole_game
from browser.visitor import Visitor, until

SHORT = {"act": "2", "deal": "gggjjjj"}
MINUTE = 60_000
EVERY = 8_000  # the lobby asks for its tables

Asked = list[str]


def listens(page: Page) -> Asked:
    """The paths that a page asks the server for, as they are asked for."""
    asked: Asked = []

    def hear(request: Request) -> None:
        if "/api/" in request.url:
            asked.append(request.url.partition("/api")[2])

    page.on("request", hear)
    return asked


def settles(one: Visitor, asked: Asked) -> None:
    """Wait until nothing has been asked for during half a second, of ten at most."""
    for _ in range(20):
        before = len(asked)
        one.page.wait_for_timeout(500)
        if len(asked) == before:
            break
    asked.clear()


# The server says within a minute that it is there; in the page's own minute it has no time to.
_HEARS_STREAMS = """window.streams = []; window.EventSource = class extends EventSource {
  constructor(...all) { super(...all); window.streams.push(this); } }"""
_BEATS = """() => window.streams.forEach(
  (one) => one.dispatchEvent(new MessageEvent("message", { data: "0 beat\\n{}" })))"""


def rests(one: Visitor, asked: Asked) -> Asked:
    """What is asked for in a minute of the page's own time, nobody doing anything."""
    for _ in range(4):
        one.page.clock.run_for(MINUTE // 4)
        one.page.evaluate(f"window.streams && ({_BEATS})()")
    one.page.wait_for_timeout(300)
    return asked


def lobby(one: Visitor) -> None:
    """The lobby, with today's puzzle: it is asked for when the games are there."""
    one.go()
    one.page.get_by_test_id("tables").wait_for()
    one.page.get_by_test_id("puzzle-card").wait_for()


def open_table(one: Visitor) -> None:
    """A table that waits for somebody."""
    one.opens_table(SHORT, ["me", "open"])


def running_table(one: Visitor) -> None:
    """A table at which it is one's turn."""
    one.opens_table(SHORT, ["me", "me"])
    one.waits_to_be_asked(whole_game("rokumon", SHORT).turns[0].choice.path[0])


def analysed_table(one: Visitor) -> None:
    """A table whose analysis is looked at and not switched on."""
    running_table(one)
    one.tab("analysis")


def finished_table(one: Visitor) -> None:
    """A table whose game is over."""
    one.opens_table(SHORT, ["me", "me"])
    one.tab("info")
    one.page.get_by_test_id("resign").click()
    one.page.get_by_test_id("resign-yes").click()
    one.is_at("over")
    one.page.get_by_test_id("result").wait_for()


def puzzle(one: Visitor) -> None:
    """The puzzle of the day."""
    one.go("/puzzles")
    one.page.get_by_test_id("board").wait_for()


def nowhere(one: Visitor) -> None:
    """An address where nothing is."""
    one.go("/nothing")
    one.page.get_by_test_id("nowhere").wait_for()


@pytest.mark.slow_after(1)
@pytest.mark.parametrize(
    "place",
    [open_table, running_table, analysed_table, finished_table, puzzle, nowhere],
)
def test_a_page_at_rest_asks_for_nothing(place: Callable[[Visitor], None], invite: Invite) -> None:
    """The live wire tells a table what is new; nothing else is asked for in a minute."""
    one = invite()
    one.page.clock.install()
    one.page.add_init_script(_HEARS_STREAMS)
    asked = listens(one.page)
    place(one)
    settles(one, asked)
    assert [] == rests(one, asked)


@pytest.mark.slow
def test_the_lobby_asks_for_its_tables_every_eight_seconds(invite: Invite) -> None:
    """And for challenges and pools; before, it asked 20 to 100 times a second without an end."""
    one = invite()
    one.page.clock.install()
    asked = listens(one.page)
    lobby(one)
    settles(one, asked)
    assert {"/tables", "/challenges", "/pools"} == set(rests(one, asked))
    assert len(asked) <= 3 * MINUTE / EVERY


@pytest.mark.slow
def test_the_lobby_loads_once(invite: Invite) -> None:
    """Everything it needs is asked for once: the guest, the games, the tables."""
    one = invite()
    one.page.clock.install()
    asked = listens(one.page)
    lobby(one)
    one.page.wait_for_timeout(700)
    for path in ("/me", "/games", "/tables"):
        assert 1 == asked.count(path)


@pytest.mark.slow
def test_a_hidden_lobby_asks_for_nothing_until_it_is_seen(invite: Invite) -> None:
    """Hidden behind another tab it rests; seen again, it asks at once."""
    one = invite()
    one.page.clock.install()
    asked = listens(one.page)
    lobby(one)
    settles(one, asked)
    is_hidden(one, hidden=True)
    assert [] == rests(one, asked)
    is_hidden(one, hidden=False)
    assert ["/challenges", "/tables"] == sorted(until(lambda: asked, lambda paths: len(paths) > 1))


def is_hidden(one: Visitor, *, hidden: bool) -> None:
    """The page is put behind another tab, or shown again."""
    one.page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.mark.slow
def test_an_end_is_asked_about_once_however_many_come_and_go(invite: Invite) -> None:
    """Whoever comes to watch a finished game makes its page ask for nothing, nor its analysis."""
    one = invite()
    asked = listens(one.page)
    finished_table(one)
    one.tab("analysis")
    settles(one, asked)
    for _ in range(3):
        other = invite()
        other.go(one.path)
        other.page.get_by_test_id("result").wait_for()
        other.leave()
    one.page.wait_for_timeout(300)
    assert [] == asked


@pytest.mark.slow
def test_code_comes_when_it_is_needed(invite: Invite) -> None:
    """The lobby has no skin but for the covers and no analysis; a table has its own skin alone."""
    one = invite()
    loaded: list[str] = []
    one.page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    lobby(one)
    one.page.wait_for_load_state("networkidle")
    assert [] == files(loaded, "Analysis", "swords", "akebono", "akiwado", "summits")
    running_table(one)
    one.page.wait_for_load_state("networkidle")
    assert [] == files(loaded, "Analysis", "swords", "akebono", "akiwado", "summits")
    one.tab("analysis")
    one.page.get_by_test_id("analysis").wait_for()
    assert files(loaded, "Analysis")


def files(loaded: list[str], *names: str) -> list[str]:
    """Those of the loaded files that bear one of these names."""
    return [file for file in loaded if file.startswith(names)]
