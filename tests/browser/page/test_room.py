"""What is made of the room there is: trays, seats and prompt on a phone and on a low screen."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from playwright.sync_api import ViewportSize

from browser.conftest import Invite
from browser.games.test_clans import does_one_thing, must_act
from browser.visitor import PHONE

LOW: Final[ViewportSize] = {"width": 1366, "height": 657}
DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
_CUT: Final = """() => [...document.querySelectorAll(".tray .side")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""
_BOARD: Final = """() => {
  const rows = [...document.querySelectorAll("[data-space]")].filter(
    (space) => /^[a-z]\\d+$/.test(space.dataset.id)).map((space) => space.getBoundingClientRect());
  return Math.max(...rows.map(({ bottom }) => bottom)) - Math.min(...rows.map(({ top }) => top));
}"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats"), [("akebono", ["me", "open"]), ("akiwado", ["me", "open", "open"])]
)
def test_names_in_trays_are_whole_on_a_phone(game: str, seats: list[str], invite: Invite) -> None:
    """However many pieces lie beside them; "R…" stood there, and "Monzae…"."""
    one = invite(viewport=PHONE)
    options = {"seats": str(len(seats))} if len(seats) > 2 else {}
    one.opens_table(options, seats, game=game)
    assert [] == one.page.evaluate(_CUT)


@pytest.mark.slow
def test_six_clans_leave_the_board_the_height_of_a_low_screen(invite: Invite) -> None:
    """The others stand beside it, and nowhere else: 340 pixels of it were left below them."""
    one = invite(viewport=LOW)
    one.opens_table({"seats": "6"}, ["me", *["random"] * 5], game="swords")
    one.is_at("running")
    assert 440 < one.page.evaluate(_BOARD)
    assert 0 == one.page.locator(".seats li:visible").count()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_sides_stand_round_the_board_and_nowhere_else(lang: str, invite: Invite) -> None:
    """Once the game runs; they stood in the column, too."""
    one = invite(lang=lang, viewport=DESK)
    one.opens_table({"act": "2", "deal": "gggjjjj"}, ["me", "me"])
    one.is_at("running")
    assert 2 == one.page.locator(".tray .side:visible").count()
    assert 0 == one.page.locator(".seats li").count()


@pytest.mark.slow
def test_prompt_on_a_phone_holds_no_blank_room(invite: Invite) -> None:
    """Two lines, and a row of buttons where there are some; 180 pixels were kept, then 124."""
    one = invite(viewport=PHONE, has_touch=True)
    one.opens_table({"act": "2", "deal": "gggjjjj"}, ["me", "me"])
    one.page.get_by_test_id("sentence").wait_for()
    box = one.page.get_by_test_id("prompt").bounding_box()
    assert box is not None
    assert 80 > box["height"]


@pytest.mark.slow
def test_what_may_be_done_in_another_s_turn_does_not_call(invite: Invite) -> None:
    """The button of an offer is filled only where the table waits for the user."""
    first, second = invite(), invite()
    first.opens_table({"seats": "2"}, ["me", "open"], game="swords")
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    second.is_at("running")
    people = [second, first]
    for _ in range(12):
        people.sort(key=must_act)
        if "deal" in people[0].lit() and "deal" in people[1].lit():
            break
        does_one_thing(people[1], Random(1))
    waits, called = people
    assert 0 == waits.page.locator(".prompt .button.main").count()
    assert 0 < called.page.locator(".prompt .button.main").count()
