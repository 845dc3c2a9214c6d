"""The observation of a seat.

Hidden are the deck, the hands of others, the cards they set aside, tiles not laid yet, and the
trade of others: drafts, offers to third parties, how many trade actions were used (W7). A seat
remembers what it has seen of other hands (`seen`, Q46).
"""

from typing import Any

from honjin.core.jit.bits import clear
from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import (
    CARDS,
    IS_LIMITED,
    MONKS,
    TREACHERY,
)
from honjin.games.swords.content.laying import TILE_KINDS
from honjin.games.swords.content.maps import IMPASSABLE, SQUARES
from honjin.games.swords.content.maps import TILES as TILE_COUNTS
from honjin.games.swords.info.log import tell
from honjin.games.swords.rules.battles.secret import in_secret, is_sealed_phase
from honjin.games.swords.rules.state import COMMIT, LAY, TILES, Swords, added_clear
from honjin.games.swords.rules.trading.trade import clear_offer

__all__ = ["observe", "resample", "retract_sealed", "tell"]

# ---- hide


@rule
def observe(s: Swords, seat: int) -> None:
    """Hide all but the seat's own cards, tiles and choices (Q66)."""
    s.eyes = seat + 1
    clear(s.deck)
    clear(s.stock)
    for other in range(s.seats):
        if other != seat:
            hide_seat(s, other)
            if s.offer_to[other] and (s.offer_sent[other] == 0 or s.offer_to[other] != seat + 1):
                clear_offer(s, other)


@rule
def hide_seat(s: Swords, other: int) -> None:
    """Hide what others cannot see of a seat."""
    s.changes[other] = 0
    s.doings[other] = 0
    clear(s.tiles[other])
    clear(s.hand[other])
    clear(s.aside[other])
    for seat in range(s.seats):
        clear(s.seen[other][seat])


@rule
def retract_sealed(s: Swords, seat: int) -> None:
    """Take back the secret choices of all other seats."""
    if is_sealed_phase(s):
        for other in range(s.seats):
            if other != seat and in_secret(s) >> other & 1:
                take_back_all(s, other)


@rule
def take_back_all(s: Swords, seat: int) -> None:
    """Clear what a seat has set aside; without cards it has nothing to choose."""
    s.changes[seat] = 0
    clear(s.aside[seat])
    if s.phase != COMMIT or s.held[seat] > 0:
        s.decided &= ~(1 << seat)


# ---- fill in


@rule
def resample(s: Swords, seat: int, rng: Any) -> None:
    """Deal unseen cards at random to the others and the deck, and likewise tiles."""
    for card in range(CARDS):
        s.deck[card] = s.copies[card] - s.discard[card]
        for other in range(s.seats):
            s.deck[card] -= s.hand[other][card]
    if seat >= 0:
        deal_known(s, seat)
    for other in range(s.seats):
        if other != seat:
            deal_unknown(s, other, rng)
            if s.decided >> other & 1:
                choose(s, other, rng)
    if s.phase == TILES or s.phase == LAY or s.stocked > 0:
        deal_tiles(s, seat, rng)


@rule
def deal_known(s: Swords, seat: int) -> None:
    """Give the others at least the cards the seat has seen (Q46)."""
    for other in range(s.seats):
        if other != seat:
            for card in range(CARDS):
                s.hand[other][card] = s.seen[seat][other][card]
                s.deck[card] -= s.seen[seat][other][card]


@rule
def deal_unknown(s: Swords, seat: int, rng: Any) -> None:
    """Fill up a hand from the remaining cards."""
    short = s.held[seat]
    left = 0
    for card in range(CARDS):
        short -= s.hand[seat][card]
        left += s.deck[card]
    for k in range(short):
        card = pick(s.deck, draw(rng, left - k))
        s.deck[card] -= 1
        s.hand[seat][card] += 1


@rule
def pick(counts: Any, ticket: int) -> int:
    """The kind that a ticket belongs to."""
    kind = 0
    while ticket >= counts[kind]:
        ticket -= counts[kind]
        kind += 1
    return kind


@rule
def choose(s: Swords, seat: int, rng: Any) -> None:
    """Make a random legal choice for a seat whose choice is sealed."""
    if s.phase != COMMIT:
        choose_some(s, seat, s.held[seat] - s.limit[seat], rng)
    elif s.held[seat]:
        choose_some(s, seat, 1 + draw(rng, min(s.commit_max, s.held[seat])), rng)


@rule
def choose_some(s: Swords, seat: int, wanted: int, rng: Any) -> None:
    """Set aside a number of random cards of a hand, or as many as are allowed."""
    limited = 0
    for _ in range(wanted):
        room = 0
        for card in range(CARDS):
            room += spare(s, seat, card, limited)
        if room == 0:
            return
        ticket = draw(rng, room)
        card = 0
        while ticket >= spare(s, seat, card, limited):
            ticket -= spare(s, seat, card, limited)
            card += 1
        s.aside[seat][card] += 1
        limited += counts_to_five(s, card)


@rule
def counts_to_five(s: Swords, card: int) -> int:
    """1 if at most five such cards may be set aside in a battle (rule 18)."""
    if card == MONKS:
        return s.monks_limited
    return IS_LIMITED[card]


@rule
def spare(s: Swords, seat: int, card: int, limited: int) -> int:
    """The number of copies of a card that could still be set aside."""
    if s.phase == COMMIT:
        if limited >= s.limited_max and counts_to_five(s, card):
            return 0
        if card == TREACHERY and s.one_treachery:
            return min(1, s.hand[seat][card]) - s.aside[seat][card]
    return s.hand[seat][card] - s.aside[seat][card]


@rule
def deal_tiles(s: Swords, seat: int, rng: Any) -> None:
    """Deal unseen tiles to the others and the stock (rule 26)."""
    for tile in range(TILE_KINDS):
        s.stock[tile] = TILE_COUNTS[tile]
        for other in range(s.seats):
            s.stock[tile] -= s.tiles[other][tile]
    for square in range(SQUARES):
        if s.terrain[square] < TILE_KINDS:
            s.stock[s.terrain[square]] -= 1
    s.stock[0] += s.buried + added_clear(s)
    s.stock[IMPASSABLE] -= s.buried
    left = 0
    for tile in range(TILE_KINDS):
        left += s.stock[tile]
    for other in range(s.seats):
        if other != seat:
            for _ in range(s.tiled[other]):
                tile = pick(s.stock, draw(rng, left))
                s.stock[tile] -= 1
                s.tiles[other][tile] += 1
                left -= 1
