"""The parameters of a search: what may vary, the number of games, and the tolerance."""

from __future__ import annotations

from typing import Final

import msgspec

from honjin.core.options import Value
from honjin.lab.errors import BadPlan
from honjin.lab.experiments.plan import MAX_BOTS, MAX_GAMES
from honjin.lab.report.balance import STUDY
from honjin.lab.tuning.varied import Varied

USUAL_GAMES: Final = 2000
USUAL_PROOF: Final = 1000
USUAL_WITHIN: Final = 0.05
BATCH: Final = 20
"""Games of one choice before the next is chosen."""


class Search(msgspec.Struct, frozen=True, omit_defaults=True):
    """A search over `varied`, with fixed `options`, by at most `games` games in batches of `batch`.

    A choice is even enough if every seat's share is within `within` of an even one. Then `proof`
    games with new seeds verify it, next to the game as it was given.
    """

    game: str
    options: dict[str, Value]
    varied: tuple[Varied, ...]
    bots: tuple[str, ...] = (STUDY,)
    games: int = USUAL_GAMES
    proof: int = USUAL_PROOF
    within: float = USUAL_WITHIN
    batch: int = BATCH
    seed: int = 1


def must_be_good(search: Search) -> None:
    """Raise BadPlan unless the search's numbers are valid."""
    if not 1 <= search.batch <= search.games <= MAX_GAMES:
        expected = f"{search.batch} to {MAX_GAMES} games for a search, {search.batch} at a time"
        raise BadPlan(f"expected {expected}, got {search.games}")
    if not 0 <= search.proof <= MAX_GAMES:
        raise BadPlan(f"expected 0 to {MAX_GAMES} games of proof, got {search.proof}")
    if not 0.005 <= search.within < 0.5:
        raise BadPlan(f"expected a deviation from 0.005 to 0.5, got {search.within:g}")
    if not 1 <= len(search.bots) <= MAX_BOTS:
        raise BadPlan(f"expected 1 to {MAX_BOTS} bots at a table, got {len(search.bots)}")
