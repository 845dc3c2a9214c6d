"""The tables of the desk: what can be said of a battle, and within which bounds."""

from __future__ import annotations

from typing import Final

from honjin.core.parts.draft_tables import Column, FieldValue, FixedRow, Table
from honjin.core.words import Say
from honjin.games.summits.content.board import (
    AREAS,
    BATTLES,
    CLANS,
    GENERALS,
    GROUPS,
    MAX_BONUS,
    MAX_COPIES,
    MAX_HAND,
    MAX_TURNS,
    SCALE,
    SIDES,
    SOURCES,
    STACK,
    TERRAINS,
    TRAITORS,
    TYPES,
    UNDECIDED,
    VICTORIES,
)
from honjin.games.summits.content.boardtext import FAR, SHORTENINGS

MAX_CORNERS: Final = 40
_SETUPS: Final = 40
_PAIRS: Final = 40

HAND: Final = {
    "base": (1, MAX_HAND), "turn1": (1, MAX_HAND), "with_mountain": (1, MAX_HAND),
    "plus_if_mountain": (0, 2), "plus_if_enemy_beyond_final_line": (0, 2),
    "plus_if_hideyoshi_not_on_map": (0, 2), "per_box_used": (0, 1), "max_bonus": (0, MAX_BONUS),
}  # fmt: skip
"""The numbers of a hand, each with its bounds."""
_UNSET: Final = ("turn1", "with_mountain")


def _say(key: str) -> Say:
    return Say(f"draft.{key}")


def _text(key: str, most: int = 80) -> Column:
    return Column(key, _say(key), most=most)


def _number(key: str, low: int, high: int, default: int = 0, *, blank: bool = False) -> Column:
    usual = "" if blank else str(default)
    return Column(key, _say(key), "number", low=low, high=high, default=usual, blank=blank)


def _flag(key: str) -> Column:
    return Column(key, _say(key), "flag")


def _choice(key: str, keys: tuple[str, ...], default: str | None = None) -> Column:
    """One of some keys; `draft.KEY.VALUE` are their words, `draft.nothing` those of none."""
    values = [FieldValue(one, _say(f"{key}.{one}" if one else "nothing")) for one in keys]
    return Column(
        key, _say(key), "choice", tuple(values), default=keys[0] if default is None else default
    )


def _ref(key: str, of: str) -> Column:
    return Column(key, _say(key), "ref", of=of)


_NAMES: Final = (_text("name_en"), _text("name_ja"))
_CALLED: Final = ("name_en", "name_ja")
_MARK: Final = _choice("source", ("", *SOURCES))
_NOTE: Final = _text("source", 40)
_SIDE: Final = _choice("side", SIDES)
_MEN: Final = (
    Column("generals", _say("generals"), "refs", of="general"),
    Column("troops", _say("troops"), "counts", of="troop", low=1, high=STACK),
)


_BOTH: Final = tuple(FixedRow(side, _say(f"side.{side}")) for side in SIDES)


def _table(
    key: str, columns: tuple[Column, ...], most: int, names: tuple[str, ...] = (),
    stands: str = "", *, fixed: bool = False, rows: tuple[FixedRow, ...] = (),
) -> Table:  # fmt: skip
    return Table(
        key, _say(f"table.{key}"), _say(f"table.{key}.about"), columns, most, names,
        stands=stands, fixed=fixed, rows=rows,
    )  # fmt: skip


AREA: Final = Table(
    "area", _say("table.area"), _say("table.area.about"),
    (
        *_NAMES, _choice("terrain", TERRAINS), _choice("control", ("none", *SIDES)),
        _choice("honjin", ("", *SIDES)), _flag("barrier"), _flag("road"), _flag("entry"),
        _flag("beyond_final_line"), _MARK,
        Column("adjacent", _say("adjacent"), "refs", of="area"),
        Column("at", _say("at"), "point", high=FAR, default=f"{FAR // 2},{FAR // 2}"),
        Column("outline", _say("outline"), "outline", high=FAR, most=MAX_CORNERS),
    ),
    AREAS, _CALLED, outline="outline", at="at", links="adjacent", scale=SCALE,
)  # fmt: skip

TABLES: Final = (
    AREA,
    _table("setup", (_ref("area", "area"), _SIDE, *_MEN, _MARK), _SETUPS, stands="area"),
    _table("general", (
        *_NAMES, _SIDE, _ref("clan", "troop"), _number("attack", 0, 20),
        _number("command", 0, 20), _number("defense", 0, 20, 6), _flag("taisho"), _MARK,
    ), GENERALS, _CALLED),
    _table("troop", (*_NAMES, _SIDE, _number("defense", 0, 20, 6), _MARK), CLANS, _CALLED),
    _table("reinforcement", (*_MEN, _NOTE), GROUPS - 1),
    _table("track", (_number("empty_boxes", 0, 6), _flag("free"), _NOTE), 1, fixed=True),
    _table("treason", (*_MEN, _NOTE), TRAITORS),
    _table("scenario", (
        _choice("id", BATTLES), *_NAMES, _number("turns", 1, MAX_TURNS, 10),
        _choice("first_player_turn1", SIDES), *(_flag(key) for key in VICTORIES),
        _choice("undecided_winner", UNDECIDED), _number("stack", 1, STACK, STACK), _flag("lost"),
        _number("attack_turn1", 0, 9), _text("road_en"), _text("road_ja"), _flag("road_count"),
        _MARK, *(_text(f"{key}_source", 40) for key in
                 ("road", "turn1", "taisho", "honjin", "victory")),
    ), 1, _CALLED, fixed=True),
    _table("hand", (
        *(_number(key, low, high, 4 if key == "base" else 0, blank=key in _UNSET)
          for key, (low, high) in HAND.items()), _NOTE,
    ), 2, fixed=True, rows=_BOTH),
    _table("deck", (*(_number(key, 0, MAX_COPIES) for key in TYPES), _NOTE), 2, fixed=True,
           rows=_BOTH),
    _table("shortening", (
        _choice("when", SHORTENINGS), _number("count", 0, AREAS), _ref("area", "area"), _NOTE,
    ), 2),
    _table("link_forbidden", (_ref("a", "area"), _ref("b", "area")), _PAIRS),
)  # fmt: skip
