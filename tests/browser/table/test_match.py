"""Two people at a table, each at a browser of their own, and others who watch."""

from __future__ import annotations

import pytest

from browser.conftest import Invite
from browser.script import Script, whole_game, written_game
from browser.visitor import Visitor, until

STANDARD = {"act": "4", "deal": "gggjjjj"}


def sit_down(invite: Invite, script: Script) -> tuple[Visitor, Visitor]:
    """Two visitors at one table: the first opens it and sends the link, the second follows it."""
    first, second = invite(), invite()
    first.opens_table(script.options, ["me", "open"])
    second.go(first.path)
    second.page.get_by_test_id("sit-1").click()
    for one in (first, second):
        one.is_at("running")
    return first, second


def play(script: Script, players: tuple[Visitor, Visitor], *watchers: Visitor) -> None:
    """Play a whole game through the pages; after each turn everybody must see the same."""
    for turn in script.turns:
        players[turn.seat].do(turn.choice.path)
        for one in (*players, *watchers):
            one.sees(turn.after)


def test_two_play_a_whole_game_and_a_third_watches(invite: Invite) -> None:
    """A game of Act 4 with all four actions: everybody sees each turn, and how it ends."""
    script = whole_game("rokumon", STANDARD, frozenset({"place", "move", "fight", "surprise"}))
    first, second = sit_down(invite, script)
    watcher = invite()
    watcher.go(first.path)
    watcher.sees(script.before)
    assert [] == watcher.lit()
    play(script, (first, second), watcher)
    [winner] = script.winners
    players = (first, second)
    assert "You won" == players[winner].said("result", "h2")
    assert "You lost" == players[1 - winner].said("result", "h2")
    assert watcher.said("result", "h2").endswith("won")
    for other in (players[1 - winner], watcher):
        assert [] == other.lit()


@pytest.mark.slow
def test_only_who_is_to_act_has_something_lit(invite: Invite) -> None:
    """The page lights what can be clicked for the seat to act, and says to the other who is."""
    script = whole_game("rokumon", STANDARD)
    first, second = sit_down(invite, script)
    first.waits_to_be_asked(script.turns[0].choice.path[0])
    assert [] == second.lit()
    assert "Waiting for" in second.said("waits")


@pytest.mark.slow
def test_touching_what_cannot_be_done_says_why(invite: Invite) -> None:
    """A click that begins nothing legal changes nothing, and is answered with a reason."""
    script = whole_game("rokumon", STANDARD)
    first, _ = sit_down(invite, script)
    first.waits_to_be_asked(script.turns[0].choice.path[0])
    first.thing("r1c1").click(force=True)  # what is not lit says so to Playwright too
    assert "Choose the die to place first" in first.said("reason")
    first.sees(script.before)


@pytest.mark.slow
def test_a_click_on_an_illegal_target_lets_go_and_does_nothing_else(invite: Invite) -> None:
    """In Act 1, where a card alone means a new die, the one in hand is let go, and told why."""
    script = written_game("rokumon", {"act": "1", "deal": "gggjjj"}, "r2c1 r2c2")
    alone = invite()
    alone.opens_table(script.options, ["me", "me"])
    for turn in script.turns:
        alone.do(turn.choice.path)
        alone.sees(turn.after)
    alone.thing("r2c1").click()
    assert alone.is_picked("r2c1")
    alone.thing("r2c3").click(force=True)
    assert "r2c3" in until(alone.lit, lambda lit: "r2c3" in lit)  # lit as the place for a new die
    assert alone.said("reason")
    assert not alone.is_picked("r2c1")
    assert 2 == alone.steps()
    alone.sees(script.turns[-1].after)


@pytest.mark.slow
def test_take_back_is_asked_for_and_allowed(invite: Invite) -> None:
    """Who moved asks, the other allows, and both see the table as it was."""
    script = whole_game("rokumon", STANDARD)
    first, second = sit_down(invite, script)
    first.do(script.turns[0].choice.path)
    second.sees(script.turns[0].after)
    first.tab("info")
    first.page.get_by_test_id("takeback-ask").click()
    second.page.get_by_test_id("takeback-yes").click()
    for one in (first, second):
        one.sees(script.before)
    play(script._replace(turns=script.turns[:3]), (first, second))


@pytest.mark.slow
def test_take_back_is_declined(invite: Invite) -> None:
    """A declined takeback changes nothing, and the game goes on."""
    script = whole_game("rokumon", STANDARD)
    first, second = sit_down(invite, script)
    first.do(script.turns[0].choice.path)
    first.tab("info")
    first.page.get_by_test_id("takeback-ask").click()
    second.page.get_by_test_id("takeback-no").click()
    first.page.get_by_test_id("takeback").wait_for(state="detached")
    for one in (first, second):
        one.sees(script.turns[0].after)
    play(script._replace(turns=script.turns[1:3]), (first, second))


@pytest.mark.slow
def test_the_loser_chooses_a_side_in_the_next_game(invite: Invite) -> None:
    """Who resigns has lost; the winner asks for the next game, the loser is Sanada again."""
    script = whole_game("rokumon", STANDARD)
    first, second = sit_down(invite, script)
    first.tab("info")
    first.page.get_by_test_id("resign").click()
    first.page.get_by_test_id("resign-yes").click()
    assert "You won" == second.said("result", "h2")
    table = first.path
    second.page.get_by_test_id("rematch").click()
    first.page.get_by_test_id("rematch-0").and_(first.page.locator(":visible")).click()
    for one in (first, second):
        one.is_at("running")
        assert table != one.path
    again = whole_game("rokumon", STANDARD)
    first.do(again.turns[0].choice.path)
    for one in (first, second):
        one.sees(again.turns[0].after)


@pytest.mark.slow
def test_chat_reaches_everybody_at_the_table(invite: Invite) -> None:
    """A line of chat appears at the other player's and the watcher's, as text and nothing else."""
    first, second = sit_down(invite, whole_game("rokumon", STANDARD))
    watcher = invite()
    watcher.go(first.path)
    for one in (first, second, watcher):
        one.tab("chat")
    line = "Good luck <b>&amp;</b> 頑張って"
    first.page.get_by_test_id("chat-text").fill(line)
    first.page.get_by_test_id("chat-send").click()
    for one in (first, second, watcher):
        one.page.get_by_test_id("chat").get_by_text(line, exact=True).wait_for()


@pytest.mark.slow
def test_step_back_within_the_turn(invite: Invite) -> None:
    """On one device the last action can be taken back while the next one has not been made."""
    script = whole_game("rokumon", STANDARD)
    alone = invite()
    alone.opens_table(script.options, ["me", "me"])
    alone.do(script.turns[0].choice.path[:1])
    assert alone.is_picked(script.turns[0].choice.path[0])
    alone.press("z")
    assert not alone.is_picked(script.turns[0].choice.path[0])
    play(script._replace(turns=script.turns[:2]), (alone, alone))
