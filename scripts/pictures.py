"""Remake the pictures of the docs: a real game, in the real client.

    python scripts/pictures.py

Plays with the drivers of the browser tests, so a picture can only show what the site shows.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402

from browser.conftest import FLAGS, NAMES  # noqa: E402  (found on the line above)
from browser.script import Script, written_game  # noqa: E402
from browser.site import Site  # noqa: E402
from browser.visitor import Visitor  # noqa: E402

IMAGES = ROOT / "docs" / "images"
OPTIONS = {"act": "4", "deal": "gjgjgjj"}
GAME = "4@r2c2 3@r1c2 6@r1c1 5@r2c3 2@r2c1 w@r1c3 r2c1-r1c3 1@r2c1 r2c4~1,1 3@r2c4"
PICKED = "r2c2"


ARMIES = ((0, ("plan:crane", "ready")), (1, ("plan:geese", "ready", "ready")), (0, ("ready",)))


def main() -> None:
    """Play half a game, begin a battle, and keep what the first player sees."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        sys.exit(f"✗ a browser is missing: none of {', '.join(NAMES)} is on the PATH")
    script = written_game("rokumon", OPTIONS, GAME)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        site = Site(Path(data))
        site.start()
        try:
            take(Visitor(browser, site, viewport={"width": 1280, "height": 760}), script)
            take_battle(Visitor(browser, site, viewport={"width": 1280, "height": 820}))
            take_clans(Visitor(browser, site, viewport={"width": 1280, "height": 860}))
        finally:
            site.stop()
            browser.close()


def take(visitor: Visitor, script: Script) -> None:
    """The middle of a game, with a die picked up and its targets lit."""
    visitor.opens_table(script.options, ["me", "me"])
    for turn in script.turns:
        visitor.do(turn.choice.path)
        visitor.sees(turn.after)
    visitor.waits_to_be_asked(PICKED)
    visitor.thing(PICKED).click()
    keep(visitor, "rokumon.jpg")


def take_battle(visitor: Visitor) -> None:
    """The first turn of a battle, with a gun in hand: where it can go, whom it could shoot."""
    visitor.opens_table({}, ["me", "me"], game="akebono")
    for seat, verbs in ARMIES:
        visitor.lifts(seat)
        for verb in verbs:
            visitor.do([verb])
    visitor.page.locator(".space.can").first.wait_for()
    guns = visitor.page.locator(".space.can:has([data-piece$=teppo_tai])")
    guns.first.click()
    keep(visitor, "akebono.jpg")


def take_clans(visitor: Visitor) -> None:
    """Four clans on their map: the first to move looks where an army can go."""
    visitor.opens_table({}, ["me", "me", "me", "me"], game="swords")
    while not visitor.lit() or "draw" not in visitor.lit():
        lift_next(visitor)
        visitor.do([("on" if "on" in (lit := visitor.lit()) else lit[0])])
    for verb in ("draw", "on", "on"):
        visitor.do([verb])
    armies = visitor.page.locator(".space.can:has([data-piece^=army])")
    armies.first.click()
    keep(visitor, "swords.jpg")


def lift_next(visitor: Visitor) -> None:
    """Lift the curtain for whoever is to act."""
    lift = visitor.page.locator("[data-testid^=lift-]").first
    visitor.page.locator(".space.can, .space.target, [data-testid^=lift-]").first.wait_for()
    if lift.is_visible():
        lift.click()
        visitor.page.get_by_test_id("curtain").wait_for(state="detached")


def keep(visitor: Visitor, name: str) -> None:
    """Keep the page as a picture of the docs."""
    visitor.page.wait_for_timeout(400)
    file = IMAGES / name
    visitor.page.screenshot(path=file, type="jpeg", quality=84)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
