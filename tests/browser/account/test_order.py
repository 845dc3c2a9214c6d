"""Somebody is blocked and reported; those who look after the house decide."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.account.test_account import Device, LocalSite, at_account, post
from browser.conftest import Invite
from browser.looks import in_both
from browser.page.test_reading import flaws
from browser.site import Site
from browser.visitor import PHONE, Visitor

__all__ = ["post"]


def chats(visitor: Visitor, text: str) -> None:
    page = visitor.page
    if not page.get_by_test_id("chat-text").is_visible():  # on a phone a second press closes it
        visitor.tab("chat")
    page.get_by_test_id("chat-text").fill(text)
    page.get_by_test_id("chat-send").click()


def admin(site: Site, *words: str) -> None:
    """What `honjin admin` does in the terminal, beside the running server."""
    program = "from honjin.cli.main import app; app()"
    command = [sys.executable, "-c", program, "admin", *words, "--data", str(site.data)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert 0 == done.returncode, done.stdout + done.stderr


def keeps(visitor: Visitor, name: str) -> None:
    """Make an account with a passkey."""
    Device(visitor)
    at_account(visitor)
    visitor.page.get_by_test_id("keep-name").fill(name)
    visitor.page.get_by_test_id("keep-passkey").click()
    expect(visitor.page.get_by_test_id("passkeys").get_by_role("listitem")).to_have_count(1)


@pytest.mark.slow
@in_both
def test_block_and_report(
    lang: str, size: ViewportSize, post: tuple[LocalSite, object], invite: Invite
) -> None:
    """A rude line is hidden and reported; a moderator suspends; both see what came of it."""
    site, _ = post
    ann, bob, mio = (invite(site, lang=lang, viewport=size) for _ in range(3))
    keeps(mio, "Mio")
    admin(site, "role", "Mio", "moderator")
    ann.opens_table({"act": "4"}, ["me", "open"])
    bob.go(ann.path)
    bob.page.get_by_test_id("sit-1").click()
    chats(bob, "you are a fool")
    chats(ann, "please stop")

    line = ann.page.get_by_test_id("chat-line").filter(has_text="fool")
    line.get_by_test_id("person-menu").click()
    assert [] == flaws(ann)
    ann.page.get_by_test_id("report").click()
    ann.page.get_by_test_id("report-reason").select_option("insult")
    assert [] == flaws(ann)
    ann.page.get_by_test_id("report-send").click()
    expect(ann.page.get_by_test_id("person-dialog")).to_have_count(0)
    line.get_by_test_id("person-menu").click()
    ann.page.get_by_test_id("block").click()
    expect(line).to_have_count(0)
    chats(bob, "still here")
    chats(ann, "quiet")
    expect(ann.page.get_by_test_id("chat-line").filter(has_text="quiet")).to_have_count(1)
    expect(ann.page.get_by_test_id("chat-line").filter(has_text="still")).to_have_count(0)

    mio.page.goto(f"{site.url}/admin")
    card = mio.page.get_by_test_id("report-card")
    expect(card).to_contain_text("you are a fool")
    assert [] == flaws(mio)
    card.get_by_role("link").first.click()
    mio.page.get_by_test_id("suspend-do").click()
    expect(mio.page.get_by_test_id("lift")).to_be_visible()
    assert [] == flaws(mio)
    mio.page.goto(f"{site.url}/admin/reports")
    card.get_by_test_id("outcome").select_option("suspended")
    card.get_by_test_id("decide").click()
    expect(mio.page.get_by_test_id("no-reports")).to_be_visible()

    at_account(ann)
    expect(ann.page.get_by_test_id("own-reports")).to_contain_text(ann.word("reports.acted"))
    expect(ann.page.get_by_test_id("hidden-people")).to_contain_text(ann.word("hides.block"))
    assert [] == flaws(ann)
    at_account(bob)
    told = max(bob.word("suspended.chat", until="|", reason="|").split("|"), key=len)
    expect(bob.page.get_by_test_id("suspended")).to_contain_text(told)
    bob.page.goto(f"{site.url}/admin")
    expect(bob.page.get_by_role("heading").first).to_be_visible()
    expect(bob.page.get_by_test_id("house")).to_have_count(0)
    (trouble,) = bob.troubles  # the browser's own word for a page that is not there
    assert "404" in trouble
    bob.troubles.clear()


def has_named_values(visitor: Visitor, list_id: str, *, shown: bool = True) -> None:
    """Every value of a record has its name beside it, visibly so on a phone."""
    record = visitor.page.get_by_test_id(list_id).locator(":scope > li").first
    record.wait_for()
    facts = record.locator("dl > div:not(.none)")
    assert facts.count() >= 2
    for fact in facts.all():
        name = fact.locator("dt")
        assert name.text_content()
        box = name.bounding_box()
        assert box is not None
        assert shown == (box["width"] > 1)


@pytest.mark.slow
def test_the_house_on_a_wide_screen(post: tuple[LocalSite, object], invite: Invite) -> None:
    """Columns with their names above; nothing serious for axe, in both themes."""
    site, _ = post
    aki, ann = invite(site), invite(site)
    keeps(aki, "Aki")
    admin(site, "role", "Aki", "admin")
    ann.opens_table({"act": "4"}, ["me", "me"])
    for scheme in ("light", "dark"):
        aki.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for part in ("people", "limits", "log", "tables"):
            aki.page.goto(f"{site.url}/admin/{part}")
            has_named_values(aki, f"house-{part}", shown=False)
            assert [] == flaws(aki)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_house_on_a_phone(post: tuple[LocalSite, object], invite: Invite, lang: str) -> None:
    """An admin ends a table: who sits there is told why, and the log says who did it."""
    site, _ = post
    aki, ann = invite(site, lang=lang, viewport=PHONE), invite(site, lang=lang)
    keeps(aki, "Aki")
    admin(site, "role", "Aki", "admin")
    ann.opens_table({"act": "4"}, ["me", "me"])
    for part in ("reports", "people", "limits", "log", "tables"):
        aki.page.goto(f"{site.url}/admin/{part}")
        aki.page.get_by_test_id("house").locator("main > *").first.wait_for()
        if part != "reports":
            has_named_values(aki, f"house-{part}")
        assert [] == flaws(aki)
        assert aki.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    aki.page.get_by_test_id("house-end").click()
    assert [] == flaws(aki)
    aki.page.get_by_test_id("end-reason").select_option("fault")
    aki.page.get_by_test_id("end-do").click()
    expect(ann.page.get_by_test_id("dissolved")).to_be_visible()
    assert [] == flaws(ann)
    aki.page.goto(f"{site.url}/admin/log")
    expect(aki.page.get_by_test_id("house-log").get_by_role("listitem")).to_have_count(2)


def an_hour_passes(site: Site) -> None:
    """Everybody's last login is an hour earlier."""
    with sqlite3.connect(site.data / "honjin.db") as database:
        database.execute("UPDATE sessions SET made = made - 3600000")
    database.close()
    time.sleep(3.5)  # so long a session is not looked up again


@pytest.mark.slow
def test_what_matters_most_asks_to_log_in_once_more(
    post: tuple[LocalSite, object], invite: Invite
) -> None:
    """An hour after the last login; what was asked for is done when that is over."""
    site, _ = post
    ann = invite(site)
    keeps(ann, "Hana")
    an_hour_passes(site)
    at_account(ann)
    ann.page.get_by_test_id("make-codes").click()
    dialog = ann.page.get_by_test_id("fresh")
    expect(dialog).to_be_visible()
    assert [] == flaws(ann)
    ann.page.get_by_test_id("fresh-passkey").click()
    expect(dialog).to_have_count(0)
    expect(ann.page.get_by_test_id("codes").get_by_role("listitem")).to_have_count(10)
    ann.troubles[:] = [told for told in ann.troubles if "403" not in told]


@pytest.mark.slow
def test_a_moderator_is_asked_to_log_in_once_more(
    post: tuple[LocalSite, object], invite: Invite
) -> None:
    """The passkey is offered there, too, and the table is ended after it."""
    site, _ = post
    aki, ann = invite(site), invite(site)
    keeps(aki, "Aki")
    admin(site, "role", "Aki", "admin")
    ann.opens_table({"act": "4"}, ["me", "me"])
    an_hour_passes(site)
    aki.page.goto(f"{site.url}/admin/tables")
    aki.page.get_by_test_id("house-end").click()
    aki.page.get_by_test_id("end-reason").select_option("fault")
    aki.page.get_by_test_id("end-do").click()
    aki.page.get_by_test_id("fresh-passkey").click()
    expect(ann.page.get_by_test_id("dissolved")).to_be_visible()
    aki.troubles[:] = [told for told in aki.troubles if "403" not in told]
