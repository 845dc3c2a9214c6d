"""Comparing variants game by game on the same random streams: shares, differences, stopping.

Games count in their order, once all variants have played them, so the order in which workers finish
does not matter. A game that failed in one variant counts in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec

from honjin.lab.experiments.plan import Plan
from honjin.lab.experiments.rows import Row
from honjin.lab.report.findings import SeatShares, shares_of
from honjin.lab.stats.intervals import CONFIDENCE, Estimate, Moments, bounded_mean

LEAST: Final = 30
"""The number of games per variant before its precision is used for stopping."""


class Enough(StrEnum):
    """The reason for stopping."""

    NOT = ""
    ALL = "all"
    SURE = "sure"
    PRECISE = "precise"
    STOPPED = "stopped"


class Difference(msgspec.Struct, frozen=True):
    """How much larger a seat's share is in a variant than in the first, on the same random streams.

    `share` is from -1 to 1 (`Gap`).
    """

    variant: str
    seat: int
    games: int
    share: Estimate

    @property
    def is_sure(self) -> bool:
        """True if it differs significantly from zero."""
        return self.share.low > 0 or self.share.high < 0


class Gap:
    """Differences game by game, from -1 to 1.

    If the plan stops when the differences are certain, the interval holds at all times at once.
    """

    def __init__(self, plan: Plan, confidence: float = CONFIDENCE) -> None:
        from honjin.lab.stats.anytime import Anytime  # with NumPy; a server only reads the rest

        self.values, self._confidence = Moments(), confidence
        self._always = Anytime(-1, 1, confidence) if plan.sure else None

    def add(self, value: float) -> None:
        """Add a difference."""
        self.values.add(value)
        if self._always:
            self._always.add(value)

    @property
    def share(self) -> Estimate:
        """The mean difference with its interval."""
        if self._always:
            return self._always.estimate
        return bounded_mean(self.values, -1, 1, self._confidence)


class Comparison:
    """Counts rows as they come in, in any order (`series.Shares`)."""

    def __init__(self, plan: Plan, seats: Sequence[int]) -> None:
        self.plan, self.enough, self.rounds = plan, Enough.NOT, 0
        others = len(plan.variants) - 1
        # With several differences, each needs a higher confidence (Bonferroni).
        confidence = 1 - (1 - CONFIDENCE) / max(1, others)
        self._waiting: dict[int, dict[str, Row]] = {}
        self._shares = list(map(SeatShares, seats))
        common = min(seats)
        self._gaps = [[Gap(plan, confidence) for _ in range(common)] for _ in range(others)]

    def add_row(self, row: Row) -> None:
        """Add a row, unless the comparison has ended."""
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
        for kept, match in zip(self._shares, matches, strict=True):
            kept.add(match.returns)
        shares = [shares_of(match.returns) for match in matches]
        for gaps, found in zip(self._gaps, shares[1:], strict=True):
            for seat, gap in enumerate(gaps):
                gap.add(found[seat] - shares[0][seat])

    def shares(self) -> list[Estimate]:
        """The share of the first seat in each variant."""
        return [shares.estimates()[0] for shares in self._shares] if self.rounds else []

    def differences(self) -> list[Difference]:
        """The differences of each variant from the first; of two seats, only the first's."""
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
            share.half_width <= self.plan.precision
            for shares in self._shares
            for share in shares.estimates()
        )
