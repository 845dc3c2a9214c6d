"""Tables whose seats a pool or a tournament assigns: the server's orders there, and their checks.

Such tables begin when everybody has come: a browser arrives by sending its nonce. Like every order
these are decided from the table alone, so that if two processes give the same one, the second finds
nothing left to do.
"""

from __future__ import annotations

from typing import Any

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room


class GiveUp(Body):
    """A player has not come: the game does not begin, and the table is over."""


class Relieve(Body):
    """A bot takes the seats of those who have not come, and the game begins."""

    bot: str


class Expire(Body):
    """The challenges to the reserved seats have expired."""


def give_up(room: Room, _order: GiveUp, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """End a table that is still waiting."""
    return (e.Dissolved(now, "missed"),) if room.status == "open" else ()


def relieve(room: Room, order: Relieve, _caller: Any, now: int, bots: BotRoster) -> e.Entries:
    """Begin the game without those who have not come."""
    if room.status != "open":
        return ()
    missing = absent(room)
    name = order.bot
    bots.find(room.game, room.play.options, name)
    sat = tuple(e.Sat(now, seat, "bot", name, name) for seat in missing)
    left = tuple(e.Stood(now, seat) for seat in missing if room.holders[seat] is not None)
    return (*left, *sat, e.Started(now))


def expire(room: Room, _order: Expire, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """Withdraw the challenges that nobody has answered."""
    if room.status != "open":
        return ()
    return tuple(e.Declined(now, seat) for seat in sorted(room.reserved))


def absent(room: Room) -> tuple[int, ...]:
    """The seats of a waiting table whose persons have not come, or have left."""
    return tuple(
        seat for seat, one in enumerate(room.holders) if one is None or seat in room.nonces_due
    )


def require_unassigned(room: Room) -> None:
    """Check that the seats of this table are not assigned."""
    if room.opened.is_given:
        raise no.SeatsGiven("the server assigns the seats of this table until its game is over")


def require_admitted(room: Room, seat: int, caller: Any) -> None:
    """Check that the table is open to the caller; a challenged player always passes."""
    opened = room.opened
    if seat in room.reserved or caller.id == opened.by:
        return
    if opened.members and not caller.account:
        raise no.NoAccount("this table is for players with an account")
    if opened.strength is not None and caller.rating is not None:
        low, high = opened.strength
        if not low <= caller.rating <= high:
            raise no.OtherStrength(f"expected a rating from {low} to {high}, got {caller.rating}")
