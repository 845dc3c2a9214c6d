"""Standing orders in the page: given out of turn, carried out, seen by nobody else."""

from __future__ import annotations

from functools import partial

import pytest

from browser.conftest import Invite
from browser.games.test_summits import plays, sit_down
from browser.visitor import Visitor, until
from honjin.core.play import Play
from honjin.games.summits.game import GAME

OPENING = """
0 take:fire 0 take:rally 0 ready  1 take:fire 1 take:ambush 1 take:rally 1 ready
0 pass  1 down:fire 1 gather:shimoueno 1 move:yamazaki_higashi 1 move:yamazaki
0 down:rally 0 gather:minase
"""


@pytest.mark.slow
def test_orders_are_given_out_of_turn(invite: Invite) -> None:
    """Ruling W9: the ambush is sprung where it was ordered, and nobody is asked."""
    players = sit_down(invite, "tennozan")
    play = Play(GAME, {"battle": "tennozan"})
    plays(play, players, OPENING)
    plays(play, players, "1 lurk:yamazaki 1 let:ogura")
    assert {"order:1.yamazaki", "order:1.ogura"} == until(partial(marks, players[1]), bool)
    assert set() == marks(players[0])
    plays(play, players, "0 move:yamazaki")
    for one in players:
        assert "Akechi ambushes in Yamazaki" in one.said("log")
    assert {"order:1.ogura"} == until(partial(marks, players[1]), lambda now: len(now) < 2)


def marks(player: Visitor) -> set[str]:
    """The orders that lie on the map for somebody."""
    spots = player.page.locator("[data-piece][data-id^='order:']")
    return {spot.get_attribute("data-id") or "" for spot in spots.all()}
