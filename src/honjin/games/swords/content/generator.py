"""Generated maps: the same players, keeps per player and seed always give the same map (2, Q70).

Every map is symmetrical: what is laid on a square is laid on all its images too, its orbit. What
symmetry leaves uneven is evened out by swaps. maps.toml has the numbers.

1. Fortresses are on the edge, about equally far apart, each shifted at random by up to a step.
2. Keeps are scattered, far enough from fortresses and each other.
3. Terrain is laid in short walks, which give rivers, woods and ridges.
4. Orbits of the same size are swapped as long as that makes the map no less even.
5. A failed start is abandoned for the next; after the last, the designed map stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum
from typing import Final, NamedTuple

from honjin.core.jit.rng import draw, seeded
from honjin.core.reading.tables import must_be_read
from honjin.games.swords.content.fairness import Fairness, fairness, ground_of, measure
from honjin.games.swords.content.maps import (
    CLEAR,
    DRAWN,
    FORTRESS,
    IMPASSABLE,
    KEEP,
    MOVE,
    NEIGHBOURS,
    SIDE,
    SIDES_ONLY,
    SQUARES,
    TERRAINS,
    Map,
    designed_for,
    make_map,
    steps,
)
from honjin.geometry.squares import (
    Square,
    Symmetry,
    half_turn,
    mirrored,
    orbit,
    quarter_turn,
)

PLAYERS: Final = tuple(int(key) for key in DRAWN["anchors"])
KEEPS: Final[tuple[int, ...]] = tuple(DRAWN["keeps"])
MAX_UNFAIRNESS: Final[float] = DRAWN["max_unfairness"]
MAX_SWAPS: Final[int] = DRAWN["most_swaps"]
MAX_STARTS: Final[int] = DRAWN["most_starts"]
QUOTA: Final = {
    TERRAINS.index(name): (int(low), int(high)) for name, (low, high) in DRAWN["quota"].items()
}
"""The least and most squares of each terrain."""

FROM_FORTRESS: Final = 3
"""The least number of steps between a keep and a fortress."""
CROWDED: Final = 10
"""With more keeps than this, they may be 2 steps apart, otherwise 3."""
EXITS: Final = 2
"""The least number of passable neighbours of a fortress."""
LONGEST_WALK: Final = 4
TRIES: Final = 400
"""The number of walks before a start is abandoned."""

_SYMMETRIES: Final[dict[str, Symmetry]] = {
    "half_turn": half_turn, "mirrored": mirrored, "quarter_turn": quarter_turn
}  # fmt: skip
_SYMMETRY: Final = {players: _SYMMETRIES[DRAWN["symmetry"][str(players)]] for players in PLAYERS}
_ANCHORS: Final = {players: DRAWN["anchors"][str(players)] for players in PLAYERS}

must_be_read("maps.toml, drawn", DRAWN)


class Drawn(NamedTuple):
    """A generated map, how even it is, and the number of starts."""

    map: Map
    fairness: Fairness
    starts: int
    is_designed: bool  # no start gave an even map: the designed one stands in


def usual_keeps(players: int) -> int:
    """The default number of keeps per player: three for up to three players, else two."""
    return 3 if players <= 3 else 2


def draw_map(
    players: int, keeps: int = 0, seed: int = 1, tell: Callable[[int, int], None] | None = None,
    cost: Sequence[int] = MOVE,
) -> Drawn:  # fmt: skip
    """The map of a seed; ValueError for a number of players or keeps that no map has.

    `keeps` is per player, 0 for the default; `tell` is called with the number of each start and the
    number of all. The map is even where terrain costs `cost` points to enter.
    """
    keeps = keeps or usual_keeps(players)
    _must_be("players", players, PLAYERS)
    _must_be("keeps a player", keeps, KEEPS)
    rng = seeded(seed * 100 + players * 10 + keeps)
    for start in range(1, MAX_STARTS + 1):
        if tell:
            tell(start, MAX_STARTS)
        sheet = _Sheet(players, keeps, rng, cost)
        if sheet.is_filled() and sheet.is_evened():
            found = sheet.as_map(f"{players}-{keeps}-{seed}")
            return Drawn(found, fairness(found, cost=cost), start, is_designed=False)
    return _stand_in(players, cost)


def _must_be(what: str, given: int, known: Sequence[int]) -> None:
    if given not in known:
        raise ValueError(f"expected {known[0]} to {known[-1]} {what}, got {given}")


def _stand_in(players: int, cost: Sequence[int]) -> Drawn:
    found = designed_for(players)
    return Drawn(found, fairness(found, cost=cost), MAX_STARTS, is_designed=True)


def symmetry_of(players: int) -> Symmetry:
    """The symmetry of every map for this many players."""
    return _SYMMETRY[players]


def orbits_of(players: int) -> tuple[tuple[int, ...], ...]:
    """The orbit of each square: the square and its images."""
    symmetry = symmetry_of(players)
    return tuple(
        tuple(
            SIDE * image.row + image.col
            for image in orbit(Square(*divmod(square, SIDE)), symmetry, SIDE)
        )
        for square in range(SQUARES)
    )


class _Sheet:
    """A map in the making."""

    def __init__(self, players: int, keeps: int, rng: list[int], cost: Sequence[int]) -> None:
        self.rng, self.cost = rng, cost
        self.orbits = orbits_of(players)
        self.terrain = [CLEAR] * SQUARES
        self.fortresses = self._draw_fortresses(players)
        self.keeps: list[int] = []
        self.wanted = players * keeps
        self.gap = 2 if self.wanted > CROWDED else 3

    def as_map(self, name: str) -> Map:
        """The finished map."""
        return make_map(name, "squares", self.terrain, self.fortresses)

    def is_filled(self) -> bool:
        """Scatter keeps and lay terrain; False if that failed."""
        return self._has_strewn_keeps() and self._has_laid_terrain() and self._is_valid()

    # ---- castles

    def _draw_fortresses(self, players: int) -> tuple[int, ...]:
        """The shifted anchors and their images, clockwise from the north-west corner."""
        found = {
            image
            for row, col in _ANCHORS[players]
            for image in self.orbits[self._shifted(row, col)]
        }
        for square in found:
            self.terrain[square] = FORTRESS
        return tuple(sorted(found, key=_along_edge))

    def _shifted(self, row: int, col: int) -> int:
        """A square up to one step further along its edge; corners stay."""
        if (row, col) == (0, 0):
            return 0
        shift = draw(self.rng, 3) - 1
        return SIDE * row + col + shift if row == 0 else SIDE * (row + shift) + col

    def _has_strewn_keeps(self) -> bool:
        for square in shuffled(range(SQUARES), self.rng):
            images = self.orbits[square]
            if len(self.keeps) + len(images) <= self.wanted and self._takes_keeps(images):
                self.keeps += images
                for image in images:
                    self.terrain[image] = KEEP
        return len(self.keeps) == self.wanted

    def _takes_keeps(self, images: Sequence[int]) -> bool:
        return all(
            self._is_far(image, [*self.keeps, *(one for one in images if one != image)])
            for image in images
        )

    def _is_far(self, square: int, keeps: Iterable[int]) -> bool:
        """True if a keep on a square is far enough from fortresses and these keeps."""
        return all(
            steps(SIDES_ONLY, square, other) >= FROM_FORTRESS for other in self.fortresses
        ) and all(steps(SIDES_ONLY, square, other) >= self.gap for other in keeps)

    # ---- terrain

    def _has_laid_terrain(self) -> bool:
        return all(self._has_laid(code, low, high) for code, (low, high) in QUOTA.items())

    def _has_laid(self, code: int, low: int, high: int) -> bool:
        """Lay one terrain in walks, in a random amount."""
        wanted, laid = low + draw(self.rng, high - low + 1), 0
        for _ in range(TRIES):
            if laid >= wanted:
                break
            laid += self._walk(code, high - laid)
        return laid >= low

    def _walk(self, code: int, room: int) -> int:
        """Lay one to LONGEST_WALK squares in a row, with their images; return how many."""
        square, laid = draw(self.rng, SQUARES), 0
        for _ in range(1 + draw(self.rng, LONGEST_WALK)):
            images = self.orbits[square]
            if len(images) > room - laid or not self._takes(code, images):
                break
            for image in images:
                self.terrain[image] = code
            laid += len(images)
            square = self._drawn_neighbour(square)
        return laid

    def _takes(self, code: int, images: Sequence[int]) -> bool:
        """True if clear squares can become this; nothing impassable is beside a fortress."""
        if any(self.terrain[image] != CLEAR for image in images):
            return False
        return code != IMPASSABLE or not any(map(self._is_by_fortress, images))

    def _drawn_neighbour(self, square: int) -> int:
        near = [other for other in NEIGHBOURS[SIDES_ONLY][square] if other >= 0]
        return near[draw(self.rng, len(near))]

    def _is_by_fortress(self, square: int) -> bool:
        near = NEIGHBOURS[SIDES_ONLY][square]
        return any(other >= 0 and self.terrain[other] == FORTRESS for other in near)

    def _is_valid(self) -> bool:
        """True if the land is connected and armies can leave every fortress on two sides."""
        return ground_of(self.terrain, SIDES_ONLY).hangs_together() and all(
            self._exits(fortress) >= EXITS for fortress in self.fortresses
        )

    def _exits(self, fortress: int) -> int:
        near = NEIGHBOURS[SIDES_ONLY][fortress]
        return sum(other >= 0 and self.terrain[other] != IMPASSABLE for other in near)

    # ---- evening out

    def is_evened(self) -> bool:
        """Swap orbits until the map is even enough; False if the swaps ran out."""
        now = self._score()
        for _ in range(MAX_SWAPS):
            if now[0] <= MAX_UNFAIRNESS:
                return True
            one, other = self._drawn_orbits()
            if self._can_swap(one, other):
                now = self._swapped(one, other, now)
        return now[0] <= MAX_UNFAIRNESS

    def _score(self) -> tuple[float, float]:
        ground = ground_of(self.terrain, SIDES_ONLY, self.cost)
        found = measure(ground, self.fortresses, self.keeps)
        return found.unfairness, fsum(found)

    def _drawn_orbits(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        one, other = draw(self.rng, SQUARES), draw(self.rng, SQUARES)
        return self.orbits[one], self.orbits[other]

    def _can_swap(self, one: Sequence[int], other: Sequence[int]) -> bool:
        contents = self.terrain[one[0]], self.terrain[other[0]]
        return len(one) == len(other) and contents[0] != contents[1] and FORTRESS not in contents

    def _swapped(
        self, one: Sequence[int], other: Sequence[int], before: tuple[float, float]
    ) -> tuple[float, float]:
        """The score after a swap, which is undone if it does not help."""
        self._swap(one, other)
        if self._keeps_are_apart() and self._is_clear_of_rock() and self._is_valid():
            after = self._score()
            if after <= before:
                return after
        self._swap(one, other)
        return before

    def _swap(self, one: Sequence[int], other: Sequence[int]) -> None:
        for here, there in zip(one, other, strict=True):
            terrain = self.terrain
            terrain[here], terrain[there] = terrain[there], terrain[here]
        self.keeps = [square for square, code in enumerate(self.terrain) if code == KEEP]

    def _keeps_are_apart(self) -> bool:
        return all(
            self._is_far(keep, [other for other in self.keeps if other != keep])
            for keep in self.keeps
        )

    def _is_clear_of_rock(self) -> bool:
        return not any(
            code == IMPASSABLE and self._is_by_fortress(square)
            for square, code in enumerate(self.terrain)
        )


def _along_edge(square: int) -> int:
    """The distance of a square on the edge from the north-west corner, clockwise."""
    row, col = divmod(square, SIDE)
    last = SIDE - 1
    if row == 0:
        return col
    if col == last:
        return last + row
    return 2 * last + last - col if row == last else 3 * last + last - row


def shuffled(values: Iterable[int], rng: list[int]) -> list[int]:
    """The values in a random order."""
    left = list(values)
    for last in range(len(left) - 1, 0, -1):
        other = draw(rng, last + 1)
        left[last], left[other] = left[other], left[last]
    return left
