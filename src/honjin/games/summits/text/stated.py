"""The numbers of the data that rules, lessons and words state, by the names in their holes."""

from typing import Final

from honjin.core.words import Numbers
from honjin.games.summits.content.board import MAX_HAND, STACK, Scenario
from honjin.games.summits.content.data import ANTI, COPIES, HIDEYOSHI, MOVES, PALISADE, SHIPPED
from honjin.games.summits.rules.standing_orders import MAX_ORDERS
from honjin.games.summits.rules.turn import MAX_CLEARS

_TENNOZAN: Final = SHIPPED["tennozan"]
_SHIZUGATAKE: Final = SHIPPED["shizugatake"]
_GENERALS: Final = {general.id: general for general in _TENNOZAN.general}


def _hideyoshi(scenario: Scenario) -> Numbers:
    """The turns of a battle, and Hideyoshi's hand."""
    hand = scenario.hand.hideyoshi
    return {
        f"{scenario.id}_turns": scenario.turns,
        f"{scenario.id}_hand": hand.base,
        f"{scenario.id}_per_box": hand.per_box_used,
        f"{scenario.id}_max_bonus": hand.max_bonus,
    }


def _tennozan(scenario: Scenario) -> Numbers:
    hand, lost = scenario.hand.anti, scenario.shorten_per_lost_general
    with_summit = hand.with_mountain or hand.base
    return {
        **_hideyoshi(scenario),
        "turns_per_general": lost.turns if lost else 0,
        "akechi_hand": hand.base,
        "akechi_hand_with_summit": with_summit,
        "akechi_summit": with_summit - hand.base,
        "akechi_beyond_line": hand.plus_if_enemy_beyond_final_line,
        "takayama_attack": _GENERALS["takayama_ukon"].attack,
        "takayama_command": _GENERALS["takayama_ukon"].command,
        "tsuda_defence": _GENERALS["tsuda_nobuharu"].defense,
    }


def _shizugatake(scenario: Scenario) -> Numbers:
    hand, (road, area) = scenario.hand.anti, scenario.shortening
    first_hand, absence = hand.turn1 or hand.base, hand.plus_if_hideyoshi_not_on_map
    return {
        **_hideyoshi(scenario),
        "turns_for_road": road.turns,
        "turns_for_area": area.turns,
        "road_areas": len(scenario.road.areas) if scenario.road else 0,
        "road_areas_for_turns": road.count,
        "shibata_first_hand": first_hand,
        "shibata_first_hand_plus": first_hand + absence,
        "shibata_hand": hand.base,
        "shibata_summit": hand.plus_if_mountain,
        "shibata_absence": absence,
        "shibata_attack": scenario.turn1.anti_attack_modifier,
        "groups": _SHIZUGATAKE.reinforcement_track.boxes,
        "empty_boxes": _SHIZUGATAKE.reinforcement_track.empty_boxes,
    }


STATED: Final[Numbers] = {
    **_tennozan(_TENNOZAN.scenario),
    **_shizugatake(_SHIZUGATAKE.scenario),
    "palisade": PALISADE,
    "moves": MOVES,
    "stack": STACK,
    "hideyoshi_copies": COPIES[HIDEYOSHI][0],
    "anti_copies": COPIES[ANTI][0],
    "hideyoshi_deck": sum(COPIES[HIDEYOSHI]),
    "anti_deck": sum(COPIES[ANTI]),
    "max_hand": MAX_HAND,
    "max_clears": MAX_CLEARS,
    "max_orders": MAX_ORDERS,
}
