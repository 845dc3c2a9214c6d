"""What a seat sees and is told. The set-up is hidden, everything after it open (Q8, Q59)."""

from collections.abc import Iterator
from typing import Any

from honjin.core.events import Event
from honjin.core.jit.rng import draw
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from honjin.games.akebono.content.board import MIDLINES, PLANS
from honjin.games.akebono.content.data import MOST_ROUNDS, NOBODY, TYPES
from honjin.games.akebono.info.names import hex_name, plan_key, plan_say
from honjin.games.akebono.rules.play import (
    ARRIVE,
    ASSASSINATE,
    BUY,
    ROUNDS,
    SHOT,
    STEP,
    TAIRO_CAPTURED,
    first_piece,
    score,
    shot_price,
)
from honjin.games.akebono.rules.setup import (
    LIFT,
    LIFT_TRAY,
    PUT,
    PUT_BACK,
    READY,
    begin_anew,
    stand_in,
)
from honjin.games.akebono.rules.state import (
    ARROWS,
    LOT,
    PLACING,
    REPAIR,
    REVISING,
    ROLL,
    Akebono,
    owner,
    price,
)

# ---- hide and fill in


@rule
def observe(s: Akebono, seat: int) -> None:
    """While armies are set up, others see of a side what was last revealed (Q8)."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                hide(s, other)


@rule
def hide(s: Akebono, seat: int) -> None:
    """Of a side that sets up nothing is seen but whether it has finished."""
    is_done = s.done & 1 << seat
    begin_anew(s, seat)
    s.done |= is_done
    s.changes[seat] = 0
    for kind in range(len(TYPES)):
        s.tray[seat][kind] = 0


@rule
def retract_sealed(s: Akebono, seat: int) -> None:
    """Others have not set up anything in this phase yet."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                begin_anew(s, other)


@rule
def resample(s: Akebono, seat: int, rng: Any) -> None:
    """Who has finished placing stands in some formation; who rearranges has not begun to."""
    if s.phase == PLACING or s.phase == REVISING:
        for other in range(2):
            if other != seat:
                is_done = s.done & 1 << other
                begin_anew(s, other)
                s.done |= is_done
                if s.phase == PLACING and is_done:
                    stand_in(s, other, some_plan(s, other, rng))


@rule
def some_plan(s: Akebono, seat: int, rng: Any) -> int:
    """A random formation of those that there are."""
    n = 0
    while n < PLANS and s.plan[2 * s.midline + seat][n][0]:
        n += 1
    return draw(rng, n)


# ---- names


def side(seat: int) -> Say:
    """Red or white."""
    return Say(f"seat.{seat}")


def kind_say(kind: int) -> Say:
    """A type of piece."""
    return Say(f"type.{TYPES[kind]}")


def one_say(kind: int) -> Say:
    """One piece of a type, whichever: with its article."""
    return Say(f"one.{TYPES[kind]}")


def piece_say(man: int) -> Say:
    """A piece by side and type."""
    return Say(f"piece.{owner(man)}.{TYPES[man & 7]}")


# ---- tell


def tell(before: Akebono, seat: int, action: int, after: Akebono, viewer: int) -> tuple[Event, ...]:
    """What a viewer learns of an action: of a set-up in secret, only that it is finished."""
    if seat == CHANCE:
        return (_told_chance(before, action, after),)
    if before.phase == PLACING or before.phase == REVISING:
        return tuple(_told_setup(before, seat, action, after, viewer))
    if before.phase == REPAIR:
        return (_told_repair(before, action), *_told_danger(after))
    return (
        _told_turn(before, action),
        *_told_valor(before, after),
        *(_told_end(after) if after.outcome else ()),
    )


def _told_chance(before: Akebono, outcome: int, after: Akebono) -> Event:
    if before.phase == ARROWS:
        return Event(
            Say("arrows", {"midline": Say(f"midline.{MIDLINES[outcome]}")}), CHANCE, (), "6"
        )
    if before.phase == LOT:
        return Event(Say("begins", {"who": side(outcome)}), CHANCE, (), "9")
    holes: dict[str, int | str | Say] = {"who": side(before.turn), "n": after.points}
    pair = ".pair" if after.must_place else ""
    if before.phase == ROLL:
        holes |= {"a": outcome >> 3, "b": outcome & 7}
        return Event(Say(f"rolls{pair}", holes), CHANCE, (), "12" if pair else "10")
    return Event(Say(f"third{pair}", holes | {"a": outcome}), CHANCE, (), "12" if pair else "11")


# ---- set-up


def _told_setup(
    before: Akebono, seat: int, action: int, after: Akebono, viewer: int
) -> Iterator[Event]:
    if action == READY:
        key = "ready" if before.phase == PLACING else "ready.again"
        yield Event(Say(key, {"who": side(seat)}), seat, (), "Q8")
        if after.done == 0:
            yield Event(Say("revealed"), None, (), "9")
            yield from _told_danger(after)
    elif viewer == seat:
        yield _told_change(before, seat, action)


def _told_change(before: Akebono, seat: int, action: int) -> Event:
    who: dict[str, int | str | Say] = {"who": side(seat)}
    if action >= PUT:
        return _told_put(before, seat, action - PUT)
    if action >= LIFT:
        name = hex_name(before, action - LIFT)
        man = kind_say(before.piece[action - LIFT] & 7)
        return Event(Say("lifts", who | {"man": man, "hex": name}), seat, (name,), "9")
    if action == PUT_BACK:
        return Event(Say("puts.back", who), seat, (), "9")
    if action >= LIFT_TRAY:
        return Event(Say("takes", who | {"man": one_say(action - LIFT_TRAY)}), seat, (), "8")
    plan = plan_say(plan_key(before, action))
    return Event(Say("forms", who | {"plan": plan}), seat, (), "8")


def _told_put(before: Akebono, seat: int, cell: int) -> Event:
    source, name = before.lifted[seat], hex_name(before, cell)
    holes: dict[str, int | str | Say] = {"who": side(seat), "to": name}
    if source < 0:
        return Event(Say("places", holes | {"man": one_say(-source)}), seat, (name,), "8")
    holes |= {"man": kind_say(before.piece[source] & 7), "from": hex_name(before, source)}
    if before.piece[cell]:
        holes |= {"other": kind_say(before.piece[cell] & 7)}
    key = "swaps" if before.piece[cell] else "shifts"
    return Event(Say(key, holes), seat, (hex_name(before, source), name), "9")


def _told_danger(after: Akebono) -> Iterator[Event]:
    if after.phase == REPAIR:
        name = hex_name(after, after.tairo[after.turn])
        yield Event(Say("danger", {"who": side(after.turn), "hex": name}), None, (name,), "Q10")


def _told_repair(before: Akebono, action: int) -> Event:
    names = hex_name(before, before.tairo[before.turn]), hex_name(before, action - PUT)
    say = Say("saves", {"who": side(before.turn), "from": names[0], "to": names[1]})
    return Event(say, before.turn, names, "Q10")


# ---- a turn


def _told_turn(before: Akebono, action: int) -> Event:
    if action >= SHOT:
        return _told_shot(before, (action - SHOT) >> 3, action & 7)
    if action >= STEP:
        return _told_step(before, (action - STEP) >> 3, action & 7)
    if action >= ARRIVE:
        return _told_ninja(before, action)
    who: dict[str, int | str | Say] = {"who": side(before.turn)}
    if action == BUY:
        return Event(Say("buys", who | {"n": before.valor[before.turn] - 1}), before.turn, (), "11")
    return Event(Say("ends.turn", who | {"n": before.points}), before.turn, (), "13")


def _told_step(before: Akebono, cell: int, d: int) -> Event:
    goal = cell + before.step[d]
    names = hex_name(before, cell), hex_name(before, goal)
    holes: dict[str, int | str | Say] = {
        "who": side(before.turn), "man": kind_say(before.piece[cell] & 7),
        "from": names[0], "to": names[1], "n": price(before, goal),
    }  # fmt: skip
    if before.piece[goal]:
        holes |= {"other": kind_say(before.piece[goal] & 7)}
        return Event(Say("defeats", holes), before.turn, names, "19")
    return Event(Say("steps", holes), before.turn, names, "15")


def _told_shot(before: Akebono, cell: int, d: int) -> Event:
    target = first_piece(before, cell, d)
    names = hex_name(before, cell), hex_name(before, target)
    holes: dict[str, int | str | Say] = {
        "who": side(before.turn), "from": names[0], "to": names[1],
        "other": kind_say(before.piece[target] & 7), "n": shot_price(before, cell, d),
    }  # fmt: skip
    return Event(Say("shoots", holes), before.turn, names, "22")


def _told_ninja(before: Akebono, action: int) -> Event:
    holes: dict[str, int | str | Say] = {"who": side(before.turn)}
    if action >= ASSASSINATE:
        cell = action - ASSASSINATE
        holes |= {"hex": hex_name(before, cell), "other": kind_say(before.piece[cell] & 7)}
        return Event(Say("assassinates", holes), before.turn, (hex_name(before, cell),), "29")
    name = hex_name(before, action - ARRIVE)
    return Event(Say("arrives", holes | {"hex": name}), before.turn, (name,), "27")


def _told_valor(before: Akebono, after: Akebono) -> Iterator[Event]:
    """A pair of prisoners is worth a line, also where the counter is full (rule 30, Q44)."""
    seat = before.turn
    for kind, n in enumerate(after.taken[seat]):
        if n != before.taken[seat][kind] and n % 2 == 0:
            is_full = after.valor[seat] == before.valor[seat]
            key, number = ("valor.full", "Q44") if is_full else ("valor", "30")
            say = Say(key, {"who": side(seat), "man": kind_say(kind), "n": after.valor[seat]})
            yield Event(say, seat, (), number)


# ---- the end


def _told_end(after: Akebono) -> Iterator[Event]:
    reason = after.outcome - 1
    if after.captor != NOBODY:
        yield _told_capture(after)
    if reason == ROUNDS:
        number = "W1" if after.turns == 2 * MOST_ROUNDS else "Q54"
        yield Event(Say("ends.rounds", {"n": after.turns // 2}), None, (), number)
    elif reason != TAIRO_CAPTURED:
        say = Say("ends.daimyo", {"who": side(after.turn), "loser": side(1 - after.turn)})
        yield Event(say, None, (), "33")
    yield _told_result(after, is_even=score(after, 0) == score(after, 1))


def _told_capture(after: Akebono) -> Event:
    cell = after.tairo[1 - after.captor]
    ids = tuple(hex_name(after, at) for at in captors(after))
    name = hex_name(after, cell)
    holes: dict[str, int | str | Say] = {
        "who": side(after.captor), "loser": side(1 - after.captor),
        "hex": name, "n": after.value[cell],
    }  # fmt: skip
    return Event(Say("ends.tairo", holes), None, (name, *ids), "31")


def captors(s: Akebono) -> tuple[int, ...]:
    """The hexes of those who captured a tairo."""
    if s.captor == NOBODY:
        return ()
    around = [s.tairo[1 - s.captor] + step for step in s.step]
    return tuple(at for at in around if s.piece[at] and owner(s.piece[at]) == s.captor)


def _told_result(after: Akebono, *, is_even: bool) -> Event:
    holes: dict[str, int | str | Say] = {"red": score(after, 0), "white": score(after, 1)}
    if after.winner == NOBODY:
        return Event(Say("result.draw", holes), None, (), "Q54")
    key = "result.even" if is_even else "result"
    return Event(Say(key, holes | {"who": side(after.winner)}), None, (), "35")
