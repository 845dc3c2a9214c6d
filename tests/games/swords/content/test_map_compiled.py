"""The rules of laying give the same results compiled and interpreted, on squares and hexes."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from honjin.core.jit.bits import register_bits
from honjin.core.jit.rule import register_rules
from honjin.games.swords.content.laying import list_fortresses, list_keeps, list_layings
from honjin.games.swords.content.maps import EMPTY, FORTRESS, HEXES, IMPASSABLE, SIDES_ONLY, SQUARES

ROOM = 600


def fast(rule: Callable[..., int]) -> Callable[..., list[int]]:
    """A listing rule, compiled; lists become arrays, as in a record."""
    import numba

    register_bits()
    register_rules()
    jitted: Any = numba.njit(rule)

    def listed(terrain: list[int], adjacency: int, asked: list[int] | int) -> list[int]:
        out = np.zeros(ROOM, np.int64)
        given = np.array(asked, np.int8) if isinstance(asked, list) else asked
        n = jitted(np.array(terrain, np.int8), adjacency, given, out)
        found: list[int] = out[:n].tolist()
        return found

    return listed


def plain(rule: Callable[..., int], *asked: object) -> list[int]:
    """The list that the interpreted rule writes."""
    out = [0] * ROOM
    return out[: rule(*asked, out)]


def boards(count: int) -> list[list[int]]:
    """Random boards with six mountains, tiles and empty squares."""
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        rocks, empty = set(rng.sample(range(SQUARES), 6)), rng.random()
        found.append(
            [
                IMPASSABLE if s in rocks else EMPTY if rng.random() < empty else rng.randrange(4)
                for s in range(SQUARES)
            ]
        )
    return found


@pytest.mark.slow
def test_laying_is_the_same_compiled() -> None:
    """Ruling W5: every hand on every board."""
    quick = fast(list_layings)
    for seed, terrain in enumerate(boards(60)):
        hand = [seed >> kind & 1 for kind in range(5)]
        for adjacency in (SIDES_ONLY, HEXES):
            assert plain(list_layings, terrain, adjacency, hand) == quick(terrain, adjacency, hand)


@pytest.mark.slow
def test_castles_are_the_same_compiled() -> None:
    """Ruling W6: fortresses for two to six, and keeps of the first."""
    forts, keeps = fast(list_fortresses), fast(list_keeps)
    for seed, laid in enumerate(boards(20)):
        terrain = [code if code != EMPTY else 0 for code in laid]
        for adjacency in (SIDES_ONLY, HEXES):
            places = plain(list_fortresses, terrain, adjacency, 2 + seed % 5)
            assert places == forts(terrain, adjacency, 2 + seed % 5)
            with_one = [*terrain[: places[0]], FORTRESS, *terrain[places[0] + 1 :]]
            assert plain(list_keeps, with_one, adjacency, places[0]) == keeps(
                with_one, adjacency, places[0]
            )
