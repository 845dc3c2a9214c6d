"""The actions of both sides, one row for each kind, and outcomes of chance as text.

In the set-up a change takes two actions, lifting a piece and setting it down; a formation takes
one. In a turn a step into an enemy's hex is a defeat, and a shot hits the first piece in its
direction.
"""

from functools import cache
from typing import Any, Final

from honjin.core.actions import Action, Actions, Domain, Text, named, numbered
from honjin.core.errors import Unreadable
from honjin.core.options import Options
from honjin.games.akebono.content.board import CELLS, MIDLINES, PLANS
from honjin.games.akebono.content.data import NINJA, SIDES, TAIRO, TYPES
from honjin.games.akebono.rules.land import empty_board
from honjin.games.akebono.rules.names import hex_name, plan_key, plan_keys, read_hex
from honjin.games.akebono.rules.state import REPAIR, Akebono, first_piece

# ---- arguments


def _read_plan(s: Akebono, key: str) -> int:
    keys = plan_keys(s)
    if key not in keys:
        raise Unreadable(f"expected a formation, one of {', '.join(keys) or 'none'}; got {key!r}")
    return keys.index(key)


@cache
def _hexes_of(board: str) -> tuple[int, ...]:
    return tuple(cell for cell, number in enumerate(empty_board(board).value) if number)


def _hexes(options: Options) -> tuple[int, ...]:
    """The cells that are hexes of the board."""
    return _hexes_of(str(options["board"]))


_PLAN: Final = Domain("formation", PLANS, plan_key, _read_plan, ".*")
_TYPE: Final = named("type", TYPES[TAIRO:NINJA], start=TAIRO)
_HEX: Final = Domain(
    "hex", CELLS, hex_name, read_hex, ".*", present=_hexes, map_of=lambda s: int(s.land)
)
_DIRECTION: Final = numbered("direction", 6)

# ---- notation that depends on the position


def _write_step(s: Akebono, _seat: int, cell: int, d: int) -> str:
    goal = cell + s.step[d]
    return f"{hex_name(s, cell)}{'x' if s.piece[goal] else '-'}{hex_name(s, goal)}"


def _read_step(s: Akebono, _seat: int, text: str) -> tuple[int, int] | None:
    source, sign, goal = text.partition("x" if "x" in text[1:] else "-")
    if not sign or text[0] in "@+=n":
        return None
    cell, target = read_hex(s, source), read_hex(s, goal)
    for d in range(6):
        if cell + s.step[d] == target:
            return cell, d
    raise Unreadable(f"expected a neighbour from {source}, got {goal}")


def _write_shot(s: Akebono, _seat: int, cell: int, d: int) -> str:
    return f"{hex_name(s, cell)}>{hex_name(s, first_piece(s, cell, d))}"


def _read_shot(s: Akebono, _seat: int, text: str) -> tuple[int, int] | None:
    source, sign, goal = text.partition(">")
    if not sign or text[0] in "@+=n":
        return None
    cell, target = read_hex(s, source), read_hex(s, goal)
    for d in range(6):
        if first_piece(s, cell, d) == target:
            return cell, d
    raise Unreadable(f"expected the first piece in a line from {source}, got {goal}")


def _write_save(s: Akebono, _seat: int, cell: int) -> str:
    return f"@{hex_name(s, cell)}"


def _read_save(s: Akebono, _seat: int, text: str) -> tuple[int] | None:
    # In the set-up the same notation sets a piece down.
    return (read_hex(s, text[1:]),) if s.phase == REPAIR and text[:1] == "@" else None


# ---- the table

ACTIONS: Final = Actions(
    Action("form", plan=_PLAN, rule="8", text="={plan}", clicks=("plan:{plan}",)),
    Action("ready", rule="Q8"),
    Action("put_back", kinds={"put": "8"}, text="@back"),
    Action("take", kind=_TYPE, kinds={"lift": "9"}, text="+{kind}", clicks=("{me}:{kind}",)),
    Action("lift", cell=_HEX, rule="9", text="+{cell}"),
    Action("save", cell=_HEX, rule="Q10", text=Text(_write_save, _read_save, "@B2"), reveals=False),
    Action("put", cell=_HEX, rule="8", text="@{cell}"),
    Action("die", rule="11", reveals=False),
    Action("end", rule="13", reveals=False, passes=True),
    Action("assassinate", cell=_HEX, rule="29", text="nx{cell}", reveals=False),
    Action("arrive", cell=_HEX, rule="27", text="n{cell}", reveals=False),
    Action(
        "step", cell=_HEX, direction=_DIRECTION, kinds={"step": "15", "defeat": "19"},
        text=Text(_write_step, _read_step, "E5-F5"), reveals=False,
    ),
    Action(
        "shoot", cell=_HEX, direction=_DIRECTION, rule="22",
        text=Text(_write_shot, _read_shot, "F3>F8"), reveals=False,
    ),
    expected=(
        "=crane, +samurai, +E5, @D4, @back or ready in the set-up; "
        "E5-F5, E5xF6, F3>F8, nA1, nxJ4, die or end in a turn"
    ),
)  # fmt: skip

READY: Final = ACTIONS.first("ready")
PUT_BACK: Final = ACTIONS.first("put_back")
DIE: Final = ACTIONS.first("die")
END: Final = ACTIONS.first("end")

encode_form: Final = ACTIONS.encoder(__name__, "encode_form", "form")
encode_take: Final = ACTIONS.encoder(__name__, "encode_take", "take")
encode_lift: Final = ACTIONS.encoder(__name__, "encode_lift", "lift")
encode_save: Final = ACTIONS.encoder(__name__, "encode_save", "save")
encode_put: Final = ACTIONS.encoder(__name__, "encode_put", "put")
encode_arrive: Final = ACTIONS.encoder(__name__, "encode_arrive", "arrive")
encode_assassinate: Final = ACTIONS.encoder(__name__, "encode_assassinate", "assassinate")
encode_step: Final = ACTIONS.encoder(__name__, "encode_step", "step")
encode_shot: Final = ACTIONS.encoder(__name__, "encode_shot", "shoot")

# ---- outcomes of chance


def write_midline(_s: Any, outcome: int) -> str:
    """The midline: `north_south`."""
    return MIDLINES[outcome]


def write_side(_s: Any, outcome: int) -> str:
    """The side that goes first: `red`."""
    return str(SIDES[outcome])


def write_roll(_s: Any, outcome: int) -> str:
    """Two dice, the smaller first: `3-5`."""
    return f"{outcome >> 3}-{outcome & 7}"


def write_die(_s: Any, outcome: int) -> str:
    """The third die."""
    return str(outcome)
