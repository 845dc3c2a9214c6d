"""The browser's work to draw a table of six clans: milliseconds of its main thread per view.

    python bench/swords/page.py [--actions 150] [--keep]

A real server, the machine's own Chromium without a graphics card, a page for one seat, and another
guest on each of the other seats; all act at random, and trade. Times are processor time as counted
by the browser, from the arrival of a view until it is drawn, without animations: the mean over all
views, and once for opening the page. `--keep` adds the result to bench/results/scene.jsonl.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from keep import arguments, keep

from browser.conftest import FLAGS, NAMES
from browser.site import Site

SEATS: Final = 6
OPTIONS: Final = {"seats": str(SEATS), "trade": "full", "start_hand": "5", "max_rounds": "20"}
WARM: Final = 20  # actions that do not count
PAUSE: Final = 30  # milliseconds between two actions, so that every view is drawn
FIGURES: Final = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


class Table:
    """Six guests at a table of the server; the first has it open in a page."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.guests = [browser.new_context(reduced_motion="reduce") for _ in range(SEATS)]
        wishes = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
        order = {"game": "swords", "options": OPTIONS, "seats": wishes}
        self.api = f"{url}/api/tables"
        table = self._post(0, "", order)["id"]
        self.path = f"{url}/t/{table}"
        self.api += f"/{table}"
        for seat in range(1, SEATS):
            self._post(seat, "/sit", {"seat": seat})

    def view(self, seat: int) -> Any:
        """The view of a seat."""
        return self.guests[seat].request.get(self.api).json()

    def acts(self, rng: random.Random) -> bool:
        """Let a seat act; return False when the game is over."""
        must_act = self.view(0)["must_act"]
        if not must_act:
            return False
        seat = rng.choice(must_act) if rng.random() < 0.7 else rng.randrange(SEATS)
        view = self.view(seat)
        if "turn" in view:
            do = rng.choice(view["turn"]["choices"])["do"]
            self._post(seat, "/actions", {"seat": seat, "do": do, "at": view["version"]})
        return True

    def _post(self, seat: int, path: str, body: dict[str, Any]) -> Any:
        answer = self.guests[seat].request.post(self.api + path, data=body)
        if not answer.ok:
            sys.exit(answer.text())
        return answer.json()


def figures(session: CDPSession) -> dict[str, float]:
    """The processor seconds of the main thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in metrics if one["name"] in FIGURES}


def measure(browser: Browser, url: str, actions: int) -> dict[str, object]:
    """Milliseconds for opening the page, and for each view after that."""
    table, rng = Table(browser, url), random.Random(1)
    page = table.guests[0].new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(table.path)
    page.locator("[data-piece]").first.wait_for()
    opened = figures(session)["TaskDuration"]
    for _ in range(WARM):
        table.acts(rng)
        page.wait_for_timeout(PAUSE)
    before, first = figures(session), table.view(0)["version"]
    for _ in range(actions):
        if not table.acts(rng):
            break
        page.wait_for_timeout(PAUSE)
    after, views = figures(session), table.view(0)["version"] - first
    found = {name: round(1000 * (after[name] - before[name]) / views, 2) for name in FIGURES}
    return {"views": views, "opened_ms": round(1000 * opened), "ms": found.pop("TaskDuration")} | {
        f"{name.removesuffix('Duration').lower()}_ms": ms for name, ms in found.items()
    }


def main() -> None:
    given = arguments(__doc__, actions=150, keep=False)
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        sys.exit(f"no browser: none of {', '.join(NAMES)} is on the PATH")
    os.environ["HONJIN_LIMITS"] = "0"
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        site = Site(Path(data))
        site.start()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            line = {"game": "swords", "seats": SEATS, "part": "page"} | measure(
                browser, site.url, given.actions
            )
        finally:
            browser.close()
            site.stop()
    print("  ".join(f"{key} {value}" for key, value in line.items()))
    if given.keep:
        keep("scene", line)


if __name__ == "__main__":
    main()
