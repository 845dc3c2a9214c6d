"""Set-up, and the auction (rules 6, 70)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.core.options import Options, hold_options
from honjin.games.summits.content.board import (
    BATTLES,
    GENERALS,
    SIDES,
    TERRAINS,
    UNDECIDED,
    VICTORIES,
    Area,
    Battle,
)
from honjin.games.summits.content.data import ANTI, CARDS, HIDEYOSHI, LORD, OFF, copies
from honjin.games.summits.rules.actions import encode_bid
from honjin.games.summits.rules.battles import battle_of, remember
from honjin.games.summits.rules.options import PLAIN, WORDS
from honjin.games.summits.rules.state import BID, BOXES, LOT, PICK, Summits
from honjin.games.summits.rules.turn import start_turn

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


def _set_handicap(s: Summits, cards: float) -> None:
    """Let Hideyoshi hold this many cards more, the other side fewer, at least one (W10).

    Of half a card, Hideyoshi gets the whole.
    """
    fewer = floor(cards)
    s.base[HIDEYOSHI] += ceil(cards)
    s.base[ANTI] = max(1, s.base[ANTI] - fewer)
    if s.first_hand:
        s.first_hand = max(1, s.first_hand - fewer)


def _set_options(s: Summits, options: dict[str, Any]) -> None:
    hold_options(s, options, PLAIN, WORDS)
    _set_handicap(s, float(options["handicap"]))
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
