"""Trade (rule 25): offers out of turn, by consent, in small steps that only their maker sees.

Each seat has one offer at a time: first a draft, then, once sent, open to the seat it is made to.
Its two sides are what the maker gives (0) and asks for (1). Trade actions of a seat are counted in
`doings`, which others do not see. A seat that has used them all can only announce it (`closed`), so
who may act is public while what they do is secret. The actions are in offers.py.
"""

from typing import Any, Final

from honjin.core.jit.bits import clear
from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.content.maps import KEEP, SQUARES
from honjin.games.swords.rules.actions import (
    CLEAR,
    CLOSE,
    SEND,
    encode_accept,
    encode_amount,
    encode_army,
    encode_card,
    encode_counter,
    encode_deal,
    encode_decline,
    encode_keep,
    encode_less,
)
from honjin.games.swords.rules.effects import gain, give_card, lose
from honjin.games.swords.rules.options import TRADE_GOODS, TRADE_OFF
from honjin.games.swords.rules.state import (
    DRAW,
    EXPENSE,
    HONOR,
    LATE,
    MAX_ITEMS,
    NOWHERE,
    TRAVEL,
    Swords,
    houses_in,
    is_in,
    ninja_houses,
)
from honjin.games.swords.rules.trading.offers import (
    ASK,
    GIVE,
    GLORY,
    GOLD,
    MAX_AMOUNT,
    MAX_PROMISES,
    PROMISE,
)

MAX_TRADE_ACTIONS: Final = 16
"""The most trade actions of a seat in one turn, whoever's it is (W7)."""

MIN_ASKED: Final = 3
"""So many cards of a kind can be asked for even if the game has fewer: earlier records do."""

# ---- who may trade


@rule
def is_open(s: Swords) -> bool:
    """True if trade is possible now: in a turn, but not while a battle or a card is resolved."""
    if s.trade == TRADE_OFF:
        return False
    if s.phase >= TRAVEL and s.phase <= LATE:
        return True
    return s.phase == EXPENSE or s.phase == DRAW or s.phase == HONOR


@rule
def traders(s: Swords) -> int:
    """Mask of the seats that may trade."""
    return s.alive & ~s.closed if is_open(s) else 0


# ---- listing


@rule
def list_deals(s: Swords, seat: int, out: Any, n: int) -> int:
    """List actions on the seat's offer and answers to others (25); after the last, closing (W7)."""
    if s.doings[seat] == MAX_TRADE_ACTIONS:
        out[n] = CLOSE
        return n + 1
    if s.offer_to[seat] == 0:
        for other in range(s.seats):
            if other != seat and is_in(s, other):
                out[n] = encode_deal(other)
                n += 1
    else:
        out[n] = CLEAR
        n += 1
        if s.offer_sent[seat] == 0:
            n = list_draft(s, seat, out, n)
    return list_answers(s, seat, out, n)


@rule
def list_answers(s: Swords, seat: int, out: Any, n: int) -> int:
    """List answers to offers made to a seat."""
    for maker in range(s.seats):
        if s.offer_sent[maker] and s.offer_to[maker] == seat + 1:
            if can_accept(s, maker):
                out[n] = encode_accept(maker)
                n += 1
            out[n] = encode_decline(maker)
            n += 1
            if s.offer_to[seat] == 0:
                out[n] = encode_counter(maker)
                n += 1
    return n


@rule
def list_draft(s: Swords, seat: int, out: Any, n: int) -> int:
    """List what can still be put into a draft or taken out."""
    other = s.offer_to[seat] - 1
    n = list_side(s, seat, GIVE, seat, out, n)
    n = list_side(s, seat, ASK, other, out, n)
    if has_items(s, seat) and can_give(s, seat, GIVE, seat) and is_sound(s, seat):
        out[n] = SEND
        n += 1
    return n


@rule
def list_side(s: Swords, seat: int, side: int, owner: int, out: Any, n: int) -> int:
    """List changes to one side: what its owner has; of hidden cards, any kind can be asked for."""
    n = list_amounts(s, seat, side, GOLD, s.gold[owner], out, n)
    n = list_cards(s, seat, side, out, n)
    if s.trade == TRADE_GOODS:
        return n
    n = list_amounts(s, seat, side, GLORY, s.honor[owner], out, n)
    n = list_amounts(s, seat, side, PROMISE, MAX_PROMISES, out, n)
    for square in range(SQUARES):
        if s.army[square] == owner + 1 and has_slot(s.offer_army[seat][side], square + 1):
            out[n] = encode_army(side, square)
            n += 1
    for castle in range(s.castles):
        is_own = s.control[castle] == owner and s.terrain[s.square[castle]] == KEEP
        if is_own and has_slot(s.offer_keep[seat][side], castle + 1):
            out[n] = encode_keep(side, castle)
            n += 1
    return n


@rule
def list_amounts(s: Swords, seat: int, side: int, what: int, most: int, out: Any, n: int) -> int:
    """List all other amounts up to what is there."""
    now = s.offer_sums[seat][side][what]
    for amount in range(min(most, MAX_AMOUNT) + 1):
        if amount != now:
            out[n] = encode_amount(side, what, amount)
            n += 1
    return n


@rule
def list_cards(s: Swords, seat: int, side: int, out: Any, n: int) -> int:
    """List cards of the hand to give, or any cards of the game to ask for."""
    for card in range(CARDS):
        have = s.hand[seat][card] if side == GIVE else max(MIN_ASKED, s.copies[card])
        if s.offer_cards[seat][side][card] < have:
            out[n] = encode_card(side, card)
            n += 1
        if s.offer_cards[seat][side][card]:
            out[n] = encode_less(side, card)
            n += 1
    return n


@rule
def has_slot(slots: list[int], thing: int) -> bool:
    """True if a thing can be put in, or is in and can be taken out."""
    for k in range(MAX_ITEMS):
        if slots[k] == 0 or slots[k] == thing:
            return True
    return False


@rule
def has_items(s: Swords, seat: int) -> bool:
    """True if an offer holds anything."""
    for side in range(2):
        for what in range(3):
            if s.offer_sums[seat][side][what]:
                return True
        for card in range(CARDS):
            if s.offer_cards[seat][side][card]:
                return True
        for k in range(MAX_ITEMS):
            if s.offer_army[seat][side][k] or s.offer_keep[seat][side][k]:
                return True
    return False


# ---- what is possible (Q61, Q62)


@rule
def can_give(s: Swords, maker: int, side: int, owner: int) -> bool:
    """True if an owner has what a side of an offer holds."""
    sums = s.offer_sums[maker][side]
    if s.gold[owner] < sums[GOLD] or (sums[GLORY] and s.honor[owner] < sums[GLORY]):
        return False
    for card in range(CARDS):
        if s.hand[owner][card] < s.offer_cards[maker][side][card]:
            return False
    for k in range(MAX_ITEMS):
        castle = s.offer_keep[maker][side][k] - 1
        if castle >= 0 and s.control[castle] != owner:
            return False
    return has_armies(s, maker, side, owner)


@rule
def has_armies(s: Swords, maker: int, side: int, owner: int) -> bool:
    """True if the armies of a side of an offer stand where they stood and are an owner's."""
    for k in range(MAX_ITEMS):
        square = s.offer_army[maker][side][k] - 1
        if square >= 0 and s.army[square] != owner + 1:
            return False
    return True


@rule
def is_sound(s: Swords, maker: int) -> bool:
    """True if armies in castles go with their castles, and castles with their armies (Q61)."""
    for side in range(2):
        for k in range(MAX_ITEMS):
            square = s.offer_army[maker][side][k] - 1
            within = s.castle[square] if square >= 0 else 0
            if within and not is_item(s.offer_keep[maker][side], within):
                return False
            castle = s.offer_keep[maker][side][k] - 1
            if castle >= 0 and not is_garrison_settled(s, maker, side, s.square[castle]):
                return False
    return True


@rule
def is_garrison_settled(s: Swords, maker: int, side: int, square: int) -> bool:
    """True if a keep is empty, or its army goes with it or belongs to the receiver."""
    receiver = s.offer_to[maker] - 1 if side == GIVE else maker
    if s.army[square] == 0 or s.army[square] == receiver + 1:
        return True
    return is_item(s.offer_army[maker][side], square + 1)


@rule
def is_item(slots: list[int], thing: int) -> bool:
    """True if a thing is among the items."""
    for k in range(MAX_ITEMS):
        if slots[k] == thing:
            return True
    return False


@rule
def can_accept(s: Swords, maker: int) -> bool:
    """True if an open offer can be carried out as far as its receiver knows (Q61, Q62)."""
    other = s.offer_to[maker] - 1
    if not (can_give(s, maker, ASK, other) and is_sound(s, maker)):
        return False
    if s.trade_wins:
        return True
    net = s.offer_sums[maker][GIVE][GLORY] - s.offer_sums[maker][ASK][GLORY]
    if net > 0:
        return s.honor[other] + net < s.honor_to_win
    return net == 0 or s.honor[maker] - net < s.honor_to_win


# ---- applying


@rule
def begin_offer(s: Swords, seat: int, other: int) -> None:
    """Begin an empty draft for another seat."""
    s.offer_to[seat] = other + 1


@rule
def send_offer(s: Swords, seat: int) -> None:
    """Open the offer to the seat it is made to, which learns of the cards offered."""
    s.offer_sent[seat] = 1
    other = s.offer_to[seat] - 1
    for card in range(CARDS):
        offered = s.offer_cards[seat][GIVE][card]
        s.seen[other][seat][card] = max(s.seen[other][seat][card], offered)


@rule
def close_trade(s: Swords, seat: int) -> None:
    """End a seat's trade for this turn, seen by all (W7)."""
    s.closed |= 1 << seat


@rule
def decline_offer(s: Swords, seat: int, maker: int) -> None:
    """Drop the offer of another seat."""
    clear_offer(s, maker)


@rule
def set_amount(s: Swords, seat: int, side: int, what: int, amount: int) -> None:
    """Set an amount of gold, honor or promises in a draft."""
    s.offer_sums[seat][side][what] = amount


@rule
def add_card(s: Swords, seat: int, side: int, card: int) -> None:
    """Put a card into a draft."""
    s.offer_cards[seat][side][card] += 1


@rule
def drop_card(s: Swords, seat: int, side: int, card: int) -> None:
    """Take a card out of a draft."""
    s.offer_cards[seat][side][card] -= 1


@rule
def change_army(s: Swords, seat: int, side: int, square: int) -> None:
    """Put an army into a draft, or take it out."""
    toggle(s.offer_army[seat][side], square + 1)


@rule
def change_keep(s: Swords, seat: int, side: int, castle: int) -> None:
    """Put a keep into a draft, or take it out."""
    toggle(s.offer_keep[seat][side], castle + 1)


@rule
def toggle(slots: list[int], thing: int) -> None:
    """Take a thing out if it is in, otherwise put it in; slots stay ascending, with 0 last."""
    at = 0
    while at < MAX_ITEMS and slots[at] != thing:
        at += 1
    if at < MAX_ITEMS:
        while at + 1 < MAX_ITEMS:
            slots[at] = slots[at + 1]
            at += 1
        slots[MAX_ITEMS - 1] = 0
        return
    at = MAX_ITEMS - 1
    while at > 0 and (slots[at - 1] == 0 or slots[at - 1] > thing):
        slots[at] = slots[at - 1]
        at -= 1
    slots[at] = thing


@rule
def turn_round(s: Swords, seat: int, maker: int) -> None:
    """Replace an offer by the draft of a counter-offer, with its sides swapped."""
    s.offer_to[seat] = maker + 1
    for side in range(2):
        for what in range(3):
            s.offer_sums[seat][side][what] = s.offer_sums[maker][1 - side][what]
        for card in range(CARDS):
            s.offer_cards[seat][side][card] = s.offer_cards[maker][1 - side][card]
        for k in range(MAX_ITEMS):
            s.offer_army[seat][side][k] = s.offer_army[maker][1 - side][k]
            s.offer_keep[seat][side][k] = s.offer_keep[maker][1 - side][k]
    clear_offer(s, maker)


@rule
def clear_offer(s: Swords, maker: int) -> None:
    """Drop an offer."""
    s.offer_to[maker] = 0
    s.offer_sent[maker] = 0
    for side in range(2):
        clear(s.offer_sums[maker][side])
        clear(s.offer_cards[maker][side])
        clear(s.offer_army[maker][side])
        clear(s.offer_keep[maker][side])


@rule
def carry_out(s: Swords, seat: int, maker: int) -> None:
    """Exchange everything at once (Q61 to Q63)."""
    hand_over(s, maker, GIVE, maker, seat)
    hand_over(s, maker, ASK, seat, maker)
    if s.miscounted_houses == 0:  # those given away draw no more (Q22)
        s.houses = min(s.houses, ninja_houses(s, s.turn))
    net = s.offer_sums[maker][GIVE][GLORY] - s.offer_sums[maker][ASK][GLORY]
    clear_offer(s, maker)
    s.deals += 1
    s.partner[seat] = maker + 1
    if net > 0:
        lose(s, maker, net)
        gain(s, seat, net)
    elif net < 0:
        lose(s, seat, -net)
        gain(s, maker, -net)


@rule
def hand_over(s: Swords, maker: int, side: int, giver: int, receiver: int) -> None:
    """Hand over what one side of an offer holds."""
    gold = s.offer_sums[maker][side][GOLD]
    s.gold[giver] -= gold
    s.gold[receiver] += gold
    hand_cards(s, s.offer_cards[maker][side], giver, receiver)
    for k in range(MAX_ITEMS):
        square = s.offer_army[maker][side][k] - 1
        if square >= 0:
            s.army[square] = receiver + 1
            s.armies[giver] -= 1
            s.armies[receiver] += 1
            if s.mover == square:
                s.mover = NOWHERE
                s.points = 0
        castle = s.offer_keep[maker][side][k] - 1
        if castle >= 0:
            s.control[castle] = receiver
            if s.miscounted_houses and s.loose_trade == 0 and giver == s.turn:
                s.houses = max(0, s.houses - houses_in(s, castle))


@rule
def hand_cards(s: Swords, cards: list[int], giver: int, receiver: int) -> None:
    """Hand over cards; others see only how many, so they know less of the giver's hand."""
    n = 0
    for card in range(CARDS):
        n += cards[card]
    for card in range(CARDS):
        for viewer in range(s.seats):
            gone = cards[card] if viewer == receiver else n
            s.seen[viewer][giver][card] = max(0, s.seen[viewer][giver][card] - gone)
        s.seen[giver][receiver][card] += cards[card]
        for _ in range(cards[card]):
            s.hand[giver][card] -= 1
            s.held[giver] -= 1
            give_card(s, receiver, card)


# ---- automatic endings


@rule
def tidy(s: Swords) -> None:
    """Drop offers that can no longer be fulfilled (Q61)."""
    for maker in range(s.seats):
        if s.offer_to[maker]:
            other = s.offer_to[maker] - 1
            if not (is_in(s, maker) and is_in(s, other)) or (
                s.offer_sent[maker] and not can_come_true(s, maker, other)
            ):
                clear_offer(s, maker)


@rule
def can_come_true(s: Swords, maker: int, other: int) -> bool:
    """True unless the maker lacks what is offered, or an army that is asked for is gone.

    Another army on its square is not the one that was meant. What else the other side lacks it may
    still get, and nobody else may learn of it.
    """
    if not can_give(s, maker, GIVE, maker):
        return False
    return s.loose_trade == 1 or has_armies(s, maker, ASK, other)
