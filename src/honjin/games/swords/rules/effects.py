"""Effects that several chapters share: honor, cards, armies, castles, elimination."""

from typing import Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import CARDS, NOBODY
from honjin.games.swords.content.maps import FORTRESS, SQUARES
from honjin.games.swords.rules.options import HOLDINGS_CAPTOR
from honjin.games.swords.rules.state import (
    GLORY,
    LAST,
    MARCHED,
    NOWHERE,
    Swords,
    is_in,
)

LEAST_HONOR: Final = -30_000
"""Without a floor, honor stops here, so that it fits its field."""

# ---- honor (rules 10, 22)


@rule
def gain(s: Swords, seat: int, honor: int) -> None:
    """Give honor to a seat; enough of it wins at once (rule 10, Q30)."""
    if s.ended == 0:
        s.honor[seat] += honor
        if s.honor[seat] >= s.honor_to_win:
            s.ended = GLORY
            s.winner = seat


@rule
def lose(s: Swords, seat: int, honor: int) -> None:
    """Take honor from a seat, down to 0 at most (Q27)."""
    if s.ended == 0 and is_in(s, seat):
        left = max(LEAST_HONOR, s.honor[seat] - honor)
        if s.honor_floor and left < 0:
            left = 0
        s.honor[seat] = left


# ---- cards (rule 4)


@rule
def give_card(s: Swords, seat: int, card: int) -> None:
    """Add a card to a hand."""
    s.hand[seat][card] += 1
    s.held[seat] += 1


@rule
def leave_hand(s: Swords, seat: int, card: int) -> None:
    """Take a card out of a hand, seen by all."""
    s.hand[seat][card] -= 1
    s.held[seat] -= 1
    for viewer in range(s.seats):
        if s.seen[viewer][seat][card]:
            s.seen[viewer][seat][card] -= 1


@rule
def toss(s: Swords, card: int) -> None:
    """Add a card to the discard pile."""
    s.discard[card] += 1
    s.waste += 1


@rule
def play_card(s: Swords, seat: int, card: int) -> None:
    """Play and discard a card."""
    leave_hand(s, seat, card)
    toss(s, card)


@rule
def leave_deck(s: Swords, card: int) -> None:
    """Take a card out of the deck."""
    s.deck[card] -= 1
    s.left -= 1


@rule
def shuffle(s: Swords) -> None:
    """Turn the discard pile into the deck (Q23)."""
    for card in range(CARDS):
        s.deck[card] += s.discard[card]
        s.discard[card] = 0
    s.left += s.waste
    s.waste = 0


@rule
def see_hand(s: Swords, viewer: int, seat: int) -> None:
    """Show a hand to a viewer, who remembers it (Q46)."""
    for card in range(CARDS):
        s.seen[viewer][seat][card] = s.hand[seat][card]


# ---- armies


@rule
def put_army(s: Swords, seat: int, square: int) -> None:
    """Put a new army on a square."""
    s.army[square] = seat + 1
    s.experience[square] = 0
    s.marks[square] = 0
    s.armies[seat] += 1


@rule
def remove_army(s: Swords, square: int) -> None:
    """Remove an army from the board, with its experience."""
    s.armies[s.army[square] - 1] -= 1
    s.army[square] = 0
    s.experience[square] = 0
    s.marks[square] = 0


@rule
def move_army(s: Swords, base: int, to: int) -> None:
    """Move an army to another square, with its experience and marks."""
    s.army[to] = s.army[base]
    s.experience[to] = s.experience[base]
    s.marks[to] = s.marks[base]
    s.army[base] = 0
    s.experience[base] = 0
    s.marks[base] = 0
    if s.marcher == base and s.marks[to] & MARCHED:
        s.marcher = to


# ---- castles and elimination (rules 6, 9)


@rule
def take_castle(s: Swords, seat: int, square: int) -> None:
    """Give a seat control of the castle that it enters, if there is one (rules 6, 15)."""
    if s.castle[square] == 0:
        return
    castle = s.castle[square] - 1
    former = s.control[castle]
    s.control[castle] = seat
    if former != NOBODY and former != seat and must_leave(s, former, castle):
        eliminate(s, former, seat)


@rule
def must_leave(s: Swords, seat: int, castle: int) -> bool:
    """True if losing a castle puts a seat out of the game (rule 9, Q59)."""
    if s.any_fortress == 0:
        return s.home[seat] == castle
    if s.terrain[s.square[castle]] != FORTRESS:
        return False
    for other in range(s.castles):
        if s.control[other] == seat and s.terrain[s.square[other]] == FORTRESS:
            return False
    return True


@rule
def eliminate(s: Swords, seat: int, captor: int) -> None:
    """Put a seat out: armies, cards, treasures, castles (rule 9, Q58); the last one left wins."""
    s.alive &= ~(1 << seat)
    for square in range(SQUARES):
        if s.army[square] == seat + 1:
            remove_army(s, square)
    for castle in range(s.castles):
        if s.control[castle] == seat:
            s.control[castle] = captor if s.holdings == HOLDINGS_CAPTOR else NOBODY
    drop_hand(s, seat)
    s.gold[seat] = 0
    s.honor[seat] = 0
    if s.mover != NOWHERE and s.army[s.mover] == 0:
        s.mover = NOWHERE
    if count_bits(s.alive) == 1 and s.ended == 0:
        s.ended = LAST
        s.winner = lowest_bit(s.alive)


@rule
def drop_hand(s: Swords, seat: int) -> None:
    """Discard a whole hand."""
    for card in range(CARDS):
        s.aside[seat][card] = 0
        while s.hand[seat][card]:
            play_card(s, seat, card)
        for viewer in range(s.seats):
            s.seen[seat][viewer][card] = 0
    s.changes[seat] = 0
    s.decided &= ~(1 << seat)
    s.limit[seat] = 120
