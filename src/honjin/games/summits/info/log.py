"""The log of each action for seats and spectators, from what they may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from honjin.core.events import Event, prepared
from honjin.core.jit.bits import lowest_bit
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.words import Say
from honjin.games.summits.content.data import HIDEYOSHI, LEFT, LOST, NOBODY, TROOP
from honjin.games.summits.info.names import (
    Holes,
    area_say,
    card_say,
    clan_say,
    group_say,
    side_say,
    unit_say,
)
from honjin.games.summits.rules.actions import ACTIONS
from honjin.games.summits.rules.battles import area_id
from honjin.games.summits.rules.march import is_asked
from honjin.games.summits.rules.play import do
from honjin.games.summits.rules.scoring import REASONS
from honjin.games.summits.rules.standing_orders import can_ambush
from honjin.games.summits.rules.state import (
    ALARM,
    AMBUSHED,
    BID,
    BOXES,
    LOT,
    PICK,
    PLAY,
    Summits,
    boxes_used,
    fresh_units,
    picked,
    side_of,
)
from honjin.games.summits.rules.strike import attack_of, loose_units, roll


class Step(NamedTuple):
    """An action of a seat, and whether the viewer is that seat."""

    before: Summits
    after: Summits
    seat: int
    action: int
    is_own: bool

    @property
    def side(self) -> int:
        """The side that acts."""
        return side_of(self.before, self.seat)

    @property
    def done(self) -> Summits:
        """The position after the action, before its automatic results."""
        s = self.before.copy()
        do(s, self.seat, self.action)
        return s


Tell = Callable[..., Iterator[Event]]


def tell(before: Summits, seat: int, action: int, after: Summits, viewer: int) -> tuple[Event, ...]:
    """The log lines of an action and its results for a viewer."""
    if seat == CHANCE:
        lines = tuple(_tell_chance(before, action, after))
    else:
        key, args = ACTIONS.decode(action)
        is_own = viewer != SPECTATOR and viewer == seat
        lines = tuple(_TELLERS[key](Step(before, after, seat, action, is_own), *args))
        if before.phase <= BOXES:
            lines = prepared(lines)
    return (*lines, *_tell_change(before, after))


def _event(
    s: Summits, seat: int | None, side: int, key: str, number: str, **holes: int | str | Say
) -> Event:
    return Event(Say(key, {"who": side_say(s, side), **holes}), seat, rule=number)


def _at(s: Summits, area: int) -> tuple[str, ...]:
    return (area_id(s, area),)


# ---- one sentence each


def _says(key: str, number: str, *, is_secret: bool = False, **holes: Callable[..., Say]) -> Tell:
    """The acting side and the object; a secret line is for the acting seat only."""

    def lines(step: Step, *args: int) -> Iterator[Event]:
        if step.is_own or not is_secret:
            filled = {name: say(step.before, *args) for name, say in holes.items()}
            yield _event(step.before, step.seat, step.side, key, number, **filled)

    return lines


def _here(s: Summits) -> Say:
    """The area of the group."""
    return area_say(s, s.at)


def _card(_s: Summits, card: int) -> Say:
    return card_say(card)


def _group(_s: Summits, group: int) -> Say:
    return group_say(group)


def _of_area(key: str, number: str) -> Tell:
    """A line about an area, which lights up."""

    def lines(step: Step, area: int) -> Iterator[Event]:
        say = Say(key, {"area": area_say(step.before, area)})
        yield Event(say, step.seat, _at(step.before, area), number)

    return lines


def _of_unit(key: str, number: str) -> Tell:
    """A line about a unit."""

    def lines(step: Step, unit: int) -> Iterator[Event]:
        say = Say(key, {"unit": unit_say(step.before, unit)})
        yield Event(say, step.seat, rule=number)

    return lines


# ---- before the battle, hands


def _tell_bid(step: Step, turn: int) -> Iterator[Event]:
    after, who = step.after, Say(f"seat.{step.seat}")
    say = Say("bids.own", {"who": who, "n": turn}) if step.is_own else Say("bids", {"who": who})
    yield Event(say, step.seat, rule="70")
    if after.phase != BID:
        for seat in (0, 1):
            n = after.sealed[seat]
            yield Event(Say("bid.shown", {"who": Say(f"seat.{seat}"), "n": n}), seat, rule="70")
        if after.phase != LOT:
            yield _tell_sides(after)


def _tell_sides(after: Summits) -> Event:
    seat = Say(f"seat.{after.swapped}")
    say = Say("takes.sides", {"who": seat, "n": after.last, "side": side_say(after, HIDEYOSHI)})
    return Event(say, after.swapped, rule="70")


def _tell_box(step: Step, _group: int) -> Iterator[Event]:
    for n in range(1, step.before.boxes + 1):
        if step.before.box[n] != step.after.box[n]:
            say = Say("boxes", {"group": group_say(step.after.box[n]), "n": n})
            yield Event(say, step.seat, (f"box:{n}",), "61")


def _tell_ready(step: Step) -> Iterator[Event]:
    """Finally, the number of cards each side has picked, as the backs show."""
    before, after = step.before, step.after
    yield _event(before, step.seat, step.side, "ready", "7")
    if after.phase != PICK or after.turn != before.turn:
        for side in (0, 1):
            n = picked(before, side)
            yield _event(before, None, side, "holds", "7", n=n)


# ---- cards


def _tell_cover(step: Step, card: int) -> Iterator[Event]:
    lines = _says("covers.own", "13", card=_card) if step.is_own else _says("covers", "13")
    return lines(step, card)


# ---- the group


def _tell_fire(step: Step, area: int) -> Iterator[Event]:
    yield _tell_way(step, area, "fires", "34")


def _tell_move(step: Step, area: int) -> Iterator[Event]:
    yield _tell_way(step, area, "moves", "21")
    yield from _tell_answer(step)


def _tell_enter(step: Step, area: int) -> Iterator[Event]:
    yield _tell_way(step, area, "enters", "46")
    yield from _tell_answer(step)


def _tell_way(step: Step, area: int, key: str, number: str) -> Event:
    s = step.before
    holes: Holes = {"who": side_say(s, step.side), "area": area_say(s, area)}
    here = () if key == "enters" else _at(s, s.at)
    return Event(Say(key, holes), step.seat, (*here, *_at(s, area)), number)


def _tell_answer(step: Step) -> Iterator[Event]:
    """The answer of the other side to a step, if it had given a standing order (W9)."""
    after, other = step.done, 1 - step.side
    key = "ambushes" if after.strike == AMBUSHED else "lets"
    if after.outcome or after.phase == ALARM:
        return
    if not after.strike and not can_ambush(after, other, after.at):
        return
    holes: Holes = {"area": area_say(after, after.at)} if key == "ambushes" else {}
    say = Say(key, {"who": side_say(after, other), **holes})
    yield Event(say, 1 - step.seat, _at(after, after.at) if holes else (), "A23")


# ---- ambushes, and orders for them


def _tell_ambush(step: Step) -> Iterator[Event]:
    s = step.before
    holes: Holes = {"who": side_say(s, step.side), "area": area_say(s, s.at)}
    yield Event(Say("ambushes", holes), step.seat, _at(s, s.at), "A23")


def _tell_let_all(step: Step) -> Iterator[Event]:
    if not is_asked(step.before, step.side):
        lines = _says("orders.let.all", "W9", is_secret=True)
    else:
        lines = _says("lets.all" if step.is_own else "lets", "A23")
    return lines(step)


# ---- attacks


def _tell_auto(step: Step) -> Iterator[Event]:
    yield Event(Say("supports.all"), step.seat, rule="30")


def _tell_support(step: Step, men: int) -> Iterator[Event]:
    unit = unit_say(step.before, lowest_bit(step.before.asked))
    yield Event(Say("supports", {"unit": unit, "n": men}), step.seat, rule="30")


def _tell_roller(step: Step, unit: int) -> Iterator[Event]:
    if unit == TROOP:
        say = Say("rolls.next.troops", {"unit": Say("troops")})
    else:
        say = Say("rolls.next", {"unit": unit_say(step.before, unit)})
    yield Event(say, step.seat, rule="29")


def _tell_flip(step: Step, unit: int) -> Iterator[Event]:
    yield from _of_unit("flips", "37")(step, unit)
    yield from _tell_rest(step, flips=1)


def _tell_drop(step: Step, unit: int) -> Iterator[Event]:
    yield from _of_unit("flips.group", "37")(step, unit)
    yield from _tell_rest(step, flips=1)


def _tell_remove(step: Step, unit: int) -> Iterator[Event]:
    yield from _of_unit("removes", "39")(step, unit)
    yield from _tell_rest(step, removed=1)


def _tell_retreat(step: Step, area: int, unit: int) -> Iterator[Event]:
    s = step.before
    holes: Holes = {"unit": unit_say(s, unit), "area": area_say(s, area)}
    yield Event(Say("retreats", holes), step.seat, _at(s, area), "38")
    yield from _tell_rest(step, retreats=1)


def _tell_rest(step: Step, flips: int = 0, retreats: int = 0, removed: int = 0) -> Iterator[Event]:
    """The automatic results of the owner's choice."""
    return _tell_toll(step.before, step.done, (flips, retreats, removed))


# ---- dice


def _tell_chance(before: Summits, outcome: int, after: Summits) -> Iterator[Event]:
    """A roll with its whole arithmetic (rule 31)."""
    if before.phase == LOT:
        yield _tell_sides(after)
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
    yield Event(
        Say(f"{key}.troops" if is_troop else key, holes), CHANCE, _at(before, before.target), "31"
    )
    struck = before.copy()
    roll(struck, outcome)
    yield from _tell_toll(before, struck)


# ---- automatic results


def _tell_change(before: Summits, after: Summits) -> Iterator[Event]:
    yield from _tell_arrival(before, after)
    yield from _tell_fallen(before, after)
    if after.turn == before.turn:
        yield from _tell_control(before, after)
    if after.last < before.last and before.phase not in (BID, LOT):
        yield Event(Say("shortened", {"n": after.last}), rule="A16")
    if after.turn != before.turn:
        yield from _tell_control(before, after)
        yield Event(Say("turn.ends", {"n": before.turn}), rule="12")
    elif after.phase == PLAY and after.actor == before.actor and before.passes < after.passes:
        yield _event(before, None, 1 - after.actor, "passes.empty", "11")
    if after.outcome:
        yield from _tell_end(after)


def _tell_toll(
    before: Summits, after: Summits, chosen: tuple[int, ...] = (0, 0, 0)
) -> Iterator[Event]:
    """The fate of the units that were hit, except those already mentioned (rule 40)."""
    side, area = 1 - before.striker, before.target
    flips = fresh_units(before, area, side) - fresh_units(after, area, side)
    removed = after.lost[side] - before.lost[side]
    retreated = before.stack[side][area] - after.stack[side][area] - removed
    rows = (("toll.flips", flips, "37"), ("toll.retreats", retreated, "38"),
             ("toll.removed", removed, "39"))  # fmt: skip
    for (key, n, number), less in zip(rows, chosen, strict=True):
        if n > less:
            holes: Holes = {"area": area_say(before, area), "n": n - less}
            yield Event(Say(key, holes), None, _at(before, area), number)


def _tell_arrival(before: Summits, after: Summits) -> Iterator[Event]:
    if after.marker != before.marker:
        group = after.box[boxes_used(after)] if boxes_used(after) else 0
        if not group:
            yield Event(Say("box.empty", {"n": after.marker}), None, rule="59")
        elif after.waiting >> group & 1:
            yield Event(Say("waits", {"group": group_say(group)}), None, rule="47")


def _tell_fallen(before: Summits, after: Summits) -> Iterator[Event]:
    for general in range(before.generals):
        place = after.where[general]
        if place != before.where[general] and place in (LOST, LEFT):
            key, number = ("general.lost", "39") if place == LOST else ("general.left", "60")
            yield Event(Say(key, {"unit": unit_say(before, general)}), None, rule=number)


def _tell_control(before: Summits, after: Summits) -> Iterator[Event]:
    for area in range(before.areas):
        side = after.held[area]
        if side != before.held[area] and side != NOBODY:
            holes: Holes = {"who": side_say(before, side), "area": area_say(before, area)}
            yield Event(Say("controls", holes), None, _at(before, area), "49")


def _tell_end(after: Summits) -> Iterator[Event]:
    reason = REASONS[after.outcome - 1]
    if after.winner == NOBODY:
        yield Event(Say("ends.drawn"), None, rule="65")
        return
    holes: Holes = {"who": side_say(after, after.winner), "why": Say(reason)}
    yield Event(Say("wins", holes), None, rule="50")


_TELLERS: Final[dict[str, Tell]] = {
    "bid": _tell_bid,
    "box": _tell_box,
    "ready": _tell_ready,
    "clear": _says("clears", "7", is_secret=True),
    "take": _says("takes", "7", is_secret=True, card=_card),
    "first": _says("goes.first", "9"),
    "second": _says("goes.second", "9"),
    "pass_on": _says("passes", "11"),
    "end": _says("ends", "11"),
    "call": _says("calls", "45"),
    "cover": _tell_cover,
    "use": _says("uses", "13", card=_card),
    "gather": _of_area("gathers", "15"),
    "rally": _of_area("rests", "A25"),
    "come": _says("comes", "47", group=_group),
    "treason": _says("wins.over", "60", clan=clan_say),
    "done": _says("stands", "16"),
    "attack": _says("attacks", "27", area=_here),
    "turn_up": _says("turns.up", "A25", area=_here),
    "fire": _tell_fire,
    "add": _of_unit("adds", "14"),
    "band": _of_unit("adds.band", "14"),
    "move": _tell_move,
    "halt": _says("stands", "16"),
    "enter": _tell_enter,
    "let": _says("lets", "A23"),
    "ambush": _tell_ambush,
    "let_all": _tell_let_all,
    "ask_all": _says("orders.ask.all", "W9", is_secret=True),
    "let_at": _says("orders.let", "W9", is_secret=True, area=area_say),
    "lurk": _says("orders.lurk", "W9", is_secret=True, area=area_say),
    "ask_at": _says("orders.ask", "W9", is_secret=True, area=area_say),
    "no_more": _says("orders.closed", "W9"),
    "auto": _tell_auto,
    "support": _tell_support,
    "roll": _tell_roller,
    "flip": _tell_flip,
    "drop": _tell_drop,
    "remove": _tell_remove,
    "retreat": _tell_retreat,
}
"""The lines of each kind of action."""
