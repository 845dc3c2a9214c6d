"""The actions of a side, one row for each kind; numbers in comments are rules.

A side plays cards and chooses units in its own phase, and answers the enemy in the other's. A unit
as an argument is a general, or TROOP + clan for a combat unit of that clan; the names of generals,
clans and areas depend on the file of the battle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from honjin.core.actions import Action, Actions, Domain, named, numbered
from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.summits.content.board import AREAS, CLANS, GENERALS, GROUPS, MAX_TURNS, SIDES
from honjin.games.summits.content.data import CARD_NAMES, HIDEYOSHI, LETTERS, TROOP
from honjin.games.summits.rules.battles import (
    area_id,
    chosen_battle,
    clan_id,
    piece_id,
    read_area,
    read_clan,
    read_general,
    read_unit,
    unit_id,
)
from honjin.games.summits.rules.state import BID, Summits, side_of

MAX_COMMAND: Final = 20
"""The most units a general can lead."""

_EXPECTED: Final = "an action such as take:fire, use:fire, move:<area>, pass"
_ID: Final = r"\w+"

# ---- the contents of a battle


def _areas(options: Options) -> range:
    return range(len(chosen_battle(options).area))


def _entries(options: Options) -> list[int]:
    areas = enumerate(chosen_battle(options).area)
    return [n for n, area in areas if area.entry_for == SIDES[HIDEYOSHI]]


def _generals(options: Options) -> range:
    return range(len(chosen_battle(options).general))


def _leaders(options: Options) -> list[int]:
    return [n for n, general in enumerate(chosen_battle(options).general) if general.command]


def _units(options: Options) -> list[int]:
    troops = range(TROOP, TROOP + len(chosen_battle(options).troop))
    return [*_generals(options), *troops]


def _rollers(options: Options) -> list[int]:
    return [*_generals(options), *([TROOP] if options["leaderless"] else [])]


def _supporters(options: Options) -> range:
    return range(1 + max(general.command for general in chosen_battle(options).general))


def _traitors(options: Options) -> list[int]:
    battle = chosen_battle(options)
    names = {clan.id for clan in battle.treason}
    return [n for n, troop in enumerate(battle.troop) if troop.clan in names]


def _groups(options: Options) -> range:
    return range(1, chosen_battle(options).reinforcement_track.boxes + 1)


def _loose_groups(options: Options) -> range:
    is_free = chosen_battle(options).reinforcement_track.free_assignment
    return _groups(options) if is_free else range(0)


def _turns(options: Options) -> range:
    return range(1, chosen_battle(options).scenario.turns + 1)


# ---- arguments


def _read_turn(s: Summits, text: str) -> int:
    if s.phase != BID:
        raise Unreadable(f"expected {_EXPECTED}; there are no bids now")
    return _TURNS.read(s, text)


def _land(s: Summits) -> int:
    return s.land


def _write_roller(s: Summits, unit: int) -> str:
    return "troops" if unit == TROOP else unit_id(s, unit)


def _read_roller(s: Summits, text: str) -> int:
    return TROOP if text == "troops" else read_general(s, text)


_TURNS: Final = numbered("turn", MAX_TURNS, start=1, present=_turns)
_TURN: Final = replace(_TURNS, read=_read_turn, is_fixed=False)
_CARD: Final = named("card", CARD_NAMES)
_GROUP: Final = named("group", LETTERS[1:GROUPS], start=1, present=_groups)
_AREA: Final = Domain("area", AREAS, area_id, read_area, _ID, present=_areas, map_of=_land)
_CLAN: Final = Domain("clan", CLANS, clan_id, read_clan, _ID, present=_traitors, map_of=_land)
_UNIT: Final = Domain(
    "unit", TROOP + CLANS, unit_id, read_unit, _ID, present=_units, map_of=_land
)  # fmt: skip
_LEADER: Final = Domain(
    "general", GENERALS, unit_id, read_general, _ID, present=_leaders, map_of=_land
)
_ROLLER: Final = Domain(
    "unit", GENERALS + 1, _write_roller, _read_roller, _ID, present=_rollers, map_of=_land
)  # fmt: skip
_MEN: Final = numbered("number of supporters", MAX_COMMAND + 1, present=_supporters)

# ---- clicks

Clicks = Callable[..., tuple[str, ...]]


def _card(place: str, *verb: str) -> Clicks:
    """A card of the seat's, by its place, and what to do with it."""
    return lambda s, seat, card: (f"{place}:{side_of(s, seat)}.{CARD_NAMES[card]}", *verb)


def _hit(*verb: str, is_used: bool) -> Clicks:
    """A unit that is hit, and the area it goes to."""

    def clicks(s: Summits, _seat: int, *args: int) -> tuple[str, ...]:
        *goal, unit = args
        piece = piece_id(s, s.target, unit, is_used=is_used)
        return (*verb, piece, *(area_id(s, area) for area in goal))

    return clicks


def _chosen(s: Summits, _seat: int, unit: int) -> tuple[str, ...]:
    """A unit in the area where the group is gathered."""
    return (piece_id(s, s.at, unit, is_used=bool(s.rallying)),)


# ---- the table

ACTIONS: Final = Actions(
    # before the battle (61, 70), the start of a turn (7, 9)
    Action(
        "bid", turn=_TURN, rule="70", text="bid:{turn}", clicks=("turn:{turn}",),
        when=("auction", (True,)),
    ),
    Action(
        "box", group=replace(_GROUP, present=_loose_groups), rule="61", text="box:{group}",
        clicks=("group:{group}",),
    ),
    Action("ready", rule="7"),
    Action("clear", rule="7"),
    Action("take", card=_CARD, rule="7", text="take:{card}", clicks=_card("deck")),
    Action("first", kinds={"order": "9"}),
    Action("second", kinds={"order": "9"}),
    # a phase: cards, and the group that acts
    Action("pass_on", kinds={"pass": "11"}, text="pass", clicks=("pass",)),
    Action("end", rule="10"),
    Action("call", rule="45"),
    Action("cover", card=_CARD, rule="13", text="down:{card}", clicks=_card("hand", "cover")),
    Action("use", card=_CARD, rule="13", text="use:{card}", clicks=_card("hand", "use")),
    Action("gather", area=_AREA, rule="14", text="gather:{area}"),
    Action("rally", area=_AREA, rule="A25", text="rally:{area}", clicks=("rally", "{area}")),
    Action("come", group=_GROUP, rule="47", text="come:{group}", clicks=("group:{group}",)),
    Action("treason", clan=_CLAN, rule="60", text="treason:{clan}", clicks=("treason:{clan}",)),
    # the group and its actions
    Action("done", rule="16"),
    Action("attack", rule="27"),
    Action("turn_up", rule="A25", text="turn-up", clicks=("turn-up",)),
    Action("fire", area=_AREA, rule="A26", text="fire:{area}", clicks=("fire", "{area}")),
    Action("add", unit=_UNIT, rule="14", text="add:{unit}", clicks=_chosen),
    Action("band", general=_LEADER, rule="14", text="band:{general}"),
    Action("move", area=_AREA, rule="21", text="move:{area}"),
    Action("halt", rule="21"),
    Action("enter", area=replace(_AREA, present=_entries), rule="46", text="enter:{area}"),
    # enemies enter: answers, and standing orders
    Action("let", rule="A23"),
    Action("ambush", rule="A23"),
    Action("let_all", kinds={"let": "A23", "let-all": "W9"}, text="let-all", clicks=("let-all",)),
    Action("ask_all", kinds={"ask-all": "W9"}, text="ask-all", clicks=("ask-all",)),
    Action(
        "let_at", area=_AREA, kinds={"let-at": "W9"}, text="let:{area}",
        clicks=("let-at", "{area}"),
    ),
    Action("lurk", area=_AREA, rule="W9", text="lurk:{area}", clicks=("lurk", "{area}")),
    Action(
        "ask_at", area=_AREA, kinds={"ask-at": "W9"}, text="ask:{area}",
        clicks=("ask-at", "{area}"),
    ),
    Action("no_more", kinds={"no-more": "W9"}, text="no-more", clicks=("no-more",)),
    # an attack: supporters, rolls, the units that are hit
    Action("auto", kinds={"support": "30"}),
    Action("support", men=_MEN, rule="30", text="support:{men}", clicks=("help:{men}",)),
    Action("roll", unit=_ROLLER, rule="29", text="roll:{unit}"),
    Action("flip", unit=_UNIT, rule="37", text="flip:{unit}", clicks=_hit(is_used=False)),
    Action("drop", unit=_UNIT, rule="37", text="drop:{unit}", clicks=_hit("drop", is_used=False)),
    Action("remove", unit=_UNIT, rule="39", text="remove:{unit}", clicks=_hit(is_used=True)),
    Action(
        "retreat", area=_AREA, unit=_UNIT, rule="38", text="retreat:{unit}>{area}",
        clicks=_hit(is_used=True),
    ),
    expected=_EXPECTED,
)  # fmt: skip

READY: Final = ACTIONS.first("ready")
CLEAR: Final = ACTIONS.first("clear")
FIRST: Final = ACTIONS.first("first")
SECOND: Final = ACTIONS.first("second")
PASS: Final = ACTIONS.first("pass_on")
END: Final = ACTIONS.first("end")
CALL: Final = ACTIONS.first("call")
DONE: Final = ACTIONS.first("done")
ATTACK: Final = ACTIONS.first("attack")
TURN_UP: Final = ACTIONS.first("turn_up")
HALT: Final = ACTIONS.first("halt")
LET: Final = ACTIONS.first("let")
SPRING: Final = ACTIONS.first("ambush")
LET_ALL: Final = ACTIONS.first("let_all")
ASK_ALL: Final = ACTIONS.first("ask_all")
NO_MORE: Final = ACTIONS.first("no_more")
AUTO: Final = ACTIONS.first("auto")

encode_bid: Final = ACTIONS.encoder(__name__, "encode_bid", "bid")
encode_box: Final = ACTIONS.encoder(__name__, "encode_box", "box")
encode_take: Final = ACTIONS.encoder(__name__, "encode_take", "take")
encode_cover: Final = ACTIONS.encoder(__name__, "encode_cover", "cover")
encode_use: Final = ACTIONS.encoder(__name__, "encode_use", "use")
encode_gather: Final = ACTIONS.encoder(__name__, "encode_gather", "gather")
encode_rally: Final = ACTIONS.encoder(__name__, "encode_rally", "rally")
encode_come: Final = ACTIONS.encoder(__name__, "encode_come", "come")
encode_treason: Final = ACTIONS.encoder(__name__, "encode_treason", "treason")
encode_fire: Final = ACTIONS.encoder(__name__, "encode_fire", "fire")
encode_add: Final = ACTIONS.encoder(__name__, "encode_add", "add")
encode_band: Final = ACTIONS.encoder(__name__, "encode_band", "band")
encode_move: Final = ACTIONS.encoder(__name__, "encode_move", "move")
encode_enter: Final = ACTIONS.encoder(__name__, "encode_enter", "enter")
encode_let_at: Final = ACTIONS.encoder(__name__, "encode_let_at", "let_at")
encode_lurk: Final = ACTIONS.encoder(__name__, "encode_lurk", "lurk")
encode_ask_at: Final = ACTIONS.encoder(__name__, "encode_ask_at", "ask_at")
encode_support: Final = ACTIONS.encoder(__name__, "encode_support", "support")
encode_roll: Final = ACTIONS.encoder(__name__, "encode_roll", "roll")
encode_flip: Final = ACTIONS.encoder(__name__, "encode_flip", "flip")
encode_drop: Final = ACTIONS.encoder(__name__, "encode_drop", "drop")
encode_remove: Final = ACTIONS.encoder(__name__, "encode_remove", "remove")
encode_retreat: Final = ACTIONS.encoder(__name__, "encode_retreat", "retreat")
