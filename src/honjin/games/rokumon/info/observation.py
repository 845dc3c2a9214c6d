"""The observation of a seat: everything, as nothing is hidden."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.rokumon.rules.state import Rokumon


@rule
def observe(s: Rokumon, seat: int) -> None:
    """Hide nothing: both sides see everything."""


@rule
def resample(s: Rokumon, seat: int, rng: Any) -> None:
    """Nothing needs to be filled in."""


@rule
def retract_sealed(s: Rokumon, seat: int) -> None:
    """Nothing is sealed."""
