"""Orders about seats: taking and leaving them, substituting a bot, admitting a guest."""

from __future__ import annotations

from typing import Any

from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.messages import bodies
from honjin.server.tables.seats import given
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.takeback import no_more_asked
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.viewer import require_holder, require_running


class PutBot(bodies.Substitute):
    """A substitute is requested; `absent` are the seats whose persons were waited for too long."""

    absent: tuple[int, ...] = ()


def sit(room: Room, order: bodies.Sit, caller: Caller, now: int, bots: BotRoster) -> e.Entries:
    """Take an empty seat, or put a bot there."""
    seat = order.seat
    _require_seat(room, seat)
    if order.bot is None and seat in room.seats_of(caller.id):
        return ()
    if room.status == "running" and order.bot is None:
        return _take_over(room, seat, caller, now)
    if room.status != "open":
        raise no.Started("the game has begun; nobody can sit down any more")
    if room.holders[seat] is not None:
        raise no.SeatTaken(f"seat {seat} is taken")
    if order.bot is None:
        given.require_unassigned(room)
        _require_unreserved(room, seat, caller)
        given.require_admitted(room, seat, caller)
        sat = e.Sat(
            now, seat, "person", caller.id, caller.name, order.nonce, program=caller.program
        )
    else:
        given.require_unassigned(room)
        _require_host(room, caller)
        require_bots_admitted(room)
        sat = sit_bot(room.game, room.play.options, seat, order.bot, now, bots)
    others = [holder for n, holder in enumerate(room.holders) if n != seat]
    return (sat, e.Started(now)) if all(others) and not room.nonces_due else (sat,)


def _require_seat(room: Room, seat: int) -> None:
    """Check that the table has such a seat."""
    if seat >= len(room.holders):
        raise no.NotYourSeat(f"expected a seat from 0 to {len(room.holders) - 1}, got {seat}")


def _require_unreserved(room: Room, seat: int, caller: Caller) -> None:
    """Check that the seat is not reserved for another guest."""
    who, name = room.reserved.get(seat, (caller.id, ""))
    if who != caller.id:
        raise no.SeatTaken(f"seat {seat} is reserved for {name}")


def decline(
    room: Room, order: bodies.Decline, caller: Caller, now: int, _bots: BotRoster
) -> e.Entries:
    """Decline a seat that is reserved for the caller, or withdraw the challenge."""
    kept = room.reserved.get(order.seat)
    if kept is None or caller.id not in (kept[0], room.opened.by):
        raise no.UnknownChallenge(f"seat {order.seat} is not reserved for you, nor by you")
    return (e.Declined(now, order.seat),)


def bring_nonce(
    room: Room, order: bodies.BringNonce, caller: Caller, now: int, _: BotRoster
) -> e.Entries:
    """Store the nonce of the caller's browser; the game begins with the last one."""
    own = room.seats_of(caller.id)
    if not own:
        raise no.NotAtTable("only players with a seat can send a nonce")
    seats = tuple(seat for seat in room.nonces_due if seat in own)
    if not seats:  # another window of the same browser was quicker
        return ()
    brought = e.Brought(now, seats, order.nonce)
    ready = all(room.holders) and set(room.nonces_due) == set(seats)
    return (brought, e.Started(now)) if ready else (brought,)


def _take_over(room: Room, seat: int, caller: Caller, now: int) -> e.Entries:
    """Take a seat that was given up without being admitted: the caller held it before."""
    _require_vacant(room, seat, caller)
    if caller.id not in room.held_by[seat]:
        given.require_unassigned(room)
    if caller.id not in room.held_by[seat] and not _needs_nobody(room, caller):
        raise no.NotInvited(f"seat {seat} was given up; ask the persons at the table for it")
    return (e.Sat(now, seat, "person", caller.id, caller.name, program=caller.program),)


def _needs_nobody(room: Room, caller: Caller) -> bool:
    """True if there are no secrets and no other person, so that the seat is open to anyone."""
    return not room.game.has_secrets and not _persons_beside(room, caller)


def _persons_beside(room: Room, caller: Caller) -> bool:
    return any(one and one.kind == "person" and one.who != caller.id for one in room.holders)


def _require_vacant(room: Room, seat: int, caller: Caller) -> None:
    """Check that the seat was given up, and that nobody would know the secrets of two seats."""
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


def ask_seat(
    room: Room, order: bodies.AskSeat, caller: Caller, now: int, _bots: BotRoster
) -> e.Entries:
    """Ask for a seat that was given up."""
    seat, known = order.seat, room.requests.of(caller.id)
    require_running(room)
    _require_seat(room, seat)
    _require_vacant(room, seat, caller)
    if caller.id in room.held_by[seat] or _needs_nobody(room, caller):
        return (e.Sat(now, seat, "person", caller.id, caller.name, program=caller.program),)
    given.require_unassigned(room)
    if caller.program:
        raise no.NotInvited("a seat that was given up goes to a person, not to a program")
    if not _persons_beside(room, caller):
        raise no.NotInvited("no person is at the table who could let you in")
    if known is not None and known.seat == seat:
        return ()
    if known is None and room.requests.is_full():
        raise no.TooMany("several people ask for seats of this table already")
    return (e.Knocked(now, seat, caller.id, caller.name),)


def answer_seat(
    room: Room, order: bodies.AnswerSeat, caller: Caller, now: int, _: BotRoster
) -> e.Entries:
    """Admit a guest, or refuse; or withdraw the caller's own request."""
    require_running(room)
    asked, own = room.requests.find(order.n), room.seats_of(caller.id)
    withdrawn = asked is not None and asked.who == caller.id and not order.agree
    if asked is None or not (withdrawn or set(own) & set(asked.waiting)):
        raise no.UnknownRequest(f"request {order.n} does not wait for your answer")
    answered = e.Admitted(now, order.n, own, order.agree)
    if not order.agree or set(asked.waiting) - set(own):
        return (answered,)
    return (answered, e.Sat(now, asked.seat, "person", asked.who, asked.name))


def check_bot(game: Any, options: Any, key: str | None, bots: BotRoster) -> str:
    """The name of a bot that anyone may seat; UnknownBot if it is not one."""
    offered = bots.names(game, options)
    if key is None or key not in offered:
        raise no.UnknownBot(f"expected one of {', '.join(offered) or 'none'}, got {key!r}")
    return key


def sit_bot(
    game: Any, options: Any, seat: int, key: str | None, now: int, bots: BotRoster
) -> e.Sat:
    """The entry that puts a bot on a seat; UnknownBot unless anyone may seat that bot."""
    name = check_bot(game, options, key, bots)
    return e.Sat(now, seat, "bot", name, name)


def require_bots_admitted(room: Room) -> None:
    """Check that bots may play here: at a continued game their actions would be analysis."""
    if room.bound:
        raise no.AnalysisClosed("bots can play here once the game that this one continues is over")


def _require_host(room: Room, caller: Caller) -> None:
    if caller.id != room.opened.by and not room.seats_of(caller.id):
        raise no.NotYourSeat(
            "only the opener of the table and its players can seat and remove bots"
        )


def _has_not_come(room: Room, seat: int, caller: Caller) -> bool:
    """True if a person moved on to this table has not come, but the caller has, alone."""
    persons = {one.who for one in room.holders if one and one.kind == "person"}
    if len(persons) > 2 or room.opened.is_given:
        return False
    return seat in room.nonces_due and any(
        own not in room.nonces_due for own in room.seats_of(caller.id)
    )


def stand(room: Room, order: bodies.Stand, caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    """Leave a seat, or remove a bot, before the game begins."""
    holder = room.holders[order.seat] if order.seat < len(room.holders) else None
    if holder is not None and holder.kind == "bot":
        _require_host(room, caller)
    elif not _has_not_come(room, order.seat, caller):
        require_holder(room, order.seat, caller)
    if room.status != "open":
        raise no.Started("the game has begun; resign or give the seat up instead")
    return (e.Stood(now, order.seat),)


def substitute(room: Room, order: PutBot, caller: Caller, now: int, bots: BotRoster) -> e.Entries:
    """Let a bot play a seat."""
    seat = order.seat
    if not room.seats_of(caller.id):
        raise no.NotAtTable("only players at the table can substitute a bot")
    require_running(room)
    require_bots_admitted(room)
    given.require_unassigned(room)
    _require_seat(room, seat)
    player = room.player(seat)
    if player is not None and player.kind == "bot":
        raise no.BotPlays(f"a bot plays seat {seat} already")
    if player is not None and player.who != caller.id:
        _require_absent(room, seat, order.absent)
    name = check_bot(room.game, room.play.options, order.bot, bots)
    return no_more_asked(room, seat, e.Substituted(now, seat, name, caller.id))


def _require_absent(room: Room, seat: int, absent: tuple[int, ...]) -> None:
    """Check that the table waits for the person on a seat, who has been away for too long."""
    if seat not in room.must_act:
        raise no.NotAwaited(f"the game does not wait for seat {seat}; it waits for {room.must_act}")
    if seat not in absent:
        raise no.StillHere(f"the person on seat {seat} is here, or has not been away for long")


def come_back(
    room: Room, order: bodies.Return, caller: Caller, now: int, _bots: BotRoster
) -> e.Entries:
    """Take the caller's seat back from the bot."""
    require_holder(room, order.seat, caller)
    require_running(room)
    if room.substitutes[order.seat] is None:
        raise no.NoSubstitute(f"you play seat {order.seat} yourself")
    return (e.Returned(now, order.seat),)


def leave(room: Room, order: bodies.Leave, caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    """Give up a seat of a running game."""
    require_holder(room, order.seat, caller)
    require_running(room)
    return no_more_asked(room, order.seat, e.Left(now, order.seat))
