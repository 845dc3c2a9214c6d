"""The parts of the value in `evaluation.py`, by the usual weights.

They are computed in sixteenths of a point and given in whole points.
"""

from itertools import accumulate, pairwise

from honjin.core.jit.bits import count_bits
from honjin.core.parts.terms import Term, Terms, ended
from honjin.games.summits.ai.cards import coming, hand_value, pending, readiness
from honjin.games.summits.ai.evaluation import advance, mountain, prospects, weigh
from honjin.games.summits.ai.terrain import command, danger, nearness
from honjin.games.summits.ai.weights import (
    CALLED,
    COMMAND,
    FACE_UP,
    GENERAL,
    HIT,
    LEAD,
    LOSS,
    MORE_CARDS,
    NEAR,
    TURN,
    UNIT,
    USUAL,
)
from honjin.games.summits.content.data import ANTI, HIDEYOSHI
from honjin.games.summits.rules.scoring import is_line_crossed
from honjin.games.summits.rules.state import (
    BID,
    BOXES,
    LOT,
    PICK,
    Summits,
    fresh_units,
    road_areas,
    side_of,
)


def terms(s: Summits, seat: int) -> Terms:
    """The assets, threats and risks of a seat's side, and of the other one."""
    if s.phase == LOT:
        return ()
    if s.phase in (BID, BOXES):
        return (Term("bid" if s.phase == BID else "boxes", weigh(s, USUAL, seat)),)
    if s.outcome:
        return ended(weigh(s, USUAL, seat))
    side = side_of(s, seat)
    if s.phase == PICK and s.turn == 1 and s.auction:
        hand = readiness(s, side)
        return (Term("bid", weigh(s, USUAL, seat) - hand), Term("hand", hand))
    parts = (*on_the_map(s, side), *outlook(s, side))
    if s.phase == PICK:
        return (*rounded(parts, side), Term("hand", readiness(s, side)))
    return rounded((*parts, *cards(s, side)), side)


def rounded(parts: Terms, side: int) -> Terms:
    """Terms in points that add up to the rounded total, from Hideyoshi's point of view."""
    sign = 1 - 2 * side
    totals = [0, *accumulate(sign * part.value for part in parts)]
    points = (sign * ((after >> 4) - (before >> 4)) for before, after in pairwise(totals))
    return tuple(part._replace(value=n) for part, n in zip(parts, points, strict=True))


def on_the_map(s: Summits, side: int) -> Terms:
    """Units and terrain, the prospects and dangers of both sides."""
    other = 1 - side
    called = USUAL[CALLED] * s.marker
    return (
        Term("units", units(s, side), sum(s.stack[side])),
        Term("enemies", -units(s, other), -sum(s.stack[other])),
        Term("safety", -danger(s, USUAL, side), -danger(s, USUAL, side) / USUAL[UNIT + side]),
        Term("traps", danger(s, USUAL, other), danger(s, USUAL, other) / USUAL[UNIT + other]),
        Term("advance", advance_value(s, side)),
        Term("held_back", -advance_value(s, other)),
        Term("assault", advance(s, USUAL, side) - advance_value(s, side)),
        Term("honjin", advance_value(s, other) - advance(s, USUAL, other)),
        Term("mountain", mountain(s, USUAL, side) - mountain(s, USUAL, other)),
        Term("reinforcements", called if side == HIDEYOSHI else -called),
    )


def units(s: Summits, side: int) -> int:
    """The value of a side's units on the map, less its losses."""
    value = USUAL[COMMAND + side] * command(s, side) - USUAL[LOSS + side] * s.lost[side]
    for area in range(s.areas):
        n = s.stack[side][area]
        if n > 0:
            value += USUAL[UNIT + side] * n + USUAL[FACE_UP + side] * fresh_units(s, area, side)
            value += USUAL[GENERAL + side] * count_bits(s.here[area] & s.of_side[side])
    return value


def advance_value(s: Summits, side: int) -> int:
    """How near all units of a side are to the enemy's honjin."""
    goals = s.honjin[1 - side]
    return USUAL[NEAR + side] * (nearness(s, USUAL, side, goals) >> 6) >> 4 if goals else 0


def outlook(s: Summits, side: int) -> Terms:
    """The road and the line, losses and time, all from Hideyoshi's point of view."""
    line = -USUAL[MORE_CARDS] * s.for_line if s.for_line and is_line_crossed(s) else 0
    time, lead = 0, 0
    if s.road_counts == 0:
        time = USUAL[TURN] * (s.last - s.turn)
    else:
        fewer = s.lost[ANTI] - s.lost[HIDEYOSHI]
        lead = USUAL[LEAD] * s.turn // s.last * ((fewer > 0) - (fewer < 0))
    road = prospects(s, USUAL) - line - time - lead
    sign = 1 if side == HIDEYOSHI else -1
    return (
        Term("line", sign * line, sign * line / USUAL[MORE_CARDS]),
        Term("time", sign * time),
        Term("lead", sign * lead, sign * (s.lost[ANTI] - s.lost[HIDEYOSHI])),
        Term("road", sign * road, road_areas(s, side) if s.road_counts else None),
    )


def cards(s: Summits, side: int) -> Terms:
    """Cards in hand and in use, and the attack in progress."""
    hit = coming(s, USUAL) if s.strike else 0
    hit = hit if s.striker == side else -hit
    return (
        Term("hand", hand_value(s, USUAL, side), s.cards[side]),
        Term("enemy_hand", -hand_value(s, USUAL, 1 - side), -s.cards[1 - side]),
        Term("orders", pending(s, USUAL) if s.actor == side else -pending(s, USUAL)),
        Term("attack", hit, hit / USUAL[HIT + s.striker]),
    )
