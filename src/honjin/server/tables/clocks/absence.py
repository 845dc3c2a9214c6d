"""Absences: how long a table has waited for a person who has no window open there.

Nothing of this is stored. The time counts while anyone has a window open at the table: from when
the person closed the last one, or the first other viewer came, and from the last event there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from honjin.server.tables.session.room import Room

NEVER: Final = float("inf")
MAX_LEFT: Final = 1_000
"""The number of guests after which it is looked who of them left long ago."""


class Absence:
    """Absence times of the guests of a table. `patience` is in seconds; 0 means without end."""

    def __init__(self, patience: float, clock: Callable[[], int]) -> None:
        self._patience = patience * 1000 if patience else NEVER
        self._clock = clock
        self._begun: dict[str, int] = {}
        self._gone: dict[str, dict[str, int]] = {}
        self._left: dict[str, int] = {}
        """When guests left who had followed all their tables at once."""

    def note(self, table: str, gone: str | None, *, anybody: bool, when: int | None = None) -> None:
        """Note that a window opened or closed at a table, at `when` or now.

        `gone` is the guest who left, if the guest has a seat there; `anybody` is whether anyone
        remains.
        """
        when = self._clock() if when is None else when
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
            now = self._clock()
            self._left = {one: at for one, at in self._left.items() if self._end(at) > now}
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

    def seats(self, room: Room, online: frozenset[str]) -> tuple[int, ...]:
        """The seats whose persons have been waited for too long."""
        now = self._clock()
        return tuple(seat for seat, since in self._missed(room, online) if self._end(since) <= now)

    def due(self, room: Room, online: frozenset[str]) -> float:
        """The seconds until another seat joins those."""
        now = self._clock()
        ends = [self._end(since) for _, since in self._missed(room, online)]
        return min((end - now for end in ends if end > now), default=NEVER) / 1000

    def _end(self, since: int) -> float:
        return since + self._patience

    def _missed(self, room: Room, online: frozenset[str]) -> Iterator[tuple[int, int]]:
        """The seats that are waited for and whose persons are away, each with the time since."""
        begun = self._begun.get(room.id)
        if begun is None or (room.clock and room.clock.control.days):
            return  # where days are counted, the clock decides what is too long
        gone = self._gone.get(room.id, {})
        for seat in room.must_act:
            player = room.player(seat)
            if player is not None and player.kind == "person" and player.who not in online:
                left = self._left.get(player.who, 0)
                yield seat, max(gone.get(player.who, begun), left, room.changed)
