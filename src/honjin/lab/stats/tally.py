"""The results of an arena's matches, counted as they come in.

Only whole rounds count, in their order, so the order in which matches finish does not matter, and
every bot has played every seat equally often. A round with a failed match is left out and reported.

A bot's score is the share of its comparisons that it won, draws counting half. With several seats,
each of its seats is compared with each seat of another bot. In a game for one, its result is
compared with those of the other bots in the same round, which used the same random stream. If there
is nothing to compare with, the score is the return itself, scaled from 0 (worst) to 1 (best).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from honjin.core.game import Game
from honjin.lab.matches.lineup import Lineup
from honjin.lab.matches.playing import Match
from honjin.lab.stats.intervals import Estimate, Moments, bounded_mean
from honjin.lab.stats.sequential import Running, Sprt

Side = tuple[int, int]  # number of the bot, its return


class Standing:
    """The results of one bot (or one seat)."""

    def __init__(self) -> None:
        self.games = self.wins = self.draws = self.losses = 0
        self.scores, self.returns, self.placings = Moments(), Moments(), Moments()
        self.course: list[Estimate] = []  # the score so far, round by round
        self.moves = 0
        self.seconds = self.slowest = 0.0

    @property
    def a_move(self) -> float:
        """Seconds per move."""
        return self.seconds / self.moves if self.moves else 0.0

    def count(self, outcome: int) -> None:
        """Count a game won (1), drawn (0) or lost (-1)."""
        self.games += 1
        self.wins += outcome > 0
        self.draws += outcome == 0
        self.losses += outcome < 0


class Tally:
    """Standings by bot and by seat, reasons, lengths, and the test if there is one."""

    def __init__(self, game: Game[Any], lineup: Lineup, sprt: Sprt | None = None) -> None:
        self.game, self.lineup = game, lineup
        self.test = Running(sprt) if sprt and lineup.bots == 2 else None
        self.bots = [Standing() for _ in range(lineup.bots)]
        self.seats = [Standing() for _ in range(lineup.seats)]
        self.reasons: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.faults: Counter[int] = Counter()  # by bot; -1: the game
        self.rounds = 0  # whole rounds that count
        self.left_out = 0  # rounds with a fault
        self._next = 0
        self._open: dict[int, dict[int, Match]] = {}

    # ---- counting

    def add(self, match: Match) -> None:
        """Add a match; it counts once its round and all before it are complete."""
        self._open.setdefault(match.round, {})[match.place] = match
        while len(self._open.get(self._next, ())) == self.lineup.size:
            whole = self._open.pop(self._next)
            self._next += 1
            self._count_round([whole[place] for place in sorted(whole)])

    def _count_round(self, matches: Sequence[Match]) -> None:
        faults = [(m, m.fault) for m in matches if m.fault]
        if faults:
            self.left_out += 1
            self.faults.update(m.seats[f.seat] if f.seat >= 0 else -1 for m, f in faults)
            return
        self.rounds += 1
        for match in matches:
            self.reasons[match.reason] += 1
            self.lengths[match.steps] += 1
        self._count_bots(matches)
        self._count_seats(matches)

    def _count_bots(self, matches: Sequence[Match]) -> None:
        tables = [list(zip(m.seats, m.returns, strict=True)) for m in matches]
        for number, standing in enumerate(self.bots):
            for match in matches:
                _count_times(standing, match, number)
            mine = [(table, got) for table in tables for bot, got in table if bot == number]
            for table, got in mine:
                standing.count(outcome([other for _, other in table], got))
            standing.returns.add(_mean([got for _, got in mine]))
            standing.placings.add(_mean([placing([o for _, o in t], got) for t, got in mine]))
            score = _score(tables, number)
            if score is None:
                score = 0.5 + _mean([got for _, got in mine]) / self.game.best / 2
            standing.scores.add(score)
            standing.course.append(bounded_mean(standing.scores))
            if self.test and number == 0:
                self.test.add(score)

    def _count_seats(self, matches: Sequence[Match]) -> None:
        for seat, standing in enumerate(self.seats):
            for match in matches:
                standing.count(outcome(match.returns, match.returns[seat]))
            standing.returns.add(_mean([m.returns[seat] for m in matches]))
            beaten = [_beaten(m.returns, seat) for m in matches if len(m.returns) > 1]
            if beaten:
                standing.scores.add(_mean(beaten))

    # ---- results

    @property
    def games(self) -> int:
        """The number of games that count."""
        return self.rounds * self.lineup.size

    def shares(self) -> list[Estimate]:
        """The score of every bot, once there is one."""
        return [self.score(number) for number in range(self.lineup.bots)] if self.rounds else []

    def score(self, number: int = 0) -> Estimate:
        """A bot's share of won comparisons."""
        return bounded_mean(self.bots[number].scores)

    def seat_score(self, seat: int) -> Estimate:
        """The share of rivals that the seat was ahead of."""
        return bounded_mean(self.seats[seat].scores)

    def mean_return(self, standing: Standing) -> Estimate:
        """The mean return."""
        return bounded_mean(standing.returns, -self.game.best, self.game.best)

    def mean_placing(self, standing: Standing) -> Estimate:
        """The mean place: 1 is ahead of all; ties share their places."""
        return bounded_mean(standing.placings, 1, max(2, self.lineup.seats))


def outcome(returns: Sequence[int], got: int) -> int:
    """Won (1: ahead of all), drawn (0: level with the best) or lost (-1); alone, by the sign."""
    if len(returns) == 1:
        return (got > 0) - (got < 0)
    best = max(returns)
    if got < best:
        return -1
    return 1 if sum(other == best for other in returns) == 1 else 0


def placing(returns: Sequence[int], got: int) -> float:
    """The place of a return among all returns, itself included.

    >>> [placing([3, 1, 1], got) for got in (3, 1)]
    [1.0, 2.5]
    """
    ahead = sum(other > got for other in returns)
    return ahead + (1 + sum(other == got for other in returns)) / 2


def _score(tables: Sequence[Sequence[Side]], number: int) -> float | None:
    """The share of a bot's comparisons in a round that it won; None if it had none."""
    at_once = tables if len(tables[0]) > 1 else [[side for table in tables for side in table]]
    won = [
        _won(mine, theirs)
        for table in at_once
        for (bot, mine), (other, theirs) in permutations(table, 2)
        if bot == number != other
    ]
    return _mean(won) if won else None


def _beaten(returns: Sequence[int], seat: int) -> float:
    others = [got for other, got in enumerate(returns) if other != seat]
    return _mean([_won(returns[seat], got) for got in others])


def _won(mine: int, theirs: int) -> float:
    return 0.5 + ((mine > theirs) - (mine < theirs)) / 2


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _count_times(standing: Standing, match: Match, number: int) -> None:
    for seat in _seats_of(match, number):
        standing.moves += match.moves[seat]
        standing.seconds += match.seconds[seat]
        standing.slowest = max(standing.slowest, match.slowest[seat])


def _seats_of(match: Match, number: int) -> Iterator[int]:
    return (seat for seat, bot in enumerate(match.seats) if bot == number)
