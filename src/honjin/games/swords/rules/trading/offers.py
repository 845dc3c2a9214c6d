"""The actions of trade, one row for each kind (rule 25)."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from honjin.core.actions import Action, named, numbered
from honjin.core.options import Options
from honjin.games.swords.content.data import CARD_NAMES
from honjin.games.swords.content.maps import SQUARE_NAMES
from honjin.games.swords.rules.domains import CARD, CASTLE, SEAT, SQUARE
from honjin.games.swords.rules.state import Swords

MAX_AMOUNT: Final = 120
"""The most gold, or honor, in an offer: more honor than anybody can have (W7)."""
MAX_PROMISES: Final = 3

GIVE: Final = 0
ASK: Final = 1
SIDES: Final = ("give", "ask")
"""The two sides of an offer: its maker gives one and asks for the other."""

GOLD: Final = 0
GLORY: Final = 1
PROMISE: Final = 2
SUMS: Final = ("gold", "honor", "promises")
"""Things of which an offer holds an amount."""

# ---- clicks


def _click_amount(s: Swords, seat: int, side: int, what: int, amount: int) -> tuple[str, ...]:
    owner = seat if side == GIVE else s.offer_to[seat] - 1
    thing = "promise" if what == PROMISE else f"{SUMS[what]}:{owner}"
    return SIDES[side], thing, f"n:{amount}"


def _click_card(_s: Swords, seat: int, side: int, card: int) -> tuple[str, ...]:
    name = CARD_NAMES[card]
    return ("give", f"hand:{seat}.{name}") if side == GIVE else ("ask", "card", f"kind:{name}")


def _click_less(_s: Swords, seat: int, side: int, card: int) -> tuple[str, ...]:
    return (f"offer:{seat}.{SIDES[side]}.{CARD_NAMES[card]}",)


def _click_army(s: Swords, seat: int, side: int, square: int) -> tuple[str, ...]:
    name = SQUARE_NAMES[square]
    if square + 1 in s.offer_army[seat][side]:
        return (f"offer:{seat}.{SIDES[side]}.army.{name}",)
    return SIDES[side], f"army.{name}"


def _click_keep(s: Swords, seat: int, side: int, castle: int) -> tuple[str, ...]:
    name = SQUARE_NAMES[s.square[castle]]
    if castle + 1 in s.offer_keep[seat][side]:
        return (f"offer:{seat}.{SIDES[side]}.keep.{name}",)
    return SIDES[side], name


# ---- the rows


def _amounts(options: Options) -> Iterator[tuple[int, int, int]]:
    """Amounts of gold if only goods are traded; of honor and promises too in full trade."""
    whats = {"off": (), "goods": (GOLD,), "full": (GOLD, GLORY, PROMISE)}[str(options["trade"])]
    for side, what, amount in product(range(len(SIDES)), whats, range(MAX_AMOUNT + 1)):
        if what != PROMISE or amount <= MAX_PROMISES:
            yield side, what, amount


_SIDE: Final = named("side", SIDES)
_SUM: Final = named("sum", SUMS)
_AMOUNT: Final = numbered("amount", MAX_AMOUNT + 1)
_ON: Final = ("trade", ("goods", "full"))
_FULL: Final = ("trade", ("full",))

DEALS: Final = (
    Action(
        "deal", seat=SEAT, rule="25", text="offer-{seat}", clicks=("deal", "side:{seat}"),
        when=_ON, reveals=False,
    ),
    Action("deal_clear", rule="25", text="clear", clicks=("clear",), when=_ON, reveals=False),
    Action("deal_send", rule="25", text="send", clicks=("send",), when=_ON),
    Action("deal_close", rule="W7", text="close", clicks=("close",), when=_ON),
    Action(
        "deal_accept", seat=SEAT, rule="25", text="accept-{seat}", clicks=("accept:{seat}",),
        when=_ON,
    ),
    Action(
        "deal_decline", seat=SEAT, rule="25", text="decline-{seat}", clicks=("decline:{seat}",),
        when=_ON,
    ),
    Action(
        "deal_counter", seat=SEAT, rule="25", text="counter-{seat}", clicks=("counter:{seat}",),
        when=_ON, reveals=False,
    ),
    Action(
        "deal_amount", side=_SIDE, what=_SUM, amount=_AMOUNT, rule="25",
        text="{side}-{what}-{amount}", clicks=_click_amount, when=_amounts, reveals=False,
    ),
    Action(
        "deal_card", side=_SIDE, card=CARD, rule="25", text="{side}-{card}", clicks=_click_card,
        when=_ON, reveals=False,
    ),
    Action(
        "deal_less", side=_SIDE, card=CARD, rule="25", text="{side}-{card}-less",
        clicks=_click_less, when=_ON, reveals=False,
    ),
    Action(
        "deal_army", side=_SIDE, square=SQUARE, rule="Q61", text="{side}-army-{square}",
        clicks=_click_army, when=_FULL, reveals=False,
    ),
    Action(
        "deal_keep", side=_SIDE, castle=CASTLE, rule="Q61", text="{side}-keep-{castle}",
        clicks=_click_keep, when=_FULL, reveals=False,
    ),
)  # fmt: skip
