"""Take screenshots of every game, for review.

    make screens
    python scripts/screens.py rokumon akebono
    python scripts/screens.py pages

Writes `screenshots/<game>-<moment>.png`: a sheet each for the first move, a crowded middle and the
end, with every size, theme and language side by side. The games are played at random through the
server. `pages` are those beside the tables: lobby, rules, history, profile, administration, and the
reviews of finished games.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, BrowserContext, sync_playwright  # noqa: E402

from browser.conftest import FLAGS, NAMES  # noqa: E402  (found on the line above)
from browser.site import Site  # noqa: E402
from screen_pages import ORIGIN, PAGES, reviewed, settle  # noqa: E402

SIZES: Final = ((1440, 900), (1024, 768), (360, 740))
THEMES: Final = ("light", "dark")
LANGS: Final = {"en": "en-GB", "ja": "ja-JP"}
HEIGHT: Final = 620
"""The height of a picture in its sheet, in pixels."""
MOST: Final = 4000
"""The largest number of actions played in a game."""


class Show(NamedTuple):
    """A game to show: its options, its seats, and the number of actions until it is crowded."""

    key: str
    game: str
    options: dict[str, str | bool]
    seats: int
    middle: int


SHOWS: Final = (
    Show("rokumon", "rokumon", {"act": "4"}, 2, 4),
    Show("akebono", "akebono", {"max_rounds": "20"}, 2, 60),
    Show("akiwado-3", "akiwado", {"seats": "3"}, 3, 9),
    Show("akiwado-5", "akiwado", {"seats": "5", "variant": "purveyor"}, 5, 9),
    Show("swords-2", "swords", {"seats": "2", "max_rounds": "5"}, 2, 60),
    Show("swords-6", "swords", {"seats": "6", "max_rounds": "5"}, 6, 40),
    Show("tennozan", "summits", {"battle": "tennozan"}, 2, 60),
    Show("shizugatake", "summits", {"battle": "shizugatake"}, 2, 60),
)


class Guest:
    """A guest that acts at random through the server."""

    def __init__(self, browser: Browser, site: Site, show: Show, name: str) -> None:
        self.context = browser.new_context()
        self.site, self.rng = site, Random(show.key)
        self.post("/me", name=name)
        self.opens(show)

    def opens(self, show: Show) -> None:
        """Open a table against random players."""
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (show.seats - 1)]
        wish = {"game": show.game, "options": show.options, "seats": seats, "casual": True}
        self.table = str(self.post("/tables", **wish)["id"])

    def post(self, path: str, **body: Any) -> Any:
        """Post a body to the server; return the answer."""
        answer = self.context.request.post(
            f"{self.site.url}/api{path}", data=json.dumps(body),
            headers={"content-type": "application/json"},
        )  # fmt: skip
        if not answer.ok:
            raise RuntimeError(f"{path}: {answer.status} {answer.text()[:300]}")
        return answer.json()

    def view(self) -> Any:
        """The current view of the table."""
        return self.context.request.get(f"{self.site.url}/api/tables/{self.table}").json()

    def plays(self, most: int) -> bool:
        """Act at random `most` times; true if the game is still running."""
        done = 0
        while (view := self.view())["status"] == "running":
            turn = view.get("turn")
            if not turn or 0 not in view["must_act"]:
                continue
            if done == most:
                return True
            text = self.rng.choice(turn["choices"])["do"]
            done += 1
            self.context.request.post(
                f"{self.site.url}/api/tables/{self.table}/actions",
                data=json.dumps({"seat": 0, "do": text, "at": view["version"]}),
                headers={"content-type": "application/json"},
            )
        return False


def screens(
    browser: Browser, url: str, state: Any, clicks: Sequence[str] = ()
) -> Iterator[list[Image.Image]]:
    """A row of pictures for each theme and language: the page in every size."""
    for lang, locale in LANGS.items():
        for theme in THEMES:
            row = []
            for width, height in SIZES:
                context = browser.new_context(
                    storage_state=state, locale=locale, color_scheme=theme,
                    viewport={"width": width, "height": height}, reduced_motion="reduce",
                )  # fmt: skip
                row.append(_picture(context, url, lang, clicks))
                context.close()
            yield row


def _picture(context: BrowserContext, url: str, lang: str, clicks: Sequence[str]) -> Image.Image:
    settings = json.dumps({"lang": lang, "passing": "ask"})
    context.add_init_script(f"localStorage.setItem('honjin.settings', {settings!r})")
    page = context.new_page()
    page.goto(url)
    if "/t/" in url:
        page.locator('[data-testid="table"][data-version]').wait_for()
    else:
        page.locator("h1").first.wait_for()
    for one in clicks:
        page.get_by_test_id(one).first.click()
    page.wait_for_timeout(700)
    return Image.open(io.BytesIO(page.screenshot()))


def sheet(rows: list[list[Image.Image]]) -> Image.Image:
    """All pictures side by side."""
    tall = HEIGHT
    small = [[one.resize((one.width * tall // one.height, tall)) for one in row] for row in rows]
    width = max(sum(one.width + 8 for one in row) for row in small)
    whole = Image.new("RGB", (width, len(small) * (HEIGHT + 8)), "#888")
    for y, row in enumerate(small):
        x = 0
        for one in row:
            whole.paste(one, (x, y * (HEIGHT + 8)))
            x += one.width + 8
    return whole


def take(browser: Browser, site: Site, show: Show, folder: Path) -> None:
    """The sheets of a game."""
    guest = Guest(browser, site, show, "Nao")
    for moment, most in (("first", 0), ("middle", show.middle), ("end", MOST)):
        guest.plays(most)
        url, state = f"{site.url}/t/{guest.table}", guest.context.storage_state()
        save(sheet([*screens(browser, url, state)]), folder / f"{show.key}-{moment}.png")
    guest.context.close()


def save(whole: Image.Image, file: Path) -> None:
    """Write a sheet, and say where."""
    whole.save(file)
    print(f"· {file.relative_to(ROOT)}", flush=True)


def take_pages(browser: Browser, site: Site, folder: Path) -> None:
    """A sheet of each page, as an administrator with some games sees it."""
    guest = Guest(browser, site, SHOWS[0], "Aki")
    settle(guest.post, site.data)
    tables = []
    for show in (SHOWS[0], SHOWS[2], SHOWS[4]):
        guest.opens(show)
        guest.plays(MOST)
        tables.append(guest.table)
    state = guest.context.storage_state()
    for one in (*PAGES, *reviewed(tables)):
        rows = [*screens(browser, site.url + one.path, state, one.clicks)]
        save(sheet(rows), folder / f"page-{one.name}.png")
    guest.context.close()


def main() -> None:
    """Take the screenshots of the games named, or of all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="pages, or keys such as swords-6; default all")
    wanted = parser.parse_args().games
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        sys.exit(f"✗ a browser is missing: none of {', '.join(NAMES)} is on the PATH")
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    os.environ.update(HONJIN_LIMITS="0", HONJIN_BOT_PAUSE="0", HONJIN_ASIDE_PAUSE="0")
    os.environ["HONJIN_ORIGIN"] = ORIGIN
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        site = Site(Path(data))
        site.start()
        try:
            if not wanted or "pages" in wanted:
                take_pages(browser, site, folder)
            for show in SHOWS:
                if not wanted or show.key in wanted:
                    take(browser, site, show, folder)
        finally:
            site.stop()
            browser.close()


if __name__ == "__main__":
    main()
