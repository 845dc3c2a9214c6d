"""A bot's trade, in or out of turn: it answers offers, and now and then makes one.

A clan's holdings have a value of their own: the fourth army counts more than the fifth, the first
cards more than the tenth, a keep near home more than a distant one. A deal is good if it raises
that value. The value depends on the holdings alone, so no series of offers, however split up, can
leave a clan with less; and since each further unit counts less, two clans can gain by the same
deal. Promises count for nothing.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from honjin.core.jit.rule import rule
from honjin.games.swords.ai.valuation import castle_value
from honjin.games.swords.ai.weights import ENOUGH, GOLD_VALUE, HORIZON, USUAL, VETERAN_VALUE
from honjin.games.swords.content.data import CARDS, EVENTS, TROOPS
from honjin.games.swords.content.maps import KEEP, steps
from honjin.games.swords.rules.actions import (
    ACTIONS,
    CLEAR,
    SEND,
    encode_accept,
    encode_amount,
    encode_army,
    encode_card,
    encode_deal,
    encode_decline,
    encode_keep,
)
from honjin.games.swords.rules.options import TRADE_GOODS, TRADE_OFF
from honjin.games.swords.rules.state import MAX_ITEMS, Swords, from_first, is_in
from honjin.games.swords.rules.trading.offers import ASK, GIVE, GLORY, GOLD, MAX_AMOUNT
from honjin.games.swords.rules.trading.trade import (
    MAX_TRADE_ACTIONS,
    can_accept,
    clear_offer,
    traders,
)

NOTHING: Final = -1
MARGIN: Final = 20
"""The least value that a deal must bring."""
GOLD_PRICE: Final = USUAL[GOLD_VALUE]
VETERAN_PRICE: Final = USUAL[VETERAN_VALUE]
EVENT_PRICE: Final = 70
CARD_PRICE: Final = 20
FORCE_PRICE: Final = 12
MANY_CARDS: Final = 40  # force beyond this counts a third
ARMY_PRICE: Final = 80  # besides what raising it costs
MANY_ARMIES: Final = USUAL[ENOUGH] >> 4  # those beyond this number count a quarter
FAR: Final = 3  # steps from home; a keep loses a tenth with each one more
HONOR_PRICE: Final = 100
LATE_HONOR: Final = 3  # more for each point held already
NEVER: Final = -1_000_000
LAST_ROUNDS: Final = 2
"""The number of last rounds in which no honor is sold, as it decides the game."""
EVERY: Final = 2  # one offer in this many turns
MAX_SOLD: Final = 3  # cards of a kind in an offer


# ---- the value of holdings


def price_of_honor(s: Swords, honor: int) -> int:
    """The price of honor, each point higher than the one before."""
    points = min(max(honor, 0), s.honor_to_win)
    return points * (HONOR_PRICE + LATE_HONOR * points)


def price_of_armies(s: Swords, armies: int) -> int:
    """The price of armies; those beyond MANY_ARMIES count a quarter."""
    some = min(armies, MANY_ARMIES)
    price = ARMY_PRICE + GOLD_PRICE * s.army_cost
    return price * some + price // 4 * (armies - some)


def price_of_hand(cards: int, force: int, events: int) -> int:
    """The price of cards by their number, their force as far as battles use it, and events."""
    some = min(force, MANY_CARDS)
    return (
        CARD_PRICE * cards + EVENT_PRICE * events + FORCE_PRICE * some
        + FORCE_PRICE // 3 * (force - some)
    )  # fmt: skip


def price_of_keep(s: Swords, seat: int, castle: int) -> int:
    """The price of a keep: what it brings until the end, less if it is far from home."""
    far = steps(s.adjacency, s.square[castle], s.square[s.home[seat]])
    held = max(5, 10 - max(0, far - FAR))
    return castle_value(s, USUAL, castle, rounds_left(s)) * held // 10


def rounds_left(s: Swords) -> int:
    """The number of rounds an income counts for; trade does not change it."""
    return min(USUAL[HORIZON] >> 4, s.max_rounds - s.round)


# ---- the value of a deal


class Holding(NamedTuple):
    """A clan's hand as an observer values it."""

    cards: int
    force: int
    events: int


def holding(s: Swords, seat: int) -> Holding:
    """The cards of a clan; unseen ones have a mean force."""
    hand = s.hand[seat]
    hidden = s.held[seat] - sum(hand)
    events = sum(hand[card] for card in range(EVENTS, CARDS))
    force = sum(n * s.face[card] for card, n in enumerate(hand))
    return Holding(s.held[seat] - events, force + s.mean_force * hidden, events)


def gain_of(s: Swords, maker: int, seat: int) -> int:
    """The change in the value of a clan's holdings if an offer is accepted."""
    gets, gives = (ASK, GIVE) if seat == maker else (GIVE, ASK)
    sums, armies = s.offer_sums[maker], _count(s.offer_army[maker])
    honor = sums[gets][GLORY] - sums[gives][GLORY]
    value = GOLD_PRICE * (sums[gets][GOLD] - sums[gives][GOLD])
    value += price_of_honor(s, s.honor[seat] + honor) - price_of_honor(s, s.honor[seat])
    after = s.armies[seat] + armies[gets] - armies[gives]
    value += price_of_armies(s, after) - price_of_armies(s, s.armies[seat])
    value += _things(s, maker, gets, seat) - _things(s, maker, gives, seat)
    return value + _cards(s, maker, gets, seat)


def _count(slots: list[list[int]]) -> tuple[int, int]:
    return sum(1 for k in slots[GIVE] if k), sum(1 for k in slots[ASK] if k)


def _things(s: Swords, maker: int, side: int, seat: int) -> int:
    """The value of keeps and of the experience of armies."""
    value = 0
    for k in range(MAX_ITEMS):
        square, castle = s.offer_army[maker][side][k] - 1, s.offer_keep[maker][side][k] - 1
        value += VETERAN_PRICE * s.experience[square] if square >= 0 else 0
        value += price_of_keep(s, seat, castle) if castle >= 0 else 0
    return value


def _cards(s: Swords, maker: int, gets: int, seat: int) -> int:
    """The change in the value of a hand."""
    now = holding(s, seat)
    moved = [
        s.offer_cards[maker][gets][k] - s.offer_cards[maker][1 - gets][k] for k in range(CARDS)
    ]
    events = sum(moved[EVENTS:])
    force = now.force + sum(n * s.face[card] for card, n in enumerate(moved))
    after = Holding(now.cards + sum(moved) - events, force, now.events + events)
    return price_of_hand(*after) - price_of_hand(*now)


def deal_value(s: Swords, maker: int, seat: int) -> int:
    """The value of an offer to one of the two sides, less a share of the other's gain.

    With two clans left, the whole gain of the other is a loss.
    """
    other = s.offer_to[maker] - 1 if seat == maker else maker
    if _is_rash(s, maker, seat, other):
        return NEVER
    rivals = sum(1 for clan in range(s.seats) if is_in(s, clan)) - 1
    return gain_of(s, maker, seat) - max(0, gain_of(s, maker, other)) // rivals


def _is_rash(s: Swords, maker: int, seat: int, other: int) -> bool:
    """True if the other side would win by the honor it gets, or honor is sold at the end."""
    gives = GIVE if seat == maker else ASK
    honor = s.offer_sums[maker][gives][GLORY] - s.offer_sums[maker][1 - gives][GLORY]
    if s.honor[other] + honor >= s.honor_to_win:
        return True
    return honor > 0 and rounds_left(s) <= LAST_ROUNDS


# ---- leaving trade out of a search


@rule
def without_trade(s: Swords) -> None:
    """Leave out trade, for a search that ignores it: the remaining actions stay legal."""
    s.trade = TRADE_OFF
    s.deals = 0
    s.closed = 0
    for seat in range(s.seats):
        s.doings[seat] = 0
        s.partner[seat] = 0
        clear_offer(s, seat)


# ---- the bot's action


def off_turn(seen: Swords, seat: int) -> int:
    """Return an answer or a step of the seat's offer; NOTHING if none is worthwhile."""
    if not traders(seen) >> seat & 1 or seen.doings[seat] == MAX_TRADE_ACTIONS:
        return NOTHING
    for maker in range(seen.seats):
        if seen.offer_sent[maker] and seen.offer_to[maker] == seat + 1:
            return _answer(seen, maker, seat)
    return _own_offer(seen, seat)


def _answer(seen: Swords, maker: int, seat: int) -> int:
    if can_accept(seen, maker) and deal_value(seen, maker, seat) >= MARGIN:
        return encode_accept(maker)
    return encode_decline(maker)


def _own_offer(seen: Swords, seat: int) -> int:
    """The next step of the best offer that both sides would gain by."""
    if seen.offer_sent[seat] or (not seen.offer_to[seat] and not _is_time(seen, seat)):
        return NOTHING
    plan = best_plan(seen, seat)
    if not seen.offer_to[seat]:
        return encode_deal(plan.other) if plan else NOTHING
    if plan is None or plan.other != seen.offer_to[seat] - 1:
        return CLEAR
    drafted, planned = Counter(_drafted(seen, seat)), Counter(plan.steps)
    if any(not _is_price(step) for step in drafted - planned):
        # Left by the player who held the seat before, or by an earlier plan.
        return CLEAR
    return next(iter((planned - drafted).elements()), SEND)


def _is_time(seen: Swords, seat: int) -> bool:
    """True at the beginning of some turns, different ones for each seat."""
    beat = seen.round * seen.seats + from_first(seen, seen.turn) + 3 * seat
    return seen.doings[seat] == 0 and beat % EVERY == 0


# ---- making offers


class Plan(NamedTuple):
    """An offer for gold: the other seat, the smaller gain of the two, the steps of its draft."""

    other: int
    brings: int
    steps: tuple[int, ...]


def best_plan(seen: Swords, seat: int) -> Plan | None:
    """The sale with the highest smaller gain of the two sides.

    Never to the clan whose turn it is, which is busy and about to spend its gold.
    """
    draft = seen.copy()
    best: Plan | None = None
    for other in range(seen.seats):
        if other not in (seat, seen.turn) and is_in(seen, other):
            for goods in _goods(seen, seat):
                plan = _priced(draft, seat, other, goods)
                if plan and (best is None or plan.brings > best.brings):
                    best = plan
    return best


def _goods(seen: Swords, seat: int) -> Iterator[tuple[int, ...]]:
    """Yield possible sales: up to three cards of a kind, an army in the field, an empty keep."""
    for card in range(TROOPS):
        for n in range(1, min(MAX_SOLD, seen.hand[seat][card]) + 1):
            yield (encode_card(GIVE, card),) * n
    if seen.trade == TRADE_GOODS:
        return
    for square, clan in enumerate(seen.army):
        if clan == seat + 1 and seen.castle[square] == 0:
            yield (encode_army(GIVE, square),)
    for castle in range(seen.castles):
        square = seen.square[castle]
        is_keep = seen.control[castle] == seat and seen.terrain[square] == KEEP
        if is_keep and seen.army[square] == 0:
            yield (encode_keep(GIVE, castle),)


def _priced(draft: Swords, seat: int, other: int, goods: tuple[int, ...]) -> Plan | None:
    """The offer at about the middle price; None if it does not bring both enough."""
    clear_offer(draft, seat)
    draft.offer_to[seat] = other + 1
    for step in goods:
        _put(draft, seat, step)
    middle = (gain_of(draft, seat, other) - gain_of(draft, seat, seat)) // 2 // GOLD_PRICE
    plans = [_asking(draft, seat, goods, gold) for gold in (middle, middle + 1)]
    return max((plan for plan in plans if plan), key=lambda plan: plan.brings, default=None)


def _asking(draft: Swords, seat: int, goods: tuple[int, ...], gold: int) -> Plan | None:
    other = draft.offer_to[seat] - 1
    if not 1 <= gold <= min(draft.gold[other], MAX_AMOUNT):
        return None
    draft.offer_sums[seat][ASK][GOLD] = gold
    brings = min(deal_value(draft, seat, seat), deal_value(draft, seat, other))
    if brings < MARGIN:
        return None
    return Plan(other, brings, (*goods, encode_amount(ASK, GOLD, gold)))


def _put(draft: Swords, seat: int, step: int) -> None:
    key, (side, thing) = ACTIONS.decode(step)
    if key == "deal_card":
        draft.offer_cards[seat][side][thing] += 1
    else:
        slots = draft.offer_army if key == "deal_army" else draft.offer_keep
        slots[seat][side][0] = thing + 1


def _drafted(seen: Swords, seat: int) -> Iterator[int]:
    """Yield the steps that make the seat's draft."""
    for side in (GIVE, ASK):
        for what, amount in enumerate(seen.offer_sums[seat][side]):
            if amount:
                yield encode_amount(side, what, amount)
        for card, n in enumerate(seen.offer_cards[seat][side]):
            yield from (encode_card(side, card),) * n
        yield from (encode_army(side, k - 1) for k in seen.offer_army[seat][side] if k)
        yield from (encode_keep(side, k - 1) for k in seen.offer_keep[seat][side] if k)


def _is_price(step: int) -> bool:
    """True for an amount of gold asked for; a plan sets its own in place of it."""
    key, (side, what, *_) = ACTIONS.decode(step)
    return key == "deal_amount" and (side, what) == (ASK, GOLD)
