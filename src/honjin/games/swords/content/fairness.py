"""How even a map is: travel phases between castles on an empty board, and five spreads of them.

A set of squares is one number here, with bit n for square n.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Final, NamedTuple

from honjin.games.swords.content.maps import (
    HEXES,
    IMPASSABLE,
    MOVE,
    POINTS,
    SIDE,
    SQUARES,
    WITH_CORNERS,
    Map,
)

_ALL: Final = (1 << SQUARES) - 1
_ROW: Final = (1 << SIDE) - 1
_WEST: Final = sum(1 << SIDE * row for row in range(SIDE))
_EAST: Final = _WEST << SIDE - 1
_EVEN: Final = sum(_ROW << SIDE * row for row in range(0, SIDE, 2))
_NOT_WEST: Final = _ALL & ~_WEST
_NOT_EAST: Final = _ALL & ~_EAST

PARTS: Final = ("access", "nearest", "enemy", "threat", "mean_enemy")
NEVER: Final = SQUARES
"""Phases to a square that cannot be reached."""


class Fairness(NamedTuple):
    """The spread of each list over the players: (most - least) / mean; 0 is perfectly even."""

    access: float  # of the sum over keeps of 1 / (1 + phases from the fortress)
    nearest: float  # of the number of keeps nearest to it, shared among equally near ones
    enemy: float  # of the phases to the nearest other fortress
    threat: float  # of the phases from the nearest other fortress
    mean_enemy: float  # of the mean phases to the others

    @property
    def unfairness(self) -> float:
        """The largest of the spreads."""
        return max(self)


# ---- travel


def spread_out(squares: int, adjacency: int) -> int:
    """The neighbours of a set, possibly with squares of the set."""
    beside = squares << 1 & _NOT_WEST | squares >> 1 & _NOT_EAST
    if adjacency == HEXES:
        even, odd = squares & _EVEN, squares & ~_EVEN
        across = squares | even >> 1 & _NOT_EAST | odd << 1 & _NOT_WEST
    else:
        across = squares | beside if adjacency == WITH_CORNERS else squares
    return beside | across << SIDE & _ALL | across >> SIDE


def set_of(squares: Iterable[int]) -> int:
    """The set of these squares."""
    return sum(1 << square for square in squares)


class Ground(NamedTuple):
    """The parts of a map that travel depends on."""

    adjacency: int
    land: int
    fast: int  # squares that cost one point of the two

    def after_a_phase(self, reached: int) -> int:
        """The squares that armies of a set can reach in one travel phase (rule 15)."""
        near = spread_out(reached, self.adjacency) & self.land
        return reached | near | spread_out(near & self.fast, self.adjacency) & self.fast

    def phases(self, start: int, goals: Sequence[int]) -> list[int]:
        """The least number of travel phases from a square to each of the goals."""
        missing, found = set_of(goals), dict.fromkeys(goals, NEVER)
        reached, phase = 1 << start, 0
        while missing:
            for goal in squares_of(missing & reached):
                found[goal] = phase
            missing &= ~reached
            further = self.after_a_phase(reached)
            if further == reached:
                break
            reached, phase = further, phase + 1
        return [found[goal] for goal in goals]

    def hangs_together(self) -> bool:
        """True if all land can be reached from any of it."""
        reached = self.land & -self.land
        while (further := reached | spread_out(reached, self.adjacency) & self.land) != reached:
            reached = further
        return reached == self.land


def squares_of(squares: int) -> Iterable[int]:
    """The squares of a set."""
    while squares:
        yield (squares & -squares).bit_length() - 1
        squares &= squares - 1


def ground_of(terrain: Sequence[int], adjacency: int, cost: Sequence[int] = MOVE) -> Ground:
    """The ground of a board; `cost` is the points to enter each terrain."""
    land = (square for square, code in enumerate(terrain) if code != IMPASSABLE)
    fast = (square for square, code in enumerate(terrain) if 0 < cost[code] < POINTS)
    return Ground(adjacency, set_of(land), set_of(fast))


# ---- the five lists


def fairness(
    found: Map, adjacency: int | None = None, cost: Sequence[int] = MOVE
) -> Fairness:  # fmt: skip
    """How even a map is, with the neighbours armies have; across sides (or hexes) by default."""
    if adjacency is None:
        adjacency = found.adjacency
    return measure(ground_of(found.terrain, adjacency, cost), found.fortresses, found.keeps)


def measure(ground: Ground, fortresses: Sequence[int], keeps: Sequence[int]) -> Fairness:
    """The spreads of castles on some ground."""
    goals = (*fortresses, *keeps)
    phases = [ground.phases(fortress, goals) for fortress in fortresses]
    to_keeps = [row[len(fortresses) :] for row in phases]
    players = range(len(fortresses))
    to_enemies = [[phases[i][j] for j in players if j != i] for i in players]
    from_enemies = [[phases[j][i] for j in players if j != i] for i in players]
    return Fairness(
        access=_spread([fsum(1 / (1 + far) for far in row) for row in to_keeps]),
        nearest=_spread(_shares(to_keeps)),
        enemy=_spread([min(row) for row in to_enemies]),
        threat=_spread([min(row) for row in from_enemies]),
        mean_enemy=_spread([sum(row) / len(row) for row in to_enemies]),
    )


def nearest_enemies(
    found: Map, adjacency: int | None = None, cost: Sequence[int] = MOVE
) -> tuple[int, ...]:
    """For each fortress, the travel phases to the nearest other one."""
    ground = ground_of(found.terrain, found.adjacency if adjacency is None else adjacency, cost)
    return tuple(
        min(ground.phases(own, [other for other in found.fortresses if other != own]))
        for own in found.fortresses
    )


def _shares(to_keeps: Sequence[Sequence[int]]) -> list[float]:
    """The number of keeps nearest to each fortress; equally near fortresses share a keep."""
    shares = [0.0] * len(to_keeps)
    for column in zip(*to_keeps, strict=True):
        nearest = [seat for seat, far in enumerate(column) if far == min(column)]
        for seat in nearest:
            shares[seat] += 1 / len(nearest)
    return shares


def _spread(values: Sequence[float]) -> float:
    mean = fsum(values) / len(values)  # sum rounds otherwise from Python 3.12 on
    return (max(values) - min(values)) / mean if mean else 0.0
