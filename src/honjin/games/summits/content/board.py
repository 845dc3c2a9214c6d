"""A battle as declared by a file: scenario, areas, units, reinforcements; and its size limits.

Files are read in boardfile.py and validated in boardtext.py. `source` marks a table as documented
or reconstructed, `evidence` says why; nothing depends on either.
"""

from __future__ import annotations

from typing import Final

import msgspec

AREAS: Final = 32
"""The most areas a state has room for; likewise:"""
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
"""The most units of a side in an area (rule 26)."""
MAX_BONUS: Final = 5
MAX_HAND: Final = 9
"""The largest hand: the other side's deck has ten cards."""
MAX_TURNS: Final = 15
TYPES: Final = ("combined", "assault", "fire", "rally", "ambush")
"""The types of cards, without Reinforcements."""
MAX_COPIES: Final = 9
"""The most cards of one type in a deck: as many as the largest hand."""
SCALE: Final = (1.4 / 50, 1 / 50)
"""The scale from a file to the scene: the map is 28 wide and 20 high, like a table."""


class _Form(msgspec.Struct, omit_defaults=True):
    """A table of a file."""


class Lost(_Form):
    """A side that loses a general loses turns."""

    side: str
    turns: int


class Hand(_Form):
    """The number of cards a side picks (rules 54, 55, 58, 59)."""

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


class Deck(_Form):
    """The cards of each type that a side may hold (rule 8); rule 60 has the Reinforcements."""

    combined: int
    assault: int
    fire: int
    rally: int
    ambush: int
    source: str = ""


def _printed(n: int) -> Deck:
    return msgspec.field(default_factory=lambda: Deck(n, n, n, n, n))


class Decks(_Form):
    """The deck of each side; as printed where it is left out."""

    hideyoshi: Deck = _printed(4)
    anti: Deck = _printed(2)


class Names(_Form):
    """A value for each side, by id."""

    hideyoshi: list[str]
    anti: list[str]
    source: str = ""


class Victory(_Form):
    """The ways to win at once."""

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
    """An event that shortens the battle by a turn, once (rule 57)."""

    when: str
    turns: int = 1
    once: bool = True
    count: int = 0
    area: str = ""
    source: str = ""


class First(_Form):
    """Numbers of turn 1 only (rule 63)."""

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
    deck: Decks = msgspec.field(default_factory=Decks)
    source: str = ""


class Area(_Form):
    """An area of the map; `outline` holds its corners; without it, it is drawn from its centre."""

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
    """The units in an area at the beginning."""

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
    """A group of reinforcements, with a box or a letter."""

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
