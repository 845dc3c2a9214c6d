"""A real server on a port of its own, a real browser, and visitors who sit in front of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from .site import Site
from .visitor import Visitor

NAMES = (
    "chromium-headless-shell",  # has no window to draw: half the processor time of the others
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
]

Invite = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser."""
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


# For this folder only: while Playwright is open, its event loop holds the whole thread.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium; without one these tests fail in CI and are skipped elsewhere."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        told = f"no browser: none of {', '.join(NAMES)} is on the PATH"
        if os.environ.get("CI"):
            pytest.fail(told)
        pytest.skip(told)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server that the tests share; nobody restarts it."""
    site = Site(tmp_path_factory.mktemp("house"))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def guests() -> list[Visitor]:
    """Everybody whom a test has invited."""
    return []


@pytest.fixture
def own_site(tmp_path: Path, guests: list[Visitor]) -> Iterator[Site]:
    """A server of the test's own, which it may stop and start; its guests leave before it ends."""
    site = Site(tmp_path / "data")
    site.start()
    yield site
    _leave(guests)
    site.stop()


def _leave(guests: list[Visitor]) -> None:
    for guest in guests:
        guest.leave()


@pytest.fixture
def invite(
    chromium: Browser, request: pytest.FixtureRequest, guests: list[Visitor]
) -> Iterator[Invite]:
    """Call a visitor: a browser context of its own. An error in any page fails the test."""

    def call(site: Site | None = None, **context: Any) -> Visitor:
        site = site or request.getfixturevalue("house")
        guests.append(Visitor(chromium, site, **context))
        return guests[-1]

    yield call
    _leave(guests)
    assert [] == [trouble for guest in guests for trouble in guest.troubles]
