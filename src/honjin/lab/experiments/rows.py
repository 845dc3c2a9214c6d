"""One game as a line of the file: its record, what came of it, how it went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from honjin.core.record import FORMAT
from honjin.lab.experiments.looking import Course
from honjin.lab.matches.playing import Match, Played


class Row(msgspec.Struct, frozen=True):
    """Game `arena.round` of a variant. It holds no time: whoever plays it again writes the same."""

    variant: str
    arena: Match
    course: Course | None = None


def line_of(variant: str, played: Played, course: Course | None) -> bytes:
    """The line of a game; `honjin replay` reads its record."""
    record: Mapping[str, Any] = {"honjin": FORMAT} | msgspec.to_builtins(played.play.record())
    row = Row(variant, timeless(played.match), course)
    return msgspec.json.encode(record | msgspec.to_builtins(row)) + b"\n"


def timeless(match: Match) -> Match:
    """A match without what differs from one machine to another: times, and where code lies."""
    none = tuple(0.0 for _ in match.moves)
    fault = match.fault and msgspec.structs.replace(match.fault, traceback="")
    return msgspec.structs.replace(match, seconds=none, slowest=none, took=0.0, fault=fault)


_decoder = msgspec.json.Decoder(Row)


def read_row(line: bytes) -> Row:
    """The row of a line; msgspec's error when it is none."""
    return _decoder.decode(line)
