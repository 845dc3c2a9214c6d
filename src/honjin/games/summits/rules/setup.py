"""Set-up, the auction, hands, turn order, the end of a turn (rules 6-12, 61, 70)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.core.options import Options, hold_options
from honjin.games.summits.content.board import (
    BATTLES,
    CLANS,
    GENERALS,
    SIDES,
    TERRAINS,
    UNDECIDED,
    VICTORIES,
    Area,
    Battle,
)
from honjin.games.summits.content.data import (
    ANTI,
    CARDS,
    HIDEYOSHI,
    LORD,
    NOBODY,
    OFF,
    REINFORCE,
    copies,
)
from honjin.games.summits.rules.actions import (
    CLEAR,
    FIRST,
    READY,
    SECOND,
    encode_bid,
    encode_box,
    encode_take,
)
from honjin.games.summits.rules.battles import battle_of, remember
from honjin.games.summits.rules.options import ORDER_BEFORE, PLAIN, WORDS
from honjin.games.summits.rules.scoring import decide, hand_size
from honjin.games.summits.rules.standing_orders import end_orders
from honjin.games.summits.rules.state import (
    BID,
    BOXES,
    LOT,
    NOWHERE,
    ORDER,
    OVER,
    PICK,
    PLAY,
    Summits,
    most_of,
    picked,
    side_of,
)
from honjin.games.summits.rules.strike import clear_strike

MAX_CLEARS: Final = 2
"""How often a hand can be put back and picked again in a turn (W3)."""
FREE: Final = 9
"""The limit per type if limits are dropped: more than any hand holds (rule 71)."""


# ---- set-up


def setup(options: Options) -> Summits:
    """The state before the first decision."""
    return _setup(remember(options), tuple(sorted(options.items()))).copy()


@lru_cache(64)
def _setup(land: int, given: tuple[tuple[str, Any], ...]) -> Summits:
    s = Summits(land=land)
    battle = battle_of(s)
    s.battle = BATTLES.index(battle.scenario.id)
    _set_map(s, battle)
    _set_units(s, battle)
    _set_scenario(s, battle)
    _set_track(s, battle)
    _set_options(s, dict(given))
    _set_decks(s, battle, free=bool(dict(given)["free_hands"]))
    _place(s, battle)
    s.actor = s.leader = s.first
    s.phase = BID if s.auction else BOXES if s.free_boxes else PICK
    if s.phase == PICK:
        start_turn(s)
    return s


def _mask(areas: list[Area], key: str, value: object) -> int:
    return sum(1 << n for n, area in enumerate(areas) if getattr(area, key) == value)


def _set_map(s: Summits, battle: Battle) -> None:
    number = {area.id: n for n, area in enumerate(battle.area)}
    s.areas = len(battle.area)
    for n, area in enumerate(battle.area):
        s.near[n] = sum(1 << number[name] for name in area.adjacent)
        s.level[n] = TERRAINS.index(area.terrain)
        s.held[n] = (*SIDES, "none").index(area.control)
    s.mountain = number[battle.scenario.mountain]
    s.barriers = _mask(battle.area, "barrier", True)
    s.road = _mask(battle.area, "road", True)
    s.beyond = _mask(battle.area, "beyond_final_line", True)
    s.entries = _mask(battle.area, "entry_for", SIDES[HIDEYOSHI])
    s.honjin[:] = [_mask(battle.area, "honjin", side) for side in SIDES]
    for side in (HIDEYOSHI, ANTI):
        goals = s.honjin[1 - side] or 1 << s.mountain
        s.far[side][: s.areas] = _steps_to(s, goals)


def _steps_to(s: Summits, goals: int) -> list[int]:
    """The steps from each area to the nearest of some goals."""
    steps = [0 if goals >> area & 1 else -1 for area in range(s.areas)]
    ahead = [area for area in range(s.areas) if goals >> area & 1]
    for here in ahead:
        for area in range(s.areas):
            if s.near[here] >> area & 1 and steps[area] < 0:
                steps[area] = steps[here] + 1
                ahead.append(area)
    return steps


def _set_units(s: Summits, battle: Battle) -> None:
    clans = [troop.clan for troop in battle.troop]
    s.clans, s.generals = len(clans), len(battle.general)
    for n, troop in enumerate(battle.troop):
        s.clan_side[n], s.toughness[n] = SIDES.index(troop.side), troop.defense
    for n, general in enumerate(battle.general):
        side = SIDES.index(general.side)
        s.of_side[side] |= 1 << n
        s.taisho[side] |= general.taisho << n
        s.attack[n], s.command[n], s.defence[n] = general.attack, general.command, general.defense
        s.clan[n] = clans.index(general.clan)
        if general.id == LORD:
            s.lord = n
    s.traitors = len(battle.treason)
    s.traitor[: s.traitors] = [clans.index(clan.id) for clan in battle.treason]


def _set_scenario(s: Summits, battle: Battle) -> None:
    scenario = battle.scenario
    own, other = scenario.hand.hideyoshi, scenario.hand.anti
    s.base[:] = [own.base, other.base]
    s.first_hand = other.turn1 or 0
    s.most_bonus = own.max_bonus if own.per_box_used else 0
    s.for_mountain = (other.with_mountain or other.base) - other.base + other.plus_if_mountain
    s.for_line = other.plus_if_enemy_beyond_final_line
    s.for_absence = other.plus_if_hideyoshi_not_on_map
    s.turn1_bonus = scenario.turn1.anti_attack_modifier
    s.by_losses = int(scenario.shorten_per_lost_general is not None)
    for shortening in scenario.shortening:
        if shortening.area:
            s.by_area = [area.id for area in battle.area].index(shortening.area)
        else:
            s.by_road = shortening.count
    s.honjin_wins, s.taisho_wins, s.road_wins = (
        int(key in scenario.victory.immediate) for key in VICTORIES
    )
    s.road_counts = UNDECIDED.index(scenario.undecided_winner)
    s.first = SIDES.index(scenario.first_player_turn1)
    s.last, s.full = scenario.turns, scenario.stack_limit_per_side


def _set_track(s: Summits, battle: Battle) -> None:
    track = battle.reinforcement_track
    s.empty, s.boxes, s.free_boxes = track.empty_boxes, track.boxes, int(track.free_assignment)
    names = [general.id for general in battle.general]
    clans = [troop.clan for troop in battle.troop]
    for n, group in enumerate(battle.reinforcement, 1):
        for name in group.generals:
            s.group_of[names.index(name)] = n
        for clan, count in group.troops.items():
            s.reserve[n][clans.index(clan)] = count
        s.box[n] = 0 if s.free_boxes else n


def _set_handicap(s: Summits, cards: int) -> None:
    """Let Hideyoshi hold this many cards more, the other side fewer, at least one (rule 72)."""
    s.base[HIDEYOSHI] += cards
    s.base[ANTI] = max(1, s.base[ANTI] - cards)
    if s.first_hand:
        s.first_hand = max(1, s.first_hand - cards)


def _set_options(s: Summits, options: dict[str, Any]) -> None:
    hold_options(s, options, PLAIN, WORDS)
    _set_handicap(s, int(options["handicap"]))
    if s.first_hand:
        s.first_hand += int(options["first_hand"] == "plus")


def _set_decks(s: Summits, battle: Battle, *, free: bool) -> None:
    """The cards of one type that a hand may hold (rules 8, 71)."""
    for side in (HIDEYOSHI, ANTI):
        deck = copies(battle.scenario.deck, side)
        s.limit[side][:] = [FREE if free and n else n for n in deck]
        s.limit[side][CARDS - 1] = deck[CARDS - 1]


def _place(s: Summits, battle: Battle) -> None:
    number = {area.id: n for n, area in enumerate(battle.area)}
    clans = [troop.clan for troop in battle.troop]
    names = [general.id for general in battle.general]
    s.where[:] = [OFF] * GENERALS
    for setup_ in battle.setup:
        area, side = number[setup_.area], SIDES.index(setup_.side)
        for name in setup_.generals:
            s.where[names.index(name)] = area
            s.here[area] |= 1 << names.index(name)
        for clan, count in setup_.troops.items():
            s.fresh[area][clans.index(clan)] = count
        s.stack[side][area] = len(setup_.generals) + sum(setup_.troops.values())


# ---- the auction (rule 70)


@rule
def list_bids(s: Summits, seat: int, out: Any) -> int:
    """List the turns up to the last."""
    for turn in range(1, s.last + 1):
        out[turn - 1] = encode_bid(turn)
    return s.last


@rule
def bid(s: Summits, seat: int, turn: int) -> None:
    """Bid: the lower bid plays Hideyoshi for that many turns; equal bids draw lots (rule 70)."""
    s.sealed[seat] = turn
    s.ready |= 1 << seat
    if s.ready == 3:
        s.ready = 0
        s.last = min(s.sealed[0], s.sealed[1])
        if s.sealed[0] == s.sealed[1]:
            s.phase = LOT
        else:
            take_sides(s, 0 if s.sealed[0] < s.sealed[1] else 1)


@rule
def take_sides(s: Summits, seat: int) -> None:
    """Make a seat play Hideyoshi."""
    s.swapped = seat
    s.phase = BOXES
    if s.free_boxes == 0:
        start_turn(s)


# ---- the track (rule 61)


@rule
def next_box(s: Summits) -> int:
    """The first box without a group; 0 if there is none."""
    for n in range(1, s.boxes + 1):
        if s.box[n] == 0:
            return n
    return 0


@rule
def list_groups(s: Summits, seat: int, out: Any) -> int:
    """List the groups without a box."""
    n = 0
    for group in range(1, s.boxes + 1):
        if not has_box(s, group):
            out[n] = encode_box(group)
            n += 1
    return n


@rule
def has_box(s: Summits, group: int) -> bool:
    """True if a group is in a box."""
    for n in range(1, s.boxes + 1):
        if s.box[n] == group:
            return True
    return False


@rule
def assign(s: Summits, seat: int, group: int) -> None:
    """Assign a group to the next box; the last one leaves no choice."""
    s.box[next_box(s)] = group
    last = next_box(s)
    if last == s.boxes:
        for other in range(1, s.boxes + 1):
            if not has_box(s, other):
                s.box[last] = other
        last = 0
    if last == 0:
        start_turn(s)


# ---- the start of a turn (rules 7-9, A2, A30)


@rule
def start_turn(s: Summits) -> None:
    """Fix the hand sizes and let hands be picked (rules 7, 69)."""
    s.ready = 0
    for side in range(2):
        s.size[side] = hand_size(s, side)
        s.cards[side] = 0
        s.clears[side] = 0
    s.call_limit = most_of(s, HIDEYOSHI, REINFORCE)
    s.phase = ORDER if s.order == ORDER_BEFORE and has_choice(s) else PICK


@rule
def has_choice(s: Summits) -> bool:
    """True if a side chooses who goes first (rule 9, A2)."""
    return s.turn > 1 and s.held[s.mountain] != NOBODY


@rule
def list_picks(s: Summits, seat: int, out: Any) -> int:
    """List finishing the hand, even with fewer cards, picking a card, and putting all back."""
    out[0] = READY
    n = 1
    side = side_of(s, seat)
    held = picked(s, side)
    if held > 0 and s.clears[side] < MAX_CLEARS:
        out[n] = CLEAR
        n += 1
    if held < s.size[side]:
        for card in range(CARDS):
            if s.hand[side][card] < most_of(s, side, card):
                out[n] = encode_take(card)
                n += 1
    return n


@rule
def take(s: Summits, seat: int, card: int) -> None:
    """Pick a card in secret (rule 7)."""
    s.hand[side_of(s, seat)][card] += 1


@rule
def clear(s: Summits, seat: int) -> None:
    """Put all picked cards back (W3)."""
    side = side_of(s, seat)
    s.clears[side] += 1
    for card in range(CARDS):
        s.hand[side][card] = 0


@rule
def be_ready(s: Summits, seat: int) -> None:
    """Finish a hand; the last one opens the turn."""
    s.ready |= 1 << side_of(s, seat)
    if s.ready == 3:
        open_turn(s)


@rule
def open_turn(s: Summits) -> None:
    """Reveal the sizes of the picked hands (rule 9)."""
    s.ready = 0
    for side in range(2):
        s.cards[side] = picked(s, side)
        s.clears[side] = 0
    if s.order != ORDER_BEFORE and has_choice(s):
        s.phase = ORDER
    else:
        begin_turn(s)


@rule
def list_places(s: Summits, seat: int, out: Any) -> int:
    """List going first and going second (rule 9)."""
    out[0] = FIRST
    out[1] = SECOND
    return 2


@rule
def be_first(s: Summits, seat: int) -> None:
    """Let the side that controls the mountain go first (rule 9)."""
    settle_order(s, side_of(s, seat))


@rule
def be_second(s: Summits, seat: int) -> None:
    """Let the side that controls the mountain go second (rule 9)."""
    settle_order(s, 1 - side_of(s, seat))


@rule
def settle_order(s: Summits, leader: int) -> None:
    """Set the side that goes first (rule 9, A2)."""
    s.leader = leader
    if s.order == ORDER_BEFORE:
        s.phase = PICK
    else:
        begin_turn(s)


@rule
def begin_turn(s: Summits) -> None:
    """Begin the first phase."""
    s.actor = s.leader
    s.passes = 0
    begin_phase(s)


# ---- phases, the end of a turn (rules 10-12)


@rule
def begin_phase(s: Summits) -> None:
    """Begin a phase: a side without cards passes; two passes in a row end the turn (rule 11)."""
    clear_phase(s)
    s.phase = PLAY
    while s.phase == PLAY and s.cards[s.actor] == 0:
        give_way(s)


@rule
def give_way(s: Summits) -> None:
    """Pass."""
    s.passes += 1
    s.actor = 1 - s.actor
    if s.passes == 2:
        end_turn(s)


@rule
def pass_on(s: Summits, seat: int) -> None:
    """Pass (rule 11)."""
    give_way(s)
    if s.phase == PLAY:
        begin_phase(s)


@rule
def end_phase(s: Summits) -> None:
    """End the phase; the other side is next."""
    s.passes = 0
    s.actor = 1 - s.actor
    begin_phase(s)


@rule
def clear_phase(s: Summits) -> None:
    """Clear what was played in the phase."""
    clear_strike(s)
    s.played = 0
    s.used_slots = 0
    s.groups_left = 1
    s.barred = 0
    s.barred_at = NOWHERE
    for clan in range(CLANS):
        s.barred_men[clan] = 0
        s.barred_used[clan] = 0


@rule
def end_turn(s: Summits) -> None:
    """Turn all units up, put all cards back; after the last turn, decide the battle (12, 52)."""
    clear_phase(s)
    s.groups_left = 0
    s.tired = 0
    for area in range(s.areas):
        for clan in range(s.clans):
            s.fresh[area][clan] += s.used[area][clan]
            s.used[area][clan] = 0
    for side in range(2):
        s.cards[side] = 0
        s.covered[side] = 0
        for card in range(CARDS):
            s.hand[side][card] = 0
            s.shown[side][card] = 0
            s.down[side][card] = 0
    end_orders(s)
    if s.turn >= s.last:
        decide(s)
        s.phase = OVER
        return
    s.turn += 1
    start_turn(s)


@rule
def retract_sealed(s: Summits, seat: int) -> None:
    """Take back the bids and picks of others."""
    if s.phase == BID:
        s.sealed[1 - seat & 1] = 0
        s.ready &= 1 << (seat & 1)
    elif s.phase == PICK:
        for side in range(2):
            if seat < 0 or side != side_of(s, seat):
                s.ready &= ~(1 << side)
                s.clears[side] = 0
                for card in range(CARDS):
                    s.hand[side][card] = 0
