"""One person: the Epilogue against the Automa, a bot, the keyboard alone, a restart, the past."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.conftest import Invite
from browser.script import whole_game
from browser.site import Site
from browser.visitor import PHONE, Visitor, until

EPILOGUE = {"act": "epilogue", "deal": "1725346"}
STANDARD = {"act": "4", "deal": "gggjjjj"}
SHORT = {"act": "2", "deal": "gggjjjj"}


@pytest.mark.slow
def test_epilogue_is_played_to_its_end(invite: Invite) -> None:
    """The Automa answers each action at once, as the rules say, until somebody has won."""
    script = whole_game("rokumon", EPILOGUE)
    alone = invite()
    alone.opens_table(script.options, ["me"])
    for turn in script.turns:
        alone.do(turn.choice.path)
        alone.sees(turn.after)
    assert alone.said("result", "h2")


@pytest.mark.slow
def test_a_bot_answers(invite: Invite) -> None:
    """Against a bot: one's own action, and soon the bot's, without anybody touching the page."""
    alone = invite()
    alone.opens_table(SHORT, ["me", "greedy"])
    alone.do(whole_game("rokumon", SHORT).turns[0].choice.path)
    assert 2 == until(alone.steps, lambda steps: steps == 2)


def test_whole_game_by_keyboard_alone(invite: Invite) -> None:
    """From the lobby to the end of a game without touching the mouse."""
    script = whole_game("rokumon", SHORT, most=16)
    alone = invite()
    alone.opens_table_by_keyboard(script.options, ["me", "me"])
    for turn in script.turns:
        alone.do_by_keyboard(turn.choice.path)
        alone.sees(turn.after)
    assert alone.said("result", "h2")


@pytest.mark.slow
def test_table_survives_a_restart(
    chromium: Browser, own_site: Site, invite: Invite, tmp_path: Path
) -> None:
    """The server is killed and started again, the browser closed and opened: the seat is kept."""
    script = whole_game("rokumon", SHORT)
    first = invite(own_site)
    first.opens_table(script.options, ["me", "me"])
    for turn in script.turns[:3]:
        first.do(turn.choice.path)
        first.sees(turn.after)
    path, cookies = first.path, tmp_path / "cookies.json"
    first.context.storage_state(path=cookies)
    first.may_lose_the_server = True
    own_site.kill()
    own_site.start()
    again: Visitor = invite(own_site, storage_state=cookies)
    again.go(path)
    again.sees(script.turns[2].after)
    for turn in script.turns[3:5]:
        again.do(turn.choice.path)
        again.sees(turn.after)


@pytest.mark.slow
def test_window_finds_the_server_again(own_site: Site, invite: Invite) -> None:
    """A page that was open while the server restarted says so, and takes up where it was."""
    script = whole_game("rokumon", SHORT)
    alone = invite(own_site)
    alone.opens_table(script.options, ["me", "me"])
    alone.may_lose_the_server = True
    own_site.stop()
    alone.page.get_by_test_id("lost").wait_for()
    own_site.start()
    alone.page.get_by_test_id("lost").wait_for(state="detached", timeout=20_000)
    for turn in script.turns[:2]:
        alone.do(turn.choice.path)
        alone.sees(turn.after)


@pytest.mark.slow
def test_past_by_arrow_keys_and_a_fork(invite: Invite) -> None:
    """Arrow keys step through the game; from any step a new table plays on."""
    script = whole_game("rokumon", SHORT)
    alone = invite()
    alone.opens_table(script.options, ["me", "me"])
    for turn in script.turns[:4]:
        alone.do(turn.choice.path)
        alone.sees(turn.after)
    alone.press("Shift+ArrowLeft")
    alone.sees(script.turns[2].after)
    alone.press("Shift+ArrowLeft")
    alone.sees(script.turns[1].after)
    assert [] == alone.lit()
    alone.press("Shift+ArrowRight")
    alone.sees(script.turns[2].after)
    table = alone.path
    alone.page.get_by_test_id("fork").click()
    alone.page.wait_for_url(lambda url: not url.endswith(table))
    alone.sees(script.turns[2].after)
    for turn in script.turns[3:5]:
        alone.do(turn.choice.path)
        alone.sees(turn.after)
    alone.go(table)
    alone.sees(script.turns[3].after)


@pytest.mark.slow
def test_log_lines_lead_to_their_step(invite: Invite) -> None:
    """A click on a line of the log shows the table after that step, Escape the present again."""
    script = whole_game("rokumon", SHORT)
    alone = invite()
    alone.opens_table(script.options, ["me", "me"])
    for turn in script.turns[:3]:
        alone.do(turn.choice.path)
        alone.sees(turn.after)
    alone.page.get_by_test_id("log-line").first.click()
    alone.sees(script.turns[0].after)
    alone.press("Escape")
    alone.sees(script.turns[2].after)


def test_two_clicks_from_the_lobby_to_a_first_move(invite: Invite) -> None:
    """One click in the lobby opens a game against a bot, and something is lit to be clicked."""
    alone = invite()
    alone.go()
    alone.page.get_by_test_id("bot-act4").click()
    alone.page.get_by_test_id("board").wait_for()
    assert until(alone.lit, bool)


@pytest.mark.slow
def test_draws_are_computed_anew_in_the_browser(invite: Invite) -> None:
    """After a game the secret, each draw of the deal, and what this browser brought all agree."""
    alone = invite()
    alone.opens_table({"act": "4"}, ["me", "me"])
    alone.tab("info")
    assert alone.word("dice.hidden") in alone.said("dice")
    alone.page.get_by_test_id("resign").click()
    alone.page.get_by_test_id("resign-yes").click()
    assert alone.word("dice.own.ok") in alone.said("own-nonce")
    alone.page.get_by_test_id("recompute").click()
    verdicts = alone.page.get_by_test_id("agrees")
    draws = alone.page.get_by_test_id("dice").locator("li")
    every = 3 + draws.count()  # the commitment seen, the number brought, the secret, each draw
    assert every == until(verdicts.count, lambda count: count >= every)
    assert 0 == alone.page.get_by_test_id("differs").count()


@pytest.mark.slow
def test_record_goes_out_and_comes_back(invite: Invite, tmp_path: Path) -> None:
    """A finished game is downloaded, brought back through the lobby, and can be stepped through."""
    script = whole_game("rokumon", SHORT, most=16)
    alone, file = invite(), tmp_path / "game.json"
    alone.opens_table(script.options, ["me", "me"])
    for turn in script.turns:
        alone.do(turn.choice.path)
        alone.sees(turn.after)
    alone.tab("info")
    with alone.page.expect_download() as download:
        alone.page.get_by_test_id("record").click()
    download.value.save_as(file)
    alone.go()
    alone.page.get_by_test_id("import").click()
    alone.page.get_by_test_id("record-text").fill(file.read_text("utf-8"))
    alone.page.get_by_test_id("import-go").click()
    alone.sees(script.turns[-1].after)
    alone.press("Shift+ArrowLeft")
    alone.sees(script.turns[-2].after)


@pytest.mark.slow
def test_game_by_touch_on_a_phone(invite: Invite) -> None:
    """On a phone a whole game of Act 4 is played with the finger."""
    script = whole_game("rokumon", STANDARD, most=20)
    alone = invite(viewport=PHONE, has_touch=True, is_mobile=True)
    alone.opens_table(script.options, ["me", "me"])
    for turn in script.turns:
        alone.do(turn.choice.path, by="tap")
        alone.sees(turn.after)
    assert alone.said("result", "h2")
