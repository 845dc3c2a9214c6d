"""Actions follow the rows of rules/actions.py, outcomes the phases; for positions see position.py.

e1-e2            an army steps, or attacks as e1xe2; leaps through a friend as e1^e3
raise-e2         raise an army; dismiss-e2 disbands one
ninja-e2 march-e2 at-e2        a card played on an army; a second army or a castle placed
spy-1 intrigue-1               a card played against a seat
draw house compose buy-3       the draw and honor phases
prosperity much-honor          cards played
+hc -hc          a card set aside, taken back; seal makes the choice final
lose-hc honor cards            losses by Intrigue
enter stay       move into a beaten attacker's castle or not
on               end the phase
lay-d-e2         a tile; lay-x-e2 an impassable one face down
offer-1 clear send close accept-1 decline-1 counter-1   an offer, answers to one
give-gold-5 ask-honor-2 give-promises-1 give-hc ask-hc-less give-army-e2 ask-keep-e2   its items

Chance: seat1 is first, e1 the next clan's fortress, 34 a trait, hc a card, 7 two dice, t a tile.
"""

from typing import Final

from honjin.core.actions import TableNotation
from honjin.games.swords.content.data import TRAITS
from honjin.games.swords.rules.actions import ACTIONS
from honjin.games.swords.rules.phases import PHASES
from honjin.games.swords.text.position import read_position, write_position

NOTATION: Final = TableNotation(ACTIONS, PHASES, TRAITS, write_position, read_position)
"""No phase of chance has more outcomes than there are traits."""
