"""Movement, arrivals and ambushes (rules 21-26, 46-48, 66-68, A23)."""

from typing import Any

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.summits.content.board import CLANS
from honjin.games.summits.content.data import AMBUSH, MOVES, TROOP
from honjin.games.summits.rules.actions import (
    HALT,
    LET,
    LET_ALL,
    SPRING,
    encode_enter,
    encode_move,
)
from honjin.games.summits.rules.options import CONTROL_STOPPING, LEAVING_BARRED
from honjin.games.summits.rules.scoring import check_area
from honjin.games.summits.rules.standing_orders import can_ambush, let_everywhere
from honjin.games.summits.rules.state import (
    ACTED,
    ALARM,
    AMBUSHED,
    ENTRY,
    MARCH,
    NOWHERE,
    STEPPED,
    Summits,
    group_size,
    has_enemy,
    put_unit,
    room,
    side_of,
    take_unit,
)
from honjin.games.summits.rules.strike import begin_strike

# ---- steps (rules 21-26)


@rule
def step_cost(s: Summits, side: int, area: int) -> int:
    """The cost for the group to enter an area from where it is, or from off the map (22, A4)."""
    enters = has_enemy(s, area, side)
    leaves = s.at != NOWHERE and has_enemy(s, s.at, side)
    if enters and leaves and s.leaving == LEAVING_BARRED:
        return 4
    return 2 if enters or leaves else 1


@rule
def can_step(s: Summits, side: int, area: int, units: int) -> bool:
    """True if a number of units may step into an area now (rules 22, 24, 26)."""
    if s.level[area] > 0 and s.points < MOVES:
        return False
    return step_cost(s, side, area) <= s.points and room(s, area, side) >= units


@rule
def steps(s: Summits, side: int) -> int:
    """The adjacent areas that the group may step into."""
    units = group_size(s)
    reached = 0
    rest = s.near[s.at]
    while rest:
        if can_step(s, side, lowest_bit(rest), units):
            reached |= rest & -rest
        rest &= rest - 1
    return reached


@rule
def entries(s: Summits, side: int) -> int:
    """The entry areas that the group may enter (rule 46)."""
    units = group_size(s)
    areas = 0
    rest = s.entries
    while rest:
        if can_step(s, side, lowest_bit(rest), units):
            areas |= rest & -rest
        rest &= rest - 1
    return areas


@rule
def list_areas(areas: int, first: int, out: Any, n: int) -> int:
    """List an action for each area of a mask; `first` is the one for area 0."""
    while areas:
        out[n] = first + lowest_bit(areas)
        n += 1
        areas &= areas - 1
    return n


@rule
def list_march(s: Summits, seat: int, out: Any) -> int:
    """List further steps and halting."""
    out[0] = HALT
    return list_areas(steps(s, side_of(s, seat)), encode_move(0), out, 1)


@rule
def list_entries(s: Summits, seat: int, out: Any) -> int:
    """List the areas where the group can enter the map (rule 46)."""
    return list_areas(entries(s, side_of(s, seat)), encode_enter(0), out, 0)


@rule
def step(s: Summits, side: int, area: int) -> None:
    """Move the group into an area; control changes at once, or where it stops (rule 49, A14)."""
    source = s.at
    s.points = 0 if s.level[area] > 0 else s.points - step_cost(s, side, area)
    rest = s.band
    while rest:
        unit = lowest_bit(rest)
        if source != NOWHERE:
            take_unit(s, source, unit, 1)
        put_unit(s, area, unit, 1)
        rest &= rest - 1
    for clan in range(CLANS):
        for _ in range(s.men[clan]):
            if source != NOWHERE:
                take_unit(s, source, TROOP + clan, 1)
            put_unit(s, area, TROOP + clan, 1)
    s.at = area
    s.came = source
    if source != NOWHERE:
        check_area(s, source)
    if s.control != CONTROL_STOPPING:
        check_area(s, area)
    raise_alarm(s, 1 - side, area)


@rule
def after_step(s: Summits) -> None:
    """Continue with the remaining group, or stop it; then the move is done."""
    if group_size(s) > 0 and s.points > 0 and steps(s, s.actor):
        s.phase = MARCH
        return
    stop(s)


@rule
def halt(s: Summits, seat: int) -> None:
    """Stop the group (rule 21)."""
    stop(s)


@rule
def stop(s: Summits) -> None:
    """End the move: the remaining units of the group have acted."""
    s.points = 0
    s.entering = 0
    if s.control == CONTROL_STOPPING:
        check_area(s, s.at)
    s.acted = s.band
    for clan in range(CLANS):
        s.spent[clan] = s.men[clan]
    s.phase = ACTED


# ---- arrivals (rules 45-48)


@rule
def arrive(s: Summits, side: int, group: int) -> None:
    """Let a group enter the map if any entry area can take it; otherwise it waits (47)."""
    s.band = 0
    for general in range(s.generals):
        if s.group_of[general] == group:
            s.band |= 1 << general
    for clan in range(CLANS):
        s.men[clan] = s.reserve[group][clan]
    s.at = NOWHERE
    s.points = MOVES
    s.entering = group
    if entries(s, side):
        s.phase = ENTRY
        return
    s.waiting |= 1 << group
    s.band = 0
    for clan in range(CLANS):
        s.men[clan] = 0
    s.entering = 0
    s.points = 0
    s.phase = ACTED


@rule
def enter(s: Summits, seat: int, area: int) -> None:
    """Move the group onto the map."""
    s.waiting &= ~(1 << s.entering)
    step(s, side_of(s, seat), area)


# ---- ambush (A22, A23)


@rule
def raise_alarm(s: Summits, side: int, area: int) -> None:
    """Ask a side about the enemies in an area, unless it has a standing order (W5, W9).

    If an ambush was ordered but the card is gone, the side is asked like any other.
    """
    s.phase = STEPPED
    if s.outcome or not can_ambush(s, side, area) or s.letting[side] >> area & 1:
        return
    if s.lurking[side] >> area & 1 and s.hand[side][AMBUSH] > 0:
        s.lurking[side] &= ~(1 << area)
        spring(s, side)
        return
    s.phase = ALARM


@rule
def spring(s: Summits, side: int) -> None:
    """Spring the ambush and play its card."""
    s.hand[side][AMBUSH] -= 1
    s.cards[side] -= 1
    s.shown[side][AMBUSH] += 1
    begin_strike(s, AMBUSHED, side, s.at, s.at)


@rule
def list_alarm(s: Summits, seat: int, out: Any) -> int:
    """List letting them pass, now or all turn, and the ambush if the card is in hand."""
    out[0] = LET
    out[1] = LET_ALL
    if s.hand[side_of(s, seat)][AMBUSH] > 0:
        out[2] = SPRING
        return 3
    return 2


@rule
def ambush(s: Summits, seat: int) -> None:
    """Answer with an ambush."""
    spring(s, side_of(s, seat))


@rule
def let(s: Summits, seat: int) -> None:
    """Answer by letting them pass."""
    s.phase = STEPPED


@rule
def let_all(s: Summits, seat: int) -> None:
    """Let enemies pass everywhere, as an answer or as a standing order (W9)."""
    side = side_of(s, seat)
    let_everywhere(s, side)
    if is_asked(s, side):
        s.phase = STEPPED
    else:
        s.orders[side] += 1


@rule
def is_asked(s: Summits, side: int) -> bool:
    """True if a side has to answer enemies that have entered."""
    return s.phase == ALARM and side != s.actor
