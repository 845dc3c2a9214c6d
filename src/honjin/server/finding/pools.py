"""Pools: queues of players who would play anyone, one for each kind of game.

A pool is a game, one of its presets, and a time class: `rokumon act4 live`. The range of ratings
that a player accepts grows with the wait, until it has no bounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from honjin.core.game import Game
from honjin.server.tables.clocks.control import HOUR, SECOND, Control

Pace = Literal["live", "days"]

LIVE: Final = Control(main=900, increment=10, zero="lost")
DAYS: Final = Control(days=3, zero="lost")
CONTROLS: Final[Mapping[Pace, Control]] = {"live": LIVE, "days": DAYS}

FIRST: Final = 150
"""The largest difference of ratings at first."""
STEP: Final = 100
"""The growth of the range per step of a pace."""
STEPS: Final[Mapping[Pace, int]] = {"live": 10 * SECOND, "days": HOUR}
WIDEST: Final = 1_000
"""From here on the range has no bounds: nobody waits for ever."""
FRESH: Final[Mapping[Pace, int]] = {"live": 30 * SECOND, "days": 6 * HOUR}
"""For this long a player would rather wait than meet the same opponent again."""


class Pool(NamedTuple):
    """A kind of game that people wait for."""

    game: str
    preset: str
    pace: Pace

    @property
    def key(self) -> str:
        """The pool as one word."""
        return f"{self.game} {self.preset} {self.pace}"

    @property
    def control(self) -> Control:
        """The time control of its games."""
        return CONTROLS[self.pace]


def pools_of(game: Game[Any]) -> tuple[Pool, ...]:
    """The pools of a game: its presets for more than one player, live and by days."""
    several = [one.key for one in game.presets if game.seats(game.read_options(one.options)) > 1]
    paces: tuple[Pace, ...] = ("live", "days")
    return tuple(Pool(game.key, preset, pace) for preset in several for pace in paces)


def reach(pace: Pace, waited: int) -> int | None:
    """The largest difference of ratings after `waited` milliseconds; None for any."""
    found = FIRST + STEP * (max(0, waited) // STEPS[pace])
    return found if found < WIDEST else None
