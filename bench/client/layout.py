"""The space for the board in every game and window size, and the size of what can be chosen.

    python bench/client/layout.py [--games swords] [--pictures build/layout] [--keep]

Printed for the beginning of a game and for a crowded position: the board's share of the free box,
the share of the limiting edge, the smallest target and the smallest letters of the page and of the
picture in pixels, the number of primary buttons, the blank space in a phone's prompt, the trays
that are cut off, and in English the number of kinds of kanji without a name next to them or at the
pointer (a dash on a phone, where a long press shows the name). tests/browser/measures.py defines
these measures. `--pictures` saves screenshots; `--keep` adds the result to
bench/results/layout.jsonl.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "bench")]

from keep import keep  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, sync_playwright  # noqa: E402

from browser.conftest import FLAGS, NAMES  # noqa: E402  (found on the line above)
from browser.kanji import unnamed  # noqa: E402
from browser.measures import FORMS, WINDOWS, Form, Layout, measured, opened  # noqa: E402
from browser.site import Site  # noqa: E402

HEAD: Final = (
    f"{'game':<18}{'window':>10}{'':>7}{'share':>8}{'reach':>8}{'target':>8}{'text':>7}{'drawn':>7}"
    f"{'primary':>9}{'blank':>7}{'cut':>5}{'bare':>6}"
)
Row = tuple[str, str, str, Layout, int | None]
"""A form, its window, the moment, the measures, and the number of kinds of kanji without a name."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", nargs="*", default=[])
    parser.add_argument("--windows", nargs="*", default=[])
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--lang", default="en-GB")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--url", default="")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    print(HEAD)
    rows = []
    for row in all_rows(given):
        print(line_of(row), flush=True)
        rows.append(row)
    if given.keep:
        for name, window, when, layout, bare in rows:
            head = {"form": name, "window": window, "when": when}
            keep("layout", head | layout._asdict() | {"bare": bare})


def all_rows(given: argparse.Namespace) -> Iterator[Row]:
    path = next(filter(None, map(shutil.which, NAMES)))
    forms = [form for form in FORMS if not given.games or form.name.startswith(tuple(given.games))]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        site = Site(Path(data))
        if not given.url:
            site.start()
        try:
            for form in forms:
                yield from rows_of(browser, given.url or site.url, form, given)
        finally:
            site.stop()
            browser.close()


def rows_of(browser: Browser, url: str, form: Form, given: argparse.Namespace) -> Iterator[Row]:
    def guest(**more: Any) -> BrowserContext:
        return browser.new_context(
            reduced_motion="reduce",
            service_workers="block",
            locale=given.lang,
            color_scheme="dark" if given.dark else "light",
            **more,
        )

    context = guest()
    desk = context.new_page()
    for when in ("first", "later"):
        path = opened(desk, url, form, when == "later")
        by_finger = guest(storage_state=context.storage_state(), has_touch=True, is_mobile=True)
        phone = by_finger.new_page()
        for size in WINDOWS:
            window = f"{size['width']}x{size['height']}"
            if given.windows and not any(window.startswith(one) for one in given.windows):
                continue
            page = phone if size["width"] < 600 else desk
            page.set_viewport_size(size)
            page.goto(url + path)
            page.get_by_test_id("prompt").or_(page.get_by_test_id("result")).first.wait_for()
            page.wait_for_timeout(250)
            layout = measured(page)
            asks = page is desk and given.lang.startswith("en")
            yield form.name, window, when, layout, len(unnamed(page)) if asks else None
            if given.pictures:
                given.pictures.mkdir(parents=True, exist_ok=True)
                name = f"{form.name} {window} {when}.png".replace(" ", "_")
                page.screenshot(path=given.pictures / name)
        by_finger.close()
    context.close()


def line_of(row: Row) -> str:
    name, window, when, one, bare = row
    return (
        f"{name:<18}{window:>10}{when:>7}{one.share:>8}{one.reach:>8}{one.target:>8}{one.text:>7}{one.drawn:>7}"
        f"{one.buttons:>9}{one.blank:>7}{one.beyond:>5}{'-' if bare is None else bare:>6}"
        f"  {one.smallest} {one.words!r} {one.letters!r}"
    )


if __name__ == "__main__":
    main()
