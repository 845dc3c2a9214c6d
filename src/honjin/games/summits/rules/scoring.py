"""Control, hand sizes, losses, and how a battle ends (rules 49-65)."""

from typing import Any, Final

from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.games.summits.content.board import MAX_HAND
from honjin.games.summits.content.data import ANTI, HIDEYOSHI, LEFT, LOST, NOBODY, TROOP
from honjin.games.summits.rules.state import (
    NOWHERE,
    OVER,
    Summits,
    boxes_used,
    is_on_map,
    road_areas,
    take_unit,
)

REASONS: Final = (
    "end.honjin", "end.taisho", "end.road", "end.time", "end.road_areas", "end.losses", "end.draw",
    "end.retreat", "end.resigned",
)  # fmt: skip
BY_HONJIN, BY_TAISHO, BY_ROAD, BY_TIME, BY_ROAD_AREAS, BY_LOSSES, DRAWN, BY_RETREAT, RESIGNED = (
    range(1, len(REASONS) + 1)
)

# ---- control (rule 49)


@rule
def check_area(s: Summits, area: int) -> None:
    """Give control of an area to the side that is alone there (rule 49, A14)."""
    own = s.stack[HIDEYOSHI][area] > 0
    other = s.stack[ANTI][area] > 0
    if own != other:
        side = HIDEYOSHI if own else ANTI
        if s.held[area] != side:
            s.held[area] = side
            taken(s, area, side)


@rule
def taken(s: Summits, area: int, side: int) -> None:
    """Apply the effects of new control: a honjin, the road, a turn fewer (rules 50, 57, 64)."""
    if s.honjin_wins and s.honjin[1 - side] >> area & 1:
        win(s, side, BY_HONJIN)
    if side == ANTI:
        n = road_areas(s, ANTI)
        if s.by_road and n >= s.by_road and s.cut & 1 == 0:
            s.cut |= 1
            shorten(s)
        if s.by_area != NOWHERE and area == s.by_area and s.cut & 2 == 0:
            s.cut |= 2
            shorten(s)
        if s.road_wins and n == count_bits(s.road):
            win(s, ANTI, BY_ROAD)


@rule
def shorten(s: Summits) -> None:
    """Take a turn off the end; the current turn is still played out (rules 53, 57, A16)."""
    s.last = max(s.turn, s.last - 1)


# ---- losses


@rule
def remove(s: Summits, area: int, unit: int, is_fresh: int) -> None:
    """Remove a unit as a loss (rules 39, 51, 53, A21)."""
    take_unit(s, area, unit, is_fresh)
    if unit >= TROOP:
        s.lost[s.clan_side[unit - TROOP]] += 1
        return
    side = ANTI if s.of_side[ANTI] >> unit & 1 else HIDEYOSHI
    s.where[unit] = LOST
    s.tired &= ~(1 << unit)
    s.lost[side] += 1
    if s.by_losses and side == HIDEYOSHI:
        shorten(s)
    if s.taisho_wins and s.taisho[side] >> unit & 1:
        win(s, 1 - side, BY_TAISHO)


@rule
def turn_coat(s: Summits, area: int, unit: int) -> None:
    """Take a face-down unit out of the battle without counting it as a loss (rule 60)."""
    take_unit(s, area, unit, 0)
    s.left += 1
    if unit < TROOP:
        s.where[unit] = LEFT
        s.tired &= ~(1 << unit)


# ---- hand sizes (rules 54, 55, 58, 59)


@rule
def hand_size(s: Summits, side: int) -> int:
    """The number of cards a side may pick now."""
    if side == HIDEYOSHI:
        return min(MAX_HAND, s.base[HIDEYOSHI] + min(s.most_bonus, boxes_used(s)))
    if s.turn == 1 and s.first_hand:
        return min(MAX_HAND, s.first_hand)
    n = s.base[ANTI]
    if s.held[s.mountain] == ANTI:
        n += s.for_mountain
    if s.for_line and is_line_crossed(s):
        n += s.for_line
    if s.for_absence and not is_on_map(s, s.lord):
        n += s.for_absence
    return min(MAX_HAND, n)


@rule
def is_line_crossed(s: Summits) -> bool:
    """True if a unit of Hideyoshi's is beyond the final line (rule 54, A30)."""
    for area in range(s.areas):
        if s.beyond >> area & 1 and s.stack[HIDEYOSHI][area] > 0:
            return True
    return False


# ---- the end


@rule
def win(s: Summits, side: int, reason: int) -> None:
    """Make a side win; the first win counts."""
    if s.outcome == 0:
        s.outcome = reason
        s.winner = side


@rule
def decide(s: Summits) -> None:
    """Decide the battle after the last turn (rules 52, 53, 65)."""
    if s.road_counts == 0:
        win(s, ANTI, BY_TIME)
        return
    lead = road_areas(s, HIDEYOSHI) - road_areas(s, ANTI)
    fewer = s.lost[ANTI] - s.lost[HIDEYOSHI]
    if lead != 0:
        win(s, HIDEYOSHI if lead > 0 else ANTI, BY_ROAD_AREAS)
    elif fewer != 0:
        win(s, HIDEYOSHI if fewer > 0 else ANTI, BY_LOSSES)
    else:
        win(s, NOBODY, DRAWN)


@rule
def returns(s: Summits, out: Any) -> int:
    """Write the returns: the winner takes one from the other."""
    for seat in range(2):
        out[seat] = 0
        if s.winner != NOBODY:
            out[seat] = 1 if seat ^ s.swapped == s.winner else -1
    return s.outcome - 1


@rule
def may_resign(s: Summits, seat: int) -> bool:
    """True while the battle is running (W6)."""
    return s.phase != OVER


@rule
def resign(s: Summits, seat: int) -> None:
    """Let the other side win."""
    win(s, 1 - (seat ^ s.swapped), RESIGNED)
    s.phase = OVER
