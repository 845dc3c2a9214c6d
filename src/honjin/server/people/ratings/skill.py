"""Ratings from the results of games (OpenSkill's Plackett-Luce). No IO, no chance.

A skill is a mean and its uncertainty. A game of two to eight players with places, ties among them,
moves all who are not fixed; bots are fixed at the strength that the arena measured
(bot_ratings.toml). People see a number on the scale that chess players know: 1500 at first, 400
more is ten to one.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from openskill.models import PlackettLuce

SURE: Final = 4.5
"""A rating is provisional until its sigma is this small: after some fifteen games of two."""
START: Final = 1500
POINTS: Final = 30
"""Displayed points per OpenSkill point: between two sure players 400 of them are ten to one."""
FIXED: Final = 1.0
"""The sigma of a bot: the uncertainty that its matches leave."""
MAX_MU: Final = 1_000.0
"""Never reached in practice; it bounds what is shown."""
ANCHOR: Final = "samurai"
_STEEPEST: Final = 0.97
"""A score counts as no higher: a level that never lost may be ahead by any margin."""
_MODEL: Final = PlackettLuce()


class Skill(NamedTuple):
    """A strength and its uncertainty."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating as it is displayed."""
        return START + round(POINTS * (self.mu - _MODEL.mu))

    @property
    def spread(self) -> int:
        """The uncertainty of the rating, in the same points."""
        return round(POINTS * self.sigma)

    @property
    def is_sure(self) -> bool:
        """Whether it is no longer provisional."""
        return self.sigma <= SURE


NEW: Final = Skill(_MODEL.mu, _MODEL.sigma)


def first_skill(bots: Sequence[Skill]) -> Skill:
    """The skill with which a person begins against bots alone: theirs, if it is below NEW."""
    level = sum(bot.mu for bot in bots) / len(bots) if bots else NEW.mu
    return Skill(min(level, NEW.mu), NEW.sigma)


def rate(skills: Sequence[Skill], places: Sequence[int], fixed: Sequence[bool]) -> list[Skill]:
    """The skills after a game in which these players finished in these places; equal places tie."""
    if len(skills) < 2:
        return list(skills)
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        old if keeps else Skill(max(-MAX_MU, min(MAX_MU, new.mu)), new.sigma)
        for old, [new], keeps in zip(skills, rated, fixed, strict=True)
    ]


# ---------------------------------------------------------------- bots


class Rung(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level against the one below it, as the ladder measured them."""

    upper: str
    lower: str
    case: str
    seats: int
    score: float
    low: float
    high: float


class _Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rungs: tuple[Rung, ...]


def bot_skill(game: str, bot: str) -> Skill | None:
    """The skill of a level in a game, or None for a bot that was not measured."""
    return bot_skills().get(game, {}).get(bot)


def has_rating(game: str, bot: str) -> bool:
    """Whether games against this bot can be rated."""
    return bot_skill(game, bot) is not None


@cache
def bot_skills() -> Mapping[str, Mapping[str, Skill]]:
    """The skills of the levels, game by game."""
    found: Any = tomllib.loads(Path(__file__).with_name("bot_ratings.toml").read_text("utf-8"))
    games = msgspec.convert(found, dict[str, _Game])
    return {game: _levels(kept.rungs) for game, kept in games.items()}


def _levels(rungs: Sequence[Rung]) -> dict[str, Skill]:
    """The skills of the levels, lowest first, shifted so that the anchor is where people begin."""
    pairs = dict.fromkeys((rung.lower, rung.upper) for rung in rungs)
    heights = {rungs[0].lower: 0.0}
    for lower, upper in pairs:
        heights[upper] = heights[lower] + _gap(
            r for r in rungs if (r.lower, r.upper) == (lower, upper)
        )
    up = NEW.mu - heights[ANCHOR]
    return {level: Skill(height + up, FIXED) for level, height in heights.items()}


def _gap(rungs: Iterable[Rung]) -> float:
    """The distance between two levels over all cases; the surer a score, the more it counts."""
    weights, total = 0.0, 0.0
    for rung in rungs:
        # Two players who are `gap` apart are `gap / c` apart in the logarithm of the odds.
        c = math.sqrt(rung.seats * (_MODEL.beta**2 + FIXED**2))
        width = c * (_logit(rung.high) - _logit(rung.low))
        weight = 1 / max(width, 1.0) ** 2
        weights, total = weights + weight, total + weight * c * _logit(rung.score)
    return total / weights


def _logit(score: float) -> float:
    score = min(max(score, 1 - _STEEPEST), _STEEPEST)
    return math.log(score / (1 - score))
