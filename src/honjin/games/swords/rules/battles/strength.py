"""The force of both sides of a battle (rules 20, 21)."""

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import (
    ALWAYS,
    AT_SIEGE,
    ATTACKER,
    ATTACKING,
    BESIEGED,
    BESIEGER,
    CARDS,
    DEFENDER,
    DEFENDING,
    HELPS,
    IN_OPEN,
    MAX_TRAITS,
)
from honjin.games.swords.rules.state import ATT, DEF, LINES, Swords, has_trait


@rule
def is_siege(s: Swords) -> bool:
    """True if the defender is in a castle (rule 21, Q39)."""
    return s.castle[s.target] > 0


@rule
def card_force(s: Swords, side: int, card: int) -> int:
    """The force of a card with its own bonus (rule 20, Q48)."""
    applies = ATTACKING[card] if side == ATT else DEFENDING[card]
    applies += AT_SIEGE[card] if is_siege(s) else IN_OPEN[card]
    return s.face[card] + applies * s.bonus[card]


@rule
def reckon(s: Swords, side: int, seat: int) -> None:
    """Compute all parts of the force of a side (rule 20)."""
    for card in range(CARDS):
        s.force[side][0] += s.shown[side][card] * card_force(s, side, card)
    for castle in range(s.castles):
        if s.control[castle] == seat:
            for k in range(MAX_TRAITS):
                trait = has_trait(s, castle, k)
                if trait:
                    s.force[side][1] += trait_on_cards(s, side, trait - 1)
                    s.force[side][2] += trait_at_large(s, side, trait - 1)
    s.force[side][3] = s.experience[s.base if side == ATT else s.target]
    if side == DEF:
        s.force[side][4] = s.defence[s.terrain[s.target]]


@rule
def trait_on_cards(s: Swords, side: int, trait: int) -> int:
    """The force that a trait adds to the cards it helps (Q50, Q51)."""
    helps = HELPS[trait]
    force = 0
    if helps:
        for card in range(CARDS):
            if helps >> card & 1:
                force += s.brings[trait] * s.shown[side][card]
    return force


@rule
def trait_at_large(s: Swords, side: int, trait: int) -> int:
    """The force that a trait adds to the total, once (Q51)."""
    times = ALWAYS[trait]
    if side == ATT:
        times += ATTACKER[trait]
        times += BESIEGER[trait] if is_siege(s) else 0
    else:
        times += DEFENDER[trait]
        times += BESIEGED[trait] if is_siege(s) else 0
    return times * s.brings[trait]


@rule
def total(s: Swords, side: int) -> int:
    """The force of a side; it may be negative (Q49)."""
    force = 0
    for line in range(LINES):
        force += s.force[side][line]
    return force
