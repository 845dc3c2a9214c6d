"""Drafts of two people, and in two tabs: none is lost, given to somebody else, or doubled."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.account.test_account import Device, LocalSite, at_account, post  # noqa: F401
from browser.conftest import Invite
from browser.visitor import WIDE, WORDS, Visitor, until
from browser.workshop.test_workshop import BESIDE, MIDDLE, MOUNTAIN, cell, comes, settles
from browser.workshop.test_workshop_drafts import is_called, names, paints
from postbox import Mailbox

SENT = WORDS["en"]["workshop.sent"]


def becomes(visitor: Visitor, name: str) -> None:
    """A person with an account."""
    Device(visitor)
    at_account(visitor)
    visitor.page.get_by_test_id("keep-name").fill(name)
    visitor.page.get_by_test_id("keep-passkey").click()
    visitor.page.get_by_test_id("passkeys").wait_for()


def is_sent(visitor: Visitor) -> None:
    expect(visitor.page.get_by_test_id("kept")).to_contain_text(SENT)


@pytest.mark.slow
def test_two_tabs_of_one_draft_are_no_two_devices(
    post: tuple[LocalSite, Mailbox],  # noqa: F811
    invite: Invite,
) -> None:
    """The second tab knew only the version before the last, and made a draft of its own."""
    one = invite(post[0], viewport=WIDE)
    becomes(one, "Hana")
    comes(one)
    paints(one)
    is_called(one, "Biwa")
    is_sent(one)
    other = one.context.new_page()
    other.goto(one.page.url)
    other.locator('[data-testid="desk"][data-fresh="true"]').wait_for()
    for page, id in ((one.page, BESIDE), (other, "-1,1"), (one.page, "1,-1"), (other, "-1,0")):
        page.bring_to_front()
        page.get_by_test_id("brush-6").check(force=True)
        page.locator(f'[data-testid="sheet"] [data-id="{id}"]').click()
        expect(page.get_by_test_id("kept")).to_contain_text(SENT)
    assert "" == other.get_by_test_id("draft-told").inner_text()
    assert ["Biwa"] == names(one)


@pytest.mark.slow
def test_a_draft_stays_with_its_person(
    post: tuple[LocalSite, Mailbox],  # noqa: F811
    invite: Invite,
) -> None:
    """Somebody else logs in while a page of the first person's is open, and opens its address."""
    site, _ = post
    ann, ben = invite(site, viewport=WIDE), invite(site, viewport=WIDE)
    for visitor, name, draft in ((ann, "Hana", "Biwa"), (ben, "Sota", "Suwa")):
        becomes(visitor, name)
        comes(visitor)
        paints(visitor)
        is_called(visitor, draft)
        is_sent(visitor)
    address, own = ann.page.url, ann.context.cookies()
    ann.go()
    expect(ann.page.get_by_role("banner")).to_contain_text("Hana")
    # In another tab Sota logs in.
    ann.context.add_cookies(ben.context.cookies())  # type: ignore[arg-type]
    ann.page.get_by_test_id("to-workshop").click()
    ann.page.get_by_test_id("desk-akebono-board").click()
    settles(ann)
    expect(ann.page.get_by_test_id("draft-name")).to_have_value("Biwa")
    assert ["Biwa"] == names(ann)
    # Nobody in particular opens the address of Hana's draft, which is not sent.
    ann.context.add_cookies(own)  # type: ignore[arg-type]
    comes(ann)
    ann.context.route("**/api/drafts/**", lambda route: route.abort())
    ann.may_lose_the_server = True
    paints(ann, BESIDE)
    ann.context.clear_cookies()
    ann.page.goto(address)
    settles(ann)
    expect(cell(ann, MIDDLE)).not_to_have_attribute("data-look", MOUNTAIN)
    paints(ann, "1,-1")
    assert "Biwa" not in names(ann)
    ann.context.unroute("**/api/drafts/**")
    ann.context.add_cookies(own)  # type: ignore[arg-type]
    ann.page.goto(address)
    settles(ann)
    is_sent(ann)
    expect(ann.page.get_by_test_id("draft-name")).to_have_value("Biwa")
    for id in (MIDDLE, BESIDE):
        expect(cell(ann, id)).to_have_attribute("data-look", MOUNTAIN)
    expect(cell(ann, "1,-1")).not_to_have_attribute("data-look", MOUNTAIN)
    until(lambda: set(names(ann)), lambda got: "Biwa" in got)
