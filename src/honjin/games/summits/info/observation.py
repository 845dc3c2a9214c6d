"""What a seat sees and is told.

Hidden are the cards of the other side: which ones it picks, holds and plays face down, its bid, and
its standing orders. How many cards it holds is public once hands are picked. Whether a side is
asked for an ambush depends on public things only (`standing.can_ambush`) and on its orders, which
it may give whatever it holds: so being asked, or waiting for an answer, tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from honjin.core.events import Event
from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.words import Say
from honjin.games.summits.content.data import CARDS, HIDEYOSHI, LEFT, LOST, NOBODY, TROOP
from honjin.games.summits.info.names import (
    Holes,
    area_id,
    area_say,
    card_say,
    clan_say,
    group_say,
    side_say,
    unit_say,
)
from honjin.games.summits.rules.harm import FLIP, FLIP_GROUP, REMOVE, RETREAT, harm, take_harm
from honjin.games.summits.rules.march import ENTER, HALT, LET, STEP
from honjin.games.summits.rules.orders import (
    ADD,
    ADD_BAND,
    AIM_AT,
    ATTACK,
    CALL,
    COME,
    DONE,
    DOWN,
    END,
    GATHER,
    PASS,
    REST,
    TURN_UP,
    USE,
    WIN_OVER,
)
from honjin.games.summits.rules.play import acting_side, decision
from honjin.games.summits.rules.scoring import REASONS
from honjin.games.summits.rules.setup import CLEAR, FIRST, READY, TAKE
from honjin.games.summits.rules.standing_orders import (
    ASK_ALL,
    ASK_AT,
    LET_ALL,
    LET_AT,
    LURK_AT,
    NO_MORE,
    can_ambush,
    is_order,
)
from honjin.games.summits.rules.state import (
    AIM,
    ALARM,
    AMBUSHED,
    BID,
    BOXES,
    ENTRY,
    GROUP,
    HARM,
    LOT,
    ORDER,
    PICK,
    PLAY,
    SUPPORT,
    Summits,
    boxes_used,
    fresh_units,
    most_of,
    picked,
    side_of,
)
from honjin.games.summits.rules.strike import AUTO, HELP, ROLL, attack_of, loose_units, roll

# ---- hide and fill in


@rule
def observe(s: Summits, seat: int) -> None:
    """Others' cards, bids and resolutions are hidden (rules 7, 13, 70)."""
    for side in range(2):
        if seat < 0 or side != side_of(s, seat):
            s.clears[side] = 0
            s.letting[side] = 0
            s.lurking[side] = 0
            s.orders[side] = 0
            for card in range(CARDS):
                s.hand[side][card] = 0
                s.down[side][card] = 0
    if s.phase == BID:
        for other in range(2):
            if other != seat:
                s.sealed[other] = 0


@rule
def resample(s: Summits, seat: int, rng: Any) -> None:
    """Others hold some cards of those that have not been played face up."""
    for side in range(2):
        if seat < 0 or side != side_of(s, seat):
            if s.phase == PICK:
                if s.ready >> side & 1:
                    deal(s, side, draw(rng, s.size[side] + 1), 0, rng)
            else:
                deal(s, side, s.cards[side], s.covered[side], rng)
    if s.phase == BID:
        for other in range(2):
            if other != seat and s.ready >> other & 1:
                s.sealed[other] = 1 + draw(rng, s.last)


@rule
def deal(s: Summits, side: int, held: int, covered: int, rng: Any) -> None:
    """So many cards face down on the table, then so many in hand."""
    for k in range(covered + held):
        total = 0
        for card in range(CARDS):
            total += unseen(s, side, card)
        ticket = draw(rng, total)
        card = 0
        while ticket >= unseen(s, side, card):
            ticket -= unseen(s, side, card)
            card += 1
        if k < covered:
            s.down[side][card] += 1
        else:
            s.hand[side][card] += 1


@rule
def unseen(s: Summits, side: int, card: int) -> int:
    """How many cards of a type a side may have that are not accounted for."""
    n = min(s.limit[side][card], most_of(s, side, card))
    return max(0, n - s.shown[side][card] - s.hand[side][card] - s.down[side][card])


# ---- tell


def tell(before: Summits, seat: int, action: int, after: Summits, viewer: int) -> tuple[Event, ...]:
    """What a viewer learns of an action, and of all that follows from it."""
    if seat == CHANCE:
        told = tuple(_told_chance(before, action, after))
    else:
        told = tuple(_told(before, seat, action, after, viewer))
    return (*told, *_told_change(before, after))


def _told(before: Summits, seat: int, action: int, after: Summits, viewer: int) -> Iterator[Event]:
    side = side_of(before, seat)
    is_own = viewer != SPECTATOR and viewer == seat
    if before.phase == BID:
        yield from _told_bid(seat, action, after, is_own=is_own)
    elif before.phase == PICK:
        yield from _told_pick(before, seat, action, after, is_own=is_own)
    elif before.phase == BOXES:
        yield from _told_boxes(before, seat, after)
    elif before.phase == ORDER:
        key = "goes.first" if action == FIRST else "goes.second"
        yield _event(before, seat, side, key, "9")
    elif side != acting_side(before) or (before.phase == PLAY and is_order(action)):
        yield from _told_order(before, seat, side, action, is_own=is_own)
    elif before.phase == PLAY:
        yield from _told_play(before, seat, side, action, is_own=is_own)
    elif before.phase == ALARM:
        yield _told_answer(before, seat, side, action, is_own=is_own)
    else:
        yield from _told_deed(before, seat, side, action)


def _event(
    s: Summits, seat: int | None, side: int, key: str, number: str, **holes: int | str | Say
) -> Event:
    return Event(Say(key, {"who": side_say(s, side), **holes}), seat, rule=number)


def _at(s: Summits, area: int) -> tuple[str, ...]:
    return (area_id(s, area),)


# ---- before the battle, hands


def _told_bid(seat: int, turn: int, after: Summits, *, is_own: bool) -> Iterator[Event]:
    who: Holes = {"who": Say(f"seat.{seat}")}
    key, holes = ("bids.own", {**who, "n": turn}) if is_own else ("bids", who)
    yield Event(Say(key, holes), seat, rule="70")
    if after.phase != BID:
        for one in (0, 1):
            n = after.sealed[one]
            yield Event(Say("bid.shown", {"who": Say(f"seat.{one}"), "n": n}), one, rule="70")
        if after.phase != LOT:
            yield _told_sides(after)


def _told_sides(after: Summits) -> Event:
    seat = Say(f"seat.{after.swapped}")
    say = Say("takes.sides", {"who": seat, "n": after.last, "side": side_say(after, HIDEYOSHI)})
    return Event(say, after.swapped, rule="70")


def _told_pick(
    before: Summits, seat: int, action: int, after: Summits, *, is_own: bool
) -> Iterator[Event]:
    side = side_of(before, seat)
    if action == READY:
        yield _event(before, seat, side, "ready", "7")
        if after.phase != PICK or after.turn != before.turn:
            yield from _told_sizes(before, side, action)
    elif is_own and action == CLEAR:
        yield _event(before, seat, side, "clears", "7")
    elif is_own and action >= TAKE:
        yield _event(before, seat, side, "takes", "7", card=card_say(action - TAKE))


def _told_sizes(before: Summits, last: int, action: int) -> Iterator[Event]:
    """How many cards each side has picked, as the backs show."""
    if before.ready | 1 << last == 3 and action == READY:
        for side in (0, 1):
            yield _event(before, None, side, "holds", "7", n=picked(before, side))


def _told_boxes(before: Summits, seat: int, after: Summits) -> Iterator[Event]:
    for n in range(1, before.boxes + 1):
        if before.box[n] != after.box[n]:
            say = Say("boxes", {"group": group_say(after.box[n]), "n": n})
            yield Event(say, seat, (f"box:{n}",), "61")


# ---- phases


def _told_play(
    before: Summits, seat: int, side: int, action: int, *, is_own: bool
) -> Iterator[Event]:
    if action in (PASS, END):
        yield _event(before, seat, side, "passes" if action == PASS else "ends", "11")
    elif action == CALL:
        yield _event(before, seat, side, "calls", "45")
    elif action >= WIN_OVER:
        clan = clan_say(before, action - WIN_OVER)
        yield _event(before, seat, side, "wins.over", "60", clan=clan)
    elif action >= COME:
        yield _event(before, seat, side, "comes", "47", group=group_say(action - COME))
    elif action >= GATHER:
        is_rest = action >= REST
        area = action - (REST if is_rest else GATHER)
        say = Say("rests" if is_rest else "gathers", {"area": area_say(before, area)})
        yield Event(say, seat, _at(before, area), "15" if not is_rest else "A25")
    elif action >= USE:
        yield _event(before, seat, side, "uses", "13", card=card_say(action - USE))
    elif is_own:
        yield _event(before, seat, side, "covers.own", "13", card=card_say(action - DOWN))
    else:
        yield _event(before, seat, side, "covers", "13")


def _told_answer(before: Summits, seat: int, side: int, action: int, *, is_own: bool) -> Event:
    if action not in (LET, LET_ALL):
        holes: Holes = {"who": side_say(before, side), "area": area_say(before, before.at)}
        return Event(Say("ambushes", holes), seat, _at(before, before.at), "A23")
    key = "lets.all" if is_own and action == LET_ALL else "lets"
    return _event(before, seat, side, key, "A23")


_ORDERS: Final = {LET_AT: "orders.let", LURK_AT: "orders.lurk", ASK_AT: "orders.ask"}
_ORDERS_FOR_ALL: Final = {LET_ALL: "orders.let.all", ASK_ALL: "orders.ask.all"}


def _told_order(
    before: Summits, seat: int, side: int, action: int, *, is_own: bool
) -> Iterator[Event]:
    """Others learn only that a side gives no more orders (W9)."""
    if action == NO_MORE:
        yield _event(before, seat, side, "orders.closed", "W9")
    elif is_own and action in _ORDERS_FOR_ALL:
        yield _event(before, seat, side, _ORDERS_FOR_ALL[action], "W9")
    elif is_own:
        first = max(one for one in _ORDERS if one <= action)
        area = area_say(before, action - first)
        yield _event(before, seat, side, _ORDERS[first], "W9", area=area)


def _told_ready(before: Summits, side: int, action: int) -> Iterator[Event]:
    """How those who could ambush answered a step, if they had said so before (W9)."""
    one, other = before.copy(), 1 - side
    decision(one, side, action)
    key = "ambushes" if one.strike == AMBUSHED else "lets"
    if one.outcome or one.phase == ALARM or (not one.strike and not can_ambush(one, other, one.at)):
        return
    holes: Holes = {"area": area_say(one, one.at)} if key == "ambushes" else {}
    seat = other ^ before.swapped
    say = Say(key, {"who": side_say(before, other), **holes})
    yield Event(say, seat, _at(before, one.at) if holes else (), "A23")


def _told_deed(before: Summits, seat: int, side: int, action: int) -> Iterator[Event]:
    if before.phase == GROUP and action >= ADD:
        yield _told_pick_of_group(before, seat, action)
    elif before.phase == SUPPORT:
        yield from _told_support(before, seat, action)
    elif before.phase == HARM:
        yield _told_harm(before, seat, action)
        one = before.copy()
        harm(one, action)
        both = one.copy()
        take_harm(both)
        yield from _told_toll(one, both)
    elif before.phase == AIM:
        unit = Say("troops") if action - ROLL == TROOP else unit_say(before, action - ROLL)
        yield Event(Say("rolls.next", {"unit": unit}), seat, rule="29")
    elif action in (DONE, HALT):
        yield _event(before, seat, side, "stands", "16")
    elif action in (TURN_UP, ATTACK):
        key, number = ("attacks", "27") if action == ATTACK else ("turns.up", "A25")
        yield _event(before, seat, side, key, number, area=area_say(before, before.at))
    elif before.phase == ENTRY:
        yield _told_way(before, seat, side, action - ENTER, "enters", "46")
        yield from _told_ready(before, side, action)
    elif action >= AIM_AT:
        yield _told_way(before, seat, side, action - AIM_AT, "fires", "34")
    else:
        yield _told_way(before, seat, side, action - STEP, "moves", "21")
        yield from _told_ready(before, side, action)


def _told_way(s: Summits, seat: int, side: int, area: int, key: str, number: str) -> Event:
    holes: Holes = {"who": side_say(s, side), "area": area_say(s, area)}
    return Event(Say(key, holes), seat, _at(s, area), number)


def _told_pick_of_group(before: Summits, seat: int, action: int) -> Event:
    if action >= ADD_BAND:
        unit = action - ADD_BAND
        return Event(Say("adds.band", {"unit": unit_say(before, unit)}), seat, rule="14")
    unit = action - ADD
    return Event(Say("adds", {"unit": unit_say(before, unit)}), seat, rule="14")


def _told_support(before: Summits, seat: int, action: int) -> Iterator[Event]:
    if action == AUTO:
        yield Event(Say("supports.all"), seat, rule="30")
        return
    unit = (before.asked & -before.asked).bit_length() - 1
    say = Say("supports", {"unit": unit_say(before, unit), "n": action - HELP})
    yield Event(say, seat, rule="30")


def _told_harm(before: Summits, seat: int, action: int) -> Event:
    """What the owner chose; what followed by itself is told after it."""
    if action >= RETREAT:
        area, unit = divmod(action - RETREAT, 64)
        holes: Holes = {"unit": unit_say(before, unit), "area": area_say(before, area)}
        return Event(Say("retreats", holes), seat, _at(before, area), "38")
    if action >= REMOVE:
        say = Say("removes", {"unit": unit_say(before, action - REMOVE)})
        return Event(say, seat, rule="39")
    is_group = action >= FLIP_GROUP
    unit = action - (FLIP_GROUP if is_group else FLIP)
    key = "flips.group" if is_group else "flips"
    return Event(Say(key, {"unit": unit_say(before, unit)}), seat, rule="37")


# ---- dice


def _told_chance(before: Summits, outcome: int, after: Summits) -> Iterator[Event]:
    """A roll with its whole arithmetic (rule 31)."""
    if before.phase == LOT:
        yield _told_sides(after)
        return
    unit, a, b = before.roller, outcome >> 3, outcome & 7
    is_troop = unit >= TROOP
    attack = attack_of(before, unit)
    support = 0 if before.bare else (loose_units(before) if is_troop else before.help[unit]) // 2
    total = a + b + attack + support + before.slope - before.shield
    holes: Holes = {
        "unit": Say("troops") if is_troop else unit_say(before, unit), "a": a, "b": b,
        "attack": attack, "support": support, "slope": before.slope, "shield": before.shield,
        "n": max(0, total),
    }  # fmt: skip
    key = "rolls" if total > 0 else "rolls.nothing"
    yield Event(Say(key, holes), CHANCE, _at(before, before.target), "31")
    struck = before.copy()
    roll(struck, outcome)
    yield from _told_toll(before, struck)


# ---- what followed by itself


def _told_change(before: Summits, after: Summits) -> Iterator[Event]:
    yield from _told_arrival(before, after)
    yield from _told_fallen(before, after)
    if after.turn == before.turn:
        yield from _told_control(before, after)
    if after.last < before.last and before.phase not in (BID, LOT):
        yield Event(Say("shortened", {"n": after.last}), rule="A16")
    if after.turn != before.turn:
        yield from _told_control(before, after)
        yield Event(Say("turn.ends", {"n": before.turn}), rule="12")
    elif after.phase == PLAY and after.actor == before.actor and before.passes < after.passes:
        yield _event(before, None, 1 - after.actor, "passes.empty", "11")
    if after.outcome:
        yield from _told_end(after)


def _told_toll(before: Summits, after: Summits) -> Iterator[Event]:
    """What became of those who were hit without anybody's choice (rule 40)."""
    side, area = 1 - before.striker, before.target
    flips = fresh_units(before, area, side) - fresh_units(after, area, side)
    removed = after.lost[side] - before.lost[side]
    retreated = before.stack[side][area] - after.stack[side][area] - removed
    parts = (("toll.flips", flips, "37"), ("toll.retreats", retreated, "38"),
             ("toll.removed", removed, "39"))  # fmt: skip
    for key, n, number in parts:
        if n:
            holes: Holes = {"area": area_say(before, area), "n": n}
            yield Event(Say(key, holes), None, _at(before, area), number)


def _told_arrival(before: Summits, after: Summits) -> Iterator[Event]:
    if after.marker != before.marker:
        group = after.box[boxes_used(after)] if boxes_used(after) else 0
        if not group:
            yield Event(Say("box.empty", {"n": after.marker}), None, rule="59")
        elif after.waiting >> group & 1:
            yield Event(Say("waits", {"group": group_say(group)}), None, rule="47")


def _told_fallen(before: Summits, after: Summits) -> Iterator[Event]:
    for general in range(before.generals):
        place = after.where[general]
        if place != before.where[general] and place in (LOST, LEFT):
            key, number = ("general.lost", "39") if place == LOST else ("general.left", "60")
            yield Event(Say(key, {"unit": unit_say(before, general)}), None, rule=number)


def _told_control(before: Summits, after: Summits) -> Iterator[Event]:
    for area in range(before.areas):
        side = after.held[area]
        if side != before.held[area] and side != NOBODY:
            holes: Holes = {"who": side_say(before, side), "area": area_say(before, area)}
            yield Event(Say("controls", holes), None, _at(before, area), "49")


def _told_end(after: Summits) -> Iterator[Event]:
    reason = REASONS[after.outcome - 1]
    if after.winner == NOBODY:
        yield Event(Say("ends.drawn"), None, rule="65")
        return
    holes: Holes = {"who": side_say(after, after.winner), "why": Say(reason)}
    yield Event(Say("wins", holes), None, rule="50")
