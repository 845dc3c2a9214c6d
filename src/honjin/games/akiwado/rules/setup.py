"""The rules of the set-up (1 to 8): colours, cards taken out, starting hands, destruction area."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.akiwado.content.cardfile import cards_of
from honjin.games.akiwado.content.cardlist import CardList, removed_custom_orders
from honjin.games.akiwado.content.data import (
    CARDS,
    CHOICES,
    COLOURS,
    FLAGS,
    NOBODY,
    NUMBERS,
    ORDER,
    first_waste,
    removed,
)
from honjin.games.akiwado.rules.actions import encode_screen
from honjin.games.akiwado.rules.state import CHOOSE_COLOUR, LOT, ROLL, Akiwado


def setup(options: Options) -> Akiwado:
    """The state before anything is drawn (rules 1, 2, 6)."""
    seats, profile = int(str(options["seats"])), str(options["removed"])
    cards = cards_of(str(options["cards"]))
    s = Akiwado(seats=seats, deck=list(cards.copies), left=sum(cards.copies))
    read_cards(s, cards)
    s.removed_own_colour = removed(profile, seats, "own_colour")
    s.removed_other_colour = removed(profile, seats, "other_colour")
    s.removed_custom_orders = removed_custom_orders(cards, options)
    s.first_waste = first_waste(str(options["waste"]), seats)
    read_rulings(s, options)
    s.coins[:seats] = [cards.start_coins] * seats
    s.stock = cards.coins - cards.start_coins * seats
    if options["colours"] == "seats":
        s.colour[:seats] = range(seats)
        deal(s)
    elif options["colours"] == "choose":
        s.phase = CHOOSE_COLOUR
    return s


def read_cards(s: Akiwado, cards: CardList) -> None:
    """Copy the numbers of the list of cards into the state."""
    s.copies[:] = cards.copies
    s.colour_of[:] = [cards.colour_of(pip) for pip in range(len(s.colour_of))]
    s.box = cards.coins
    s.set_points[:] = cards.set_points
    s.white_points = cards.white_points


def read_rulings(s: Akiwado, options: Options) -> None:
    """Copy the variant and the optional rulings into the state."""
    for key, values in CHOICES.items():
        setattr(s, key, values.index(str(options[key])))
    for key in FLAGS:
        setattr(s, key, int(options[key] is True))
    for key in NUMBERS:
        setattr(s, key, int(str(options[key])))


@rule
def draw_colour(s: Akiwado, colour: int) -> None:
    """Give the next seat a colour; after the last seat, deal the cards."""
    seat = next_colourless(s)
    s.colour[seat] = colour
    if seat == s.seats - 1:
        deal(s)


@rule
def choose_colour(s: Akiwado, seat: int, colour: int) -> None:
    """Take a screen of a colour that is left (W3)."""
    draw_colour(s, colour)


@rule
def list_screens(s: Akiwado, seat: int, out: Any) -> int:
    """List the colours that nobody has yet (W3)."""
    n = 0
    for colour in range(COLOURS):
        if player_of(s, colour) == NOBODY:
            out[n] = encode_screen(colour)
            n += 1
    return n


@rule
def next_colourless(s: Akiwado) -> int:
    """The first seat without a colour, or NOBODY."""
    for seat in range(s.seats):
        if s.colour[seat] == NOBODY:
            return seat
    return NOBODY


@rule
def player_of(s: Akiwado, colour: int) -> int:
    """The seat that plays a colour, or NOBODY."""
    for seat in range(s.seats):
        if s.colour[seat] == colour:
            return seat
    return NOBODY


@rule
def deal(s: Akiwado) -> None:
    """Take cards out, and pass one of each seat's two cards to the left (rules 2, 3, 4)."""
    for colour in range(COLOURS):
        seat = player_of(s, colour)
        move_to_box(s, colour, s.removed_other_colour if seat == NOBODY else s.removed_own_colour)
        if seat != NOBODY:
            left = seat + 1 if seat + 1 < s.seats else 0
            for owner in (seat, left):
                s.deck[colour] -= 1
                s.left -= 1
                s.hand[owner][colour] += 1
    move_to_box(s, ORDER, s.removed_custom_orders)
    s.phase = LOT


@rule
def move_to_box(s: Akiwado, card: int, n: int) -> None:
    """Take n cards out of the game (rule 2)."""
    s.deck[card] -= n
    s.left -= n
    s.removed[card] = n


@rule
def draw_waste(s: Akiwado, card: int) -> None:
    """Turn a card up into the destruction area; after the last one the first turn begins."""
    leave_deck(s, card)
    s.waste[card] += 1
    n = 0
    for kind in range(CARDS):
        n += s.waste[kind]
    if n == s.first_waste:
        s.phase = ROLL


@rule
def leave_deck(s: Akiwado, card: int) -> None:
    """Remove a drawn card from the deck."""
    s.deck[card] -= 1
    s.left -= 1
