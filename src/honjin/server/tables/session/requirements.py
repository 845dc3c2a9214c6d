"""The checks that run before an order is carried out; the first "no" is the answer."""

from __future__ import annotations

from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.viewer import counts_as


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
