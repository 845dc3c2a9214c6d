"""The Automa of the Epilogue (26.1-26.9): the position determines what Tokugawa does.

A decision is `step << 10 | action`, where `STEPS[step]` is the rule that led to it; 0 means no
action. The Automa takes the first step it can carry out.
"""

from typing import Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.rokumon.content.data import BLACK, EXECUTABLE, LANDING, PLAIN_KINDS, RED
from honjin.games.rokumon.rules.actions import encode_move, encode_place
from honjin.games.rokumon.rules.state import Rokumon, board, die_on, has_row, move_targets

STEPS: Final = (
    "26.6", "26.1", "26.2", "A5", "26.3", "26.4.1", "26.4.2", "26.4.3", "26.4.4", "26.5.1",
    "26.5.2",
)  # fmt: skip
STEP: Final = 1024  # one step of a decision
DIE: Final = PLAIN_KINDS[BLACK]


@rule
def decision(s: Rokumon) -> int:
    """The Automa's action, and the step that led to it (26)."""
    chosen = place_row(s)
    if chosen == 0:
        chosen = move_to(s, 2, s.tops[BLACK])
    if chosen == 0 and (s.automa_stacks or s.automa_stacks_safely):
        chosen = move_to(s, 3, s.tops[BLACK])
    if chosen == 0:
        chosen = move_to(s, 4, s.tops[BLACK] & ~covering_rivals(s))
    if chosen == 0:
        chosen = place_somewhere(s)
    if chosen == 0:
        chosen = move_to(s, 9, s.tops[BLACK] & s.high[1])
    if chosen == 0:
        chosen = move_to(s, 10, s.tops[BLACK] & ~s.high[1])
    return chosen


# ---- placing (26.1, 26.4)


@rule
def can_place(s: Rokumon) -> bool:
    """True if the Automa has a die and an empty card."""
    return s.kinds[BLACK] != 0 and s.high[0] != 0


@rule
def placing(s: Rokumon, step: int, cards: int) -> int:
    """The decision to place on the lowest-numbered of some cards (26.7)."""
    return step * STEP + encode_place(lowest(s, cards), DIE)


@rule
def place_row(s: Rokumon) -> int:
    """Place so that a black row results (26.1)."""
    if not can_place(s):
        return 0
    cards = completing(s, BLACK)
    return placing(s, 1, cards) if cards else 0


@rule
def completing(s: Rokumon, seat: int) -> int:
    """The empty cards on which one more die gives the seat a row."""
    cards = 0
    left = s.high[0]
    while left:
        bit = left & -left
        left ^= bit
        if has_row(s, s.tops[seat] | bit):
            cards |= bit
    return cards


@rule
def place_somewhere(s: Rokumon) -> int:
    """Block, or match the colours of red's dice, or take the lowest empty card (26.4)."""
    if not can_place(s):
        return 0
    threats = completing(s, RED)
    if s.automa_block == EXECUTABLE:
        threats = feasible(s, threats)
    if threats:
        return placing(s, 5, threats)
    alone = s.tops[RED] & s.high[1]
    if alone:
        return placing(s, 6, matching(s, alone))
    if s.tops[RED]:
        return placing(s, 7, matching(s, s.tops[RED]))
    return placing(s, 8, s.high[0])


@rule
def feasible(s: Rokumon, threats: int) -> int:
    """The threats that red can carry out: with a die in supply, or by a Move (A1)."""
    if s.kinds[RED]:
        return threats
    cards = 0
    while threats:
        bit = threats & -threats
        threats ^= bit
        if can_move_in(s, bit):
            cards |= bit
    return cards


@rule
def can_move_in(s: Rokumon, bit: int) -> bool:
    """True if a Move to an empty card would give red a row, with what the lift uncovers (A1)."""
    movers = s.tops[RED]
    while movers:
        card = lowest_bit(movers)
        movers &= movers - 1
        rest = s.tops[RED] & ~(1 << card)
        if s.automa_sees_piles:
            rest |= below(s, card, RED)
        if s.unlike[card] & bit and has_row(s, rest | bit):
            return True
    return False


@rule
def matching(s: Rokumon, cards: int) -> int:
    """Empty cards of the one colour that some cards share, else all empty cards (26.4.2, A2)."""
    unlike = 0
    like = board(s)
    left = cards
    while left:
        card = lowest_bit(left)
        left &= left - 1
        unlike |= s.unlike[card] & cards
        like &= ~s.unlike[card]
    empty = s.high[0] & like
    return s.high[0] if unlike or empty == 0 else empty


# ---- moving (26.2, 26.3, 26.5)


@rule
def move_to(s: Rokumon, step: int, movers: int) -> int:
    """Move from the highest card that has a target, to the lowest that qualifies (26.7)."""
    while movers:
        card = highest(s, movers)
        movers ^= 1 << card
        cards = qualifying(s, step, card)
        if cards:
            return step * STEP + encode_move(card, lowest(s, cards))
    return 0


@rule
def qualifying(s: Rokumon, step: int, card: int) -> int:
    """The targets of a top die that a step allows."""
    targets = move_targets(s, BLACK, card)
    if step == 2:
        return safe_targets(s, card, row_targets(s, card, targets))
    if step == 3:
        pairs = targets & s.pairs[BLACK]
        return pairs if s.automa_stacks else safe_targets(s, card, pairs)
    if step == 4:
        return targets & s.high[1] & s.tops[RED]
    if s.automa_prefers_empty and targets & s.high[0]:
        return targets & s.high[0]
    return targets


@rule
def row_targets(s: Rokumon, card: int, targets: int) -> int:
    """The targets that complete a black row (26.2)."""
    black = s.tops[BLACK] & ~(1 << card) | below(s, card, BLACK)
    rows = 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        if has_row(s, black | bit):
            rows |= bit
    return rows


@rule
def safe_targets(s: Rokumon, card: int, targets: int) -> int:
    """The targets with which black wins in spite of what the lift uncovers (26.2, A5, M2)."""
    if s.reveal_beats_win == 0:
        return targets
    red = s.tops[RED] | below(s, card, RED)
    safe = 0
    while targets:
        bit = targets & -targets
        targets ^= bit
        if not has_row(s, red & ~bit if s.reveal == LANDING else red):
            safe |= bit
    return safe


@rule
def below(s: Rokumon, card: int, seat: int) -> int:
    """The card's bit, if the die under its top die is the seat's; otherwise 0."""
    if s.height[card] < 2:
        return 0
    return (die_on(s, card, s.height[card] - 2) >> 2 == seat) << card


@rule
def covering_rivals(s: Rokumon) -> int:
    """The cards on which a black top die covers a red one (26.3)."""
    return s.tops[BLACK] & s.high[2] & ~s.pairs[BLACK]


# ---- the order of cards (26.7)


@rule
def lowest(s: Rokumon, cards: int) -> int:
    """The card with the lowest number."""
    best = lowest_bit(cards)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if s.number[card] < s.number[best]:
            best = card
    return best


@rule
def highest(s: Rokumon, cards: int) -> int:
    """The card with the highest number."""
    best = lowest_bit(cards)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if s.number[card] > s.number[best]:
            best = card
    return best
