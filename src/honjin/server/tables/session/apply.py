"""The effect of each kind of journal entry on its table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from honjin.core.errors import RecordMismatch
from honjin.core.seats import SPECTATOR
from honjin.server.messages.parts import What
from honjin.server.tables.clocks.control import HOUR
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.held import Question, Seated, missing
from honjin.server.tables.session.talk import Said

if TYPE_CHECKING:
    from honjin.server.tables.session.room import Room


def _sat(room: Room, entry: e.Sat) -> None:
    seat = entry.seat
    room.holders[seat] = Seated(entry.kind, entry.who, entry.name, entry.program)
    room.reserved.pop(seat, None)
    room.substitutes[seat] = None
    if room.started:  # the draws of a running game stay those that were promised
        room.talk.say(Said(entry.at, entry.name, "", seat, "sat", who=entry.who))
        is_new = entry.kind == "person" and entry.who not in room.held_by[seat]
        _refresh_clock(room, entry.at, seat, is_new=is_new)
        _ask_too(room, seat)
    else:
        room.nonces[seat] = entry.nonce
        if entry.own_nonce:
            room.nonces_due = (*room.nonces_due, seat)
    room.requests.clear()
    room.count_holders()


def _reserve(room: Room, entry: e.Reserved) -> None:
    room.reserved[entry.seat] = (entry.who, entry.name)
    room.seated += 1


def _declined(room: Room, entry: e.Declined) -> None:
    room.reserved.pop(entry.seat, None)
    room.seated += 1


def _brought(room: Room, entry: e.Brought) -> None:
    for seat in entry.seats:
        room.nonces[seat] = entry.nonce
    _no_nonce_due(room, entry.seats)
    room.seated += 1


def _no_nonce_due(room: Room, seats: tuple[int, ...]) -> None:
    for seat in seats:
        room.wishes.pop(seat, None)
    room.nonces_due = tuple(seat for seat in room.nonces_due if seat not in seats)


def _stood(room: Room, entry: e.Stood) -> None:
    room.holders[entry.seat] = None
    room.nonces[entry.seat] = "0"
    _no_nonce_due(room, (entry.seat,))
    room.count_holders()


def _substituted(room: Room, entry: e.Substituted) -> None:
    room.substitutes[entry.seat] = entry.bot
    _notice(room, entry.at, entry.seat, "bot", entry.bot)
    _no_answer_of(room, entry.seat)
    room.count_holders()


def _returned(room: Room, entry: e.Returned) -> None:
    room.substitutes[entry.seat] = None
    _notice(room, entry.at, entry.seat, "back")
    _refresh_clock(room, entry.at, entry.seat)
    _ask_too(room, entry.seat)
    room.count_holders()


def _left(room: Room, entry: e.Left) -> None:
    _notice(room, entry.at, entry.seat, "left")
    room.holders[entry.seat] = None
    if room.question and room.question.by == entry.seat:
        room.question = None
    _no_answer_of(room, entry.seat)
    room.requests.clear()
    room.count_holders()


def _knocked(room: Room, entry: e.Knocked) -> None:
    persons = (seat for seats in room.held.values() for seat in seats)
    waiting = tuple(sorted(set(persons) - set(room.seats_of(entry.who))))
    room.requests.add(entry.seat, entry.who, entry.name, waiting)


def _admitted(room: Room, entry: e.Admitted) -> None:
    room.requests.answer(entry.n, entry.seats, agree=entry.agree)


def _wished(room: Room, entry: e.Wished) -> None:
    room.wishes.setdefault(entry.seat, {})[entry.who] = entry.bot
    room.seated += 1


def _freed(room: Room, _entry: e.Freed) -> None:
    room.bound = False


def _name(room: Room, seat: int) -> str:
    holder = room.holders[seat]
    return holder.name if holder else ""


def _notice(room: Room, at: int, seat: int, what: What, text: str = "") -> None:
    """Add a notice about the holder of a seat to the chat."""
    holder = room.holders[seat]
    who = holder.who if holder else ""
    room.talk.say(Said(at, _name(room, seat), text, seat, what, who=who))


def _no_answer_of(room: Room, seat: int) -> None:
    """Stop an open question from waiting for a seat that has nobody to answer."""
    if room.question:
        left = tuple(one for one in room.question.waiting if one != seat)
        room.question = room.question._replace(waiting=left)


def _ask_too(room: Room, seat: int) -> None:
    """Make an open question wait for a person who has come (back), unless it is their own."""
    asked, holder = room.question, room.holders[seat]
    if asked is None or holder is None or holder.kind != "person":
        return
    asker = room.holders[asked.by]
    if asker is None or asker.who != holder.who:
        waiting = tuple(sorted({*asked.waiting, seat}))
        room.question = asked._replace(waiting=waiting)


def _started(room: Room, _entry: e.Started) -> None:
    room.started = True
    room.remember_holders()


def _acted(room: Room, entry: e.Acted) -> None:
    action = room.read(entry.seat, entry.do)
    if action not in room.legal(entry.seat):
        raise RecordMismatch(f"{entry.do!r} is not a choice of seat {entry.seat}")
    player = room.player(entry.seat)
    room.deciders.act(entry.seat, player.who if player else "")
    is_known = entry.do in room.known[entry.seat]
    room.play.push(entry.seat, action, entry.do if is_known else None)


def _resigned(room: Room, entry: e.Resigned) -> None:
    room.play.resign(entry.seat, told=not room.is_out_of_time(entry.seat))


def _went_back(room: Room, entry: e.SteppedBack | e.TakenBack) -> None:
    # An open question is known to all, and so is its result.
    room.missed = () if room.question else missing(room.play.steps[entry.to :])
    for count in room.counted:
        count.cut(entry.to)
    others = {step.seat for step in room.play.steps[entry.to :]} - {entry.seat}
    room.deciders.go_back(entry.to, others)
    room.play = room.play.at(entry.to)
    room.draws = [d._replace(undone=d.undone or d.step > entry.to) for d in room.draws]
    room.undone = sum(drawn.undone for drawn in room.draws)
    room.question = None


def _asked(room: Room, entry: e.Asked) -> None:
    room.question = Question(entry.seat, entry.to, entry.waiting)


def _answered(room: Room, entry: e.Answered) -> None:
    if room.question and entry.agree:
        left = tuple(s for s in room.question.waiting if s not in entry.seats)
        room.question = room.question._replace(waiting=left)
    else:
        room.question = None


def _named(room: Room, entry: e.Named) -> None:
    seats = room.held.get(entry.who, ())
    if not entry.name:  # the account was deleted
        room.talk.unname({_name(room, seat) for seat in seats}, seats)
    if room.opened.by == entry.who:
        room.opened = msgspec.structs.replace(room.opened, name=entry.name)
    for seat in seats:
        holder = room.holders[seat]
        if holder is not None:
            room.holders[seat] = holder._replace(name=entry.name)
    for seat, (who, _) in room.reserved.items():
        if who == entry.who:
            room.reserved[seat] = (who, entry.name)
    room.count_holders()


def _chatted(room: Room, entry: e.Chatted) -> None:
    said = Said(entry.at, entry.name, entry.text, entry.seat, who=_writer(room, entry))
    room.talk.write(said if entry.to is None else _addressed(room, said, entry))


def _writer(room: Room, entry: e.Chatted) -> str:
    """The author of a line: as the entry says, else the holder of the seat it is said from."""
    if entry.who or entry.seat is None:
        return entry.who
    holder = room.holders[entry.seat]
    return holder.who if holder else ""


def _addressed(room: Room, said: Said, entry: e.Chatted) -> Said:
    """A line to one seat: it belongs to the two persons who hold the seats now."""
    pair = tuple(
        (seat, holder.who)
        for seat in (entry.seat, entry.to)
        if seat is not None and (holder := room.holders[seat]) is not None
    )
    said = said._replace(to=entry.to, pair=pair, aloud=entry.aloud)
    if not entry.promise:
        return said
    steps = tuple(room.step_of(viewer) for viewer in (*range(room.play.seats), SPECTATOR))
    return said._replace(promise="open", step=room.step, steps=steps)


def _promise_settled(room: Room, entry: e.Settled) -> None:
    room.talk.settle(entry.at, entry.line, entry.name, entry.standing)


def _refresh_clock(room: Room, at: int, seat: int, *, is_new: bool = False) -> None:
    if room.clock is not None:
        room.clock.refresh(at, seat, is_new=is_new)


def _flagged(room: Room, entry: e.Flagged) -> None:
    assert room.clock is not None
    room.clock.fall(entry.at, entry.seat)
    _notice(room, entry.at, entry.seat, "time")


def _halted(room: Room, entry: e.Halted) -> None:
    assert room.clock is not None
    room.clock.halt(entry.first, entry.last)
    # Where days are counted, a short pause is not reported.
    if not room.clock.control.days or entry.last - entry.first > HOUR:
        room.talk.say(Said(entry.at, "", str(entry.last - entry.first), None, "halted"))


def _rested(room: Room, entry: e.Rested) -> None:
    assert room.clock is not None
    for seat in entry.seats:
        room.clock.rest(entry.at, seat, entry.until)
    what: What = "rests" if entry.until > entry.at else "rested"
    _notice(room, entry.at, entry.seats[0], what, str(entry.until))


def _dissolved(room: Room, entry: e.Dissolved) -> None:
    room.dissolved, room.question = entry.reason, None
    room.requests.clear()
    room.talk.say(Said(entry.at, "", entry.reason, None, "ended"))
    room.seated += 1


def _hid(room: Room, entry: e.Hid) -> None:
    room.hidden = entry.hidden
    room.seated += 1


def _rematched(room: Room, entry: e.Rematched) -> None:
    room.next = entry.next


HANDLERS: Final[dict[type[e.Entry], Callable[[Room, Any], None]]] = {
    e.Sat: _sat,
    e.Reserved: _reserve,
    e.Declined: _declined,
    e.Brought: _brought,
    e.Stood: _stood,
    e.Substituted: _substituted,
    e.Returned: _returned,
    e.Left: _left,
    e.Knocked: _knocked,
    e.Admitted: _admitted,
    e.Started: _started,
    e.Acted: _acted,
    e.Resigned: _resigned,
    e.SteppedBack: _went_back,
    e.TakenBack: _went_back,
    e.Asked: _asked,
    e.Answered: _answered,
    e.Named: _named,
    e.Chatted: _chatted,
    e.Settled: _promise_settled,
    e.Flagged: _flagged,
    e.Halted: _halted,
    e.Rested: _rested,
    e.Rematched: _rematched,
    e.Wished: _wished,
    e.Freed: _freed,
    e.Dissolved: _dissolved,
    e.Hid: _hid,
}
