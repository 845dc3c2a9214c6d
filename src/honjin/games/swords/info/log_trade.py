"""The log of trade: drafts for their maker, offers for both sides, deals for all."""

from collections.abc import Callable, Iterator
from typing import Final

from honjin.core.events import Event
from honjin.core.words import Say
from honjin.games.swords.content.data import NOBODY
from honjin.games.swords.info.logged import LoggedAction, Teller
from honjin.games.swords.info.names import SQUARE_NAMES, Holes, all_of, card_say, cards_say, clan
from honjin.games.swords.rules.state import MAX_ITEMS, Swords
from honjin.games.swords.rules.trading.offers import ASK, GIVE, SIDES, SUMS


def answered(key: str, seat: int, args: tuple[int, ...]) -> int:
    """The maker of the offer that an action ends."""
    if key in ("deal_accept", "deal_decline", "deal_counter"):
        return args[0]
    return seat if key.startswith("deal") else NOBODY


# ---- offers made


def _tell_send(logged: LoggedAction) -> Iterator[Event]:
    other = logged.before.offer_to[logged.seat] - 1
    if logged.viewer in (logged.seat, other):
        say = _offer_say("offers", logged.before, logged.seat, other, own=True)
        yield Event(say, logged.seat, (), "25")


def _tell_clear(logged: LoggedAction) -> Iterator[Event]:
    whom = clan(logged.before.offer_to[logged.seat] - 1)
    if not logged.before.offer_sent[logged.seat]:
        yield from _draft_line(logged, Say("draft.drop", {"whom": whom}))
    elif logged.viewer in (logged.seat, logged.before.offer_to[logged.seat] - 1):
        yield Event(Say("withdraws", logged.who | {"whom": whom}), logged.seat, (), "25")


def _tell_accept(logged: LoggedAction, maker: int) -> Iterator[Event]:
    is_own = logged.viewer in (logged.seat, maker)
    say = _offer_say("trade", logged.before, maker, logged.seat, own=is_own)
    yield Event(say, logged.seat, (), "25")


def _tell_decline(logged: LoggedAction, maker: int) -> Iterator[Event]:
    if logged.viewer in (logged.seat, maker):
        yield Event(Say("declines", logged.who | {"whom": clan(maker)}), logged.seat, (), "25")


def _tell_counter(logged: LoggedAction, maker: int) -> Iterator[Event]:
    if logged.viewer != logged.seat:
        yield from _tell_decline(logged, maker)  # the counter-offer is still a draft
    else:
        yield Event(Say("counters", logged.who | {"whom": clan(maker)}), logged.seat, (), "25")


def _tell_close(logged: LoggedAction) -> Iterator[Event]:
    yield Event(Say("closes", logged.who), logged.seat, (f"side:{logged.seat}",), "W7")


def _offer_say(key: str, s: Swords, maker: int, other: int, *, own: bool) -> Say:
    holes: Holes = {"who": clan(maker), "whom": clan(other)}
    for side, name in ((GIVE, "gives"), (ASK, "gets")):
        holes[name] = side_say(s, maker, side, own=own)
    return Say(key, holes)


def side_say(s: Swords, maker: int, side: int, *, own: bool) -> Say:
    """The contents of one side of an offer; others see how many cards, not which."""
    return all_of(_items(s, maker, side, own=own))


def _items(s: Swords, maker: int, side: int, *, own: bool) -> Iterator[Say]:
    for what, n in enumerate(s.offer_sums[maker][side]):
        if n:
            yield _amount_say(s, what, n)
    cards = s.offer_cards[maker][side]
    if any(cards):
        yield cards_say(cards) if own else Say("deal.cards", {"n": sum(cards)})
    for k in range(MAX_ITEMS):
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


def _draft_line(logged: LoggedAction, say: Say) -> Iterator[Event]:
    if logged.viewer == logged.seat:
        yield Event(say, logged.seat, (), "25")


def _tell_begin(logged: LoggedAction, other: int) -> Iterator[Event]:
    return _draft_line(logged, Say("draft.begin", {"whom": clan(other)}))


def _changed(way: str, what: Callable[..., Say]) -> Teller:
    """A line about a thing put in or taken out, for the maker alone."""

    def lines(logged: LoggedAction, side: int, *args: int) -> Iterator[Event]:
        holes: Holes = {"what": what(logged.before, *args)}
        return _draft_line(logged, Say(f"draft.{SIDES[side]}{way}", holes))

    return lines


def _card_say(_s: Swords, card: int) -> Say:
    return card_say(card)


# ---- the lines of each kind of action

DEAL_TELLERS: Final[dict[str, Teller]] = {
    "deal": _tell_begin, "deal_clear": _tell_clear, "deal_send": _tell_send,
    "deal_close": _tell_close, "deal_accept": _tell_accept, "deal_decline": _tell_decline,
    "deal_counter": _tell_counter, "deal_amount": _changed("", _amount_say),
    "deal_card": _changed("", _card_say),
    "deal_less": _changed(".less", _card_say), "deal_army": _changed(".turn", _army_say),
    "deal_keep": _changed(".turn", _keep_say),
}  # fmt: skip
"""The lines of each kind of trade action."""


# ---- offers that become void


def tell_void(before: Swords, after: Swords, viewer: int, done: int) -> Iterator[Event]:
    """Lines for both sides of offers that can no longer be fulfilled; `done` was answered."""
    for maker in range(before.seats):
        other = before.offer_to[maker] - 1
        if other < 0 or after.offer_to[maker] or maker == done:
            continue
        if before.offer_sent[maker] and viewer in (maker, other):
            holes: Holes = {"who": clan(maker), "whom": clan(other)}
            yield Event(Say("void", holes), None, (), "Q61")
        elif viewer == maker:
            yield Event(Say("void.draft", {"whom": clan(other)}), None, (), "Q61")
