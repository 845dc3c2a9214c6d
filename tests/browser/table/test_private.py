"""Two at the table talk in private and make promises; the others see nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from browser.conftest import Invite
from browser.page.test_reading import flaws, widest
from browser.site import Site
from browser.visitor import PHONE, WIDE, Visitor, until
from places import TESTS

PROGRAM = TESTS / "server" / "real" / "fair_server.py"


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that has the made-up game and no other."""
    site = Site(tmp_path_factory.mktemp("fair"), PROGRAM)
    site.start()
    yield site
    site.stop()


def three(invite: Invite, site: Site, **context: Any) -> list[Visitor]:
    """Three at a table of the made-up game that has begun, with the chat open."""
    guests = [invite(site, **context) for _ in range(3)]
    guests[0].opens_table({"seats": "3"}, ["me", "open", "open"], game="madeup")
    for seat, guest in enumerate(guests[1:], 1):
        guest.go(guests[0].path)
        guest.page.get_by_test_id(f"sit-{seat}").click()
    for guest in guests:
        guest.is_at("running")
        guest.tab("chat")
    return guests


def says(guest: Visitor, text: str, to: int | None = None, **marks: bool) -> None:
    """Say something, to a seat, marked as given; by the fields of the chat."""
    page = guest.page
    page.get_by_test_id("chat-to").select_option("" if to is None else str(to))
    for mark, is_set in marks.items():
        page.get_by_test_id(f"chat-{mark}").set_checked(is_set)
    page.get_by_test_id("chat-text").fill(text)
    page.get_by_test_id("chat-send").click()


def lines(guest: Visitor) -> list[str]:
    """What stands in the chat."""
    return guest.page.get_by_test_id("chat-line").locator("p").all_inner_texts()


def hears(guest: Visitor, *texts: str) -> None:
    """Wait until this is all that stands in the chat."""
    assert list(texts) == until(partial(lines, guest), lambda found: found == list(texts))


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_two_talk_in_private(lang: str, fair: Site, invite: Invite) -> None:
    """At once and after a reload; the third is told what is said aloud, and that alone."""
    first, second, third = three(invite, fair, lang=lang)
    says(first, "a word with you", to=1)
    hears(second, "a word with you")
    assert second.word("chat.private") in second.said("chat-line")
    says(second, "to all")
    for one in (first, second):
        hears(one, "a word with you", "to all")
    hears(third, "to all")
    for one in (second, third):
        one.reload()
        one.is_at("running")
        one.tab("chat")
    hears(second, "a word with you", "to all")
    hears(third, "to all")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_promise_is_made_and_settled(lang: str, fair: Site, invite: Invite) -> None:
    """Who was promised says what became of it, and both lists show it; the third sees no list."""
    first, second, third = three(invite, fair, lang=lang)
    says(first, "I bid nothing", to=1, promise=True)
    for one in (first, second):
        one.page.get_by_test_id("promise").wait_for()
    assert first.word("promise.open") == first.said("promise-standing")
    assert 0 == first.page.get_by_test_id("promise-kept").count()
    for standing in ("broken", "kept"):
        second.page.get_by_test_id(f"promise-{standing}").click()
        second.page.locator(f'[data-testid="promise-{standing}"][aria-pressed="true"]').wait_for()
        said = partial(first.said, "promise-standing")
        word = first.word(f"promise.{standing}")
        assert word == until(said, lambda found, word=word: found == word)
    assert 2 == until(first.page.get_by_test_id("handed").count, lambda n: n == 2)
    says(first, "peace", to=1, aloud=True)
    hears(third, "peace")
    assert 0 == third.page.get_by_test_id("promise").count()
    assert 0 == third.page.get_by_test_id("handed").count()


@pytest.mark.slow
def test_a_promise_aloud_is_seen_by_all(fair: Site, invite: Invite) -> None:
    """By keys alone: it is made, and settled; the third sees both and can settle nothing."""
    first, second, third = three(invite, fair)
    first.page.get_by_test_id("chat-to").select_option("1")
    for field in ("aloud", "promise"):
        first.tabs_to(f'[data-testid="chat-{field}"]')
        first.press("Space")
    first.tabs_to('[data-testid="chat-text"]')
    first.page.keyboard.type("no more offers")
    first.press("Enter")
    third.page.get_by_test_id("promise").wait_for()
    second.page.get_by_test_id("promise").wait_for()
    second.tabs_to('[data-testid="promise-kept"]')
    second.press("Enter")
    said = partial(third.said, "promise-standing")
    assert third.word("promise.kept") == until(
        said, lambda found: found != third.word("promise.open")
    )
    assert 0 == third.page.get_by_test_id("promise-kept").count()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "scheme", "size"),
    [("en", "light", WIDE), ("ja", "dark", WIDE), ("ja", "light", PHONE), ("en", "dark", PHONE)],
)
def test_axe_finds_nothing_serious_in_deals(
    lang: str, scheme: str, size: Any, fair: Site, invite: Invite
) -> None:
    """The form, private lines, the list of promises; and nothing is wider than the page."""
    first, second, _ = three(invite, fair, lang=lang, color_scheme=scheme, viewport=size)
    texts = [f"promise number {n} of a rather long kind, with words and words" for n in range(3)]
    for text in texts:
        says(first, text, to=1, promise=True)
    second.page.get_by_test_id("promise").nth(2).wait_for()
    second.page.get_by_test_id("promise-broken").first.click()
    until(second.page.get_by_test_id("handed").count, bool)
    says(second, "why", to=0, aloud=False)
    hears(first, *texts, "why")
    for one in (first, second):
        assert [] == flaws(one, '[data-testid="chat"]')
        assert size["width"] >= widest(one)


@pytest.mark.slow
def test_nothing_is_read_while_the_board_is_hidden(fair: Site, invite: Invite) -> None:
    """Two at one device: what was said to one is not on the page while another looks."""
    host, guest = invite(fair), invite(fair)
    host.opens_table({"seats": "3"}, ["me", "me", "open"], game="madeup")
    guest.go(host.path)
    guest.page.get_by_test_id("sit-2").click()
    guest.is_at("running")
    guest.tab("chat")
    says(guest, "for Red alone", to=0)
    hears(guest, "for Red alone")
    host.tab("chat")
    hears(host)
    host.reveals(0)
    hears(host, "for Red alone")
    assert "2" in [
        one.get_attribute("value")
        for one in host.page.locator('[data-testid="chat-to"] option').all()
    ]
    host.do(["bid0"])
    host.page.get_by_test_id("hotseat").wait_for()
    hears(host)
    host.reveals(1)
    hears(host)
