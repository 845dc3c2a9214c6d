"""Observing a game while it is played, for any game.

The standing of a seat is the game's own estimate (`evaluate`) scaled to -1 (lost) to 1 (won), with
`eval_scale` as 1/2. Where the estimates of two seats do not balance, as in a set-up in which each
is told only how far it has come, they compare nobody, and both count as even. The leader is the
seat that is ahead of all others by MARGIN; the lead stays until another seat is. A single player
leads, or the game does.

The difficulty of a decision follows from the bot's values of the legal actions: their standard
deviation (`spread`), and whether the two best are within CLOSE of each other.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from honjin.bots import SearchResult
from honjin.core.game import Game
from honjin.core.play import Play
from honjin.lab.stats.intervals import Moments

MARGIN: Final = 0.1
CLOSE: Final = 0.05
POINTS: Final = 21
"""The number of moments at which the estimate is sampled, from the first decision to the end."""
NOBODY: Final = -1

KIND: Final = "kind"
"""The key of the kinds of actions in `used`."""


class Course(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game went.

    `changes` counts changes of the lead, and `last` is the time of the last one as a share of the
    game's decisions, 0 if there was none. `lowest` is the winner's lowest chance (0 to 1), None
    if there was no sole winner. `curve` is the chances of each seat in percent at POINTS moments.

    `turns` counts runs of decisions by one seat; `choices` is the sum of legal actions; `forced`
    counts decisions with one legal action, `weighed` those whose values are known, to which `close`
    and `spread` refer. `used` counts kinds of actions, and what they named: squares, cards.
    """

    changes: int
    last: float
    lowest: float | None
    curve: tuple[tuple[int, ...], ...]
    turns: int
    choices: int
    forced: int
    weighed: int = 0
    close: int = 0
    spread: float = 0.0
    used: dict[str, dict[str, int]] = {}


class Looker:
    """Observes one game (`playing.Watch`)."""

    def __init__(self) -> None:
        self._stands: list[tuple[float, ...]] = []
        self._spreads = Moments()
        self._used: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._turns = self._choices = self._forced = self._close = 0
        self._seat = NOBODY

    def __call__(self, play: Play, seat: int, result: SearchResult) -> None:
        """Record a decision."""
        self._turns += seat != self._seat
        self._seat = seat
        self._stands.append(_balanced([_standing(play, other) for other in range(play.seats)]))
        legal = len(result.stats) or len(play.legal(seat))
        self._choices += legal
        self._forced += legal == 1
        self._weigh([one.value for one in result.stats if one.value is not None])
        self._use(play, seat, result.action)

    def course(self, play: Play) -> Course:
        """The course of the finished game."""
        result = play.result()
        assert result is not None
        stands = [*self._stands, tuple(got / play.game.best for got in result.returns)]
        leads = _leads(stands)
        changes = [n for n in range(1, len(leads)) if leads[n] != leads[n - 1] != NOBODY]
        return Course(
            len(changes), round(changes[-1] / max(1, len(stands) - 1), 3) if changes else 0.0,
            _lowest(stands, result.returns), _curve(stands), self._turns, self._choices,
            self._forced, self._spreads.n, self._close, round(self._spreads.mean, 4),
            {name: dict(sorted(count.items())) for name, count in sorted(self._used.items())},
        )  # fmt: skip

    def _weigh(self, values: Sequence[float]) -> None:
        if len(values) > 1:
            best, second = sorted(values, reverse=True)[:2]
            self._close += best - second <= CLOSE
            self._spreads.add(math.sqrt(Moments(values).variance))

    def _use(self, play: Play, seat: int, action: int) -> None:
        del seat
        key, args = play.game.actions.decode(action)
        row = play.game.actions.rows[key]
        self._used[KIND][key] += 1
        for domain, value in zip(row.args.values(), args, strict=True):
            if domain.is_fixed:
                self._used[domain.key][domain.write(None, value)] += 1


def there_is(game: Game[Any], options: Any) -> dict[str, list[str]]:
    """All that a game with these options can use: kinds of actions, and what they name."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for key, row in game.actions.rows.items():
        numbers = row.numbers(options)
        if numbers is not None:
            found[KIND][key] = None
            for domain, values in zip(row.args.values(), numbers, strict=True):
                if domain.is_fixed:
                    found[domain.key] |= dict.fromkeys(domain.write(None, n) for n in values)
    return {name: list(names) for name, names in found.items()}


def _standing(play: Play, seat: int) -> float:
    estimate = play.game.evaluate(play.state, seat)
    return estimate / (abs(estimate) + play.game.eval_scale)


def _balanced(stand: Sequence[float]) -> tuple[float, ...]:
    """The standings of all seats; even if those of two seats do not compare them."""
    is_even = len(stand) == 2 and abs(sum(stand)) > MARGIN
    return (0.0, 0.0) if is_even else tuple(stand)


def _leads(stands: Sequence[tuple[float, ...]]) -> list[int]:
    """The leader at each moment; with a single player, 0 or (for the game) 1."""
    found, leader = [], NOBODY
    for stand in stands:
        both = stand if len(stand) > 1 else (stand[0], -stand[0])
        first, second = sorted(both, reverse=True)[:2]
        if first - second > MARGIN:
            leader = both.index(first)
        found.append(leader)
    return found


def _lowest(stands: Sequence[tuple[float, ...]], returns: Sequence[int]) -> float | None:
    best = max(returns)
    if returns.count(best) > 1 or best <= 0:
        return None
    winner = returns.index(best)
    return round(min(_chance(stand[winner]) for stand in stands), 3)


def _chance(standing: float) -> float:
    return (1 + standing) / 2


def _curve(stands: Sequence[tuple[float, ...]]) -> tuple[tuple[int, ...], ...]:
    last = len(stands) - 1
    moments = [stands[round(n * last / (POINTS - 1))] for n in range(POINTS)]
    return tuple(
        tuple(round(100 * _chance(stand[seat])) for stand in moments)
        for seat in range(len(stands[0]))
    )
