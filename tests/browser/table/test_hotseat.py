"""People at one device: nothing of a seat is fetched or shown before it is revealed."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import pytest

from browser.conftest import Invite
from browser.page.test_reading import flaws, widest
from browser.table.test_set_up import RED, WHITE, after, is_at, occupied, placement_in
from browser.visitor import PHONE, WIDE, Visitor, places, until
from browser.wire import Wire

GAME: Final = "akebono"


def shared(invite: Invite, **context: Any) -> tuple[Visitor, Wire]:
    """A device that two share, and what reaches it from when the table was opened."""
    visitor = invite(**context)
    visitor.opens_table({}, ["me", "me"], game=GAME)
    path = visitor.path
    visitor.page.goto("about:blank")
    wire = Wire(visitor.page)
    visitor.go(path)
    is_down(visitor)
    return visitor, wire


def is_down(visitor: Visitor) -> None:
    """Wait until the board is hidden, and nothing behind the screen can be touched."""
    visitor.page.get_by_test_id("hotseat").get_by_role("heading").wait_for()
    assert [] == until(visitor.lit, lambda lit: not lit)
    assert [] == until(partial(shown_hexes, visitor), lambda hexes: not hexes)


def shown_hexes(visitor: Visitor) -> list[str]:
    """The hexes on which there are pieces."""
    return occupied(visitor.shown())


def holds_nothing(visitor: Visitor) -> None:
    """No piece on the board and no word of a formation anywhere on the page, seen or not."""
    assert [] == shown_hexes(visitor)
    page: str = visitor.page.evaluate("() => document.documentElement.outerHTML")
    assert "crane" not in page.lower()


def has_focus(visitor: Visitor) -> str:
    """The test id of what has the focus."""
    found = visitor.page.evaluate("() => document.activeElement?.dataset.testid ?? ''")
    return str(found)


def sets_up(visitor: Visitor, seat: int, plan: str) -> None:
    """As one seat: a formation, and ready."""
    visitor.reveals(seat)
    visitor.do([f"plan:{plan}"])
    visitor.sees(after(f"={plan}", seat=seat))
    visitor.do(["ready"])


def test_between_two_liftings_nothing_secret_is_there(invite: Invite) -> None:
    """Neither on the wire nor on the page, the past and the log included."""
    visitor, wire = shared(invite)
    assert [] == [one for message in wire.messages() for one in placement_in("red", message)]
    sets_up(visitor, RED, "crane")
    is_down(visitor)
    assert any(placement_in("red", message) for message in wire.messages())
    told = wire.count()
    holds_nothing(visitor)
    visitor.press("Shift+ArrowLeft")
    visitor.page.get_by_test_id("live").wait_for()
    holds_nothing(visitor)
    visitor.page.get_by_test_id("live").click()
    assert told < wire.count()
    for side in ("red", "white"):
        assert [] == [one for message in wire.since(told) for one in placement_in(side, message)]
    visitor.reveals(WHITE)
    visitor.do(["plan:circle"])
    visitor.sees(after("=circle", seat=WHITE))
    assert "rane" not in visitor.said("log")
    assert [] == [one for message in wire.since(told) for one in placement_in("red", message)]


def test_a_page_that_the_browser_kept_comes_back_hidden(invite: Invite) -> None:
    """One player's view was shown to the next player, after Back."""
    visitor, _ = shared(invite)
    visitor.reveals(RED)
    visitor.do(["plan:crane"])
    visitor.sees(after("=crane", seat=RED))
    back = 'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))'
    visitor.page.evaluate(back)
    is_down(visitor)
    holds_nothing(visitor)


@pytest.mark.slow
def test_who_comes_back_is_sent_what_is_new(invite: Invite) -> None:
    """A seat that was here before is not sent its log again, and shows all of it."""
    visitor, wire = shared(invite)
    visitor.reveals(WHITE)
    visitor.do(["plan:circle"])
    visitor.sees(after("=circle", seat=WHITE))
    log = until(partial(visitor.said, "log"), bool)
    visitor.page.get_by_test_id("hide").click()
    is_down(visitor)
    told = wire.count()
    visitor.reveals(WHITE)
    visitor.sees(after("=circle", seat=WHITE))
    assert log == until(partial(visitor.said, "log"), log.__eq__)
    views = [m for m in wire.since(told) if isinstance(m, dict) and m.get("viewer") == WHITE]
    assert views
    assert [] == [line for view in views for line in view["log"].get("lines", [])]


@pytest.mark.slow
def test_each_decides_in_an_order_they_choose(invite: Invite) -> None:
    """White first, hidden by hand in the middle, then red, then white again."""
    visitor, _ = shared(invite)
    visitor.reveals(WHITE)
    visitor.do(["plan:circle"])
    visitor.sees(after("=circle", seat=WHITE))
    visitor.page.get_by_test_id("hide").click()
    is_down(visitor)
    sets_up(visitor, RED, "crane")
    is_down(visitor)
    visitor.reveals(WHITE)
    visitor.sees(after("=circle", seat=WHITE))
    visitor.do(["ready"])
    visitor.waits_to_be_asked("ready")


@pytest.mark.slow
def test_all_may_look_together_at_what_all_may_see(invite: Invite) -> None:
    """The screen gives way to a spectator's table; from there a seat reveals its own view."""
    visitor, _ = shared(invite)
    sets_up(visitor, RED, "crane")
    is_down(visitor)
    visitor.page.get_by_test_id("together").click()
    visitor.page.get_by_test_id("hotseat").wait_for(state="detached")
    holds_nothing(visitor)
    assert [] == visitor.lit()
    visitor.page.get_by_test_id(f"peek-{RED}").click()
    visitor.page.get_by_test_id("hide").wait_for()
    assert shown_hexes(visitor) == until(partial(shown_hexes, visitor), bool)
    visitor.page.get_by_test_id("hide").click()
    is_down(visitor)
    visitor.reveals(WHITE)
    visitor.waits_to_be_asked("1:tairo")


@pytest.mark.slow
def test_the_last_enter_lifts_nothing(invite: Invite) -> None:
    """The screen takes the focus and not its button; Tab leads there, Enter reveals the seat."""
    visitor, _ = shared(invite)
    assert "hotseat" == until(partial(has_focus, visitor), lambda one: one == "hotseat")
    visitor.press("Enter", "Space", "Enter")
    assert visitor.page.get_by_test_id("hotseat").is_visible()
    visitor.tabs_to(f'[data-testid="reveal-{WHITE}"]')
    visitor.press("Enter")
    visitor.waits_to_be_asked("1:tairo")
    visitor.do_by_keyboard(["plan:circle"])
    visitor.do_by_keyboard(["ready"])
    is_down(visitor)
    assert "hotseat" == has_focus(visitor)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_who_is_next_is_said_and_nothing_else(lang: str, invite: Invite) -> None:
    """The live region names the seats that are to decide; what was told to red is gone from it."""
    visitor, _ = shared(invite, lang=lang)
    sets_up(visitor, RED, "crane")
    is_down(visitor)
    white = after(seat=WHITE).sides[WHITE].name
    assert white is not None
    name = visitor.page.get_by_test_id("side-1").locator(".side").inner_text()
    assert visitor.word("hotseat.said", names=name) == until(
        partial(said, visitor), lambda text: name in text
    )
    assert visitor.word("hotseat.pass", name=name) == visitor.said("hotseat", "h2")
    assert [] == visitor.page.get_by_test_id("notice").all()


def said(visitor: Visitor) -> str:
    """What the live region says."""
    return str(visitor.page.get_by_test_id("said").text_content())


@pytest.mark.slow
def test_where_nothing_is_secret_it_stays_up(invite: Invite) -> None:
    """After the armies are revealed both play on without it; the log is what everybody was told."""
    visitor, wire = shared(invite)
    sets_up(visitor, RED, "crane")
    sets_up(visitor, WHITE, "circle")
    visitor.do(["ready"])
    visitor.reveals(RED)
    visitor.do(["ready"])
    for _ in range(6):
        until(visitor.lit, bool)
        assert 0 == visitor.page.get_by_test_id("hotseat").count()
        version = visitor.version()
        visitor.do(["end"] if "end" in visitor.lit() else visitor.lit()[:1])
        until(visitor.version, lambda now, before=version: now > before)
    assert {None} == {view["viewer"] for n, view in wire.views().items() if n > 12}


@pytest.mark.slow
def test_a_phone_is_passed_on(invite: Invite) -> None:
    """360 pixels wide everything fits, and the screen covers the board."""
    visitor, _ = shared(invite, viewport=PHONE, has_touch=True)
    card = visitor.page.get_by_test_id(f"reveal-{RED}").bounding_box()
    assert card is not None
    assert card["x"] >= 0
    assert card["x"] + card["width"] <= PHONE["width"]
    assert card["height"] >= 44
    visitor.page.get_by_test_id(f"reveal-{RED}").tap()
    visitor.waits_to_be_asked("0:tairo")


@pytest.mark.slow
def test_one_seat_each_needs_no_screen(invite: Invite) -> None:
    """Two at devices of their own never see it."""
    red, white = invite(), invite()
    red.opens_table({}, ["me", "open"], game=GAME)
    white.go(red.path)
    white.page.get_by_test_id("sit-1").click()
    for visitor, id in ((red, "0:tairo"), (white, "1:tairo")):
        visitor.waits_to_be_asked(id)
        assert 0 == visitor.page.get_by_test_id("hotseat").count()
    version, still = red.version(), white.version()
    red.do(["plan:crane"])
    is_at(red, version + 1)
    assert still == white.version()
    assert places(after("=crane")) == red.shown()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_in_it(scheme: str, size: Any, invite: Invite) -> None:
    """Hidden and revealed, without a serious flaw and no wider than the screen."""
    visitor, _ = shared(invite, color_scheme=scheme, viewport=size)
    assert [] == flaws(visitor)
    visitor.reveals(RED)
    visitor.waits_to_be_asked("0:tairo")
    assert [] == flaws(visitor)
    assert size["width"] >= widest(visitor)
