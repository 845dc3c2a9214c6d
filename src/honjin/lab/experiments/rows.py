"""One game as a line of the file: its record, its result, its course."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from honjin.core.record import FORMAT, read_record
from honjin.lab.experiments.looking import Course
from honjin.lab.matches.playing import Match, Played


class Row(msgspec.Struct, frozen=True):
    """Game `arena.round` of a variant. It has no times, so that replaying gives the same line."""

    variant: str
    arena: Match
    course: Course | None = None


def line_of(variant: str, played: Played, course: Course | None) -> bytes:
    """The line of a game; `honjin replay` can read it as a record."""
    record: Mapping[str, Any] = {"honjin": FORMAT} | msgspec.to_builtins(played.play.record())
    row = Row(variant, timeless(played.match), course)
    return msgspec.json.encode(record | msgspec.to_builtins(row)) + b"\n"


def written_anew(line: bytes) -> bytes:
    """The line of a game again, with nothing but what is read of it; raises as reading does."""
    record, row = read_record(line), read_row(line)
    fields = {"honjin": FORMAT} | msgspec.to_builtins(record)
    clean = msgspec.structs.replace(row, arena=timeless(row.arena))
    return msgspec.json.encode(fields | msgspec.to_builtins(clean)) + b"\n"


def timeless(match: Match) -> Match:
    """A match without what depends on the machine: times, and paths of code."""
    none = tuple(0.0 for _ in match.moves)
    fault = match.fault and msgspec.structs.replace(match.fault, traceback="")
    return msgspec.structs.replace(match, seconds=none, slowest=none, took=0.0, fault=fault)


_decoder = msgspec.json.Decoder(Row)


def read_row(line: bytes) -> Row:
    """The row in a line; raises msgspec's error if it is not valid."""
    return _decoder.decode(line)
