"""The patterns of a position: what a learned estimate of Acts 3 to 5 gives weights to.

A position is described by overlapping small parts, each numbered, all of them once for each
*phase*: the side to move, and which Surprises are used.

    cards    the dice on a card, its colour, how many lines it lies in
    lines    the three cards of each line
    pairs    each two cards, whether or not they lie in a line
    supplies the dice beside the board
    threats  how many lines and stacks each side could complete at once, by the dice on the board

In lines and pairs a card is one of SORTS sorts of piles, times its colour. The order of the cards
does not matter, so their codes are sorted.
"""

from typing import Any, Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.rokumon.content.data import BLACK, MAX_CARDS, RED, TOP_WINS
from honjin.games.rokumon.rules.state import MAX_ROWS, Rokumon

PHASES: Final = 8
PILES: Final = 64  # the lower die and eight times the upper
COLOURS: Final = 3
LINES: Final = 4  # a card lies in at most three lines that matter
SORTS: Final = 14


def _sort(low: int, top: int) -> int:
    """The sort of a pile: one die by its kind; two by their sides, and by who wins a fight."""
    if not top:
        return low
    if low >> 2 == top >> 2:
        return 8 + (low >> 2)
    return 10 + 2 * (low >> 2) + (TOP_WINS >> (8 * low + top) & 1)


SORT_OF: Final = tuple(_sort(pile & 7, pile >> 3) for pile in range(PILES))
CODES: Final = COLOURS * SORTS

CARDS_AT: Final = 0
ROWS_AT: Final = CARDS_AT + PHASES * PILES * COLOURS * LINES
PAIRS_AT: Final = ROWS_AT + PHASES * CODES**3
SUPPLIES_AT: Final = PAIRS_AT + PHASES * 2 * CODES**2
THREATS_AT: Final = SUPPLIES_AT + PHASES * 512
PATTERN_COUNT: Final = THREATS_AT + PHASES * 81 * 10
MAX_PATTERNS: Final = MAX_CARDS + MAX_ROWS + MAX_CARDS * (MAX_CARDS - 1) // 2 + 2


@rule
def patterns(s: Rokumon, out: Any) -> int:
    """List the patterns of a running position."""
    phase = s.turn | (s.surprised & 3) << 1
    n = list_cards(s, phase, out)
    n = list_rows(s, phase, out, n)
    n = list_pairs(s, phase, out, n)
    out[n] = SUPPLIES_AT + 512 * phase + supplies(s)
    dice = 0
    for card in range(s.cards):
        dice += s.height[card]
    out[n + 1] = THREATS_AT + (10 * phase + dice) * 81 + 9 * threats(s, RED) + threats(s, BLACK)
    return n + 2


@rule
def list_cards(s: Rokumon, phase: int, out: Any) -> int:
    """List the cards, and put their codes and neighbours in the second half of the list."""
    for card in range(s.cards):
        pile = s.dice >> 9 * card & 63
        lines = 0
        near = 0
        for i in range(s.rows):
            if s.row[i] >> card & 1:
                lines += 1
                near |= s.row[i]
        colour = max(s.colour[card], 1) - 1  # a search checks no index: also before the deal
        out[card] = CARDS_AT + ((phase * PILES + pile) * COLOURS + colour) * LINES + min(lines, 3)
        out[MAX_PATTERNS + card] = SORT_OF[pile] * COLOURS + colour
        out[MAX_PATTERNS + MAX_CARDS + card] = near
    return s.cards


@rule
def list_rows(s: Rokumon, phase: int, out: Any, n: int) -> int:
    """List the lines."""
    for i in range(s.rows):
        left = s.row[i]
        a = out[MAX_PATTERNS + lowest_bit(left)]
        left &= left - 1
        b = out[MAX_PATTERNS + lowest_bit(left)]
        left &= left - 1
        c = out[MAX_PATTERNS + lowest_bit(left)]
        low = min(a, b)
        high = max(a, b)
        first = min(low, c)
        last = max(high, c)
        between = a + b + c - first - last
        out[n] = ROWS_AT + ((phase * CODES + last) * CODES + between) * CODES + first
        n += 1
    return n


@rule
def list_pairs(s: Rokumon, phase: int, out: Any, n: int) -> int:
    """List each two cards."""
    for card in range(1, s.cards):
        a = out[MAX_PATTERNS + card]
        near = out[MAX_PATTERNS + MAX_CARDS + card]
        for other in range(card):
            b = out[MAX_PATTERNS + other]
            both = (2 * phase + (near >> other & 1)) * CODES
            out[n] = PAIRS_AT + (both + max(a, b)) * CODES + min(a, b)
            n += 1
    return n


@rule
def supplies(s: Rokumon) -> int:
    """The kinds of dice beside the board, and whether there are two of the kinds that have two."""
    code = s.kinds[RED] >> 1 & 7 | (s.kinds[BLACK] >> 4 & 15) << 3
    return code | (s.supply[1] >> 1 & 1) << 7 | (s.supply[5] >> 1 & 1) << 8


@rule
def threats(s: Rokumon, seat: int) -> int:
    """The lines (0 to 2, times three) and stacks (0 to 2) that a seat could complete at once."""
    mine = s.tops[seat]
    takes = s.high[0] | s.high[1] | s.pairs[seat]
    rows = 0
    for i in range(s.rows):
        if count_bits(s.row[i] & mine) == 2:
            third = s.row[i] & ~mine
            free = third & s.high[0] != 0 and s.kinds[seat] != 0
            if free or (third & takes and s.unlike[lowest_bit(third)] & mine & ~s.row[i]):
                rows += 1
    stacks = 0
    ready = s.pairs[seat] & mine
    while ready:
        if s.unlike[lowest_bit(ready)] & mine:
            stacks += 1
        ready &= ready - 1
    return 3 * min(rows, 2) + min(stacks, 2)
