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
from browser.script import Script, whole_game  # noqa: E402
from browser.site import Site  # noqa: E402
from browser.visitor import Visitor  # noqa: E402

IMAGES = ROOT / "docs" / "images"
GAME = {"act": "4", "deal": "gjgjgjj"}
LEFT = 3  # turns before the end: a full board, and nobody has won


def main() -> None:
    """Play most of a game and keep what the first player sees."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        sys.exit(f"✗ a browser is missing: none of {', '.join(NAMES)} is on the PATH")
    script = whole_game("rokumon", GAME, frozenset({"place", "move", "fight", "surprise"}), 20)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        site = Site(Path(data))
        site.start()
        try:
            take(Visitor(browser, site, viewport={"width": 1280, "height": 760}), script)
        finally:
            site.stop()
            browser.close()


def take(visitor: Visitor, script: Script) -> None:
    """The table a few turns before the end, with one die picked up."""
    visitor.opens_table(script.options, ["me", "me"])
    *turns, following = script.turns[: len(script.turns) - LEFT]
    for turn in turns:
        visitor.do(turn.choice.path)
        visitor.sees(turn.after)
    visitor.thing(following.choice.path[0]).click()
    visitor.page.wait_for_timeout(400)
    file = IMAGES / "rokumon.jpg"
    visitor.page.screenshot(path=file, type="jpeg", quality=85)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
