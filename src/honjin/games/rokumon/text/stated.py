"""The numbers of the data that rules, lessons and words state, by the names in their holes."""

from typing import Final

from honjin.core.words import Numbers
from honjin.games.rokumon.content.data import (
    ACTS,
    BLACK,
    COLOUR_COUNTS,
    GOLD,
    GREEN,
    KIND_COUNTS,
    RED,
    SIDE_DICE,
    WHITE,
)
from honjin.games.rokumon.rules.state import MAX_ACTIONS

STATED: Final[Numbers] = {
    "red_dice": SIDE_DICE[RED],
    "black_dice": SIDE_DICE[BLACK] - KIND_COUNTS[WHITE],
    "white_dice": KIND_COUNTS[WHITE],
    "green_cards": COLOUR_COUNTS[GREEN],
    "gold_cards": COLOUR_COUNTS[GOLD],
    "cards": sum(COLOUR_COUNTS),
    "act_1_cards": len(ACTS[0].layout.cells),
    "max_actions": MAX_ACTIONS,
}
