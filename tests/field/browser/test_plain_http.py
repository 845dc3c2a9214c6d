"""What people meet on plain http and on phones: new versions, other addresses, copying, fields."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import Invite
from browser.site import Site
from browser.visitor import Visitor

pytestmark = pytest.mark.browser

SHORT = {"act": "2", "deal": "gggjjjj"}
PUBLIC = "https://go.example.org"
_SMALL = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => !["checkbox", "radio", "range", "file", "color"].includes(one.type))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => one.dataset.testid ?? one.name ?? one.outerHTML)"""
_WIDER = """() => {
  const seats = document.querySelector("[data-testid=seats]");
  return [seats, ...seats.querySelectorAll(":not(input)")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
    .map((one) => one.dataset.testid ?? one.outerHTML.slice(0, 80));
}"""


# ---------------------------------------------------------------- a new version


def upgrades(page: Page) -> None:
    """Have the server answer as one that has been upgraded since the page was loaded."""

    def renamed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("/assets/index-", "/assets/new-"))

    page.route("**/assets/SettingsDialog*", lambda route: route.fulfill(status=404))
    page.route("http://*/", renamed)


@pytest.mark.slow
def test_a_part_that_is_gone_is_a_new_version(invite: Invite) -> None:
    """Settings did nothing. What was typed returns once the new version is loaded."""
    one = invite()
    one.opens_table(SHORT, ["me", "me"])
    one.tab("chat")
    one.page.get_by_test_id("chat-text").fill("I will not attack.")
    one.may_lose_the_server = True
    upgrades(one.page)
    one.button("settings.title").click()
    bar = one.page.get_by_test_id("update")
    expect(bar).to_contain_text(one.word("app.update"))
    one.troubles.clear()  # the part that was not there
    one.page.unroute_all()
    bar.get_by_role("button", name=one.word("app.update.do")).click()
    one.page.get_by_test_id("board").wait_for()
    one.tab("chat")
    expect(one.page.get_by_test_id("chat-text")).to_have_value("I will not attack.")


@pytest.mark.slow
def test_a_part_that_a_server_out_of_reach_does_not_send_is_none(invite: Invite) -> None:
    """Then the connection is to be checked."""
    one = invite()
    one.opens_table(SHORT, ["me", "me"])
    one.may_lose_the_server = True
    one.page.route("**/*", lambda route: route.abort())
    one.button("settings.title").click()
    expect(one.page.get_by_test_id("notice")).to_contain_text(one.word("problem.unreachable"))
    expect(one.page.get_by_test_id("update")).to_have_count(0)
    one.troubles.clear()


# ---------------------------------------------------------------- passkeys at another address


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site whose public address is another than the one by which its guests come."""
    monkeypatch.setenv("HONJIN_ORIGIN", PUBLIC)
    site = Site(tmp_path / "data")
    site.start()
    yield site
    site.stop()


@pytest.mark.slow
def test_passkeys_of_another_address_are_made_there(elsewhere: Site, invite: Invite) -> None:
    """“Something went wrong on the server”, said the page of a button that could not work."""
    one = invite(elsewhere)
    one.go("/account")
    for card in ("keep", "login"):
        link = one.page.get_by_test_id(card).get_by_test_id("passkeys-at").get_by_role("link")
        expect(link).to_have_attribute("href", f"{PUBLIC}/account")
    for button in ("keep-passkey", "login-passkey"):
        expect(one.page.get_by_test_id(button)).to_have_count(0)
    one.leave()


# ---------------------------------------------------------------- copying


def copies(one: Visitor) -> None:
    """Press Copy at a table."""
    one.opens_table(SHORT, ["me", "open"])
    one.page.get_by_test_id("copy").first.click()


@pytest.mark.slow
def test_copying_works_where_the_clipboard_is_out_of_reach(invite: Invite) -> None:
    """On plain http a page has no clipboard; the button said nothing."""
    one = invite()
    one.page.add_init_script("""Object.defineProperty(navigator, "clipboard", {});
      document.addEventListener("copy", () => { window.copied = String(
        document.activeElement.value.slice(
          document.activeElement.selectionStart, document.activeElement.selectionEnd)); });""")
    copies(one)
    expect(one.page.get_by_test_id("notice")).to_have_text(one.word("table.copied"))
    assert one.page.url == one.page.evaluate("copied")


@pytest.mark.slow
def test_what_cannot_be_copied_is_selected_and_told(invite: Invite) -> None:
    """Neither way works: the link is selected, and the page says so."""
    one = invite()
    one.page.add_init_script("""Object.defineProperty(navigator, "clipboard", {});
      document.execCommand = () => false;""")
    copies(one)
    expect(one.page.get_by_test_id("notice")).to_have_text(one.word("copy.failed"))
    assert one.page.url == one.page.evaluate("""() => {
      const box = document.querySelector("[data-testid=link]");
      return box.value.slice(box.selectionStart, box.selectionEnd); }""")


# ---------------------------------------------------------------- sizes


@pytest.mark.slow
def test_no_field_makes_a_phone_zoom_in(invite: Invite) -> None:
    """Safari enlarges the page at a field with letters of less than 16 px, and leaves it so."""
    one = invite(viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True)
    places = (
        "/",
        "/account",
        "/explore/rokumon",
        "/studies",
        "/workshop",
        "/tournaments",
        "/games",
    )
    small: dict[str, list[str]] = {}
    for path in places:
        one.go(path)
        one.page.wait_for_load_state("networkidle")
        small[path] = one.page.evaluate(_SMALL)
    one.opens_table(SHORT, ["me", "open"])
    one.tab("chat")
    one.page.get_by_test_id("chat-text").wait_for()
    small["table"] = one.page.evaluate(_SMALL)
    assert {} == {path: fields for path, fields in small.items() if fields}


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 1200, 1024, 768, 360])
def test_a_table_that_waits_fits_its_window(invite: Invite, width: int) -> None:
    """The column of seats was wider than its place at 1200, 1024 and 768 pixels."""
    one = invite(viewport={"width": width, "height": 800})
    one.opens_table(SHORT, ["me", "open"])
    assert [] == one.page.evaluate(_WIDER)
