"""A guest keeps the games, by passkey and by mail, and finds them on another device."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.conftest import Invite
from browser.looks import in_both
from browser.page.test_reading import flaws
from browser.site import Site
from browser.visitor import PHONE, Visitor
from postbox import Mailbox, mail_server

ANN = "ann@example.org"
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


class LocalSite(Site):
    """Known as localhost: browsers make no passkeys for an address of numbers."""

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


class Device:
    """The authenticator of a visitor's browser, as Chromium pretends to have one."""

    def __init__(self, visitor: Visitor) -> None:
        self._cdp = visitor.page.context.new_cdp_session(visitor.page)
        self._cdp.send("WebAuthn.enable")
        made = self._cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self._id = made["authenticatorId"]

    def passkeys(self) -> list[Any]:
        found = self._cdp.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        return list(found["credentials"])

    def take(self, passkeys: list[Any]) -> None:
        """Have passkeys that another device has, as those that are synchronized."""
        for one in passkeys:
            told = {"authenticatorId": self._id, "credential": one}
            self._cdp.send("WebAuthn.addCredential", told)


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[LocalSite, Mailbox]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with mail_server() as (box, settings):
        site = LocalSite(tmp_path / "data")
        site.port = port
        given = {name.upper(): str(value) for name, value in settings.items()}
        for name, value in (given | {"ORIGIN": site.url}).items():
            monkeypatch.setenv(f"HONJIN_{name}", value)
        site.start()
        yield site, box
        site.stop()


def at_account(visitor: Visitor, path: str = "/account") -> None:
    visitor.page.goto(f"{visitor.site.url}{path}")
    visitor.page.get_by_test_id("account").locator("section").first.wait_for()


def is_called(visitor: Visitor, name: str) -> None:
    visitor.page.goto(visitor.site.url)
    expect(visitor.page.get_by_test_id("me")).to_contain_text(name)


@pytest.mark.slow
@in_both
def test_a_guest_keeps_the_games_by_passkey(
    lang: str, size: ViewportSize, post: tuple[LocalSite, Mailbox], invite: Invite
) -> None:
    """With a bot's game under way; on a phone with the same passkey it goes on. Then it is left."""
    site, _ = post
    ann, phone = invite(site, lang=lang, viewport=size), invite(site, lang=lang, viewport=PHONE)
    device, other = Device(ann), Device(phone)
    ann.opens_table({"act": "4"}, ["me", "ashigaru"])
    table = ann.page.url.rpartition("/")[2]
    at_account(ann)
    assert [] == flaws(ann)
    ann.page.get_by_test_id("keep-name").fill("Hana")
    ann.page.get_by_test_id("keep-passkey").click()
    expect(ann.page.get_by_test_id("passkeys").get_by_role("listitem")).to_have_count(1)
    ann.page.get_by_test_id("make-codes").click()
    expect(ann.page.get_by_test_id("codes").get_by_role("listitem")).to_have_count(10)
    assert [] == flaws(ann)
    is_called(ann, "Hana")

    other.take(device.passkeys())
    at_account(phone)
    assert [] == flaws(phone)
    phone.page.get_by_test_id("login-passkey").click()
    expect(phone.page.get_by_test_id("me")).to_contain_text("Hana")
    expect(phone.page.locator(f"#your-tables a[href='/t/{table}']").first).to_be_visible()
    at_account(phone)
    expect(phone.page.get_by_test_id("sessions").get_by_role("listitem")).to_have_count(2)

    phone.page.get_by_test_id("sessions").get_by_role("button").click()
    expect(phone.page.get_by_test_id("sessions").get_by_role("listitem")).to_have_count(1)
    at_account(ann)
    expect(ann.page.get_by_test_id("login")).to_be_visible()

    phone.page.get_by_test_id("leave").locator("summary").click()
    phone.page.get_by_test_id("delete-name").fill("Hana")
    phone.page.get_by_test_id("delete").click()
    guest = phone.word("somebody.guest", n="").strip()
    expect(phone.page.get_by_test_id("me")).to_contain_text(guest)
    phone.page.goto(f"{site.url}/t/{table}")
    expect(phone.page.get_by_role("button", name=phone.word("somebody.gone")).first).to_be_visible()


@pytest.mark.slow
def test_a_guest_keeps_the_games_by_mail(post: tuple[LocalSite, Mailbox], invite: Invite) -> None:
    """The link does nothing before its button is pressed; it is good once; the next one logs in."""
    site, box = post
    ann = invite(site)
    ann.opens_table({"act": "4"}, ["me", "me"])
    table = ann.page.url.rpartition("/")[2]
    at_account(ann)
    keep = ann.page.get_by_test_id("keep")
    keep.get_by_test_id("mail-address").fill(ANN)
    keep.get_by_test_id("mail-send").click()
    expect(keep.get_by_test_id("mail-sent")).to_contain_text(ANN)
    token = box.token(ANN)
    for _ in range(2):
        at_account(ann, f"/login#{token}")
        expect(ann.page.get_by_test_id("link")).to_contain_text(ANN)
        assert token not in ann.page.url
        ann.page.goto("about:blank")
    at_account(ann, f"/login#{token}")
    assert [] == flaws(ann)
    ann.page.get_by_test_id("link-name").fill("Hana")
    ann.page.get_by_test_id("link-use").click()
    expect(ann.page.get_by_test_id("own-name")).to_have_value("Hana")

    bob = invite(site, lang="ja")
    at_account(bob)
    login = bob.page.get_by_test_id("login")
    login.get_by_test_id("mail-address").fill(ANN)
    login.get_by_test_id("mail-send").click()
    token = box.token(ANN, 2)
    at_account(bob, f"/login#{token}")
    bob.page.get_by_test_id("link-use").click()
    expect(bob.page.get_by_test_id("me")).to_contain_text("Hana")
    expect(bob.page.locator(f"#your-tables a[href='/t/{table}']").first).to_be_visible()
    at_account(bob)
    bob.page.get_by_test_id("logout").click()
    expect(bob.page.get_by_test_id("me")).not_to_contain_text("Hana")
