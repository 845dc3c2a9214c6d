"""A finished game comes into the history and the profile, and moves the rating."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Route

from browser.conftest import Invite
from browser.table.test_ending import SHORT, gives_up
from browser.visitor import PHONE, WIDE, Visitor, until

RATED = {"act": "1"}


def plays(one: Visitor, turns: int) -> None:
    """Act so often, and wait until it is one's own turn again."""
    rng = Random(3)
    for _ in range(turns):
        one.does_anything(rng)
        one.page.locator(".board .can").first.wait_for()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_rated_game_is_found_again(invite: Invite, lang: str) -> None:
    """Told as rated before; lost; then in the history, in the statistics, and in the rating."""
    one = invite(viewport=WIDE if lang == "en" else PHONE, lang=lang)
    one.opens_table(RATED, ["me", "ashigaru"])
    one.is_at("running")
    one.page.locator(".board .can").first.wait_for()
    plays(one, 2)
    gives_up(one)
    one.close_sheet()
    one.page.get_by_test_id("ending").wait_for()
    change = one.page.get_by_test_id("rating-change").first
    change.wait_for()
    rating = re.search(r"\d+", change.inner_text())
    assert rating is not None
    assert one.word("club.began", rating=rating[0]) == change.inner_text()
    one.go("/games")
    row = one.page.get_by_test_id("history-row")
    row.wait_for()
    assert one.word("club.lost") in row.inner_text()
    assert "−" in row.locator(".change").inner_text()
    one.page.get_by_test_id("filter-outcome").select_option("won")
    row.wait_for(state="detached")
    one.page.get_by_test_id("filter-outcome").select_option("lost")
    row.wait_for()
    one.link("club.profile").click()
    card = one.page.get_by_test_id("rating-rokumon")
    card.wait_for()
    assert one.page.get_by_test_id("provisional").is_visible()
    assert int(card.locator("b").inner_text()) < 1500
    assert one.page.get_by_test_id("wins-games").get_by_role("row").count() == 1
    row.get_by_role("link").first.click()
    one.is_at("over")


@pytest.mark.slow
def test_the_filter_is_the_one_in_the_address(invite: Invite) -> None:
    """A link to the page without its filter left that in use, and so did the way back."""
    one = invite()
    one.go("/games")
    game = one.page.get_by_test_id("filter-game")
    game.select_option("akebono")
    one.page.wait_for_url("**/games?game=akebono")
    here = one.page.get_by_role("link", name=one.word("club.games"), exact=True)
    length = "() => history.length"
    for _ in range(2):  # the second click leads nowhere else
        here.click()
    assert ("/games", "") == (one.path, until(game.input_value, lambda value: value == ""))
    assert 3 == one.page.evaluate(length)
    one.page.go_back()
    assert "akebono" == until(game.input_value, lambda value: value == "akebono")
    assert "/games?game=akebono" == one.path


def has_more(route: Route) -> None:
    """Two pages of one game each."""
    url = route.request.url.replace("before=more", "")
    page, first = route.fetch(url=url).json(), url == route.request.url
    game = {**page["games"][0], "id": "first" if first else "second"}
    route.fulfill(json={**page, "games": [game], "after": "more" if first else ""})


@pytest.mark.slow
def test_the_way_back_leads_to_all_that_was_shown(invite: Invite) -> None:
    """What "Show more" had brought was gone after a look at one of the games."""
    one = invite()
    one.opens_table(SHORT, ["me", "random"])
    one.page.locator(".board .can").first.wait_for()
    gives_up(one)
    one.is_at("over")
    one.page.route(re.compile("/api/history"), has_more)
    one.go("/games")
    rows = one.page.get_by_test_id("history-row")
    one.page.get_by_test_id("history-more").click()
    assert 2 == until(rows.count, lambda count: count == 2)
    one.page.get_by_role("link", name="Honjin").first.click()
    one.page.get_by_test_id("lobby").wait_for()
    one.page.go_back()
    rows.first.wait_for()
    assert 2 == until(rows.count, lambda count: count == 2)
    one.page.get_by_test_id("filter-outcome").select_option("lost")
    assert 1 == until(rows.count, lambda count: count == 1)


@pytest.mark.slow
def test_the_next_game_is_one_key_away(invite: Invite) -> None:
    """From the lobby to the table that waits, from there to the other one."""
    one = invite()
    paths = []
    for _ in range(2):
        one.opens_table(RATED, ["me", "ashigaru"])
        one.is_at("running")
        paths.append(one.path)
    one.page.get_by_test_id("next-game").wait_for()
    one.page.keyboard.press("n")
    one.page.wait_for_url(f"**{paths[0]}")
    one.page.get_by_test_id("next-game").wait_for()
    one.go()
    one.page.get_by_test_id("your-turn").wait_for()
    one.page.keyboard.press("n")
    one.page.wait_for_url("**/t/*")


@pytest.mark.slow
def test_a_profile_that_is_private_is_nobody_elses(invite: Invite) -> None:
    """Who asks for it is told so; its owner sees it and can open it again."""
    one, other = invite(), invite()
    one.go("/people/me")
    one.page.get_by_test_id("hide-profile").check()
    who = one.page.evaluate("() => fetch('/api/me').then((found) => found.json())")["id"]
    one.reload()
    assert one.page.get_by_test_id("hide-profile").is_checked()
    other.may_lose_the_server = True  # the refusal is written to the console
    other.go(f"/people/{who}")
    other.page.get_by_test_id("nowhere").wait_for()
