"""The box: sides, cards, and the two battles from their files.

card   0         1        2     3      4       5
       combined  assault  fire  rally  ambush  reinforcements
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from honjin.games.summits.content.board import BATTLES, GENERALS, TYPES, Decks
from honjin.games.summits.content.boardfile import load_battle, write_battle

# ---- sides

HIDEYOSHI: Final = 0
ANTI: Final = 1
NOBODY: Final = 2

# ---- cards

CARDS: Final = 6
COMBINED, ASSAULT, FIRE, RALLY, AMBUSH, REINFORCE = range(CARDS)
CARD_NAMES: Final = (*TYPES, "reinforce")
CALLS: Final = (2, 0)
"""The Reinforcements cards of each side, which a battle cannot change (rule 60)."""


def copies(decks: Decks, side: int) -> tuple[int, ...]:
    """The cards of each type in the deck of a side, Reinforcements included."""
    deck = (decks.hideyoshi, decks.anti)[side]
    return (*(getattr(deck, name) for name in TYPES), CALLS[side])


COPIES: Final = tuple(copies(Decks(), side) for side in (HIDEYOSHI, ANTI))
"""COPIES[side][card] as printed: 22 and 10 cards (rule 8)."""

# ---- units: generals by number, combat units by clan

OFF: Final = 40  # where[general]: still on the track, waiting to enter, or beside the map
LOST: Final = 41
LEFT: Final = 42  # won over (rule 60)
NO_UNIT: Final = 63
TROOP: Final = GENERALS
"""A unit as a number: a general, or TROOP + clan for a combat unit of it."""

LETTERS: Final = "-ABCDEF"
"""The letters of groups of reinforcements, from 1."""

# ---- numbers of the rules

PALISADE: Final = 9  # rule 5
MOVES: Final = 2  # rule 21
LORD: Final = "hashiba_hideyoshi"
"""The general whose presence on the map matters for rules 58 and 60."""

SPLITS: Final = tuple(8 * a + b for a in range(1, 7) for b in range(a, 7))
"""The throws of two dice, the smaller first."""
WAYS: Final = tuple(1 if split >> 3 == split & 7 else 2 for split in SPLITS)

# ---- the shipped battles

SHIPPED_KEY: Final = "shipped"
SHIPPED: Final = {key: load_battle(Path(__file__).with_name(f"{key}.toml")) for key in BATTLES}
SHIPPED_TEXT: Final = {key: write_battle(battle) for key, battle in SHIPPED.items()}

RECONSTRUCTIONS: Final = ("second", "first")
"""What we made of each battle, the latest first (W12)."""


@cache
def shipped_text(battle: str, reconstruction: str) -> str:
    """The text of a battle as we made it."""
    if reconstruction == RECONSTRUCTIONS[0]:
        return SHIPPED_TEXT[battle]
    return write_battle(load_battle(Path(__file__).parent / reconstruction / f"{battle}.toml"))
