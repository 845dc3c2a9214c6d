"""The smallest game there is, in the browser with the plain skin."""

from pathlib import Path

import pytest

from browser.conftest import Invite
from browser.script import whole_game
from browser.site import Site
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
