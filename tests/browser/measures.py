"""How much of a window the board has, and how large what can be chosen is, as the page shows it.

`test_shares.py` holds the limits.

The *free box* is what the page has to give: the window without the bar at the top and the column
beside the board; on a phone without bar, prompt and dock. The *picture* is the board as it is
drawn (its view box, or what the frame shows of it), and the *share* is its part of the free box. A
board of another shape than the free box cannot fill it, whoever lays it out: `reach` is the share
of that edge of the free box which binds. What a seat takes from the edge that does not bind costs
the board nothing.

A *target* is something that can be chosen now. Its size is the diameter, in pixels of the screen,
of the largest circle round its middle within which a press chooses it. Under a finger the nearest
thing of the board is chosen, so there it is the distance to the next one; where the page answers a
touch by showing what is there larger, it is the distance after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page, ViewportSize

WINDOWS: Final[tuple[ViewportSize, ...]] = (
    {"width": 1440, "height": 900},
    {"width": 1366, "height": 657},
    {"width": 1024, "height": 768},
    {"width": 360, "height": 740},
)


FINGERTIP: Final = 40
"""Pixels: the least size of a target under a finger."""

CURSOR: Final = 24
"""The same under a mouse (WCAG 2.2, success criterion 2.5.8)."""


class Form(NamedTuple):
    """A game in one of its forms, with a bot in every seat but one's own."""

    name: str
    game: str
    options: Mapping[str, str]
    seats: int = 2
    later: int = 12
    """So many own choices into it there is a crowded position."""


FORMS: Final = (
    Form("rokumon act 1", "rokumon", {"act": "1"}, later=3),
    Form("rokumon act 4", "rokumon", {"act": "4"}, later=5),
    Form("rokumon epilogue", "rokumon", {"act": "epilogue"}, 1, later=2),
    Form("akebono", "akebono", {}, later=14),
    Form("akiwado 3", "akiwado", {"seats": "3"}, 3, later=12),
    Form("akiwado 5", "akiwado", {"seats": "5"}, 5, later=12),
    Form("swords 2", "swords", {"seats": "2"}, later=40),
    Form("swords 6", "swords", {"seats": "6"}, 6, later=40),
    Form("shizugatake", "summits", {"battle": "shizugatake"}, later=14),
    Form("tennozan", "summits", {"battle": "tennozan"}, later=14),
)


class Layout(NamedTuple):
    """What was measured of one page."""

    share: float  # of the free box, in percent
    reach: float  # of its edge that binds, in percent
    target: float  # pixels; 0 where nothing on the board can be chosen
    smallest: str  # which one that is
    text: float  # pixels: the smallest letters of the page
    words: str  # which ones these are
    drawn: float  # pixels: the smallest letters of the picture, as far as it is zoomed now
    letters: str  # which ones these are
    buttons: int  # primary ones
    blank: float  # pixels of a phone's prompt below what stands there
    beyond: int  # trays that are cut by the edge of the play area, or whose pieces jut out
    offers: int  # seats with an offer before them, open or folded


def opened(page: Page, url: str, form: Form, later: bool = False) -> str:
    """Open a table of a form and play some choices at random; answers its path."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (form.seats - 1)]
    asked = {"game": form.game, "options": dict(form.options), "seats": seats, "private": True}
    page.goto(f"{url}/api/health")
    table: str = page.evaluate(_OPEN, asked)
    _play(page, f"{url}/api/tables/{table}", form.later if later else 0)
    return f"/t/{table}"


def _play(page: Page, table: str, choices: int) -> None:
    """Play some choices of the first seat: the same each time, as far as bots and dice allow.

    The requests are not the page's: one that crosses a bot's action would be an error there.
    """
    draw, done = _draws(20.0), 0
    for _ in range(4000):
        view = page.request.get(f"{table}?seat=0").json()
        turn = view.get("turn")
        if view["status"] == "over" or (turn and done >= choices):
            return
        if not turn:
            page.wait_for_timeout(15)
            continue
        every = [one["do"] for one in turn["choices"]]
        calm = [do for do in every if do not in ("resign", "dismiss")]
        pick = (calm or every)[int(next(draw) * len(calm or every))]
        body = {"seat": 0, "do": pick, "at": view["version"]}
        page.request.post(f"{table}/actions?seat=0", data=body)
        done += 1


def _draws(seed: float) -> Iterator[float]:
    """A small generator of its own."""
    while True:
        seed = (seed * 1103515245.0 + 12345.0) % 2147483648.0
        yield seed / 2147483648.0


def measured(page: Page) -> Layout:
    """What the page shows now."""
    page.get_by_test_id("board").wait_for()
    page.wait_for_function(_RESTS)
    found: dict[str, Any] = page.evaluate(_MEASURE)
    near = found.pop("near")
    if near and found["target"] < FINGERTIP and found["target"] == near["size"]:
        page.touchscreen.tap(near["x"], near["y"])
        page.wait_for_timeout(100)
        again: Mapping[str, Any] = page.evaluate(_MEASURE)
        found |= {"target": again["target"], "smallest": again["smallest"]}
    return Layout(**found)


_RESTS: Final = "() => document.fonts.status === 'loaded'"
_OPEN: Final = """async (wish) => {
  await fetch("/api/me");
  const answer = await fetch("/api/tables", {
    method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(wish)});
  const made = await answer.json();
  if (!made.id) throw new Error(JSON.stringify(made));
  return made.id;
}"""

_MEASURE: Final = r"""() => {
  const narrow = matchMedia("(max-width: 760px)").matches;
  const stage = document.querySelector(".stage");
  const svg = document.querySelector("svg.board");
  const free = stage.getBoundingClientRect();
  const round = (n) => Math.round(n * 10) / 10;
  const cut = (a, b) => ({
    w: Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)),
    h: Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))});

  // The view box on the screen; zoomed in, as much of it as the frame shows.
  const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
  const matrix = svg.querySelector(":scope > g").getScreenCTM();
  const at = (px, py) => new DOMPoint(px, py).matrixTransform(matrix);
  const [from, to] = [at(x, y), at(x + w, y + h)];
  const frame = svg.getBoundingClientRect();
  const zoomed = matrix.a > svg.getScreenCTM().a * 1.001;
  const drawn = {left: from.x, top: from.y, right: to.x, bottom: to.y};
  const box = zoomed ? {
    left: Math.max(drawn.left, frame.left), top: Math.max(drawn.top, frame.top),
    right: Math.min(drawn.right, frame.right), bottom: Math.min(drawn.bottom, frame.bottom)
  } : drawn;
  const shown = cut(box, free);
  const share = 100 * shown.w * shown.h / (free.width * free.height);
  const reach = 100 * Math.max(shown.w / free.width, shown.h / free.height);

  // The widest circle round the middle of a thing within which a press chooses it.
  const seen = (element) => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left;
  };
  const middle = (element) => {
    const ctm = element.matches("svg *") ? element.getScreenCTM() : null;
    if (ctm) return [ctm.e, ctm.f];
    const {left, top, width, height} = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const chooses = (px, py, id) => {
    const hit = document.elementFromPoint(px, py);
    // What lies on a space stands for it, and what lies alone in a tray for the tray.
    const same = [...document.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)];
    return same.some((one) => one.contains(hit) || hit?.contains(one) && hit.matches("[data-id]"));
  };
  const reachOf = (element, id) => {
    const [mx, my] = middle(element);
    if (!chooses(mx, my, id)) return 0;
    for (let r = 2; r <= 32; r += 1) {
      for (let n = 0; n < 8; n += 1) {
        const angle = n * Math.PI / 4;
        if (!chooses(mx + r * Math.cos(angle), my + r * Math.sin(angle), id)) return 2 * (r - 1);
      }
    }
    return 64;
  };
  const finger = matchMedia("(pointer: coarse)").matches;
  const lit = [...document.querySelectorAll(
    ":is(.play, .own-panels) :is([data-id].can, [data-id].target, .here)")].filter(seen);
  const spaces = [...new Set(lit.flatMap((one) => one.closest(".board [data-node]") ?? []))];
  const apart = (element) => {
    const [mx, my] = middle(element);
    return Math.min(44, ...spaces.filter((one) => one !== element).map((one) => {
      const [ox, oy] = middle(one);
      return Math.round(Math.hypot(mx - ox, my - oy));
    }));
  };
  let target = Infinity, smallest = "", near = null;
  if (finger) for (const space of spaces) {
    const [size, [px, py]] = [apart(space), middle(space)];
    if (px < free.left || px > free.right || py < free.top || py > free.bottom) continue;
    if (size < target) [target, smallest, near] = [size, space.dataset.id, {x: px, y: py, size}];
  }
  for (const element of lit) {
    if (finger && element.closest(".board")) continue;
    const size = reachOf(element, element.dataset.id);
    if (size < target) [target, smallest] = [size, element.dataset.id];
  }

  // The letters as they come out on the screen.
  let text = Infinity, words = "", drawnText = Infinity, letters = "";
  const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility({opacityProperty: true})) continue;
    if (parent.closest(".unseen, [hidden], title")) continue;
    let size = parseFloat(getComputedStyle(parent).fontSize);
    const own = parent.closest("text");
    if (own) {
      size *= Math.hypot(own.getScreenCTM().a, own.getScreenCTM().b);
      if (size > 0.5 && size < drawnText) [drawnText, letters] = [size, node.data.trim()];
    } else if (size > 0.5 && size < text) [text, words] = [size, node.data.trim().slice(0, 24)];
  }
  // Letters that are drawn once and shown many times: as large as that use of them makes them.
  const grown = (matrix) => Math.hypot(matrix.a, matrix.b);
  const within = (node, top) => {
    let scale = 1;
    for (; node && node !== top.parentNode; node = node.parentElement) {
      const own = node.transform?.baseVal.consolidate()?.matrix;
      if (own) scale *= grown(own);
    }
    return scale;
  };
  const lettered = (use, scale, depth = 0) => {
    const source = document.getElementById((use.getAttribute("href") ?? "").slice(1));
    if (!source || depth > 4) return;
    const inside = (kind) =>
      [...(source.matches(kind) ? [source] : []), ...source.querySelectorAll(kind)];
    for (const part of inside("text, tspan")) {
      const own = [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
      const size = parseFloat(getComputedStyle(part).fontSize) * scale * within(part, source);
      if (own && size > 0.5 && size < drawnText)
        [drawnText, letters] = [size, part.textContent.trim()];
    }
    for (const next of inside("use")) lettered(next, scale * within(next, source), depth + 1);
  };
  for (const use of document.querySelectorAll(".page svg use")) {
    const ctm = use.closest("defs, symbol") ? null : use.getScreenCTM();
    const {width, right, bottom} = use.getBoundingClientRect();
    if (!ctm || width === 0 || right < 0 || bottom < 0) continue;
    if (!use.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    lettered(use, grown(ctm));
  }

  const prompt = document.querySelector("[data-testid=prompt]");
  const ends = [...(prompt?.children ?? [])].map((child) => child.getBoundingClientRect())
    .filter(({height}) => height > 0).map(({bottom}) => bottom);
  const column = document.querySelector(".column").getBoundingClientRect();
  const blank = narrow && ends.length ? column.bottom - Math.max(...ends) : 0;
  const beyond = [...document.querySelectorAll(".tray")].filter((tray) => {
    const {left, right, top, bottom} = tray.getBoundingClientRect();
    const pieces = [...tray.querySelectorAll(".lying .piece :is(svg, .lacks)")].filter((one) =>
      one.checkVisibility() && one.getBoundingClientRect().right > right + 2);
    return left < free.left - 1 || right > free.right + 1 || top < free.top - 1
      || bottom > free.bottom + 1 || pieces.length > 0;
  }).length;
  return {
    share: round(share), reach: round(reach), target: target === Infinity ? 0 : target, smallest,
    near, text: round(text), words, drawn: drawnText === Infinity ? 0 : round(drawnText),
    letters: letters.slice(0, 24),
    buttons: document.querySelectorAll(".page .button.main").length,
    blank: Math.round(blank), beyond,
    offers: document.querySelectorAll(".panels, .own-panels").length};
}"""
