"""The slots of a phase: what the declared cards give, and how far they are filled (A3).

A slot is `slot:0.plain` for the group of every phase, `slot:0.combined` for the second one, and one
for each further card; it is open, in use (`now`) or done.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from honjin.core.scene import Piece
from honjin.core.words import Say
from honjin.games.summits.content.data import (
    ASSAULT,
    CARD_NAMES,
    COMBINED,
    FIRE,
    RALLY,
    REINFORCE,
)
from honjin.games.summits.info.names import card_say
from honjin.games.summits.rules.state import GROUP, OVER, PLAY, RANGED, Summits

_FILLERS: Final = (ASSAULT, FIRE, RALLY, REINFORCE)
_kept = lru_cache(256)


def slots(seen: Summits) -> Iterator[Piece]:
    """The groups of the current phase, then the cards that fill one slot each."""
    if seen.played == 0 or not PLAY <= seen.phase < OVER:
        return
    for n in range(2 if seen.played >> COMBINED & 1 else 1):
        name = CARD_NAMES[COMBINED] if n else "plain"
        yield _slot(seen.actor, name, _state_of_group(seen, n))
    for card in _FILLERS:
        if seen.played >> card & 1:
            yield _slot(seen.actor, CARD_NAMES[card], _state_of_card(seen, card))


def declared(seen: Summits, side: int, card: int) -> int:
    """1 for a card that is still with the slots, not yet with those played."""
    return seen.played >> card & 1 if side == seen.actor and PLAY <= seen.phase < OVER else 0


def _state_of_group(seen: Summits, n: int) -> str:
    """The state of a group; the acting one is the last one begun."""
    begun = (2 if seen.played >> COMBINED & 1 else 1) - seen.groups_left
    if n >= begun:
        return "open"
    return "now" if n == begun - 1 and seen.phase > PLAY else "done"


def _state_of_card(seen: Summits, card: int) -> str:
    if _is_in_use(seen, card):
        return "now"
    return "done" if seen.used_slots >> card & 1 else "open"


def _is_in_use(seen: Summits, card: int) -> bool:
    if card == FIRE:
        return seen.strike == RANGED
    if card == RALLY:
        return seen.rallying == 1
    if card == REINFORCE:
        return seen.entering != 0
    return seen.phase == GROUP and seen.picking == 0


@_kept
def _slot(side: int, name: str, state: str) -> Piece:
    what = Say("slot.plain") if name == "plain" else card_say(CARD_NAMES.index(name))
    label = Say(f"slot.{state}", {"slot": what})
    return Piece(f"slot:{side}.{name}", f"slots:{side}", f"slot-{name}-{state}", label)
