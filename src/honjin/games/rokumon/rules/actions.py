"""The actions of a side, one row for each kind (rule 3).

A card is named after the place where it was dealt, a die after its kind, and a free place after its
cell of the lattice.
"""

import re
from typing import Final

from honjin.core.actions import Action, Actions, Domain, Text
from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.rokumon.content.data import (
    ACT_KEYS,
    ACTS,
    BLACK,
    FRAME,
    KIND_NAMES,
    MAX_CARDS,
    MAX_CELLS,
    PLAIN_KINDS,
    PLAIN_NAMES,
    RED,
    cell_at,
    coordinates,
    is_in_frame,
)
from honjin.games.rokumon.rules.state import Rokumon

# ---- arguments


def card_name(s: Rokumon, card: int) -> str:
    """The place where a card was dealt."""
    return ACTS[s.act].layout.names[card]


def read_card(s: Rokumon, name: str) -> int:
    """The card with this name; Unreadable lists the cards."""
    names = ACTS[s.act].layout.names
    if name not in names:
        raise Unreadable(f"expected a card, one of {', '.join(names)}; got {name!r}")
    return names.index(name)


def _cards(options: Options) -> range:
    return range(len(ACTS[ACT_KEYS.index(str(options["act"]))].layout.names))


def kind_name(plain: int, kind: int) -> str:
    """The notation of a die: its value, or its side if dice are plain."""
    return PLAIN_NAMES[kind >> 2] if plain else KIND_NAMES[kind]


def _kind_name(s: Rokumon, kind: int) -> str:
    return kind_name(s.plain, kind)


def _read_kind(s: Rokumon, name: str) -> int:
    if s.plain:
        raise Unreadable(f"expected a card alone: dice have no values in this act; got {name!r}")
    return KIND_NAMES.index(name)


def _kinds(options: Options) -> tuple[int, ...]:
    has_values = ACTS[ACT_KEYS.index(str(options["act"]))].fights
    return tuple(range(1, len(KIND_NAMES))) if has_values else PLAIN_KINDS


def _cell_name(_s: Rokumon, cell: int) -> str:
    x, y = coordinates(cell)
    return f"{x},{y}"


def read_cell(_s: Rokumon, text: str) -> int:
    """The cell at these coordinates; Unreadable if no card can be there."""
    x, y = map(int, text.split(","))
    if not is_in_frame(x, y):
        raise Unreadable(f"expected a place that a card can reach, got {text}")
    return cell_at(x, y)


def _cells(_options: Options) -> list[int]:
    return [cell for cell in range(MAX_CELLS) if FRAME >> cell & 1]


_CARD: Final = Domain("card", MAX_CARDS, card_name, read_card, "r[123]c[1-4]", present=_cards)
_KIND: Final = Domain(
    "die", len(KIND_NAMES) - 1, _kind_name, _read_kind, "[1-6w]", start=1, present=_kinds
)
_CELL: Final = Domain("cell", MAX_CELLS, _cell_name, read_cell, "-?[0-4],-?[0-2]", present=_cells)

# ---- a placed die is written with its value, if it has one

_PLACE: Final = re.compile(r"(?:([1-6w])@)?(r[123]c[1-4])", re.ASCII)


def _write_place(s: Rokumon, _seat: int, card: int, kind: int) -> str:
    name = card_name(s, card)
    return name if s.plain else f"{KIND_NAMES[kind]}@{name}"


def _read_place(s: Rokumon, seat: int, text: str) -> tuple[int, int] | None:
    match = _PLACE.fullmatch(text)
    if not match:
        return None
    card = read_card(s, match[2])
    if match[1]:
        return card, _read_kind(s, match[1])
    if s.plain:
        return card, PLAIN_KINDS[RED if seat == RED else BLACK]
    raise Unreadable(f"expected a die to place, as in 4@{text}; got {text!r}")


# ---- the table


def _with(feature: str) -> tuple[str, tuple[str, ...]]:
    """The acts that have a feature, as the condition of a row."""
    return "act", tuple(act.key for act in ACTS if getattr(act, feature))


ACTIONS: Final = Actions(
    Action(
        "place", card=_CARD, kind=_KIND, rule="6",
        text=Text(_write_place, _read_place, "4@r1c1 or, of plain dice, r1c1 (Place)"),
    ),
    Action("move", card=_CARD, target=_CARD, rule="8", text="{card}-{target}"),
    Action(
        "fight", card=_CARD, rule="12",
        text="{card}x", clicks=("{card}", "fight"), when=_with("fights"),
    ),
    Action(
        "surprise", card=_CARD, cell=_CELL, rule="16",
        text="{card}~{cell}", clicks=("clan:{me}", "{card}", "@{cell}"), when=_with("surprises"),
    ),
    expected=(
        "4@r1c1 (Place; r1c1 where dice are plain), r1c1-r2c3 (Move), r2c2x (Fight) or "
        "r2c4~2,-2 (Surprise)"
    ),
)  # fmt: skip

encode_place: Final = ACTIONS.encoder(__name__, "encode_place", "place")
encode_move: Final = ACTIONS.encoder(__name__, "encode_move", "move")
encode_fight: Final = ACTIONS.encoder(__name__, "encode_fight", "fight")
encode_surprise: Final = ACTIONS.encoder(__name__, "encode_surprise", "surprise")
card_of_fight: Final = ACTIONS.argument(__name__, "card_of_fight", "fight", "card")
is_fight: Final = ACTIONS.test(__name__, "is_fight", "fight")
is_surprise: Final = ACTIONS.test(__name__, "is_surprise", "surprise")
