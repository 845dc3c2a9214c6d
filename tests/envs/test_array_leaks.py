"""Nothing hidden reaches an array: positions that look the same to a viewer have the same arrays.

Each position of random games is observed by every seat, and again after everything that the seat
cannot know has been resampled, and after another seat has sealed a choice.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.seats import seats_in
from honjin.core.state import State
from honjin.envs.engine.engine import MUST_ACT, SEAT, VIEWER, Engine
from honjin.envs.setting import Setting, setting
from honjin.games import keys, load
from large import large_are_slow

FEW, MANY = 60, 20_000
"""Positions per game, counted by viewer: three hundred, or a hundred thousand, of all games."""


class Leak(AssertionError):
    """An array shows a difference that the viewer cannot know."""


class Found:
    """The numbers of positions checked, by viewer, and of those with hidden information."""

    looked = redrawn = sealed = 0


class Watch:
    """A random game, and another one that must look the same."""

    def __init__(self, chosen: Setting, seed: int, rules: str = "compiled") -> None:
        self.chosen, self.game = chosen, chosen.game
        self.real, self.twin = (Engine(chosen, 1, rules=rules) for _ in range(2))
        self.random, self.rng = random.Random(seed), seeded(seed)
        self.real.seed([seed])
        self.real.begin(self.real.everybody)
        self.found = Found()

    def run(self, positions: int) -> Found:
        """Check this many positions; Leak at the first difference."""
        while self.found.looked < positions:
            state = self.real.state(0)
            for viewer in range(self.chosen.seats):
                self._look_at(state, viewer)
            self._go_on()
        return self.found

    def _look_at(self, state: State, viewer: int) -> None:
        expected = self._seen(self.real, viewer)
        for name, other in self._alike(state, viewer):
            self.twin.put(0, other)
            self.twin.desk[0, :] = self.real.desk[0, :]
            for part, one, two in zip(("array", "mask"), expected, self._seen(self.twin, viewer),
                                      strict=True):  # fmt: skip
                if one != two:
                    raise Leak(f"{name}: {self.game.key}, viewer {viewer}, {part}: {state!r}")
        self.found.looked += 1

    def _alike(self, state: State, viewer: int) -> Iterator[tuple[str, State]]:
        """States that the viewer cannot tell from this one."""
        guess = self.game.seen_by(state, viewer)
        self.game.resample(guess, viewer, self.rng)
        self.found.redrawn += guess != state
        yield "resampled", guess
        awaited = seats_in(self.game.must_act(state))
        others = [seat for seat in awaited if seat != viewer]
        if viewer in awaited and others:
            for one in (state, guess):
                seat, after = self.random.choice(others), one.copy()
                self.game.apply_action(after, seat, self.random.choice(self.game.legal(one, seat)))
                self.found.sealed += 1
                yield "sealed", after

    def _seen(self, engine: Engine, viewer: int) -> tuple[list[int], list[int]]:
        engine.desk[0, VIEWER] = viewer
        engine.look(engine.everybody)
        return engine.seen[0].tolist(), engine.legal[0].tolist()

    def _go_on(self) -> None:
        """Play a random action of a seat that must act, or begin a new game."""
        engine = self.real
        if engine.desk[0, SEAT] < 0:
            engine.begin(engine.everybody)
            return
        # Seats act in random order, so that some viewers have not chosen while others have.
        seat = self.random.choice(seats_in(int(engine.desk[0, MUST_ACT])))
        engine.desk[0, SEAT] = seat
        _, mask = self._seen(engine, seat)
        engine.actions[0] = self.chosen.actions[self.random.choice(np.flatnonzero(mask).tolist())]
        engine.advance(engine.everybody)


@pytest.mark.parametrize("key", large_are_slow((key,) for key in keys()))
def test_nothing_hidden_reaches_an_array(key: str) -> None:
    """Every seat's arrays and masks do not depend on anything it cannot know."""
    found = Watch(setting(key, load(key).presets[0].key, {}), 11).run(FEW)
    assert load(key).has_secrets == (found.redrawn > 0)


@pytest.mark.slow
@pytest.mark.parametrize("key", keys())
def test_nothing_hidden_reaches_an_array_in_many_games(key: str) -> None:
    """The same in twenty thousand positions of each game, shared among its presets."""
    presets = load(key).presets
    for n, preset in enumerate(presets):
        found = Watch(setting(key, preset.key, {}), 100 + n).run(MANY // len(presets) + 1)
        assert found.looked > MANY // len(presets)


PLANTED = [
    ("summits", "tennozan", "observe", "resampled"),
    ("akiwado", "three", "retract_sealed", "sealed"),
]


@pytest.mark.parametrize(("key", "preset", "rule", "told"), PLANTED)
def test_a_planted_leak_is_found(key: str, preset: str, rule: str, told: str) -> None:
    """Environments that hide nothing, or retract no sealed choices, are caught."""
    honest = load(key)
    leaky: Game[Any] = replace(honest, **{rule: lambda _s, _seat: None})
    watch = Watch(setting(leaky, preset, {}), 3, rules="interpreted")
    watch.game = honest  # the real rules decide what looks the same
    with pytest.raises(Leak, match=f"{told}: {key}"):
        watch.run(500)
