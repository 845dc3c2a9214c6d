"""Secret choices: cards set aside for a battle (rule 18), cards discarded after it (rule 23)."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import (
    CARDS,
    IS_LIMITED,
    MONKS,
    SPIES,
    TREACHERY,
)
from honjin.games.swords.rules.actions import SEALED, encode_aside, encode_back, encode_spy
from honjin.games.swords.rules.options import SPIES_FIRST
from honjin.games.swords.rules.state import COMMIT, MAX_BACK, REDUCE, Swords

# ---- who chooses


@rule
def is_sealed_phase(s: Swords) -> bool:
    """True if choices are made in secret now."""
    return s.phase == COMMIT or s.phase == REDUCE


@rule
def in_secret(s: Swords) -> int:
    """Mask of the seats that choose in this phase."""
    if s.phase == COMMIT:
        return 1 << s.attacker | 1 << s.defender
    mask = 0
    for seat in range(s.seats):
        if s.held[seat] > s.limit[seat]:
            mask |= 1 << seat
    return mask


@rule
def undecided(s: Swords) -> int:
    """Mask of the seats whose secret choice is missing."""
    return in_secret(s) & ~s.decided


@rule
def begin_choices(s: Swords) -> None:
    """Let both sides choose; a side without cards has already chosen (Q41)."""
    s.phase = COMMIT
    s.decided = 0
    if s.held[s.attacker] == 0:
        s.decided |= 1 << s.attacker
    if s.held[s.defender] == 0:
        s.decided |= 1 << s.defender


# ---- what is set aside


@rule
def laid_aside(s: Swords, seat: int) -> int:
    """The number of cards a seat has set aside."""
    n = 0
    for card in range(CARDS):
        n += s.aside[seat][card]
    return n


@rule
def limited_aside(s: Swords, seat: int) -> int:
    """The number of them that count towards the five (rule 18, Q42)."""
    n = 0
    for card in range(CARDS):
        if IS_LIMITED[card] or (card == MONKS and s.monks_limited):
            n += s.aside[seat][card]
    return n


@rule
def list_reduction(s: Swords, seat: int, out: Any) -> int:
    """List cards to discard, as many as have to go, and the seal (rule 23)."""
    short = s.held[seat] - s.limit[seat] - laid_aside(s, seat)
    n = 0
    if short > 0:
        for card in range(CARDS):
            if s.hand[seat][card] > s.aside[seat][card]:
                out[n] = encode_aside(card)
                n += 1
    n = list_back(s, seat, out, n)
    if short == 0:
        out[n] = SEALED
        n += 1
    return n


@rule
def list_commit(s: Swords, seat: int, out: Any) -> int:
    """List cards to set aside: 1 to 7, 5 limited (18), 0 only without cards (Q41); spies."""
    total = laid_aside(s, seat)
    n = 0
    if total < s.commit_max:
        is_full = limited_aside(s, seat) >= s.limited_max
        for card in range(CARDS):
            if s.hand[seat][card] > s.aside[seat][card] and fits(s, seat, card, is_full):
                out[n] = encode_aside(card)
                n += 1
    n = list_back(s, seat, out, n)
    other = s.defender if seat == s.attacker else s.attacker
    if can_spy(s, seat):
        out[n] = encode_spy(other)
        n += 1
    if total > 0 or s.held[seat] == 0:
        out[n] = SEALED
        n += 1
    return n


@rule
def fits(s: Swords, seat: int, card: int, is_full: bool) -> bool:
    """True if a card can be added to those set aside (rule 18, Q42, Q43)."""
    if is_full and (IS_LIMITED[card] or (card == MONKS and s.monks_limited)):
        return False
    return card != TREACHERY or s.one_treachery == 0 or s.aside[seat][TREACHERY] == 0


@rule
def can_spy(s: Swords, seat: int) -> bool:
    """True if spies not set aside can be sent while cards are chosen (Q46, W1)."""
    if s.spies == SPIES_FIRST:
        return False
    spare = s.hand[seat][SPIES] - s.aside[seat][SPIES]
    return spare > 0


@rule
def list_back(s: Swords, seat: int, out: Any, n: int) -> int:
    """List cards that can be taken back, a few times (W2)."""
    if s.changes[seat] < MAX_BACK:
        for card in range(CARDS):
            if s.aside[seat][card]:
                out[n] = encode_back(card)
                n += 1
    return n


@rule
def set_aside(s: Swords, seat: int, card: int) -> None:
    """Choose a card of the hand."""
    s.aside[seat][card] += 1


@rule
def take_back(s: Swords, seat: int, card: int) -> None:
    """Take back a chosen card (W2)."""
    s.aside[seat][card] -= 1
    s.changes[seat] += 1


@rule
def seal(s: Swords, seat: int) -> None:
    """Make the choice final."""
    s.decided |= 1 << seat


@rule
def clear_secret(s: Swords) -> None:
    """Clear all secret choices."""
    s.decided = 0
    for seat in range(s.seats):
        s.changes[seat] = 0
        for card in range(CARDS):
            s.aside[seat][card] = 0
