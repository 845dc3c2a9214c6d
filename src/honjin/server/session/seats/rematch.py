"""Rematches with the same people: absent players, and replacements for them.

Everybody moves on by one seat. Coming to the table is accepting, leaving the seat is declining. If
a player does neither for a while, those who have come may agree on a bot, or on an open seat.
"""

from __future__ import annotations

from typing import Any, Final

from honjin.server.messages import protocol as p
from honjin.server.messages import refusals as no
from honjin.server.session import entries as e
from honjin.server.session.clocks.control import SECOND
from honjin.server.session.room import Room
from honjin.server.session.seats.bot_roster import BotRoster

WAIT: Final = 180 * SECOND
"""The time that a player has before the others can do without."""


def replace(room: Room, order: p.Replace, caller: Any, now: int, bots: BotRoster) -> e.Entries:
    """Ask to replace an absent person; it happens once all who have come ask for the same."""
    seat, bot = order.seat, order.bot or ""
    if room.status != "open":
        raise no.Started("the game has begun; nobody can be replaced any more")
    if room.opened.is_given:
        raise no.SeatsGiven("the server assigns the seats of this table")
    here = came(room)
    if caller.id not in here:
        raise no.NotAtTable("only players who have come to the table can replace another")
    if seat not in room.nonces_due:
        raise no.NotAwaited(
            f"the game does not wait for seat {seat}; {room.nonces_due} are missing"
        )
    if now - room.opened.at < WAIT:
        left = (WAIT - now + room.opened.at) // SECOND
        raise no.StillHere(f"seat {seat} may still come; ask again in {left} seconds")
    if bot:
        _must_be_known(room, bot, bots)
    wishes = {**room.requests.wishes.get(seat, {}), caller.id: bot}
    wished = e.Wished(now, seat, caller.id, bot)
    if any(wishes.get(who) != bot for who in here):
        return (wished,)
    return (wished, *_instead(room, seat, bot, now))


def came(room: Room) -> set[str]:
    """The persons at the table who are missing on none of their seats."""
    persons = [(n, one.who) for n, one in enumerate(room.holders) if one and one.kind == "person"]
    missing = {who for seat, who in persons if seat in room.nonces_due}
    return {who for _, who in persons} - missing


def _must_be_known(room: Room, bot: str, bots: BotRoster) -> None:
    offered = bots.names(room.game, room.play.options)
    if bot not in offered:
        raise no.UnknownBot(f"expected one of {', '.join(offered) or 'none'}, got {bot!r}")


def _instead(room: Room, seat: int, bot: str, now: int) -> e.Entries:
    stood = e.Stood(now, seat)
    if not bot:
        return (stood,)
    others = all(one is not None for n, one in enumerate(room.holders) if n != seat)
    ready = others and set(room.nonces_due) == {seat}
    sat = e.Sat(now, seat, "bot", bot, bot)
    return (stood, sat, e.Started(now)) if ready else (stood, sat)
