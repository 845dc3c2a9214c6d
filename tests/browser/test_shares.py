"""The room of the board, the size of what can be chosen: no change makes them smaller again."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from .conftest import Invite
from .measures import FINGERTIP, FORMS, WINDOWS, Form, Layout, measured, opened
from .site import Site
from .visitor import PHONE, Visitor, until

SHARE = 75
"""So many percent of the free box are the board's,"""
REACH = 95
"""or so many of the edge that binds."""
NOTHING: dict[int, list[str]] = {window["width"]: [] for window in WINDOWS}
QUICK = [form for form in FORMS if form.name in ("swords 6", "akebono")]


def flaws(one: Layout, window: ViewportSize) -> list[str]:
    """What is worse in a page than it may be."""
    found = {
        "the board is small": one.share < SHARE and one.reach < REACH,
        f"{one.smallest} is small": 0 < one.target < FINGERTIP,
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


def test_a_touch_beside_a_space_means_it(invite: Invite) -> None:
    """The nearest thing that can be chosen is meant, a fingertip round its middle."""
    one = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    one.opens_table({"act": "1"}, ["me", "me"])
    one.waits_to_be_asked("r1c1")
    x, y = one.middle("r1c1")
    one.page.touchscreen.tap(x, y + 20)
    assert 1 == until(lambda: len(one.shown()["r1c1"][2]), bool)


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
    one.page.touchscreen.tap(*one.middle(space))
    whole.wait_for(state="detached")
    assert 1 == len(one.shown()[space][2])
