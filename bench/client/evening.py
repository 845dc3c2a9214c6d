"""A newcomer's evening in clicks and seconds, with this source tree or another one.

    python -m bench.client.evening [--games rokumon akebono] [--tree ../older] [--ends] [--keep]

For each game: clicks and seconds from the lobby's first paint to the first move against a bot, to
the end of the game's first lesson, and with `--ends` to the end of that first game; frames per
second while that move is shown. For the lobby: the size of script, style and fonts as sent, and the
times of the first paint and of the list of games. The simulated newcomer clicks anything that is
highlighted, targets first, or follows the lesson's instructions; so the seconds are those of the
page and the bots, without time to read, and games may be long. A minus marks what the tree does not
have or what did not end in time. The client of the tree must be built.
`--keep` adds the result to bench/results/evening.jsonl.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.common import ROOT, arguments, keep
from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as Trouble

from browser.conftest import FLAGS, NAMES
from browser.site import Site
from browser.study.test_lessons import path, stands
from browser.visitor import Visitor

GAMES: Final = ("rokumon", "akebono", "akiwado", "swords", "summits")
WINDOW: Final = {"width": 1440, "height": 900}
GUESTS = 8
FIRST, END = 60.0, 180.0
"""The time limit of each part in seconds."""
HEAD: Final = f"{'':<10}{'first move':>16}{'frames/s':>10}{'first lesson':>18}{'first game':>18}"

_LIT: Final = """() => [...document.querySelectorAll(
  "[data-testid=lesson-next], .play [data-id].target, .play [data-id].can, .play .here," +
  "[data-testid=verb], [data-testid=which], [data-testid^=ready-], [data-testid=arrangements]," +
  "[data-testid=confirm-yes], [data-testid^=reveal-]"
)].filter((one) => one.getBoundingClientRect().width > 0 && !one.disabled).map((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  const name = one.dataset.testid ?? one.dataset.id ?? "";
  return [name, left + width / 2, top + height / 2, one.classList.contains("target")];
})"""
_COST: Final = """() => {
  const all = performance.getEntriesByType("resource");
  const sent = (kind) => all.filter((one) => kind.test(new URL(one.name).pathname))
    .reduce((sum, one) => sum + one.transferSize, 0);
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return {code: sent(/\\.(js|css)$/), fonts: sent(/\\.woff2?$/), paint: paint?.startTime ?? 0};
}"""
_COUNT: Final = """addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1;
}, true)"""
_FRAMES: Final = """() => {
  window.honjinFrames = [];
  const note = (now) => { window.honjinFrames.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""


class Guest:
    """A visitor that clicks highlighted things at random, and counts clicks."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.context = browser.new_context(viewport=WINDOW, service_workers="block")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(8000)
        self.url, self.clicks, self.begun = url, 0, 0.0
        self.rng = Random(3)

    def arrives(self) -> dict[str, Any]:
        """Open the lobby; return the cost of loading it."""
        self.page.goto(self.url)
        self.page.locator("[data-testid^=cover-]").first.wait_for()
        games = float(self.page.evaluate("() => performance.now()"))
        self.page.locator("[data-testid^=bot-]").first.wait_for()
        self.page.wait_for_timeout(300)
        self.clicks, self.begun = 0, time.monotonic()
        return {**self.page.evaluate(_COST), "games": games}

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1

    def chooses(self, game: str) -> None:
        cover = self.page.get_by_test_id(f"cover-{game}")
        if not cover.is_checked():
            cover.check()
            self.clicks += 1

    def play_until(self, is_done: Callable[[], bool], seconds: float) -> str:
        """Click highlighted things until a condition holds; return clicks and seconds as text."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if is_done():
                return f"{self.clicks} / {time.monotonic() - self.begun:.1f} s"
            lit = self.page.evaluate(_LIT)
            if not lit:
                self.page.wait_for_timeout(40)
                continue
            sure = [one for one in lit if one[0] in ("confirm-yes", "which", "lesson-next")]
            _, x, y, _ = self.rng.choice(sure or [one for one in lit if one[3]] or lit)
            self.page.mouse.click(x, y)
            self.clicks += 1
            self.page.wait_for_timeout(40)
        return "-"

    def step(self) -> int:
        """The number of log entries shown."""
        shown = self.page.locator("[data-testid=table]").get_attribute("data-version")
        return int(shown or 0)

    def status(self) -> str:
        return self.page.locator("[data-testid=table]").get_attribute("data-status") or ""


def main() -> None:
    given = arguments(__doc__, games=GAMES, tree=ROOT, ends=False)
    begin_with(given.tree.resolve() / "src")
    chromium = next(filter(None, map(shutil.which, NAMES)))
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        site = Site(Path(data))
        site.start()
        try:
            found["lobby"] = lobby(browser, site.url)
            print(HEAD)
            for game in given.games:
                row = evening(browser, site, game, ends=given.ends)
                found[game] = row
                print(
                    f"{game:<10}{row['move']:>16}{row['frames']:>10}{row['lesson']:>18}"
                    f"{row['end']:>18}",
                    flush=True,
                )
        finally:
            site.stop()
            browser.close()
    keep(given, "evening", {"tree": commit(given.tree)} | found)


def begin_with(src: Path) -> None:
    """Restart the program unless the imported games and lessons are those of the tree served."""
    if os.environ.get("PYTHONPATH") != str(src):
        env = os.environ | {"PYTHONPATH": str(src)}
        os.execve(sys.executable, [*sys.orig_argv], env)


def commit(tree: Path) -> str:
    """The commit checked out in a tree."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, cwd=tree, capture_output=True, text=True).stdout.strip()


def lobby(browser: Browser, url: str) -> dict[str, Any]:
    """The cost of opening the lobby: the minimum of several tries, since the machine is shared."""
    costs = []
    for _ in range(GUESTS):
        guest = Guest(browser, url)
        costs.append(guest.arrives())
        guest.context.close()
    cost = min(costs, key=lambda one: float(one["games"]))
    print(
        f"lobby: {cost['code'] / 1000:.0f} kB of script and style, {cost['fonts'] / 1000:.0f} kB of"
        f" fonts; first paint {cost['paint']:.0f} ms, games {cost['games']:.0f} ms"
    )
    return cost


def evening(browser: Browser, site: Site, game: str, *, ends: bool) -> dict[str, Any]:
    """The parts of an evening with one game, each starting in the lobby."""
    row: dict[str, Any] = {"move": "-", "frames": "-", "end": "-", "lesson": "-"}
    guest = Guest(browser, site.url)
    try:
        guest.arrives()
        guest.chooses(game)
        guest.click("[data-testid^=bot-]:is(button)")
        guest.page.locator("[data-testid=board]").wait_for()
        guest.page.locator('[data-testid=table]:not([data-status="open"])').wait_for()
        before = guest.step()
        guest.page.evaluate(_FRAMES)
        row["move"] = guest.play_until(lambda: guest.step() > before, FIRST)
        row["frames"] = frames(guest)
        if ends:
            row["end"] = guest.play_until(lambda: guest.status() == "over", END)
    except Trouble as trouble:
        print(f"{game}: {str(trouble).splitlines()[0]}", file=sys.stderr)
    guest.context.close()
    row["lesson"] = lesson(browser, site, game)
    return row


def frames(guest: Guest) -> int:
    """Frames per second in the second after the last click, by the median time between frames."""
    guest.page.wait_for_timeout(1000)
    times: list[float] = guest.page.evaluate("() => window.honjinFrames.slice(-61)")
    gaps = sorted(b - a for a, b in pairwise(times))
    return round(1000 / gaps[len(gaps) // 2]) if gaps else 0


def lesson(browser: Browser, site: Site, game: str) -> str:
    """Do the first lesson in the catalogue as instructed, to its end."""
    learner = Visitor(browser, site, viewport=WINDOW)
    learner.page.add_init_script(_COUNT)
    try:
        learner.go()
        cover = learner.page.get_by_test_id(f"cover-{game}")
        cover.wait_for()
        begun = time.monotonic()
        if not cover.is_checked():
            cover.check()
        learner.page.get_by_test_id("learn").click()
        task = learner.page.get_by_test_id("lesson-task")
        task.wait_for()
        for stand in stands(game, learner.path.rpartition("/")[2]):
            if stand.step.do:
                learner.do(path(stand, stand.step.do[0]))
                learner.page.locator("[data-testid=lesson-task][data-verdict=right]").wait_for()
            learner.page.get_by_test_id("lesson-next").click()
        learner.page.locator("[data-testid=lesson-task][data-verdict=over]").wait_for()
        clicks = learner.page.evaluate("() => sessionStorage.clicks")
        return f"{clicks} / {time.monotonic() - begun:.1f} s"
    except (Trouble, AssertionError, ValueError):
        return "-"
    finally:
        learner.leave()


if __name__ == "__main__":
    main()
