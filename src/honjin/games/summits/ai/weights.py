"""The weights of the evaluation (`core.parts.weights`).

They are in sixteenths of a point, a hundred points being about a stack of ten; a share is in 256ths
of what a table gives. Those with two values are by side: Hideyoshi's, then the other one's.
"""

from typing import Final

from honjin.core.parts.weights import WeightTable, usual

TABLE = WeightTable()

# ---- units (evaluation.py)

UNIT: Final = TABLE.add("unit", 160, 160)
GENERAL: Final = TABLE.add("general", 160, 160)  # on top of a unit's value
COMMAND: Final = TABLE.add("command", 16, 16)  # per point of attack and unit led, see `command`
LOSS: Final = TABLE.add("loss", 64, 64)  # a unit lost
CALLED: Final = TABLE.add("called", 320)  # a space of the reinforcement track, even an empty one
FACE_UP: Final = TABLE.add("face_up", 16, 16)

# ---- places and time

NEAR: Final = TABLE.add("near", 64, 64)  # a unit nearer by sixteen half actions, see `nearness`
MOUNTAIN: Final = TABLE.add("mountain", 320, 320)
MORE_CARDS: Final = TABLE.add("more_cards", 400)  # one more card each turn
ROAD: Final = TABLE.add("road", 560)  # an area of the road
LATE_ROAD: Final = TABLE.add("late_road", 560)  # more in the last turn
OPEN_ROAD: Final = TABLE.add("open_road", 240)  # an unguarded road area with enemies nearby
ONE_LEFT: Final = TABLE.add("one_left", 640)
"""The other side holds three of four areas, which also costs a turn."""
LEAD: Final = TABLE.add("lead", 640)  # fewer losses, in the last turn
TURN: Final = TABLE.add("turn", 400)  # a turn left to a side that needs it

# ---- ways, in sixteenths of a half action (terrain.py)

HILL: Final = TABLE.add("hill", 16)  # more than a plain
CONTACT: Final = TABLE.add("contact", 32)  # to get into an area with enemies at all
ENEMY: Final = TABLE.add("enemy", 8)  # more for each enemy there, and again if it is face up
PALISADE: Final = TABLE.add("palisade", 32)

# ---- threats and dangers

ALARM_SHARE: Final = TABLE.add("alarm", 256, 256)  # of a force's value near a honjin
CARDLESS: Final = TABLE.add("cardless", 32)  # share of that for a force that cannot act now
DANGER_SHARE: Final = TABLE.add("danger", 256, 256)  # of all dangers to a side
TRAPPED_SHARE: Final = TABLE.add("trapped_general", 256)
HELD_FAST_SHARE: Final = TABLE.add("held_fast", 256)
HELD_HALF_SHARE: Final = TABLE.add("held_half", 256)
FEAR_SHARE: Final = TABLE.add("most_fear", 256)

# ---- cards (cards.py)

HELD_SHARE: Final = TABLE.add("held", 256, 256)  # of the value of cards as actions
PREMIUM_SHARE: Final = TABLE.add("premium", 256)  # of what a card is worth on top of that
AMBUSH_SHARE: Final = TABLE.add("ambush", 256)  # the same for an ambush
PENDING_SHARE: Final = TABLE.add("pending", 256)  # of what is declared and not used
CALL: Final = TABLE.add("call", 384)  # reinforcements not on the map yet
HIT: Final = TABLE.add("hit", 64, 64)  # an expected point of damage, by the side that attacks

WEIGHTS: Final = TABLE.weights()
USUAL: Final = usual(WEIGHTS)
