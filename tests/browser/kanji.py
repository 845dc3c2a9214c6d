"""Kanji on the page that a reader of English could not put a name to."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page

from .visitor import Visitor, until

# All kanji that are drawn: [what is written, the id of its thing, where to point at it].
# Writing is named where letters stand beside it: in the same writing, or in the same line of text.
_BARE: Final = """() => {
  const KANJI = /[\\u3040-\\u30ff\\u4e00-\\u9fff]/;
  const LATIN = /[A-Za-z]{2}/;
  const bare = [];
  const seen = (box) => box.width > 0 && box.height > 0;
  const pointAt = (thing, box) => {
    for (const y of [0.5, 0.25, 0.75]) for (const x of [0.5, 0.25, 0.75]) {
      const at = [box.left + x * box.width, box.top + y * box.height];
      const under = document.elementFromPoint(...at)?.closest("[data-id]");
      if (thing && under?.dataset.id === thing.dataset.id) return at;
    }
    return null;
  };
  // What lies under an open trade is not seen until that is folded.
  const covered = ({left, top, width, height}) =>
    document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".panels");
  const report = (text, element) => {
    const thing = element.closest("[data-id]");
    const box = element.getBoundingClientRect();
    if (covered(box) && !element.closest(".panels")) return;
    const whole = thing?.getBoundingClientRect();
    if (seen(box)) bare.push([
      text, thing?.dataset.id ?? "", pointAt(thing, box) ?? (whole && pointAt(thing, whole))]);
  };
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  for (const use of document.querySelectorAll("svg use")) {
    if (use.closest("defs") || !visible(use)) continue;
    const text = document.querySelector(use.getAttribute("href"))?.textContent ?? "";
    if (KANJI.test(text) && !LATIN.test(beside(use) + text)) report(text.trim(), use);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    if (!KANJI.test(data) || parent.closest("defs, script, style") || !visible(parent)) continue;
    const group = parent.closest("text, button, a, label, li, p, h1, h2, h3, td, th, div");
    if (!LATIN.test(group.textContent)) report(data.trim(), parent);
  }
  // A counter has its name in kanji and letters as drawings of their own, side by side.
  function beside(use) {
    return [...(use.closest("[data-key], [data-space]")?.querySelectorAll("use") ?? [])]
      .map((one) => document.querySelector(one.getAttribute("href"))?.textContent ?? "").join(" ");
  }
  return bare;
}"""


_TIP: Final = """() => {
  const tip = document.querySelector("[data-testid=tip]");
  return tip?.checkVisibility() ? tip.innerText : "";
}"""


def nameless(visitor: Visitor) -> list[str]:
    """What the visitor's page leaves without a name."""
    return unnamed(visitor.page)


def unnamed(page: Page) -> list[str]:
    """What is written in kanji alone, and not even named at the pointer: `kanji on thing`.

    What was done a moment ago may still arrive, and move things away from under the pointer: only
    what is nameless when asked again counts.
    """
    return until(lambda: _unnamed(page), lambda found: not found, 5)


def _unnamed(page: Page) -> list[str]:
    bare: list[tuple[str, str, list[float] | None]] = page.evaluate(_BARE)
    # One of each kind speaks for all: the same writing is named the same way.
    kinds = {text: (id, at) for text, id, at in sorted(bare, key=lambda one: one[2] is not None)}
    return [f"{text} on {id}" for text, (id, at) in kinds.items() if not _named(page, at)]


def _named(page: Page, at: list[float] | None) -> bool:
    """Whether a name in letters stands at the pointer there, at once."""
    if at is None:
        return False
    page.mouse.move(1, 1)  # a thing that was clicked is silent until the pointer has left it
    page.mouse.move(*at)
    return until(lambda: _tip_is_named(page), lambda named: named, 2)


def _tip_is_named(page: Page) -> bool:
    words = page.evaluate(_TIP)
    return re.search(r"[A-Za-zĀ-ū]{3}", words) is not None


def drawn(visitor: Visitor) -> str:
    """All kanji that are written on the board and in the trays, one after another."""
    found: list[str] = visitor.page.evaluate(
        """() => [...document.querySelectorAll(".play use")].map(
            (use) => document.querySelector(use.getAttribute("href"))?.textContent ?? ""
        ).concat([...document.querySelectorAll(".play text")].map((text) => text.textContent))"""
    )
    return "".join(mark for text in found for mark in text if "぀" <= mark <= "鿿")
