"""The pairings of a Swiss round: one optimal matching, with weights in order of priority.

Each pair of players is an edge, and so are each player and the bye if their number is odd. The cost
of an edge counts these, each before all of the next ones:

    1  a second bye for a player
    2  the number of times that the two have met before
    3  the square of their difference in half points; for a bye, from the player with the fewest
    4  the unevenness of their seats after the game
    5  the distance of their places from "upper half against lower half" within equal scores

The round is a perfect matching with the least total cost (`networkx`). So nobody meets the same
opponent twice as long as it can be avoided, whatever the scores are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from honjin.server.tables.seats.seating import NEW, PastSeats, seated, unevenness
from honjin.server.tournaments.fold import Tournament, strength

BYE: Final = ""
_STEP: Final = 1 << 20
"""Larger than any sum of one kind of cost, for all players together."""


def draw(t: Tournament, rng: Random) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """The games of the next round of a Swiss, seat by seat, and the players with a bye."""
    standing = sorted(t.active, key=lambda one: (-t.score(one.who), *strength(one)))
    order = [one.who for one in standing]
    pasts = {who: t.past(who) for who in order}
    pairs = paired(
        order, {who: t.score(who) for who in order}, t.meetings(), pasts,
        {who: t.byes_of(who) for who in order},
    )  # fmt: skip
    games = [seated(pair, pasts, rng) for pair in pairs if BYE not in pair]
    return games, tuple(one for pair in pairs if BYE in pair for one in pair if one != BYE)


def paired(
    order: Sequence[str], scores: Mapping[str, int], met: Mapping[frozenset[str], int],
    pasts: Mapping[str, PastSeats], byes: Mapping[str, int],
) -> list[tuple[str, str]]:  # fmt: skip
    """The pairs of players in the order of their standing; one is with BYE if they are odd."""
    import networkx as nx  # costs a third of a second, and most servers never draw a round

    graph = nx.Graph()
    fold = _fold_distances(order, scores)
    for one, other in combinations(order, 2):
        pair = frozenset((one, other))
        uneven = min(unevenness(way, pasts)[0] for way in ((one, other), (other, one)))
        cost = _cost(0, met.get(pair, 0), (scores[one] - scores[other]) ** 2, uneven, fold[pair])
        graph.add_edge(one, other, weight=-cost)
    if len(order) % 2:
        fewest = min(scores.values())
        for n, who in enumerate(order):
            cost = _cost(byes.get(who, 0), 0, (scores[who] - fewest) ** 2, 0, len(order) - n)
            graph.add_edge(who, BYE, weight=-cost)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    place = {who: n for n, who in enumerate((*order, BYE))}
    pairs = [tuple(sorted(pair, key=place.__getitem__)) for pair in matching]
    return sorted(((one, other) for one, other in pairs), key=lambda pair: place[pair[0]])


def _cost(*parts: int) -> int:
    """A number in which each part outweighs all sums of the parts after it."""
    total = 0
    for part in parts:
        assert 0 <= part < _STEP
        total = total * _STEP + part
    return total


def _fold_distances(order: Sequence[str], scores: Mapping[str, int]) -> dict[frozenset[str], int]:
    """For each pair, how far their places are from half the size of their group apart."""
    groups: dict[int, list[str]] = {}
    for who in order:
        groups.setdefault(scores[who], []).append(who)
    place = {who: n for group in groups.values() for n, who in enumerate(group)}
    found = {}
    for one, other in combinations(order, 2):
        apart = abs(place[one] - place[other])
        half = len(groups[scores[one]]) // 2 if scores[one] == scores[other] else 0
        found[frozenset((one, other))] = abs(apart - half)
    return found


__all__ = ["BYE", "NEW", "draw", "paired"]
