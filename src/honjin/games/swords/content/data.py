"""Cards, traits and numbers from cards.toml.

A card is a small number, its row in the table: 0 Yari Ashigaru … 19 Ninja. So is a trait, in the
order of the throws of two dice that bring it: 0 is 11, 35 is 66.
"""

from pathlib import Path
from typing import Final

from honjin.core.reading.tables import Table, load_tables, must_be_read
from honjin.games.swords.content.maps import MAX_KEEPS, MAX_PLAYERS

_TABLES: Final = load_tables(Path(__file__).with_name("cards.toml"))
_NUMBERS: Final[Table] = _TABLES["numbers"]
_CARDS: Final[list[Table]] = _TABLES["card"]
_TRAITS: Final[list[Table]] = _TABLES["trait"]
_WORDS: Final[dict[str, list[str]]] = {word["id"]: word["cards"] for word in _TABLES["word"]}

# ---- seats

SEATS: Final = tuple(str(n) for n in range(2, MAX_PLAYERS + 1))
MAX_SEATS: Final = MAX_PLAYERS
NOBODY: Final = 7
CASTLES: Final = MAX_SEATS * (1 + MAX_KEEPS)
"""The most fortresses and keeps there can be."""
MAX_ROUNDS: Final = 200
"""A game without a chosen limit ends after this many rounds (W9)."""
MAX_BATTLES: Final = 60
"""The most battles in one turn (W10)."""

# ---- numbers

MAX_TRAITS: Final = 3
"""The most traits of a castle."""

NUMBER_NAMES: Final = (
    "honor_to_win", "fortress_gold", "keep_gold", "supply", "army_cost", "draw_cost", "honor_cost",
    "battle_draw", "commit_max", "limited_max", "winner_hand", "loser_hand", "diplomacy_hand",
    "winner_honor", "loser_honor", "treachery_honor", "ninja_honor", "prosperity_gold",
    "much_honor", "intrigue", "fortress_traits", "keep_traits",
)  # fmt: skip
"""The numbers that a list of cards can change."""
NUMBER_FIELDS: Final = {name: name for name in NUMBER_NAMES} | {"intrigue": "intrigue_loss"}
"""Their fields in a state, where `intrigue` is the option."""
NUMBERS: Final = tuple(_NUMBERS[name] for name in NUMBER_NAMES)
"""Their values as printed."""

# ---- cards

CARDS: Final = len(_CARDS)
CARD_NAMES: Final = tuple(str(card["id"]) for card in _CARDS)
CARD_LETTERS: Final = tuple(str(card["short"]) for card in _CARDS)
"""Two letters for each card, for notation."""
COPIES: Final = tuple(int(card["count"]) for card in _CARDS)
FORCE: Final = tuple(int(card["force"]) for card in _CARDS)
TROOPS: Final = 11
"""Cards below this number are troops; then come battle actions and events."""
EVENTS: Final = 13
"""Cards from this number on are events, without force (Q41)."""
TACTICS: Final = CARD_NAMES.index("superior_tactics")
TREACHERY: Final = CARD_NAMES.index("treachery")
PROSPERITY: Final = CARD_NAMES.index("prosperity")
MUCH_HONOR: Final = CARD_NAMES.index("much_honor")
DIPLOMACY: Final = CARD_NAMES.index("diplomacy")
SPIES: Final = CARD_NAMES.index("shinobi_spies")
FORCED_MARCH: Final = CARD_NAMES.index("forced_march")
INTRIGUE: Final = CARD_NAMES.index("intrigue")
NINJA: Final = CARD_NAMES.index("ninja")
RANKED: Final = TREACHERY
"""Bots rank the cards below this number; Treachery costs too much to count on."""
CARD_SORTS: Final = tuple(str(card["class"]) for card in _CARDS)

MONKS: Final = CARD_NAMES.index("warrior_monks")
_LIMITED: Final = ("peasant", "soldier", "samurai")
IS_LIMITED: Final = tuple(int(sort in _LIMITED) for sort in CARD_SORTS)
"""1: at most five of these in a battle (rule 18)."""


BONUS: Final = tuple(int(card.get("bonus", 0)) for card in _CARDS)
"""The force that each card adds to its own, where that applies."""


def _applies(when: str) -> tuple[int, ...]:
    return tuple(int(card.get("when") == when) for card in _CARDS)


DEFENDING: Final = _applies("defending")
ATTACKING: Final = _applies("attacking")
AT_SIEGE: Final = _applies("siege")
IN_OPEN: Final = _applies("open")
"""1: the bonus of the card applies there."""

# ---- traits

TRAITS: Final = len(_TRAITS)
TRAIT_NAMES: Final = tuple(str(trait["id"]) for trait in _TRAITS)
TRAIT_ROLLS: Final = tuple(int(trait["roll"]) for trait in _TRAITS)
THROWS: Final = (1,) * TRAITS
"""How many throws of the dice bring each trait, as printed (Q9)."""
TRAIT_AMOUNT: Final = tuple(int(trait["amount"]) for trait in _TRAITS)
"""The amount that each trait brings, or adds, as printed."""
TRAIT_EFFECT: Final = tuple(str(trait["effect"]) for trait in _TRAITS)

TRAIT_WORD: Final = tuple(str(trait.get("word", "")) for trait in _TRAITS)
"""The keyword of the cards that a trait helps; empty if it helps none."""


def _have(effect: str) -> tuple[int, ...]:
    return tuple(int(one == effect) for one in TRAIT_EFFECT)


TRAIT_GOLD: Final = _have("gold")
TRAIT_HONOR: Final = _have("honor")
TRAIT_HOUSE: Final = _have("ninja_draw")
"""1: the amount of the trait is gold or honor each turn, or cards drawn for a Ninja."""
ALWAYS: Final = _have("total")
DEFENDER: Final = _have("total_defending")
ATTACKER: Final = _have("total_attacking")
BESIEGED: Final = _have("total_defending_castle")
BESIEGER: Final = _have("total_attacking_castle")
"""1: the amount of the trait is added once to the total of a battle."""


def _helped(trait: Table) -> int:
    """The cards that a trait helps, as a mask."""
    names = _WORDS[trait["word"]] if trait["effect"] == "card" else []
    return sum(1 << CARD_NAMES.index(name) for name in names)


HELPS: Final = tuple(_helped(trait) for trait in _TRAITS)
"""The cards whose force a trait increases by its amount, as a mask (Q50)."""

must_be_read("cards.toml", _TABLES)
