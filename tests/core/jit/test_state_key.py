"""The default state_key of a state for a search, for games without their own."""

import random
from dataclasses import replace
from typing import Any

import pytest

from honjin.core.jit.compiled import batch, compiled, interpreted
from honjin.testing import random_play
from madeup.game import GAME
from madeup.state import Fair


def marks(states: list[Fair], *, fast: bool) -> list[int]:
    """The state_keys of states, compiled or interpreted."""
    if fast:
        module, records = compiled(GAME), batch(GAME, *states)
        return [int(module.mark(records, i)) for i in range(len(states))]
    return [interpreted(GAME).mark(states, i) for i in range(len(states))]


def positions() -> list[Fair]:
    """Different states of random games."""
    found: dict[str, Fair] = {}
    for seed in range(6):
        play = random_play(GAME, seed=seed)
        for step in range(len(play.steps) + 1):
            s: Any = play.at(step).state
            found[repr(s)] = s
    return list(found.values())


@pytest.mark.parametrize("fast", [False, True], ids=["interpreted", "compiled"])
def test_tells_states_apart(fast: bool) -> None:
    """Equal states have equal keys, different ones (here) different keys, all within 63 bits."""
    states = positions()
    found = marks(states, fast=fast)
    assert found == marks([s.copy() for s in states], fast=fast)
    assert len(states) == len(set(found))
    assert all(0 <= mark < 1 << 63 for mark in found)


@pytest.mark.parametrize("fast", [False, True], ids=["interpreted", "compiled"])
def test_sees_every_field(fast: bool) -> None:
    """A change of any number of the state changes the state_key."""
    base = random.Random(1).choice(positions())
    changed = [base]
    for name in base._fields:
        other = base.copy()
        value = getattr(other, name)
        if isinstance(value, int):
            setattr(other, name, value + 1)
        else:
            row = value[-1] if isinstance(value[-1], list) else value
            row[-1] += 1
        changed.append(other)
    assert len(changed) == len(set(marks(changed, fast=fast)))


def test_a_games_own_is_used() -> None:
    """Interpreted, the game's own function is called."""
    own: Any = replace(GAME, state_key=lambda s: s.round)
    s = GAME.setup(GAME.read_options())
    assert [1] == [interpreted(own).mark([s], 0)]
