"""The weights of the evaluation, in thousandths of log odds unless it says otherwise.

They come from games played by searches (see docs/games/akiwado.md). The rows are by turns to come,
from none to FARTHEST and more, since a lead means little early on: `w[SCORE + turns]`.
"""

from typing import Final

from honjin.core.parts.weights import WeightTable, usual

TABLE: Final = WeightTable()

# ---- by turns to come

FARTHEST: Final = 5

SCORE: Final = TABLE.add("score", 2000, 690, 560, 500, 470, 450)  # a point
CARD: Final = TABLE.add("card", 20, 1300, 1240, 1230, 1200, 1180)  # beyond its points
CUSTOM: Final = TABLE.add("custom", 0, 320, 410, 440, 440, 440)  # a custom order
PAIR: Final = TABLE.add("pair", 0, 390, 380, 360, 330, 310)  # a colour with two cards
SINGLE: Final = TABLE.add("single", 0, 230, 230, 240, 240, 240)  # it can still become a pair
# a point, for each card to come that would bring it; in 8ths
GAIN: Final = TABLE.add("gain", 0, 728, 640, 480, 400, 360)
COIN: Final = TABLE.add("coin", 20, 440, 465, 475, 455, 440)  # as many as can be used
# the red marker: a card of choice
SALVAGED: Final = TABLE.add("salvaged", 2000, 2700, 2300, 1700, 1100, 600)

# ---- at any time

LIKELY: Final = TABLE.add("likely", 48)  # more cards to come make no difference; 16ths of a card
PLENTY: Final = TABLE.add("plenty", 192)  # coins beyond these break ties; 16ths of a coin
LAST_COIN: Final = TABLE.add("last_coin", 20)  # a coin beyond those
TILE: Final = TABLE.add("tile", 340)  # an ungrateful tile, to be taken off
TURN: Final = TABLE.add("turn", 175)  # the next roll
MARKER: Final = TABLE.add("marker", 180)  # the yellow or black one; the white one scores points

# ---- what coins can buy, by turns to come; only learned weights count it

# a point that the better market brings, if all rivals have fewer coins
REACH: Final = TABLE.add("reach", 0, 0, 0, 0, 0, 0)
# a point that two cards to come can add to sets, for a merchant who has all the coins
MEANS: Final = TABLE.add("means", 0, 0, 0, 0, 0, 0)

WEIGHTS: Final = TABLE.weights()
USUAL: Final = usual(WEIGHTS)
