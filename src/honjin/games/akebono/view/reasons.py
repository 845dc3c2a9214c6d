"""Why a path of clicks leads to no choice, and the rule that says so."""

from collections.abc import Sequence
from typing import Final

from honjin.core.scene import Reason
from honjin.core.words import Say
from honjin.games.akebono.content.board import MIDLINES
from honjin.games.akebono.content.data import KINDS, MOUNTAIN, NINJA, TAIRO, TEPPO, TYPES
from honjin.games.akebono.info.names import kind_say, one_say, side
from honjin.games.akebono.rules.dice import remaining_die
from honjin.games.akebono.rules.moving import shot_price
from honjin.games.akebono.rules.names import ground, hex_name
from honjin.games.akebono.rules.play import may_act
from honjin.games.akebono.rules.setup import is_safe, to_place
from honjin.games.akebono.rules.state import (
    LOT,
    OVER,
    PLACING,
    REPAIR,
    REVISING,
    Akebono,
    defence_at,
    first_piece,
    is_home,
    is_used,
    owner,
    price,
)

NO_REASON: Final = Reason(Say("why.nothing"), "13")


def why(seen: Akebono, seat: int, path: Sequence[str]) -> Reason:
    """Why a path of ids leads to no choice of the seat."""
    if seen.phase == OVER:
        return _reason("over", "33")
    if not may_act(seen) >> seat & 1:
        return _why_not_now(seen)
    if not path:
        return NO_REASON
    if seen.phase in (PLACING, REVISING):
        return _why_not_set_up(seen, seat, path[0])
    if seen.phase == REPAIR:
        return _why_not_saved(seen, seat, path[0])
    return _why_not_in_turn(seen, seat, path)


def _reason(key: str, number: str, **holes: int | str | Say) -> Reason:
    return Reason(Say(f"why.{key}", holes), number)


def _cell(seen: Akebono, name: str) -> int | None:
    """The hex that an id refers to: the hex's own id, or that of a piece on it."""
    return ground(seen).cell.get(name.partition(".")[0])


def _why_not_now(seen: Akebono) -> Reason:
    if seen.phase in (PLACING, REVISING):
        return _reason("finished", "Q8")
    if may_act(seen) & 3:
        return _reason("turn", "10", who=side(seen.turn))
    return _reason("lot", "9") if seen.phase <= LOT else _reason("dice", "10")


# ---- set-up (rules 6-9)


def _why_not_set_up(seen: Akebono, seat: int, first: str) -> Reason:
    cell = _cell(seen, first)
    if seen.lifted[seat]:
        return _reason("lifted", "9") if cell is None else _why_not_put(seen, seat, cell)
    if first == "ready":
        return _reason("unplaced", "Q9", n=to_place(seen, seat))
    if first.startswith("plan:"):
        return _reason("no.changes", "W2")
    if cell is None:
        return _why_not_from_tray(seat, first)
    if not seen.piece[cell]:
        return _reason("lift.first", "9")
    if owner(seen.piece[cell]) != seat:
        return _reason("not.yours", "8")
    return _reason("few.changes", "W2", n=seen.changes[seat])


def _why_not_put(seen: Akebono, seat: int, cell: int) -> Reason:
    name = hex_name(seen, cell)
    if is_home(seen, cell, 1 - seat):
        return _reason("enemy.half", "8", hex=name)
    if not is_home(seen, cell, seat):
        return _reason("closed", "8", hex=name, midline=Say(f"midline.{MIDLINES[seen.midline]}"))
    return _reason("occupied", "Q9", hex=name) if seen.piece[cell] else NO_REASON


def _why_not_from_tray(seat: int, first: str) -> Reason:
    owner_, _, kind = first.partition(":")
    if kind in TYPES[1:KINDS]:
        if owner_ != str(seat):
            return _reason("not.yours", "8")
        return _reason("ninja.later", "7") if kind == TYPES[NINJA] else _reason("placed", "8")
    return _reason("lift.first", "9")


def _why_not_saved(seen: Akebono, seat: int, first: str) -> Reason:
    cell = _cell(seen, first)
    if cell is None:
        return _reason("save", "Q10")
    if is_home(seen, cell, seat) and not seen.piece[cell] and not is_safe(seen, seat, cell):
        return _reason("unsafe", "W5", hex=hex_name(seen, cell))
    return _why_not_put(seen, seat, cell) if is_home(seen, cell, seat) else _reason("save", "Q10")


# ---- a turn (rules 10-29)


def _why_not_in_turn(seen: Akebono, seat: int, path: Sequence[str]) -> Reason:
    first, rest = path[0], path[1:]
    if first == "die":
        return _why_no_die(seen, seat)
    cell = _cell(seen, first)
    if seen.must_place:
        must = _reason("must.place", "27")
        return must if cell is None else _why_no_ninja(seen, seat, cell)
    if first == "shoot":
        return _reason("shoot.first", "22")
    if cell is None:
        is_ninja = first == f"{seat}:{TYPES[NINJA]}"
        return _reason("no.pair", "27") if is_ninja else NO_REASON
    return _why_not_with(seen, seat, cell, rest)


def _why_no_die(seen: Akebono, seat: int) -> Reason:
    if seen.dice[2]:
        return _reason("die.again", "11")
    if not seen.valor[seat]:
        return _reason("no.valor", "11")
    return _reason("die.late", "Q13")


def _why_no_ninja(seen: Akebono, seat: int, cell: int) -> Reason:
    name, man = hex_name(seen, cell), seen.piece[cell]
    if not man:
        return _reason("no.mountain", "27", hex=name)
    if owner(man) == seat:
        return _reason("occupied", "27", hex=name)
    if man & 7 == TAIRO:
        return _reason("tairo.safe", "21")
    if seen.value[cell] != MOUNTAIN:
        return _reason("no.mountain", "29", hex=name)
    if not seen.dice[2]:
        return _reason("no.third", "Q24")
    die, defence = remaining_die(seen), defence_at(seen, cell)
    return _reason("too.strong", "29", n=defence, die=die)


def _why_not_with(seen: Akebono, seat: int, cell: int, rest: Sequence[str]) -> Reason:
    man = seen.piece[cell]
    if not man:
        return _reason("no.piece", "15")
    if owner(man) != seat:
        return _reason("not.yours", "13")
    if is_used(man):
        return _reason("used", "20", man=kind_say(man & 7))
    if not seen.points:
        return _reason("no.points", "13")
    if not rest:
        return _reason("no.goal", "15", man=kind_say(man & 7), n=seen.points)
    return _why_not_there(seen, seat, cell, rest)


def _why_not_there(seen: Akebono, seat: int, cell: int, rest: Sequence[str]) -> Reason:
    man = seen.piece[cell]
    if rest[0] == "shoot" and man & 7 != TEPPO:
        return _reason("no.gun", "22", man=one_say(man & 7))
    goal = _cell(seen, rest[-1])
    if goal is None or goal == cell:
        return _reason("choose.goal", "15")
    near = [cell + step for step in seen.step]
    if goal in near and rest[0] != "shoot":
        return _why_no_step(seen, seat, cell, goal)
    return _why_no_shot(seen, seat, cell, goal)


def _why_no_step(seen: Akebono, seat: int, cell: int, goal: int) -> Reason:
    other, name = seen.piece[goal], hex_name(seen, goal)
    if other and owner(other) == seat:
        return _reason("own.piece", "16", hex=name)
    if other & 7 == TAIRO:
        return _reason("tairo.safe", "21")
    if other and seen.piece[cell] & 7 == TAIRO:
        return _reason("tairo.peaceful", "18")
    number = "19" if other else "15"
    return _reason("too.dear", number, hex=name, n=price(seen, goal), left=seen.points)


def _why_no_shot(seen: Akebono, seat: int, cell: int, goal: int) -> Reason:
    other, name = seen.piece[goal], hex_name(seen, goal)
    if seen.piece[cell] & 7 != TEPPO:
        return _reason("far", "15", man=one_say(seen.piece[cell] & 7))
    if not other:
        return _reason("far", "15", man=one_say(TEPPO))
    if owner(other) == seat:
        return _reason("own.piece", "16", hex=name)
    if other & 7 == TAIRO:
        return _reason("tairo.safe", "21")
    lines = [d for d in range(6) if first_piece(seen, cell, d) == goal]
    if not lines:
        return _why_not_in_line(seen, cell, goal)
    if goal == cell + seen.step[lines[0]] and seen.shot_min_empty_hexes:
        return _reason("too.near", "Q33")
    cost = shot_price(seen, cell, lines[0])
    return _reason("too.dear", "22", hex=name, n=cost, left=seen.points)


def _why_not_in_line(seen: Akebono, cell: int, goal: int) -> Reason:
    """The target is behind another piece, or on none of the six lines."""
    for d in range(6):
        first = first_piece(seen, cell, d)
        at = first
        while seen.value[at] and at != goal:
            at += seen.step[d]
        if first and at == goal:
            return _reason("blocked", "23", hex=hex_name(seen, first))
    return _reason("no.line", "Q32")
