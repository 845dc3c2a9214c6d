"""The evaluation of a position for search: small, quick and zero-sum; and the levels of strength.

A hundred is about the value of a stack of ten. Everything inside is in sixteenths of a point, by
the weights in weights.py. In order of weight:

    honjin    a force near an enemy's honjin (terrain.py)
    units     on the map, generals by their abilities; losses
    advance   how near all units are to their side's goals, going round obstacles
    mountain  and the road
    danger    units that can be cut off, above all a Taishō
    tempo     cards in hand and not yet used (cards.py), face-up units, expected damage
    time      the turns left to a side that is in a hurry

While hands are picked, only the seat's own counts: many cards, of several kinds, that fit the
position.
"""

from collections.abc import Sequence
from typing import Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.summits.ai.cards import coming, hand_value, pending, readiness
from honjin.games.summits.ai.terrain import (
    alarm,
    command,
    danger,
    nearness,
    open_road,
    units_beside,
)
from honjin.games.summits.ai.weights import (
    CALLED,
    COMMAND,
    FACE_UP,
    GENERAL,
    LATE_ROAD,
    LEAD,
    LOSS,
    MORE_CARDS,
    MOUNTAIN,
    NEAR,
    ONE_LEFT,
    OPEN_ROAD,
    ROAD,
    TURN,
    UNIT,
)
from honjin.games.summits.content.board import CLANS, GROUPS
from honjin.games.summits.content.data import AMBUSH, ANTI, CARDS, HIDEYOSHI, NOBODY
from honjin.games.summits.rules.options import ELEVATION_COMING
from honjin.games.summits.rules.scoring import is_line_crossed
from honjin.games.summits.rules.state import (
    ALARM,
    BID,
    BOXES,
    LOT,
    PICK,
    PLAY,
    Summits,
    fresh_units,
    road_areas,
    side_of,
)

DECIDED: Final = 100_000
EVAL_SCALE: Final = 400


BIDS: Final = (12, 10)
"""Turns to bid, by battle: fewer, and Hideyoshi wins less than half (bench/summits/fair_bid.py)."""
BIDDING: Final = 60  # a turn less
LORDS_GROUP: Final = 4  # the units that Hideyoshi counts for


SEARCH: Final = "select=sealed:doubt=0"
"""Actions are compared by their means; hands are drawn from those that are about as good. Opponents
are not assumed to doubt what the searching seat holds: its hand is large and would hardly recur.
"""


def levels(options: Options) -> tuple[str, ...]:
    """The levels as bot specifications (`bots.players`).

    From samurai on they differ in time only: what mixes up or overlooks actions takes an attack
    apart and hardly hurts a defence, so that no start is even (docs/games/summits.md). So ashigaru
    overlooks little, and hardly thinks.
    """
    search = f"{SEARCH}:learned=1"
    return (
        f"mcts:3:{search}:overlook=0.2",
        f"mcts:12:{search}",
        f"mcts:100:{search}",
        f"mcts:2s:{search}",
    )


# ---- the key of a position


@rule
def state_key(s: Summits) -> int:
    """Everything that affects what follows."""
    key = (s.phase * 2 + s.actor) * 2 + s.leader
    for area in range(s.areas):
        key = mixed(key, s.here[area])
        key = mixed(key, men_of(s, area))
    key = mixed(key, s.tired)
    for side in range(2):
        key = mixed(key, hand_of(s, side) << 4 | s.cards[side])
        key = mixed(key, deck_of(s.shown[side]) << 4 | s.size[side])
        key = mixed(key, s.clears[side] << 12 | s.lost[side] << 4 | s.sealed[side])
    key = mixed(key, (s.turn << 8 | s.last) << 8 | s.marker << 4 | s.ready << 2 | s.closed)
    key = mixed(key, standing_of(s))
    key = mixed(key, (s.cut << 8 | s.waiting) << 4 | s.passes << 1 | s.swapped)
    for n in range(GROUPS):
        key = mixed(key, s.box[n])
    return mixed(key, phase_key(s))


@rule
def men_of(s: Summits, area: int) -> int:
    """The combat units and control of an area as a number."""
    key = s.held[area]
    for clan in range(s.clans):
        key = mixed(key, s.fresh[area][clan] << 4 | s.used[area][clan])
    return key


@rule
def hand_of(s: Summits, side: int) -> int:
    """A hand as far as it affects the current choice, so that a search can meet it again.

    While a phase is played, the number of cards of a type does not matter; after the declaration,
    no card does. What a seat has played since is given by the cards it has shown and covered.
    """
    if s.phase < PLAY:
        return deck_of(s.hand[side])
    if s.phase == ALARM:
        return 1 if s.hand[side][AMBUSH] > 0 else 0
    cards = 0
    if s.phase == PLAY:
        for card in range(CARDS):
            cards |= (s.hand[side][card] > 0) << card
    return cards


@rule
def standing_of(s: Summits) -> int:
    """Standing orders, and the ones that could be given."""
    key = mixed(mixed(s.letting[0], s.letting[1]), mixed(s.lurking[0], s.lurking[1]))
    if s.mute:
        return key
    for side in range(2):
        key = mixed(key, (s.orders[side] << 1 | (s.hand[side][AMBUSH] > 0)) << 4 | s.cards[side])
    return key


@rule
def deck_of(cards: list[int]) -> int:
    """A number of cards as a hash."""
    key = 0
    for card in range(CARDS):
        key = key << 4 | cards[card]
    return key


@rule
def phase_key(s: Summits) -> int:
    """The phase being played: cards, group, attack."""
    key = ((s.played << 8 | s.used_slots) << 8 | s.groups_left << 6 | s.at) << 4
    key = mixed(key | s.picking << 1 | s.rallying, s.band)
    key = mixed(key, s.acted)
    key = mixed(key, s.barred)
    for clan in range(CLANS):
        key = mixed(key, s.men[clan] << 8 | s.spent[clan] << 4 | s.barred_men[clan])
        key = mixed(key, s.barred_used[clan])
    key = mixed(key, (s.points << 8 | s.entering) << 8 | s.barred_at)
    if s.elevation == ELEVATION_COMING or s.way_back == 0:
        key = mixed(key, s.came)
    if s.strike:
        key = mixed(key, (s.strike << 8 | s.source) << 8 | s.target)
        key = mixed(key, s.rollers)
        key = mixed(key, s.asked)
        key = mixed(key, (s.roller << 12 | s.total) << 12 | s.harm)
        for clan in range(CLANS):
            key = mixed(key, s.loose[clan])
        for general in range(s.generals):
            key = mixed(key, s.help[general])
    return key


# ---- the value of a seat


@rule
def weigh(s: Summits, w: Sequence[int], seat: int) -> int:
    """Evaluate a position for a seat."""
    if s.phase == BID:
        return -BIDDING * abs(s.sealed[seat] - BIDS[s.battle]) if s.ready >> seat & 1 else 0
    if s.phase == LOT:
        return 0
    side = side_of(s, seat)
    sign = 1 - 2 * side
    if s.phase == BOXES:
        return order_value(s) * sign
    if s.outcome:
        return 0 if s.winner == NOBODY else DECIDED * (1 - 2 * s.winner) * sign
    if s.auction and s.turn == 1 and s.phase == PICK:
        # What a bid has brought is known by playing to the end only, not by the map at its start.
        return BIDDING * (s.last - BIDS[s.battle]) * sign + readiness(s, side)
    # Rounded from Hideyoshi's point of view, so that both values add up to zero.
    value = (total(s, w) >> 4) * sign
    return value + readiness(s, side) if s.phase == PICK else value


@rule
def total(s: Summits, w: Sequence[int]) -> int:
    """Hideyoshi's value less the other side's, without hands that are being picked."""
    value = strength(s, w, HIDEYOSHI) - strength(s, w, ANTI) + prospects(s, w)
    if s.phase == PICK:
        return value
    value += hand_value(s, w, HIDEYOSHI) - hand_value(s, w, ANTI)
    value += pending(s, w) if s.actor == HIDEYOSHI else -pending(s, w)
    if s.strike:
        value += coming(s, w) if s.striker == HIDEYOSHI else -coming(s, w)
    return value


@rule
def order_value(s: Summits) -> int:
    """The value of large groups early, Hideyoshi's own before others: it costs the enemy a card."""
    value = 0
    for n in range(1, s.boxes + 1):
        group = s.box[n]
        if group:
            size = LORDS_GROUP if s.lord < s.generals and s.group_of[s.lord] == group else 0
            for general in range(s.generals):
                size += s.group_of[general] == group
            for clan in range(s.clans):
                size += s.reserve[group][clan]
            value += size * (s.boxes - n)
    return value


@rule
def strength(s: Summits, w: Sequence[int], side: int) -> int:
    """The value of units and terrain, of a side's prospects, less its dangers."""
    value = w[COMMAND + side] * command(s, side) - w[LOSS + side] * s.lost[side]
    value -= danger(s, w, side)
    for area in range(s.areas):
        n = s.stack[side][area]
        if n > 0:
            value += w[UNIT + side] * n + w[FACE_UP + side] * fresh_units(s, area, side)
            value += w[GENERAL + side] * count_bits(s.here[area] & s.of_side[side])
    if side == HIDEYOSHI:
        value += w[CALLED] * s.marker
    return value + advance(s, w, side) + mountain(s, w, side)


@rule
def advance(s: Summits, w: Sequence[int], side: int) -> int:
    """How near all units are to the enemy's honjin, and a force to each of them."""
    goals = s.honjin[1 - side]
    if goals == 0:
        return 0
    near = nearness(s, w, side, goals)
    value = w[NEAR + side] * (near >> 6) >> 4
    if goals & (goals - 1) == 0:
        return value + alarm(s, w, side, near & 63)
    while goals:
        value += alarm(s, w, side, nearness(s, w, side, goals & -goals) & 63)
        goals &= goals - 1
    return value


@rule
def mountain(s: Summits, w: Sequence[int], side: int) -> int:
    """The mountain: its holder chooses the order, and Hideyoshi's enemies have more cards."""
    worth = w[MOUNTAIN + side] + w[MORE_CARDS] * s.for_mountain
    if s.held[s.mountain] == side:
        return worth
    return worth // 4 if units_beside(s, s.mountain, side) > 0 else 0


@rule
def prospects(s: Summits, w: Sequence[int]) -> int:
    """Hideyoshi's prospects after the last turn; the other side's cards."""
    value = -w[MORE_CARDS] * s.for_line if s.for_line and is_line_crossed(s) else 0
    if s.road_counts == 0:
        return value + w[TURN] * (s.last - s.turn)
    lead = road_areas(s, HIDEYOSHI) - road_areas(s, ANTI)
    value += lead * (w[ROAD] + w[LATE_ROAD] * s.turn // s.last)
    value += w[OPEN_ROAD] * (open_road(s, ANTI) - open_road(s, HIDEYOSHI)) - road_alarm(s, w)
    fewer = s.lost[ANTI] - s.lost[HIDEYOSHI]
    return value + w[LEAD] * s.turn // s.last * ((fewer > 0) - (fewer < 0))


@rule
def road_alarm(s: Summits, w: Sequence[int]) -> int:
    """The prospects of the other side when it lacks one or two areas of the whole road."""
    if s.road_wins == 0:
        return 0
    wanted = 0
    rest = s.road
    while rest:
        if s.held[lowest_bit(rest)] != ANTI:
            wanted |= rest & -rest
        rest &= rest - 1
    left = count_bits(wanted)
    if left > 2:
        return 0
    value = w[ONE_LEFT] if left == 1 else 0
    while wanted:
        first = nearness(s, w, ANTI, wanted & -wanted) & 63
        value += alarm(s, w, ANTI, first) // (left * left)
        wanted &= wanted - 1
    return value
