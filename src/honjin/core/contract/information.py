"""Information: what each seat sees and is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from honjin.core.arrays.encoder import Feature
from honjin.core.contract.defaults import do_nothing, guess_nothing, see_all
from honjin.core.contract.derived import DERIVED, derive
from honjin.core.events import Event
from honjin.core.parts.facts import NO_FACTS, Facts
from honjin.core.state import State

S = TypeVar("S", bound=State)


def no_facts(s: State, log: Sequence[Event]) -> Facts:  # noqa: ARG001
    """No facts but the result."""
    return NO_FACTS


@dataclass(frozen=True, kw_only=True)
class GameInformation(Generic[S]):
    """The second part of a game; by default nothing is hidden.

    A game that hides something supplies `observe`, `resample` and `tell`.
    """

    observe: Callable[[S, int], None] = see_all
    """observe(s, seat) †: hide what the seat (or SPECTATOR) may not know."""

    resample: Callable[[S, int, Any], None] = guess_nothing
    """resample(s, seat, rng) †: fill an observation with possible hidden information."""

    retract_sealed: Callable[[S, int], None] = do_nothing
    """retract_sealed(s, seat) †: take back other seats' sealed choices that the seat (or
    SPECTATOR) cannot see, so that a search can choose them again."""

    has_secrets: bool = DERIVED
    """Seats can know different things."""

    tell: Callable[[S, int, int, S, int], tuple[Event, ...]] = DERIVED
    """tell(before, seat, action, after, viewer): the log lines of an action for a viewer."""

    facts: Callable[[S, Sequence[Event]], Facts] = no_facts
    """facts(s, log): facts about a finished game, from the spectators' log (`core.parts.facts`); an
    observation gives the same."""

    encode: Callable[[S, int, int, Any], int] | None = None
    """encode(s, seat, seats, out) †: an observation as an array of small numbers, for networks
    (`core.arrays`)."""

    features: Callable[[int], tuple[Feature, ...]] = DERIVED
    """The names of the places that `encode` fills for a number of seats: by default those of the
    state's table of fields."""

    def __post_init__(self) -> None:
        """Derive the parts left out."""
        derive(self, has_secrets=lambda: self.observe is not see_all)

    def seen_by(self, s: S, seat: int) -> S:
        """What a seat (or SPECTATOR) sees: an observation, made on a copy."""
        seen = s.copy()
        self.observe(seen, seat)
        return seen
