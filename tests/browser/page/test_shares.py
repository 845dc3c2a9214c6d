"""The room of the board, the size of what can be chosen: no change makes them smaller again."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import ViewportSize

from browser.conftest import Invite
from browser.measures import CURSOR, FINGERTIP, FORMS, WINDOWS, Form, Layout, measured, opened
from browser.site import Site
from browser.visitor import PHONE, Visitor, until

SHARE = 75
"""So many percent of the free box are the board's,"""
REACH = 95
"""or so many of the edge that binds."""
TRADE_REACH = 85
"""So many on a phone while there is an offer, which takes room and makes the prompt longer."""
NOTHING: dict[int, list[str]] = {window["width"]: [] for window in WINDOWS}
MOST = 4000
"""So many choices end a short game."""
SHORT = [form for form in FORMS if form.name in ("rokumon act 4", "akiwado 3", "akiwado 5")]
QUICK = [form for form in FORMS if form.name in ("swords 6", "akebono")]
CROWDED = [form for form in FORMS if form.name in ("swords 6", "akiwado 5")]
_FOLDED = """() => {
  const heights = (all) => [...document.querySelectorAll(all)]
    .map((one) => one.getBoundingClientRect().height).filter((high) => high > 0);
  return [heights(".tray.slim .lying .piece, .tray.slim button.who"), heights(".seat-slot.short")];
}"""


def flaws(one: Layout, window: ViewportSize) -> list[str]:
    """What is worse in a page than it may be."""
    reach = TRADE_REACH if window == PHONE and one.offers else REACH
    tip = FINGERTIP if window == PHONE else CURSOR
    found = {
        "the board is small": one.share < SHARE and one.reach < reach,
        f"{one.smallest} is small": 0 < one.target < tip,
        f"the letters of {one.words!r} are small": one.text < 10,
        "several buttons stand out": one.buttons > 1,
        "a tray is cut": one.beyond > 0,
        "a prompt holds blank room": window == PHONE and one.blank > 16,
    }
    return [flaw for flaw, is_there in found.items() if is_there]


def flaws_of(form: Form, invite: Invite, house: Site, *, later: bool) -> dict[int, list[str]]:
    """The same for a form in all windows, by their widths."""
    desk = invite(house)
    path = opened(desk.page, house.url, form, later)
    found = {}
    for window in WINDOWS:
        guest = desk if window != PHONE else _by_finger(desk, invite, house)
        guest.page.set_viewport_size(window)
        guest.go(path)
        found[window["width"]] = flaws(measured(guest.page), window)
    return found


def _by_finger(guest: Visitor, invite: Invite, house: Site) -> Visitor:
    state = guest.context.storage_state()
    return invite(house, storage_state=state, has_touch=True, is_mobile=True)


@pytest.mark.slow
@pytest.mark.parametrize("form", QUICK, ids=lambda form: form.name)
def test_the_board_has_the_room(form: Form, invite: Invite, house: Site) -> None:
    """At the beginning of a game, in every window: Swords for six had 342 of 980 pixels."""
    assert NOTHING == flaws_of(form, invite, house, later=False)


@pytest.mark.slow
@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_board_has_the_room_in_all_games(
    form: Form, later: bool, invite: Invite, house: Site
) -> None:
    """The same for every game, and for a crowded position."""
    assert NOTHING == flaws_of(form, invite, house, later=later)


@pytest.mark.slow
def test_a_list_of_choices_leaves_the_board_its_room(invite: Invite) -> None:
    """Whoever splits the dice among five merchants has a long one, which can be scrolled."""
    one = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    one.opens_table({"seats": "5"}, ["me"] * 5, game="akiwado")
    one.page.locator("[data-testid^=reveal-]").first.click()
    one.page.locator(".buttons.list").wait_for()
    assert [] == flaws(measured(one.page), PHONE)


def test_a_touch_beside_a_space_means_it(invite: Invite) -> None:
    """The nearest thing that can be chosen is meant, a fingertip round its middle."""
    one = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    one.opens_table({"act": "1"}, ["me", "me"])
    one.waits_to_be_asked("r1c1")
    x, y = one.middle("r1c1")
    one.page.touchscreen.tap(x, y + 20)
    assert 1 == until(lambda: len(one.shown()["r1c1"][2]), bool)


@pytest.mark.slow
def test_a_touch_of_what_is_crowded_shows_it_larger_first(invite: Invite) -> None:
    """Spaces of 27 pixels are enlarged before one is chosen, and then all is whole again."""
    one = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    one.opens_table({}, ["me", "random"], game="akebono")
    one.waits_to_be_asked("0:ashigaru")
    one.thing("0:ashigaru").tap()
    one.page.locator(".board :is(.can, .target)").first.wait_for()
    whole = one.page.get_by_role("button", name=one.word("table.zoom.all"))
    assert not whole.is_visible()
    space = one.lit()[-1]
    one.page.touchscreen.tap(*one.middle(space))
    whole.wait_for()
    assert space in one.lit()
    one.page.touchscreen.tap(*one.rested(space))
    whole.wait_for(state="detached")
    assert 1 == len(until(one.shown, lambda shown: len(shown[space][2]) == 1)[space][2])


@pytest.mark.slow
@pytest.mark.parametrize("form", SHORT, ids=lambda form: form.name)
def test_nothing_lies_over_the_board_of_a_phone(form: Form, invite: Invite, house: Site) -> None:
    """When a game is over, too: a tray lay over the lower rows, and the board over the result."""
    desk = invite(house)
    # Merchants decide side by side: what was chosen a moment too late is refused.
    desk.may_lose_the_server = True
    path = opened(desk.page, house.url, form._replace(later=MOST), later=True)
    one = _by_finger(desk, invite, house)
    one.page.set_viewport_size(PHONE)
    one.go(path)
    one.page.get_by_test_id("result").wait_for()
    assert [] == one.page.evaluate(_OVERLAPS)


# Which of the things round the board reach into its frame, or out of the room that they have.
_OVERLAPS: Final = """() => {
  const frame = document.querySelector(".middle").getBoundingClientRect();
  const room = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".seat-slot, .head")].filter((one) => {
    const {top, bottom} = one.getBoundingClientRect();
    return bottom > frame.top + 1 && top < frame.bottom - 1;
  }).map((one) => one.className).concat(frame.bottom > room.bottom + 1 ? ["board"] : []);
}"""


@pytest.mark.slow
def test_a_map_on_a_phone_shows_what_can_be_chosen(invite: Invite) -> None:
    """It is shown in parts whose spaces can be read, and what is lit is among them."""
    one = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    one.opens_table({"battle": "tennozan"}, ["me", "me"], game="summits")
    one.button("table.zoom.all").wait_for()
    assert 90 < one.page.evaluate(_USUAL)
    frame = one.page.locator(".middle").bounding_box()
    assert frame is not None
    for space in (id for id in one.lit() if one.page.locator(f'.board [data-node="{id}"]').count()):
        x, y = one.middle(space)
        assert frame["x"] < x < frame["x"] + frame["width"]
        assert frame["y"] < y < frame["y"] + frame["height"]


# The shorter edge of the usual area, in pixels.
_USUAL: Final = """() => {
  const edges = [...document.querySelectorAll(".board .area")].map((one) => {
    const {width, height} = one.getBoundingClientRect();
    return Math.min(width, height);
  }).sort((a, b) => a - b);
  return edges[edges.length >> 1];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("form", CROWDED, ids=lambda form: form.name)
def test_what_lies_in_a_folded_tray_can_be_touched(form: Form, invite: Invite, house: Site) -> None:
    """On a phone the buttons that are the seats' names were 18 pixels high."""
    desk = invite(house)
    path = opened(desk.page, house.url, form, later=True)
    guest = _by_finger(desk, invite, house)
    guest.page.set_viewport_size(PHONE)
    guest.go(path)
    guest.page.locator(".tray.slim").first.wait_for()
    heights, trays = guest.page.evaluate(_FOLDED)
    assert heights
    assert min(heights) >= CURSOR
    assert max(trays) <= 48
