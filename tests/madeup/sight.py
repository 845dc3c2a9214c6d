"""What a seat may see and is told."""

from typing import Any

from honjin.core.events import Event
from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from madeup.rules import ANSWERS, CARDS, LANTERNS, OFFERS, points
from madeup.state import LANTERN, MOST, VALUES, Fair

# ---- hide and fill in


@rule
def observe(s: Fair, seat: int) -> None:
    """Hide the deck, and the hands and bids of others."""
    for value in range(VALUES + 1):
        s.deck[value] = 0
    for other in range(MOST):
        if other != seat:
            s.bid[other] = 0
            for value in range(VALUES + 1):
                s.hand[other][value] = 0


@rule
def resample(s: Fair, seat: int, rng: Any) -> None:
    """Deal the cards not seen to the others and the deck; let those who bid have bid anything."""
    for value in range(1, VALUES + 1):
        s.deck[value] = s.seats - s.open[value]
        if seat >= 0:
            s.deck[value] -= s.hand[seat][value]
    for other in range(s.seats):
        if other != seat:
            deal(s, other, rng)
            if s.bidden >> other & 1:
                s.bid[other] = draw(rng, s.coins[other] + 1)


@rule
def deal(s: Fair, seat: int, rng: Any) -> None:
    """Give a seat as many cards as it holds, from those left."""
    left = 0
    for value in range(1, VALUES + 1):
        left += s.deck[value]
    for k in range(s.held[seat]):
        ticket = draw(rng, left - k)
        value = 1
        while ticket >= s.deck[value]:
            ticket -= s.deck[value]
            value += 1
        s.deck[value] -= 1
        s.hand[seat][value] += 1


# ---- tell


def tell(before: Fair, seat: int, action: int, after: Fair, viewer: int) -> tuple[Event, ...]:
    """What a viewer learns of an action: the deed, the bids once open, who is out."""
    if seat == CHANCE:
        return (_told_draw(before.drawer, action, viewer),)
    if action <= LANTERNS:
        told = _told_bid(before, seat, action, after, viewer)
    elif action < CARDS:
        told = (_told_lantern(seat, action),)
    elif action < OFFERS:
        told = (_told_card(before, seat, action - CARDS),)
    elif action < ANSWERS:
        say = Say("offers", {"who": name(seat), "to": name(action - OFFERS)})
        told = (Event(say, seat, rule="8"),)
    else:
        told = (_told_answer(before, seat, action - ANSWERS, viewer),)
    return told + _told_out(before, after)


def name(seat: int) -> Say:
    """A seat in words."""
    return Say(f"seat.{seat}")


def lantern_name(lantern: int) -> Say:
    """A lantern in words."""
    return Say(f"lantern.{lantern}")


def _told_draw(drawer: int, value: int, viewer: int) -> Event:
    if viewer == drawer:
        return Event(Say("draws.seen", {"who": name(drawer), "card": value}), CHANCE, rule="2")
    return Event(Say("draws", {"who": name(drawer)}), CHANCE, rule="2")


def _told_bid(before: Fair, seat: int, coins: int, after: Fair, viewer: int) -> tuple[Event, ...]:
    is_change = before.bidden >> seat & 1
    key, rule_number = ("rebids", "4") if is_change else ("bids", "3")
    say = Say(key, {"who": name(seat)})
    if viewer == seat:
        say = Say(f"{key}.seen", {"who": name(seat), "n": coins})
    events = (Event(say, seat, rule=rule_number),)
    if (before.bidden | 1 << seat) != before.alive:
        return events
    return events + _told_open_bids(before, seat, coins, after)


def _told_open_bids(before: Fair, last: int, coins: int, after: Fair) -> tuple[Event, ...]:
    shown = []
    for seat in range(before.seats):
        if before.alive >> seat & 1:
            n = coins if seat == last else before.bid[seat]
            shown.append(Event(Say("shows", {"who": name(seat), "n": n}), seat, rule="4"))
    if after.phase == LANTERN:
        shown.append(Event(Say("has.turn", {"who": name(after.actor)}), rule="5"))
    else:
        shown.append(Event(Say("tied"), rule="5"))
    return tuple(shown)


def _told_lantern(seat: int, action: int) -> Event:
    lantern = action - LANTERNS
    say = Say("chooses", {"who": name(seat), "lantern": lantern_name(lantern)})
    return Event(say, seat, ids=(f"lantern{lantern}",), rule="6")


def _told_card(before: Fair, seat: int, value: int) -> Event:
    lantern = before.lantern
    holes: dict[str, int | str | Say] = {"who": name(seat), "lantern": lantern_name(lantern)}
    say = Say("plays", holes | {"card": value, "n": points(lantern, value)})
    return Event(say, seat, ids=(f"lantern{lantern}",), rule="7")


def _told_answer(before: Fair, seat: int, value: int, viewer: int) -> Event:
    holes: dict[str, int | str | Say] = {"who": name(seat), "to": name(before.offer_by)}
    if value == 0:
        return Event(Say("declines", holes), seat, rule="9")
    if viewer in (seat, before.offer_by):
        return Event(Say("sells.seen", holes | {"card": value}), seat, rule="9")
    return Event(Say("sells", holes), seat, rule="9")


def _told_out(before: Fair, after: Fair) -> tuple[Event, ...]:
    out = before.alive & ~after.alive
    return tuple(
        Event(Say("out", {"who": name(seat)}), rule="10")
        for seat in range(before.seats)
        if out >> seat & 1
    )
