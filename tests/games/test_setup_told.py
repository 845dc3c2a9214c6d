"""Log lines are marked as set-up for what seats do to prepare a game, and for nothing later."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest

from honjin.core.events import Event
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.games import load

PREPARES: Final = {
    "akebono": {"forms", "ready", "ready.again"},
    "swords": {"places.army"},
}


@pytest.mark.parametrize("key", PREPARES)
def test_the_set_up_is_told_apart(key: str) -> None:
    """In a random game these actions are logged as set-up, and no others."""
    told = {(event.setup, event.say.k) for event in events(key, 160)}
    assert PREPARES[key] == {kind for is_setup, kind in told if is_setup}
    assert set() == PREPARES[key] & {kind for is_setup, kind in told if not is_setup}
    assert {True, False} == {is_setup for is_setup, _ in told}


def events(key: str, steps: int) -> Iterator[Event]:
    """The log of seat 0 in a random game, in which every seat that can finish its set-up does."""
    rng, play = Random(4), Play(load(key))
    for _ in range(steps):
        play.run_chance(rng.randrange)
        seat = rng.choice(play.may_act())
        write, legal = play.game.notation.write_action, play.legal(seat)
        ready = [action for action in legal if write(play.state, seat, action) == "ready"]
        play.act(seat, rng.choice(ready or legal))
        yield from (event for event in play.steps[-1].told_to(0) if event.by not in (None, CHANCE))
