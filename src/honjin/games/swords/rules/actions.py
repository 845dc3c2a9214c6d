"""The actions of clans, one row for each kind; those of trade are in offers.py.

Steps, attacks and leaps are written with both squares, e1-e2, and numbered by the first square and
the offset from it: rows down, columns east.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from honjin.core.actions import Action, Actions, Text, numbered
from honjin.core.errors import Unreadable
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.swords.content.data import CARD_NAMES
from honjin.games.swords.content.laying import FACE_DOWN
from honjin.games.swords.content.maps import (
    SIDE,
    SQUARE_NAMES,
    SQUARE_OF,
    TERRAINS,
    is_beside,
)
from honjin.games.swords.rules.domains import (
    ARMY_START,
    CARD,
    SEAT,
    SQUARE,
    TILE,
    adjacency_of,
    land,
)
from honjin.games.swords.rules.state import NOWHERE, Swords
from honjin.games.swords.rules.trading.offers import DEALS

MAX_BOUGHT: Final = 12
"""The highest total of two dice."""

# ---- from square to square

Walk = tuple[int, int, int]
"""A square, rows down and columns east of it."""


@rule
def goal_of(base: int, down: int, east: int) -> int:
    """Return the square that an offset leads to."""
    return base + SIDE * down + east


def walk(base: int, to: int) -> Walk:
    """Return the start and the offset of a way from one square to another."""
    return base, to // SIDE - base // SIDE, to % SIDE - base % SIDE


def walk_names(base: int, down: int, east: int) -> tuple[str, str]:
    """Return the names of both squares of a way."""
    return SQUARE_NAMES[base], SQUARE_NAMES[goal_of(base, down, east)]


def _click_walk(_s: Any, _seat: int, *way: int) -> tuple[str, str]:
    return walk_names(*way)


def _written_walk(mark: str, most: int) -> Text:
    """Notation of both squares with a mark between them, at most `most` rows and columns apart."""
    pattern = re.compile(rf"({SQUARE.pattern}){re.escape(mark)}({SQUARE.pattern})")

    def read(_s: Any, _seat: int, text: str) -> Walk | None:
        match = pattern.fullmatch(text)
        if not match:
            return None
        way = walk(SQUARE_OF[match[1]], SQUARE_OF[match[2]])
        if max(map(abs, way[1:])) > most:
            raise Unreadable(f"expected squares at most {most} apart, got {text!r}")
        return way

    def write(_s: Any, _seat: int, *way: int) -> str:
        return mark.join(walk_names(*way))

    return Text(write, read, f"e1{mark}e2", is_fixed=True)


def _steps(options: Options) -> Iterator[Walk]:
    """Yield the steps from each square to its neighbours."""
    adjacency, squares = adjacency_of(options), land(options)
    for base in squares:
        yield from (walk(base, to) for to in squares if is_beside(adjacency, base, to))


def _leaps(options: Options) -> set[Walk]:
    """The ways to squares behind neighbouring ones, if armies may pass through friends."""
    adjacency = adjacency_of(options)
    near: dict[int, list[int]] = {}
    for way in _steps(options) if options["pass_friends"] else ():
        near.setdefault(way[0], []).append(goal_of(*way))
    pairs = {(base, to) for base in near for friend in near[base] for to in near[friend]}
    return {walk(*pair) for pair in pairs if not is_beside(adjacency, *pair) and len({*pair}) == 2}


def _may_end_a_clan(s: Swords, _seat: int, *way: int) -> bool:
    """True if a castle may fall: with its last one, a clan's hand is revealed (rule 9, Q58)."""
    arrives = s.mover != NOWHERE and s.castle[s.mover] != 0
    return arrives or s.castle[goal_of(*way)] != 0


# ---- clicks


def _click_hand(_s: Any, seat: int, card: int) -> tuple[str]:
    return (f"hand:{seat}.{CARD_NAMES[card]}",)


def _click_aside(_s: Any, seat: int, card: int) -> tuple[str]:
    return (f"aside:{seat}.{CARD_NAMES[card]}",)


def _click_tile(_s: Any, seat: int, tile: int, square: int) -> tuple[str, str]:
    thing = "down" if tile == FACE_DOWN else f"tiles:{seat}.{TERRAINS[tile]}"
    return thing, SQUARE_NAMES[square]


# ---- the table

_NEAR: Final = numbered("way", 3, start=-1)
_FAR: Final = numbered("way", 5, start=-2)
_HONOR: Final = numbered("honor", MAX_BOUGHT + 1)
_LAID: Final = ("board", ("laid",))
_ENTERED: Final = ("beaten_attacker", ("optional",))

ACTIONS: Final = Actions(
    # travel and battles
    Action(
        "step", base=SQUARE, down=_NEAR, east=_NEAR, rule="15",
        text=_written_walk("-", 1), clicks=_click_walk, when=_steps, reveals=_may_end_a_clan,
    ),
    Action(
        "leap", base=SQUARE, down=_FAR, east=_FAR, rule="Q32",
        text=_written_walk("^", 2), clicks=_click_walk, when=_leaps, reveals=_may_end_a_clan,
    ),
    Action(
        "strike", base=SQUARE, down=_NEAR, east=_NEAR, rule="16",
        text=_written_walk("x", 1), clicks=_click_walk, when=_steps, reveals=False,
    ),
    Action("enter", rule="Q53", when=_ENTERED),
    Action("stay", rule="Q53", when=_ENTERED, reveals=False),
    # set-up and armies
    Action("tile", tile=TILE, square=SQUARE, kinds={"tile": "26", "down": "26"},
           text="lay-{tile}-{square}", clicks=_click_tile, when=_LAID),
    Action("put", square=ARMY_START, kinds={"second": "7", "fortress": "26", "keep": "26"},
           text="at-{square}", reveals=False),
    Action("raise", square=ARMY_START, rule="12", clicks=("raise", "{square}"), reveals=False),
    Action("dismiss", square=SQUARE, rule="Q12", clicks=("dismiss", "{square}"), reveals=False),
    # cards played
    Action("prosperity", rule="Q20", clicks=("hand:{me}.prosperity",)),
    Action("much_honor", rule="14", text="much-honor", clicks=("hand:{me}.much_honor",)),
    Action("ninja", square=SQUARE, rule="Q28", clicks=("hand:{me}.ninja", "{square}")),
    Action("march", square=SQUARE, kinds={"march": "Q47", "march_last": "Q47"},
           clicks=("hand:{me}.forced_march", "{square}")),
    Action("intrigue", seat=SEAT, rule="Q26", clicks=("hand:{me}.intrigue", "side:{seat}")),
    Action("spy", seat=SEAT, rule="Q46", clicks=("spies", "hand:{seat}")),
    # cards in secret, and lost
    Action("aside", card=CARD, rule="18", text="+{card}", clicks=_click_hand, reveals=False),
    Action("back", card=CARD, rule="W2", text="-{card}", clicks=_click_aside, reveals=False),
    Action("seal", rule="18"),
    Action("honor", rule="Q26", reveals=False),
    Action("cards", rule="Q26"),
    Action("lose", card=CARD, rule="Q26", clicks=_click_hand),
    # cards and honor
    Action("draw", rule="13", reveals=False),
    Action("house", rule="Q22", reveals=False),
    Action("compose", rule="Q25", reveals=False),
    Action("buy", honor=_HONOR, rule="14", clicks=("buy:{honor}",), reveals=False),
    Action("on", kinds={"on": "11", "no_spies": "W1"}, reveals=False, passes=True),
    *DEALS,
    expected="e1-e2, e1xe2, raise-e2, spy-1, buy-3, +hc, lose-hc, draw, seal, on or the like",
)  # fmt: skip

ON: Final = ACTIONS.first("on")
DRAW_ONE: Final = ACTIONS.first("draw")
HOUSE: Final = ACTIONS.first("house")
COMPOSE: Final = ACTIONS.first("compose")
PROSPER: Final = ACTIONS.first("prosperity")
MUCH: Final = ACTIONS.first("much_honor")
GIVE_HONOR: Final = ACTIONS.first("honor")
GIVE_CARDS: Final = ACTIONS.first("cards")
SEALED: Final = ACTIONS.first("seal")
GO_IN: Final = ACTIONS.first("enter")
STAY: Final = ACTIONS.first("stay")
CLEAR: Final = ACTIONS.first("deal_clear")
SEND: Final = ACTIONS.first("deal_send")
CLOSE: Final = ACTIONS.first("deal_close")

_step: Final = ACTIONS.encoder(__name__, "_step", "step")
_leap: Final = ACTIONS.encoder(__name__, "_leap", "leap")
_strike: Final = ACTIONS.encoder(__name__, "_strike", "strike")
encode_tile: Final = ACTIONS.encoder(__name__, "encode_tile", "tile")
encode_put: Final = ACTIONS.encoder(__name__, "encode_put", "put")
encode_raise: Final = ACTIONS.encoder(__name__, "encode_raise", "raise")
encode_dismiss: Final = ACTIONS.encoder(__name__, "encode_dismiss", "dismiss")
encode_ninja: Final = ACTIONS.encoder(__name__, "encode_ninja", "ninja")
encode_march: Final = ACTIONS.encoder(__name__, "encode_march", "march")
encode_intrigue: Final = ACTIONS.encoder(__name__, "encode_intrigue", "intrigue")
encode_spy: Final = ACTIONS.encoder(__name__, "encode_spy", "spy")
encode_aside: Final = ACTIONS.encoder(__name__, "encode_aside", "aside")
encode_back: Final = ACTIONS.encoder(__name__, "encode_back", "back")
encode_lose: Final = ACTIONS.encoder(__name__, "encode_lose", "lose")
encode_buy: Final = ACTIONS.encoder(__name__, "encode_buy", "buy")
encode_deal: Final = ACTIONS.encoder(__name__, "encode_deal", "deal")
encode_accept: Final = ACTIONS.encoder(__name__, "encode_accept", "deal_accept")
encode_decline: Final = ACTIONS.encoder(__name__, "encode_decline", "deal_decline")
encode_counter: Final = ACTIONS.encoder(__name__, "encode_counter", "deal_counter")
encode_amount: Final = ACTIONS.encoder(__name__, "encode_amount", "deal_amount")
encode_card: Final = ACTIONS.encoder(__name__, "encode_card", "deal_card")
encode_less: Final = ACTIONS.encoder(__name__, "encode_less", "deal_less")
encode_army: Final = ACTIONS.encoder(__name__, "encode_army", "deal_army")
encode_keep: Final = ACTIONS.encoder(__name__, "encode_keep", "deal_keep")


@rule
def encode_step(base: int, to: int) -> int:
    """Encode a step from a square to another."""
    return _step(base, to // SIDE - base // SIDE, to % SIDE - base % SIDE)


@rule
def encode_leap(base: int, to: int) -> int:
    """Encode a step through a friend (Q32)."""
    return _leap(base, to // SIDE - base // SIDE, to % SIDE - base % SIDE)


@rule
def encode_strike(base: int, to: int) -> int:
    """Encode an attack from a square on another."""
    return _strike(base, to // SIDE - base // SIDE, to % SIDE - base % SIDE)
