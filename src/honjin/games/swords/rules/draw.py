"""Drawing cards (rule 13): the free one, those bought with gold, those of Ninja Houses."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import CARDS, NINJA
from honjin.games.swords.rules.actions import DRAW_ONE, HOUSE
from honjin.games.swords.rules.effects import give_card, leave_deck, shuffle, toss
from honjin.games.swords.rules.state import DRAW, DRAWING, HOUSING, Swords
from honjin.games.swords.rules.turn import list_on


@rule
def can_draw(s: Swords) -> bool:
    """True if the free card, or one for gold, can be drawn (rule 13) and there is a card."""
    if s.left + s.waste == 0:
        return False
    return s.drawn == 0 or s.gold[s.turn] >= s.draw_cost


@rule
def can_house(s: Swords) -> bool:
    """True if a Ninja House can draw, after the free card (Q22)."""
    return s.houses > 0 and s.drawn > 0 and s.left + s.waste > 0


@rule
def has_draw(s: Swords) -> bool:
    """True if a card can be drawn, for a Ninja House or otherwise."""
    return can_draw(s) or can_house(s)


@rule
def list_draw(s: Swords, seat: int, out: Any) -> int:
    """List a card, a card for a Ninja House, and the end of the phase (rule 13)."""
    n = 0
    if can_draw(s):
        out[n] = DRAW_ONE
        n += 1
    if can_house(s):
        out[n] = HOUSE
        n += 1
    return list_on(s, out, n)


@rule
def begin_draw(s: Swords, seat: int, cards: int, phase: int) -> None:
    """Make a seat draw a number of cards."""
    s.drawer = seat
    s.to_draw = cards
    s.phase = phase


@rule
def draw_one(s: Swords, seat: int) -> None:
    """Draw the free card, or one for gold (rule 13)."""
    if s.drawn:
        s.gold[s.turn] -= s.draw_cost
    s.drawn = 1
    begin_draw(s, s.turn, 1, DRAWING)


@rule
def draw_for_house(s: Swords, seat: int) -> None:
    """Draw a card for a Ninja House (rule 13)."""
    s.houses -= 1
    begin_draw(s, s.turn, 1, HOUSING)


# ---- the deck


@rule
def has_card(s: Swords) -> bool:
    """True if a card is still to be drawn and there is one; shuffles discards if needed (Q23)."""
    if s.to_draw and s.left == 0:
        shuffle(s)
    return s.to_draw > 0 and s.left > 0


@rule
def list_deck(s: Swords, out: Any, weights: Any) -> int:
    """List the cards of the deck, each equally likely (rule 4)."""
    n = 0
    for card in range(CARDS):
        if s.deck[card]:
            out[n] = card
            weights[n] = s.deck[card]
            n += 1
    return n


@rule
def take_card(s: Swords, card: int) -> None:
    """Take a card from the deck; a Ninja House shows it and keeps only a Ninja (Q22)."""
    leave_deck(s, card)
    s.to_draw -= 1
    if s.phase != HOUSING:
        give_card(s, s.drawer, card)
    elif card == NINJA:
        give_card(s, s.drawer, card)
        for viewer in range(s.seats):
            if viewer != s.drawer:
                s.seen[viewer][s.drawer][card] += 1
    else:
        toss(s, card)


@rule
def end_draw(s: Swords) -> None:
    """Continue once all cards are drawn, or there are no more."""
    s.to_draw = 0
    s.phase = DRAW
