"""The options that rules ask about: the state has a field of the same name for each.

A field holds a flag as 0 or 1, a number as it is, a word as its place among the values.
"""

from typing import Final

PLAIN: Final = (
    "seats", "tile_hand", "spare_tiles", "snake", "keeps_owned", "max_rounds", "trade_wins",
    "loose_trade", "miscounted_houses", "start_hand", "balanced_traits", "stack_traits",
    "supply_new", "new_armies", "honor_floor", "pass_friends", "take_in_passing", "attacks",
    "monks_limited", "one_treachery", "one_march", "any_fortress",
)  # fmt: skip
WORDS: Final = {
    "board": ("map", "laid"),
    "trade": ("off", "goods", "full"),
    "adjacency": ("four", "eight"),
    "intrigue": ("victim", "player"),
    "spies": ("first", "meanwhile"),
    "beaten_attacker": ("never", "optional", "forced"),
    "holdings": ("neutral", "captor"),
}

BOARD_LAID: Final = WORDS["board"].index("laid")
TRADE_OFF: Final = WORDS["trade"].index("off")
TRADE_GOODS: Final = WORDS["trade"].index("goods")
INTRIGUE_PLAYER: Final = WORDS["intrigue"].index("player")
SPIES_FIRST: Final = WORDS["spies"].index("first")
BEATEN_ATTACKER_NEVER: Final = WORDS["beaten_attacker"].index("never")
BEATEN_ATTACKER_OPTIONAL: Final = WORDS["beaten_attacker"].index("optional")
HOLDINGS_CAPTOR: Final = WORDS["holdings"].index("captor")
