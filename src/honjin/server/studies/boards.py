"""The positions of studies, played by the rules: what a seat sees, and what may follow.

A path of nodes never changes, so plays and answers are kept for as long as there is room. A chapter
is a whole game that its author knows; each answer shows it as one seat sees it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.reading.bounds import shown
from honjin.core.record import Record, read_entry, write_entry
from honjin.core.scene import Reason
from honjin.core.seats import CHANCE
from honjin.core.study.file import played, started
from honjin.core.study.tree import ROOT, Chapter, Head
from honjin.server.analysis.shown import lines
from honjin.server.messages import refusals as no
from honjin.server.studies import messages as m
from honjin.server.tables.messages import answers
from honjin.server.tables.view.parts import turn_of
from honjin.server.tables.view.past import reason_why
from honjin.server.tables.view.perspective import Perspective

MAX_PLAYS: Final = 64
MAX_OUTCOMES: Final = 60
"""The number of outcomes of chance that are listed; others are given in notation."""


class BoardPosition(NamedTuple):
    """A position of a study, with the path that leads there."""

    study: str
    n: int
    chapter: Chapter
    path: tuple[tuple[int, str], ...]
    """The nodes after the start: number and entry."""

    @property
    def node(self) -> int:
        """The number of the node."""
        return self.path[-1][0] if self.path else ROOT

    def key(self, depth: int) -> tuple[str, int, int]:
        """The key under which the play after `depth` entries is kept."""
        return self.study, self.n, self.path[depth - 1][0] if depth else ROOT


def place_of(study: str, n: int, chapter: Chapter, node: int) -> BoardPosition:
    """A position, independent of later changes of the study."""
    head = Chapter(chapter.head, chapter.tree)
    path = tuple((one.n, one.entry) for one in chapter.tree.path(node))
    return BoardPosition(study, n, head, path)


class Boards:
    """The plays of the last positions that were looked at; for any thread."""

    def __init__(self, games: Mapping[str, Game[Any]]) -> None:
        self._games = games
        self._plays: OrderedDict[tuple[str, int, int], Play] = OrderedDict()
        self._lock = Lock()

    def game(self, key: str) -> Game[Any]:
        """A game; UnknownGame if this server does not offer it."""
        found = self._games.get(key)
        if found is None:
            raise no.UnknownGame(f"expected one of {', '.join(self._games)}, got {shown(key)}")
        return found

    def play(self, place: BoardPosition) -> Play:
        """The game at a position, to read only."""
        depth = len(place.path)
        play = self._kept(place.key(depth))
        if play is not None:
            return play
        while depth and play is None:
            depth -= 1
            play = self._kept(place.key(depth))
        if play is None:
            play = started(self.game(place.chapter.head.game), place.chapter.head)
        for n, (_, entry) in enumerate(place.path[depth:], depth + 1):
            play = played(play, entry)
            if n % 32 == 0:
                self._keep(place.key(n), play)
        self._keep(place.key(len(place.path)), play)
        return play

    def _kept(self, key: tuple[str, int, int]) -> Play | None:
        with self._lock:
            found = self._plays.get(key)
            if found is not None:
                self._plays.move_to_end(key)
            return found

    def _keep(self, key: tuple[str, int, int], play: Play) -> None:
        with self._lock:
            self._plays[key] = play
            while len(self._plays) > MAX_PLAYS:
                self._plays.popitem(last=False)

    # ---- answers

    def show(self, place: BoardPosition, seat: int | None) -> m.StudyPosition:
        """A position as a seat sees it; by default the one to act, else the one that acted."""
        play = self.play(place)
        viewer = self._viewer(play, seat)
        may_act = play.may_act()
        result = play.result()
        at = len(play.steps)
        told = play.steps[-1].told_to(viewer) if at else ()
        acts = viewer in may_act and result is None
        chance = self._chance(play) if play.is_chance() else ()
        return m.StudyPosition(
            place.node, viewer, play.seats, tuple(one for one in may_act if one != CHANCE),
            play.game.table.scene(Perspective.past(play, viewer, at).observation),
            lines(play, at - 1, viewer) if at else (),
            tuple(thing for event in told for thing in event.ids),
            turn_of(play.game, Perspective.at(play, viewer)) if acts else None,
            chance[:MAX_OUTCOMES], len(chance),
            answers.Outcome(result.reason, result.returns, result.winners()) if result else None,
            tuple(one for one in range(play.seats) if play.may_resign(one)),
        )  # fmt: skip

    def _viewer(self, play: Play, seat: int | None) -> int:
        if seat is not None:
            if seat >= play.seats:
                raise no.NotYourSeat(f"expected a seat from 0 to {play.seats - 1}, got {seat}")
            return seat
        acting = [one for one in (*play.must_act(), *play.may_act()) if one != CHANCE]
        acted = [step.seat for step in play.steps[-1:] if step.seat != CHANCE]
        return next(iter(acting or acted), 0)

    def _chance(self, play: Play) -> tuple[m.StudyOutcome, ...]:
        game, state = play.game, play.state
        write = game.notation.write_action
        return tuple(
            m.StudyOutcome(write(state, CHANCE, one), weight)
            for one, weight in game.outcomes(state)
        )

    def why(self, place: BoardPosition, seat: int, path: list[str]) -> Reason:
        """Why a seat cannot click a path of ids."""
        play = self.play(place)
        if seat not in play.may_act():
            raise no.NotYourTurn(f"seat {seat} is not to act here")
        return reason_why(play.game, Perspective.at(play, seat), path)

    def entry(self, place: BoardPosition, seat: int | None, do: str) -> str:
        """The entry for an action that is legal at a position, as records write it."""
        text = write_entry(CHANCE if seat is None else seat, do)
        read_entry(text)
        play = self.play(place)
        if play.game.longest <= len(play.steps):
            raise no.StudyFull(f"a game has at most {play.game.longest} entries")
        after = played(play, text)
        last = after.steps[-1]
        return write_entry(last.seat, last.text)

    def begin(
        self, title: str, key: str, rules: int | None, options: dict[str, str | bool],
        start: str | None,
    ) -> Head:  # fmt: skip
        """The head of a chapter from the set-up of a game, or from a position."""
        game = self.game(key)
        head = Head(title, key, rules or game.version, options, start)
        play = started(game, head)
        return msgspec.structs.replace(head, rules=game.version, options=dict(play.options))

    def from_record(self, title: str, record: Record) -> tuple[Head, tuple[str, ...]]:
        """The head and the main line of a chapter that shows a record."""
        game = self.game(record.game)
        head = self.begin(title, record.game, record.rules, record.options, record.start)
        if len(record.actions) > game.longest:
            raise no.RecordMismatch(f"a game of {game.key} has at most {game.longest} entries")
        play = started(game, head)
        for entry in record.actions:
            play = _onward(play, entry)
        return head, play.record().actions


def _onward(play: Play, entry: str) -> Play:
    try:
        return played(play, entry)
    except HonjinError as problem:
        said = f"entry {len(play.steps) + 1} ({shown(entry)}) cannot be played: {problem}"
        raise no.RecordMismatch(said) from None
