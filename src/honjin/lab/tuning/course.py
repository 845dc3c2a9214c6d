"""The course of a search: the results so far, the next point, and the final choice.

Nothing is played here, and all random choices follow from the seed and the results so far.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from math import ceil
from typing import Final

import numpy as np

from honjin.lab.errors import BadPlan, NothingPlayed
from honjin.lab.tuning.found import Found
from honjin.lab.tuning.model import Floats, Model, Seen
from honjin.lab.tuning.plan import Search
from honjin.lab.tuning.space import Point, Space

LEAST_STARTS: Final = 6
REFIT: Final = 4
"""The number of batches after which the model's hyperparameters are fitted again."""
SURE: Final = 0.95
BEST_FEW: Final = 3
CONFIRMED: Final = 6
"""The batches of its own that a choice needs (docs/decisions/lab.md)."""
FINALS: Final = 0.5
"""The part of all games that only the best few choices play, so that one of them is known well."""
FINALISTS: Final = 4
"""The number of choices when the finals begin; it falls to two."""


def first_points(search: Search, space: Space, count: int) -> list[Point]:
    """`count` random points to begin with; raises BadPlan if none can be played."""
    rng = random.Random(f"{search.seed}/starts")
    points = space.sample(rng)
    rng.shuffle(points)
    found = list(islice(space.playable(points), count))
    if not found:
        raise BadPlan(f"no choice of what varies can be played: {space.problem_at(points[0])}")
    return found


class Course:
    """A search for a game with a number of seats."""

    def __init__(self, search: Search, space: Space, seats: int) -> None:
        self.search, self.space, self.seats = search, space, seats
        self.even = 1 / max(2, seats)
        self.seen: dict[Point, Seen] = {}
        self.model = Model(seats, self.even)
        self.starts = self._starts()
        self._learned = 0

    def take(self, point: Point, shares: Sequence[float]) -> None:
        """Add the shares of the seats in one more game at a point."""
        old = self.seen.get(point, Seen(0, (0.0,) * self.seats))
        sums = tuple(a + b for a, b in zip(old.sums, shares, strict=True))
        self.seen[point] = Seen(old.games + 1, sums)

    def games_at(self, point: Point) -> int:
        """The number of games added at a point."""
        return self.seen[point].games if point in self.seen else 0

    @property
    def games(self) -> int:
        """The number of games added."""
        return sum(one.games for one in self.seen.values())

    def next(self, step: int) -> Point:
        """The point at which to play batch number `step`."""
        if step < len(self.starts):
            return self.starts[step]
        self._learn(refits=(step - len(self.starts)) % REFIT == 0)
        left = 1 - self.games / self.search.games
        if left <= FINALS:
            return min(self._best_played(step, ceil(FINALISTS * left / FINALS)), key=self.games_at)
        points = self._candidates(step)
        rows = self.space.features(points)
        if (step - len(self.starts)) % 2:
            best = self._first(points, self._expected(rows, step))
            if self.games_at(best) < CONFIRMED * self.search.batch:
                return best
        return self._first(points, self.model.draw(rows, self._noise(step, 0)))

    def is_over(self, step: int) -> bool:
        """True if batch number `step` is not needed: even enough, or all games are played."""
        if self.games + self.search.batch > self.search.games:
            return True
        asked = step - len(self.starts)
        if asked <= 0 or asked % REFIT:
            return False
        found = self.found(step)
        return found.is_even and self.games_at(found.point) >= CONFIRMED * self.search.batch

    def pass_by(self, step: int) -> None:
        """Skip batch number `step`, which was played before, but learn as `next` would have."""
        asked = step - len(self.starts)
        if asked >= 0 and asked % REFIT == 0:
            self._learn(refits=True)

    def found(self, step: int) -> Found:
        """The choice expected to be the most even, of those with enough games of their own."""
        if not self.seen:
            raise NothingPlayed("the search was stopped before its first game")
        self._learn(refits=False)
        enough = min(CONFIRMED * self.search.batch, max(map(self.games_at, self.seen)))
        points = [point for point in self.seen if self.games_at(point) >= enough]
        rows = self.space.features(points)
        uneven = self.model.judge(rows, self._noise(step, 1))
        best = points.index(self._first(points, (uneven**2).mean(axis=0)))
        sure = float((uneven[:, best] <= self.search.within).mean())
        shares = tuple(round(share, 4) for share in self.model.shares(rows[best]))
        return Found(points[best], shares, self.games, len(self.seen), sure >= SURE)

    # ---- where to look

    def _starts(self) -> list[Point]:
        """The points played before the model is used: two for each of its features.

        They take at most a third of the games.
        """
        numbers = len(self.space.features([tuple(0 for _ in self.space.varied)])[0])
        part = self.search.games // (3 * self.search.batch)
        count = max(LEAST_STARTS, min(2 * numbers, part))
        return first_points(self.search, self.space, count)

    def _first(self, points: Sequence[Point], uneven: Floats) -> Point:
        """The least uneven playable point; there is one, since one was played."""
        order = (points[n] for n in np.argsort(uneven, kind="stable"))
        return next(self.space.playable(order))

    def _best_played(self, step: int, count: int) -> list[Point]:
        """The most even of the points that were played: `count` of them, or the last two."""
        points = list(self.seen)
        expected = self._expected(self.space.features(points), step)
        return [points[n] for n in np.argsort(expected, kind="stable")[: max(2, count)]]

    def _expected(self, rows: Sequence[Sequence[float]], step: int) -> Floats:
        """The expected squared unevenness of each row."""
        mean: Floats = (self.model.judge(rows, self._noise(step, 1)) ** 2).mean(axis=0)
        return mean

    def _learn(self, *, refits: bool) -> None:
        if refits or self._learned < self.games:
            rows = self.space.features(list(self.seen))
            self.model.learn(rows, list(self.seen.values()), refits=refits)
            self._learned = self.games

    def _candidates(self, step: int) -> list[Point]:
        """All points; of many, a random sample, those played and neighbours of the best."""
        drawn = self.space.sample(random.Random(f"{self.search.seed}/some/{step}"))
        if self.space.size == len(drawn):
            return drawn
        best = sorted(self.seen, key=self._unevenness)[:BEST_FEW]
        near = [point for one in best for point in self.space.around(one)]
        return list(dict.fromkeys([*self.seen, *near, *drawn]))

    def _unevenness(self, point: Point) -> float:
        seen = self.seen[point]
        return max(abs(part / seen.games - self.even) for part in seen.sums)

    def _noise(self, step: int, of: int) -> np.random.Generator:
        return np.random.default_rng([self.search.seed, step, of])
