"""The rounds of a round robin, by the circle method: each pair meets the declared number of times.

round 1      1 2 3        round 2      1 6 2
             6 5 4                     5 4 3        one stays, the others rotate
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from honjin.server.tables.seats.seating import seated
from honjin.server.tournaments.fold import Tournament

REST = ""


def rounds(t: Tournament) -> int:
    """The number of rounds."""
    return len(_circle(t)[1:]) * t.plan.rounds


def draw(t: Tournament, rng: Random) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """The games of the next round, and the players who rest, some for lack of an opponent."""
    pasts = {who: t.past(who) for who in t.players}
    games: list[tuple[str, ...]] = []
    rests: list[str] = []
    for pair in pairs(_circle(t), t.round % len(_circle(t)[1:])):
        here = tuple(who for who in pair if who != REST and not t.players[who].out)
        if len(here) == 2:
            games.append(seated(here, pasts, rng))
        else:
            rests += here
    return games, tuple(rests)


def pairs(circle: Sequence[str], n: int) -> list[tuple[str, str]]:
    """The pairs of round n, counted from 0."""
    first, *rest = circle
    turned = [first, *rest[-n:], *rest[:-n]] if n else [first, *rest]
    half = len(turned) // 2
    return list(zip(turned[:half], reversed(turned[half:]), strict=True))


def _circle(t: Tournament) -> list[str]:
    """All who ever took part, in order of entry; with a rest if they are an odd number."""
    found = [one.who for one in sorted(t.players.values(), key=lambda one: one.seed)]
    return [*found, REST] if len(found) % 2 else found
