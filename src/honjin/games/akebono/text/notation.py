"""Actions as text, by the rows of rules/actions.py; outcomes, by the phases; see also position.py.

=crane  +samurai  +E5  @D4  @back  ready     set-up: formation, lift, set down, finished
@B2                                          a tairo moves out of danger
E5-F5  E5xF6  F3>F8                          step, step that defeats, shot
nA1  nxJ4                                    a ninja arrives, assassinates
die  end                                     third die, end of the turn
north_south  red  3-5  4                     chance: midline, side to go first, two dice, third die
"""

from typing import Final

from honjin.core.actions import TableNotation
from honjin.games.akebono.rules.actions import ACTIONS
from honjin.games.akebono.rules.play import PHASES
from honjin.games.akebono.text.position import read_position, write_position

MAX_OUTCOMES: Final = 21
"""Two dice."""

NOTATION: Final = TableNotation(ACTIONS, PHASES, MAX_OUTCOMES, write_position, read_position)
