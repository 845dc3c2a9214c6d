"""The armies that could reach each other next turn: a guess for display, not part of the rules.

Every army is assumed to have all its points again, and all others to stay where they are.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from honjin.games.swords.content.maps import POINTS, SQUARES, around
from honjin.games.swords.rules.state import Swords, enter_cost, holds_castle, is_free


class Reach(NamedTuple):
    """The squares and armies that an army could reach next turn."""

    base: int
    goes: tuple[int, ...]  # squares it could enter
    strikes: tuple[int, ...]  # armies it could attack, by their squares


def reaches(seen: Swords) -> tuple[Reach, ...]:
    """The reach of each army on the board, in order of squares."""
    return _reaches(seen.adjacency, tuple(seen.terrain), tuple(seen.cost), tuple(seen.army))


@lru_cache(512)
def _reaches(
    adjacency: int, terrain: tuple[int, ...], cost: tuple[int, ...], army: tuple[int, ...]
) -> tuple[Reach, ...]:
    """Cached: all viewers see equal reaches until an army moves."""
    board = Swords(
        adjacency=adjacency, terrain=list(terrain), cost=list(cost), army=list(army)
    )  # fmt: skip
    return tuple(_reach(board, square) for square in range(SQUARES) if army[square])


def aims(seen: Swords, all_reaches: tuple[Reach, ...]) -> dict[int, list[int]]:
    """For each square with an army or a castle, the armies of others that could come for it."""
    comers: dict[int, list[int]] = {}
    for base, goes, strikes in all_reaches:
        seat = seen.army[base] - 1
        taken = [at for at in goes if seen.castle[at] and not holds_castle(seen, seat, at)]
        for square in (*strikes, *taken):
            comers.setdefault(square, []).append(base)
    return comers


def _reach(seen: Swords, base: int) -> Reach:
    owner, left = seen.army[base], {base: POINTS}
    edge = [base]
    while edge:
        at = edge.pop()
        for near in beside(seen, at):
            points = left[at] - enter_cost(seen, near)
            can_pass = is_free(seen, near) and points >= 0
            if can_pass and points > left.get(near, -1):
                left[near] = points
                edge.append(near)
    foes = {
        near for at in left for near in beside(seen, at) if seen.army[near] not in (0, owner)
    }  # fmt: skip
    return Reach(base, tuple(sorted(left.keys() - {base})), tuple(sorted(foes)))


def beside(seen: Swords, square: int) -> tuple[int, ...]:
    """The neighbours of a square."""
    return _beside(seen.adjacency, square)


@cache
def _beside(adjacency: int, square: int) -> tuple[int, ...]:
    near, squares = around(adjacency, square), []
    while near:
        squares.append((near & 127) - 1)
        near >>= 7
    return tuple(squares)
