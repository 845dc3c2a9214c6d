"""A knock-out: matches of a bracket seeded by ratings; the loser of a match is out.

A match has a fixed number of games, with seats swapped after each. A player with more than half of
all points has won it. If it is even after that, up to two more games decide; then the higher seed
advances. If a player withdraws before that, the other one advances; of two, the one who left last.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from honjin.server.tables.seats.seating import seated
from honjin.server.tournaments.fold import Game, Tournament, strength
from honjin.server.tournaments.plan import WIN

EXTRA: Final = 2
"""The number of further games in a match that is even."""


class Match(NamedTuple):
    """A match of a round; without `other` there is no opponent. `winner` once it is decided."""

    one: str
    other: str | None
    games: tuple[Game, ...]
    winner: str | None


def bracket(t: Tournament) -> list[list[Match]]:
    """The matches round by round, as far as their players are known."""
    seeds = [one.who for one in sorted(t.players.values(), key=strength)]
    slots: list[str | None] = [
        seeds[n - 1] if n <= len(seeds) else None for n in _order(_size(len(seeds)))
    ]
    found: list[list[Match]] = []
    while len(slots) > 1:
        matches = [
            _match(t, seeds, len(found) + 1, one, other)
            for one, other in zip(slots[::2], slots[1::2], strict=True)
        ]
        found.append(matches)
        if any(match.winner is None for match in matches):
            return found
        slots = [match.winner for match in matches]
    return found


def rounds(players: int) -> int:
    """The number of rounds of a knock-out with `players` players."""
    return (_size(players) - 1).bit_length()


def draw(t: Tournament, rng: Random) -> tuple[int, list[tuple[str, ...]], tuple[str, ...]]:
    """The next games: their round, their seats, and the players who advance without a match."""
    matches = bracket(t)
    games = [
        _next_game(match, rng)
        for match in matches[-1]
        if match.winner is None and not any(game.points is None for game in match.games)
    ]
    byes = tuple(match.one for match in matches[-1] if match.other is None)
    return len(matches), games, byes


def champion(t: Tournament) -> str | None:
    """The winner of the last match."""
    matches = bracket(t)
    return matches[-1][0].winner if matches and len(matches[-1]) == 1 else None


def _next_game(match: Match, rng: Random) -> tuple[str, ...]:
    assert match.other is not None
    if match.games:
        return match.games[-1].seats[::-1]
    return seated((match.one, match.other), {}, rng)


def _match(
    t: Tournament, seeds: Sequence[str], n: int, one: str | None, other: str | None
) -> Match:
    if one is None or other is None:
        here = one or other
        assert here is not None
        return Match(here, None, (), here)
    pair = {one, other}
    games = tuple(game for game in t.games_of(n) if set(game.seats) == pair)
    return Match(one, other, games, _winner(t, seeds, one, other, games))


def _winner(
    t: Tournament, seeds: Sequence[str], one: str, other: str, games: Sequence[Game]
) -> str | None:
    if any(game.points is None for game in games):
        return None
    points = {who: sum(game.of(who) for game in games) for who in (one, other)}
    ahead = max(points, key=points.__getitem__)
    count, even = t.plan.rounds, points[one] == points[other]
    if not even and (points[ahead] * 2 > count * WIN or len(games) >= count):
        return ahead
    here = [who for who in (one, other) if not _is_gone(t, who, games)]
    if len(here) == 1:
        return here[0]
    if len(games) >= count + EXTRA:
        return min(one, other, key=seeds.index)
    return None if here else max(one, other, key=lambda who: t.players[who].left)


def _is_gone(t: Tournament, who: str, games: Sequence[Game]) -> bool:
    """Whether a player withdrew before a match was decided: a later withdrawal changes nothing."""
    player, most = t.players[who], t.plan.rounds + EXTRA
    return player.out and (len(games) < most or player.left < games[-1].scored)


def _size(players: int) -> int:
    """The next power of two."""
    return 1 << max(1, (players - 1).bit_length())


def _order(size: int) -> list[int]:
    """The seeds from the top of the bracket down: 1 8 4 5 2 7 3 6, so that the best meet last."""
    found = [1]
    while len(found) < size:
        last = 2 * len(found) + 1
        found = [seed for one in found for seed in (one, last - one)]
    return found
