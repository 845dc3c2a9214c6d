"""A battle as a file declares it: scenario, areas, units, reinforcements; how large one can be.

Files are read in boardfile.py and held to what every battle must be in boardtext.py. `source` says
of a table whether it is documented or reconstructed, `evidence` why; nothing depends on either.
"""

from __future__ import annotations

from typing import Final

import msgspec

AREAS: Final = 32
"""So many areas a state has room for; likewise:"""
GENERALS: Final = 40
CLANS: Final = 12
GROUPS: Final = 7
"""Groups of reinforcements are numbered from 1."""
TRAITORS: Final = 4

BATTLES: Final = ("tennozan", "shizugatake")
SIDES: Final = ("hideyoshi", "anti")
TERRAINS: Final = ("plain", "hill", "mountain")
"""The index is the level (rules 3, 34)."""
SOURCES: Final = ("documented", "reconstructed")
VICTORIES: Final = (
    "enemy_honjin_controlled", "enemy_taisho_removed", "anti_controls_all_road_areas"
)  # fmt: skip
UNDECIDED: Final = ("anti", "more_road_areas_then_fewer_losses_then_draw")
STACK: Final = 10
"""So many units of a side stand in an area at most (rule 26)."""
MOST_BONUS: Final = 5
MOST_HAND: Final = 9
"""No hand has more cards: the other side's deck has ten."""
MOST_TURNS: Final = 15


class _Form(msgspec.Struct, omit_defaults=True):
    """A table of a file."""


class Lost(_Form):
    """A side that loses a general loses turns."""

    side: str
    turns: int


class Hand(_Form):
    """How many cards a side picks (rules 54, 55, 58, 59)."""

    base: int
    turn1: int | None = None
    with_mountain: int | None = None
    plus_if_mountain: int = 0
    plus_if_enemy_beyond_final_line: int = 0
    plus_if_hideyoshi_not_on_map: int = 0
    per_box_used: int = 0
    max_bonus: int = 0
    empty_boxes_count: bool = False
    source: str = ""


class Hands(_Form):
    """The hand of each side."""

    hideyoshi: Hand
    anti: Hand


class Names(_Form):
    """Something of each side, by id."""

    hideyoshi: list[str]
    anti: list[str]
    source: str = ""


class Victory(_Form):
    """What wins at once."""

    immediate: list[str]
    source: str = ""


class Road(_Form):
    """The areas of the road, which count for victory."""

    areas: list[str]
    count: int | None = None
    name_ja: str = ""
    name_en: str = ""
    source: str = ""


class Shortening(_Form):
    """What takes a turn off the end, once (rule 57)."""

    when: str
    turns: int = 1
    once: bool = True
    count: int = 0
    area: str = ""
    source: str = ""


class First(_Form):
    """What holds on turn 1 only (rule 63)."""

    anti_attack_modifier: int = 0
    source: str = ""


class Scenario(_Form):
    """The scenario's numbers and conditions."""

    id: str
    name_ja: str
    name_en: str
    turns: int
    first_player_turn1: str
    mountain: str
    undecided_winner: str
    hand: Hands
    taisho: Names
    honjin: Names
    victory: Victory
    stack_limit_per_side: int = STACK
    shorten_per_lost_general: Lost | None = None
    road: Road | None = None
    shortening: list[Shortening] = []
    turn1: First = msgspec.field(default_factory=First)
    source: str = ""


class Area(_Form):
    """An area of the map; `outline` are its corners, drawn from its centre where it has none."""

    id: str
    name_ja: str
    name_en: str
    terrain: str
    x: int
    y: int
    adjacent: list[str]
    control: str = "none"
    entry_for: str = ""
    honjin: str = ""
    barrier: bool = False
    road: bool = False
    beyond_final_line: bool = False
    outline: list[tuple[int, int]] = []
    source: str = ""


class General(_Form):
    """A general's counter."""

    id: str
    name_ja: str
    name_en: str
    side: str
    clan: str
    attack: int
    command: int
    defense: int
    taisho: bool = False
    source: str = ""


class Troop(_Form):
    """The combat units of a clan."""

    clan: str
    name_ja: str
    side: str
    defense: int
    count: int
    name_en: str = ""
    source: str = ""


class Setup(_Form):
    """What stands in an area at the beginning."""

    area: str
    side: str
    generals: list[str] = []
    troops: dict[str, int] = {}
    source: str = ""


class Track(_Form):
    """The reinforcement track."""

    boxes: int
    entry_areas: list[str]
    empty_boxes: int = 0
    side: str = "hideyoshi"
    free_assignment: bool = False
    source: str = ""


class Group(_Form):
    """A group of reinforcements, of a box or with a letter."""

    generals: list[str]
    troops: dict[str, int] = {}
    box: int = 0
    group: str = ""
    source: str = ""


class Treason(_Form):
    """A clan that can be won over (rule 60)."""

    id: str
    generals: list[str]
    troops: dict[str, int] = {}
    source: str = ""


class Pair(_Form):
    """Two areas that must not be adjacent."""

    a: str
    b: str


class Battle(_Form):
    """A whole file."""

    scenario: Scenario
    area: list[Area]
    general: list[General]
    troop: list[Troop]
    setup: list[Setup]
    reinforcement_track: Track
    reinforcement: list[Group]
    treason: list[Treason] = []
    link_forbidden: list[Pair] = []
