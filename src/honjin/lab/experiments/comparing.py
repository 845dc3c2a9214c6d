"""Variants side by side, game by game on the same luck: shares, differences, and when it is enough.

Games count in their order, once all variants have played them: so it does not matter which of
several workers was done first. A game that failed in one variant counts in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from honjin.lab.experiments.plan import Plan
from honjin.lab.experiments.rows import Row
from honjin.lab.report.findings import share_of
from honjin.lab.stats.anytime import Anytime
from honjin.lab.stats.intervals import CONFIDENCE, Estimate, Moments, bounded_mean

LEAST: Final = 30
"""Games of each variant before its precision is believed."""


class Enough(StrEnum):
    """Why no more games are played."""

    NOT = ""
    ALL = "all"
    SURE = "sure"
    PRECISE = "precise"
    STOPPED = "stopped"


class Difference(msgspec.Struct, frozen=True):
    """What a variant gives a seat more than the first one does, on the same luck.

    `share` is from -1 to 1 (`Gap`).
    """

    variant: str
    seat: int
    games: int
    share: Estimate

    @property
    def is_sure(self) -> bool:
        """Whether it is told from zero."""
        return self.share.low > 0 or self.share.high < 0


class Gap:
    """Differences game by game, from -1 to 1.

    Of a plan that stops when sure their interval holds however often one looks.
    """

    def __init__(self, plan: Plan, confidence: float = CONFIDENCE) -> None:
        self.values, self._confidence = Moments(), confidence
        self._always = Anytime(-1, 1, confidence) if plan.sure else None

    def add(self, value: float) -> None:
        """Take one more difference into account."""
        self.values.add(value)
        if self._always:
            self._always.add(value)

    @property
    def share(self) -> Estimate:
        """Their mean with its interval."""
        if self._always:
            return self._always.estimate
        return bounded_mean(self.values, -1, 1, self._confidence)


class Comparison:
    """Counts rows as they come in, in whatever order (`series.Shares`)."""

    def __init__(self, plan: Plan, seats: Sequence[int]) -> None:
        self.plan, self.enough, self.rounds = plan, Enough.NOT, 0
        others = len(plan.variants) - 1
        # Several differences: each may miss the truth so much less often.
        confidence = 1 - (1 - CONFIDENCE) / max(1, others)
        self._waiting: dict[int, dict[str, Row]] = {}
        self._shares = [[Moments() for _ in range(n)] for n in seats]
        common = min(seats)
        self._gaps = [[Gap(plan, confidence) for _ in range(common)] for _ in range(others)]

    def add_row(self, row: Row) -> None:
        """Take a row into account, unless it is enough already."""
        self._waiting.setdefault(row.arena.round, {})[row.variant] = row
        while not self.enough and self._is_whole():
            self._count(self._waiting.pop(self.rounds))
            self.rounds += 1
            self.enough = self._enough()

    def _is_whole(self) -> bool:
        return len(self._waiting.get(self.rounds, ())) == len(self.plan.variants)

    def _count(self, rows: dict[str, Row]) -> None:
        matches = [rows[variant.key].arena for variant in self.plan.variants]
        if any(match.fault for match in matches):
            return
        shares = [
            [share_of(match.returns, seat) for seat in range(len(match.returns))]
            for match in matches
        ]
        for moments, found in zip(self._shares, shares, strict=True):
            for one, share in zip(moments, found, strict=True):
                one.add(share)
        for gaps, found in zip(self._gaps, shares[1:], strict=True):
            for seat, gap in enumerate(gaps):
                gap.add(found[seat] - shares[0][seat])

    def shares(self) -> list[Estimate]:
        """The share of the first seat in each variant."""
        return [bounded_mean(moments[0]) for moments in self._shares] if self.rounds else []

    def differences(self) -> list[Difference]:
        """Of each variant from the first; where two seats share a game, of the first seat alone."""
        return [
            Difference(variant.key, seat, gap.values.n, gap.share)
            for variant, gaps in zip(self.plan.variants[1:], self._gaps, strict=True)
            for seat, gap in enumerate(gaps[:1] if len(gaps) == 2 else gaps)
        ]

    def _enough(self) -> Enough:
        plan = self.plan
        if plan.sure and all(self._is_settled(gaps[0].share) for gaps in self._gaps):
            return Enough.SURE
        if plan.precision and not plan.sure and self.rounds >= LEAST and self._is_precise():
            return Enough.PRECISE
        return Enough.ALL if self.rounds >= plan.games else Enough.NOT

    def _is_settled(self, share: Estimate) -> bool:
        is_told = share.low > 0 or share.high < 0
        return is_told or share.half_width <= self.plan.precision

    def _is_precise(self) -> bool:
        return all(
            bounded_mean(moments).half_width <= self.plan.precision
            for of_variant in self._shares
            for moments in of_variant
        )
