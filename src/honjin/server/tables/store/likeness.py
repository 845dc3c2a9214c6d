"""Whether a record continues a running game, judged by nothing but what everybody can see of both.

People see the answer, and can ask about as many records as they like. So both games are compared as
spectators see them: two records that differ only in what a seat keeps secret get the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
