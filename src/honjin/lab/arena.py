"""The arena: bots play each other on the same luck until the question is answered.

    arena = Arena("rokumon", ["alphabeta:d3", "greedy"], options={"act": "2"}, folder=Path("out"))
    outcome = arena.run(games=200, sprt=Sprt(0.5, 0.6))
    outcome.tally.score()            # of the first bot, with its interval

Games are played by worker processes and kept one by one, so a run that was interrupted, or that
ran out of disk, goes on where it stopped; more games can be asked for later.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from honjin.bots.ahead import address_of
from honjin.core.compiled import cache_folder, is_ready, warm_command
from honjin.core.game import Game
from honjin.games import load
from honjin.lab.crew import Crew, child_environment
from honjin.lab.entrants import Entrant, find_entrants, loops_of
from honjin.lab.errors import BadArena, BotFailed, WorkerFailed
from honjin.lab.folder import GAMES, Folder
from honjin.lab.lineup import Lineup, Seating
from honjin.lab.playing import THE_GAME, Match, read_line
from honjin.lab.question import question_of
from honjin.lab.sequential import Sprt, Verdict
from honjin.lab.tally import Tally
from honjin.lab.worker import Work

MOST_JOBS = 64
MOST_ROUNDS = 1_000_000


class Until(NamedTuple):
    """When to stop before all games are played: after seconds, or at a half width of the score."""

    seconds: float = float("inf")
    half_width: float = 0.0


class Ended(StrEnum):
    """Why a run came to its end."""

    ALL = "all"  # every game was played
    DECIDED = "decided"  # the test has its verdict
    UNTIL = "until"  # long enough, or precise enough


class Compiling(NamedTuple):
    """News: a search is being compiled, once for all workers."""

    bot: str
    number: int
    of: int


class Progress(NamedTuple):
    """News: so many games of so many are kept, and what they come to."""

    kept: int
    total: int
    tally: Tally


class Outcome(NamedTuple):
    """What a run came to; `notes` are things one should know about it."""

    tally: Tally
    ended: Ended
    notes: tuple[str, ...]


Tell = Callable[[Compiling | Progress], None]


def read_until(text: str) -> Until:
    """The limit of a text such as `90s`, `30m`, `8h` or `2%`; BadArena says what was expected."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|m|h|%)", text.strip())
    number = float(found[1]) if found else 0.0
    if not found or number <= 0:
        raise BadArena(
            f"a limit is a time such as 90s, 30m, 8h or a precision such as 2%: {text!r}"
        )
    if found[2] == "%":
        return Until(half_width=number / 100)
    return Until(seconds=number * {"s": 1, "m": 60, "h": 3600}[found[2]])


class Arena:
    """One question: which game with which options, which bots (`lab.entrants`), from which seed.

    With a folder the games are kept there (`lab.folder`); it is opened by `run`. `other_code` lets
    it go on although the code has changed since.
    """

    def __init__(
        self, game: str | Game[Any], bots: Sequence[str], *,
        options: Mapping[str, object] | None = None, seed: int = 1, folder: Path | None = None,
        other_code: bool = False,
    ) -> None:  # fmt: skip
        self.game = load(game) if isinstance(game, str) else game
        self.options = self.game.read_options(options)
        self.entrants = find_entrants(self.game, self.options, bots)
        self.lineup = Lineup(len(self.entrants), self.game.seats(self.options), seed)
        self.question = question_of(self.game, self.options, self.entrants, seed)
        self.folder, self.other_code = folder, other_code

    def run(
        self, games: int = 200, *, jobs: int = 2, sprt: Sprt | None = None,
        until: Until | None = None, forgive: bool = False, tell: Tell = lambda _: None,
    ) -> Outcome:  # fmt: skip
        """Play until so many games are kept (the last round whole), or until it is decided.

        `sprt` needs two bots. A bot that fails stops the arena with BotFailed, unless `forgive`:
        then the rounds it failed in do not count. KeyboardInterrupt comes through, with all workers
        ended and every finished game kept.
        """
        rounds = self._rounds(games, jobs)
        if sprt and self.lineup.bots != 2:
            raise BadArena(f"a test compares two bots, not {self.lineup.bots}")
        tally = Tally(self.game, self.lineup, sprt)
        with self._opened() as folder:
            known = _usable(folder.matches.values(), forgive) if folder else {}
            for match in known.values():
                tally.add(match)
            left = rounds * self.lineup.size - sum(number < rounds for number, _ in known)
            run = _Run(self, tally, folder, until or Until(), forgive, tell, len(known), left)
            return run.go((s for s in self._seatings(rounds) if s[:2] not in known), jobs)

    def labels(self) -> list[str]:
        """What the bots are called."""
        return [entrant.label for entrant in self.entrants]

    def _rounds(self, games: int, jobs: int) -> int:
        if not 1 <= jobs <= MOST_JOBS:
            raise BadArena(f"expected 1 to {MOST_JOBS} jobs, got {jobs}")
        rounds = self.lineup.rounds_of(games)
        if not 1 <= rounds <= MOST_ROUNDS:
            raise BadArena(f"expected 1 to {MOST_ROUNDS * self.lineup.size} games, got {games}")
        return rounds

    def _opened(self) -> AbstractContextManager[Folder | None]:
        if self.folder is None:
            return nullcontext()
        return Folder(self.folder, self.question, other_code=self.other_code)

    def _seatings(self, rounds: int) -> Iterable[Seating]:
        return (seating for number in range(rounds) for seating in self.lineup.round(number))


def _usable(matches: Iterable[Match], forgive: bool) -> dict[tuple[int, int], Match]:
    """Finished games; those that failed are played again unless they are forgiven."""
    good = (m for m in matches if not m.fault or (forgive and m.fault.seat != THE_GAME))
    return {(m.round, m.place): m for m in good}


class _Run(NamedTuple):
    """One call of `run`."""

    arena: Arena
    tally: Tally
    folder: Folder | None
    until: Until
    forgive: bool
    tell: Tell
    known: int  # games kept before
    left: int  # games to play

    def go(self, seatings: Iterable[Seating], jobs: int) -> Outcome:
        """Play what is left, unless there is no need to."""
        began = time.monotonic()
        self.tell(Progress(self.known, self.known + self.left, self.tally))
        ended = self._ended(began)
        notes: tuple[str, ...] = ()
        if self.left and ended is Ended.ALL:
            notes = prepare(self.arena.game, self.arena.entrants, self.tell)
            ended = self._play(seatings, min(jobs, self.left), began)
        return Outcome(self.tally, ended, notes)

    def _play(self, seatings: Iterable[Seating], jobs: int, began: float) -> Ended:
        with Crew(self._work(), jobs) as crew, closing(crew.play(seatings)) as lines:
            for done, line in enumerate(lines, self.known + 1):
                self._take(line)
                self.tell(Progress(done, self.known + self.left, self.tally))
                ended = self._ended(began)
                if ended is not Ended.ALL:
                    return ended
        return Ended.ALL

    def _take(self, line: bytes) -> None:
        match = read_line(line)
        if self.folder:
            self.folder.keep(line)
        if match.fault and not (self.forgive and match.fault.seat != THE_GAME):
            raise BotFailed(_told(match, self.folder))
        self.tally.add(match)

    def _ended(self, began: float) -> Ended:
        """Why it may end now; ALL when only the number of games can end it."""
        tally, until = self.tally, self.until
        if tally.test and tally.test.verdict is not Verdict.OPEN:
            return Ended.DECIDED
        widest = max(tally.score(number).half_width for number in range(tally.lineup.bots))
        if widest <= until.half_width or time.monotonic() - began >= until.seconds:
            return Ended.UNTIL
        return Ended.ALL

    def _work(self) -> Work:
        arena = self.arena
        address = address_of(arena.game)
        if address is None:
            raise BadArena(f"no module holds {arena.game.key} as GAME, so workers cannot find it")
        bots = tuple((entrant.label, entrant.means) for entrant in arena.entrants)
        return Work(address, dict(arena.options), bots, arena.question.seed)


def _told(match: Match, folder: Folder | None) -> str:
    fault = match.fault
    assert fault is not None
    who = "the game" if fault.seat == THE_GAME else f"{match.bots[fault.seat]} (seat {fault.seat})"
    where = f"; its traceback is in {folder.path / GAMES}" if folder else f"\n{fault.traceback}"
    return f"{who} failed after {match.steps} actions: {fault.says}{where}"


def prepare(game: Game[Any], entrants: Iterable[Entrant], tell: Tell) -> tuple[str, ...]:
    """Compile what the bots run, once, so that every worker loads it; notes where that fails."""
    loops = {path: e.label for e in entrants if (path := loops_of(e.player.bot))}
    cold = [path for path in loops if not is_ready(game, path)]
    address, notes = address_of(game), []
    for number, path in enumerate(cold, 1):
        tell(Compiling(loops[path], number, len(cold)))
        if address:
            _warm(address, path, loops[path])
        if not is_ready(game, path):
            notes.append(
                f"{loops[path]} plays interpreted, so slowly: its compiled code could not be kept "
                f"in {cache_folder()}"
            )
    return tuple(notes)


def _warm(address: str, loops: Path, bot: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own command
        warm_command(address, loops), env=child_environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise WorkerFailed(
            f"{bot} could not be compiled: {said[-1] if said else 'no reason given'}"
        )
