"""Orders about the clocks of a table: a flag falls, the server was down, a vacation begins or ends.

Like every order they are decided from the table alone. So if two processes notice the same thing,
the second finds nothing left to do.
"""

from __future__ import annotations

from typing import Any, Final

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.tables.clocks.clock import NEVER
from honjin.server.tables.messages import bodies
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.takeback import no_more_asked
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room

USUAL: Final = "samurai"
"""The bot that continues for a person whose time has run out, if the server has it."""


class Flag(Body):
    """The time of a seat may have run out."""


class Halt(Body):
    """The server was down from `first` to `last`."""

    first: int
    last: int


class Rest(Body):
    """A guest is on vacation until `until`, or no longer if that time has come."""

    guest: str
    until: int


def timed_seats(room: Room) -> tuple[int, ...]:
    """The seats whose flags can fall: the game waits for them, and no bot plays there."""
    if room.clock is None or room.status != "running":
        return ()
    return tuple(seat for seat in room.must_act if seat not in room.bots)


def due_of(room: Room) -> int:
    """When the next flag of a table falls; NEVER if none can."""
    return room.clock.due(timed_seats(room)) if room.clock else NEVER


def flag(room: Room, _order: Flag, _caller: Any, now: int, bots: BotRoster) -> e.Entries:
    """Carry out what follows when a seat's time has run out.

    If the game is lost by that and the rules allow resignation, the seat resigns; otherwise a bot
    continues. If the times of two seats run out at once, neither has lost more than the other: bots
    continue for both.
    """
    fallen = room.clock.fallen(timed_seats(room), now) if room.clock else ()
    if not fallen or room.clock is None:
        return ()
    seat = fallen[0]
    if len(fallen) == 1 and room.clock.control.zero == "lost" and room.may_resign(seat):
        return (e.Flagged(now, seat), e.Resigned(now, seat=seat))
    bot = stand_in(room, bots)
    return tuple(entry for seat in fallen for entry in _relieved(room, seat, bot, now) if bot)


def _relieved(room: Room, seat: int, bot: str, now: int) -> e.Entries:
    """Let a bot continue for a seat whose time has run out."""
    return (e.Flagged(now, seat), *no_more_asked(room, seat, e.Substituted(now, seat, bot, "")))


def stand_in(room: Room, bots: BotRoster) -> str:
    """The bot that continues at a table; empty if no bot can play."""
    offered = () if room.bound else bots.names(room.game, room.play.options)
    if USUAL in offered:
        return USUAL
    return offered[0] if offered else ""


def halt(room: Room, order: Halt, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """Record once that the clocks stood still while the server was down."""
    clock = room.clock
    if clock is None or room.status != "running" or clock.halted >= order.first:
        return ()
    first = max(order.first, room.changed)
    if first >= order.last:
        return ()
    return (e.Halted(now, first, order.last),)


def rest(room: Room, order: Rest, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """Stop a person's clocks during a vacation, where days are counted."""
    clock, seats = room.clock, room.seats_of(order.guest)
    if clock is None or not clock.control.days or room.status != "running" or not seats:
        return ()
    until = order.until if order.until > now else 0
    seats = tuple(seat for seat in seats if _rests(clock.seats[seat].rest[1], now) != until)
    return (e.Rested(now, seats, order.until),) if seats else ()


def _rests(until: int, now: int) -> int:
    return until if until > now else 0


def spared(room: Room, order: bodies.Act, now: int, *, is_bot: bool) -> int:
    """The lag that is not charged for an action; OutOfTime if it comes too late all the same."""
    if room.clock is None:
        return 0
    lag = room.clock.lag(order.seat, now, order.spent)
    if not is_bot and room.clock.is_out(order.seat, now - lag):
        raise no.OutOfTime(f"the time of seat {order.seat} has run out")
    return lag
