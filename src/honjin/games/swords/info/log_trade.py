"""What a seat is told of trade: drafts to their maker, offers to both sides, deals to all."""

from collections.abc import Callable, Iterator
from typing import Final

from honjin.core.events import Event
from honjin.core.words import Say
from honjin.games.swords.content.data import NOBODY
from honjin.games.swords.info.deed import Deed, Teller
from honjin.games.swords.info.names import SQUARE_NAMES, Holes, all_of, card_say, cards_say, clan
from honjin.games.swords.rules.offers import ASK, GIVE, SIDES, SUMS
from honjin.games.swords.rules.state import MOST_ITEMS, Swords


def answered(key: str, seat: int, args: tuple[int, ...]) -> int:
    """Whose offer an action ends."""
    if key in ("deal_accept", "deal_decline", "deal_counter"):
        return args[0]
    return seat if key.startswith("deal") else NOBODY


# ---- offers that were made


def _told_send(deed: Deed) -> Iterator[Event]:
    other = deed.before.offer_to[deed.seat] - 1
    if deed.viewer in (deed.seat, other):
        say = _offer_say("offers", deed.before, deed.seat, other, own=True)
        yield Event(say, deed.seat, (), "25")


def _told_clear(deed: Deed) -> Iterator[Event]:
    whom = clan(deed.before.offer_to[deed.seat] - 1)
    if not deed.before.offer_sent[deed.seat]:
        yield from _drafted(deed, Say("draft.drop", {"whom": whom}))
    elif deed.viewer in (deed.seat, deed.before.offer_to[deed.seat] - 1):
        yield Event(Say("withdraws", deed.who | {"whom": whom}), deed.seat, (), "25")


def _told_accept(deed: Deed, maker: int) -> Iterator[Event]:
    is_own = deed.viewer in (deed.seat, maker)
    say = _offer_say("trade", deed.before, maker, deed.seat, own=is_own)
    yield Event(say, deed.seat, (), "25")


def _told_decline(deed: Deed, maker: int) -> Iterator[Event]:
    if deed.viewer in (deed.seat, maker):
        yield Event(Say("declines", deed.who | {"whom": clan(maker)}), deed.seat, (), "25")


def _told_counter(deed: Deed, maker: int) -> Iterator[Event]:
    if deed.viewer != deed.seat:
        yield from _told_decline(deed, maker)  # what the other has in mind is a draft
    else:
        yield Event(Say("counters", deed.who | {"whom": clan(maker)}), deed.seat, (), "25")


def _told_close(deed: Deed) -> Iterator[Event]:
    yield Event(Say("closes", deed.who), deed.seat, (f"side:{deed.seat}",), "W7")


def _offer_say(key: str, s: Swords, maker: int, other: int, *, own: bool) -> Say:
    holes: Holes = {"who": clan(maker), "whom": clan(other)}
    for side, name in ((GIVE, "gives"), (ASK, "gets")):
        holes[name] = side_say(s, maker, side, own=own)
    return Say(key, holes)


def side_say(s: Swords, maker: int, side: int, *, own: bool) -> Say:
    """What one side of an offer holds; others see how many cards, not which."""
    return all_of(_items(s, maker, side, own=own))


def _items(s: Swords, maker: int, side: int, *, own: bool) -> Iterator[Say]:
    for what, n in enumerate(s.offer_sums[maker][side]):
        if n:
            yield _amount_say(s, what, n)
    cards = s.offer_cards[maker][side]
    if any(cards):
        yield cards_say(cards) if own else Say("deal.cards", {"n": sum(cards)})
    for k in range(MOST_ITEMS):
        square = s.offer_army[maker][side][k] - 1
        if square >= 0:
            yield _army_say(s, square)
        castle = s.offer_keep[maker][side][k] - 1
        if castle >= 0:
            yield _keep_say(s, castle)


def _amount_say(_s: Swords, what: int, n: int) -> Say:
    return Say(f"deal.{SUMS[what]}", {"n": n})


def _army_say(_s: Swords, square: int) -> Say:
    return Say("deal.army", {"at": SQUARE_NAMES[square]})


def _keep_say(s: Swords, castle: int) -> Say:
    return Say("deal.keep", {"at": SQUARE_NAMES[s.square[castle]]})


# ---- drafts


def _drafted(deed: Deed, say: Say) -> Iterator[Event]:
    if deed.viewer == deed.seat:
        yield Event(say, deed.seat, (), "25")


def _told_begin(deed: Deed, other: int) -> Iterator[Event]:
    return _drafted(deed, Say("draft.begin", {"whom": clan(other)}))


def _changed(way: str, what: Callable[..., Say]) -> Teller:
    """A line about what is put in or taken out; others do not hear of it."""

    def told(deed: Deed, side: int, *args: int) -> Iterator[Event]:
        holes: Holes = {"what": what(deed.before, *args)}
        return _drafted(deed, Say(f"draft.{SIDES[side]}{way}", holes))

    return told


def _card_say(_s: Swords, card: int) -> Say:
    return card_say(card)


# ---- each sort of action

TOLD_DEALS: Final[dict[str, Teller]] = {
    "deal": _told_begin, "deal_clear": _told_clear, "deal_send": _told_send,
    "deal_close": _told_close, "deal_accept": _told_accept, "deal_decline": _told_decline,
    "deal_counter": _told_counter, "deal_amount": _changed("", _amount_say),
    "deal_card": _changed("", _card_say),
    "deal_less": _changed(".less", _card_say), "deal_army": _changed(".turn", _army_say),
    "deal_keep": _changed(".turn", _keep_say),
}  # fmt: skip
"""What is told of each sort of action of trade."""


# ---- offers that end by themselves


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
