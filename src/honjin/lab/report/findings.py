"""Figures of many games with the same options: wins, endings, lengths, sources of points.

Everything is computed from saved matches (`lab.matches.playing`) in the order of their rounds, so
the same games give the same findings. The code is independent of the game: seats, marks, lines and
figures come from its facts (`core.parts.facts`).

A seat's **share** of a game is 1 if it won alone; seats tied for the top divide it; a single player
has 1, 1/2 or 0 for a return above, at or below zero. If several seats of a game bear the same
mark, their mean counts, so a game is always one value; intervals are those of `stats.intervals`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from honjin.core.options import Value
from honjin.core.parts.facts import NO_FACTS, Facts
from honjin.lab.matches.playing import Match
from honjin.lab.stats.intervals import Estimate, Moments, bounded_mean, wilson
from honjin.lab.stats.tally import outcome, placing

SEAT = "seat"
POINTS = "points"
ACTIONS = "actions"


class Group(msgspec.Struct, frozen=True):
    """The results of seats with something in common: the same seat, or the same mark.

    `games` counts the games with such a seat; `won`, `drawn` and `lost` count seats.
    """

    of: str
    value: str
    games: int
    won: int
    drawn: int
    lost: int
    share: Estimate
    mean_return: Estimate
    place: Estimate
    even: float | None  # the share of a seat in an even game; None for a single player

    def against_even(self) -> int:
        """1 if significantly above an even share, -1 if below, else 0."""
        if self.even is None:
            return 0
        return (self.share.low > self.even) - (self.share.high < self.even)


class End(msgspec.Struct, frozen=True):
    """Games that ended for one reason; `won` by each seat alone."""

    reason: str
    games: int
    share: Estimate
    won: tuple[int, ...]


class Length(msgspec.Struct, frozen=True):
    """The lengths of games in one measure; `marks` are least, 10 %, median, 90 %, most."""

    name: str
    mean: float
    deviation: float
    marks: tuple[int, int, int, int, int]
    games: dict[int, int]  # by length


class Source(msgspec.Struct, frozen=True):
    """One line of the score, or another figure: means by seat, of winners, of the others.

    `games` counts the games in which a seat had any of it; `share` is the share those seats won.
    """

    name: str
    seats: tuple[float, ...]
    winners: float
    others: float
    games: int
    share: Estimate


class Findings(msgspec.Struct, frozen=True):
    """The figures of one case. `seconds` and `actions` are means per game."""

    games: int
    left_out: int
    drawn: int
    groups: tuple[Group, ...]
    ends: tuple[End, ...]
    lengths: tuple[Length, ...]
    score: tuple[Source, ...]
    figures: tuple[Source, ...]
    seconds: float
    actions: float


class Case(msgspec.Struct, frozen=True):
    """A case: its options, the meaning of its bots, and its figures."""

    key: str
    options: dict[str, Value]
    seats: int
    means: tuple[str, ...]
    findings: Findings


class BalanceReport(msgspec.Struct, frozen=True):
    """The cases so far."""

    game: str
    rules: int
    seed: int
    bots: tuple[str, ...]
    cases: tuple[Case, ...]


class Kept:
    """The matches of one case, as they come in."""

    def __init__(self, seats: int, best: int) -> None:
        self.seats, self.best = seats, best
        self.matches: dict[int, Match] = {}
        self.left_out = 0
        self._shares = SeatShares(seats)

    def add(self, match: Match) -> None:
        """Add a match; a failed one is left out."""
        if match.fault:
            self.left_out += 1
            return
        self.matches[match.round] = match
        self._shares.add(match.returns)

    def shares(self) -> list[Estimate]:
        """The share of the games won by each seat so far."""
        return [*self._shares.estimates()] if self.matches else []

    def findings(self) -> Findings:
        """The figures of the matches."""
        games = [_Game.of(self.matches[number]) for number in sorted(self.matches)]
        return Findings(
            games=len(games),
            left_out=self.left_out,
            drawn=sum(outcome(m.returns, max(m.returns)) == 0 for m in self.matches.values()),
            groups=tuple(_groups(games, self.seats, self.best)),
            ends=tuple(_ends(games, self.seats)),
            lengths=tuple(_lengths(games)),
            score=tuple(_sources(games, lambda facts: facts.score, total=True)),
            figures=tuple(_sources(games, lambda facts: facts.figures)),
            seconds=_mean([game.match.took for game in games]),
            actions=_mean([sum(game.match.moves) for game in games]),
        )


class _Game(NamedTuple):
    """A match, with the values by seat that every count needs."""

    match: Match
    facts: Facts
    shares: tuple[float, ...]
    won: tuple[bool, ...]  # without a tie; for a single player: at all

    @classmethod
    def of(cls, match: Match) -> _Game:
        won = tuple(outcome(match.returns, got) > 0 for got in match.returns)
        return cls(match, match.facts or NO_FACTS, shares_of(match.returns), won)


def shares_of(returns: Sequence[int]) -> tuple[float, ...]:
    """The share of a game that each seat has won.

    >>> shares_of([2, 2, -4])
    (0.5, 0.5, 0.0)
    """
    if len(returns) == 1:
        return (0.5 + outcome(returns, returns[0]) / 2,)
    best = max(returns)
    each = 1 / returns.count(best)
    return tuple(each if got == best else 0.0 for got in returns)


class SeatShares:
    """The share of the games that each seat has won, as they come in."""

    def __init__(self, seats: int) -> None:
        self._seats = [Moments() for _ in range(seats)]

    def add(self, returns: Sequence[int]) -> None:
        """Add a game."""
        for moments, share in zip(self._seats, shares_of(returns), strict=True):
            moments.add(share)

    @property
    def games(self) -> int:
        """The number of games added."""
        return self._seats[0].n

    def means(self) -> tuple[float, ...]:
        """The share of each seat."""
        return tuple(moments.mean for moments in self._seats)

    def estimates(self) -> tuple[Estimate, ...]:
        """The share of each seat with its interval."""
        return tuple(map(bounded_mean, self._seats))


# ---- who wins


def _groups(games: Sequence[_Game], seats: int, best: int) -> Iterator[Group]:
    for seat in range(seats):
        yield _group(SEAT, str(seat), [(game, (seat,)) for game in games], best)
    for name, value in _marks(games):
        bearers = [(game, _bearing(game.facts.marks[name], value)) for game in games]
        yield _group(name, value, [(game, own) for game, own in bearers if own], best)


def _marks(games: Iterable[_Game]) -> list[tuple[str, str]]:
    """Every mark and value that occurs; values in alphabetical order."""
    found = {
        (name, value) for game in games for name, values in game.facts.marks.items()
        for value in values
    }  # fmt: skip
    return sorted(found)


def _bearing(values: Sequence[str], value: str) -> tuple[int, ...]:
    return tuple(seat for seat, its in enumerate(values) if its == value)


def _group(
    of: str, value: str, bearers: Sequence[tuple[_Game, tuple[int, ...]]], best: int
) -> Group:
    shares, returns, places = Moments(), Moments(), Moments()
    outcomes: Counter[int] = Counter()
    for game, own in bearers:
        got = game.match.returns
        outcomes.update(outcome(got, got[seat]) for seat in own)
        shares.add(_mean([game.shares[seat] for seat in own]))
        returns.add(_mean([got[seat] for seat in own]))
        places.add(_mean([placing(got, got[seat]) for seat in own]))
    seats = len(bearers[0][0].shares) if bearers else 1
    return Group(
        of, value, len(bearers), outcomes[1], outcomes[0], outcomes[-1], bounded_mean(shares),
        bounded_mean(returns, -best, best), bounded_mean(places, 1, max(2, seats)),
        1 / seats if seats > 1 else None,
    )  # fmt: skip


# ---- how games end, and how long they are


def _ends(games: Sequence[_Game], seats: int) -> Iterator[End]:
    reasons = Counter(game.match.reason for game in games)
    for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
        ended = [game for game in games if game.match.reason == reason]
        won = tuple(sum(game.won[seat] for game in ended) for seat in range(seats))
        yield End(reason, count, wilson(count / len(games), len(games)), won)


def _lengths(games: Sequence[_Game]) -> Iterator[Length]:
    if games:
        for name in games[0].facts.counts:
            yield length(name, [game.facts.counts[name] for game in games])
        yield length(ACTIONS, [sum(game.match.moves) for game in games])


def length(name: str, values: Sequence[int]) -> Length:
    """The `Length` of a list of values."""
    moments, ordered = Moments(values), sorted(values)
    least, low, middle, high, most = (_part(ordered, part) for part in (0.0, 0.1, 0.5, 0.9, 1.0))
    return Length(
        name, moments.mean, math.sqrt(moments.variance), (least, low, middle, high, most),
        dict(sorted(Counter(values).items())),
    )  # fmt: skip


def _part(ordered: Sequence[int], part: float) -> int:
    """The smallest value that a fraction `part` of the values do not exceed."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


# ---- points and other figures


Lines = Callable[[Facts], Mapping[str, tuple[int, ...]]]


def _sources(games: Sequence[_Game], of: Lines, *, total: bool = False) -> Iterator[Source]:
    if not games:
        return
    for name in of(games[0].facts):
        yield _source(name, [(game, of(game.facts)[name]) for game in games])
    if total and games[0].facts.points:
        yield _source(POINTS, [(game, game.facts.points) for game in games])


def _source(name: str, values: Sequence[tuple[_Game, tuple[int, ...]]]) -> Source:
    shares = Moments()
    won: list[int] = []
    lost: list[int] = []
    for game, of in values:
        owners = [seat for seat, n in enumerate(of) if n > 0]
        if owners:
            shares.add(_mean([game.shares[seat] for seat in owners]))
        for seat, n in enumerate(of):
            if any(game.won) or len(of) == 1:
                (won if game.won[seat] else lost).append(n)
    seats = zip(*(of for _, of in values), strict=True)
    means = tuple(map(_mean, seats))
    return Source(name, means, _mean(won), _mean(lost), shares.n, bounded_mean(shares))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
