"""The end of a game, over the board and beside it."""

from __future__ import annotations

from random import Random

import pytest

from browser.conftest import Invite
from browser.visitor import PHONE, Visitor, until

SHORT = {"act": "2", "deal": "gggjjjj"}


def gives_up(one: Visitor) -> None:
    """Resign at one's own turn."""
    one.tab("info")
    one.page.get_by_test_id("resign").click()
    one.page.get_by_test_id("resign-yes").click()


@pytest.mark.slow
def test_the_end_says_what_it_means_for_the_reader(invite: Invite) -> None:
    """The loser has lost, whoever has won; a button and Esc lead back to the board."""
    one = invite()
    one.opens_table(SHORT, ["me", "random"])
    one.is_at("running")
    one.page.locator(".board .can").first.wait_for()
    gives_up(one)
    ending = one.page.get_by_test_id("ending")
    ending.wait_for()
    assert one.word("over.defeat") == one.said("result", "h2")
    one.page.get_by_test_id("ending-close").click()
    ending.wait_for(state="detached")
    assert one.word("over.defeat") == one.said("result", "h2")
    one.reload()
    one.page.get_by_test_id("result").wait_for()
    assert 0 == ending.count()


@pytest.mark.slow
def test_on_a_phone_the_ending_is_not_covered(invite: Invite) -> None:
    """The sheet with the button that gives up closes, and the card can be used."""
    one = invite(viewport=PHONE)
    one.opens_table(SHORT, ["me", "random"])
    one.is_at("running")
    one.page.locator(".board .can").first.wait_for()
    gives_up(one)
    one.page.get_by_test_id("ending-close").click(timeout=5000)
    assert 0 == one.page.get_by_test_id("sheet").count()


@pytest.mark.slow
def test_a_series_is_counted(invite: Invite) -> None:
    """After the second game against somebody it is said who has won how many."""
    one = invite()
    one.opens_table(SHORT, ["me", "random"])
    for wins in (1, 2):
        one.is_at("running")
        one.page.locator(".board .can").first.wait_for()
        gives_up(one)
        one.page.get_by_test_id("ending-close").click()
        if wins == 1:
            assert 0 == one.page.get_by_test_id("series").count()
            one.page.get_by_test_id("rematch-0").click()
    bot = one.word("bot.random")
    assert one.word("over.series", score=f"{bot} 2") == one.said("series")


@pytest.mark.slow
def test_a_score_leaves_out_what_nobody_has(invite: Invite) -> None:
    """Of a battle that is given up at once there is no figure to be told but the sum."""
    one = invite()
    one.opens_table({}, ["me", "greedy"], game="akebono")
    one.is_at("running")
    assert until(one.lit, bool)
    gives_up(one)
    score = one.page.get_by_test_id("score")
    score.first.wait_for()
    rows = score.first.locator("tbody:not(.sum) tr").all_inner_texts()
    assert [] == [row for row in rows if not set("123456789") & set(row)]


@pytest.mark.slow
def test_the_end_waits_for_the_last_piece(invite: Invite) -> None:
    """With motion on it is told when nothing flies any more; it was told before."""
    one = invite(reduced_motion="no-preference", viewport=PHONE)
    one.opens_table(SHORT, ["me", "random"])
    one.is_at("running")
    one.page.locator(".board .can").first.wait_for()
    one.page.evaluate(_WATCH)
    gives_up(one)
    one.close_sheet()
    one.page.get_by_test_id("ending").wait_for()
    assert 0 == one.page.evaluate("() => window.flying")
    one.press("Escape")
    one.page.get_by_test_id("ending").wait_for(state="detached")


# How much flew when the end was told.
_WATCH = """() => new MutationObserver(() => {
  if (window.flying === undefined && document.querySelector("[data-testid=ending]"))
    window.flying = document.querySelectorAll(".flying").length;
}).observe(document.body, {childList: true, subtree: true})"""


@pytest.mark.slow
def test_the_address_names_the_step_that_is_shown(invite: Invite) -> None:
    """A reload, the way back and a link led to the end of a game instead."""
    one = invite()
    one.opens_table(SHORT, ["me", "random"])
    present, rng = one.path, Random(3)
    for _ in range(2):
        one.page.locator(".board .can").first.wait_for()
        one.does_anything(rng)
    one.page.locator(".board .can").first.wait_for()
    slider, address = one.page.get_by_test_id("slider"), "() => location.search"
    one.page.get_by_test_id("prev").click()
    step = int(slider.input_value())
    one.page.wait_for_url(f"**?step={step}")
    one.page.get_by_test_id("last").click()
    assert "" == until(lambda: one.page.evaluate(address), lambda search: not search)
    gives_up(one)
    one.page.get_by_test_id("ending").wait_for()
    assert present == one.path
    one.go(f"{present}?step={step}")
    one.is_at("over")
    assert str(step) == until(slider.input_value, lambda value: value == str(step))
    one.page.get_by_test_id("prev").click()
    one.page.wait_for_url(f"**?step={step - 1}")
    one.page.get_by_role("link", name="Honjin").first.click()
    one.page.get_by_test_id("lobby").wait_for()
    one.page.go_back()
    assert str(step - 1) == until(slider.input_value, lambda value: value == str(step - 1))
