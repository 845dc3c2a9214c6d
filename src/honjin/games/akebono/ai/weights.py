"""The weights of the evaluation, in its unit unless it says otherwise.

They come from games played by the levels, and were then rounded and tested in matches (see
docs/games/akebono.md).
"""

from typing import Final

from honjin.core.parts.weights import WeightTable, usual

TABLE: Final = WeightTable()

# ---- prisoners and valor

WORTH: Final = TABLE.add("worth", 0, 0, 400, 500, 380, 800, 600)  # of a prisoner, by type
WHOLE_TYPE: Final = TABLE.add("whole_type", 350)  # all of a type
TWO_DAIMYO: Final = TABLE.add("two_daimyo", 600)  # the next one ends the game
LAST_DAIMYO: Final = TABLE.add("last_daimyo", 6000)  # as prey
VALOR: Final = TABLE.add("valor", 80)  # a point on the counter
HALF_PAIR: Final = TABLE.add("half_pair", 20)  # a prisoner waiting for a second of its type

# ---- threats

SIEGE: Final = TABLE.add("siege", 6000)  # two pieces beside the tairo for certain
BEST_PREY: Final = TABLE.add("best_prey", 256)  # the part of the best prey that counts, in 256ths
MORE_PREY: Final = TABLE.add("more_prey", 64)  # the part of all other prey, in 256ths
ON_FOOT: Final = TABLE.add("on_foot", 256)  # the part of prey to be reached on foot, in 256ths
BY_SHOT: Final = TABLE.add("by_shot", 256)  # the part of prey to be shot, in 256ths
WAIT: Final = TABLE.add("wait", 32)  # the rival's points that halve the odds, in 16ths of a point
LATER: Final = TABLE.add("later", 64)  # the part of the odds after a whole turn, in 256ths

# ---- the rest

NEAR: Final = TABLE.add("near", 240)  # one step closer to the other tairo, in 16ths
TO_MOVE: Final = TABLE.add("to_move", 120)  # an average roll

WEIGHTS: Final = TABLE.weights()
USUAL: Final = usual(WEIGHTS)
