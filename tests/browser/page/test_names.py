"""Names on the board and explanations at the pointer, in focus and under a finger."""

from __future__ import annotations

import random

import pytest

from browser.conftest import Invite
from browser.kanji import drawn, nameless
from browser.page.test_reading import flaws
from browser.script import whole_game
from browser.visitor import PHONE, Visitor, until

ACT: dict[str, str | bool] = {"act": "4", "deal": "ggjjgjj"}
GAMES = ["akiwado", "akebono", "summits", "swords", "rokumon"]
SEATS = {"akiwado": 4, "swords": 4}


def at_table(visitor: Visitor, game: str = "rokumon") -> None:
    """A table of the game that one person plays, with a view of it."""
    visitor.opens_table({}, ["me"] * SEATS.get(game, 2), game=game)
    visitor.is_at("running")  # before, nobody has to decide, and no screen hides the board
    screen = visitor.page.get_by_test_id("hotseat")
    if screen.count():
        screen.locator("[data-testid^=reveal-]").first.click()
        screen.wait_for(state="detached")
    visitor.page.locator(".play").wait_for()


def chosen(visitor: Visitor, names: str) -> None:
    """Choose how names are shown."""
    visitor.page.get_by_test_id("settings").click()
    visitor.page.get_by_test_id(f"names-{names}").check()
    visitor.press("Escape")


def tip(visitor: Visitor) -> str:
    """What is explained now."""
    shown = visitor.page.locator("[data-testid=tip].placed")
    return shown.inner_text() if shown.count() else ""


def explains(visitor: Visitor, text: str) -> bool:
    """Whether this is explained in a moment."""
    return text in until(lambda: tip(visitor), lambda now: text in now)


def explains_nothing(visitor: Visitor) -> bool:
    """Whether nothing is explained in a moment."""
    return until(lambda: tip(visitor), lambda now: now == "") == ""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_kanji_is_without_its_name(game: str, invite: Invite) -> None:
    """In English a name stands beside all kanji, or comes to the pointer at once."""
    visitor = invite()
    at_table(visitor, game)
    assert until(lambda: drawn(visitor), bool)
    assert [] == nameless(visitor)
    rng = random.Random(4)
    for _ in range(8):
        if not visitor.page.get_by_test_id("hotseat").count():
            visitor.does_anything(rng)
    if not visitor.page.get_by_test_id("hotseat").count():
        assert [] == nameless(visitor)


@pytest.mark.slow
def test_the_reader_chooses_kanji_names_or_both(invite: Invite) -> None:
    """The choice shows at once, on the board and in the hand, and Japanese begins with kanji."""
    visitor = invite()
    at_table(visitor, "akiwado")
    sign = visitor.page.locator("#aw-word-west")
    assert "西West" == (sign.text_content() or "").strip()
    chosen(visitor, "names")
    assert "West" == (sign.text_content() or "").strip()
    assert "" == drawn(visitor)
    chosen(visitor, "kanji")
    assert "西" == (sign.text_content() or "").strip()
    chosen(visitor, "auto")
    visitor.page.get_by_test_id("settings").click()
    visitor.page.get_by_test_id("lang-ja").check()
    visitor.press("Escape")
    assert "西" == (sign.text_content() or "").strip()


@pytest.mark.slow
def test_a_thing_is_explained_under_the_mouse(invite: Invite) -> None:
    """Its name in both scripts at once, beside it; nothing when the mouse has left."""
    visitor = invite()
    at_table(visitor, "akebono")
    visitor.page.mouse.move(*visitor.middle("0:daimyo"))
    assert explains(visitor, "red daimyo")
    assert "赤の大名" in tip(visitor)
    box = visitor.page.get_by_test_id("tip").bounding_box()
    thing = visitor.thing("0:daimyo").bounding_box()
    assert box
    assert thing
    assert any(
        box[at] + box[size] <= thing[at] or box[at] >= thing[at] + thing[size]
        for at, size in (("x", "width"), ("y", "height"))
    )
    visitor.page.mouse.move(5, 5)
    assert explains_nothing(visitor)


@pytest.mark.slow
def test_what_a_click_does_is_told_before_it_and_not_after(invite: Invite) -> None:
    """The note of a choice stands at the pointer; the click takes it away."""
    visitor = invite()
    at_table(visitor, "akebono")
    visitor.page.mouse.move(*visitor.middle("0:daimyo"))
    assert explains(visitor, "more changes after this one")
    visitor.thing("0:daimyo").click()
    assert explains_nothing(visitor)


@pytest.mark.slow
def test_a_thing_in_focus_is_explained_and_described(invite: Invite) -> None:
    """By the keyboard too; only what the label does not say is read out; Escape takes it away."""
    visitor = invite()
    script = whole_game("rokumon", ACT)
    visitor.opens_table(script.options, ["me", "me"])
    visitor.thing("r1c1").focus()
    visitor.press("ArrowRight")
    assert explains(visitor, "second card of the top row")
    assert [] == flaws(visitor)
    visitor.press("Escape")
    assert explains_nothing(visitor)
    at_table(visitor, "akebono")
    visitor.thing("0:tairo").focus()
    visitor.press("ArrowRight", "ArrowLeft")
    assert explains(visitor, "changes after this one")
    described = visitor.page.evaluate(
        """() => document.getElementById(
            document.activeElement.getAttribute("aria-describedby")).innerText"""
    )
    assert "changes after this one" in described
    assert "tairo" not in described


@pytest.mark.slow
def test_a_long_press_explains_and_chooses_nothing(invite: Invite) -> None:
    """A finger that rests asks; a tap chooses, and leaves no explanation behind."""
    visitor = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    script = whole_game("rokumon", ACT)
    visitor.opens_table(script.options, ["me", "me"])
    first = script.turns[0].choice.path[0]
    visitor.waits_to_be_asked(first)
    version = visitor.version()
    x, y = visitor.middle(first)
    finger = visitor.context.new_cdp_session(visitor.page)
    point = {"x": x, "y": y, "id": 1}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    assert explains(visitor, "red")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.page.wait_for_timeout(100)
    assert tip(visitor)
    assert (version, False) == (visitor.version(), visitor.is_picked(first))
    visitor.thing(first).tap()
    assert visitor.is_picked(first)
    assert explains_nothing(visitor)


@pytest.mark.slow
def test_why_a_thing_cannot_be_chosen_stands_beside_it(invite: Invite) -> None:
    """The reason comes to the thing that was clicked, links its rule, and goes with Escape."""
    visitor = invite()
    script = whole_game("rokumon", ACT)
    visitor.opens_table(script.options, ["me", "me"])
    visitor.waits_to_be_asked(script.turns[0].choice.path[0])
    visitor.thing("r1c1").click(force=True)
    reason = visitor.page.locator("[data-testid=reason].placed")
    reason.wait_for()
    assert "Choose the die to place first" in reason.inner_text()
    reason.get_by_test_id("rule").hover()  # it stays while the pointer is on its link
    box, thing = reason.bounding_box(), visitor.thing("r1c1").bounding_box()
    assert box
    assert thing
    assert abs(box["x"] + box["width"] / 2 - thing["x"] - thing["width"] / 2) < thing["width"]
    assert [] == flaws(visitor)
    reason.get_by_test_id("rule").click()
    assert "true" == visitor.page.get_by_test_id("tab-rules").get_attribute("aria-selected")
    visitor.press("Escape")
    reason.wait_for(state="detached")


@pytest.mark.slow
def test_a_drag_is_explained_on_its_way_and_leaves_nothing(invite: Invite) -> None:
    """What lies under a carried thing is explained; after the drop nothing is."""
    visitor = invite()
    script = whole_game("rokumon", ACT)
    visitor.opens_table(script.options, ["me", "me"])
    first = script.turns[0].choice.path[0]
    visitor.waits_to_be_asked(first)
    x, y = visitor.middle("r2c2")
    visitor.page.mouse.move(*visitor.middle(first))
    visitor.page.mouse.down()
    visitor.page.mouse.move(x, y, steps=5)
    assert explains(visitor, "second card of the bottom row")
    visitor.page.mouse.up()
    assert explains_nothing(visitor)
    visitor.page.wait_for_timeout(200)
    assert "" == tip(visitor)
