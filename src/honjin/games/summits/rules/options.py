"""The options that rules ask about: the state has a field of the same name for each.

A field holds a flag as 0 or 1, a word as its place among the values.
"""

from typing import Final

PLAIN: Final = (
    "auction", "leaderless", "retreat_among", "taisho_retreat", "way_back", "engaged_fire",
    "idle_ambush", "rally_again",
)  # fmt: skip
WORDS: Final = {
    "calls": ("one", "two"),
    "order": ("after", "before"),
    "leaving": ("two", "barred"),
    "stacking": ("side", "both"),
    "barrier": ("controller", "any"),
    "elevation": ("fire", "coming"),
    "removal": ("last", "two", "one"),
    "blocked": ("waits", "barred"),
    "control": ("passing", "stopping"),
    "treason": ("second", "any"),
    "first_bonus": ("all", "melee"),
    "back_side": ("attack", "dice"),
    "ambushes": ("one", "several"),
    "flips": ("rollers", "group"),
}

CALLS_TWO: Final = WORDS["calls"].index("two")
ORDER_BEFORE: Final = WORDS["order"].index("before")
LEAVING_BARRED: Final = WORDS["leaving"].index("barred")
STACKING_BOTH: Final = WORDS["stacking"].index("both")
BARRIER_ANY: Final = WORDS["barrier"].index("any")
ELEVATION_COMING: Final = WORDS["elevation"].index("coming")
REMOVAL_TWO: Final = WORDS["removal"].index("two")
REMOVAL_ONE: Final = WORDS["removal"].index("one")
BLOCKED_BARRED: Final = WORDS["blocked"].index("barred")
CONTROL_STOPPING: Final = WORDS["control"].index("stopping")
TREASON_ANY: Final = WORDS["treason"].index("any")
FIRST_BONUS_MELEE: Final = WORDS["first_bonus"].index("melee")
BACK_SIDE_DICE: Final = WORDS["back_side"].index("dice")
AMBUSHES_SEVERAL: Final = WORDS["ambushes"].index("several")
FLIPS_GROUP: Final = WORDS["flips"].index("group")
