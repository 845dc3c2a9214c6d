"""The journal of a table: everything that ever happened there, in order, never changed.

A table is the replay of its journal. `at` is the time in milliseconds. Entries that move the game
hold the chance outcomes that followed (notation) and the draws behind them as (total, ticket), so
that an action and its roll are one entry: either both are stored or neither is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Literal

import msgspec

from honjin.core.options import Value
from honjin.server.messages.parts import Dissolution
from honjin.server.tables.clocks.control import Control


class Entry(msgspec.Struct, omit_defaults=True, tag_field="e", tag=str.lower):
    """Base of all entries, with the time at which it happened."""

    at: int


class SeatEntry(Entry):
    """Base of the entries about one seat."""

    seat: int


Entries = tuple[Entry, ...]
"""The entries of one order: all of them are stored, or none."""


class Honours(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match between two persons, its `rivals`, has come to.

    `winner` has won the last `row` games; those `honoured` have won as many as the game asks for.
    """

    rivals: tuple[str, ...] = ()
    winner: str = ""
    row: int = 0
    honoured: tuple[str, ...] = ()


class Opened(Entry):
    """The table was made; a fork or an import begins with `actions` and `start`.

    A `closed` table is for reading, not for playing. At a `casual` one, persons may have their own
    decisions analysed while they play, and may ask a `coach` if it has one. `origin` is the running
    table that is continued here: until its game is over, nothing is analysed and no bot plays at
    this one.
    `name` is the name of its opener, the guest `by`. `time` is its time control. `before` is the
    table whose next game this is; until it begins, the guest `chooser`, who lost the game before,
    may choose a seat. A `pool` or a `tournament` assigns the seats of its tables itself. An
    `unrated` table differs in nothing else. To take a seat, a player needs a rating within
    `strength` and, with `members`, an account. With `honours` it belongs to a match for them.
    """

    game: str
    rules: int
    options: dict[str, Value]
    secret: str
    by: str = ""
    actions: tuple[str, ...] = ()
    start: str | None = None
    private: bool = False
    closed: bool = False
    casual: bool = False
    origin: str = ""
    name: str = ""
    coach: bool = False
    time: Control | None = None
    before: str = ""
    pool: bool = False
    tournament: str = ""
    unrated: bool = False
    strength: tuple[int, int] | None = None
    members: bool = False
    chooser: str = ""
    honours: Honours | None = None

    @property
    def is_given(self) -> bool:
        """Whether a pool or a tournament assigns the seats."""
        return self.pool or bool(self.tournament)


class Sat(SeatEntry):
    """A person or a bot took a seat; `who` is a guest's id or a bot's key.

    With `own_nonce` the game waits until the person's browser has sent its nonce. A `program` is a
    person for whom a program acts.
    """

    kind: Literal["person", "bot"]
    who: str
    name: str
    nonce: str = "0"
    own_nonce: bool = False
    program: bool = False


class Reserved(SeatEntry):
    """An empty seat of a waiting table is reserved for a person: a challenge."""

    who: str
    name: str


class Declined(SeatEntry):
    """The challenge was declined or withdrawn: the seat is open to anyone."""


class Brought(Entry):
    """A person's browser sent its nonce for these seats, after it had seen the commitment."""

    seats: tuple[int, ...]
    nonce: str


class Stood(SeatEntry):
    """A seat was left, or a bot removed."""


class Substituted(SeatEntry):
    """A bot plays a seat from now on; its holder keeps it. `by` put the bot there."""

    bot: str
    by: str


class Returned(SeatEntry):
    """The holder of a seat takes it back from the bot."""


class Left(SeatEntry):
    """A seat of a running game was given up; a bot that plays it continues."""


class Knocked(SeatEntry):
    """A guest asked for a seat that was given up."""

    who: str
    name: str


class Admitted(Entry):
    """A person at the table, holding `seats`, answered request number `n` for a seat."""

    n: int
    seats: tuple[int, ...]
    agree: bool


class MovingEntry(Entry):
    """Base of the entries that move the game, with the chance outcomes that followed."""

    chance: tuple[str, ...] = ()
    draws: tuple[tuple[int, int], ...] = ()


class Started(MovingEntry):
    """All seats were taken, and the game began."""


class Acted(MovingEntry, kw_only=True):
    """A seat played one of its choices; `lag` milliseconds are not charged to its clock."""

    seat: int
    do: str
    lag: int = 0


class Resigned(MovingEntry, kw_only=True):
    """A seat resigned."""

    seat: int


class SteppedBack(SeatEntry):
    """A seat went back to step `to` within its turn."""

    to: int


class Asked(SeatEntry):
    """A seat asks to go back to step `to`; the seats in `waiting` have to agree."""

    to: int
    waiting: tuple[int, ...]


class Answered(Entry):
    """Seats answered that question (all seats of one person at once)."""

    seats: tuple[int, ...]
    agree: bool


class TakenBack(SeatEntry):
    """All agreed: the game went back to step `to`."""

    to: int


class Named(Entry):
    """A person at the table has a new name."""

    who: str
    name: str


class Chatted(Entry):
    """A line of chat; with `to` it is for the two holders of those seats, unless `aloud`.

    Entries of older versions do not name their author in `who`.
    """

    name: str
    text: str
    seat: int | None = None
    to: int | None = None
    aloud: bool = False
    promise: bool = False
    who: str = ""


def speakers(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The guests who wrote lines, or asked for a seat, without a seat at the table."""
    people: set[str] = set()
    for one in entries:
        if type(one) is Knocked or (type(one) is Chatted and one.seat is None):
            people.add(one.who)
    return tuple(people - {""})


class Settled(Entry):
    """The receiver of a promise marked its outcome; `line` is the promise's chat line number."""

    name: str
    line: int
    standing: Literal["open", "kept", "broken"]


class Flagged(SeatEntry):
    """The time of a seat has run out; the next entry holds the consequence."""


class Halted(Entry):
    """The server was down from `first` to `last`: all clocks stood still meanwhile."""

    first: int
    last: int


class Rested(Entry):
    """The person on these seats is on vacation until `until`, or back if that time has come."""

    seats: tuple[int, ...]
    until: int


class Rematched(Entry):
    """The next table was made."""

    next: str


class Wished(SeatEntry):
    """A guest asks for a bot, or for anyone, in place of a person who has not come."""

    who: str
    bot: str


class Freed(Entry):
    """The game at the table that this one continues is over."""


class Dissolved(Entry):
    """The site ended the table: nobody has won, and the game counts for nobody."""

    reason: Dissolution


class Hid(Entry):
    """The site took the table out of the lobby, or put it back."""

    hidden: bool


def _kinds(base: type[Entry]) -> Iterator[type[Entry]]:
    """The kinds of entries: the classes that are no base of others."""
    for kind in base.__subclasses__():
        yield from _kinds(kind) if kind.__subclasses__() else (kind,)


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(reduce(or_, _kinds(Entry)))


def write_entry(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return _encoder.encode(entry).decode()


def read_entry(text: str) -> Entry:
    """The entry that a line of the journal holds."""
    return _decoder.decode(text)
