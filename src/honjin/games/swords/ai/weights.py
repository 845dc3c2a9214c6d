"""The weights of the evaluation (`core.parts.weights`).

They are in hundredths of a point of honor unless a comment gives another unit.
"""

from typing import Final

from honjin.core.parts.weights import WeightTable, usual

TABLE = WeightTable()

# ---- goods

HONOR_VALUE: Final = TABLE.add("honor", 100)
GOLD_VALUE: Final = TABLE.add("gold", 45)
SPARE_GOLD: Final = TABLE.add("spare_gold", 72)
"""The gold for a point of honor, if it is not needed soon."""
HORIZON: Final = TABLE.add("horizon", 192)  # sixteenths of a round: the most looked ahead
TRAIT_VALUE: Final = TABLE.add("trait", 20)  # of any kind, on top of what it brings

# ---- armies

ARMY_VALUE: Final = TABLE.add("army", 60)
ARMY_ROUND: Final = TABLE.add("army_round", 20)  # for each round in which it can be used
ENOUGH: Final = TABLE.add("enough", 64)
"""Sixteenths of an army: those beyond this number are not worth their supplies."""
VETERAN_VALUE: Final = TABLE.add("veteran", 45)

# ---- cards

CARD_VALUE: Final = TABLE.add("card", 224)  # sixteenths
FORCE_VALUE: Final = TABLE.add("force", 144)  # sixteenths
SPARE_FORCE: Final = TABLE.add("spare_force", 48)  # sixteenths; force beyond the next number
MAX_FORCE: Final = TABLE.add("most_force", 45)  # force; what fits into a battle
LOST_CARD: Final = TABLE.add("lost_card", 120)  # more than the value of any card
FREE_CARD: Final = TABLE.add("free_card", 20)  # while the free card can still be drawn
FEW: Final = TABLE.add("few", 80)  # sixteenths of a round: cards count for less in the last ones

# ---- battles

SURE: Final = TABLE.add("sure", 20)  # force; a lead that as good as decides a battle
LIKELY: Final = TABLE.add("likely", 85)
"""The share, in hundredths, of the force still available that is likely to be set aside."""
BATTLE_COST: Final = TABLE.add("battle_cost", 256)  # 256ths of the value of these cards
HOME_LOST: Final = TABLE.add("home_lost", 9000)
HOME_TAKEN: Final = TABLE.add("home_taken", 4000)

# ---- the lead

SHARP: Final = TABLE.add("sharp", 224)  # sixteenths
SLACK: Final = TABLE.add("slack", 64)  # sixteenths of a round
"""A lead counts SHARP / (rounds to come + SLACK): the less time is left, the more it counts."""

# ---- the board

PULL: Final = TABLE.add("pull", 640, 480, 352, 256, 176, 112, 64, 32)
"""The share of a castle's value, in 1600ths, for an army one step away, two steps and so on."""
MAX_PULL: Final = 8
GUARDED: Final = TABLE.add("guarded", 64)  # 256ths of the prospect, with an army in the castle
PREY: Final = TABLE.add("prey", 48)  # sixteenths of the prospect, for another clan's fortress
THREAT: Final = TABLE.add("threat", 350, 160, 60)
"""The threat of an enemy one step from the seat's fortress, two steps and so on."""
MAX_THREAT: Final = 3
OPEN: Final = TABLE.add("open", 160)  # sixteenths of the threat, to an empty fortress

WEIGHTS: Final = TABLE.weights()
USUAL: Final = usual(WEIGHTS)
