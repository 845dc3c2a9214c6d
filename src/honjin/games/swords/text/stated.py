"""The numbers of the data that rules, lessons and words state, by the names in their holes."""

from typing import Final

from honjin.core.words import Numbers
from honjin.games.swords.content.data import (
    CARD_NAMES,
    COPIES,
    FORCE,
    MAX_BATTLES,
    MAX_ROUNDS,
    NUMBER_NAMES,
    NUMBERS,
    TACTICS,
    TRAITS,
)
from honjin.games.swords.content.laying import APART, KEEP_STEPS
from honjin.games.swords.content.mapfile import FEWEST_KEEPS, LEAST_PLAYERS
from honjin.games.swords.content.maps import (
    DEFENCE,
    MAX_KEEPS,
    MAX_PLAYERS,
    MOVE,
    POINTS,
    SIDE,
    TERRAINS,
)
from honjin.games.swords.rules.setup import MAX_APART, MAX_REROLLS
from honjin.games.swords.rules.state import MAX_BACK, MAX_ITEMS
from honjin.games.swords.rules.trading.offers import MAX_AMOUNT, MAX_PROMISES
from honjin.games.swords.rules.trading.trade import MAX_TRADE_ACTIONS

_PRINTED: Final = dict(zip(NUMBER_NAMES, NUMBERS, strict=True))
_LISTED: Final = ("prosperity_gold", "much_honor")
"""Numbers that only the list of cards states (`view.lists`)."""

STATED: Final[Numbers] = {
    **{name: number for name, number in _PRINTED.items() if name not in _LISTED},
    **{f"{name}_move": MOVE[code] for code, name in enumerate(TERRAINS) if MOVE[code]},
    **{f"{name}_defence": DEFENCE[code] for code, name in enumerate(TERRAINS) if DEFENCE[code]},
    "supplies": 2 * _PRINTED["supply"],
    "points": POINTS,
    "side": SIDE,
    "min_players": LEAST_PLAYERS,
    "max_players": MAX_PLAYERS,
    "min_keeps": FEWEST_KEEPS,
    "max_keeps": MAX_KEEPS,
    "cards": sum(COPIES),
    "traits": TRAITS,
    "heavy_cavalry_force": FORCE[CARD_NAMES.index("heavy_cavalry")],
    "superior_tactics_force": FORCE[TACTICS],
    "apart": APART,
    "keep_steps": KEEP_STEPS,
    "max_back": MAX_BACK,
    "max_rerolls": MAX_REROLLS,
    "max_apart": MAX_APART,
    "max_trade_actions": MAX_TRADE_ACTIONS,
    "max_amount": MAX_AMOUNT,
    "max_items": MAX_ITEMS,
    "max_promises": MAX_PROMISES,
    "max_rounds": MAX_ROUNDS,
    "max_battles": MAX_BATTLES,
}
