"""The lobby says who wins a start, as far as it was measured."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route

from browser.conftest import Invite
from browser.visitor import PHONE, WIDE


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_who_wins_is_told_by_side_and_level(viewport: object, invite: Invite) -> None:
    """A line, and on request a table of all levels, within the width of the page."""
    one = invite(viewport=viewport)
    one.go()
    one.page.get_by_test_id("pick-act2").click()
    told = one.page.get_by_test_id("who-wins")
    assert "Sanada wins 83% of all deals with perfect play" in one.said("who-wins")
    assert not told.get_by_role("table").is_visible()
    told.locator("summary").click()
    assert ["", "Ashigaru", "Samurai", "perfect play"] == [
        cell.strip() for cell in told.locator("thead tr > *").all_inner_texts()
    ]
    assert ["Sanada", "Tokugawa"] == told.get_by_role("rowheader").all_inner_texts()
    assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_figures_are_of_the_options_that_were_measured(invite: Invite) -> None:
    """With a ruling changed nothing is said, as nobody has measured that."""
    one = invite()
    one.opens_form()
    form = one.page.get_by_test_id("options-dialog")
    form.get_by_test_id("who-wins").wait_for()
    form.get_by_test_id("rulings").locator("summary").click()
    form.get_by_test_id("option-reveal_beats_win").click()
    form.get_by_test_id("who-wins").wait_for(state="detached")


@pytest.mark.slow
def test_the_seats_of_a_form_can_be_drawn_by_lot(invite: Invite) -> None:
    """All wishes move on by as many seats as the lot says."""
    one = invite()
    one.page.add_init_script("Math.random = () => 0.9;")
    one.opens_form()
    wishes = [one.page.get_by_test_id(f"wish-{n}") for n in range(2)]
    assert ["me", "open"] == [wish.input_value() for wish in wishes]
    one.page.get_by_test_id("draw-seats").click()
    assert ["open", "me"] == [wish.input_value() for wish in wishes]


@pytest.mark.slow
def test_a_more_even_start_is_one_click_away(invite: Invite) -> None:
    """The button opens the preset that the server names."""

    def with_even(route: Route) -> None:
        answer = route.fetch()
        games = answer.json()
        summits = next(game for game in games if game["key"] == "summits")
        figure = {"level": "daimyo", "games": 400, "day": "2026-11-30"}
        summits["presets"][0] |= {
            "even": "shizugatake", "figures": [figure | {"seats": [[7, 5, 9], [93, 91, 95]]}],
        }  # fmt: skip
        route.fulfill(response=answer, body=json.dumps(games))

    one = invite()
    one.page.route("**/api/games", with_even)
    one.go()
    one.page.get_by_test_id("cover-summits").check()
    assert "Akechi wins 93% between Daimyo (91–95)" in one.said("who-wins")
    one.page.get_by_test_id("even-shizugatake").click()
    one.page.get_by_test_id("bot-shizugatake").wait_for()
