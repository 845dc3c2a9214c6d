"""Rounds of games for three to six: players are spread over tables so that they meet evenly.

The cost of a round is the sum, over all pairs at a table, of the square of the number of their
meetings; in a Swiss also of the difference of their scores. A local search that swaps two players
while that helps, started from several shuffles, finds cheap ones. Seats that stay free are taken by
bots of the server, which have no place in the standings; they are spread over the tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from honjin.server.tables.seats.seating import seated
from honjin.server.tournaments.fold import Tournament, strength

STARTS: Final = 6
_BOT: Final = ""
_MET: Final = 100
"""The cost of one more meeting, against a half point between two players."""

Table = list[str]


def draw(t: Tournament, rng: Random) -> list[tuple[str, ...]]:
    """The tables of the next round, seat by seat; "" for a bot of the server."""
    order = [
        one.who for one in sorted(t.active, key=lambda one: (-t.score(one.who), *strength(one)))
    ]
    met = t.meetings()
    apart = {who: t.score(who) if t.plan.format == "swiss" else 0 for who in order}
    tables = shared_out(order, t.plan.seats, met, apart, rng)
    pasts = {who: t.past(who) for who in order}
    return [_seated(table, pasts, rng) for table in tables]


def _seated(table: Table, pasts: Mapping[str, object], rng: Random) -> tuple[str, ...]:
    named = [who or f"{_BOT}#{n}" for n, who in enumerate(table)]
    order = seated(named, pasts, rng)  # type: ignore[arg-type]
    return tuple(_BOT if who.startswith("#") else who for who in order)


def shared_out(
    order: Sequence[str], seats: int, met: Mapping[frozenset[str], int],
    scores: Mapping[str, int], rng: Random,
) -> list[Table]:  # fmt: skip
    """Tables with `seats` seats for the players in the order of their standing."""
    count = -(-len(order) // seats)
    return min(
        (_search(_dealt(order, count, seats, rng, n), met, scores) for n in range(STARTS)),
        key=lambda tables: sum(_cost(table, met, scores) for table in tables),
    )


def _dealt(order: Sequence[str], count: int, seats: int, rng: Random, n: int) -> list[Table]:
    """A first assignment: by standing, or, from the second start on, at random."""
    people = list(order)
    if n:
        rng.shuffle(people)
    free = count * seats - len(people)
    sizes = [seats - free // count - (table < free % count) for table in range(count)]
    tables, at = [], 0
    for size in sizes:
        tables.append(people[at : at + size] + [_BOT] * (seats - size))
        at += size
    return tables


def _search(
    tables: list[Table], met: Mapping[frozenset[str], int], scores: Mapping[str, int]
) -> list[Table]:
    """Swap players of two tables as long as that makes them cheaper."""
    better = True
    while better:
        better = any(_swap(one, other, met, scores) for one, other in combinations(tables, 2))
    return tables


def _swap(
    one: Table, other: Table, met: Mapping[frozenset[str], int], scores: Mapping[str, int]
) -> bool:
    """Swap the first two players of two tables for whom it helps."""
    before = _cost(one, met, scores) + _cost(other, met, scores)
    for n, a in enumerate(one):
        for m, b in enumerate(other):
            if _BOT in (a, b):
                continue
            one[n], other[m] = b, a
            if _cost(one, met, scores) + _cost(other, met, scores) < before:
                return True
            one[n], other[m] = a, b
    return False


def _cost(table: Table, met: Mapping[frozenset[str], int], scores: Mapping[str, int]) -> int:
    people = [who for who in table if who != _BOT]
    return sum(
        _MET * (2 * met.get(frozenset(pair), 0) + 1) + (scores[pair[0]] - scores[pair[1]]) ** 2
        for pair in combinations(people, 2)
    )
