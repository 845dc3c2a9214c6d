"""Reasons why one action is better than another: the evaluation terms that differ most.

Both are played on a little, as far as the seat itself acts, and then the terms are compared
(`Game.terms`). If that shows nothing, as after a secret choice, chance and the other seats continue
at random until the seat is to act again, many times, and with the same random stream for both. If
that shows nothing either, it looks further ahead: along the search's expected line after each of
them, and from there on for two rounds in which everybody plays what looks good at once. In a game
with secrets all of this happens in sampled worlds consistent with the seat's observation, always
the same ones: like the search it knows what the seat sees, and nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.parts.terms import ABOUT, LOSS, WIN, Term, by_of, cost_of, gain_of, no_terms
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.core.words import Say
from honjin.server.analysis.words import is_possible
from honjin.server.tables.view.perspective import Perspective

Line = tuple[tuple[int, int], ...]

WORLDS: Final = 6
"""The number of worlds that are sampled, if something is hidden."""
TRIALS: Final = 48
"""The number of random continuations of both."""
FARTHEST: Final = 16
"""The most actions, chance included; and as many for each further round."""
ROUNDS: Final = 2
"""The number of further rounds: a sealed choice of one may count in the next."""
WEIGHED: Final = 4
"""The number of randomly drawn actions from which the best-looking one is taken."""
SURE: Final = 2.0
"""A mean above this many standard errors is not noise."""

NEGLIGIBLE: Final = 0.04
"""Differences below this share of the evaluation scale are not shown."""
SMALL: Final = 0.25
"""Nor are those below this share of the largest one."""
MAX_GROUNDS: Final = 2
"""The most that are shown of a kind."""


class Ground(NamedTuple):
    """A term that differs: by `by` if it can be counted, out of at most `of`."""

    key: str
    by: float = 0.0
    of: float = 0.0

    def said(self, word: str) -> Say:
        """A phrase, with the amount if it is a whole number."""
        n = round(self.by)
        if not n:
            return Say(word)
        some = n if n == self.by else Say(ABOUT, {"n": n})
        return Say(by_of(word), {"n": n, "some": some, "of": max(n, round(self.of))})


class Grounds(NamedTuple):
    """The terms in which one action is higher and lower, the largest first."""

    more: tuple[Ground, ...] = ()
    less: tuple[Ground, ...] = ()

    @property
    def gains(self) -> tuple[Say, ...]:
        """The gains of the one action."""
        return tuple(one.said(gain_of(one.key)) for one in self.more)

    @property
    def costs(self) -> tuple[Say, ...]:
        """The costs of the one action."""
        return tuple(one.said(cost_of(one.key)) for one in self.less)

    @property
    def given_up(self) -> tuple[Say, ...]:
        """The costs of the other action."""
        return tuple(one.said(cost_of(one.key)) for one in self.more)


def grounds(game: Game[Any], sight: Perspective, one: Line, other: Line) -> Grounds:
    """The differences between an action, with what may follow it, and another."""
    if game.terms is no_terms:
        return Grounds()
    seat = sight.viewer
    own = min(_own(one, seat), _own(other, seat))
    soon, far = (one[:own], other[:own]), (one, other)
    worlds = range(1, 1 + WORLDS) if game.has_secrets else range(1)
    trials = range(1, 1 + TRIALS)
    found = Grounds()
    for lines, numbers, continued in (
        (soon, worlds, _answered), (soon, trials, _resolved), (far, trials, _looked_ahead)
    ):  # fmt: skip
        found = _chosen(game, (_difference(game, sight, lines, n, continued) for n in numbers))
        if found.more:
            break
    return found


# ---------------------------------------------------------------- selection


class _Change(NamedTuple):
    """The difference of two positions in a term; `amount` is None if it cannot be counted."""

    value: float = 0.0
    amount: float | None = 0.0
    of: float = 0.0


_SAME: Final = _Change()


def _chosen(game: Game[Any], samples: Iterable[Mapping[str, _Change] | None]) -> Grounds:
    """The terms whose mean differences are large enough."""
    known = [sample for sample in samples if sample is not None]
    keys = sorted({key for sample in known for key in sample})
    found = {key: _mean([sample.get(key, _SAME).value for sample in known]) for key in keys}
    for end in (WIN, LOSS):
        if found.get(end, 0) > 0:
            return Grounds((Ground(end),))
    largest = max(map(abs, found.values()), default=0.0)
    least = max(NEGLIGIBLE * game.eval_scale, SMALL * largest)
    chosen = [key for key in sorted(found, key=lambda key: -abs(found[key]))
            if abs(found[key]) >= least]  # fmt: skip
    by_key = {
        key: _counted(key, found[key], [sample.get(key, _SAME) for sample in known])
        for key in chosen
    }
    more = tuple(by_key[key] for key in chosen if found[key] > 0)
    return Grounds(
        more[:MAX_GROUNDS],
        tuple(by_key[key] for key in chosen if found[key] < 0)[: MAX_GROUNDS - 1],
    )


def _counted(key: str, value: float, changes: list[_Change]) -> Ground:
    """A term with its amount, if that is known and points the same way as the value."""
    amounts = [change.amount for change in changes if change.amount is not None]
    if len(amounts) < len(changes):
        return Ground(key)
    by = _mean(amounts)
    return (
        Ground(key, abs(by), fmean(change.of for change in changes))
        if by * value > 0
        else Ground(key)
    )


def _mean(values: list[float]) -> float:
    """The mean, or 0 if it may be noise."""
    mean = fmean(values)
    if len(values) < TRIALS // 2 or abs(mean) >= SURE * stdev(values) / len(values) ** 0.5:
        return mean
    return 0.0


# ---------------------------------------------------------------- comparison


_Continue = Callable[[Game[Any], Any, int, int], Any]


def _difference(
    game: Game[Any], sight: Perspective, lines: tuple[Line, Line], n: int, continued: _Continue
) -> dict[str, _Change] | None:
    """The difference of the two lines in each term in world `n`; None if one is impossible."""
    world, seat = _world(game, sight, n), sight.viewer
    ends = []
    for line in lines:
        s, done = world.copy(), _possible(game, world, line)
        if not done:
            return None
        for mover, action in line[:done]:
            game.apply_action(s, mover, action)
        ends.append(_sums(game.terms(continued(game, s, seat, n), seat)))
    one, other = ends
    return {key: _change(one.get(key), other.get(key)) for key in one | other}


def _sums(terms: tuple[Term, ...]) -> dict[str, Term]:
    """Terms by their names; those that occur more than once are summed."""
    found: dict[str, Term] = {}
    for term in terms:
        known = found.get(term.key, term._replace(value=0, amount=0))
        counted = known.amount is not None and term.amount is not None
        amount = known.amount + term.amount if counted else None  # type: ignore[operator]
        found[term.key] = Term(term.key, known.value + term.value, amount)
    return found


def _change(one: Term | None, other: Term | None) -> _Change:
    value = (one.value if one else 0) - (other.value if other else 0)
    if one is None or other is None or one.amount is None or other.amount is None:
        return _Change(value, None)
    return _Change(value, one.amount - other.amount, max(abs(one.amount), abs(other.amount)))


def _world(game: Game[Any], sight: Perspective, n: int) -> Any:
    """A world consistent with everything that the seat sees."""
    world = sight.observation.copy()
    if game.has_secrets:
        game.resample(world, sight.viewer, seeded(n))
    return world


def _own(line: Line, seat: int) -> int:
    """The number of a line's actions by the seat before any other acts."""
    own = 0
    while own < len(line) and line[own][0] == seat:
        own += 1
    return own


def _possible(game: Game[Any], world: Any, line: Line) -> int:
    """The number of a line's actions that are possible one after another in a world."""
    s = world.copy()
    for n, (mover, action) in enumerate(line):
        if not is_possible(game, s, mover, action):
            return n
        game.apply_action(s, mover, action)
    return len(line)


def _answered(game: Game[Any], s: Any, seat: int, _seed: int) -> Any:
    """If nothing is hidden, the next action of the other seat by its own estimate.

    So a threat that is left open shows.
    """
    mask = game.must_act(s)
    if game.has_secrets or not mask or mask & CHANCE_BIT or mask >> seat & 1:
        return s
    rival = seats_in(mask)[0]
    return _done(game, s, rival, _best(game, s, rival, game.legal(s, rival)))


def _resolved(game: Game[Any], s: Any, seat: int, seed: int) -> Any:
    """A possible state when the seat is to act again, whatever the others do."""
    rng = random.Random(seed)
    for _ in range(FARTHEST):
        mover = _next(game, s, seat)
        if mover is None or mover == seat:
            return s
        _advance(game, s, mover, rng, 1)
    return s


def _looked_ahead(game: Game[Any], s: Any, seat: int, seed: int) -> Any:
    """A possible state after some rounds in which everybody plays what looks good."""
    rng = random.Random(seed)
    rounds, waited = 0, False
    for _ in range(FARTHEST * (1 + ROUNDS)):
        mover = _next(game, s, seat)
        rounds += waited and mover == seat
        if mover is None or rounds == ROUNDS:
            return s
        waited = mover != seat and (waited or mover != CHANCE)
        _advance(game, s, mover, rng, WEIGHED)
    return s


# ---------------------------------------------------------------- continuations


def _next(game: Game[Any], s: Any, seat: int) -> int | None:
    """The next to act: chance, then the others, then the seat itself; None if the game is over."""
    mask = game.must_act(s)
    if mask & CHANCE_BIT:
        return CHANCE
    return seats_in(mask & ~(1 << seat) or mask)[0] if mask else None


def _advance(game: Game[Any], s: Any, mover: int, rng: random.Random, weighed: int) -> None:
    """Apply a chance outcome, or the best of `weighed` randomly drawn actions."""
    if mover == CHANCE:
        outcomes, weights = zip(*game.outcomes(s), strict=True)
        action = rng.choices(outcomes, weights)[0]
    else:
        legal = game.legal(s, mover)
        action = _best(game, s, mover, rng.sample(legal, min(weighed, len(legal))))
    game.apply_action(s, mover, action)


def _best(game: Game[Any], s: Any, mover: int, actions: Sequence[int]) -> int:
    """The best of these actions by the mover's own estimate."""
    if len(actions) == 1:
        return actions[0]
    return max(actions, key=lambda action: game.evaluate(_done(game, s, mover, action), mover))


def _done(game: Game[Any], s: Any, mover: int, action: int) -> Any:
    after = s.copy()
    game.apply_action(after, mover, action)
    return after
