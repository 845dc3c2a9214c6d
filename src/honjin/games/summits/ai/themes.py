"""The theme of the Summits' puzzles: what to play in a phase.

Hands are secret and rolls decide every attack, so the values come from deep searches.
"""

from typing import Final

from honjin.core.parts.themes import Theme
from honjin.games.summits.ai.evaluation import SEARCH
from honjin.games.summits.rules.state import PLAY, Summits, side_of

SIMULATIONS: Final = 600
"""The simulations of each choice and seed."""

MARGIN: Final = 12
"""How far the best choice must be ahead, in hundredths of a win."""


def is_phase(seen: Summits, seat: int) -> bool:
    """True if the seat is to play cards or to act with what it has played."""
    return seen.phase == PLAY and seen.actor == side_of(seen, seat)


THEMES: Final = (
    Theme(key="stroke", asks=is_phase, search=f"mcts:{SIMULATIONS}:{SEARCH}", margin=MARGIN),
)
