"""The documentation site: `make site` builds it complete, and it needs no other host."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from browser.conftest import FLAGS, NAMES
from honjin import games
from places import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

from docsite.check import broken, foreign, read
from docsite.pages import Pages, outside_code, place_of
from docsite.protocol import filled

# ---- what is checked, and how pages are rewritten


PLANTED = {
    "index.html": '<a href="there.html#here">a</a> <a href="there.html#gone">b</a><img src="x">',
    "there.html": '<p id="here"><a href="#here">c</a> <a href="#lost">d</a><a href="/index.html">',
}
FOREIGN = {
    "index.html": '<script src="//cdn.example/a.js"></script><a href="https://example.org">a</a>',
    "b.html": '<link rel="stylesheet" href="https://fonts.example/f.css"> <link rel="canonical" '
    'href="https://example.org/b"> <style>p{background:url(https://example.org/p.png)}</style>',
    "c.css": '@import "https://fonts.example/g.css"; p{background:url(data:image/png;base64,)}',
}


def write_site(folder: Path, files: dict[str, str]) -> Path:
    """Write a small site with these files."""
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_broken_links_are_found(tmp_path: Path) -> None:
    """Missing files and missing anchors are reported, on the same page and on another."""
    assert [
        "index.html links there.html#gone",
        "index.html links x",
        "there.html links #lost",
    ] == list(broken(write_site(tmp_path, PLANTED)))


def test_what_needs_another_host_is_found(tmp_path: Path) -> None:
    """A script, style, font or picture of another host is reported; a link is not."""
    assert [
        "b.html needs https://example.org/p.png",
        "b.html needs https://fonts.example/f.css",
        "index.html needs //cdn.example/a.js",
        "c.css needs https://fonts.example/g.css",
    ] == list(foreign(write_site(tmp_path, FOREIGN)))


def test_code_is_not_changed() -> None:
    """Text in a code block or code span is not a link."""
    text = "[a](b) `[a](b)`\n\n```\n[a](b)\n```\n"
    changed = outside_code(text, lambda part: part.replace("(b)", "(c)"))
    assert "[a](c) `[a](b)`\n\n```\n[a](b)\n```\n" == changed


def test_a_span_of_code_may_go_on_in_the_next_line() -> None:
    """What stands between two such spans is text, and its links are adjusted."""
    text = "`one\ntwo` [a](b) `three`"
    assert "`one\ntwo` [a](c) `three`" == outside_code(
        text, lambda part: part.replace("(b)", "(c)")
    )


def test_rules_are_linked(tmp_path: Path) -> None:
    """A rule has an anchor and its numbers, § links to it, and its condition is marked."""
    folder = tmp_path / "rules"
    folder.mkdir()
    pages = Pages(tmp_path)
    pages.take_rules(ROOT / "src" / "honjin" / "games" / "rokumon" / "rules.md")
    text = (folder / "rokumon.md").read_text("utf-8")
    assert '<span class="rule" id="rule-F1">**F1.**</span> <em class="when">act: 3' in text
    assert "[§26.3](#rule-26.3)" in text
    assert "four green and three gold" in text


def test_the_protocol_lists_every_message_that_it_names() -> None:
    """Nothing is left to be filled in, and the types of bodies and answers have a heading each."""
    page = filled((ROOT / "docs" / "protocol.md").read_text("utf-8"))
    assert "<!--" not in page
    linked = set(re.findall(r"\]\(#(\w+)\)", page))
    assert len(linked) > 100
    assert set() == linked - set(re.findall(r"^###? (\w+)$", page.lower(), re.MULTILINE))


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("README.md", "readme.md"),
        ("docs/decisions/README.md", "decisions/index.md"),
        ("src/honjin/games/rokumon/rules.ja.md", "rules/rokumon.ja.md"),
        ("src/honjin/core/__init__.py", "api/core/index.md"),
        ("tests/madeup/rules.py", "source/tests/madeup/rules.py.md"),
        ("tests/madeup", "source/tests/madeup/index.md"),
    ],
)
def test_everything_has_its_place(file: str, place: str) -> None:
    """Each kind of linked file has a place on the site."""
    assert place == place_of(ROOT / file)


# ---- the built site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site with `make site`, once for all workers."""
    base = tmp_path_factory.getbasetemp()
    # Without workers the parent outlives the run, and with it an older site.
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    with FileLock(f"{shared}.lock"):
        if not (shared / "index.html").exists():
            command = ["make", "site", f"SITE={shared}"]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600)
            assert 0 == done.returncode, done.stdout + done.stderr
    return shared


@pytest.mark.slow
def test_site_is_whole(site: Path) -> None:
    """No page has a broken link, or needs a script, style or font of another host."""
    assert [] == [*broken(site), *foreign(site)]
    assert len(list(site.rglob("*.html"))) > 100


@pytest.mark.slow
def test_site_holds_every_page_and_rule(site: Path) -> None:
    """The site has every page of the docs, and every game's rules in both languages."""
    pages = [place_of(file) for file in (ROOT / "docs").rglob("*.md")]
    rules_of = {f"rules/{key}{ja}.md" for key in list(games.keys()) for ja in ("", ".ja")}
    wanted = [*pages, *sorted(rules_of)]
    assert [] == [page for page in wanted if not (site / page).with_suffix(".html").exists()]
    rules = read(site / "rules" / "rokumon.html")
    assert {"rule-1", "rule-12"} <= rules.anchors


@pytest.mark.slow
def test_reference_shows_what_is_public(site: Path) -> None:
    """A class has an anchor on its module's page, and no name with an underscore has one."""
    pages = (site / "api").rglob("*.html")
    anchors = {anchor for page in pages for anchor in read(page).anchors}
    named = {"honjin.core.play.Play.legal", "honjin.bots.ask.ask", "honjin.lab.matches.arena.Arena"}
    assert set() == named - anchors
    assert set() == {a for a in anchors if a.startswith("honjin.") and "._" in a}


@pytest.mark.slow
def test_search_finds_rules_in_both_languages(site: Path) -> None:
    """The search index is part of the site, and contains the rules."""
    index = json.dumps(json.loads((site / "search.json").read_text("utf-8")), ensure_ascii=False)
    assert "The sides take turns" in index
    assert "合戦" in index


class Quiet(SimpleHTTPRequestHandler):
    """Serve a folder without logging."""

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def served(site: Path) -> Iterator[str]:
    """Serve the site on a port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """Start the machine's Chromium, for one test."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no browser is on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


def fits(page: Page) -> bool:
    """True if the page is no wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def opened_search(page: Page) -> Locator:
    """Return the search field; its key works once the page has fetched the index."""
    box = page.get_by_role("combobox", name="Search")
    for _ in range(60):
        page.keyboard.press("Control+k")
        page.wait_for_timeout(500)
        if box.is_visible():
            break
    return box


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("width", [1440, 360])
def test_site_is_read_in_a_browser(served: str, chromium: Browser, width: int) -> None:
    """Pages fit the window, log no errors, contact no other host, and can be searched."""
    page = chromium.new_page(viewport={"width": width, "height": 800})
    urls, errors = set[str](), list[str]()
    page.on("request", lambda request: urls.add(request.url))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    for name in ("index", "rules/swords.ja", "games/swords", "api/core/play", "protocol"):
        page.goto(f"{served}/{name}.html")
        assert fits(page), name
    page.goto(f"{served}/index.html")
    box = opened_search(page)
    for query, found in (("surprise", "each side in Acts 4 and 5"), ("本城", "各人は本城一つ")):
        box.fill(query)
        page.get_by_role("option").filter(has_text=found).first.wait_for()
    assert [] == errors
    assert [] == [url for url in urls if not url.startswith((served, "data:", "blob:"))]
