"""How well a seat stands, for search: small, quick, and zero-sum; and the levels of strength.

A hundred is about what a stack of ten is worth that stands well. In order of weight:

    honjin    an enemy beside a honjin that nobody guards
    units     on the map; generals more; what was lost counts against its side
    ground    the mountain, the road, how near units are to what their side goes for
    tempo     cards in hand, units face up
    time      where the other side wins by waiting

While hands are picked only one's own counts: many cards, of several kinds.
"""

from typing import Final

from honjin.core.bits import count_bits, lowest_bit
from honjin.core.options import Options
from honjin.core.rule import rule
from honjin.games.summits.board import CLANS, GROUPS
from honjin.games.summits.data import CARDS, HIDEYOSHI, NOBODY
from honjin.games.summits.scoring import is_line_crossed
from honjin.games.summits.state import (
    BID,
    BOXES,
    PICK,
    Summits,
    boxes_used,
    fresh_units,
    picked,
    road_areas,
    side_of,
)

DECIDED: Final = 100_000
SWING: Final = 400

MOST: Final = (1 << 63) - 1
MIXER: Final = 0x2545F4914F6CDD1D

UNIT: Final = 10
GENERAL: Final = 14  # more than a combat unit
LOSS: Final = 8
FACE_UP: Final = 2
CARD: Final = 7
NEAR: Final = 2  # a step nearer, for each unit
FAR: Final = 8  # steps from which nearness counts
MOUNTAIN: Final = 40
ROAD: Final = 45
LINE: Final = 60
BOX: Final = 12
OPEN_HONJIN: Final = 400
TURN: Final = 12  # where time is on the other side
KINDS: Final = 3  # another type of card in hand
PICKED: Final = 10


def levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """What the levels are (`bots.players`)."""
    return ("greedy:slip=0.3", "greedy", "mcts:300", "mcts:2s")


# ---- what a position is to a search


@rule
def fingerprint(s: Summits) -> int:
    """All that bears on what follows."""
    found = (s.phase * 2 + s.actor) * 2 + s.leader
    for area in range(s.areas):
        found = mixed(found, s.here[area])
        found = mixed(found, men_of(s, area))
    found = mixed(found, s.tired)
    for side in range(2):
        found = mixed(found, deck_of(s.hand[side]) << 4 | s.cards[side])
        found = mixed(found, deck_of(s.shown[side]) << 4 | s.size[side])
        found = mixed(found, s.clears[side] << 12 | s.lost[side] << 4 | s.sealed[side])
    found = mixed(found, (s.turn << 8 | s.last) << 8 | s.marker << 4 | s.ready << 2 | s.quiet)
    found = mixed(found, (s.cut << 8 | s.waiting) << 4 | s.passes << 1 | s.swapped)
    for n in range(GROUPS):
        found = mixed(found, s.box[n])
    return mixed(found, doing(s))


@rule
def men_of(s: Summits, area: int) -> int:
    """Combat units and control of an area as a number."""
    found = s.held[area]
    for clan in range(s.clans):
        found = mixed(found, s.fresh[area][clan] << 4 | s.used[area][clan])
    return found


@rule
def deck_of(cards: list[int]) -> int:
    """Some cards as a number."""
    found = 0
    for card in range(CARDS):
        found = found << 4 | cards[card]
    return found


@rule
def doing(s: Summits) -> int:
    """The phase that is being played: cards, group, attack."""
    found = ((s.played << 8 | s.used_slots) << 8 | s.groups_left << 6 | s.at) << 4
    found = mixed(found | s.picking << 1 | s.rallying, s.band)
    found = mixed(found, s.acted)
    found = mixed(found, s.barred)
    for clan in range(CLANS):
        found = mixed(found, s.men[clan] << 8 | s.spent[clan] << 4 | s.barred_men[clan])
    found = mixed(found, (s.points << 8 | s.entering) << 8 | s.barred_at)
    if s.strike:
        found = mixed(found, (s.strike << 8 | s.source) << 8 | s.target)
        found = mixed(found, s.rollers)
        found = mixed(found, s.asked)
        found = mixed(found, (s.roller << 12 | s.total) << 12 | s.harm)
        for clan in range(CLANS):
            found = mixed(found, s.loose[clan])
        for general in range(s.generals):
            found = mixed(found, s.help[general])
    return found


@rule
def mixed(found: int, more: int) -> int:
    """A number that stands for both."""
    found = (found ^ more & MOST) * MIXER & MOST
    return found ^ found >> 29


# ---- how well a seat stands


@rule
def evaluate(s: Summits, seat: int) -> int:
    """A guess for a seat."""
    if s.phase == BID or s.phase == BOXES:
        return 0
    side = side_of(s, seat)
    if s.outcome:
        value = 0 if s.winner == NOBODY else DECIDED * (1 - 2 * s.winner)
        return value if side == HIDEYOSHI else -value
    value = strength(s, 0) - strength(s, 1)
    if s.road_counts == 0:
        value -= TURN * s.turn
    if side != HIDEYOSHI:
        value = -value
    return value + readiness(s, side) if s.phase == PICK else value


@rule
def readiness(s: Summits, side: int) -> int:
    """How good a hand is so far; the other one does not matter."""
    kinds = 0
    for card in range(CARDS):
        kinds += s.hand[side][card] > 0
    return PICKED * picked(s, side) + KINDS * kinds + (s.ready >> side & 1)


@rule
def strength(s: Summits, side: int) -> int:
    """Units, ground, cards, and an open honjin."""
    value = CARD * s.cards[side] - LOSS * s.lost[side]
    for area in range(s.areas):
        n = s.stack[side][area]
        if n > 0:
            value += n * (UNIT + NEAR * max(0, FAR - s.far[side][area]))
            value += GENERAL * count_bits(s.here[area] & s.of_side[side])
            value += FACE_UP * fresh_units(s, area, side)
    value += MOUNTAIN * (s.held[s.mountain] == side)
    if s.road_counts:
        value += ROAD * road_areas(s, side)
    if side == HIDEYOSHI:
        value += BOX * boxes_used(s)
    elif s.for_line and is_line_crossed(s):
        value -= LINE
    return value - OPEN_HONJIN * open_honjin(s, side)


@rule
def open_honjin(s: Summits, side: int) -> int:
    """Honjin without a guard that an enemy stands beside."""
    n = 0
    rest = s.honjin[side]
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        if s.stack[side][area] == 0:
            n += is_beside_enemy(s, area, side)
    return n


@rule
def is_beside_enemy(s: Summits, area: int, side: int) -> int:
    """1 if enemies stand in an adjacent area."""
    rest = s.near[area]
    while rest:
        if s.stack[1 - side][lowest_bit(rest)] > 0:
            return 1
        rest &= rest - 1
    return 0
