"""The next game with the same people: who has not come to it, and who takes such a seat instead.

Everybody is moved one seat on. Who comes has accepted, who leaves the seat has declined. Where
somebody does neither for a while, those who have come may agree on a bot, or on whoever comes.
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
"""So long somebody may take before the others can do without."""


def replace(room: Room, order: p.Replace, caller: Any, now: int, bots: BotRoster) -> e.Entries:
    """A wish for a seat whose person has not come; it is done when all who have come wish so."""
    seat, bot = order.seat, order.bot or ""
    if room.status != "open":
        raise no.Started("the game has begun; nobody can be replaced any more")
    if room.opened.is_given:
        raise no.SeatsGiven("who sits at this table is for the house to say")
    here = came(room)
    if caller.id not in here:
        raise no.NotAtTable("only who has come to the table can do without somebody")
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
    """The persons at the table for none of whose seats it waits."""
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
