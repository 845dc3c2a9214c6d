"""The beginnings of tables: opened, opened again for a rematch, forked, or made from a record.

Each function returns the first entries of the new table's journal. Secrets and seeds are passed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from honjin.core.errors import RecordMismatch
from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.record import Record
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.clocks.control import Control, problem_of
from honjin.server.tables.messages import bodies
from honjin.server.tables.seats import honours
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.rematch import chooser, moved_on
from honjin.server.tables.seats.sitting import sit_bot
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.viewer import viewer_of
from honjin.server.tables.store.origins import origin_of


def open_table(
    game: Game[Any], order: bodies.OpenTable, caller: Caller, secret: str, now: int,
    bots: BotRoster, guests: Mapping[int, tuple[str, str]] = MappingProxyType({}),
) -> e.Entries:  # fmt: skip
    """A new table as its opener ordered it; it starts at once if there is nothing to wait for.

    `guests` are those for whom seats are reserved: id and name. A range of strength is centred on
    the opener's rating.
    """
    strength = None
    if order.strength is not None and caller.rating is not None:
        strength = caller.rating - order.strength, caller.rating + order.strength
    options = game.read_options(order.options)
    seats = game.seats(options)
    if len(order.seats) > seats:
        raise no.BadOption(f"these options make a game of {seats} seats, got {len(order.seats)}")
    casual = _plays_bots(order, seats) if order.casual is None else order.casual
    if order.coach and not casual:
        raise no.Unreadable("expected casual: true with coach: true, got false")
    if order.honours and not (game.honours and seats == 2):
        raise no.Unreadable("expected honours: false in a game without them, got true")
    opened = e.Opened(
        now, game.key, game.version, dict(options), secret, by=caller.id,
        private=order.private, casual=casual, name=caller.name, coach=order.coach,
        time=read_time(order.time), unrated=not order.rated, strength=strength,
        members=order.members, honours=e.Honours() if order.honours else None,
    )  # fmt: skip
    sat: list[e.Sat] = []
    kept: list[e.Reserved] = []
    for seat, wish in enumerate(order.seats):
        if wish.kind == "me":
            sat.append(own_seat(caller, seat, now, own_nonce=order.own_nonce))
        elif wish.kind == "bot":
            sat.append(sit_bot(game, options, seat, wish.bot, now, bots))
        elif wish.kind == "reserved":
            who, name = guests[seat]
            kept.append(e.Reserved(now, seat, who, name))
    return (opened, *sat, *kept, *begin(sat, seats, now))


def _plays_bots(order: bodies.OpenTable, seats: int) -> bool:
    """Whether the opener plays against bots alone."""
    kinds = sorted(wish.kind for wish in order.seats)
    return seats > 1 and kinds == ["bot"] * (seats - 1) + ["me"]


def own_seat(caller: Caller, seat: int, now: int, *, own_nonce: bool) -> e.Sat:
    """The entry by which the opener of a table sits down."""
    return e.Sat(
        now, seat, "person", caller.id, caller.name, own_nonce=own_nonce, program=caller.program
    )


def read_time(time: bodies.Time | None) -> Control | None:
    """The time control that is requested; Unreadable if it is not valid."""
    if time is None:
        return None
    control = Control(
        time.main, time.increment, time.period, time.periods, time.days, time.zero
    )  # fmt: skip
    if problem := problem_of(control):
        raise no.Unreadable(f"time: {problem}")
    return control


def begin(sat: list[e.Sat], seats: int, now: int) -> e.Entries:
    """Start the game if all seats are taken and no browser has yet to send its nonce."""
    ready = len(sat) == seats and not any(one.own_nonce for one in sat)
    return (e.Started(now),) if ready else ()


def rematch(room: Room, order: bodies.Rematch, caller: Caller, secret: str, now: int) -> e.Entries:
    """Open the game again with everybody one seat further, or the loser on the seat chosen.

    Players who sent a nonce do so again.

    A person without a name has deleted the account: nobody gets that seat.
    """
    old, count, loser = room.opened, room.play.seats, chooser(room)
    choosing = None if loser is None else room.holders[loser]
    further = 1 if loser is None or order.seat is None else order.seat - loser
    opened = e.Opened(
        now, old.game, room.game.version, dict(room.play.options), secret, by=caller.id,
        private=old.private, casual=old.casual, name=caller.name, coach=old.coach, time=old.time,
        before=room.id, unrated=old.unrated, strength=old.strength, members=old.members,
        chooser="" if choosing is None else choosing.who, honours=honours.following(room),
    )  # fmt: skip
    sat = [
        moved_on(room, seat, further, now, own_nonce=_brings(room, seat, order, caller))
        for seat, holder in enumerate(room.holders)
        if holder is not None and holder.name
    ]
    sat.sort(key=lambda one: one.seat)
    return (opened, *sat, *begin(sat, count, now))


def _brings(room: Room, seat: int, order: bodies.Rematch, caller: Caller) -> bool:
    """Whether the next game waits for the nonce of a seat's holder."""
    return room.nonces[seat] != "0" or (order.own_nonce and seat in room.seats_of(caller.id))


def given_table(game: Game[Any], opened: e.Opened, people: Sequence[e.Sat]) -> e.Entries:
    """A table with assigned seats; it waits for the players whose browsers send a nonce."""
    count = game.seats(game.read_options(opened.options))
    return (opened, *people, *begin([*people], count, opened.at))


def fork(
    room: Room,
    order: bodies.Fork,
    caller: Caller,
    asked: int | None,
    secret: str,
    seed: int,
    now: int,
) -> e.Entries:
    """A table of the caller's own from a step of this one, as seen from the requested seat."""
    if room.status == "open":
        raise no.NotStarted("there is nothing to fork before the game begins")
    viewer = viewer_of(room, caller, asked)
    last = room.step_of(viewer)
    if not 0 <= order.step <= last:
        raise no.UnknownStep(f"expected a step from 0 to {last}, got {order.step}")
    start, actions = _known(room, room.real_step(viewer, order.step), viewer, seed)
    opened = e.Opened(
        now, room.game.key, room.game.version, dict(room.play.options), secret,
        by=caller.id, actions=actions, start=start, private=True, origin=origin_of(room, caller),
        casual=room.opened.coach, coach=room.opened.coach,
    )  # fmt: skip
    sat = [
        own_seat(caller, seat, now, own_nonce=order.own_nonce) for seat in range(room.play.seats)
    ]
    return (opened, *sat, *begin(sat, len(sat), now))


def _known(room: Room, step: int, viewer: int, seed: int) -> tuple[str | None, tuple[str, ...]]:
    """The start of a fork: the record if everybody may know it, else a sampled position."""
    game, play = room.game, room.play
    if not game.has_secrets or room.status == "over":
        return play.start, play.record().actions[:step]
    guess = game.seen_by(play.at(step).state, viewer)
    game.resample(guess, viewer, seeded(seed))
    return game.notation.write_position(guess), ()


def import_record(
    game: Game[Any], record: Record, caller: Caller, secret: str, now: int, origin: str = ""
) -> e.Opened:
    """A closed table for reading a record."""
    if len(record.actions) > game.longest:
        raise RecordMismatch(
            f"a game of {game.key} has at most {game.longest} entries, got {len(record.actions)}"
        )
    return e.Opened(
        now, game.key, record.rules, record.options, secret,
        by=caller.id, actions=record.actions, start=record.start, private=True, closed=True,
        origin=origin,
    )  # fmt: skip
