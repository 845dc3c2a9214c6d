"""The record of a game: options, rules version, actions. Everything else follows from it.

An entry is `<seat>:<notation>`, with `*` for chance and `resign` for resignation:

    {"honjin": 1, "game": "rokumon", "rules": 1, "options": {"act": "2", "deal": "gggjjjj"},
     "actions": ["0:r1c1", "1:r2c1", "0:resign"]}

`start` is a position in notation if the game does not begin at its set-up (a fork of one seat's
view of a game with secrets).
"""

from __future__ import annotations

from typing import Final

import msgspec

from honjin.core.errors import Flaw, TooLarge, Unreadable
from honjin.core.options import Value
from honjin.core.reading.bounds import MAX_ACTION, MAX_ENTRIES, MAX_RECORD, shown
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded
from honjin.core.seats import CHANCE, MAX_SEATS

FORMAT: Final = 1
RESIGN: Final = "resign"


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole game as data."""

    game: str
    rules: int
    options: dict[str, Value]
    actions: tuple[str, ...] = ()
    start: str | None = None
    honjin: int = msgspec.field(default=FORMAT)

    def to_json(self) -> str:
        """The record as one line of JSON, format number included."""
        fields = {"honjin": FORMAT} | msgspec.to_builtins(self)
        return msgspec.json.encode(fields).decode()


def read_record(text: str | bytes) -> Record:
    """Read a record from JSON; Unreadable says what was expected and where."""
    if len(text) > MAX_RECORD:
        raise TooLarge(f"expected a record of at most {MAX_RECORD} bytes, got {len(text)}")
    try:
        record = msgspec.json.decode(decoded(text), type=Record)
    except Flaw as flaw:
        raise Unreadable(f"expected a Honjin record in JSON: {told(flaw.say)}") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Unreadable(f"expected a Honjin record in JSON: {problem}") from None
    if record.honjin != FORMAT:
        raise Unreadable(f"expected record format {FORMAT}, got {record.honjin}")
    _must_be_short(record)
    return record


def _must_be_short(record: Record) -> None:
    if len(record.actions) > MAX_ENTRIES:
        got = len(record.actions)
        raise Unreadable(f"expected a record of at most {MAX_ENTRIES} entries, got {got}")
    longest = max(map(len, record.actions), default=0)
    if longest > MAX_ACTION:
        raise Unreadable(f"expected entries of at most {MAX_ACTION} characters, got {longest}")


def write_entry(seat: int, text: str) -> str:
    """One entry of a record.

    >>> write_entry(0, "r1c1")
    '0:r1c1'
    """
    return f"{'*' if seat == CHANCE else seat}:{text}"


def read_entry(entry: str) -> tuple[int, str]:
    """Split an entry into seat and notation; Unreadable if it is malformed."""
    seat, colon, text = entry.partition(":")
    if colon and seat == "*":
        return CHANCE, text
    if colon and len(seat) == 1 and "0" <= seat < str(MAX_SEATS):
        return int(seat), text
    raise Unreadable(f"expected an entry like '0:<action>' or '*:<outcome>', got {shown(entry)}")
