"""Cards that are drawn (rule 13): the free one, those for gold, those of Ninja Houses."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import CARDS, DRAW_COST, NINJA
from honjin.games.swords.rules.actions import DRAW_ONE, HOUSE
from honjin.games.swords.rules.effects import give_card, leave_deck, shuffle, toss
from honjin.games.swords.rules.state import DRAW, DRAWING, HOUSING, Swords
from honjin.games.swords.rules.turn import list_on


@rule
def can_draw(s: Swords) -> bool:
    """One card is free, any other costs gold (rule 13); without cards there is nothing to draw."""
    if s.left + s.waste == 0:
        return False
    return s.drawn == 0 or s.gold[s.turn] >= DRAW_COST


@rule
def can_house(s: Swords) -> bool:
    """A card for each Ninja House, after the free one (Q22)."""
    return s.houses > 0 and s.drawn > 0 and s.left + s.waste > 0


@rule
def has_draw(s: Swords) -> bool:
    """Whether there is a card to draw, be it for a Ninja House."""
    return can_draw(s) or can_house(s)


@rule
def list_draw(s: Swords, seat: int, out: Any) -> int:
    """A card, a card for a Ninja House, on (rule 13)."""
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
    """A seat is to draw so many cards."""
    s.drawer = seat
    s.to_draw = cards
    s.phase = phase


@rule
def draw_one(s: Swords, seat: int) -> None:
    """The free card, or one for gold (rule 13)."""
    if s.drawn:
        s.gold[s.turn] -= DRAW_COST
    s.drawn = 1
    begin_draw(s, s.turn, 1, DRAWING)


@rule
def draw_for_house(s: Swords, seat: int) -> None:
    """A Ninja House sends for a card (rule 13)."""
    s.houses -= 1
    begin_draw(s, s.turn, 1, HOUSING)


# ---- the deck


@rule
def has_card(s: Swords) -> bool:
    """Whether there is a card still to draw; if need be discards are shuffled (Q23)."""
    if s.to_draw and s.left == 0:
        shuffle(s)
    return s.to_draw > 0 and s.left > 0


@rule
def list_deck(s: Swords, out: Any, weights: Any) -> int:
    """Each card of the deck is as likely as any other (rule 4)."""
    n = 0
    for card in range(CARDS):
        if s.deck[card]:
            out[n] = card
            weights[n] = s.deck[card]
            n += 1
    return n


@rule
def take_card(s: Swords, card: int) -> None:
    """A card comes from the deck; that of a Ninja House is shown and kept if a Ninja (Q22)."""
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
    """All cards are drawn, or there are no more."""
    s.to_draw = 0
    s.phase = DRAW
