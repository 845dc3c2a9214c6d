"""One browser with several windows, of which one logs out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.account.test_account import Device, LocalSite, at_account, post
from browser.conftest import Invite
from postbox import Mailbox

__all__ = ["post"]


@pytest.mark.slow
def test_a_window_tells_that_another_one_has_logged_out(
    post: tuple[LocalSite, Mailbox], invite: Invite
) -> None:
    """It showed the account's name for ever, and sent what was written in it as a guest's."""
    ann = invite(post[0])
    Device(ann)
    ann.opens_table({"act": "4"}, ["me", "me"])
    lobby, table = ann.open_window(), ann.open_window()
    table.goto(ann.page.url)
    table.get_by_test_id("tab-chat").click()
    table.get_by_test_id("chat-text").fill("I am Hana.")
    lobby.goto(ann.site.url)
    expect(lobby.get_by_test_id("me")).to_contain_text("Guest")
    ann.go("/account")
    ann.page.get_by_test_id("keep-name").fill("Hana")
    ann.page.get_by_test_id("keep-passkey").click()
    expect(lobby.get_by_test_id("me")).to_contain_text("Hana")
    expect(table.get_by_test_id("other-user")).to_have_count(0)

    ann.page.get_by_test_id("logout").click()
    expect(ann.page.get_by_test_id("me")).to_contain_text("Guest")
    for page in (table, lobby):
        expect(page.get_by_test_id("other-user")).to_contain_text("Guest")
    table.get_by_test_id("chat-text").press("Enter")
    expect(table.get_by_test_id("notice")).to_contain_text(ann.word("problem.other-user"))
    assert "I am Hana." == table.get_by_test_id("chat-text").input_value()
    lobby.get_by_test_id("other-user").get_by_role("button").click()
    expect(lobby.get_by_test_id("me")).to_contain_text("Guest")


@pytest.mark.slow
def test_a_window_tells_that_its_session_was_ended_elsewhere(
    post: tuple[LocalSite, Mailbox], invite: Invite
) -> None:
    """From another device. It was noticed at the next order; till then the table had no seat."""
    ann, phone = invite(post[0]), invite(post[0])
    device, other = Device(ann), Device(phone)
    at_account(ann)
    ann.page.get_by_test_id("keep-name").fill("Hana")
    ann.page.get_by_test_id("keep-passkey").click()
    expect(ann.page.get_by_test_id("passkeys").get_by_role("listitem")).to_have_count(1)
    ann.opens_table({"act": "4"}, ["me", "me"])
    ann.page.get_by_test_id("tab-chat").click()
    ann.page.get_by_test_id("chat-text").fill("I am Hana.")
    lobby = ann.open_window()
    lobby.goto(ann.site.url)
    expect(lobby.get_by_test_id("me")).to_contain_text("Hana")

    other.take(device.passkeys())
    at_account(phone)
    phone.page.get_by_test_id("login-passkey").click()
    expect(phone.page.get_by_test_id("me")).to_contain_text("Hana")
    at_account(phone)
    phone.page.get_by_test_id("sessions").get_by_role("button").click()
    for page in (ann.page, lobby):
        expect(page.get_by_test_id("other-user")).to_contain_text("Guest", timeout=20_000)
    assert "I am Hana." == ann.page.get_by_test_id("chat-text").input_value()
