"""The two games of one file each, in the browser with the plain skin."""

from pathlib import Path
from random import Random

import pytest

from browser.conftest import Invite
from browser.script import whole_game
from browser.site import Site
from browser.visitor import until
from honjin.games import OWN


@pytest.mark.slow
def test_a_game_of_one_file_is_played_to_its_end(
    invite: Invite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tic-tac-toe, on one device: the squares can be clicked, the marks seen, somebody wins."""
    monkeypatch.setenv(OWN, "honjin.cli.hello.game")
    site = Site(tmp_path / "data")
    site.start()
    try:
        script = whole_game("tictactoe", {})
        me = invite(site)
        me.opens_table(script.options, ["me", "me"], game="tictactoe")
        me.sees(script.before)
        for turn in script.turns:
            me.do(turn.choice.path)
            me.sees(turn.after)
        assert me.said("result", "h2").endswith("won")
        me.page.goto("about:blank")  # it asks some more times whether the game was kept
    finally:
        site.stop()


@pytest.mark.slow
def test_a_card_game_of_one_file_is_played_to_its_end(
    invite: Invite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Yomi against a bot: cards in the own hand can be clicked, and so can the button to pass."""
    monkeypatch.setenv(OWN, "honjin.cli.hello.yomi")
    site = Site(tmp_path / "data")
    site.start()
    try:
        me, rng = invite(site), Random(1)
        me.opens_table({}, ["me", "random"], game="yomi")
        waits = me.page.locator(".tray.yours")
        while me.status() != "over":
            if waits.count():
                me.does_anything(rng)
            until(lambda: waits.count() > 0 or me.status() == "over", bool)
        assert me.said("result", "h2") in ("You won", "You lost")
        me.page.goto("about:blank")  # it asks some more times whether the game was kept
    finally:
        site.stop()
