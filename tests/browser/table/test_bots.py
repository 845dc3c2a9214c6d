"""Bots in the page: chosen by level, seen thinking, told to hurry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from browser.conftest import Invite
from browser.script import whole_game
from browser.site import Site
from browser.visitor import PHONE, Visitor, until
from honjin.bots import LEVELS
from places import TESTS

PROGRAM = TESTS / "server" / "real" / "patient_server.py"
SHORT = {"act": "2", "deal": "gggjjjj"}


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server whose shogun thinks until he is told to hurry, twenty seconds at most."""
    site = Site(tmp_path_factory.mktemp("patient"), PROGRAM)
    site.start()
    yield site
    site.stop()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_level_is_chosen_in_the_lobby(lang: str, invite: Invite) -> None:
    """All levels stand there with what to expect; the chosen one sits down, and is kept."""
    alone = invite(lang=lang)
    alone.go()
    for level in LEVELS:
        alone.page.get_by_test_id("game-rokumon").get_by_test_id(f"level-{level}").check()
        shelf = alone.page.get_by_test_id("bot-choice-rokumon")
        assert shelf.get_by_text(alone.word(f"bot.{level}.about")).is_visible()
    alone.page.get_by_test_id("game-rokumon").get_by_test_id("level-daimyo").check()
    alone.page.get_by_test_id("bot-act4").click()
    alone.page.get_by_test_id("board").wait_for()
    assert alone.word("bot.daimyo") in alone.said("side-1")
    alone.go()
    assert alone.page.get_by_test_id("game-rokumon").get_by_test_id("level-daimyo").is_checked()


@pytest.mark.slow
def test_a_level_is_chosen_by_keyboard(invite: Invite) -> None:
    """Arrow keys go from level to level."""
    alone = invite()
    alone.go()
    alone.page.get_by_test_id("bot-act4").wait_for()
    alone.tabs_to('[data-testid="level-samurai"]')
    alone.press("ArrowRight")
    assert alone.page.get_by_test_id("game-rokumon").get_by_test_id("level-daimyo").is_checked()


@pytest.mark.slow
def test_a_level_is_put_on_a_free_seat(invite: Invite) -> None:
    """At the table, with the same line on what to expect."""
    alone = invite()
    alone.opens_table(SHORT, ["me", "open"])
    alone.page.get_by_test_id("bot-1").select_option("ashigaru")
    assert alone.word("bot.ashigaru.about") in alone.said("seats")
    alone.page.get_by_test_id("putbot-1").click()
    alone.is_at("running")
    assert alone.word("bot.ashigaru") in alone.said("side-1")


@pytest.mark.slow
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_everybody_sees_a_bot_think_and_a_player_hurries_it(
    phone: bool, patient: Site, invite: Invite
) -> None:
    """The share of its time grows before player and watcher; the player's word ends it."""
    size = {"viewport": PHONE} if phone else {}
    player, watcher = invite(patient, **size), invite(patient, **size)
    player.opens_table(SHORT, ["me", "shogun"])
    watcher.go(player.path)
    player.do(whole_game("rokumon", SHORT).turns[0].choice.path)
    for visitor in (player, watcher):
        assert 2 <= until(partial(shown_share, visitor), lambda share: share >= 2)
    assert 0 == watcher.page.get_by_test_id("hurry").count()
    before = player.version()
    player.page.get_by_test_id("hurry").click()
    for visitor in (player, watcher):
        assert before < until(visitor.version, lambda version: version > before)
        visitor.page.get_by_test_id("thinking").wait_for(state="detached")
    assert until(player.lit, bool)


def shown_share(visitor: Visitor) -> int:
    """The share of the time used as the page tells it, in percent; -1 while it tells none."""
    bar = visitor.page.get_by_test_id("thinking").get_by_role("progressbar")
    return int(bar.get_attribute("aria-valuenow") or -1) if bar.count() else -1
