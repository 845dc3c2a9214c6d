"""The log lines of each action, by viewer."""

from collections.abc import Callable

from honjin.core.events import Event
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from madeup.actions import ACTIONS, LANTERNS
from madeup.rules import points
from madeup.state import BRIGHT, LANTERN, Fair


def tell(before: Fair, seat: int, action: int, after: Fair, viewer: int) -> tuple[Event, ...]:
    """What a viewer learns of an action: the action, the bids once open, the seats that are out."""
    if seat == CHANCE:
        return (_told_draw(before.drawer, action, viewer),)
    key, args = ACTIONS.decode(action)
    if key == "bid":
        told = _told_bid(before, seat, args[0], after, viewer)
    elif key == "sell":
        told = (_told_sale(before, seat, args[0], viewer),)
    else:
        told = (_TOLD[key](before, seat, *args),)
    return told + _told_out(before, after)


def name(seat: int) -> Say:
    """The name of a seat."""
    return Say(f"seat.{seat}")


def lantern_name(lantern: int) -> Say:
    """The name of a lantern."""
    return Say(f"lantern.{lantern}")


def lantern_id(lantern: int) -> str:
    """The id of a lantern in the scene."""
    return f"lantern.{LANTERNS[lantern - BRIGHT]}"


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


def _told_lantern(_before: Fair, seat: int, lantern: int) -> Event:
    say = Say("chooses", {"who": name(seat), "lantern": lantern_name(lantern)})
    return Event(say, seat, ids=(lantern_id(lantern),), rule="6")


def _told_card(before: Fair, seat: int, value: int) -> Event:
    lantern = before.lantern
    holes: dict[str, int | str | Say] = {"who": name(seat), "lantern": lantern_name(lantern)}
    say = Say("plays", holes | {"card": value, "n": points(lantern, value)})
    return Event(say, seat, ids=(lantern_id(lantern),), rule="7")


def _told_offer(_before: Fair, seat: int, to: int) -> Event:
    return Event(Say("offers", {"who": name(seat), "to": name(to)}), seat, rule="8")


def _told_decline(before: Fair, seat: int) -> Event:
    holes: dict[str, int | str | Say] = {"who": name(seat), "to": name(before.offer_by)}
    return Event(Say("declines", holes), seat, rule="9")


def _told_sale(before: Fair, seat: int, value: int, viewer: int) -> Event:
    holes: dict[str, int | str | Say] = {"who": name(seat), "to": name(before.offer_by)}
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


_TOLD: dict[str, Callable[..., Event]] = {
    "lantern": _told_lantern, "card": _told_card, "offer": _told_offer, "decline": _told_decline
}  # fmt: skip
"""Actions whose log lines are the same for all viewers."""
