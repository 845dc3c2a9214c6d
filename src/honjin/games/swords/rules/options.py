"""The options that rules ask about: the state has a field of the same name for each.

A field holds a flag as 0 or 1, a number as it is, a word as its place among the values.
"""

from typing import Final

from honjin.core.options import Options
from honjin.core.state import State

_NUMBERS: Final = (
    "seats", "tile_hand", "spare_tiles", "snake", "keeps_owned", "max_rounds", "trade_wins",
    "loose_trade", "start_hand", "balanced_traits", "stack_traits", "supply_new", "new_armies",
    "honor_floor", "pass_friends", "take_in_passing", "attacks", "monks_limited", "one_treachery",
    "one_march", "any_fortress",
)  # fmt: skip
_WORDS: Final = {
    "board": ("map", "laid"),
    "trade": ("off", "goods", "full"),
    "adjacency": ("four", "eight"),
    "intrigue": ("victim", "player"),
    "spies": ("first", "meanwhile"),
    "beaten_attacker": ("never", "optional", "forced"),
    "holdings": ("neutral", "captor"),
}

BOARD_LAID: Final = _WORDS["board"].index("laid")
TRADE_OFF: Final = _WORDS["trade"].index("off")
TRADE_GOODS: Final = _WORDS["trade"].index("goods")
INTRIGUE_PLAYER: Final = _WORDS["intrigue"].index("player")
SPIES_FIRST: Final = _WORDS["spies"].index("first")
BEATEN_ATTACKER_NEVER: Final = _WORDS["beaten_attacker"].index("never")
BEATEN_ATTACKER_OPTIONAL: Final = _WORDS["beaten_attacker"].index("optional")
HOLDINGS_CAPTOR: Final = _WORDS["holdings"].index("captor")


def hold_options(s: State, options: Options) -> None:
    """Set the fields of all these options."""
    for name in _NUMBERS:
        setattr(s, name, int(options[name]))
    for name, words in _WORDS.items():
        setattr(s, name, words.index(str(options[name])))
