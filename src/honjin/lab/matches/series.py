"""A series of games between bots: played by workers, saved one by one, resumable.

    series = Series("rokumon", ["samurai"], lineup=Fixed, options={"act": "2"}, folder=Path("out"))
    played = series.play(tally, games=100)

An arena (`arena`) and a balance report (`lab.report.balance`) are series that differ in their
seatings (`lineup`) and in what is counted. Every game is saved before it counts, so a series that
was interrupted or ran out of disk resumes where it stopped; more games can be played later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from honjin.core.game import Game
from honjin.games import load
from honjin.lab.errors import BadArena, BotFailed
from honjin.lab.matches.compiling import Compiling, prepare
from honjin.lab.matches.entrants import find_entrants
from honjin.lab.matches.folder import GAMES, Folder, check_resumable
from honjin.lab.matches.lineup import Lineup, Seating
from honjin.lab.matches.playing import THE_GAME, Match, read_line
from honjin.lab.matches.question import question_of
from honjin.lab.matches.worker import Asked, encoded_work, played_lines
from honjin.lab.stats.intervals import Estimate
from honjin.lab.team import Backend

MAX_ROUNDS = 1_000_000


class Shares(Protocol):
    """The running shares of those compared."""

    def shares(self) -> Sequence[Estimate]:
        """The share won so far by each of those compared; empty until something counts."""
        ...


class Count(Shares, Protocol):
    """Counts matches as they come in, in any order."""

    def add(self, match: Match) -> None:
        """Add a match."""
        ...


class Ended(StrEnum):
    """The reason why a run ended."""

    ALL = "all"  # every game was played
    DECIDED = "decided"  # the test has its verdict
    UNTIL = "until"  # the limit of time or precision was reached


class Progress(NamedTuple):
    """Progress: the number of games saved, the total, and the running shares."""

    kept: int
    total: int
    tally: Shares


class Finished(NamedTuple):
    """How a run ended; `notes` are remarks for the reader."""

    ended: Ended
    notes: tuple[str, ...]


Tell = Callable[[Compiling | Progress], None]


class Series:
    """One question: a game with options, bots (`entrants`), and a seed.

    `lineup` gives the seatings. With a folder, the games are saved there (`folder`); `play` opens
    it. `other_code` allows resuming even if the code has changed since.
    """

    def __init__(
        self, game: str | Game[Any], bots: Sequence[str], *, lineup: type[Lineup] = Lineup,
        options: Mapping[str, object] | None = None, seed: int = 1, folder: Path | None = None,
        other_code: bool = False,
    ) -> None:  # fmt: skip
        self.game = load(game) if isinstance(game, str) else game
        self.options = self.game.read_options(options)
        self.entrants = find_entrants(self.game, self.options, bots)
        self.lineup = lineup(len(self.entrants), self.game.seats(self.options), seed)
        self.question = question_of(
            self.game, self.options, self.entrants, seed, seating=self.lineup.name
        )
        self.folder, self.other_code = folder, other_code

    def labels(self) -> list[str]:
        """The names of the bots."""
        return [entrant.label for entrant in self.entrants]

    def play(
        self, tally: Count, games: int, *, jobs: int = 2, backend: Backend = Backend.PROCESSES,
        forgive: bool = False, ended: Callable[[], Ended] = lambda: Ended.ALL,
        tell: Tell = lambda _: None,
    ) -> Finished:  # fmt: skip
        """Play until `games` games are saved (in whole rounds), or `ended` gives a reason.

        A failing bot stops it with BotFailed, unless `forgive`. KeyboardInterrupt is raised again
        after all workers are ended; every finished game is saved.
        """
        rounds = self._rounds(games, jobs, backend)
        with self._opened() as folder:
            known = _usable(folder.matches.values(), forgive) if folder else {}
            for match in known.values():
                tally.add(match)
            left = rounds * self.lineup.size - sum(number < rounds for number, _ in known)
            run = _Run(self, tally, folder, backend, ended, forgive, tell, len(known), left)
            return run.go((s for s in self._seatings(rounds) if s[:2] not in known), jobs)

    def check(self, games: int, *, jobs: int = 2, backend: Backend = Backend.PROCESSES) -> None:
        """Raise what `play` would before its first game: BadArena, WrongFolder.

        Nothing is written.
        """
        self._rounds(games, jobs, backend)
        if self.folder:
            check_resumable(self.folder, self.question, other_code=self.other_code)

    def _rounds(self, games: int, jobs: int, backend: Backend) -> int:
        backend.check_jobs(jobs)
        rounds = self.lineup.rounds_of(games)
        if not 1 <= rounds <= MAX_ROUNDS:
            raise BadArena(f"expected 1 to {MAX_ROUNDS * self.lineup.size} games, got {games}")
        return rounds

    def _opened(self) -> AbstractContextManager[Folder | None]:
        if self.folder is None:
            return nullcontext()
        return Folder(self.folder, self.question, other_code=self.other_code)

    def _seatings(self, rounds: int) -> Iterable[Seating]:
        return (seating for number in range(rounds) for seating in self.lineup.round(number))


def _usable(matches: Iterable[Match], forgive: bool) -> dict[tuple[int, int], Match]:
    """The finished games; failed ones are played again unless they are forgiven."""
    return {(m.round, m.place): m for m in matches if counts(m, forgive)}


def counts(match: Match, forgive: bool) -> bool:
    """True for a match without a fault, or with one that is forgiven: never one of the game."""
    return match.fault is None or (forgive and match.fault.seat != THE_GAME)


class _Run(NamedTuple):
    """One call of `play`."""

    series: Series
    tally: Count
    folder: Folder | None
    backend: Backend
    ended: Callable[[], Ended]
    forgive: bool
    tell: Tell
    known: int  # games saved before
    left: int  # games to play

    def go(self, seatings: Iterable[Seating], jobs: int) -> Finished:
        """Play the remaining games, unless there is no need to."""
        self.tell(Progress(self.known, self.known + self.left, self.tally))
        ended = self.ended()
        notes: tuple[str, ...] = ()
        if self.left and ended is Ended.ALL:
            notes = prepare(self.series.game, self.series.entrants, self.tell)
            ended = self._play(seatings, min(jobs, self.left))
        return Finished(ended, notes)

    def _play(self, seatings: Iterable[Seating], jobs: int) -> Ended:
        series = self.series
        work = encoded_work(series.game, series.options, series.entrants, series.question.seed)
        asked = (Asked(work, seating) for seating in seatings)
        with played_lines(asked, jobs, self.backend) as lines:
            for done, line in enumerate(lines, self.known + 1):
                self._take(line)
                self.tell(Progress(done, self.known + self.left, self.tally))
                ended = self.ended()
                if ended is not Ended.ALL:
                    return ended
        return Ended.ALL

    def _take(self, line: bytes) -> None:
        match = read_line(line)
        if self.folder:
            self.folder.keep(line)
        if not counts(match, self.forgive):
            raise BotFailed(_told(match, self.folder))
        self.tally.add(match)


def _told(match: Match, folder: Folder | None) -> str:
    fault = match.fault
    assert fault is not None
    who = "the game" if fault.seat == THE_GAME else f"{match.bots[fault.seat]} (seat {fault.seat})"
    where = f"; its traceback is in {folder.path / GAMES}" if folder else f"\n{fault.traceback}"
    return f"{who} failed after {match.steps} actions: {fault.says}{where}"
