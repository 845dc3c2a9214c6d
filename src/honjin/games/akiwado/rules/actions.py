"""The actions of merchants, one row for each kind; numbers in comments are rules."""

from typing import Any, Final

from honjin.core.actions import Action, Actions, Domain, Text, named, numbered
from honjin.core.errors import Unreadable
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.akiwado.content.cardfile import cards_of
from honjin.games.akiwado.content.data import CARD_NAMES, COLOUR_NAMES, DICE
from honjin.games.akiwado.rules.state import EAST, POCKET, SPLIT, Akiwado, is_plain

PLACE_NAMES: Final = ("", "east", "west", "pocket")

MAX_COINS: Final = 200
"""More than a seat can ever own, whatever the cards and without a limit (Q20): see cardlist.py."""

# ---- a split in notation


def dice_text(s: Akiwado, mask: int) -> str:
    """The numbers on some of the dice, as text."""
    return " ".join(str(s.dice[k]) for k in range(DICE) if mask >> k & 1)


def kept_text(s: Akiwado, kept: int) -> str:
    """The kept dice, as in ids and notation: `15`."""
    return dice_text(s, kept).replace(" ", "")


def given_mask(kept: int) -> int:
    """The mask of dice that are given away."""
    return (1 << DICE) - 1 & ~kept


def splits(s: Akiwado) -> list[int]:
    """The masks of dice that can be kept now; among equal dice, the first ones."""
    masks = range(1, (1 << DICE) - 1) if s.phase == SPLIT else ()
    return [kept for kept in masks if is_plain(s, kept, 0) and is_plain(s, kept, 1)]


def _read_kept(s: Akiwado, text: str) -> int:
    found = {kept_text(s, kept): kept for kept in splits(s)}
    if text not in found:
        told = ", ".join(_write_split(s, s.turn, kept) for kept in found.values())
        raise Unreadable(f"expected one of {told or 'no split now'}; got {text[:80]!r}")
    return found[text]


def _write_split(s: Akiwado, _seat: int, kept: int) -> str:
    return f"{kept_text(s, kept)}/{kept_text(s, given_mask(kept))}"


def _read_split(s: Akiwado, seat: int, text: str) -> tuple[int] | None:
    if "/" not in text:
        return None
    kept = _read_kept(s, text.partition("/")[0])
    return (kept,) if _write_split(s, seat, kept) == text else (_read_kept(s, text),)


# ---- the table


def _purses(options: Options) -> range:
    """The possible bids: at most the coins in the box, if they are limited (Q20)."""
    most = cards_of(str(options["cards"])).coins if options["coin_limit"] else MAX_COINS
    return range(1, most + 1)


_KEPT: Final = Domain("mask of dice", (1 << DICE) - 2, kept_text, _read_kept, "[0-6]+", start=1)
_PLACE: Final = named("place", PLACE_NAMES[EAST:], start=EAST)
_MARKET: Final = named("market", PLACE_NAMES[EAST:POCKET], start=EAST)
_COINS: Final = numbered("number of coins", MAX_COINS, start=1, present=_purses)
_COLOUR: Final = named("colour", COLOUR_NAMES)
_PURVEYORS: Final = ("variant", ("purveyor",))

ACTIONS: Final = Actions(
    Action(
        "split", kept=_KEPT, rule="11",
        text=Text(_write_split, _read_split, "15/4 to split the dice"), clicks=("keep:{kept}",),
        reveals=False,
    ),
    Action("accept", rule="19"),
    Action("challenge", rule="19"),
    Action("declare", place=_PLACE, rule="27", text="says-{place}", reveals=False),
    Action("leave", rule="46", when=_PURVEYORS, reveals=False),
    Action("back", rule="46", when=_PURVEYORS, reveals=False),
    Action(
        "take", colour=_COLOUR, rule="47", clicks=("waste.{colour}",), when=_PURVEYORS,
        reveals=False,
    ),
    Action("pocket", rule="28"),
    Action(
        "bid", place=_MARKET, coins=_COINS, rule="28",
        text="{place}{coins}", clicks=("{place}", "coins:{coins}"),
    ),
    Action(
        "screen", colour=_COLOUR, rule="W3", clicks=("screen:{colour}",),
        when=("colours", ("choose",)), reveals=False,
    ),
)  # fmt: skip

ACCEPT: Final = ACTIONS.first("accept")
CHALLENGE: Final = ACTIONS.first("challenge")
LEAVE: Final = ACTIONS.first("leave")
BACK: Final = ACTIONS.first("back")
POCKET_MONEY: Final = ACTIONS.first("pocket")

encode_split: Final = ACTIONS.encoder(__name__, "encode_split", "split")
encode_declaration: Final = ACTIONS.encoder(__name__, "encode_declaration", "declare")
encode_take: Final = ACTIONS.encoder(__name__, "encode_take", "take")
encode_screen: Final = ACTIONS.encoder(__name__, "encode_screen", "screen")
encode_bid: Final = ACTIONS.encoder(__name__, "encode_bid", "bid")

# ---- secret choices

_market: Final = ACTIONS.argument(__name__, "_market", "bid", "place")
_coins: Final = ACTIONS.argument(__name__, "_coins", "bid", "coins")


@rule
def place_of(action: int) -> int:
    """The place of a bid or of pocket money."""
    return POCKET if action == POCKET_MONEY else _market(action)


@rule
def coins_of(action: int) -> int:
    """The coins of a bid; 0 for pocket money."""
    return 0 if action == POCKET_MONEY else _coins(action)


@rule
def stake(place: int, coins: int) -> int:
    """The action for a bid, or for pocket money."""
    return POCKET_MONEY if place == POCKET else encode_bid(place, coins)


# ---- outcomes of chance


def write_roll(_s: Any, outcome: int) -> str:
    """Three dice: `1-4-5`."""
    return f"{outcome >> 6}-{outcome >> 3 & 7}-{outcome & 7}"


def write_colour(_s: Any, outcome: int) -> str:
    """The colour of a seat."""
    return COLOUR_NAMES[outcome]


def write_card(_s: Any, outcome: int) -> str:
    """A card by its colour, or `order`."""
    return CARD_NAMES[outcome]


def write_seat(_s: Any, outcome: int) -> str:
    """The seat that goes first: `seat2`."""
    return f"seat{outcome}"
