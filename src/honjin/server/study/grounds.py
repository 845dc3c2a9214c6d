"""Why one action is better than another: the terms of the estimate in which they differ most.

Both are played on a little, as far as the seat itself acts, and then the terms are compared
(`Game.terms`). Where that shows nothing, as after a choice made in secret, chance and the others go
on at random until the seat is to act again, often, and by the same luck for both. In a game with
secrets all is done in worlds that the seat could think of, always the same ones: like the search it
knows what the seat sees, and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.core.terms import LOSS, WIN, cost_of, gain_of, no_terms
from honjin.core.words import Say
from honjin.server.session.perspective import Perspective

Line = tuple[tuple[int, int], ...]

WORLDS: Final = 6
"""So many worlds are looked at, where something is hidden."""
TRIALS: Final = 48
"""So often both are played on at random."""
FARTHEST: Final = 16
"""So many actions at most, chance included."""
SURE: Final = 2.0
"""What chance makes of so many trials is less than so many standard errors."""

FAINT: Final = 0.04
"""Differences below this share of what makes a seat halfway the winner are not told."""
SMALL: Final = 0.25
"""Nor are those below this share of the largest one."""
MOST: Final = 2
"""So many are told of a kind."""


class Grounds(NamedTuple):
    """The names of terms: of which the one brings more, of which less, the largest first."""

    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()

    @property
    def gains(self) -> tuple[Say, ...]:
        """What the one brings."""
        return tuple(Say(gain_of(key)) for key in self.more)

    @property
    def costs(self) -> tuple[Say, ...]:
        """What the one costs."""
        return tuple(Say(cost_of(key)) for key in self.less)

    @property
    def given_up(self) -> tuple[Say, ...]:
        """What the other one costs."""
        return tuple(Say(cost_of(key)) for key in self.more)


def grounds(game: Game[Any], sight: Perspective, one: Line, other: Line) -> Grounds:
    """In what an action, and what may follow it, differs from another."""
    if game.terms is no_terms:
        return Grounds()
    seat = sight.viewer
    steps = min(_own(one, seat), _own(other, seat))
    lines = one[:steps], other[:steps]
    worlds = range(1, 1 + WORLDS) if game.has_secrets else range(1)
    found = _told(game, (_difference(game, sight, lines, n, at_once=True) for n in worlds))
    if found.more:
        return found
    trials = range(1, 1 + TRIALS)
    return _told(game, (_difference(game, sight, lines, n, at_once=False) for n in trials))


def _told(game: Game[Any], samples: Iterable[Mapping[str, int] | None]) -> Grounds:
    """The terms that differ by enough in the mean."""
    known = [sample for sample in samples if sample is not None]
    keys = {key for sample in known for key in sample}
    found = {key: _mean([sample.get(key, 0) for sample in known]) for key in sorted(keys)}
    for end in (WIN, LOSS):
        if found.get(end, 0) > 0:
            return Grounds((end,))
    largest = max(map(abs, found.values()), default=0.0)
    least = max(FAINT * game.eval_scale, SMALL * largest)
    told = [key for key in sorted(found, key=lambda key: -abs(found[key]))
            if abs(found[key]) >= least]  # fmt: skip
    more = tuple(key for key in told if found[key] > 0)
    return Grounds(more[:MOST], tuple(key for key in told if found[key] < 0)[: MOST - 1])


def _mean(values: list[int]) -> float:
    """The mean, or 0 where that might be chance."""
    mean = fmean(values)
    if len(values) < TRIALS // 2 or abs(mean) >= SURE * stdev(values) / len(values) ** 0.5:
        return mean
    return 0.0


def _difference(
    game: Game[Any], sight: Perspective, lines: tuple[Line, Line], n: int, *, at_once: bool
) -> dict[str, int] | None:
    """How much more of each term one line leads to in world number `n`; None: it is impossible."""
    world, seat = _world(game, sight, n), sight.viewer
    total: dict[str, int] = {}
    for sign, line in zip((1, -1), lines, strict=True):
        end = _after(game, world, line)
        if end is None:
            return None
        end = _answered(game, end, seat) if at_once else _played_on(game, end, seat, n)
        for term in game.terms(end, seat):
            total[term.key] = total.get(term.key, 0) + sign * term.value
    return total


def _world(game: Game[Any], sight: Perspective, n: int) -> Any:
    """What may be the case, by all that the seat sees."""
    world = sight.observation.copy()
    if game.has_secrets:
        game.resample(world, sight.viewer, seeded(n))
    return world


def _own(line: Line, seat: int) -> int:
    """How many actions of a line the seat does itself before anybody else acts."""
    own = 0
    while own < len(line) and line[own][0] == seat:
        own += 1
    return own


def _after(game: Game[Any], world: Any, moves: Line) -> Any:
    """What some actions lead to, None where one is not possible."""
    s = world.copy()
    for mover, action in moves:
        if action not in game.legal(s, mover):
            return None
        game.apply_action(s, mover, action)
    return s


def _answered(game: Game[Any], s: Any, seat: int) -> Any:
    """Where nothing is hidden, what the other seat does that is next, by its own estimate.

    So a threat that is left open shows.
    """
    mask = game.must_act(s)
    if game.has_secrets or not mask or mask & CHANCE_BIT or mask >> seat & 1:
        return s
    rival = seats_in(mask)[0]
    answers = []
    for action in game.legal(s, rival):
        answer = s.copy()
        game.apply_action(answer, rival, action)
        answers.append(answer)
    return max(answers, key=lambda answer: game.evaluate(answer, rival))


def _played_on(game: Game[Any], s: Any, seat: int, luck: int) -> Any:
    """What may be when the seat is to act again."""
    rng = random.Random(luck)
    for _ in range(FARTHEST):
        mask = game.must_act(s)
        if mask & CHANCE_BIT:
            outcomes, weights = zip(*game.outcomes(s), strict=True)
            game.apply_action(s, CHANCE, rng.choices(outcomes, weights)[0])
        elif mask & ~(1 << seat):
            other = seats_in(mask & ~(1 << seat))[0]
            game.apply_action(s, other, rng.choice(game.legal(s, other)))
        else:
            return s
    return s
