"""The actions at the fair, one row for each sort of action."""

from typing import Final

from honjin.core.actions import Action, Actions, named, numbered
from honjin.core.options import Options
from madeup.state import BRIGHT, MOST, START_COINS, VALUES


def _seats(options: Options) -> range:
    return range(int(options["seats"]))


def _coins(options: Options) -> range:
    return range(START_COINS * int(options["seats"]) + 1)


LANTERNS: Final = ("bright", "dim")

_COINS: Final = numbered("number of coins", 16, present=_coins)
_LANTERN: Final = named("lantern", LANTERNS, start=BRIGHT)
_CARD: Final = numbered("card", VALUES, start=1)
_SEAT: Final = numbered("seat", MOST, present=_seats)
_OFFERS: Final = ("offers", (True,))

ACTIONS: Final = Actions(
    Action("bid", coins=_COINS, rule="3", text="bid{coins}", clicks=("bid{coins}",)),
    Action(
        "lantern", lantern=_LANTERN, rule="6",
        text="{lantern}", clicks=("lantern.{lantern}",), reveals=False,
    ),
    Action("card", value=_CARD, rule="7", text="card{value}", clicks=("hand{me}.{value}",)),
    Action(
        "offer", to=_SEAT, rule="8",
        text="offer{to}", clicks=("offer", "seat{to}"), when=_OFFERS, reveals=False,
    ),
    Action("decline", kinds={"answer": "9"}, when=_OFFERS, reveals=False, passes=True),
    Action(
        "sell", value=_CARD, kinds={"answer": "9"},
        text="sell{value}", clicks=("sell", "hand{me}.{value}"), when=_OFFERS,
    ),
)  # fmt: skip

DECLINE: Final = ACTIONS.first("decline")

encode_bid: Final = ACTIONS.encoder(__name__, "encode_bid", "bid")
encode_lantern: Final = ACTIONS.encoder(__name__, "encode_lantern", "lantern")
encode_card: Final = ACTIONS.encoder(__name__, "encode_card", "card")
encode_offer: Final = ACTIONS.encoder(__name__, "encode_offer", "offer")
encode_sale: Final = ACTIONS.encoder(__name__, "encode_sale", "sell")
