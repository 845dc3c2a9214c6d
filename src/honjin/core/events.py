"""What happened, as one seat learns of it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from honjin.core.words import Say


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log: who did what, which things it touches, which rule it rests on.

    `by` is a seat, CHANCE, or None for the game itself. `ids` are ids of the scene, lit when the
    line is chosen. `rule` is a number in the game's rules.md. `setup`: a seat prepares the game
    and makes no move yet; what nobody decides needs no such mark.
    """

    say: Say
    by: int | None = None
    ids: tuple[str, ...] = ()
    rule: str = ""
    setup: bool = False


def prepared(told: Iterable[Event]) -> tuple[Event, ...]:
    """The same events, told as parts of the set-up."""
    return tuple([msgspec.structs.replace(event, setup=True) for event in told])
