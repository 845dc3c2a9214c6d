"""Somebody in front of the page: looks at what is shown, clicks what is lit, types."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, TypeVar

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, ViewportSize
from playwright.sync_api import TimeoutError as Late

from honjin.core.scene import Scene
from honjin.core.words import Say, speak
from places import ROOT

from .site import Site

WEB: Final = ROOT / "web"
WORDS: Final = {
    lang: {
        key: text
        for file in (WEB / "src" / "i18n").glob(f"*{lang}.json")
        for key, text in json.loads(file.read_text("utf-8")).items()
    }
    for lang in ("en", "ja")
}
WIDE: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
PATIENCE: Final = 30.0
FIRST: Final = "rokumon"  # the game that newcomers see

# The thing that takes the focus for an id, and the arrow keys that lead there, the best one first.
_NODE: Final = """(id) =>
  document.querySelector(`[data-id="${id}"]`).closest("[data-node]")?.dataset.node ?? null"""
_WAY: Final = """(node) => {
  const middle = (element) => {
    const matrix = element.getScreenCTM?.();
    if (matrix) return [matrix.e, matrix.f];
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(document.activeElement);
  const [tx, ty] = middle(document.querySelector(`[data-node="${node}"]`));
  const across = tx > x ? "ArrowRight" : "ArrowLeft";
  const along = ty > y ? "ArrowDown" : "ArrowUp";
  const keys = Math.abs(tx - x) > Math.abs(ty - y) ? [across, along] : [along, across];
  const row = Math.abs(ty - y) > 4 ? along : across;
  return { from: document.activeElement.dataset.node, keys, row };
}"""

# Whether a thing lies outside of what is seen of an enlarged board; how that is zoomed; what else
# a touch changes.
_IS_CUT: Final = """(id) => {
  const thing = document.querySelector(`[data-id="${id}"]`);
  const seen = thing.closest(".frame")?.getBoundingClientRect();
  if (!seen) return false;
  const { left, top, width, height } = thing.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return x < seen.left || x > seen.right || y < seen.top || y > seen.bottom;
}"""
_ZOOM: Final = """() => document.querySelector(".board > g")?.getAttribute("transform") ?? "" """
_PICKED: Final = """() => [...document.querySelectorAll(".picked, [data-testid=which]")].map(
  (one) => one.dataset.id ?? one.dataset.which).join(" ") +
  (document.querySelector("[data-testid=table]")?.dataset.version ?? "")"""

# Somebody who has chosen whether empty phases pass by themselves; empty pages keep nothing.
_SETTLE: Final = """{
  const kept = location.protocol.startsWith("http") && localStorage;
  if (kept && !kept.getItem("honjin.settings"))
    kept.setItem("honjin.settings", '{"passing": "PASSING"}');
}"""

T = TypeVar("T")
Places = dict[str, Any]

# What lies where, as the page shows it: {space: [x, y, pieces bottom to top]}, {tray: pieces}.
_LOOK: Final = """() => {
  const ids = (place) => [...new Set(
    [...place.querySelectorAll("[data-piece]")].map((piece) => piece.dataset.id))];
  const shown = {};
  for (const space of document.querySelectorAll("[data-space]:not(.ghost)")) {
    const [x, y] = space.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
    shown[space.dataset.id] = [x, y, ids(space)];
  }
  for (const tray of document.querySelectorAll(".tray .pieces")) {
    shown[tray.dataset.id] = ids(tray);
  }
  return shown;
}"""


def places(scene: Scene) -> Places:
    """The same for a scene: what a page that draws it should show."""
    on: dict[str, list[str]] = {}
    for piece in scene.pieces:
        on.setdefault(piece.on, []).append(piece.id)
    spaces: Places = {
        space.id: [*space.at, on.get(space.id, [])] for space in scene.spaces if not space.ghost
    }
    return spaces | {tray.id: on.get(tray.id, []) for tray in scene.trays}


def until(ask: Callable[[], T], is_right: Callable[[T], bool], seconds: float = PATIENCE) -> T:
    """Ask again until the answer is right; the last answer when time is up."""
    end, wait = time.monotonic() + seconds, 0.02
    while not is_right(answer := ask()) and time.monotonic() < end:
        time.sleep(wait)
        wait = min(1.4 * wait, 0.15)  # asking takes processor time from what is waited for
    return answer


class Visitor:
    """One browser context with one page."""

    def __init__(
        self, browser: Browser, site: Site, lang: str = "en", *, passing: str = "ask",
        **context: Any,
    ) -> None:  # fmt: skip
        still = {"reduced_motion": "reduce", "viewport": WIDE, "service_workers": "block"}
        locale = {"en": "en-GB", "ja": "ja-JP"}[lang]
        self.context = browser.new_context(locale=locale, **(still | context))
        self.context.add_init_script(_SETTLE.replace("PASSING", passing))
        self.site = site
        self.lang = lang
        self.troubles: list[str] = []
        self.may_lose_the_server = False
        self.may_be_late = False  # others act in the same moments: then the browser tells of a 409
        self.page = self.open_window()

    def open_window(self) -> Page:
        """Another window of the same visitor."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("console", self._hear)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        where = message.location.get("url", "")
        if (
            self.may_be_late
            and "409" in message.text
            and where.partition("?")[0].endswith("/actions")
        ):
            return
        if "Service Worker registration blocked" in message.text:  # as most visitors have it
            return
        if message.type in ("error", "warning") and not self.may_lose_the_server:
            self.troubles.append(f"{message.type}: {message.text} ({where})")

    def leave(self) -> None:
        """Close the browser context."""
        self.context.close()

    # ---- words and places

    def word(self, key: str, **holes: object) -> str:
        """A text of the page in this visitor's language."""
        return speak({key: {self.lang: WORDS[self.lang][key]}}, Say(key, holes), self.lang)  # type: ignore[arg-type]

    def go(self, path: str = "/") -> None:
        """Open a page of the site."""
        self.page.goto(f"{self.site.url}{path}")

    def reload(self) -> None:
        """Load the page anew."""
        self.page.reload()

    @property
    def path(self) -> str:
        """The path in the address bar."""
        return self.page.url.removeprefix(self.site.url)

    def button(self, key: str, **holes: object) -> Locator:
        """The button with this text."""
        return self.page.get_by_role("button", name=self.word(key, **holes), exact=True)

    def link(self, key: str, **holes: object) -> Locator:
        """The link with this text."""
        return self.page.get_by_role("link", name=self.word(key, **holes), exact=True)

    def has_text(self, text: str) -> Locator:
        """Where a text stands."""
        return self.page.get_by_text(text)

    # ---- the board

    def thing(self, id: str) -> Locator:
        """A space, a piece or a button of the table."""
        return self.page.locator(f'[data-id="{id}"]').first

    def lit(self) -> list[str]:
        """The ids that are lit as things to click; buttons behind a button count as well."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll(
                "[data-id].can, [data-id].target, [data-testid=verb]"
            )].map((thing) => thing.dataset.id).concat(
                [...document.querySelectorAll("[data-holds]")].flatMap(
                    (button) => button.dataset.holds.split(" ").filter(Boolean)))"""
        )
        return sorted(set(found))

    def _holder(self, id: str) -> Locator | None:
        """The button behind which the one of an id is."""
        button = self.page.locator(f'[data-holds~="{id}"]')
        return button if button.count() else None

    def is_picked(self, id: str) -> bool:
        """Whether an id is among the clicks made so far."""
        return self.page.locator(f'[data-id="{id}"].picked').count() > 0

    def shown(self) -> Places:
        """What lies where."""
        found: Places = self.page.evaluate(_LOOK)
        return found

    def sees(self, scene: Scene) -> None:
        """Wait until the page shows this scene; fail with both when it does not."""
        expected = places(scene)
        assert expected == until(self.shown, lambda shown: shown == expected)

    def waits_to_be_asked(self, id: str) -> None:
        """Wait until an id is lit."""
        assert id in until(self.lit, lambda lit: id in lit)

    def do(self, path: Sequence[str], by: Literal["click", "tap"] = "click") -> None:
        """Click the ids of a path; those that leave nothing to decide are taken by the page."""
        self.waits_to_be_asked(path[0])
        for n, id in enumerate(path):
            if n and (self.is_picked(id) or id not in self.lit()):
                continue
            if holder := self._holder(id):
                getattr(holder, by)()
            self.taps(id) if by == "tap" else self.thing(id).click()
            self._say_which(id)
        self.confirms()

    def taps(self, id: str) -> None:
        """Tap a thing: show the whole board if it is out of sight, tap again if it was enlarged."""
        if self.page.evaluate(_IS_CUT, id):
            self.page.get_by_role("button", name=self.word("table.zoom.all")).tap()
            until(lambda: self.page.evaluate(_IS_CUT, id), lambda cut: not cut)
        before = self._touched()
        self.thing(id).tap()
        after = until(self._touched, lambda now: now != before, 2)
        if after[0] != before[0] and after[1:] == before[1:]:
            self.thing(id).tap()

    def _touched(self) -> tuple[str, list[str], str]:
        """How the board is zoomed, and what a touch changes but for that."""
        zoomed: str = self.page.evaluate(_ZOOM)
        return zoomed, self.lit(), self.page.evaluate(_PICKED)

    # ---- a shared device

    def reveals(self, seat: int) -> None:
        """Reveal the view of a seat that has to decide."""
        self.page.get_by_test_id(f"reveal-{seat}").click()
        self.page.get_by_test_id("hotseat").wait_for(state="detached")

    # ---- dragging

    def middle(self, id: str) -> tuple[float, float]:
        """Where the middle of a thing is on the screen."""
        box = self.thing(id).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def rested(self, id: str) -> tuple[float, float]:
        """The same as soon as the picture has come to rest: by frames, not by time."""
        x, y = self.thing(id).evaluate(_RESTED)
        return float(x), float(y)

    def drags(self, id: str, to: str | tuple[float, float]) -> None:
        """Press on a thing, carry it to another (or to a point of the screen), let it go."""
        goal = self.middle(to) if isinstance(to, str) else to
        self.waits_to_be_asked(id)
        self.page.mouse.move(*self.middle(id))
        self.page.mouse.down()
        self.page.mouse.move(*goal, steps=5)
        self.page.mouse.up()

    def drags_by_finger(self, id: str, to: str) -> None:
        """The same with a finger."""
        self.waits_to_be_asked(id)
        (x, y), (u, v) = self.middle(id), self.middle(to)
        way = [(x + (u - x) * n / 5, y + (v - y) * n / 5) for n in range(6)]
        finger = self.context.new_cdp_session(self.page)
        for n, (px, py) in enumerate(way):
            kind = "touchMove" if n else "touchStart"
            point = {"x": px, "y": py, "id": 1}
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()

    def does_anything(self, rng: Random) -> None:
        """Click things that are lit, whatever they are, until something has been done."""
        version = self.version()
        for _ in range(4):
            lit = self.lit()
            if not lit:
                return
            try:
                self.thing(rng.choice(lit)).click(timeout=1000)
            except Late:
                continue  # somebody else was quicker, and it is not lit any more
            self.confirms()
            self._until_not((version, lit))
            if self.version() != version:
                return

    def _until_not(self, before: tuple[int, list[str]]) -> None:
        until(lambda: (self.version(), self.lit()), lambda now: now != before)

    def version(self) -> int:
        """The version of the table that the page shows."""
        return int(self.page.get_by_test_id("table").get_attribute("data-version") or 0)

    def confirms(self) -> None:
        """Go on where the page asks whether something is to be given up."""
        yes = self.page.get_by_test_id("confirm-yes")
        if yes.count():
            yes.click()

    def _say_which(self, id: str) -> None:
        question = self.page.get_by_test_id("which")
        if question.count():
            self.page.locator(f'[data-testid="which"][data-which="{id}"]').click()

    # ---- tables

    def opens_form(self, game: str = "") -> None:
        """Go to the lobby and open the form for a new table: of the first game, or of this one."""
        self.go()
        self.page.get_by_test_id(f"cover-{game or FIRST}").check()
        self.page.get_by_test_id("options").click()

    def opens_table(
        self,
        options: Mapping[str, str | bool],
        seats: Sequence[str],
        *,
        casual: bool = False,
        coach: bool = False,
        game: str = "",
    ) -> None:
        """Open a table from the lobby with these options and seats: me, open, or a bot's key."""
        self.opens_form(game)
        for key, value in options.items():
            field = self.page.get_by_test_id(f"option-{key}")
            if not field.is_visible():
                self.page.get_by_test_id("rulings").locator("summary").click()
            self._fill(field, value)
        for n, who in enumerate(seats):
            self.page.get_by_test_id(f"wish-{n}").select_option(wish(who))
        self.page.get_by_test_id("casual-table").set_checked(casual or coach)
        if coach:
            self.page.get_by_test_id("coach-table").check()
        self.page.get_by_test_id("open-table").click()
        self.page.wait_for_url("**/t/*")
        self.page.get_by_test_id("board").wait_for()

    def _fill(self, field: Locator, value: str | bool) -> None:
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.evaluate("(field) => field.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)

    def status(self) -> str:
        """Whether the table is open, running or over."""
        return self.page.get_by_test_id("table").get_attribute("data-status") or ""

    def is_at(self, status: str) -> None:
        """Wait until the table is open, running or over."""
        self.page.locator(f'[data-testid="table"][data-status="{status}"]').wait_for()

    def said(self, part: str, inside: str = "") -> str:
        """The text of a part of the page."""
        found = self.page.get_by_test_id(part)
        return (found.locator(inside) if inside else found).first.inner_text().strip()

    def tab(self, name: str) -> None:
        """Show log, chat, rules or info."""
        self.page.get_by_test_id(f"tab-{name}").click()

    def close_sheet(self) -> None:
        """On a phone, slide away what `tab` showed."""
        close = self.page.get_by_test_id("sheet-close")
        if close.count():
            close.click()

    def steps(self) -> int:
        """How many steps the log tells of."""
        lines = self.page.locator("[data-log] [data-step]")
        return int(lines.last.get_attribute("data-step") or 0) if lines.count() else 0

    # ---- the keyboard

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def tabs_to(self, selector: str) -> None:
        """Press Tab until something has the focus."""
        for _ in range(60):
            if self._has_focus(selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never reaches {selector}")

    def _has_focus(self, selector: str) -> bool:
        asked = "(selector) => document.activeElement?.matches(selector) ?? false"
        return bool(self.page.evaluate(asked, selector))

    def opens_table_by_keyboard(
        self, options: Mapping[str, str | bool], seats: Sequence[str], *, game: str = ""
    ) -> None:
        """The same as `opens_table` without a mouse."""
        self.go()
        cover = self.page.get_by_test_id(f"cover-{game or FIRST}")
        cover.wait_for()
        self.tabs_to('[name="game"]')
        while not cover.is_checked():
            self.press("ArrowRight")
        self.tabs_to('[data-testid="options"]')
        self.press("Enter")
        for key, value in options.items():
            self.tabs_to(f'[data-testid="option-{key}"]')
            self._fill_by_keyboard(value)
        for n, who in enumerate(seats):
            self.tabs_to(f'[data-testid="wish-{n}"]')
            self._fill_by_keyboard(wish(who))
        self.tabs_to('[data-testid="open-table"]')
        self.press("Enter")
        self.page.wait_for_url("**/t/*")
        self.page.get_by_test_id("board").wait_for()

    def _fill_by_keyboard(self, value: str | bool) -> None:
        if not self._has_focus("select"):
            self.page.keyboard.type(str(value))
            return
        self.press("Home")
        asked = "() => document.activeElement.value"
        for _ in range(40):
            if self.page.evaluate(asked) == value:
                return
            self.press("ArrowDown")
        raise AssertionError(f"the arrow keys never reach {value}")

    def do_by_keyboard(self, path: Sequence[str]) -> None:
        """Choose the ids of a path with Tab, arrows and Enter."""
        self.waits_to_be_asked(path[0])
        for n, id in enumerate(path):
            if n and (self.is_picked(id) or id not in self.lit()):
                continue
            self._choose_by_keyboard(id)

    def _choose_by_keyboard(self, id: str) -> None:
        if self._holder(id):
            self.tabs_to(f'[data-holds~="{id}"]')
            self.press("Enter")
        node = self.page.evaluate(_NODE, id)
        if node is None:
            self.tabs_to(f'[data-id="{id}"]')
        else:
            if not self._has_focus("[data-node]"):
                self.tabs_to("[data-node]")
            self._walk_to(node)
        self.press("Enter")
        if self.page.get_by_test_id("which").count():
            self.tabs_to(f'[data-testid="which"][data-which="{id}"]')
            self.press("Enter")
        if self.page.get_by_test_id("confirm").count():
            self.tabs_to('[data-testid="confirm-yes"]')
            self.press("Enter")

    def _walk_to(self, node: str) -> None:
        been = set()
        while (way := self.page.evaluate(_WAY, node))["from"] != node:
            fresh = [key for key in way["keys"] if (way["from"], key) not in been]
            if not fresh:
                self._walk_by_row(node)
                return
            been.add((way["from"], fresh[0]))
            self.press(fresh[0])

    # Where rows lie half a place apart: to the row first, then along it.
    def _walk_by_row(self, node: str) -> None:
        for _ in range(40):
            way = self.page.evaluate(_WAY, node)
            if way["from"] == node:
                return
            self.press(way["row"])
        raise AssertionError(f"the arrow keys do not lead to {node}")


def wish(who: str) -> str:
    """A seat's wish as the form writes it."""
    return who if who in ("me", "open") else f"bot:{who}"


_RESTED: Final = """thing => new Promise((rests) => {
  const seen = [];
  const look = () => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    seen.push([x + width / 2, y + height / 2].join());
    const last = seen.slice(-4);
    if (last.length === 4 && new Set(last).size === 1) rests(last[0].split(",").map(Number));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
