"""Drafts have names: none is replaced by another, their steps survive, and they go along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.account.test_account import Device, LocalSite, at_account, post  # noqa: F401
from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.visitor import WIDE, WORDS, Visitor, until
from browser.workshop.test_workshop import BESIDE, DESK, MIDDLE, MOUNTAIN, cell, comes, settles
from postbox import Mailbox


def paints(visitor: Visitor, id: str = MIDDLE) -> None:
    """A mountain."""
    visitor.page.get_by_test_id("brush-6").check(force=True)
    cell(visitor, id).click()
    expect(cell(visitor, id)).to_have_attribute("data-look", MOUNTAIN)
    settles(visitor)


def names(visitor: Visitor) -> list[str]:
    """The drafts of the desk, the last changed first."""
    return visitor.page.locator('[data-testid="draft"] option').all_inner_texts()


def is_called(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_test_id("draft-name").fill(name)
    visitor.page.get_by_test_id("draft-name").press("Tab")


@pytest.mark.slow
def test_no_draft_is_replaced_by_another(invite: Invite, tmp_path: Path) -> None:
    """What one begins with, and a file, took the place of what was drawn; Undo forgot it all."""
    alone = invite(viewport=WIDE)
    page = alone.page
    comes(alone)
    paints(alone)
    is_called(alone, "Biwa")
    page.get_by_test_id("begin").select_option("blank")
    page.get_by_test_id("finding").wait_for()
    (tmp_path / "lake.toml").write_text(DESK.check(DESK.starts[0].draft).file)
    page.get_by_test_id("import").set_input_files(tmp_path / "lake.toml")
    expect(page.get_by_test_id("draft-name")).to_have_value("lake")
    settles(alone)
    assert ["lake", "Biwa"] == names(alone)
    page.get_by_test_id("draft").select_option("Biwa")
    expect(cell(alone, MIDDLE)).to_have_attribute("data-look", MOUNTAIN)
    paints(alone, BESIDE)
    alone.reload()
    settles(alone)
    expect(page.get_by_test_id("draft-name")).to_have_value("Biwa")
    alone.press("Control+z", "Control+z")
    expect(cell(alone, MIDDLE)).not_to_have_attribute("data-look", MOUNTAIN)
    alone.press("Control+Shift+z")
    expect(cell(alone, MIDDLE)).to_have_attribute("data-look", MOUNTAIN)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_test_id("draft-remove").click()
    until(lambda: names(alone), lambda got: got == ["lake"])
    alone.reload()
    settles(alone)
    assert ["lake"] == names(alone)


@pytest.mark.slow
def test_the_draft_of_an_earlier_version_is_there(invite: Invite) -> None:
    """It lay in localStorage, the only one of its desk."""
    alone = invite(viewport=WIDE)
    alone.go("/workshop")
    marks = json.dumps({"marks": {"terrain": {MIDDLE: "6"}}})
    alone.page.evaluate("text => localStorage.setItem('honjin.draft.akebono.board', text)", marks)
    comes(alone)
    expect(cell(alone, MIDDLE)).to_have_attribute("data-look", MOUNTAIN)
    assert [WORDS["en"]["workshop.draft.earlier"]] == names(alone)
    alone.reload()
    expect(cell(alone, MIDDLE)).to_have_attribute("data-look", MOUNTAIN)


@pytest.mark.slow
def test_all_drafts_go_to_another_browser_in_one_file(invite: Invite, tmp_path: Path) -> None:
    """Two of them with their names; a file of something else is told."""
    one, other = invite(viewport=WIDE), invite(viewport=WIDE)
    comes(one)
    paints(one)
    is_called(one, "Biwa")
    one.page.get_by_test_id("begin").select_option("blank")
    one.page.get_by_test_id("finding").wait_for()
    paints(one)
    one.go("/workshop")
    with one.page.expect_download() as caught:
        one.page.get_by_test_id("all-save").click()
    caught.value.save_as(tmp_path / "drafts.json")
    (tmp_path / "other.json").write_text("{}")
    other.go("/workshop")
    told = other.page.get_by_test_id("all-told")
    other.page.get_by_test_id("all-open").set_input_files(tmp_path / "other.json")
    expect(told).to_contain_text("other.json")
    other.page.get_by_test_id("all-open").set_input_files(tmp_path / "drafts.json")
    expect(told).to_contain_text("2")
    comes(other)
    assert {"Biwa", "An empty sheet"} == set(names(other))
    other.page.get_by_test_id("draft").select_option("Biwa")
    expect(cell(other, MIDDLE)).to_have_attribute("data-look", MOUNTAIN)


@pytest.mark.slow
def test_two_devices_of_an_account_lose_nothing(
    post: tuple[LocalSite, Mailbox],  # noqa: F811
    invite: Invite,
) -> None:
    """A draft is there on the other; what both changed is kept as two."""
    site, _ = post
    one, other = invite(site, viewport=WIDE), invite(site, viewport=WIDE)
    other.may_lose_the_server = True
    Device(one)
    at_account(one)
    one.page.get_by_test_id("keep-name").fill("Hana")
    one.page.get_by_test_id("keep-passkey").click()
    one.page.get_by_test_id("passkeys").wait_for()
    other.context.add_cookies(one.context.cookies())  # type: ignore[arg-type]
    comes(one)
    paints(one)
    is_called(one, "Biwa")
    sent = WORDS["en"]["workshop.sent"]
    expect(one.page.get_by_test_id("kept")).to_contain_text(sent)
    comes(other)
    expect(other.page.get_by_test_id("draft-name")).to_have_value("Biwa")
    expect(cell(other, MIDDLE)).to_have_attribute("data-look", MOUNTAIN)
    # The other device loses its connection; both go on.
    other.context.route("**/api/drafts/**", lambda route: route.abort())
    paints(other, "-1,1")
    paints(one, BESIDE)
    expect(one.page.get_by_test_id("kept")).to_contain_text(sent)
    other.context.unroute("**/api/drafts/**")
    other.reload()
    settles(other)
    expect(other.page.get_by_test_id("draft-told")).to_contain_text("Biwa 2")
    until(lambda: set(names(other)), lambda got: got == {"Biwa", "Biwa 2"})
    looks = [cell(other, id).get_attribute("data-look") == MOUNTAIN for id in (BESIDE, "-1,1")]
    assert [False, True] == looks
    other.page.get_by_test_id("draft").select_option("Biwa")
    expect(cell(other, BESIDE)).to_have_attribute("data-look", MOUNTAIN)
    one.reload()
    settles(one)
    until(lambda: set(names(one)), lambda got: got == {"Biwa", "Biwa 2"})


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_the_drafts(
    size: ViewportSize, lang: str, scheme: Any, invite: Invite
) -> None:
    """A desk with two drafts, and the page of all desks."""
    alone = invite(lang=lang, color_scheme=scheme, viewport=size)
    comes(alone)
    is_called(alone, "琵琶湖")
    alone.page.get_by_test_id("draft-remove").wait_for()
    assert [] == flaws(alone)
    assert widest(alone) <= size["width"]
    alone.go("/workshop")
    alone.page.get_by_test_id("desk-akebono-board").wait_for()
    assert [] == flaws(alone)
    assert widest(alone) <= size["width"]
