"""The running game that a table continues: while it is played, nobody may analyse it elsewhere.

A fork knows its origin. An imported record is compared with the running games, those in memory and
those at which the caller sits, by nothing but what everybody can see of both: people see the
answer, and can ask about as many records as they like. So two records that differ only in what a
seat keeps secret get the same answer.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from honjin.core.errors import HonjinError, TookTooLong
from honjin.core.events import Event
from honjin.core.game import Game
from honjin.core.play import Play, Step, replay
from honjin.core.reading.limit import must_be_in_time
from honjin.core.record import Record
from honjin.core.seats import SPECTATOR
from honjin.core.state import State
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.session.decide import analysed_seats
from honjin.server.tables.session.room import Room
from honjin.server.tables.store.live_tables import LiveTables
from honjin.server.tables.store.rows import Row
from honjin.server.work.fair import Asker

_MAX_GAMES: Final = 300
"""The most games of the caller's that a record is compared with. With more of them it is refused:
one that was left out could be analysed."""


def origin_of(room: Room, caller: Caller) -> str:
    """The table whose running game a fork of this one continues; empty if it does not matter."""
    if room.bound:
        return room.opened.origin
    return room.id if _is_closed(room, caller) else ""


def _is_closed(room: Room, caller: Caller) -> bool:
    """Whether a game runs here that the caller may not have analysed."""
    if room.status != "running" or room.opened.casual:
        return False
    return not analysed_seats(room, caller)


async def origin_of_record(
    tables: LiveTables, record: Record, caller: Caller, asker: Asker, own: bool = False
) -> str:
    """The table whose running game a record continues or shows a part of; empty if none does.

    With `own`, only games of the caller's. A record that cannot be played continues none.
    """
    rooms = [] if own else [one for one in tables.rooms() if one.game.key == record.game]
    rows = await _own_games(tables, record.game, caller, {room.id for room in rooms})
    here = _running(rooms, caller)
    if not (here or rows):
        return ""
    do, game = tables.texts.do, tables.game(record.game)
    play = await do(partial(played, game, record), asker)
    if play is None:
        return ""
    if origin := await do(partial(continued, play, here), asker):
        return origin
    own_rooms = [room async for room in _loaded(tables, rows, play)]
    return await do(partial(continued, play, _running(own_rooms, caller)), asker)


async def _own_games(
    tables: LiveTables, game: str, caller: Caller, known: Collection[str]
) -> list[Row]:
    """The running games of the caller's with others that are not `known`."""
    rows = await tables.store.running_at(caller.id, game)
    return [row for row in rows if row.id not in known and not _is_alone(row, caller)]


def _is_alone(row: Row, caller: Caller) -> bool:
    """Whether the caller holds every seat, and may have the game analysed."""
    return all(one is not None and one[:2] == ("person", caller.id) for one in row.holders)


async def _loaded(tables: LiveTables, rows: list[Row], play: Play) -> AsyncIterator[Room]:
    """The rooms of these games, those with the options of `play`; StillPlaying if too many."""
    alike = [row.id for row in rows if row.options == play.options]
    if len(alike) > _MAX_GAMES:
        raise no.StillPlaying(
            f"you play more than {_MAX_GAMES} such games at once; finish some first"
        )
    for table in alike:
        try:
            yield (await tables.ready(table)).room
        except (no.Refused, HonjinError):
            continue


def _running(rooms: list[Room], caller: Caller) -> list[RunningGame]:
    """The games among these that the caller may not have analysed."""
    found = ((room, origin_of(room, caller)) for room in rooms)
    return [
        RunningGame(origin, room.play, room.given, room.step, room.play.state)
        for room, origin in found if origin
    ]  # fmt: skip


# ---------------------------------------------------------------- likeness, as spectators see it


LEAST: Final = 4
"""Games that share fewer steps than this are not considered the same."""

_WRITTEN: Final[WeakKeyDictionary[Play, tuple[State, str]]] = WeakKeyDictionary()
"""The public position of running games, with the state that it was written for."""


class RunningGame(NamedTuple):
    """A running game as it is at one moment, for any thread to read.

    `origin` is the table that a continuation of it is bound to; the first `given` steps are from
    before that table.
    """

    origin: str
    play: Play
    given: int
    steps: int
    state: State


def played(game: Game[Any], record: Record) -> Play | None:
    """The game of a record; None if it cannot be played, TookTooLong if the time is over."""
    try:
        return replay(game, record)
    except TookTooLong:
        raise
    except HonjinError:
        return None


def continued(record: Play, games: Iterable[RunningGame]) -> str:
    """The origin of the first of these games that a record continues; empty if there is none."""
    for game in games:
        must_be_in_time()
        if continues(record, game):
            return game.origin
    return ""


def continues(record: Play, game: RunningGame) -> bool:
    """Whether a record begins like a running game, or from its current position."""
    if record.options != game.play.options:
        return False
    return _begins_there(record, game) or _begins_alike(record, game)


def write_public(game: Game[Any], state: State) -> str:
    """Write the part of a position that everybody can see."""
    return game.notation.write_position(game.seen_by(state, SPECTATOR))


def _begins_there(record: Play, game: RunningGame) -> bool:
    return record.start is not None and _beginning(record) == _now(game)


def _begins_alike(record: Play, game: RunningGame) -> bool:
    """Whether both began in the same way, and everybody sees the same where the shorter one ends.

    Lines of the log alone are not enough: some say that a set-up was revealed, but not which.
    """
    if not _have_the_same_beginning(record, game.play):
        return False
    known = _visible(game.play.steps[: game.steps])
    shared, here, there = 0, 0, 0
    for one, other in zip(_visible(record.steps), known, strict=False):
        if one.told != other.told:
            return False
        shared, here, there = shared + 1, one.step, other.step
    given = sum(1 for _ in _visible(game.play.steps[: game.given]))
    return shared >= given + LEAST and _written(record, here) == _written(game.play, there)


class _Visible(NamedTuple):
    """A step that spectators know of: its number in the record, and what they were told of it."""

    step: int
    told: tuple[Event, ...]


def _visible(steps: Iterable[Step]) -> Iterator[_Visible]:
    """The steps that spectators know of."""
    return (
        _Visible(n, step.told_to(SPECTATOR))
        for n, step in enumerate(steps, 1)
        if SPECTATOR not in step.missed_by
    )


def _have_the_same_beginning(one: Play, other: Play) -> bool:
    if one.start is None or other.start is None:
        return one.start is other.start
    return _beginning(one) == _beginning(other)


def _beginning(play: Play) -> str:
    return _written(play, 0)


def _written(play: Play, step: int) -> str:
    return write_public(play.game, play.state_at(step))


def _now(game: RunningGame) -> str:
    """The part of a running game that everybody can see, written once for each state."""
    kept = _WRITTEN.get(game.play)
    if kept is None or kept[0] is not game.state:
        kept = _WRITTEN[game.play] = game.state, write_public(game.play.game, game.state)
    return kept[1]
