"""A player leaves: a bot plays for him until he is back; or he gives his seat to who comes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import pytest

from browser.conftest import Invite
from browser.page.test_reading import flaws, widest
from browser.script import Script, whole_game
from browser.site import Site
from browser.visitor import PHONE, WIDE, Visitor, until
from places import TESTS

PROGRAM = TESTS / "server" / "real" / "patient_server.py"
SHORT: Final = {"act": "4", "deal": "gggjjjj"}
SOON: Final = "0.8"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A house that waits less than a second for who is away; its shogun thinks until hurried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HONJIN_AWAY", SOON)
        site = Site(tmp_path_factory.mktemp("hasty"), PROGRAM)
        site.start()
        yield site
        site.stop()


def two(invite: Invite, site: Site, **context: Any) -> tuple[Visitor, Visitor, Script]:
    """Two at a table, and a game that they could play."""
    script = whole_game("rokumon", SHORT)
    first, second = invite(site, **context), invite(site, **context)
    first.opens_table(script.options, ["me", "open"])
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    for one in (first, second):
        one.is_at("running")
    return first, second, script


def notices(visitor: Visitor) -> str:
    """What the page tells of itself, and says aloud."""
    return " ".join(visitor.page.get_by_role("status").all_inner_texts())


def name_of(visitor: Visitor) -> str:
    """What a visitor is called."""
    return str(visitor.page.evaluate("async () => (await (await fetch('/api/me')).json()).name"))


def lets_a_bot_play(visitor: Visitor, bot: str) -> None:
    """In the dialog that is open: this bot."""
    visitor.page.get_by_test_id("handover-bot").select_option(bot)
    assert visitor.word(f"bot.{bot}.about") in visitor.said("handover")
    visitor.page.get_by_test_id("handover-yes").click()


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_one_leaves_and_comes_back(phone: bool, hasty: Site, invite: Invite) -> None:
    """Who waits puts a bot there; it plays on; who comes back takes his seat with one click."""
    first, second, script = two(invite, hasty, **({"viewport": PHONE} if phone else {}))
    path = first.path
    second.go()
    first.do(script.turns[0].choice.path)
    first.page.get_by_test_id("missed-1").click()
    lets_a_bot_play(first, "greedy")
    assert first.word("bot.greedy") in until(partial(notices, first), bool)
    until(first.lit, bool)
    assert 0 == first.page.get_by_test_id("missed-1").count()
    second.go(path)
    second.page.get_by_test_id("return" if phone else "return-1").click()
    second.page.get_by_test_id("return").wait_for(state="detached")
    line = first.word("handed.back", name=name_of(second), seat="\0").split("\0")[0].strip()
    assert line in until(partial(notices, first), lambda text: line in text)
    first.do(script.turns[2].choice.path[:1])


@pytest.mark.slow
def test_a_seat_is_taken_back_while_the_bot_thinks(hasty: Site, invite: Invite) -> None:
    """By keys alone: one's own seat is given to the shogun and taken back in his thoughts."""
    first, second, script = two(invite, hasty)
    first.do(script.turns[0].choice.path)
    second.tab("info")
    second.tabs_to('[data-testid="substitute-me"]')
    second.press("Enter")
    second.tabs_to('[data-testid="handover-bot"]')
    second.page.keyboard.type("Shogun")
    second.tabs_to('[data-testid="handover-yes"]')
    second.press("Enter")
    for one in (first, second):
        one.page.get_by_test_id("thinking").wait_for()
        assert one.word("bot.shogun") in one.said("seats")
    assert [] == second.lit()
    steps = second.version()
    second.tabs_to('[data-testid="return"]')
    second.press("Enter")
    second.waits_to_be_asked(script.turns[1].choice.path[0])
    for one in (first, second):
        one.page.get_by_test_id("thinking").wait_for(state="detached")
    assert steps + 1 == second.version()
    second.do(script.turns[1].choice.path)
    for one in (first, second):
        one.sees(script.turns[1].after)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_seat_is_given_up_and_somebody_is_let_in(lang: str, hasty: Site, invite: Invite) -> None:
    """Who gives it up watches; another comes from the lobby, asks, is let in, and plays on."""
    first, second, script = two(invite, hasty, lang=lang)
    third = invite(hasty, lang=lang)
    second.tab("info")
    second.page.get_by_test_id("give-up").click()
    assert second.word("seat.giveup.about") in second.said("handover")
    second.page.get_by_test_id("handover-yes").click()
    assert second.word("table.watching.open") == second.said("watching")
    first.tab("chat")
    first.page.get_by_test_id("handed").wait_for()
    third.go()
    row = third.page.get_by_test_id("running").get_by_test_id("row").first
    assert third.word("lobby.join") in row.inner_text()
    row.click()
    third.page.get_by_test_id("ask-1").click()
    assert third.word("act.takeback.withdraw") in third.said("request")
    first.page.get_by_test_id("request-yes").click()
    first.page.get_by_test_id("request").wait_for(state="detached")
    first.do(script.turns[0].choice.path)
    third.do(script.turns[1].choice.path)
    for one in (first, second, third):
        one.sees(script.turns[1].after)


@pytest.mark.slow
def test_a_bot_keeps_a_free_seat_warm(hasty: Site, invite: Invite) -> None:
    """On a seat that was given up who stays puts a bot, until somebody takes it."""
    first, second, script = two(invite, hasty)
    second.tab("info")
    second.page.get_by_test_id("give-up").click()
    second.page.get_by_test_id("handover-yes").click()
    first.page.get_by_test_id("substitute-1").click()
    lets_a_bot_play(first, "greedy")
    first.do(script.turns[0].choice.path)
    assert 2 == until(first.steps, lambda steps: steps == 2)
    assert first.word("bot.greedy") in first.said("seats")
    second.page.get_by_test_id("ask-1").click()  # it was his own, so nobody has to agree
    assert first.word("bot.greedy") not in until(
        partial(first.said, "seats"), lambda text: first.word("bot.greedy") not in text
    )


@pytest.mark.slow
def test_nobody_who_is_here_is_replaced(hasty: Site, invite: Invite) -> None:
    """While his window is open there is no button, however long he thinks; nor for watchers."""
    first, second, script = two(invite, hasty)
    watcher = invite(hasty)
    watcher.go(first.path)
    first.do(script.turns[0].choice.path)
    first.page.wait_for_timeout(1500)
    assert 0 == first.page.get_by_test_id("missed-1").count()
    path = second.path
    second.go()
    first.page.get_by_test_id("missed-1").wait_for()
    assert 0 == watcher.page.get_by_test_id("missed-1").count()
    second.go(path)
    first.page.get_by_test_id("missed-1").wait_for(state="detached")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_when_seats_change_hands(
    scheme: str, size: Any, hasty: Site, invite: Invite
) -> None:
    """The dialog, the seat that a bot plays, and the lines that tell of it."""
    first, second, script = two(invite, hasty, color_scheme=scheme, viewport=size)
    first.do(script.turns[0].choice.path)
    second.tab("info")
    second.page.get_by_test_id("substitute-me").click()
    assert [] == flaws(second)
    lets_a_bot_play(second, "shogun")
    second.page.get_by_test_id("return").wait_for()
    assert [] == flaws(second)
    second.close_sheet()
    second.tab("chat")
    second.page.get_by_test_id("handed").wait_for()
    for one in (first, second):
        assert [] == flaws(one)
        assert size["width"] >= widest(one)
