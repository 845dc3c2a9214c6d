"""A table in a frame of another site, and the page on which tokens are made."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Invite
from browser.site import Site


class Foreign(BaseHTTPRequestHandler):
    """A page of another site that shows whatever address it is asked for in a frame."""

    def do_GET(self) -> None:
        address = self.path.partition("?")[2]
        body = f'<!doctype html><iframe width="700" height="600" src="{address}"></iframe>'.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Foreign) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


@pytest.mark.slow
def test_another_site_shows_a_table(
    house: Site, invite: Invite, chromium: Browser, elsewhere: str
) -> None:
    """Board and log, live, in the theme and language asked for, without a cookie or a trace."""
    ann = invite(house)
    ann.opens_table({"act": "4"}, ["me", "me"])
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{elsewhere}/?{house.url}/embed{ann.path}?theme=dark&lang=ja")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_test_id("embed")).to_be_visible()
    expect(frame.locator("main svg").first).to_be_visible()
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    expect(frame.locator("html")).to_have_attribute("lang", "ja")
    expect(frame.get_by_role("link")).to_have_attribute("href", ann.path)
    before = frame.get_by_test_id("embed").get_attribute("data-version")
    ann.does_anything(Random(1))
    expect(frame.get_by_test_id("embed")).not_to_have_attribute("data-version", before or "")
    expect(frame.get_by_test_id("log-line").first).to_be_visible()
    assert [] == context.cookies()
    inside = next(one for one in page.frames if "/embed/" in one.url)
    assert 0 == inside.evaluate("localStorage.length")
    context.close()


def test_no_other_page_can_be_framed(house: Site, chromium: Browser, elsewhere: str) -> None:
    """The browser shows nothing of it."""
    page = chromium.new_page()
    for path in ("/", "/tokens", "/account"):
        page.goto(f"{elsewhere}/?{house.url}{path}")
        inside = next(one for one in page.frames if one != page.main_frame)
        assert inside.url.startswith("chrome-error:") or inside.locator("#app").count() == 0
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_token_is_made_and_revoked(house: Site, invite: Invite, lang: str) -> None:
    """From the name dialog: marked as a program, made, shown once, revoked."""
    ann = invite(house, lang=lang)
    ann.go("/")
    ann.page.get_by_test_id("me").click()
    ann.page.locator('a[href="/tokens"]').click()
    ann.page.get_by_test_id("program").check()
    ann.page.get_by_test_id("token-name").fill("laptop")
    ann.page.get_by_test_id("token-make").click()
    secret = ann.page.get_by_test_id("secret").input_value()
    assert secret.startswith("hnj_")
    ann.page.reload()
    expect(ann.page.get_by_test_id("program")).to_be_checked()
    expect(ann.page.get_by_test_id("token")).to_have_count(1)
    assert secret not in ann.page.content()
    ann.page.get_by_test_id("token").get_by_role("button").click()
    expect(ann.page.get_by_test_id("token")).to_have_count(0)
