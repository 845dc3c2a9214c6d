"""Rematches with the same people: absent players, and replacements for them.

Everybody moves on by one seat. In games for two whose rules say so, the loser of a game chooses a
seat in the next one, before it begins. Coming to the table is accepting, leaving the seat is
declining. If a player does neither for a while, those who have come may agree on a bot, or on an
open seat.
"""

from __future__ import annotations

from typing import Any, Final

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.caller import Caller
from honjin.server.tables.clocks.control import SECOND
from honjin.server.tables.messages import bodies
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.sitting import check_bot
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.outcome import winners_of
from honjin.server.tables.session.room import Room

WAIT: Final = 180 * SECOND
"""The time that a player has before the others can do without."""


class Choose(Body):
    """The loser of the game before wants this seat. Follows from POST /api/tables/{id}/rematch."""

    seat: int


def chooser(room: Room) -> int | None:
    """The seat of the loser who chooses a seat in the next game; None if nobody does.

    Nobody does after a draw, where the loser is a bot, or where both seats were one person's.
    """
    result = room.play.result()
    winners = () if result is None or room.dissolved else winners_of(room, result)
    if not room.game.loser_chooses or room.play.seats != 2 or len(winners) != 1:
        return None
    seat = 1 - winners[0]
    loser, winner = room.holders[seat], room.holders[winners[0]]
    if loser is None or loser.kind != "person" or not loser.name:
        return None
    return None if winner is not None and winner.who == loser.who else seat


def choose(room: Room, order: Choose, caller: Caller, now: int, _bots: BotRoster) -> e.Entries:
    """Give the loser of the game before the seat wanted, and the other player the other one."""
    own = room.seats_of(caller.id)
    if order.seat in own:
        return ()
    if room.status != "open":
        raise no.Started("the game has begun; its sides are settled")
    if not own or caller.id != room.opened.chooser:
        raise no.NotYourSeat("only the loser of the game before can choose a seat")
    taken = [seat for seat, holder in enumerate(room.holders) if holder is not None]
    moved = (
        moved_on(room, seat, 1, now, room.nonces[seat], own_nonce=seat in room.nonces_due)
        for seat in taken
    )
    return (*(e.Stood(now, seat) for seat in taken), *moved)


def moved_on(
    room: Room, seat: int, further: int, now: int, nonce: str = "0", *, own_nonce: bool
) -> e.Sat:
    """The holder of a seat takes another one, so many further on."""
    holder, place = room.holders[seat], (seat + further) % room.play.seats
    assert holder is not None
    if holder.kind == "bot":
        return e.Sat(now, place, "bot", holder.who, holder.name)
    return e.Sat(
        now, place, "person", holder.who, holder.name, nonce, own_nonce, program=holder.program
    )


def replace(room: Room, order: bodies.Replace, caller: Any, now: int, bots: BotRoster) -> e.Entries:
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
        check_bot(room.game, room.play.options, bot, bots)
    wishes = {**room.wishes.get(seat, {}), caller.id: bot}
    wished = e.Wished(now, seat, caller.id, bot)
    if any(wishes.get(who) != bot for who in here):
        return (wished,)
    return (wished, *_instead(room, seat, bot, now))


def came(room: Room) -> set[str]:
    """The persons at the table who are missing on none of their seats."""
    persons = [(n, one.who) for n, one in enumerate(room.holders) if one and one.kind == "person"]
    missing = {who for seat, who in persons if seat in room.nonces_due}
    return {who for _, who in persons} - missing


def _instead(room: Room, seat: int, bot: str, now: int) -> e.Entries:
    stood = e.Stood(now, seat)
    if not bot:
        return (stood,)
    others = all(one is not None for n, one in enumerate(room.holders) if n != seat)
    ready = others and set(room.nonces_due) == {seat}
    sat = e.Sat(now, seat, "bot", bot, bot)
    return (stood, sat, e.Started(now)) if ready else (stood, sat)
