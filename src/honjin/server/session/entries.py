"""The journal of a table: everything that ever happened there, in order, never changed.

A table is the replay of its journal. `at` is the time in milliseconds. Entries that move the game
hold the chance outcomes that followed (notation) and the draws behind them as (total, ticket), so
that an action and its roll are one entry: both are stored, or neither.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from honjin.core.options import Value
from honjin.server.messages.protocol import Dissolution
from honjin.server.session.clocks.control import Control


class Entry(msgspec.Struct, omit_defaults=True, tag_field="e", tag=str.lower):
    """Base of all entries: when it happened."""

    at: int


Entries = tuple[Entry, ...]
"""What one order comes to: all of it is stored, or nothing."""


class Opened(Entry):
    """The table was made; `actions` and `start` are what a fork or an import begins with.

    A `closed` table is there to be looked through, not played at. At a `casual` one persons may
    have their own decisions analysed while they play, and ask a `coach` where it has one. `origin`
    is the running table that is continued here: until its game is over nothing is analysed, and no
    bot plays, at this one.
    `name` is what its opener, the guest `by`, was called. `time` is the control of its clocks.
    `before` is the table of which this is the next game. A `pool` or a `tournament` gives the seats
    of its tables itself. At a table that is `unrated` nothing else is different. Who sits down has
    a rating within `strength`, and with `members` an account.
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

    @property
    def is_given(self) -> bool:
        """Whether the house says who sits here."""
        return self.pool or bool(self.tournament)


class Sat(Entry):
    """A person or a bot took a seat; `who` is a guest's id or a bot's key.

    With `own_nonce` the game waits until the person's browser has brought its nonce. A `program` is
    a person for whom a program acts.
    """

    seat: int
    kind: Literal["person", "bot"]
    who: str
    name: str
    nonce: str = "0"
    own_nonce: bool = False
    program: bool = False


class Reserved(Entry):
    """A seat of a table that waits is kept for somebody: a challenge."""

    seat: int
    who: str
    name: str


class Declined(Entry):
    """That person does not take it, or is not asked any more: it is for whoever comes."""

    seat: int


class Brought(Entry):
    """A person's browser brought its nonce for these seats, after it had seen the commitment."""

    seats: tuple[int, ...]
    nonce: str


class Stood(Entry):
    """A seat was left, or a bot removed."""

    seat: int


class Substituted(Entry):
    """A bot plays a seat from now on; who holds the seat keeps it. `by` is who put it there."""

    seat: int
    bot: str
    by: str


class Returned(Entry):
    """The holder of a seat takes it back from the bot."""

    seat: int


class Left(Entry):
    """A seat of a running game was given up; if a bot plays it, it goes on."""

    seat: int


class Knocked(Entry):
    """Somebody asked for a seat that was given up."""

    seat: int
    who: str
    name: str


class Admitted(Entry):
    """A person at the table, holding `seats`, answered request number `n` for a seat."""

    n: int
    seats: tuple[int, ...]
    agree: bool


class Moved(Entry):
    """Base of the entries that move the game: what chance did after them."""

    chance: tuple[str, ...] = ()
    draws: tuple[tuple[int, int], ...] = ()


class Started(Moved):
    """All seats were taken, and the game began."""


class Acted(Moved, kw_only=True):
    """A seat did one of its choices; `lag` milliseconds are not charged to its clock."""

    seat: int
    do: str
    lag: int = 0


class Resigned(Moved, kw_only=True):
    """A seat gave up."""

    seat: int


class SteppedBack(Entry):
    """A seat went back to step `to` within its turn."""

    seat: int
    to: int


class Asked(Entry):
    """A seat would like to go back to step `to`; `waiting` are the seats that have to agree."""

    seat: int
    to: int
    waiting: tuple[int, ...]


class Answered(Entry):
    """Seats answered that question (all seats of one person at once)."""

    seats: tuple[int, ...]
    agree: bool


class TakenBack(Entry):
    """All agreed: the game went back to step `to`."""

    seat: int
    to: int


class Named(Entry):
    """A person at the table is called something else now."""

    who: str
    name: str


class Chatted(Entry):
    """A line of chat; said `to` a seat it is for the two who hold those seats, unless `aloud`.

    Entries of older versions do not say `who` wrote it.
    """

    name: str
    text: str
    seat: int | None = None
    to: int | None = None
    aloud: bool = False
    promise: bool = False
    who: str = ""


class Settled(Entry):
    """Who was promised something says what became of it; `line` counts the lines of chat."""

    name: str
    line: int
    standing: Literal["open", "kept", "broken"]


class Flagged(Entry):
    """The time of a seat has run out; what comes of it is the next entry."""

    seat: int


class Halted(Entry):
    """The house was away from `first` to `last`: all clocks stood still meanwhile."""

    first: int
    last: int


class Rested(Entry):
    """The person on these seats is on vacation until then, or back if that time has come."""

    seats: tuple[int, ...]
    until: int


class Rematched(Entry):
    """The next table was made."""

    next: str


class Wished(Entry):
    """Somebody would have a bot, or whoever comes, in place of a person who has not come."""

    seat: int
    who: str
    bot: str


class Freed(Entry):
    """The game at the table that this one continues is over."""


class Dissolved(Entry):
    """The house ended the table: nobody has won, and the game counts for nobody."""

    reason: Dissolution


class Hid(Entry):
    """The house took the table out of the lobby, or shows it there again."""

    hidden: bool


AnyEntry = (
    Opened
    | Sat
    | Reserved
    | Declined
    | Brought
    | Stood
    | Substituted
    | Returned
    | Left
    | Knocked
    | Admitted
    | Started
    | Acted
    | Resigned
    | SteppedBack
    | Asked
    | Answered
    | TakenBack
    | Named
    | Chatted
    | Settled
    | Flagged
    | Halted
    | Rested
    | Rematched
    | Wished
    | Freed
    | Dissolved
    | Hid
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def write_entry(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return _encoder.encode(entry).decode()


def read_entry(text: str) -> Entry:
    """The entry that a line of the journal holds."""
    entry: Entry = _decoder.decode(text)
    return entry
