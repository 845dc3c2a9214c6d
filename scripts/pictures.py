"""Regenerate the pictures of the docs, from real games in the real client.

    python scripts/pictures.py

It plays with the drivers of the browser tests, so a picture can only show what the site shows.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import TimeoutError as Late  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from browser.conftest import FLAGS, NAMES  # noqa: E402  (found on the line above)
from browser.script import Script, written_game  # noqa: E402
from browser.site import Site  # noqa: E402
from browser.visitor import Visitor, until  # noqa: E402

IMAGES = ROOT / "docs" / "images"
OPTIONS = {"act": "4", "deal": "gjgjgjj"}
GAME = "4@r2c2 3@r1c2 6@r1c1 5@r2c3 2@r2c1 w@r1c3 r2c1-r1c3 1@r2c1 r2c4~1,1 3@r2c4"
PICKED = "r2c2"
LATER = 190
"""The number of steps after which a game of Swords is worth a picture."""


ARMIES = ((0, ("plan:crane", "ready")), (1, ("plan:geese", "ready", "ready")), (0, ("ready",)))


def main() -> None:
    """Play half a game, begin three others, and save what the player sees."""
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
            take_summit(Visitor(browser, site, viewport={"width": 1440, "height": 900}))
        finally:
            site.stop()
            browser.close()


def take(visitor: Visitor, script: Script) -> None:
    """Show the middle of a game, with a die picked up and its targets highlighted."""
    visitor.opens_table(script.options, ["me", "me"])
    for turn in script.turns:
        visitor.do(turn.choice.path)
        visitor.sees(turn.after)
    visitor.waits_to_be_asked(PICKED)
    visitor.thing(PICKED).click()
    keep(visitor, "rokumon.jpg")


def take_battle(visitor: Visitor) -> None:
    """Show the first turn of a battle with a gun picked up: where it can go, what it could hit."""
    visitor.opens_table({}, ["me", "me"], game="akebono")
    for seat, verbs in ARMIES:
        visitor.reveals(seat)
        for verb in verbs:
            visitor.do([verb])
    visitor.page.locator(".space.can").first.wait_for()
    guns = visitor.page.locator(".space.can:has([data-piece$=teppo_tai])")
    guns.first.click()
    keep(visitor, "akebono.jpg")


def take_clans(visitor: Visitor) -> None:
    """Show four clans after some rounds: where an army of the player can go."""
    options = {"trade": "off", "start_hand": "5"}
    visitor.opens_table(options, ["me", "greedy", "greedy", "greedy"], game="swords")
    armies = visitor.page.locator(".space.can:has([data-piece^=army])")
    rng = Random(7)
    while visitor.steps() < LATER or not armies.count():
        plays_on(visitor, rng)
    armies.last.click()
    visitor.page.locator(".space.target").last.hover()
    keep(visitor, "swords.jpg")


def plays_on(visitor: Visitor, rng: Random) -> None:
    """Click something highlighted; draw and raise if possible, dismiss armies only if necessary."""
    lit = until(visitor.lit, bool, seconds=60)
    preferred = [id for id in lit if id in ("draw", "raise", "seal")]
    preferred = preferred or [id for id in lit if id != "dismiss"] or lit
    try:
        visitor.thing(rng.choice(preferred)).click(timeout=1000)
    except Late:
        return  # it was no longer highlighted
    visitor.page.wait_for_timeout(150)


CLIMB = (
    (0, ("group:A", "group:B", "group:C", "deck:0.ambush", "deck:0.fire", "deck:0.rally", "ready")),
    (1, ("deck:1.combined", "deck:1.assault", "deck:1.fire", "deck:1.rally", "ready")),
    (1, ("hand:1.combined", "use", "hand:1.assault", "use", "kawanami", "shizugatake")),
    (0, ("let",)),
)


def take_summit(visitor: Visitor) -> None:
    """Show the targets of the second action of Sakuma's assault, after climbing the mountain."""
    visitor.opens_table({"battle": "shizugatake"}, ["me", "me"], game="summits")
    for seat, clicks in CLIMB:
        for click in clicks:
            lift_for(visitor, seat, click)
            visitor.do([click])
    lift_for(visitor, 1, "attack")
    visitor.thing("attack").hover()
    keep(visitor, "summits.jpg")


def lift_for(visitor: Visitor, seat: int, wanted: str) -> None:
    """Reveal a seat if the board is hidden and the element wanted cannot be clicked yet."""
    reveal = visitor.page.get_by_test_id(f"reveal-{seat}")
    until(lambda: wanted in visitor.lit() or reveal.is_visible(), bool)
    if reveal.is_visible():
        visitor.reveals(seat)


def keep(visitor: Visitor, name: str) -> None:
    """Save the page as a picture of the docs."""
    visitor.page.wait_for_timeout(400)
    file = IMAGES / name
    visitor.page.screenshot(path=file, type="jpeg", quality=84)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
