"""Search: estimates and other help for bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from honjin.core.contract.defaults import no_guess
from honjin.core.contract.derived import DERIVED, derive
from honjin.core.options import Options
from honjin.core.parts.index import Index
from honjin.core.parts.terms import Term, Terms, added_up, no_terms
from honjin.core.parts.themes import Theme
from honjin.core.parts.weights import Weights, usual
from honjin.core.state import State

S = TypeVar("S", bound=State)

MAX_ESTIMATE: Final = 100_000_000
"""The largest estimate; a search counts won games above it."""

NOTHING: Final = -1
"""The answer of a seat that does nothing out of turn."""


def nothing_off_turn(seen: State, seat: int) -> int:  # noqa: ARG001
    """Bots act only when they must."""
    return NOTHING


def keep_all(s: State) -> None:
    """A search considers every action."""


def search_levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """Tree search with more simulations at each level; the weakest level plays at random."""
    return ("random", "mcts:30", "mcts:300", "mcts:3000")


@dataclass(frozen=True)
class Patterns(Generic[S]):
    """A running position as a list of small patterns, for learned estimates.

    fill(s, out) †   lists the position's patterns, numbers from 0 to `count` - 1
    most             bounds the patterns of a position; the list has twice that room
    """

    fill: Callable[[S, Any], int]
    count: int
    most: int


NO_PATTERNS: Final = Patterns[Any](no_guess, 0, 0)


@dataclass(frozen=True, kw_only=True)
class GameSearch(Generic[S]):
    """The fourth part of a game; by default a search evaluates only finished games."""

    levels: Callable[[Options], tuple[str, ...]] = search_levels
    """A bot such as `mcts:1s` for each level of strength (`bots.players`), weakest first."""

    evaluate: Callable[[S, int], int] = DERIVED
    """evaluate(s, seat) †: an estimate of how well the seat is doing; at most MAX_ESTIMATE either
    way."""

    weigh: Callable[[S, Any, int], int] | None = None
    """weigh(s, w, seat) †: an estimate by a list of `weights` (`core.parts.weights`). A game gives
    it in place of `evaluate`, which is then this by their usual values."""

    weights: Weights = ()

    eval_scale: int = 100
    """The estimate at which a seat is halfway to winning."""

    terms: Callable[[S, int], Terms] = no_terms
    """terms(s, seat): the parts of the estimate by name (`core.parts.terms`)."""

    blend: Callable[[Sequence[Term]], int] = added_up
    """blend(terms): their total: the sum, or any other function of them."""

    state_key: Callable[[S], int] | None = None
    """state_key(s) †: 0 to 2**63 - 1. A search treats states (or observations) of a game as the
    same if their keys are equal; None: a hash of all fields."""

    patterns: Patterns[S] = NO_PATTERNS

    off_turn: Callable[[S, int], int] = nothing_off_turn
    """off_turn(seen, seat): what a bot does on a seat that may act but need not: a legal action, or
    NOTHING; deterministic."""

    prune_optional: Callable[[S], None] = keep_all
    """prune_optional(s): remove optional actions (trade, say) from a state or observation, since a
    search would get lost in them: the same seats must act, and what is legal afterwards was legal
    before."""

    index: Index[S] | None = None
    """A perfect index, if the game can be solved (`core.parts.index`)."""

    themes: tuple[Theme[S], ...] = ()
    """Questions that its puzzles ask (`core.parts.themes`)."""

    def __post_init__(self) -> None:
        """Derive the estimate from the weights."""
        derive(self, evaluate=self._usual_estimate)

    def _usual_estimate(self) -> Callable[[S, int], int]:
        weigh, weights = self.weigh, usual(self.weights)
        return no_guess if weigh is None else lambda s, seat: weigh(s, weights, seat)

    def theme(self, key: str) -> Theme[S] | None:
        """The theme with this key; None if there is none."""
        return next((theme for theme in self.themes if theme.key == key), None)
