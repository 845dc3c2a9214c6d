"""Matters at a table that a person should know of, from what the person can see.

It reveals no more than the table's page shows the same person, and changes at no other time: the
mark of a turn counts steps as the person's seat counts them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from honjin.core.seats import CHANCE
from honjin.server.notifications.fold import HOUR, Matter
from honjin.server.tables.clocks.clock import NEVER
from honjin.server.tables.clocks.control import Control
from honjin.server.tables.session.room import Room

FRESH: Final = 72 * HOUR
"""A game that has begun or ended is news for this long."""


def matters_of(room: Room, who: str, now: int, warn: int) -> Iterator[Matter]:
    """The matters of a person at a table; `warn`: hours before the end of a turn."""
    if room.status == "open":
        yield from _challenges(room, who, now)
    seats = room.seats_of(who)
    if not seats or room.opened.closed:
        return
    if room.status == "over":
        yield from _ending(room, seats, now)
    elif room.status == "running":
        yield from _running(room, who, seats, now, warn)


def _challenges(room: Room, who: str, now: int) -> Iterator[Matter]:
    seats = [seat for seat, (person, _) in room.reserved.items() if person == who]
    if seats:
        yield Matter(room.id, "challenge", ".".join(map(str, seats)), now)


def _running(room: Room, who: str, seats: tuple[int, ...], now: int, warn: int) -> Iterator[Matter]:
    waited = [seat for seat in seats if seat in room.must_act and room.substitutes[seat] is None]
    is_alone = not any(one.kind == "person" and one.who != who for one in room.holders if one)
    if waited:
        yield from _turns(room, waited, now, warn, is_alone=is_alone)
    elif not is_alone and now - room.changed < FRESH and not _has_acted(room, seats):
        yield Matter(room.id, "begun", "", now)
    if asked := "+".join(_questions(room, seats)):
        yield Matter(room.id, "asked", asked, now)


def _turns(
    room: Room, waited: list[int], now: int, warn: int, *, is_alone: bool
) -> Iterator[Matter]:
    """The turns that the game waits for; none where nobody else waits."""
    mark = ".".join(f"{seat}:{turn_of(room, seat)}" for seat in waited)
    end = min(map(room.clock.zero, waited)) if room.clock else NEVER
    end = 0 if end == NEVER else end
    if not is_alone:
        yield Matter(room.id, "turn", mark, now, end)
    before = warning(room.clock.control, warn) if room.clock else 0
    if end and before:
        yield Matter(room.id, "deadline", f"{mark}@{end}", end - before, end)


def warning(control: Control, warn: int) -> int:
    """Milliseconds before the end of a turn at which a player is warned; 0 for no warning.

    `warn` is what the player wishes, in hours: of a short turn at least half is left in peace, and
    games without days are too quick for a warning.
    """
    return min(warn * HOUR, control.turn // 2) if control.days else 0


def turn_of(room: Room, seat: int) -> int:
    """The number of a seat's turn: the step, in its own count, of its last action before it.

    Neither the seat's actions in this turn nor steps that it cannot see change the number.
    """
    in_turn = True
    for n in range(room.step, room.given, -1):
        step = room.play.steps[n - 1]
        if step.seat == CHANCE or seat in step.missed_by:
            continue
        if step.seat != seat:
            in_turn = False
        elif not in_turn:
            return room.step_of(seat, n)
    return 0


def _has_acted(room: Room, seats: tuple[int, ...]) -> bool:
    return any(step.seat in seats for step in room.play.steps[room.given :])


def _questions(room: Room, seats: tuple[int, ...]) -> Iterator[str]:
    """The others' open requests to the person: to take something back, to admit a guest."""
    asked = room.question
    if asked and set(asked.waiting) & set(seats):
        yield f"{asked.by}:{asked.to}"
    for one in room.requests.open:
        if set(one.waiting) & set(seats):
            yield f"r{one.n}"


def _ending(room: Room, seats: tuple[int, ...], now: int) -> Iterator[Matter]:
    """The end of the game, unless the person ended it."""
    acts = [step.seat for step in room.play.steps[room.given :] if step.seat != CHANCE]
    by_them = room.late not in seats and not room.dissolved
    is_own = bool(acts) and acts[-1] in seats and by_them
    if acts and not is_own and now - room.changed < FRESH:
        yield Matter(room.id, "over", "", now)
