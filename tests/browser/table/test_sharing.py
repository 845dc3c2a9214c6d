"""The dialog that shares a position: its picture, its link, and what can be saved."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from browser.conftest import Invite
from browser.page.test_reading import flaws
from browser.table.test_ending import SHORT, gives_up
from browser.visitor import PHONE, Visitor, until
from honjin.pictures.artist import must_be_able
from honjin.pictures.errors import CannotDraw

_SIZE = """() => {
  const picture = document.querySelector("[data-testid=share-picture]");
  return [picture?.naturalWidth ?? 0, picture?.naturalHeight ?? 0];
}"""


@pytest.fixture(autouse=True)
def able() -> None:
    """Pictures can be drawn here."""
    try:
        must_be_able()
    except CannotDraw as problem:
        pytest.skip(str(problem))


def opens(visitor: Visitor) -> None:
    """Open the dialog and wait for its picture."""
    visitor.page.locator("[data-testid=share]:visible").first.click()
    visitor.page.get_by_test_id("share-dialog").wait_for()
    assert [1200, 630] == until(lambda: visitor.page.evaluate(_SIZE), lambda size: size[0] > 0, 30)


def saved(visitor: Visitor, kind: str) -> tuple[str, dict[str, list[str]], bytes]:
    """What a button of the dialog saves: the file's name, what it asks for, and the bytes."""
    with visitor.page.expect_download(timeout=60_000) as found:
        visitor.page.get_by_test_id(f"share-{kind}").click()
    download = found.value
    return (
        download.suggested_filename,
        parse_qs(urlsplit(download.url).query),
        download.path().read_bytes(),
    )


@pytest.mark.slow
def test_a_position_is_shared_while_it_is_played(invite: Invite) -> None:
    """The picture is that of spectators, whose steps are not counted here; nothing moves yet."""
    one = invite(color_scheme="light")
    one.opens_table(SHORT, ["me", "me"])
    one.is_at("running")
    one.tab("info")
    opens(one)
    assert one.word("share.about.running") in one.said("share-dialog")
    assert 0 == one.page.get_by_test_id("share-replay").count()
    name, asked, body = saved(one, "svg")
    assert ("rokumon.svg", b"<svg") == (name, body[:4])
    assert {"format": ["svg"], "theme": ["light"], "lang": ["en"]} == asked
    assert [] == flaws(one)


@pytest.mark.slow
def test_the_end_is_shared_with_the_moves_that_led_there(invite: Invite) -> None:
    """As PNG and as GIF of the step that is shown; the link is copied, and the dialog closes."""
    one = invite(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    one.opens_table(SHORT, ["me", "me"])
    one.is_at("running")
    one.do([one.lit()[0]])
    until(one.version, lambda version: version > 1)
    gives_up(one)
    one.close_sheet()
    one.page.get_by_test_id("ending").wait_for()
    one.press("Escape")
    one.page.get_by_test_id("ending").wait_for(state="detached")
    opens(one)
    name, asked, body = saved(one, "png")
    step = name.removesuffix(".png").rpartition("-")[2]
    assert (b"\x89PNG", [step]) == (body[:4], asked["step"])
    name, asked, body = saved(one, "replay")
    assert ("rokumon.gif", b"GIF8", [step]) == (name, body[:4], asked["to"])
    one.page.get_by_test_id("share-link").click()
    copied = "() => navigator.clipboard.readText()"
    assert f"{one.site.url}{one.path}" == until(lambda: one.page.evaluate(copied), bool)
    one.press("Escape")
    one.page.get_by_test_id("share-dialog").wait_for(state="detached")


@pytest.mark.slow
def test_a_picture_that_cannot_be_drawn_is_told(invite: Invite) -> None:
    """In words, in place of the picture; the link can still be copied."""
    one = invite()
    one.may_lose_the_server = True  # the browser tells of the 503
    one.page.route("**/picture*", lambda route: route.fulfill(status=503, body=""))
    one.opens_table(SHORT, ["me", "me"])
    one.tab("info")
    one.page.locator("[data-testid=share]:visible").first.click()
    one.has_text(one.word("share.failed")).wait_for()
    assert one.page.get_by_test_id("share-link").is_enabled()
