"""Both languages, both themes, all sizes: what an automatic reader finds on lobby and table."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.script import whole_game
from browser.visitor import PHONE, WEB, Visitor, until

AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")
GAME = {"act": "4", "deal": "gggjjjj"}
LANGS = ("en", "ja")
STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"
"""Nothing on the page is on its way to another look."""


def flaws(visitor: Visitor, inside: str = "html") -> list[str]:
    """What axe-core finds serious or critical on the page, or a part of it, each with where.

    Colours that are just changing are waited for.
    """
    visitor.page.evaluate(AXE)
    visitor.page.wait_for_function(STILL)
    found: dict[str, Any] = visitor.page.evaluate(
        "(inside) => axe.run(inside, {resultTypes: ['violations']})", inside
    )
    return [
        f"{one['id']}: {node['html'][:160]}: {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def at_a_table(visitor: Visitor, turns: int = 4) -> None:
    """Open a table and play a few turns."""
    script = whole_game("rokumon", GAME)
    visitor.opens_table(script.options, ["me", "me"])
    for turn in script.turns[:turns]:
        visitor.do(turn.choice.path)
        visitor.sees(turn.after)


@pytest.mark.slow_after(1)
@in_every_look
def test_axe_finds_nothing_serious_in_the_lobby(
    lang: str, scheme: str, size: Any, invite: Invite
) -> None:
    """The lobby has no serious flaw for those who read with other means."""
    visitor = invite(lang=lang, color_scheme=scheme, viewport=size)
    visitor.go()
    visitor.page.get_by_test_id("lobby").wait_for()
    assert [] == flaws(visitor)


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_at_a_table(
    lang: str, scheme: str, size: Any, invite: Invite
) -> None:
    """Nor has a table, nor have the panels beside it after some turns."""
    visitor = invite(lang=lang, color_scheme=scheme, viewport=size)
    at_a_table(visitor)
    assert [] == flaws(visitor)
    shown = "html" if size == PHONE else "#panel"
    for tab in ("chat", "rules", "info", "log"):
        visitor.tab(tab)
        assert [] == flaws(visitor, shown)
        visitor.close_sheet()


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_wider_than_a_phone(lang: str, invite: Invite) -> None:
    """At 360 pixels neither lobby nor table has to be pushed sideways."""
    visitor = invite(lang=lang, viewport=PHONE)
    visitor.go()
    visitor.page.get_by_test_id("lobby").wait_for()
    assert 360 >= widest(visitor)
    at_a_table(visitor)
    assert 360 >= widest(visitor)


def widest(visitor: Visitor) -> int:
    """How wide the page is that can be scrolled over."""
    width: int = visitor.page.evaluate("() => document.documentElement.scrollWidth")
    return width


def test_language_is_switched_and_kept(invite: Invite) -> None:
    """The whole page changes its language, log and prompt too, and keeps it."""
    visitor = invite()
    at_a_table(visitor, turns=1)
    before = visitor.said("log-line")
    visitor.page.get_by_test_id("settings").click()
    visitor.page.get_by_test_id("lang-ja").check()
    visitor.lang = "ja"
    visitor.press("Escape")
    visitor.page.locator("html[lang=ja]").wait_for()  # the words are fetched first
    assert before != visitor.said("log-line")
    assert visitor.word("table.rules") == visitor.said("tab-rules")
    visitor.reload()
    assert visitor.word("table.rules") == visitor.said("tab-rules")


@pytest.mark.slow
def test_only_what_is_new_is_read_out(invite: Invite) -> None:
    """A screen reader hears each action as it comes, and after a reload whose turn it is."""
    visitor = invite()
    script = whole_game("rokumon", GAME)
    visitor.page.add_init_script(LISTEN)
    visitor.opens_table(script.options, ["me", "me"])
    visitor.do(script.turns[0].choice.path)
    visitor.sees(script.turns[0].after)
    line = max(visitor.page.get_by_test_id("log-line").last.inner_text().split("\n"), key=len)
    assert line in until(lambda: aloud(visitor), lambda text: line in text)
    visitor.reload()
    visitor.page.get_by_test_id("log-line").get_by_text(line).wait_for()
    prompt = visitor.word("said.turn")
    assert prompt in until(lambda: aloud(visitor), lambda text: prompt in text)
    assert line not in aloud(visitor)


# Everything that a screen reader is given to read out since the page came.
LISTEN = """
  window.aloud = [];
  new MutationObserver(() => {
    const said = document.querySelector("[data-testid=said]")?.textContent;
    if (said && said !== window.aloud.at(-1)) window.aloud.push(said);
  }).observe(document, { childList: true, characterData: true, subtree: true });
"""


def aloud(visitor: Visitor) -> str:
    """All that has been read out."""
    found: str = visitor.page.evaluate("window.aloud.join(' ')")
    return found.strip()


# How many transforms the board has while it is shown larger. By the clock of the page each frame is
# 16 ms after the one before, however long the machine takes to draw it.
ENLARGE = """async (name) => {
  const seen = new Set();
  const group = document.querySelector(".board > g");
  const watch = new MutationObserver(() => seen.add(group.getAttribute("transform")));
  watch.observe(group, { attributeFilter: ["transform"] });
  let now = performance.now();
  performance.now = () => now;
  document.querySelector(`[aria-label="${name}"]`).click();
  for (let frame = 0; frame < 60; frame += 1) {
    await new Promise(requestAnimationFrame);
    now += 16;
  }
  watch.disconnect();
  return seen.size;
}"""


@pytest.mark.slow
@pytest.mark.parametrize(("motion", "most"), [("reduce", 1), ("no-preference", 99)])
def test_nothing_moves_for_those_who_want_it_still(motion: str, most: int, invite: Invite) -> None:
    """The board is larger at once where the system says so, and grows elsewhere."""
    visitor = invite(reduced_motion=motion)
    at_a_table(visitor, turns=0)
    steps = visitor.page.evaluate(ENLARGE, visitor.word("table.zoom.in"))
    assert 1 <= steps <= most
    assert motion == "reduce" or steps > 1


def test_texts_of_the_page_exist_in_both_languages() -> None:
    """Both languages have the same keys."""
    from browser.visitor import WORDS

    assert set(WORDS["en"]) == set(WORDS["ja"])
