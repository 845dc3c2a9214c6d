"""What a seat is told of trade: drafts to their maker, offers to both sides, deals to all."""

from collections.abc import Iterator

from honjin.core.events import Event
from honjin.core.words import Say
from honjin.games.swords.info.names import SQUARE_NAMES, Holes, all_of, card_say, cards_say, clan
from honjin.games.swords.rules.state import MOST_ITEMS, Swords
from honjin.games.swords.rules.trade import (
    ACCEPT,
    AMOUNT,
    ARMY,
    ASK,
    CARD_IN,
    CARD_OUT,
    CLEAR,
    CLOSE,
    COUNTER,
    DECLINE,
    GIVE,
    KEEP_AT,
    OFFER,
    SEND,
)

SUMS = ("gold", "honor", "promises")
SIDES = ("give", "ask")


def told_deal(before: Swords, seat: int, action: int, viewer: int) -> Iterator[Event]:
    """What a viewer learns of something done about trade."""
    if ACCEPT <= action < DECLINE:
        yield _told_accepted(before, action - ACCEPT, seat, viewer)
    elif DECLINE <= action < AMOUNT:
        yield from _told_declined(seat, action, viewer)
    elif action == CLOSE:
        yield Event(Say("closes", {"who": clan(seat)}), seat, (f"side:{seat}",), "W7")
    elif action == SEND:
        other = before.offer_to[seat] - 1
        if viewer in (seat, other):
            yield Event(_offer_say("offers", before, seat, other, own=True), seat, (), "25")
    elif action == CLEAR and before.offer_sent[seat]:
        other = before.offer_to[seat] - 1
        if viewer in (seat, other):
            holes: Holes = {"who": clan(seat), "whom": clan(other)}
            yield Event(Say("withdraws", holes), seat, (), "25")
    elif viewer == seat:
        yield Event(_draft_say(before, seat, action), seat, (), "25")


def _told_declined(seat: int, action: int, viewer: int) -> Iterator[Event]:
    key, maker = "declines", action - DECLINE
    if action >= COUNTER:
        key, maker = "counters", action - COUNTER
    if viewer == maker:
        key = "declines"  # what the other has in mind is a draft
    if viewer in (seat, maker):
        yield Event(Say(key, {"who": clan(seat), "whom": clan(maker)}), seat, (), "25")


def _told_accepted(before: Swords, maker: int, seat: int, viewer: int) -> Event:
    is_own = viewer in (seat, maker)
    return Event(_offer_say("trade", before, maker, seat, own=is_own), seat, (), "25")


def _offer_say(key: str, s: Swords, maker: int, other: int, *, own: bool) -> Say:
    holes: Holes = {"who": clan(maker), "whom": clan(other)}
    for side, name in ((GIVE, "gives"), (ASK, "gets")):
        holes[name] = side_say(s, maker, side, own=own)
    return Say(key, holes)


def side_say(s: Swords, maker: int, side: int, *, own: bool) -> Say:
    """What one side of an offer holds; others see how many cards, not which."""
    return all_of(_items(s, maker, side, own=own))


def _items(s: Swords, maker: int, side: int, *, own: bool) -> Iterator[Say]:
    for name, n in zip(SUMS, s.offer_sums[maker][side], strict=True):
        if n:
            yield Say(f"deal.{name}", {"n": n})
    cards = s.offer_cards[maker][side]
    if any(cards):
        yield cards_say(cards) if own else Say("deal.cards", {"n": sum(cards)})
    for k in range(MOST_ITEMS):
        square = s.offer_army[maker][side][k] - 1
        if square >= 0:
            yield Say("deal.army", {"at": SQUARE_NAMES[square]})
        castle = s.offer_keep[maker][side][k] - 1
        if castle >= 0:
            yield Say("deal.keep", {"at": SQUARE_NAMES[s.square[castle]]})


def _draft_say(before: Swords, seat: int, action: int) -> Say:
    if action < CLEAR:
        return Say("draft.begin", {"whom": clan(action - OFFER)})
    if action == CLEAR:
        return Say("draft.drop", {"whom": clan(before.offer_to[seat] - 1)})
    if action < CARD_IN:
        at = action - AMOUNT
        what = Say(f"deal.{SUMS[at % 900 // 300]}", {"n": at % 300})
        return Say(f"draft.{SIDES[at // 900]}", {"what": what})
    side, at = SIDES[action % 200 // 100], action % 100
    if action < CARD_OUT:
        return Say(f"draft.{side}", {"what": card_say(at)})
    if action < ARMY:
        return Say(f"draft.{side}.less", {"what": card_say(at)})
    square, key = (at, "deal.army") if action < KEEP_AT else (before.square[at], "deal.keep")
    return Say(f"draft.{side}.turn", {"what": Say(key, {"at": SQUARE_NAMES[square]})})


def told_void(before: Swords, after: Swords, viewer: int, done: int) -> Iterator[Event]:
    """Offers that could not be kept any more, to both sides; `done`: whose was answered."""
    for maker in range(before.seats):
        other = before.offer_to[maker] - 1
        if other < 0 or after.offer_to[maker] or maker == done:
            continue
        if before.offer_sent[maker] and viewer in (maker, other):
            holes: Holes = {"who": clan(maker), "whom": clan(other)}
            yield Event(Say("void", holes), None, (), "Q61")
        elif viewer == maker:
            yield Event(Say("void.draft", {"whom": clan(other)}), None, (), "Q61")
