"""The options that rules ask about: the state has a field of the same name for each.

A field holds a flag as 0 or 1, a word as its place among the values.
"""

from typing import Final

from honjin.core.options import Options
from honjin.core.state import State

_FLAGS: Final = (
    "auction", "leaderless", "retreat_among", "taisho_retreat", "way_back", "engaged_fire",
    "idle_ambush", "rally_again",
)  # fmt: skip
_WORDS: Final = {
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

CALLS_TWO: Final = _WORDS["calls"].index("two")
ORDER_BEFORE: Final = _WORDS["order"].index("before")
LEAVING_BARRED: Final = _WORDS["leaving"].index("barred")
STACKING_BOTH: Final = _WORDS["stacking"].index("both")
BARRIER_ANY: Final = _WORDS["barrier"].index("any")
ELEVATION_COMING: Final = _WORDS["elevation"].index("coming")
REMOVAL_TWO: Final = _WORDS["removal"].index("two")
REMOVAL_ONE: Final = _WORDS["removal"].index("one")
BLOCKED_BARRED: Final = _WORDS["blocked"].index("barred")
CONTROL_STOPPING: Final = _WORDS["control"].index("stopping")
TREASON_ANY: Final = _WORDS["treason"].index("any")
FIRST_BONUS_MELEE: Final = _WORDS["first_bonus"].index("melee")
BACK_SIDE_DICE: Final = _WORDS["back_side"].index("dice")
AMBUSHES_SEVERAL: Final = _WORDS["ambushes"].index("several")
FLIPS_GROUP: Final = _WORDS["flips"].index("group")


def hold_options(s: State, options: Options) -> None:
    """Set the fields of all these options."""
    for name in _FLAGS:
        setattr(s, name, int(options[name]))
    for name, words in _WORDS.items():
        setattr(s, name, words.index(str(options[name])))
