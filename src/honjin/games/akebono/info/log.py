"""The log lines of each action, per viewer. The set-up is hidden, all else is open (Q59)."""

from collections.abc import Callable, Iterator
from typing import Final

from honjin.core.events import Event, prepared
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from honjin.games.akebono.content.board import MIDLINES
from honjin.games.akebono.content.data import NOBODY
from honjin.games.akebono.info.names import Holes, captors, kind_say, one_say, plan_say, side
from honjin.games.akebono.rules.actions import ACTIONS
from honjin.games.akebono.rules.moving import shot_price
from honjin.games.akebono.rules.names import hex_name, plan_key
from honjin.games.akebono.rules.scoring import ROUNDS, TAIRO_CAPTURED, score
from honjin.games.akebono.rules.state import (
    ARROWS,
    LOT,
    PLACING,
    REPAIR,
    ROLL,
    Akebono,
    first_piece,
    price,
)


def tell(before: Akebono, seat: int, action: int, after: Akebono, viewer: int) -> tuple[Event, ...]:
    """The events of an action for a viewer: of a secret set-up, only that it is finished."""
    if seat == CHANCE:
        return (_log_chance(before, action, after),)
    key, args = ACTIONS.decode(action)
    if key == "ready":
        return prepared(_log_ready(before, seat, after))
    if key in _CHANGES:
        return prepared([_CHANGES[key](before, seat, *args)]) if viewer == seat else ()
    events = (_ACTIONS[key](before, seat, *args),)
    if key == "save":
        return prepared([*events, *_log_danger(after)])
    return (*events, *_log_valor(before, after), *(_log_end(after) if after.outcome else ()))


def _log_chance(before: Akebono, outcome: int, after: Akebono) -> Event:
    if before.phase == ARROWS:
        return Event(
            Say("arrows", {"midline": Say(f"midline.{MIDLINES[outcome]}")}), CHANCE, (), "6"
        )
    if before.phase == LOT:
        return Event(Say("begins", {"who": side(outcome)}), CHANCE, (), "9")
    holes: Holes = {"who": side(before.turn), "n": after.points}
    pair = ".pair" if after.must_place else ""
    if before.phase == ROLL:
        holes |= {"a": outcome >> 3, "b": outcome & 7}
        return Event(Say(f"rolls{pair}", holes), CHANCE, (), "12" if pair else "10")
    return Event(Say(f"third{pair}", holes | {"a": outcome}), CHANCE, (), "12" if pair else "11")


# ---- set-up


def _log_ready(before: Akebono, seat: int, after: Akebono) -> Iterator[Event]:
    key = "ready" if before.phase == PLACING else "ready.again"
    yield Event(Say(key, {"who": side(seat)}), seat, (), "Q8")
    if after.done == 0:
        yield Event(Say("revealed"), None, (), "9")
        yield from _log_danger(after)


def _log_form(before: Akebono, seat: int, plan: int) -> Event:
    holes: Holes = {"who": side(seat), "plan": plan_say(plan_key(before, plan))}
    return Event(Say("forms", holes), seat, (), "8")


def _log_take(_before: Akebono, seat: int, kind: int) -> Event:
    return Event(Say("takes", {"who": side(seat), "man": one_say(kind)}), seat, (), "8")


def _log_lift(before: Akebono, seat: int, cell: int) -> Event:
    name, man = hex_name(before, cell), kind_say(before.piece[cell] & 7)
    return Event(Say("lifts", {"who": side(seat), "man": man, "hex": name}), seat, (name,), "9")


def _log_put_back(_before: Akebono, seat: int) -> Event:
    return Event(Say("puts.back", {"who": side(seat)}), seat, (), "9")


def _log_put(before: Akebono, seat: int, cell: int) -> Event:
    source, name = before.lifted[seat], hex_name(before, cell)
    holes: Holes = {"who": side(seat), "to": name}
    if source < 0:
        return Event(Say("places", holes | {"man": one_say(-source)}), seat, (name,), "8")
    holes |= {"man": kind_say(before.piece[source] & 7), "from": hex_name(before, source)}
    if before.piece[cell]:
        holes |= {"other": kind_say(before.piece[cell] & 7)}
    key = "swaps" if before.piece[cell] else "shifts"
    return Event(Say(key, holes), seat, (hex_name(before, source), name), "9")


def _log_danger(after: Akebono) -> Iterator[Event]:
    if after.phase == REPAIR:
        name = hex_name(after, after.tairo[after.turn])
        yield Event(Say("danger", {"who": side(after.turn), "hex": name}), None, (name,), "Q10")


def _log_save(before: Akebono, seat: int, cell: int) -> Event:
    names = hex_name(before, before.tairo[seat]), hex_name(before, cell)
    say = Say("saves", {"who": side(seat), "from": names[0], "to": names[1]})
    return Event(say, seat, names, "Q10")


# ---- a turn


def _log_die(before: Akebono, seat: int) -> Event:
    return Event(Say("buys", {"who": side(seat), "n": before.valor[seat] - 1}), seat, (), "11")


def _log_end_of_turn(before: Akebono, seat: int) -> Event:
    if before.points == 0:
        return Event(Say("ends.turn.all", {"who": side(seat)}), seat, (), "13")
    return Event(Say("ends.turn", {"who": side(seat), "n": before.points}), seat, (), "13")


def _log_step(before: Akebono, seat: int, cell: int, d: int) -> Event:
    goal = cell + before.step[d]
    names = hex_name(before, cell), hex_name(before, goal)
    holes: Holes = {
        "who": side(seat), "man": kind_say(before.piece[cell] & 7),
        "from": names[0], "to": names[1], "n": price(before, goal),
    }  # fmt: skip
    if before.piece[goal]:
        holes |= {"other": kind_say(before.piece[goal] & 7)}
        return Event(Say("defeats", holes), seat, names, "19")
    return Event(Say("steps", holes), seat, names, "15")


def _log_shot(before: Akebono, seat: int, cell: int, d: int) -> Event:
    target = first_piece(before, cell, d)
    names = hex_name(before, cell), hex_name(before, target)
    holes: Holes = {
        "who": side(seat), "from": names[0], "to": names[1],
        "other": kind_say(before.piece[target] & 7), "n": shot_price(before, cell, d),
    }  # fmt: skip
    return Event(Say("shoots", holes), seat, names, "22")


def _log_assassination(before: Akebono, seat: int, cell: int) -> Event:
    name, other = hex_name(before, cell), kind_say(before.piece[cell] & 7)
    holes: Holes = {"who": side(seat), "hex": name, "other": other}
    return Event(Say("assassinates", holes), seat, (name,), "29")


def _log_arrival(before: Akebono, seat: int, cell: int) -> Event:
    name = hex_name(before, cell)
    return Event(Say("arrives", {"who": side(seat), "hex": name}), seat, (name,), "27")


def _log_valor(before: Akebono, after: Akebono) -> Iterator[Event]:
    """Report a pair of prisoners, even if the counter is full (rule 30, Q44)."""
    seat = before.turn
    for kind, n in enumerate(after.taken[seat]):
        if n != before.taken[seat][kind] and n % 2 == 0:
            is_full = after.valor[seat] == before.valor[seat]
            key, number = ("valor.full", "Q44") if is_full else ("valor", "30")
            say = Say(key, {"who": side(seat), "man": kind_say(kind), "n": after.valor[seat]})
            yield Event(say, seat, (), number)


# ---- the end


def _log_end(after: Akebono) -> Iterator[Event]:
    reason = after.outcome - 1
    if after.captor != NOBODY:
        yield _log_capture(after)
    if reason == ROUNDS:
        number = "Q54" if after.max_rounds else "W1"
        yield Event(Say("ends.rounds", {"n": after.turns // 2}), None, (), number)
    elif reason != TAIRO_CAPTURED:
        say = Say("ends.daimyo", {"who": side(after.turn), "loser": side(1 - after.turn)})
        yield Event(say, None, (), "33")
    yield _log_result(after, is_even=score(after, 0) == score(after, 1))


def _log_capture(after: Akebono) -> Event:
    cell = after.tairo[1 - after.captor]
    ids = tuple(hex_name(after, at) for at in captors(after))
    name = hex_name(after, cell)
    holes: Holes = {
        "who": side(after.captor), "loser": side(1 - after.captor),
        "hex": name, "n": after.value[cell],
    }  # fmt: skip
    return Event(Say("ends.tairo", holes), None, (name, *ids), "31")


def _log_result(after: Akebono, *, is_even: bool) -> Event:
    holes: Holes = {"red": score(after, 0), "white": score(after, 1)}
    if after.winner == NOBODY:
        return Event(Say("result.draw", holes), None, (), "Q54")
    key = "result.even" if is_even else "result"
    return Event(Say(key, holes | {"who": side(after.winner)}), None, (), "35")


# ---- by the rows of the table

_CHANGES: Final[dict[str, Callable[..., Event]]] = {
    "form": _log_form, "take": _log_take, "lift": _log_lift, "put": _log_put,
    "put_back": _log_put_back,
}  # fmt: skip
"""The lines about a side's set-up, which only that side gets."""
_ACTIONS: Final[dict[str, Callable[..., Event]]] = {
    "save": _log_save, "die": _log_die, "end": _log_end_of_turn, "step": _log_step,
    "shoot": _log_shot, "assassinate": _log_assassination, "arrive": _log_arrival,
}  # fmt: skip
"""The lines about an action, which every viewer gets."""
