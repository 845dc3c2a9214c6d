"""The made-up game in the browser: hidden hands, secret bids, and a client that never saw it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from browser.conftest import Invite
from browser.site import Site
from browser.visitor import Visitor
from places import TESTS

PROGRAM = TESTS / "server" / "real" / "fair_server.py"
SEATS = 3


@pytest.fixture
def fair(tmp_path: Path) -> Iterator[Site]:
    """A server that has the made-up game and no other."""
    site = Site(tmp_path, PROGRAM)
    site.start()
    yield site
    site.stop()


def holds_no_secret(page: Visitor, own: int | None) -> None:
    """Of all hands only the visitor's own has cards on his page."""
    shown = page.shown()
    assert [] == [n for n in range(SEATS) if n != own and shown[f"hand{n}"]]


@pytest.mark.slow
def test_game_with_secrets_is_played_by_what_is_lit(fair: Site, invite: Invite) -> None:
    """Three play to the end by clicking what is lit; nobody's page ever holds another's card."""
    rng = random.Random(3)
    players = [invite(fair) for _ in range(SEATS)]
    watcher = invite(fair)
    for player in players:
        player.may_be_late = True  # two who bid or trade do so within a few milliseconds
    players[0].opens_table({"seats": "3", "rounds": "2"}, ["me", "open", "open"], game="madeup")
    for seat, player in enumerate(players[1:], 1):
        player.go(players[0].path)
        player.page.get_by_test_id(f"sit-{seat}").click()
    watcher.go(players[0].path)
    watcher.is_at("running")
    for _ in range(60):
        for seat, player in enumerate(players):
            holds_no_secret(player, seat)
            player.does_anything(rng)
        holds_no_secret(watcher, None)
        if watcher.status() == "over":
            break
    for one in (*players, watcher):
        one.is_at("over")
        assert one.said("result", "h2")
