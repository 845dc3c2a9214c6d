"""What an order to a table leads to: entries for its journal, or a refusal. Changes nothing.

The questions are always asked in this order, and the first "no" is the answer: is the seat the
caller's, is the game running, does no bot play the seat for him, may the seat act, is the version
current, can it be read, is it legal, is there time left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from honjin.core.seats import SPECTATOR
from honjin.server.messages import protocol as p
from honjin.server.messages import refusals as no
from honjin.server.session import entries as e
from honjin.server.session import house
from honjin.server.session.clocks import timing
from honjin.server.session.room import Room
from honjin.server.session.seats import given, rematch
from honjin.server.session.seats.bot_roster import BotRoster
from honjin.server.session.seats.takeback import (
    asked_persons,
    back_step,
    no_more_asked,
    refuse_if_too_far,
)
from honjin.server.session.talk import Said

Entries = tuple[e.Entry, ...]

CURTAIN: Final = -2
"""Asked for in place of a seat: of several own seats none is shown before it is named."""


class Caller(NamedTuple):
    """Who gives an order: a guest, or a bot acting for its seat.

    `eyes` are those that his page sees with, where it has said so: a seat's, or CURTAIN. A
    `program` is a person for whom a program acts; `by_token` it does so now. The `rating`,
    and whether there is an `account`, are told where a table asks for them.
    """

    id: str
    name: str
    is_bot: bool = False
    eyes: int | None = None
    program: bool = False
    by_token: bool = False
    rating: int | None = None
    account: bool = False


NOBODY: Final = Caller("-", "")
"""Somebody who looks at a table and holds nothing there, whoever it is."""


class Rename(p.Body):
    """The caller's seats shall show his present name. Follows from POST /api/me."""


class Free(p.Body):
    """The game at the table that this one continues is over."""


class PutBot(p.Substitute):
    """A substitute is asked for; `absent` are the seats whose persons were waited for too long."""

    absent: tuple[int, ...] = ()


def decide(room: Room, order: p.Body, caller: Caller, now: int, bots: BotRoster) -> Entries:
    """The entries that an order makes; a Refused when it cannot be done."""
    return _ORDERS[type(order)](room, order, caller, now, bots)


# ---------------------------------------------------------------- questions, in their order


def holds(room: Room, seat: int, caller: Caller) -> None:
    """Known seat: the caller holds it; of a bot: it plays it."""
    holder = None
    if seat < len(room.holders):
        holder = room.player(seat) if caller.is_bot else room.holders[seat]
    kind = "bot" if caller.is_bot else "person"
    if holder is None or holder.who != caller.id or holder.kind != kind:
        raise no.NotYourSeat(f"seat {seat} is not yours; you hold {room.seats_of(caller.id)}")
    if caller.by_token and not holder.program:
        raise no.NotAProgram(f"seat {seat} was taken by a person: no program may play it")


def is_running(room: Room) -> None:
    """The game has begun and is not over."""
    if room.status == "open":
        raise no.NotStarted("the game begins when every seat is taken")
    if room.status == "over":
        raise no.Over("the game is over")


def plays(room: Room, seat: int, caller: Caller) -> None:
    """Who holds the seat plays it himself."""
    if not caller.is_bot and room.substitutes[seat] is not None:
        raise no.BotPlays(f"a bot plays seat {seat} for you; take the seat back first")


def may_act(room: Room, seat: int) -> None:
    """The seat is to act."""
    if seat not in room.may_act:
        raise no.NotYourTurn(f"seat {seat} is not to act; to act: {room.may_act}")


def is_current(room: Room, seat: int, at: int, caller: Caller) -> None:
    """The seat's choices are still those of the version that the post answers."""
    first, last = room.renewed[seat], room.version
    if room.game.has_secrets:
        count = room.versions[counts_as(room, seat, caller)]
        first, last = count.told(first), count.told(last)
    if not first <= at <= last:
        raise no.StaleVersion(f"expected a version from {first} to {last}, got {at}")


# ---------------------------------------------------------------- seats


def _sit(room: Room, order: p.Sit, caller: Caller, now: int, bots: BotRoster) -> Entries:
    seat = order.seat
    if seat >= len(room.holders):
        raise no.NotYourSeat(f"expected a seat from 0 to {len(room.holders) - 1}, got {seat}")
    if order.bot is None and seat in room.seats_of(caller.id):
        return ()
    if room.status == "running" and order.bot is None:
        return _take_over(room, seat, caller, now)
    if room.status != "open":
        raise no.Started("the game has begun; nobody can sit down any more")
    if room.holders[seat] is not None:
        raise no.SeatTaken(f"seat {seat} is taken")
    if order.bot is None:
        given.is_free_to_all(room)
        _is_for(room, seat, caller)
        given.is_wanted(room, seat, caller)
        sat = e.Sat(
            now, seat, "person", caller.id, caller.name, order.nonce, program=caller.program
        )
    else:
        _is_host(room, caller)
        admits_bots(room)
        sat = sit_bot(room.game, room.play.options, seat, order.bot, now, bots)
    others = [holder for n, holder in enumerate(room.holders) if n != seat]
    return (sat, e.Started(now)) if all(others) and not room.nonces_due else (sat,)


def _is_for(room: Room, seat: int, caller: Caller) -> None:
    """The seat is kept for nobody else."""
    who, name = room.reserved.get(seat, (caller.id, ""))
    if who != caller.id:
        raise no.SeatTaken(f"seat {seat} is kept for {name}")


def _decline(room: Room, order: p.Decline, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    kept = room.reserved.get(order.seat)
    if kept is None or caller.id not in (kept[0], room.opened.by):
        raise no.UnknownChallenge(f"seat {order.seat} is not kept for you, nor by you")
    return (e.Declined(now, order.seat),)


def _bring_nonce(
    room: Room, order: p.BringNonce, caller: Caller, now: int, _: BotRoster
) -> Entries:
    own = room.seats_of(caller.id)
    if not own:
        raise no.NotAtTable("only somebody with a seat can bring a nonce")
    seats = tuple(seat for seat in room.nonces_due if seat in own)
    if not seats:  # another window of the same browser was quicker
        return ()
    brought = e.Brought(now, seats, order.nonce)
    ready = all(room.holders) and set(room.nonces_due) == set(seats)
    return (brought, e.Started(now)) if ready else (brought,)


# ---------------------------------------------------------------- seats that were given up


def _take_over(room: Room, seat: int, caller: Caller, now: int) -> Entries:
    """Take a seat that was given up without being let in: it was the caller's own before."""
    _may_hold(room, seat, caller)
    if caller.id not in room.held_by[seat]:
        given.is_free_to_all(room)
    if caller.id not in room.held_by[seat] and not _needs_nobody(room, caller):
        raise no.NotInvited(f"seat {seat} was given up; ask the persons at the table for it")
    return (e.Sat(now, seat, "person", caller.id, caller.name, program=caller.program),)


def _needs_nobody(room: Room, caller: Caller) -> bool:
    """Where there are no secrets and no other person, a seat is for whoever comes."""
    return not room.game.has_secrets and not _persons_beside(room, caller)


def _persons_beside(room: Room, caller: Caller) -> bool:
    return any(one and one.kind == "person" and one.who != caller.id for one in room.holders)


def _may_hold(room: Room, seat: int, caller: Caller) -> None:
    """The seat was given up, and nobody would know the secrets of two seats."""
    if room.holders[seat] is not None:
        raise no.Started(f"the game has begun, and seat {seat} has not been given up")
    if not room.game.has_secrets:
        return
    for other, seen_by in enumerate(room.held_by):
        if other == seat:
            continue
        if caller.id in seen_by:
            raise no.SeatedElsewhere(f"you have seen the secrets of seat {other}")
        holder = room.holders[other]
        if holder is not None and holder.who in room.held_by[seat]:
            raise no.SeatedElsewhere(f"the person on seat {other} has seen those of seat {seat}")


def _ask_seat(room: Room, order: p.AskSeat, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    seat, known = order.seat, room.requests.of(caller.id)
    is_running(room)
    if seat >= len(room.holders):
        raise no.NotYourSeat(f"expected a seat from 0 to {len(room.holders) - 1}, got {seat}")
    _may_hold(room, seat, caller)
    if caller.id in room.held_by[seat] or _needs_nobody(room, caller):
        return (e.Sat(now, seat, "person", caller.id, caller.name, program=caller.program),)
    given.is_free_to_all(room)
    if caller.program:
        raise no.NotInvited("a seat that was given up goes to a person, not to a program")
    if not _persons_beside(room, caller):
        raise no.NotInvited("no person is at the table who could let you in")
    if known is not None and known.seat == seat:
        return ()
    if known is None and room.requests.is_full():
        raise no.TooMany("several people ask for seats of this table already")
    return (e.Knocked(now, seat, caller.id, caller.name),)


def _answer_seat(
    room: Room, order: p.AnswerSeat, caller: Caller, now: int, _: BotRoster
) -> Entries:
    is_running(room)
    asked, own = room.requests.find(order.n), room.seats_of(caller.id)
    withdrawn = asked is not None and asked.who == caller.id and not order.agree
    if asked is None or not (withdrawn or set(own) & set(asked.waiting)):
        raise no.UnknownRequest(f"request {order.n} does not wait for your answer")
    answered = e.Admitted(now, order.n, own, order.agree)
    if not order.agree or set(asked.waiting) - set(own):
        return (answered,)
    return (answered, e.Sat(now, asked.seat, "person", asked.who, asked.name))


def check_bot(game: Any, options: Any, key: str | None, bots: BotRoster) -> str:
    """The name of a bot that all may ask for; UnknownBot when it is none."""
    offered = bots.names(game, options)
    if key is None or key not in offered:
        raise no.UnknownBot(f"expected one of {', '.join(offered) or 'none'}, got {key!r}")
    return key


def sit_bot(
    game: Any, options: Any, seat: int, key: str | None, now: int, bots: BotRoster
) -> e.Sat:
    """The entry that puts a bot on a seat; UnknownBot unless it is one that all may ask for."""
    name = check_bot(game, options, key, bots)
    return e.Sat(now, seat, "bot", name, name)


def admits_bots(room: Room) -> None:
    """Bots may play here: what one does at a continued game would be an analysis of it."""
    if room.bound:
        raise no.AnalysisClosed("bots can play here when the game that this one continues is over")


def _is_host(room: Room, caller: Caller) -> None:
    if caller.id != room.opened.by and not room.seats_of(caller.id):
        raise no.NotYourSeat("only who opened the table or sits at it can seat and remove bots")


def _has_not_come(room: Room, seat: int, caller: Caller) -> bool:
    """A person was moved on to this table and has not come; the caller has, and nobody else did."""
    persons = {one.who for one in room.holders if one and one.kind == "person"}
    if len(persons) > 2 or room.opened.is_given:
        return False
    return seat in room.nonces_due and any(
        own not in room.nonces_due for own in room.seats_of(caller.id)
    )


def _stand(room: Room, order: p.Stand, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    holder = room.holders[order.seat] if order.seat < len(room.holders) else None
    if holder is not None and holder.kind == "bot":
        _is_host(room, caller)
    elif not _has_not_come(room, order.seat, caller):
        holds(room, order.seat, caller)
    if room.status != "open":
        raise no.Started("the game has begun; resign or give the seat up instead")
    return (e.Stood(now, order.seat),)


# ---------------------------------------------------------------- substitutes


def _substitute(room: Room, order: PutBot, caller: Caller, now: int, bots: BotRoster) -> Entries:
    seat = order.seat
    if not room.seats_of(caller.id):
        raise no.NotAtTable("only who sits at the table can let a bot play at it")
    is_running(room)
    admits_bots(room)
    given.is_free_to_all(room)
    if seat >= len(room.holders):
        raise no.NotYourSeat(f"expected a seat from 0 to {len(room.holders) - 1}, got {seat}")
    player = room.player(seat)
    if player is not None and player.kind == "bot":
        raise no.BotPlays(f"a bot plays seat {seat} already")
    if player is not None and player.who != caller.id:
        _is_missed(room, seat, order.absent)
    name = check_bot(room.game, room.play.options, order.bot, bots)
    return no_more_asked(room, seat, e.Substituted(now, seat, name, caller.id))


def _is_missed(room: Room, seat: int, absent: tuple[int, ...]) -> None:
    """The table waits for the person on a seat, and he has been away for too long."""
    if seat not in room.must_act:
        raise no.NotAwaited(f"the game does not wait for seat {seat}; it waits for {room.must_act}")
    if seat not in absent:
        raise no.StillHere(f"the person on seat {seat} is here, or has not been away for long")


def _return(room: Room, order: p.Return, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    holds(room, order.seat, caller)
    is_running(room)
    if room.substitutes[order.seat] is None:
        raise no.NoSubstitute(f"you play seat {order.seat} yourself")
    return (e.Returned(now, order.seat),)


def _leave(room: Room, order: p.Leave, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    holds(room, order.seat, caller)
    is_running(room)
    return no_more_asked(room, order.seat, e.Left(now, order.seat))


# ---------------------------------------------------------------- the game


def _act(room: Room, order: p.Act, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    seat = order.seat
    holds(room, seat, caller)
    is_running(room)
    plays(room, seat, caller)
    may_act(room, seat)
    is_current(room, seat, order.at, caller)
    if room.read(seat, order.do) not in room.legal(seat):
        raise no.Illegal(f"{order.do!r} is not a choice of seat {seat} now")
    lag = timing.spared(room, order, now, is_bot=caller.is_bot)
    return (e.Acted(now, seat=seat, do=order.do, lag=lag),)


def _back(room: Room, order: p.Back, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    holds(room, order.seat, caller)
    is_running(room)
    plays(room, order.seat, caller)
    may_act(room, order.seat)
    is_current(room, order.seat, order.at, caller)
    to = back_step(room, order.seat)
    if to is None:
        raise no.NothingToTakeBack("nothing of this turn can be taken back without asking")
    return (e.SteppedBack(now, order.seat, to),)


def _resign(room: Room, order: p.Resign, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    holds(room, order.seat, caller)
    is_running(room)
    plays(room, order.seat, caller)
    if not room.play.may_resign(order.seat):
        raise no.NotYourTurn(f"seat {order.seat} may not resign now")
    is_current(room, order.seat, order.at, caller)
    return (e.Resigned(now, seat=order.seat),)


# ---------------------------------------------------------------- take-back by consent


def _ask(room: Room, order: p.AskTakeback, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    seat = order.seat
    holds(room, seat, caller)
    is_running(room)
    plays(room, seat, caller)
    if room.question:
        raise no.TakebackOpen(f"seat {room.question.by} has asked; answer that first")
    is_current(room, seat, order.at, caller)
    to = room.last_own_step(seat)
    if to is None:
        raise no.NothingToTakeBack(f"seat {seat} has done nothing that could be taken back")
    waiting = asked_persons(room, caller.id)
    refuse_if_too_far(room, caller.id, to)
    if not waiting:
        return (e.TakenBack(now, seat, to),)
    return (e.Asked(now, seat, to, waiting),)


def _answer(
    room: Room, order: p.AnswerTakeback, caller: Caller, now: int, _bots: BotRoster
) -> Entries:
    holds(room, order.seat, caller)
    is_running(room)
    asked = room.question
    if asked is None:
        raise no.NothingToTakeBack("nobody has asked for a take-back")
    own = room.seats_of(caller.id)
    if asked.by in own and not order.agree:
        return (e.Answered(now, own, agree=False),)
    if order.seat not in asked.waiting:
        raise no.NothingToTakeBack(f"seat {order.seat} has nothing to answer")
    answered = e.Answered(now, own, order.agree)
    if order.agree and not set(asked.waiting) - set(own):
        asker = room.holders[asked.by]
        refuse_if_too_far(room, asker.who if asker else "", asked.to)
        return (answered, e.TakenBack(now, asked.by, asked.to))
    return (answered,)


# ---------------------------------------------------------------- beside the game


def _chat(room: Room, order: p.Chat, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    text = order.text.strip()
    if not text:
        raise no.Unreadable("expected a line of text, got only spaces")
    if order.seat is not None:
        holds(room, order.seat, caller)
    seat = order.seat if order.seat is not None else next(iter(room.seats_of(caller.id)), None)
    if order.to is not None:
        _may_say_to(room, seat, order.to, promise=order.promise)
    elif order.promise or order.aloud:
        raise no.Unreadable("expected a seat that it is said to, got none")
    said = e.Chatted(now, caller.name, text, seat, order.to, order.aloud, order.promise, caller.id)
    return (said,)


def _may_say_to(room: Room, seat: int | None, to: int, *, promise: bool) -> None:
    """A person at the table speaks to another one there; promises while the game runs."""
    if not room.game.deals:
        raise no.NoDeals(f"{room.game.key} has no deals: all that is said is said to everybody")
    if seat is None:
        raise no.NotYourSeat("only who sits at the table can speak to a seat")
    if to == seat:
        raise no.Unreadable(f"expected another seat than {seat}, got the same")
    holder = room.holders[to] if to < len(room.holders) else None
    if holder is None or holder.kind != "person":
        raise no.NobodyListens(f"no person holds seat {to}")
    if promise:
        is_running(room)


def _settle(room: Room, order: p.Settle, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    holds(room, order.seat, caller)
    found = promise_of(room, order, caller)
    if found.promise == order.standing:
        return ()
    return (e.Settled(now, caller.name, found.line, order.standing),)


def promise_of(room: Room, order: p.Settle, caller: Caller) -> Said:
    """The promise to the caller's seat that is meant; UnknownPromise when there is none."""
    receiver = (order.seat, caller.id)
    found = room.talk.promise(receiver, order.giver, order.n, aloud=order.aloud)
    if found is None:
        raise no.UnknownPromise(f"seat {order.giver} made no promise {order.n} to you")
    return found


def _free(room: Room, _order: Free, _caller: Caller, now: int, _bots: BotRoster) -> Entries:
    return (e.Freed(now),) if room.bound else ()


def _rename(room: Room, _order: Rename, caller: Caller, now: int, _bots: BotRoster) -> Entries:
    names = {holder.name for holder in room.holders if holder and holder.who == caller.id}
    return () if names <= {caller.name} else (e.Named(now, caller.id, caller.name),)


def may_rematch(room: Room, caller: Caller) -> bool:
    """Whether the caller may ask for the next game."""
    if room.status != "over" or room.opened.closed or room.dissolved:
        return False
    return not room.opened.tournament and bool(room.seats_of(caller.id))


def analysed_seats(room: Room, caller: Caller) -> tuple[int, ...]:
    """The seats whose decisions a caller may have analysed now.

    All, when the game is over or every seat is his own; his own at a casual table; else none. None
    while the game that this one continues is running elsewhere.
    """
    if room.status == "open" or room.bound:
        return ()
    own = room.seats_of(caller.id)
    if room.status == "over" or len(own) == room.play.seats:
        return tuple(range(room.play.seats))
    return own if room.opened.casual else ()


def check_coached(room: Room, caller: Caller, seat: int, *, may_be_over: bool = False) -> None:
    """A seat that the caller plays himself, in a running game whose table has a coach."""
    holds(room, seat, caller)
    if not room.opened.coach:
        raise no.NoCoach("a coach is there from the opening of a casual table on, or not at all")
    if not (may_be_over and room.status == "over"):
        is_running(room)
    plays(room, seat, caller)


def check_rematch(room: Room, caller: Caller) -> None:
    """A person at the table, and the game is over."""
    if not room.seats_of(caller.id):
        raise no.NotYourSeat("only who sits at the table can ask for the next game")
    if room.opened.tournament:
        raise no.SeatsGiven("the next game of a tournament is drawn")
    if room.status != "over":
        raise no.NotOver("the next game can be opened when this one is over")
    if room.dissolved:
        raise no.Over("the house has ended this table")


def is_shared(room: Room, caller: Caller) -> bool:
    """Whether the caller's device has to keep secrets: several seats of a game that runs."""
    secret = room.game.has_secrets and room.status == "running"
    return secret and len(room.seats_of(caller.id)) > 1


def counts_as(room: Room, seat: int, caller: Caller) -> int:
    """Whose versions a page counts that acts for a seat: those of the eyes it sees with."""
    eyes = caller.eyes
    if eyes is None:
        return seat
    if eyes == CURTAIN:
        return SPECTATOR if is_shared(room, caller) else seat
    return eyes if eyes in room.seats_of(caller.id) else seat


def since_of(room: Room, caller: Caller, asked: int | None, since: int) -> int:
    """The version that a page says it has; 0 where it may be one that other eyes counted."""
    if not room.game.has_secrets:
        return since
    named = asked is not None and (asked != CURTAIN or is_shared(room, caller))
    return since if named or len(room.seats_of(caller.id)) < 2 else 0


def ears_of(room: Room, caller: Caller, asked: int | None) -> tuple[int, ...]:
    """The own seats whose private lines a caller is told: behind a curtain those of one alone."""
    own = room.seats_of(caller.id)
    if len(own) < 2 or not room.game.has_secrets:
        return own
    if asked is None:
        asked = viewer_of(room, caller, None)
    return (asked,) if asked in own else ()


def viewer_of(room: Room, caller: Caller, asked: int | None) -> int:
    """Whose eyes the caller sees with: the seat he names, else the one of his that is to act.

    Asked for with CURTAIN, several seats of his see no more than a spectator.
    """
    if asked == CURTAIN:
        if is_shared(room, caller):
            return SPECTATOR
        asked = None
    own = room.seats_of(caller.id)
    if asked is not None:
        public = room.status == "over" and asked < room.play.seats
        if asked not in own and not public:
            raise no.NotYourSeat(f"seat {asked} is not yours; you hold {own}")
        return asked
    if len(own) < 2:
        return own[0] if own else SPECTATOR
    if room.status == "running":
        for seats in (room.must_act, room.may_act):
            for seat in own:
                if seat in seats:
                    return seat
    return own[0]


_ORDERS: Final[dict[type[p.Body], Callable[[Room, Any, Caller, int, BotRoster], Entries]]] = {
    p.Sit: _sit,
    p.Decline: _decline,
    p.BringNonce: _bring_nonce,
    p.AskSeat: _ask_seat,
    p.AnswerSeat: _answer_seat,
    p.Stand: _stand,
    PutBot: _substitute,
    p.Return: _return,
    p.Leave: _leave,
    p.Act: _act,
    p.Back: _back,
    p.Resign: _resign,
    p.AskTakeback: _ask,
    p.AnswerTakeback: _answer,
    p.Chat: _chat,
    p.Settle: _settle,
    Rename: _rename,
    Free: _free,
    p.Replace: rematch.replace,
    given.GiveUp: given.give_up,
    given.Relieve: given.relieve,
    given.Expire: given.expire,
    timing.Flag: timing.flag,
    timing.Halt: timing.halt,
    timing.Rest: timing.rest,
    house.Dissolve: house.dissolve,
    house.SetHidden: house.set_hidden,
}
