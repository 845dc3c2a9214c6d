"""What a first visit loads: each request costs a round trip, each kilobyte time on a phone."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest

from browser.conftest import Invite
from browser.visitor import WORDS, Visitor

MAX_REQUESTS: Final = 27
MAX_SCRIPTS: Final = 8
MAX_CODE: Final = {"lobby": 182_000, "board": 208_000}
"""Bytes of script and style, as sent."""
MAX_BYTES: Final = {"lobby": 335_000, "board": 340_000}

_LOADED: Final = """() => performance.getEntriesByType("resource").map((one) => [
  new URL(one.name).pathname.split(".").at(-1), one.encodedBodySize])"""


def loaded(one: Visitor) -> list[Any]:
    """The kind and the size of all that the page has loaded so far."""
    one.page.evaluate("document.fonts.ready")
    found: list[Any] = one.page.evaluate(_LOADED)
    return found


@pytest.mark.parametrize("page", ["lobby", "board"])
def test_a_first_visit_is_light(invite: Invite, page: str) -> None:
    """To the lobby with its covers and the puzzle of the day; to a table of somebody else."""
    path = "/"
    if page == "board":
        host = invite()
        host.opens_table({}, ("me", "open"))
        path = host.path
    one = invite()
    one.go(path)
    one.page.get_by_test_id("puzzle-card" if page == "lobby" else page).first.wait_for()
    kinds, sizes = Counter[str](), Counter[str]()
    for kind, size in loaded(one):
        kinds[kind] += 1
        sizes[kind] += size
    assert kinds["css"] == 1
    assert 4 <= kinds["js"] <= MAX_SCRIPTS
    assert kinds.total() <= MAX_REQUESTS
    assert 100_000 < sizes["css"] + sizes["js"] < MAX_CODE[page]
    assert sizes.total() < MAX_BYTES[page]


def test_a_table_is_loaded_once_something_is_done_in_the_lobby(invite: Invite) -> None:
    """The way from the lobby leads to a table; its code is not loaded just for a look."""
    one = invite()
    one.go()
    one.page.get_by_test_id("puzzle-card").wait_for()
    before = [kind for kind, _ in loaded(one)].count("js")
    with one.page.expect_response("**/assets/board-*.js"):
        one.page.mouse.move(40, 40)
    assert [kind for kind, _ in loaded(one)].count("js") > before


def test_another_language_is_loaded_once_it_is_chosen(invite: Invite) -> None:
    """Only the one that is read comes with the page; nothing is loaded anew to change it."""
    one = invite()
    one.go()
    one.page.get_by_test_id("puzzle-card").wait_for()
    one.page.evaluate("window.stays = true")
    with one.page.expect_response("**/assets/ja-*.js"):
        one.page.get_by_test_id("lang").click()
    one.page.get_by_text(WORDS["ja"]["app.tagline"]).wait_for()
    assert "ja" == one.page.locator("html").get_attribute("lang")
    one.page.get_by_test_id("lang").click()
    one.page.get_by_text(WORDS["en"]["app.tagline"]).wait_for()
    assert one.page.evaluate("window.stays")
