"""The perspective from which a caller sees a table, and the private lines it may read."""

from __future__ import annotations

from honjin.core.seats import SPECTATOR
from honjin.server.messages import refusals as no
from honjin.server.people.caller import HIDDEN_SEAT, Caller
from honjin.server.tables.session.room import Room


def is_shared(room: Room, caller: Caller) -> bool:
    """True if the caller's device has to keep secrets: it holds several seats of a running game."""
    secret = room.game.has_secrets and room.status == "running"
    return secret and len(room.seats_of(caller.id)) > 1


def counts_as(room: Room, seat: int, caller: Caller) -> int:
    """The viewer whose version count applies to a page that acts for a seat."""
    view_seat = caller.view_seat
    if view_seat is None:
        return seat
    if view_seat == HIDDEN_SEAT:
        return SPECTATOR if is_shared(room, caller) else seat
    return view_seat if view_seat in room.seats_of(caller.id) else seat


def since_of(room: Room, caller: Caller, asked: int | None, since: int) -> int:
    """The version that a page says it has; 0 if another perspective may have counted it."""
    if not room.game.has_secrets:
        return since
    named = asked is not None and (asked != HIDDEN_SEAT or is_shared(room, caller))
    return since if named or len(room.seats_of(caller.id)) < 2 else 0


def readable_seats(room: Room, caller: Caller, asked: int | None) -> tuple[int, ...]:
    """The caller's seats whose private lines it may read: in a game with secrets at most one."""
    own = room.seats_of(caller.id)
    if len(own) < 2 or not room.game.has_secrets:
        return own
    if asked is None:
        asked = viewer_of(room, caller, None)
    return (asked,) if asked in own else ()


def viewer_of(room: Room, caller: Caller, asked: int | None) -> int:
    """The perspective of a caller: the named seat, else the caller's seat that is to act.

    With HIDDEN_SEAT, the holder of several seats sees no more than a spectator.
    """
    if asked == HIDDEN_SEAT:
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
