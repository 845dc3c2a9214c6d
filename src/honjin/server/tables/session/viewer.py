"""A caller at a table: what it sees and may read, and the checks before its orders."""

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


# ---------------------------------------------------------------- checks: the first "no" counts


def require_holder(room: Room, seat: int, caller: Caller) -> None:
    """Check that the caller holds the seat; for a bot, that it plays it."""
    holder = None
    if seat < len(room.holders):
        holder = room.player(seat) if caller.is_bot else room.holders[seat]
    kind = "bot" if caller.is_bot else "person"
    if holder is None or holder.who != caller.id or holder.kind != kind:
        raise no.NotYourSeat(f"seat {seat} is not yours; you hold {room.seats_of(caller.id)}")
    if caller.by_token and not holder.program:
        raise no.NotAProgram(f"seat {seat} was taken by a person: no program may play it")


def require_player(room: Room, seat: int, caller: Caller) -> None:
    """Check that the caller holds the seat of a running game, and no bot plays it instead."""
    require_holder(room, seat, caller)
    require_running(room)
    require_no_bot(room, seat, caller)


def require_running(room: Room) -> None:
    """Check that the game has begun and is not over."""
    if room.status == "open":
        raise no.NotStarted("the game begins when every seat is taken")
    if room.status == "over":
        raise no.Over("the game is over")


def require_no_bot(room: Room, seat: int, caller: Caller) -> None:
    """Check that no bot plays the seat for its holder."""
    if not caller.is_bot and room.substitutes[seat] is not None:
        raise no.BotPlays(f"a bot plays seat {seat} for you; take the seat back first")


def require_turn(room: Room, seat: int) -> None:
    """Check that the seat may act."""
    if seat not in room.may_act:
        raise no.NotYourTurn(f"seat {seat} is not to act; to act: {room.may_act}")


def require_current(room: Room, seat: int, at: int, caller: Caller) -> None:
    """Check that the seat's choices are still those of the version that the order refers to."""
    first, last = room.renewed[seat], room.version
    if room.game.has_secrets:
        count = room.versions[counts_as(room, seat, caller)]
        first, last = count.told(first), count.told(last)
    if not first <= at <= last:
        raise no.StaleVersion(f"expected a version from {first} to {last}, got {at}")
