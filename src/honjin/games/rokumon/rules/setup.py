"""Setting up and dealing (rules 1, 2, 4).

Outcomes of the deal are DEAL_COLOUR + colour, DEAL_FORT + card, DEAL_NUMBER + number.
"""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.rokumon.content.data import (
    ACT_KEYS,
    ACTS,
    BLACK,
    COLOUR_COUNTS,
    COLOUR_LETTERS,
    COLOURS_BY_NUMBER,
    FORT,
    GOLD,
    KIND_COUNTS,
    NUMBER_SCHEMES,
    PLAIN_KINDS,
    RED,
    RULINGS,
    SIDE_DICE,
)
from honjin.games.rokumon.rules.state import Rokumon, board, give_back, settle_board
from honjin.games.rokumon.rules.winning import remember

DEAL_COLOUR: Final = 0
DEAL_FORT: Final = 8
DEAL_NUMBER: Final = 16

EPILOGUE_ACT: Final = 5  # index into data.ACTS
FORT_ACT: Final = 4


def setup(options: Options) -> Rokumon:
    """The state before the deal, or after it if the options give one (rules 1, 2)."""
    index = ACT_KEYS.index(str(options["act"]))
    act = ACTS[index]
    s = Rokumon(act=index, cards=len(act.layout.cells), fights=int(act.fights))
    s.plain, s.solo = int(not act.fights), int(act.has_automa)
    s.surprised = 0 if act.surprises else 3
    if act.has_automa:
        s.surprised = 1 << BLACK
        s.numbers = NUMBER_SCHEMES.index(str(options["numbers"]))
    for key, values in RULINGS.items():
        setattr(s, key, values.index(options[key]))
    s.cell[: s.cards] = act.layout.cells
    s.high[0] = board(s)
    settle_board(s)
    fill_supplies(s)
    s.undealt = s.cards
    deal_given(s, str(options["deal"]))
    return s


def fill_supplies(s: Rokumon) -> None:
    """Put all dice beside the board; without fights those of a side are alike (rules 1, 4)."""
    counts = [0] * 8
    if s.plain:
        counts[PLAIN_KINDS[RED]], counts[PLAIN_KINDS[BLACK]] = SIDE_DICE
    else:
        counts[:] = KIND_COUNTS
    for kind in range(1, 8):
        for _ in range(counts[kind]):
            give_back(s, kind)


def deal_given(s: Rokumon, text: str) -> None:
    """Lay out a given deal: one letter (in the Epilogue, one digit) per card."""
    if s.act == FORT_ACT and text:
        deal(s, DEAL_FORT + text.index("f"))
        text = text.replace("f", "")
    for letter in text:
        if s.solo:
            deal(s, DEAL_NUMBER + int(letter))
        else:
            deal(s, DEAL_COLOUR + COLOUR_LETTERS.index(letter))


@rule
def list_deals(s: Rokumon, out: Any, weights: Any) -> int:
    """List the possible next cards: all cards are equally likely (rule 2)."""
    if s.act == EPILOGUE_ACT:
        return list_numbers(s, out, weights)
    if s.act == FORT_ACT and s.undealt == s.cards:
        for card in range(s.cards):
            out[card] = DEAL_FORT + card
            weights[card] = 1
        return s.cards
    dealt = 0  # the number of cards of each colour, in four bits
    for card in range(s.cards):
        dealt += 1 << (s.colour[card] << 2)
    n = 0
    for colour in range(GOLD, FORT):
        left = COLOUR_COUNTS[colour] - (dealt >> (colour << 2) & 15)
        if left:
            out[n] = DEAL_COLOUR + colour
            weights[n] = left
            n += 1
    return n


@rule
def list_numbers(s: Rokumon, out: Any, weights: Any) -> int:
    """List the numbers of the cards not dealt yet."""
    used = 0
    for card in range(s.cards):
        used |= 1 << s.number[card]
    n = 0
    for number in range(1, 8):
        if used >> number & 1 == 0:
            out[n] = DEAL_NUMBER + number
            weights[n] = 1
            n += 1
    return n


@rule
def deal(s: Rokumon, outcome: int) -> None:
    """Turn up the next card in reading order; the fort's place is drawn before all others."""
    if outcome >= DEAL_NUMBER:
        card = next_card(s)
        s.number[card] = outcome - DEAL_NUMBER
        s.colour[card] = COLOURS_BY_NUMBER[s.numbers][s.number[card]]
    elif outcome >= DEAL_FORT:
        s.colour[outcome - DEAL_FORT] = FORT
    else:
        s.colour[next_card(s)] = outcome - DEAL_COLOUR
    s.undealt -= 1
    if s.undealt == 0:
        tell_colours_apart(s)
        remember(s)


@rule
def next_card(s: Rokumon) -> int:
    """The first card not dealt yet."""
    card = 0
    while s.colour[card]:
        card += 1
    return card


@rule
def tell_colours_apart(s: Rokumon) -> None:
    """Fill `unlike`: a fort differs from every other card (Act 5)."""
    alike = 0  # the cards of each colour, in eight bits
    for card in range(s.cards):
        alike |= 1 << (s.colour[card] << 3) + card
    for card in range(s.cards):
        s.unlike[card] = (1 << s.cards) - 1 & ~(alike >> (s.colour[card] << 3))
