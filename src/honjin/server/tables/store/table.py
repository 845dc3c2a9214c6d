"""One table in memory, what the lobby shows of it, and its id."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Sequence
from math import inf
from operator import itemgetter
from typing import Final, Protocol

import msgspec

from honjin.server.tables.clocks.clock import NEVER
from honjin.server.tables.session.outcome import pace_of, unfair_seats, unfair_table
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.rows import Row
from honjin.server.tables.store.snapshot import Keeper
from honjin.server.tables.view.views import ViewBuilder
from honjin.server.work.kept import ByteCache

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def new_id() -> str:
    """A table's id: 59 bits, easy to read out; anyone who knows it may watch."""
    return _letters(secrets.randbits(80))


class Keyed(Protocol):
    """An order that may have a key."""

    @property
    def key(self) -> str | None:
        """The key by which an order that is sent again is recognised."""


def id_of(person: str, order: Keyed) -> str:
    """The id of what an order makes. With a key, an order that is sent again has it too.

    The key in it is as secret as the id has to be.
    """
    if order.key is None:
        return new_id()
    text = msgspec.json.encode(order)
    return _letters(int.from_bytes(hashlib.sha256(b"%b %b" % (person.encode(), text)).digest()))


def _letters(number: int) -> str:
    letters = []
    for _ in range(12):
        number, k = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[k])
    return "".join(letters)


def is_id(text: str) -> bool:
    """Whether a string has the form of a table's id."""
    return len(text) == 12 and all(letter in _ALPHABET for letter in text)


def is_listed(status: str, holders: Sequence[tuple[str, str, str] | None]) -> bool:
    """Whether a public table interests strangers: a seat is free, or two persons meet there."""
    persons = {one[1] for one in holders if one is not None and one[0] == "person"}
    return status == "open" or None in holders or len(persons) > 1


def is_promised(room: Room) -> bool:
    """Whether a table waits, and every free seat is reserved."""
    free = {seat for seat, one in enumerate(room.holders) if one is None}
    return room.status == "open" and bool(free) and free <= room.reserved.keys()


def concerns(row: Row, guest: str) -> bool:
    """Whether a table counts as a guest's; a seat that was once reserved is not enough."""
    if any(one is not None and one[:2] == ("person", guest) for one in row.holders):
        return True
    return row.status != "open" or any(who == guest for _, who, _ in row.reserved)


def awaited(room: Room) -> tuple[int, ...]:
    """The seats of persons whom a running game waits for, as everybody at the table sees it.

    Bots answer by themselves: at a table of one person it is always that person's turn, so that
    nothing has to be stored for it with every action.
    """
    if room.status != "running":
        return ()
    seats = room.persons
    if len(set(map(itemgetter(1), seats))) == 1:
        return tuple([seat for seat, _ in seats])
    return tuple([seat for seat, _ in seats if seat in room.must_act])


class Table:
    """A room in memory, with its view builder and its lock."""

    __slots__ = (
        "dropped",
        "is_fair",
        "keeper",
        "lock",
        "painter",
        "room",
        "row_of",
        "since",
        "stored",
        "took",
        "used",
        "waits",
    )

    def __init__(
        self, room: Room, views: ByteCache | None = None, keeper: Keeper | None = None
    ) -> None:
        self.room, self.keeper = room, keeper or Keeper(room)
        self.painter = ViewBuilder(room, views)
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.dropped = False
        self.took = inf
        """Seconds of processor time in which the table was set up, if that was done here."""
        self.row_of: tuple[str, int, Row] | None = None
        """The row that was last made, for this status and these holders."""
        self.stored = 0
        """`changed` of the row that was last stored."""
        self.is_fair = not unfair_table(room)
        """Whether the game is rated, as far as the table alone decides."""
        self.since = room.changed
        """When the game began to wait for the seats that it waits for."""
        self.waits: tuple[tuple[int, ...], tuple[int, ...]] = (), ()
        """The seats that the game waits for, and when their time runs out."""
        self.note_waits()

    def note_waits(self) -> None:
        """Determine which seats the room waits for; called after each change."""
        room, seats, ends = self.room, awaited(self.room), list[int]()
        if room.clock is not None:
            ends = [0 if zero == NEVER else zero for zero in map(room.clock.zero, seats)]
        if seats != self.waits[0]:
            self.since = room.changed
        self.waits = seats, tuple(ends)

    def row(self) -> Row:
        """The row of the lobby, to be stored now; of the last one only the waiting may be new."""
        room, kept = self.room, self.row_of
        self.stored = room.changed
        if kept is None or kept[:2] != (room.status, room.seated):
            self.row_of = kept = room.status, room.seated, self._made()
        new = {"changed": room.changed, "awaits": self.waits[0], "ends": self.waits[1]}
        return msgspec.structs.replace(kept[2], since=self.since, **new)

    def _made(self) -> Row:
        room = self.room
        holders = tuple((one.kind, one.who, one.name) if one else None for one in room.holders)
        unlisted = room.opened.private or room.hidden or is_promised(room)
        unlisted = unlisted or not is_listed(room.status, holders)
        programs = tuple(n for n, one in enumerate(room.holders) if one and one.program)
        reserved = tuple((seat, who, name) for seat, (who, name) in room.reserved.items())
        return Row(
            room.id, room.game.key, room.status, unlisted, bool(room.bots), room.changed,
            dict(room.play.options), holders,
            substitutes=tuple(room.substitutes), coach=room.opened.coach, time=room.opened.time,
            rated=self.is_fair and not unfair_seats(room), pace=pace_of(room.opened),
            programs=programs, reserved=reserved, by=room.opened.by, opened=room.opened.at,
            strength=room.opened.strength, members=room.opened.members,
            tournament=room.opened.tournament,
        )  # fmt: skip
