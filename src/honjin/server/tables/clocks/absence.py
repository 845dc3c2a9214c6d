"""Absences: how long a table has waited for a person who has no window open there.

Nothing of this is stored. The time counts while anyone has a window open at the table: from when
the person closed the last one, or the first other viewer came, and from the last event there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from honjin.server.tables.session.room import Room

NEVER: Final = float("inf")
MAX_LEFT: Final = 1_000
"""The number of guests after which it is looked who of them left long ago."""


class Absence:
    """Absence times of the guests of a table. `patience` is in seconds; 0 means without end."""

    def __init__(self, patience: float) -> None:
        self._patience = patience * 1000 if patience else NEVER
        self._begun: dict[str, int] = {}
        self._gone: dict[str, dict[str, int]] = {}
        self._left: dict[str, int] = {}
        """When guests left who had followed all their tables at once."""

    def note(self, table: str, gone: str | None, when: int, *, anybody: bool) -> None:
        """Note that a window opened or closed at a table.

        `gone` is the guest who left, if the guest has a seat there; `anybody` is whether anyone
        remains.
        """
        if not anybody:
            self._begun.pop(table, None)
            self._gone.pop(table, None)
            return
        self._begun[table] = min(when, self._begun.get(table, when))
        if gone is not None:
            self._gone.setdefault(table, {})[gone] = when

    def leave(self, guest: str, when: int) -> None:
        """Note that a guest no longer follows all tables at once, in memory here or not."""
        if self._patience == NEVER:
            return
        if len(self._left) >= MAX_LEFT:
            late = when - self._patience
            self._left = {one: at for one, at in self._left.items() if at > late}
        self._left[guest] = when

    def leap(self, first: int, last: int) -> None:
        """Nobody was missed from `first` to `last`, when nobody could come back."""
        for times in (self._begun, self._left, *self._gone.values()):
            for key, when in times.items():
                if when <= first:
                    times[key] = when + last - first

    def gone(self) -> Iterator[tuple[str, str, int]]:
        """The absences as (table, guest, time of leaving)."""
        for table, guests in self._gone.items():
            for guest, when in guests.items():
                yield table, guest, when

    def at(
        self, room: Room, online: frozenset[str], now: int
    ) -> tuple[tuple[int, ...], float]:  # fmt: skip
        """The seats whose persons have been waited for too long; the seconds until another is."""
        begun, rest = self._begun.get(room.id), NEVER
        if begun is None or (room.clock and room.clock.control.days):
            return (), NEVER  # where days are counted, the clock decides what is too long
        gone, absent = self._gone.get(room.id, {}), list[int]()
        for seat, who in room.persons:
            if seat in room.must_act and who not in online:
                since = max(gone.get(who, begun), self._left.get(who, 0), room.changed)
                left = since + self._patience - now
                if left > 0:
                    rest = min(rest, left)
                else:
                    absent.append(seat)
        return tuple(absent), rest / 1000
