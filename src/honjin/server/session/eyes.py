"""Whose eyes a caller sees a table with, and what the caller is told in private."""

from __future__ import annotations

from honjin.core.seats import SPECTATOR
from honjin.server.messages import refusals as no
from honjin.server.session.caller import CURTAIN, Caller
from honjin.server.session.room import Room


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
    """Whose eyes the caller sees with: the named seat, else the own one that is to act.

    With CURTAIN, the holder of several seats sees no more than a spectator.
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
