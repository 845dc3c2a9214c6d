"""What a bot does about trade, out of turn or in it: answers offers, now and then makes one.

A clan's holdings have a price of their own, the same for what is given and what is got. An offer is
accepted only if it leaves the clan with more by that price, so no number of offers, however split
up, can leave it with less. Promises count for nothing.
"""

from typing import Final

from honjin.core.rule import rule
from honjin.games.swords.data import (
    CARDS,
    FORCE,
    HONOR_TO_WIN,
    NOBODY,
    TROOPS,
)
from honjin.games.swords.deals import (
    ACCEPT,
    AMOUNT,
    ASK,
    CARD_IN,
    CLEAR,
    DECLINE,
    GIVE,
    GLORY,
    GOLD,
    MOST_AMOUNT,
    OFFER,
    SEND,
    can_accept,
    clear_offer,
    traders,
)
from honjin.games.swords.hints import (
    ARMY_WORTH,
    GOLD_WORTH,
    VETERAN_WORTH,
    castle_worth,
    glory,
    rounds_left,
)
from honjin.games.swords.state import MOST_ITEMS, Swords, from_first, is_in

NOTHING: Final = -1
MARGIN: Final = 60
"""A deal must bring at least so much."""
ENVY: Final = 3
"""A third of what the other gains counts against a deal."""
EVENT_WORTH: Final = 70
FORCE_PRICE: Final = 12
NEVER: Final = -1_000_000
LAST_ROUNDS: Final = 2
"""In so many rounds no honor is sold, as it decides then."""
PROFIT: Final = 2  # gold above the price
SPARE: Final = 6  # of more cards than these some are for sale
EVERY: Final = 4  # an offer in one of so many turns


# ---- what a deal is worth


@rule
def price_of_card(card: int) -> int:
    """What a card is worth, whoever holds it."""
    return FORCE_PRICE * FORCE[card] if card < TROOPS or FORCE[card] else EVENT_WORTH


@rule
def price_of_castle(s: Swords, castle: int) -> int:
    """A castle by what it brings until the end."""
    return castle_worth(s, castle)


@rule
def price_of_side(s: Swords, maker: int, side: int) -> int:
    """What one side of an offer is worth, without honor."""
    value = GOLD_WORTH * s.offer_sums[maker][side][GOLD]
    for card in range(CARDS):
        value += s.offer_cards[maker][side][card] * price_of_card(card)
    for k in range(MOST_ITEMS):
        square = s.offer_army[maker][side][k] - 1
        if square >= 0:
            value += ARMY_WORTH + VETERAN_WORTH * s.experience[square]
        castle = s.offer_keep[maker][side][k] - 1
        if castle >= 0:
            value += price_of_castle(s, castle)
    return value


@rule
def price_of_honor(honor: int) -> int:
    """Honor, which is worth more the more there is."""
    return glory(honor)


@rule
def deal_worth(s: Swords, maker: int, seat: int) -> int:
    """What an open offer brings the seat it is made to."""
    gets = price_of_side(s, maker, GIVE) - price_of_side(s, maker, ASK)
    honor = s.offer_sums[maker][GIVE][GLORY] - s.offer_sums[maker][ASK][GLORY]
    if s.honor[maker] - honor >= HONOR_TO_WIN:
        return NEVER
    if honor < 0 and rounds_left(s) <= LAST_ROUNDS:
        return NEVER
    mine = gets + price_of_honor(s.honor[seat] + honor) - price_of_honor(s.honor[seat])
    theirs = price_of_honor(s.honor[maker] - honor) - price_of_honor(s.honor[maker]) - gets
    return mine - max(theirs, 0) // ENVY


# ---- what a search leaves out


@rule
def without_trade(s: Swords) -> None:
    """The same position for who does not think of trade: what is left is legal in it too."""
    s.trade = 0
    s.deals = 0
    for seat in range(s.seats):
        s.doings[seat] = 0
        s.partner[seat] = 0
        clear_offer(s, seat)


# ---- what a bot does


def aside(seen: Swords, seat: int) -> int:
    """An answer, or a step of an own offer; NOTHING if there is nothing worth doing."""
    if not traders(seen) >> seat & 1:
        return NOTHING
    for maker in range(seen.seats):
        if seen.offer_sent[maker] and seen.offer_to[maker] == seat + 1:
            return _answer(seen, maker, seat)
    return _own_offer(seen, seat)


def _answer(seen: Swords, maker: int, seat: int) -> int:
    if can_accept(seen, maker) and deal_worth(seen, maker, seat) >= MARGIN:
        return ACCEPT + maker
    return DECLINE + maker


def _own_offer(seen: Swords, seat: int) -> int:
    """The next step of selling the cheapest card for its price and a little more."""
    card = _for_sale(seen, seat)
    if seen.offer_sent[seat] or (not seen.offer_to[seat] and not _is_time(seen, seat)):
        return NOTHING
    if card == NOTHING:
        return CLEAR if seen.offer_to[seat] else NOTHING
    if not seen.offer_to[seat]:
        buyer = _buyer(seen, seat, _asking(card))
        return NOTHING if buyer == NOBODY else OFFER + buyer
    if seen.gold[seen.offer_to[seat] - 1] < _asking(card):
        return CLEAR
    return _fill(seen, seat, card)


def _fill(seen: Swords, seat: int, card: int) -> int:
    if not any(seen.offer_cards[seat][GIVE]):
        return CARD_IN + card
    offered = next(k for k in range(CARDS) if seen.offer_cards[seat][GIVE][k])
    if seen.offer_sums[seat][ASK][GOLD] == 0:
        return AMOUNT + 300 * (3 * ASK + GOLD) + _asking(offered)
    return SEND


def _is_time(seen: Swords, seat: int) -> bool:
    """At the beginning of one turn in some, another one for each seat."""
    beat = seen.round * seen.seats + from_first(seen, seen.turn) + 3 * seat
    return seen.doings[seat] == 0 and beat % EVERY == 0


def _for_sale(seen: Swords, seat: int) -> int:
    """The cheapest troops of a large hand."""
    if seen.held[seat] <= SPARE:
        return NOTHING
    own = [card for card in range(TROOPS) if seen.hand[seat][card]]
    return min(own, key=price_of_card, default=NOTHING)


def _asking(card: int) -> int:
    return min(MOST_AMOUNT, price_of_card(card) // GOLD_WORTH + PROFIT)


def _buyer(seen: Swords, seat: int, gold: int) -> int:
    """The richest of the others who can pay."""
    others = [other for other in range(seen.seats) if other != seat and is_in(seen, other)]
    able = [other for other in others if seen.gold[other] >= gold]
    return max(able, key=lambda other: seen.gold[other], default=NOBODY)
