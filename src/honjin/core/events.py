"""What happened, as one seat learns of it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from honjin.core.words import Say


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log: what happened, the things it concerns, the rule it rests on.

    `by` is a seat, CHANCE, or None for the game itself. `ids` are ids of the scene, highlighted
    when the line is selected. `rule` is a number in the game's rules.md. `setup`: a seat sets up
    the game and makes no move yet; events that no seat decides do not need it.
    """

    say: Say
    by: int | None = None
    ids: tuple[str, ...] = ()
    rule: str = ""
    setup: bool = False


def prepared(events: Iterable[Event]) -> tuple[Event, ...]:
    """The same events, marked as part of the set-up."""
    return tuple([msgspec.structs.replace(event, setup=True) for event in events])
