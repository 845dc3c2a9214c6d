"""Actions as text, by the rows of rules/actions.py; outcomes, by the phases; see also position.py.

15/4             the dice 1 and 5 are kept, 4 is given away
accept challenge the answers to a split
says-east        a declaration: east, west, pocket
east3 pocket     secret choices: three coins on the east; pocket money
leave back       the blue purveyor leaves the bid, takes back a coin
take-red         the red purveyor takes a card
screen-red       a colour is chosen
white            chance: a colour; a card, also order
seat2            the seat that goes first
1-4-5            three dice
"""

from typing import Final

from honjin.core.actions import TableNotation
from honjin.games.akiwado.rules.actions import ACTIONS
from honjin.games.akiwado.rules.play import PHASES
from honjin.games.akiwado.rules.touting import ROLLS
from honjin.games.akiwado.text.position import read_position, write_position

NOTATION: Final = TableNotation(ACTIONS, PHASES, len(ROLLS), write_position, read_position)
