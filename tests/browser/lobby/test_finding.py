"""People find each other: pools, challenges, the next game, tournaments."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import ViewportSize

from browser.conftest import Invite
from browser.looks import DESK, in_both
from browser.page.test_reading import flaws
from browser.site import Site
from browser.table.test_ending import gives_up
from browser.visitor import PHONE, Visitor, until


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A house whose guests share a line, as all do in a test, and whose bots lose no time."""
    monkeypatch.setenv("HONJIN_NEIGHBOURS", "1")
    monkeypatch.setenv("HONJIN_BOT_PAUSE", "0")
    monkeypatch.setenv("HONJIN_LIMITS", "0")
    site = Site(tmp_path / "data")
    site.start()
    yield site
    site.stop()


def is_clean(one: Visitor) -> None:
    """Axe finds nothing serious on the page."""
    assert [] == flaws(one)


def fits(one: Visitor) -> None:
    """Nothing makes the page wider than the window."""
    wide: int = one.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.slow
def test_two_find_each_other_by_one_key(club: Site, invite: Invite) -> None:
    """One clicks, the other presses Q; both are taken to one table, and the rated game begins."""
    one, other = invite(club, viewport=DESK), invite(club, viewport=PHONE, lang="ja")
    for who in (one, other):
        who.go()
        who.page.get_by_test_id("seek-live").wait_for()
    one.page.get_by_test_id("seek-live").click()
    bar = one.page.get_by_test_id("seeking")
    bar.wait_for()
    assert one.word("pool.looking") in bar.inner_text()
    is_clean(one)
    one.page.keyboard.press("q")
    bar.wait_for(state="detached")
    one.page.keyboard.press("q")
    bar.wait_for()
    other.page.get_by_test_id("seek-live").click()
    for who in (one, other):
        who.page.wait_for_url("**/t/*")
        who.is_at("running")
    assert one.path == other.path
    assert 0 == one.page.get_by_test_id("seeking").count()


@pytest.mark.slow
def test_a_challenge_by_name_is_accepted(club: Site, invite: Invite) -> None:
    """Sent from the lobby, shown to whom it is for, with game and time; accepted, it is played."""
    one, other = invite(club, viewport=DESK, lang="ja"), invite(club)
    other.opens_table({"act": "1"}, ["me", "open"])
    name = other.page.evaluate("() => fetch('/api/me').then((found) => found.json())")["name"]
    one.go()
    one.page.get_by_test_id("challenge-somebody").click()
    one.page.get_by_test_id("challenge-name").fill(name)
    one.page.get_by_test_id("challenge-preset").select_option("act1")
    one.page.get_by_test_id("time").select_option("5+3")
    is_clean(one)
    one.page.get_by_test_id("challenge-send").click()
    one.page.wait_for_url("**/t/*")
    other.go()
    told = other.page.get_by_test_id("challenge")
    told.wait_for()
    assert "5 min + 3 s" in told.inner_text()
    is_clean(other)
    other.page.get_by_test_id("challenge-accept").click()
    for who in (one, other):
        who.is_at("running")


@pytest.mark.slow
def test_a_challenge_is_declined_and_withdrawn(club: Site, invite: Invite) -> None:
    """Then it stands with neither of the two."""
    one, other = invite(club), invite(club)
    other.opens_table({"act": "1"}, ["me", "open"])
    name = other.page.evaluate("() => fetch('/api/me').then((found) => found.json())")["name"]
    here = other.path
    for button, who in (("challenge-decline", other), ("challenge-withdraw", one)):
        other.go(here)  # a guest is found by name while a window is open at a table
        other.page.get_by_test_id("board").wait_for()
        one.go()
        one.page.get_by_test_id("challenge-somebody").click()
        one.page.get_by_test_id("challenge-name").fill(name)
        one.page.get_by_test_id("challenge-send").click()
        one.page.wait_for_url("**/t/*")
        for visitor in (one, other):
            visitor.go()
        who.page.get_by_test_id(button).click()
        for visitor in (one, other):
            visitor.go()
            visitor.page.get_by_test_id("tables").wait_for()
            assert 0 == visitor.page.get_by_test_id("calls").count()


@pytest.mark.slow
def test_a_seat_for_a_strength(club: Site, invite: Invite) -> None:
    """Who cannot sit sees why; the list can be cut down to what is for oneself, and stays so."""
    one, other = invite(club), invite(club, viewport=PHONE)
    one.opens_form()
    one.page.get_by_test_id("strength").select_option("100")
    one.page.get_by_test_id("members-only").check()
    one.page.get_by_test_id("open-table").click()
    one.page.wait_for_url("**/t/*")
    one.opens_table({"act": "1"}, ["me", "open"])
    other.go()
    barred = other.page.get_by_test_id("barred")
    barred.wait_for()
    assert other.word("open.barred.members") == barred.inner_text()
    assert 2 == other.page.get_by_test_id("open-seat").count()
    other.page.get_by_test_id("open-filter").select_option("mine")
    assert 1 == until(other.page.get_by_test_id("open-seat").count, lambda n: n == 1)
    other.reload()
    assert 1 == until(other.page.get_by_test_id("open-seat").count, lambda n: n == 1)
    fits(other)


@pytest.mark.slow
def test_the_next_game_waits_for_all(club: Site, invite: Invite) -> None:
    """Proposed by one; the other sees it and declines; the proposer sees that the seat is free."""
    one, other = invite(club), invite(club, viewport=PHONE, lang="ja")
    one.opens_table({"act": "1"}, ["me", "open"])
    other.go(one.path)
    other.page.get_by_test_id("sit-1").click()
    for who in (one, other):
        who.is_at("running")
    gives_up(one)
    one.page.get_by_test_id("rematch-1").first.click()
    card = one.page.get_by_test_id("next-game-card")
    card.wait_for()
    assert one.word("next.missing") in card.inner_text()
    is_clean(one)
    decline = other.page.get_by_test_id("next-decline").first
    decline.click()
    assert one.word("next.free") in until(
        card.inner_text, lambda text: one.word("next.free") in text
    )


def announces(host: Visitor, **fields: str) -> str:
    """Announce a tournament in the form; its path."""
    host.go("/tournaments")
    host.page.get_by_test_id("announce").click()
    for field, value in fields.items():
        place = host.page.get_by_test_id(f"tour-{field}")
        if place.evaluate("(field) => field.localName") == "select":
            place.select_option(value)
        else:
            place.fill(value)
    host.page.get_by_test_id("tour-announce").click()
    host.page.wait_for_url("**/tournament/*")
    return host.path


def plays_on(one: Visitor, path: str, rng: Random) -> bool:
    """Play the game at which one is until it is over, and go back; whether there was one."""
    if not one.path.startswith("/t/"):
        return False
    one.page.get_by_test_id("board").wait_for()
    for _ in range(60):
        if until(one.status, lambda now: now != "open", 5) != "running":
            break
        if one.lit():
            one.does_anything(rng)
    one.go(path)
    return True


def stands(one: Visitor) -> str | None:
    """How the tournament stands that the page shows, if it shows one."""
    found: str | None = one.page.evaluate(
        "() => document.querySelector('[data-testid=tour-about]')?.dataset.status ?? null"
    )
    return found


def goes_to_table(one: Visitor) -> None:
    """Go to the table that is offered, unless the page is quicker."""
    table = one.page.get_by_test_id("tour-table")
    with contextlib.suppress(Late):
        if table.count():
            table.click(timeout=1000)


@pytest.mark.slow
@in_both
def test_a_swiss_tournament_of_eight(
    club: Site, invite: Invite, lang: str, size: ViewportSize
) -> None:
    """Announced, entered by two, filled with six bots; three rounds are played to the podium."""
    host, other = invite(club, viewport=size, lang=lang), invite(club)
    path = announces(
        host, name="Autumn Cup", game="rokumon", preset="act1", rounds="3", bot="random", fill="8"
    )
    for one in (host, other):
        one.go(path)
        one.page.get_by_test_id("tour-enter").click()
        one.page.get_by_test_id("tour-withdraw").wait_for()
    fits(host)
    is_clean(host)
    host.page.get_by_test_id("tour-start").click()
    rng = Random(5)
    for _ in range(400):
        for one in (host, other):
            if not plays_on(one, path, rng):
                goes_to_table(one)
        if stands(host) == "over":
            break
        host.page.wait_for_timeout(100)
    host.page.get_by_test_id("podium").wait_for()
    assert 8 == host.page.get_by_test_id("standing").count()
    assert 3 == host.page.get_by_test_id("round").count()
    assert 12 == host.page.get_by_test_id("tournament-game").count()
    host.page.locator("summary").first.click()
    host.page.get_by_test_id("crosstable").wait_for()
    fits(host)
    is_clean(host)
    answer = host.page.request.get(
        f"{club.url}/api/tournaments/{path.rpartition('/')[2]}/results?format=csv"
    )
    assert 9 == len(answer.text().splitlines())
    host.go("/tournaments")
    assert "Autumn Cup" in host.page.get_by_test_id("tour-yours").inner_text()
    fits(host)
