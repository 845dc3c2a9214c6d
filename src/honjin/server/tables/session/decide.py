"""Turn an order to a table into entries for its journal, or a refusal. Changes nothing.

The checks always run in this order, and the first "no" is the answer: is the seat the caller's, is
the game running, does no bot play the seat instead, may the seat act, is the version current, can
it be read, is it legal, is there time left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.caller import Caller
from honjin.server.tables.clocks import timing
from honjin.server.tables.messages import bodies
from honjin.server.tables.seats import given, rematch, sitting
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.takeback import asked_persons, back_step, require_not_too_far
from honjin.server.tables.session import dissolving as house
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Said
from honjin.server.tables.session.viewer import (
    require_current,
    require_holder,
    require_no_bot,
    require_player,
    require_running,
    require_turn,
)


class Rename(Body):
    """Show the caller's current name at the table. Follows from POST /api/me.

    A caller without a name has deleted the account, and can play at no table any more.
    """


class Free(Body):
    """The game at the table that this one continues is over."""


def decide(room: Room, order: Body, caller: Caller, now: int, bots: BotRoster) -> e.Entries:
    """The entries that an order makes; raises Refused if it cannot be carried out."""
    return _ORDERS[type(order)](room, order, caller, now, bots)


# ---------------------------------------------------------------- the game


def _act(room: Room, order: bodies.Act, caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    seat = order.seat
    require_player(room, seat, caller)
    require_turn(room, seat)
    require_current(room, seat, order.at, caller)
    if room.read(seat, order.do) not in room.legal(seat):
        raise no.Illegal(f"{order.do!r} is not a choice of seat {seat} now")
    lag = timing.spared(room, order, now, is_bot=caller.is_bot) if room.clock else 0
    return (e.Acted(now, seat=seat, do=order.do, lag=lag),)


def _back(room: Room, order: bodies.Back, caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    require_player(room, order.seat, caller)
    require_turn(room, order.seat)
    require_current(room, order.seat, order.at, caller)
    to = back_step(room, order.seat)
    if to is None:
        raise no.NothingToTakeBack("nothing of this turn can be taken back without asking")
    return (e.SteppedBack(now, order.seat, to),)


def _resign(
    room: Room, order: bodies.Resign, caller: Caller, now: int, _bots: BotRoster
) -> e.Entries:
    require_player(room, order.seat, caller)
    if not room.play.may_resign(order.seat):
        raise no.NotYourTurn(f"seat {order.seat} may not resign now")
    require_current(room, order.seat, order.at, caller)
    return (e.Resigned(now, seat=order.seat),)


# ---------------------------------------------------------------- takeback by consent


def _ask(
    room: Room, order: bodies.AskTakeback, caller: Caller, now: int, _bots: BotRoster
) -> e.Entries:
    seat = order.seat
    require_player(room, seat, caller)
    if room.question:
        raise no.TakebackOpen(f"seat {room.question.by} has asked; answer that first")
    require_current(room, seat, order.at, caller)
    to = room.last_own_step(seat)
    if to is None:
        raise no.NothingToTakeBack(f"seat {seat} has done nothing that could be taken back")
    waiting = asked_persons(room, caller.id)
    require_not_too_far(room, caller.id, to)
    if not waiting:
        return (e.TakenBack(now, seat, to),)
    return (e.Asked(now, seat, to, waiting),)


def _answer(
    room: Room, order: bodies.AnswerTakeback, caller: Caller, now: int, _bots: BotRoster
) -> e.Entries:
    require_holder(room, order.seat, caller)
    require_running(room)
    asked = room.question
    if asked is None:
        raise no.NothingToTakeBack("nobody has asked for a takeback")
    own = room.seats_of(caller.id)
    if asked.by in own and not order.agree:
        return (e.Answered(now, own, agree=False),)
    if order.seat not in asked.waiting:
        raise no.NothingToTakeBack(f"seat {order.seat} has nothing to answer")
    answered = e.Answered(now, own, order.agree)
    if order.agree and not set(asked.waiting) - set(own):
        asker = room.holders[asked.by]
        require_not_too_far(room, asker.who if asker else "", asked.to)
        return (answered, e.TakenBack(now, asked.by, asked.to))
    return (answered,)


# ---------------------------------------------------------------- around the game


def _chat(room: Room, order: bodies.Chat, caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    text = order.text.strip()
    if not text:
        raise no.Unreadable("expected a line of text, got only spaces")
    if order.seat is not None:
        require_holder(room, order.seat, caller)
    seat = order.seat if order.seat is not None else next(iter(room.seats_of(caller.id)), None)
    if order.to is not None:
        _require_addressee(room, seat, order.to, promise=order.promise)
    elif order.promise or order.aloud:
        raise no.Unreadable("expected a seat to address, got none")
    said = e.Chatted(now, caller.name, text, seat, order.to, order.aloud, order.promise, caller.id)
    return (said,)


def _require_addressee(room: Room, seat: int | None, to: int, *, promise: bool) -> None:
    """Check that one person at the table addresses another; promises need a running game."""
    if not room.game.deals:
        raise no.NoDeals(f"{room.game.key} has no deals: every message is public")
    if seat is None:
        raise no.NotYourSeat("only players at the table can address a seat")
    if to == seat:
        raise no.Unreadable(f"expected another seat than {seat}, got the same")
    holder = room.holders[to] if to < len(room.holders) else None
    if holder is None or holder.kind != "person":
        raise no.NobodyListens(f"no person holds seat {to}")
    if promise:
        require_running(room)


def _settle(
    room: Room, order: bodies.Settle, caller: Caller, now: int, _bots: BotRoster
) -> e.Entries:
    require_holder(room, order.seat, caller)
    found = promise_of(room, order, caller)
    if found.promise == order.standing:
        return ()
    return (e.Settled(now, caller.name, found.line, order.standing),)


def promise_of(room: Room, order: bodies.Settle, caller: Caller) -> Said:
    """The promise to the caller's seat that an order refers to; UnknownPromise if there is none."""
    receiver = (order.seat, caller.id)
    found = room.talk.promise(receiver, order.giver, order.n, aloud=order.aloud)
    if found is None:
        raise no.UnknownPromise(f"seat {order.giver} made no promise {order.n} to you")
    return found


def _free(room: Room, _order: Free, _caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    return (e.Freed(now),) if room.bound else ()


def _rename(room: Room, _order: Rename, caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    names = {holder.name for holder in room.holders if holder and holder.who == caller.id}
    names |= {name for who, name in room.reserved.values() if who == caller.id}
    if room.opened.by == caller.id and room.opened.name:
        names.add(room.opened.name)
    named = () if names <= {caller.name} else (e.Named(now, caller.id, caller.name),)
    if caller.name:
        return named
    if room.status == "open":
        return (*named, *_free_seats(room, caller, now))
    asked = room.requests.of(caller.id)  # nobody can let in a person without an account
    return (*named, e.Admitted(now, asked.n, (), agree=False)) if asked else named


def _free_seats(room: Room, caller: Caller, now: int) -> e.Entries:
    """Free the seats of a waiting table that its caller holds, or that are reserved for them."""
    kept = [seat for seat, (who, _) in sorted(room.reserved.items()) if who == caller.id]
    stood = (e.Stood(now, seat) for seat in room.seats_of(caller.id))
    return (*stood, *(e.Declined(now, seat) for seat in kept))


def may_rematch(room: Room, caller: Caller) -> bool:
    """Whether the caller may ask for the next game."""
    if room.status != "over" or room.opened.closed or room.dissolved:
        return False
    return not room.opened.tournament and bool(room.seats_of(caller.id))


def analysed_seats(room: Room, caller: Caller) -> tuple[int, ...]:
    """The seats whose decisions a caller may have analysed now.

    All seats if the game is over or the caller holds every one; the caller's own at a casual table;
    otherwise none. None while the game that this one continues is running elsewhere.
    """
    if room.status == "open" or room.bound:
        return ()
    own = room.seats_of(caller.id)
    if room.status == "over" or len(own) == room.play.seats:
        return tuple(range(room.play.seats))
    return own if room.opened.casual else ()


def require_coached(room: Room, caller: Caller, seat: int, *, may_be_over: bool = False) -> None:
    """Check that the caller plays a seat without a bot, in a running game with a coach."""
    require_holder(room, seat, caller)
    if not room.opened.coach:
        raise no.NoCoach("this table was opened without a coach")
    if not (may_be_over and room.status == "over"):
        require_running(room)
    require_no_bot(room, seat, caller)


def require_rematch(room: Room, order: bodies.Rematch, caller: Caller) -> None:
    """Check that the caller may ask for the game after this one, and for the seat in the order."""
    if not room.seats_of(caller.id):
        raise no.NotYourSeat("only players at the table can ask for the next game")
    if room.opened.tournament:
        raise no.SeatsGiven("the next game of a tournament is drawn")
    if room.status != "over":
        raise no.NotOver("the next game can be opened when this one is over")
    if room.dissolved:
        raise no.Over("the site has ended this table")
    if order.seat is None:
        return
    if rematch.chooser(room) not in room.seats_of(caller.id):
        raise no.NotYourSeat("only the loser of a game whose rules say so can choose a seat")
    if order.seat >= room.play.seats:
        raise no.NotYourSeat(f"expected a seat from 0 to {room.play.seats - 1}, got {order.seat}")


_ORDERS: Final[dict[type[Body], Callable[[Room, Any, Caller, int, BotRoster], e.Entries]]] = {
    bodies.Sit: sitting.sit,
    bodies.Decline: sitting.decline,
    bodies.BringNonce: sitting.bring_nonce,
    bodies.AskSeat: sitting.ask_seat,
    bodies.AnswerSeat: sitting.answer_seat,
    bodies.Stand: sitting.stand,
    sitting.PutBot: sitting.substitute,
    bodies.Return: sitting.come_back,
    bodies.Leave: sitting.leave,
    bodies.Act: _act,
    bodies.Back: _back,
    bodies.Resign: _resign,
    bodies.AskTakeback: _ask,
    bodies.AnswerTakeback: _answer,
    bodies.Chat: _chat,
    bodies.Settle: _settle,
    Rename: _rename,
    Free: _free,
    bodies.Replace: rematch.replace,
    rematch.Choose: rematch.choose,
    given.GiveUp: given.give_up,
    given.Relieve: given.relieve,
    given.Expire: given.expire,
    timing.Flag: timing.flag,
    timing.Halt: timing.halt,
    timing.Rest: timing.rest,
    house.Dissolve: house.dissolve,
    house.SetHidden: house.set_hidden,
}
