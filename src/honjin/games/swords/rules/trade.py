"""Trade (rule 25): offers out of turn, by consent, in small steps that only their maker sees.

Each seat has one offer at a time: first a draft, then, once sent, open to the one it is made to.
Its two sides are what the maker gives (0) and asks for (1). What a seat does here counts to its
`doings`, which others do not see. When it has done all it can, it can only say so before all
(`closed`); so who may act is no secret, what is done is. The actions are in offers.py.
"""

from typing import Any, Final

from honjin.core.jit.bits import clear
from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import CARDS, HONOR_TO_WIN
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
from honjin.games.swords.rules.offers import (
    ASK,
    GIVE,
    GLORY,
    GOLD,
    MOST_AMOUNT,
    MOST_PROMISES,
    PROMISE,
)
from honjin.games.swords.rules.state import (
    DRAW,
    EXPENSE,
    HONOR,
    LATE,
    MOST_ITEMS,
    NOWHERE,
    TRAVEL,
    Swords,
    is_in,
)

MOST_TRADE_ACTIONS: Final = 16
"""So much a seat can do about trade in one turn of anybody (W7)."""

# ---- who may trade


@rule
def is_open(s: Swords) -> bool:
    """Whether trade is possible now: in a turn, but not while a battle or a card is settled."""
    if s.trade == 0:
        return False
    if s.phase >= TRAVEL and s.phase <= LATE:
        return True
    return s.phase == EXPENSE or s.phase == DRAW or s.phase == HONOR


@rule
def traders(s: Swords) -> int:
    """Mask of those who may do something about trade."""
    return s.alive & ~s.closed if is_open(s) else 0


# ---- what is listed


@rule
def list_deals(s: Swords, seat: int, out: Any, n: int) -> int:
    """The own offer, and answers to those of others (rule 25); to close when all is done (W7)."""
    if s.doings[seat] == MOST_TRADE_ACTIONS:
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
    """Offers that were made to a seat."""
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
    """What can still be put into a draft, or taken out."""
    other = s.offer_to[seat] - 1
    n = list_side(s, seat, GIVE, seat, out, n)
    n = list_side(s, seat, ASK, other, out, n)
    if has_items(s, seat) and can_give(s, seat, GIVE, seat) and is_sound(s, seat):
        out[n] = SEND
        n += 1
    return n


@rule
def list_side(s: Swords, seat: int, side: int, owner: int, out: Any, n: int) -> int:
    """One side: what the owner has; of hidden cards any kind may be asked for."""
    n = list_amounts(s, seat, side, GOLD, s.gold[owner], out, n)
    n = list_cards(s, seat, side, out, n)
    if s.trade == 1:
        return n
    n = list_amounts(s, seat, side, GLORY, s.honor[owner], out, n)
    n = list_amounts(s, seat, side, PROMISE, MOST_PROMISES, out, n)
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
    """Any other amount up to what there is."""
    now = s.offer_sums[seat][side][what]
    for amount in range(min(most, MOST_AMOUNT) + 1):
        if amount != now:
            out[n] = encode_amount(side, what, amount)
            n += 1
    return n


@rule
def list_cards(s: Swords, seat: int, side: int, out: Any, n: int) -> int:
    """Own cards to give, any cards to ask for."""
    for card in range(CARDS):
        have = s.hand[seat][card] if side == GIVE else MOST_ITEMS
        if s.offer_cards[seat][side][card] < have:
            out[n] = encode_card(side, card)
            n += 1
        if s.offer_cards[seat][side][card]:
            out[n] = encode_less(side, card)
            n += 1
    return n


@rule
def has_slot(slots: list[int], thing: int) -> bool:
    """Whether a thing can be put in, or is in and can be taken out."""
    for k in range(MOST_ITEMS):
        if slots[k] == 0 or slots[k] == thing:
            return True
    return False


@rule
def has_items(s: Swords, seat: int) -> bool:
    """Whether an offer holds anything."""
    for side in range(2):
        for what in range(3):
            if s.offer_sums[seat][side][what]:
                return True
        for card in range(CARDS):
            if s.offer_cards[seat][side][card]:
                return True
        for k in range(MOST_ITEMS):
            if s.offer_army[seat][side][k] or s.offer_keep[seat][side][k]:
                return True
    return False


# ---- what can be carried out (Q61, Q62)


@rule
def can_give(s: Swords, maker: int, side: int, owner: int) -> bool:
    """Whether an owner has what a side of an offer holds."""
    sums = s.offer_sums[maker][side]
    if s.gold[owner] < sums[GOLD] or (sums[GLORY] and s.honor[owner] < sums[GLORY]):
        return False
    for card in range(CARDS):
        if s.hand[owner][card] < s.offer_cards[maker][side][card]:
            return False
    for k in range(MOST_ITEMS):
        square = s.offer_army[maker][side][k] - 1
        if square >= 0 and s.army[square] != owner + 1:
            return False
        castle = s.offer_keep[maker][side][k] - 1
        if castle >= 0 and s.control[castle] != owner:
            return False
    return True


@rule
def is_sound(s: Swords, maker: int) -> bool:
    """Whether armies in castles go with their castles, and castles with their armies (Q61)."""
    for side in range(2):
        for k in range(MOST_ITEMS):
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
    """Whether the army in a keep, if any, goes with it or is the receiver's."""
    receiver = s.offer_to[maker] - 1 if side == GIVE else maker
    if s.army[square] == 0 or s.army[square] == receiver + 1:
        return True
    return is_item(s.offer_army[maker][side], square + 1)


@rule
def is_item(slots: list[int], thing: int) -> bool:
    """Whether a thing is among the items."""
    for k in range(MOST_ITEMS):
        if slots[k] == thing:
            return True
    return False


@rule
def can_accept(s: Swords, maker: int) -> bool:
    """Whether an open offer can be carried out as far as its receiver knows (Q61, Q62)."""
    other = s.offer_to[maker] - 1
    if not (can_give(s, maker, ASK, other) and is_sound(s, maker)):
        return False
    if s.trade_wins:
        return True
    net = s.offer_sums[maker][GIVE][GLORY] - s.offer_sums[maker][ASK][GLORY]
    if net > 0:
        return s.honor[other] + net < HONOR_TO_WIN
    return net == 0 or s.honor[maker] - net < HONOR_TO_WIN


# ---- what follows


@rule
def begin_offer(s: Swords, seat: int, other: int) -> None:
    """An empty draft for another seat."""
    s.offer_to[seat] = other + 1


@rule
def send_offer(s: Swords, seat: int) -> None:
    """The offer is open to whom it is made; that seat knows the cards that are offered."""
    s.offer_sent[seat] = 1
    other = s.offer_to[seat] - 1
    for card in range(CARDS):
        offered = s.offer_cards[seat][GIVE][card]
        s.seen[other][seat][card] = max(s.seen[other][seat][card], offered)


@rule
def close_trade(s: Swords, seat: int) -> None:
    """A seat trades no more this turn, as all can see (W7)."""
    s.closed |= 1 << seat


@rule
def decline_offer(s: Swords, seat: int, maker: int) -> None:
    """The offer of another seat is no more."""
    clear_offer(s, maker)


@rule
def set_amount(s: Swords, seat: int, side: int, what: int, amount: int) -> None:
    """So much gold or honor, so many promises are in a draft."""
    s.offer_sums[seat][side][what] = amount


@rule
def add_card(s: Swords, seat: int, side: int, card: int) -> None:
    """A card is put into a draft."""
    s.offer_cards[seat][side][card] += 1


@rule
def drop_card(s: Swords, seat: int, side: int, card: int) -> None:
    """A card is taken out of a draft."""
    s.offer_cards[seat][side][card] -= 1


@rule
def change_army(s: Swords, seat: int, side: int, square: int) -> None:
    """An army is put into a draft, or taken out."""
    toggle(s.offer_army[seat][side], square + 1)


@rule
def change_keep(s: Swords, seat: int, side: int, castle: int) -> None:
    """A keep is put into a draft, or taken out."""
    toggle(s.offer_keep[seat][side], castle + 1)


@rule
def toggle(slots: list[int], thing: int) -> None:
    """A thing is taken out if it is in, else put in; things stay in ascending order, 0 last."""
    at = 0
    while at < MOST_ITEMS and slots[at] != thing:
        at += 1
    if at < MOST_ITEMS:
        while at + 1 < MOST_ITEMS:
            slots[at] = slots[at + 1]
            at += 1
        slots[MOST_ITEMS - 1] = 0
        return
    at = MOST_ITEMS - 1
    while at > 0 and (slots[at - 1] == 0 or slots[at - 1] > thing):
        slots[at] = slots[at - 1]
        at -= 1
    slots[at] = thing


@rule
def turn_round(s: Swords, seat: int, maker: int) -> None:
    """The draft of a counter-offer, in place of the offer: both sides change places."""
    s.offer_to[seat] = maker + 1
    for side in range(2):
        for what in range(3):
            s.offer_sums[seat][side][what] = s.offer_sums[maker][1 - side][what]
        for card in range(CARDS):
            s.offer_cards[seat][side][card] = s.offer_cards[maker][1 - side][card]
        for k in range(MOST_ITEMS):
            s.offer_army[seat][side][k] = s.offer_army[maker][1 - side][k]
            s.offer_keep[seat][side][k] = s.offer_keep[maker][1 - side][k]
    clear_offer(s, maker)


@rule
def clear_offer(s: Swords, maker: int) -> None:
    """An offer is no more."""
    s.offer_to[maker] = 0
    s.offer_sent[maker] = 0
    for side in range(2):
        clear(s.offer_sums[maker][side])
        clear(s.offer_cards[maker][side])
        clear(s.offer_army[maker][side])
        clear(s.offer_keep[maker][side])


@rule
def carry_out(s: Swords, seat: int, maker: int) -> None:
    """Everything changes hands at once (Q61 to Q63)."""
    hand_over(s, maker, GIVE, maker, seat)
    hand_over(s, maker, ASK, seat, maker)
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
    """What one side of an offer holds goes to the other."""
    gold = s.offer_sums[maker][side][GOLD]
    s.gold[giver] -= gold
    s.gold[receiver] += gold
    hand_cards(s, s.offer_cards[maker][side], giver, receiver)
    for k in range(MOST_ITEMS):
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


@rule
def hand_cards(s: Swords, cards: list[int], giver: int, receiver: int) -> None:
    """Cards change hands; others see how many, so they are less sure of what the giver holds."""
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


# ---- what ends by itself


@rule
def tidy(s: Swords) -> None:
    """Offers that cannot be kept any more are void (Q61)."""
    for maker in range(s.seats):
        if s.offer_to[maker]:
            other = s.offer_to[maker] - 1
            if not (is_in(s, maker) and is_in(s, other)) or (
                s.offer_sent[maker] and not can_give(s, maker, GIVE, maker)
            ):
                clear_offer(s, maker)
