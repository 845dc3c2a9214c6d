"""The coach at a table: a hint in two steps, a mark on a blunder, and its way back."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import Invite
from browser.looks import in_every_look
from browser.page.test_reading import LANGS, flaws, widest
from browser.site import Site
from browser.study.test_exact import DEAL
from browser.study.test_exact import knowing as knowing  # noqa: PLC0414 - a fixture
from browser.visitor import PHONE, Visitor, until


def sits_down(visitor: Visitor, *, coach: bool = True) -> None:
    """At a table of a solved deal, on both seats: one action alone wins now, the others lose."""
    visitor.opens_table(DEAL, ["me", "me"], coach=coach)
    visitor.is_at("running")
    for space in ("r1c1", "r1c2"):
        visitor.do([space])
    if coach:
        visitor.page.locator('[data-testid="hint"]:enabled').wait_for()


def hears(visitor: Visitor, stage: str) -> None:
    """Wait until the hint has come so far."""
    visitor.page.locator(f'[data-testid="coach-advice"][data-stage="{stage}"]').wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_a_hint_tells_where_to_look_and_then_what_to_do(
    lang: str, knowing: Site, invite: Invite
) -> None:
    """By key or button: the thing and the reason first, asked again the choice, marked as such."""
    alone = invite(knowing, lang=lang)
    sits_down(alone)
    assert 0 == alone.page.get_by_test_id("coach-advice").count()
    alone.page.keyboard.press("h")
    hears(alone, "place")
    assert alone.word("coach.win.only", n=15) == alone.said("coach-sure")
    assert 0 == alone.page.get_by_test_id("coach-choice").count()
    alone.page.get_by_test_id("coach-show").click()
    hears(alone, "choices")
    (choice,) = alone.page.get_by_test_id("coach-choice").all()
    assert "r1c3" == choice.get_attribute("data-do")
    assert "r1c3" in (alone.page.locator("[data-hint]").get_attribute("data-hint") or "").split()
    alone.page.get_by_test_id("hint").click()
    alone.page.get_by_test_id("coach-advice").wait_for(state="detached")


@pytest.mark.slow
def test_a_hint_goes_with_the_decision(knowing: Site, invite: Invite) -> None:
    """Who does what it says sees no more of it, and hears nothing of a blunder."""
    alone = invite(knowing)
    sits_down(alone)
    alone.page.get_by_test_id("hint").click()
    hears(alone, "place")
    with alone.page.expect_response("**/coach/remark*") as answer:
        alone.do(["r1c3"])
    assert {"step", "seat"} == set(answer.value.json())
    assert 0 == alone.page.get_by_test_id("coach-advice").count()
    assert 0 == alone.page.get_by_test_id("coach-remark").count()


@pytest.mark.slow
def test_a_blunder_can_be_taken_back(knowing: Site, invite: Invite) -> None:
    """A mark beside the board says what was given away; one button undoes it, and it is gone."""
    alone = invite(knowing)
    sits_down(alone)
    alone.do(["r2c1"])
    alone.page.get_by_test_id("coach-remark").wait_for()
    assert alone.word("coach.blunder.win") in alone.said("coach-remark")
    alone.page.get_by_test_id("coach-back").click()
    alone.page.get_by_test_id("coach-remark").wait_for(state="detached")
    alone.do(["r1c3"])


@pytest.mark.slow
def test_a_mark_goes_with_the_next_action(knowing: Site, invite: Invite) -> None:
    """Who plays on has let it stand; another mark may follow."""
    alone = invite(knowing)
    sits_down(alone)
    alone.do(["r2c1"])
    step = alone.page.get_by_test_id("coach-remark").get_attribute("data-step")
    mark = alone.page.locator(f'[data-testid="coach-remark"][data-step="{step}"]')
    assert 1 == mark.count()
    alone.do(["r2c2"])
    mark.wait_for(state="detached")


@pytest.mark.slow
def test_everybody_sees_where_a_coach_is(knowing: Site, invite: Invite) -> None:
    """At the table and in the lobby; who watches has no hint, nor has anybody elsewhere."""
    host, watcher = invite(knowing), invite(knowing)
    host.opens_table(DEAL, ["me", "open"], coach=True)
    watcher.go()
    watcher.page.get_by_test_id("row-coach").wait_for()
    watcher.go(host.path)
    for visitor in (host, watcher):
        visitor.page.get_by_test_id("coach-badge").wait_for()
        assert 0 == visitor.page.get_by_test_id("hint").count()
    host.opens_table(DEAL, ["me", "me"])
    host.is_at("running")
    host.page.keyboard.press("h")
    assert 0 == host.page.get_by_test_id("hint").count()
    assert 0 == host.page.get_by_test_id("coach-badge").count()


@pytest.mark.slow
@in_every_look
def test_axe_finds_nothing_in_what_the_coach_says(
    size: Any, lang: str, scheme: str, knowing: Site, invite: Invite
) -> None:
    """A hint, the choices, a mark: on both sizes, in both languages and themes."""
    alone = invite(knowing, lang=lang, color_scheme=scheme, viewport=size)
    sits_down(alone)
    for stage in ("place", "choices"):
        alone.page.keyboard.press("h")
        hears(alone, stage)
        assert [] == flaws(alone)
        assert size["width"] >= widest(alone)
    alone.do(["r2c1"])
    alone.page.get_by_test_id("coach-remark").wait_for()
    assert [] == flaws(alone)
    assert size["width"] >= widest(alone)


@pytest.mark.slow
def test_a_planned_blunder_is_marked_as_well(knowing: Site, invite: Invite) -> None:
    """What was chosen while the other side thought is judged when it is done."""
    first, second = invite(knowing), invite(knowing)
    first.opens_table(DEAL, ["me", "open"], coach=True)
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    for one in (first, second):
        one.is_at("running")
    first.do(["r1c1"])
    second.do(["r1c2"])
    first.waits_to_be_asked("r1c3")
    second.page.get_by_test_id("plan").click()
    card = until(second.lit, bool)[-1]
    second.do([card])
    second.page.get_by_test_id("plan-drop").wait_for()
    with second.page.expect_response("**/coach/remark*") as answer:
        first.do(["r2c1"])
    assert 200 == answer.value.status
    found = answer.value.json()
    assert (1, 3) == (found["seat"], found["step"])
    marks = second.page.get_by_test_id("coach-remark")
    if "could" in found:
        marks.wait_for()
    else:
        assert 0 == marks.count()


BUSY = {"type": "/problems/busy", "title": "", "status": 503, "detail": ""}


def is_busy(visitor: Visitor, what: str, times: int) -> None:
    """The house has no time for so many questions of this kind."""
    visitor.page.route(
        f"**/coach/{what}*",
        lambda route: route.fulfill(status=503, json=BUSY),
        times=times,
    )


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_a_busy_house_is_told_calmly(lang: str, knowing: Site, invite: Invite) -> None:
    """A hint can be asked for again where it would stand; a remark comes by itself, later."""
    alone = invite(knowing, lang=lang, viewport=PHONE)
    sits_down(alone)
    is_busy(alone, "advice", 1)
    alone.page.get_by_test_id("hint").click()
    assert alone.word("coach.busy") in alone.said("coach-busy")
    alone.page.get_by_test_id("coach-again").click()
    hears(alone, "place")
    is_busy(alone, "remark", 1)
    alone.do(["r2c1"])
    assert alone.word("coach.late") == alone.said("coach-late")
    alone.page.get_by_test_id("coach-remark").wait_for()
    assert 0 == alone.page.get_by_test_id("notice").count()
    alone.troubles[:] = [told for told in alone.troubles if "503" not in told]
