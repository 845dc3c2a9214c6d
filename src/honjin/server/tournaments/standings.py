"""The standings of a tournament, and its tie-breaks. All points are halves.

    Swiss        points, Buchholz, Sonneborn-Berger, direct encounter, wins
    round robin  points, direct encounter, Sonneborn-Berger, wins
    knock-out    the round in which a player was beaten
    tables of three and more: points, wins, the points of all opponents

Buchholz is the sum of the opponents' points; Sonneborn-Berger the sum of the points of beaten
opponents and half the points of drawn ones. There a bye in a Swiss counts as an opponent with the
player's own points. The direct encounter is that of the players who are even in everything before
it. Players who are even in everything share a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from honjin.server.tournaments.fold import Game, Tournament
from honjin.server.tournaments.pairing import knockout
from honjin.server.tournaments.plan import WIN


class Standing(NamedTuple):
    """A player's place. `breaks` are the figures that break ties, named by `tie_breaks`."""

    who: str
    place: int
    points: int
    breaks: tuple[int, ...]


def tie_breaks(t: Tournament) -> tuple[str, ...]:
    """The names of the tie-breaks, in order."""
    if t.plan.format == "knockout":
        return ("round",)
    if t.plan.seats > 2:
        return ("wins", "buchholz")
    if t.plan.format == "robin":
        return ("direct", "sonneborn", "wins")
    return ("buchholz", "sonneborn", "direct", "wins")


def standings(t: Tournament) -> list[Standing]:
    """All who took part, the best first."""
    figures = {who: _figures(t, who) for who in t.players}
    scores, names = {who: t.score(who) for who in t.players}, tie_breaks(t)
    before = names[: names.index("direct")] if "direct" in names else ()
    even = {who: (scores[who], *(figures[who][name] for name in before)) for who in t.players}
    direct = _direct(t, even) if "direct" in names else {}
    rows = []
    for who, player in t.players.items():
        found = figures[who] | {"direct": direct.get(who, 0)}
        breaks = tuple(found[name] for name in names)
        rows.append((who, player.seed, scores[who], breaks))
    knocked = t.plan.format == "knockout"
    rows.sort(key=lambda row: (0 if knocked else -row[2], *(-n for n in row[3]), row[1]))
    return _placed(rows, knocked=knocked)


def _placed(
    rows: Sequence[tuple[str, int, int, tuple[int, ...]]], *, knocked: bool
) -> list[Standing]:
    found: list[Standing] = []
    for n, (who, _, points, breaks) in enumerate(rows):
        last = found[-1] if found else None
        even = last is not None and last.breaks == breaks and (knocked or last.points == points)
        found.append(Standing(who, last.place if last and even else n + 1, points, breaks))
    return found


def _figures(t: Tournament, who: str) -> dict[str, int]:
    """The figures of a player. Sonneborn-Berger is doubled, to count halves of half points."""
    own, games = t.score(who), [game for game in t.played(who) if game.points is not None]
    byes = own * t.byes_of(who) if t.bye_points else 0
    return {
        "buchholz": byes + sum(t.score(one) for game in games for one in opponents(game, who)),
        "sonneborn": 2 * byes + sum(_sonneborn(t, game, who) for game in games),
        "wins": sum(_is_won(game, who) for game in games),
        "round": _reached(t, who),
    }


def _sonneborn(t: Tournament, game: Game, who: str) -> int:
    """The opponent's points, doubled for a win and single for a draw; only for two at a table."""
    if t.plan.seats > 2:
        return 0
    return sum(t.score(one) * game.of(who) for one in opponents(game, who))


def _is_won(game: Game, who: str) -> bool:
    assert game.points is not None
    own = game.of(who)
    others = [points for seat, points in enumerate(game.points) if game.seats[seat] != who]
    return own > max(others, default=0)


def opponents(game: Game, who: str) -> Iterable[str]:
    """The opponents of a player; bots of the server do not count."""
    return (one for one in game.seats if one and one != who)


def _direct(t: Tournament, even: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """The points of games between players who are `even` so far, if all of these have met."""
    met, found = t.meetings(), {}
    for _, some in groupby(sorted(even, key=even.__getitem__), key=even.__getitem__):
        group = list(some)
        pairs = [frozenset((a, b)) for n, a in enumerate(group) for b in group[:n]]
        if len(group) > 1 and all(met[pair] for pair in pairs):
            for who in group:
                games = (game for game in t.played(who) if set(game.seats) <= set(group))
                found[who] = sum(game.of(who) for game in games)
    return found


def _reached(t: Tournament, who: str) -> int:
    """In a knock-out: the round in which a player was beaten, or one more than the last."""
    if t.plan.format != "knockout" or t.status == "waiting":
        return 0
    found = 0
    for n, matches in enumerate(knockout.bracket(t), 1):
        for match in matches:
            if who in (match.one, match.other):
                found = n + (match.winner == who and len(matches) == 1)
    return found


def placed(points: Sequence[int]) -> tuple[int, ...]:
    """Half points of a game from the seats' results: two per seat behind, one per seat level."""
    return tuple(
        sum(WIN if mine > other else 1 if mine == other else 0 for other in points) - 1
        for mine in points
    )
