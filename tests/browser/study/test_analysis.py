"""Analysis in the page: after the end for all, while a game runs for those who may."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Route

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import flaws, widest
from browser.script import Script, whole_game
from browser.site import Site
from browser.visitor import Visitor, until
from places import TESTS

PROGRAM = TESTS / "server" / "real" / "patient_server.py"
SHORT = {"act": "2", "deal": "gggjjjj"}
LONG = {"act": "4", "deal": "ggjjgjj"}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose analyst answers at once, and always the same."""
    site = Site(tmp_path_factory.mktemp("quick"), PROGRAM)
    site.start()
    yield site
    site.stop()


def played(visitor: Visitor, script: Script, turns: int | None = None) -> None:
    """Open a table and play a script on all seats."""
    visitor.opens_table(script.options, ["me", "me"])
    for turn in script.turns[:turns]:
        visitor.do(turn.choice.path)
        visitor.sees(turn.after)


def analyses(visitor: Visitor) -> None:
    """Show the analysis, switched on."""
    visitor.tab("analysis")
    visitor.page.get_by_test_id("analysis-switch").check()


def shown_step(visitor: Visitor) -> int:
    """The step whose analysis is shown and finished, -1 while there is none."""
    found = visitor.page.locator('[data-testid="analysis-found"][data-done="true"]')
    return int(found.get_attribute("data-at") or -1) if found.count() else -1


def is_shown(visitor: Visitor, step: int) -> None:
    """Wait for the finished analysis of a step."""
    assert step == until(lambda: shown_step(visitor), lambda now: now == step)


def hinted(visitor: Visitor) -> list[str]:
    """What is marked on the board as lines of the search, each as its ids."""
    found: list[str] = visitor.page.evaluate(
        "() => [...document.querySelectorAll('[data-hint]')].map((mark) => mark.dataset.hint)"
    )
    return found


def reviewed(visitor: Visitor) -> None:
    """Have the game reviewed, and wait for the end of it."""
    visitor.page.get_by_test_id("review-begin").click()
    visitor.page.get_by_test_id("chart").wait_for()
    visitor.page.get_by_test_id("review-begin").wait_for(state="detached")
    visitor.page.locator(".review .progress").wait_for(state="detached")


@pytest.mark.slow
def test_after_the_end_each_step_is_analysed(quick: Site, invite: Invite) -> None:
    """Every choice with its value, the best marked on the board, what was played told."""
    script = whole_game("rokumon", SHORT, most=16)
    alone = invite(quick)
    played(alone, script)
    analyses(alone)
    alone.page.get_by_test_id("analysis-nothing").wait_for()
    alone.press("Shift+ArrowLeft")
    step = len(script.turns) - 1
    is_shown(alone, step)
    alone.press("Shift+ArrowLeft")
    is_shown(alone, step - 1)
    alone.page.get_by_test_id("choice").first.wait_for()
    assert 1 == len(hinted(alone))
    assert 1 == alone.page.get_by_test_id("choices").get_by_text(
        alone.word("analysis.played")
    ).count()  # fmt: skip
    second = alone.page.get_by_test_id("choice").nth(1)
    best = hinted(alone)
    second.hover()
    assert best != until(lambda: hinted(alone), lambda now: now != best)
    second.click()
    assert "true" == second.get_attribute("aria-pressed")


@pytest.mark.slow
def test_the_chart_of_a_game_leads_to_its_steps(quick: Site, invite: Invite) -> None:
    """By keyboard, by the list of turning points, and by a click on it."""
    script = whole_game("rokumon", LONG)
    alone = invite(quick)
    played(alone, script)
    alone.tab("analysis")
    reviewed(alone)
    last = len(script.turns)
    chart = alone.page.get_by_test_id("chart")
    chart.focus()
    for key, step in (("Home", 0), ("End", last), ("ArrowLeft", last - 1), ("ArrowRight", last)):
        alone.press(key)
        assert str(step) == until(lambda: now(chart), lambda at, step=step: at == str(step))
    with slow_steps(alone):
        for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"):
            alone.press(key)
        assert str(last - 2) == until(lambda: now(chart), lambda at: at == str(last - 2))
    alone.press("End")
    said = chart.get_attribute("aria-valuetext") or ""
    assert alone.word("review.at", step=last, last=last) in said
    steps = [leads_to(chart, turn) for turn in alone.page.get_by_test_id("turn").all()]
    assert steps == sorted(set(steps))
    assert len(steps) > 1
    alone.sees(script.turns[steps[-1] - 1].after)
    chart.focus()
    ahead = [step for step in steps if step]
    for key, way in (("Home", [0]), ("PageDown", ahead), ("PageUp", ahead[-2::-1])):
        for step in way:
            alone.press(key)
            assert str(step) == until(lambda: now(chart), lambda at, step=step: at == str(step))
    box = chart.bounding_box()
    assert box is not None
    alone.page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    assert "0" == until(lambda: now(chart), lambda one: one == "0")


@contextlib.contextmanager
def slow_steps(visitor: Visitor) -> Iterator[None]:
    """Let each step of the past come late."""

    def late(route: Route) -> None:
        time.sleep(0.3)
        route.continue_()

    visitor.page.route("**/past?**", late)
    yield
    visitor.page.unroute("**/past?**")


def leads_to(chart: Locator, turn: Locator) -> int:
    """The step that a click on a turning point leads to."""
    turn.click()
    assert "step" == until(lambda: turn.get_attribute("aria-current"), bool)
    return int(now(chart) or -1)


def now(chart: Locator) -> str | None:
    """The step at which the chart stands."""
    found: str | None = chart.get_attribute("aria-valuenow")
    return found


@pytest.mark.slow
def test_a_fair_game_is_closed_until_it_is_over(quick: Site, invite: Invite) -> None:
    """The panel says so and offers nothing; when the game is over it opens by itself."""
    alone = invite(quick)
    alone.opens_table(SHORT, ["me", "random"])
    alone.tab("analysis")
    assert alone.word("analysis.closed") == alone.said("analysis-closed")
    assert 0 == alone.page.get_by_test_id("analysis-switch").count()
    assert 0 == alone.page.get_by_test_id("casual").count()
    alone.tab("info")
    alone.page.get_by_test_id("resign").click()
    alone.page.get_by_test_id("resign-yes").click()
    alone.is_at("over")
    alone.tab("analysis")
    alone.page.get_by_test_id("analysis-switch").wait_for()


@pytest.mark.slow
def test_at_a_casual_table_players_may(quick: Site, invite: Invite) -> None:
    """All are told that it is casual; who plays has analysis on his turn, who watches has not."""
    script = whole_game("rokumon", SHORT)
    first, second, watcher = invite(quick), invite(quick), invite(quick)
    first.opens_table(SHORT, ["me", "open"], casual=True)
    second.go(first.path)
    second.page.get_by_test_id("casual").wait_for()
    second.page.get_by_test_id("sit-1").click()
    watcher.go(first.path)
    for visitor in (first, second, watcher):
        visitor.is_at("running")
        visitor.page.get_by_test_id("casual").wait_for()
    analyses(first)
    is_shown(first, 0)
    watcher.tab("analysis")
    assert watcher.word("analysis.closed.watch") == watcher.said("analysis-closed")
    analyses(second)
    second.page.get_by_test_id("analysis-nothing").wait_for()
    first.do(script.turns[0].choice.path)
    is_shown(second, 1)
    first.page.get_by_test_id("analysis-nothing").wait_for()


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_serious_in_it(
    lang: str, scheme: str, size: Any, quick: Site, invite: Invite
) -> None:
    """Analysis, review and a thinking bot, on both sizes, in both languages and themes."""
    visitor = invite(quick, lang=lang, color_scheme=scheme, viewport=size)
    script = whole_game("rokumon", SHORT, most=16)
    played(visitor, script)
    analyses(visitor)
    reviewed(visitor)
    visitor.page.get_by_test_id("turn").first.click()
    visitor.page.get_by_test_id("choice").first.wait_for()
    assert [] == flaws(visitor)
    assert size["width"] >= widest(visitor)
    visitor.close_sheet()
    assert [] == flaws(visitor)
    visitor.opens_table(SHORT, ["me", "shogun"], casual=True)
    visitor.do(script.turns[0].choice.path)
    visitor.page.get_by_test_id("hurry").wait_for()
    assert [] == flaws(visitor)
    assert size["width"] >= widest(visitor)
