"""Experiments and searches in the background: each is played by a separate process.

One is played at a time, however many server processes there are, by a few processes of low
priority. They know nothing of the server, and end with it; finished games are kept, and play
resumes at the next start.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
from filelock import FileLock, Timeout

from honjin.core.reading.child import child_environment
from honjin.lab.background import PAUSE, STOP, State, read_state, write_state
from honjin.lab.errors import NotKept
from honjin.lab.experiments.background import CHECKING
from honjin.lab.tuning.plan import Search
from honjin.server.experiments.catalogue import (
    NOBODY,
    RESTS,
    Catalogue,
    Work,
    games_of,
    told_if_full,
)
from honjin.server.messages import refusals as no
from honjin.server.settings import Settings
from honjin.server.tables.site import TableSite

log = logging.getLogger(__name__)

_EXPERIMENTS: Final = "honjin.lab.experiments.background"
_SEARCHES: Final = "honjin.lab.tuning.background"
LOCK: Final = "playing.lock"
BEGINS: Final = "beginning.lock"
LONGEST: Final = 1800.0
"""Seconds for which one is played at a time; its owner may continue it."""
TURN: Final = 120.0
"""Seconds after which one gives way if somebody at another address waits; it goes on later."""
PATIENCE: Final = 20.0
"""Seconds that a process is given beyond its time."""
LOOK: Final = 0.5
"""Seconds between two checks whether another process of the server is still playing."""
MOMENT: Final = 0.05
MAX_WAITING: Final = 16
MAX_THERE: Final = 2
"""The most that are played or wait of people at one address."""
MAX_BROUGHT: Final = 4
"""The most uploaded files at a time, of which one is checked and the others wait."""
MAX_BYTES: Final = 100_000_000
"""The most bytes that the files of a plan take up in the records of its games."""
_MODELS: Final = ("sklearn", "tomlkit")
"""The packages that a search needs, of the extra `lab`."""
_DONE: Final = (0, 2)
"""Exit codes of a process that has written its result."""


class ExperimentService:
    """The experiments and searches of a server."""

    def __init__(
        self, settings: Settings, now: Callable[[], int],
        is_guest: Callable[[str], bool] = lambda _: True,
    ) -> None:  # fmt: skip
        self.catalogue = Catalogue(settings.folder / "experiments", now, is_guest)
        self.jobs, self.most_games = settings.experiment_jobs, settings.experiment_games
        self._niceness, self._limits = settings.experiment_niceness, settings.limits
        self._waiting: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._queue: list[str] = []
        """The keys of this process that wait for their turn."""
        self._turns: Counter[str] = Counter()
        """The turns that each address has had since nobody waited."""
        self._is_playing, self._ended = False, asyncio.Event()
        self._begins, self._checks = asyncio.Lock(), asyncio.Lock()
        self._brought = 0
        """The number of files that are checked, or wait for that."""

    @property
    def can_search(self) -> bool:
        """Whether searches can be run here."""
        return self.jobs > 0 and all(map(find_spec, _MODELS))

    def is_under_way(self, key: str) -> bool:
        """Whether one waits or is played, by this process of the server or another."""
        return key in self._waiting or _is_held(self.catalogue.lock(key))

    def ahead(self, key: str) -> int:
        """The number of those ahead of it, at whatever process they wait."""
        if self.catalogue.state(key).state != "waiting":
            return 0
        others = filter(self._is_to_come, self.catalogue.abouts())
        return self.catalogue.in_turn({key, *others}, self._turns).index(key)

    def _is_to_come(self, key: str) -> bool:
        """Whether one is played or waits for that."""
        try:
            return self.catalogue.place(key).rank < RESTS and self.is_under_way(key)
        except (no.UnknownExperiment, no.Damaged):
            return False

    async def begin(self, owner: str, work: Work, there: str = "") -> str:
        """Have a plan played or a search run; Busy, TooMany or NoRoom if that cannot be now.

        `there` marks the address of the owner: several people at one share its places.
        """
        async with self._alone():
            await self._require_room(owner, work, there)
            key = await asyncio.to_thread(
                self.catalogue.make, owner, work, busy=self.is_under_way, there=there
            )
            await self._play_soon(key).wait()
        return key

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Let one request of all processes begin at a time: several would find the same room."""
        async with self._begins, contextlib.AsyncExitStack() as held:
            with told_if_full():
                await _hold(held, self.catalogue.folder / BEGINS, MOMENT)
            yield

    async def more(self, owner: str, key: str, games: int) -> None:
        """Continue an experiment up to `games` games of each variant, or a search up to as many."""
        work = self.catalogue.work(key)
        if work is None:
            raise no.NotYours("it was uploaded as a file; `honjin experiment` can continue it")
        rests, more = await self._rests(key), msgspec.structs.replace(work, games=games)
        async with self._alone():
            if not rests or self.is_under_way(key):
                raise no.StillPlayed("it is already running")
            await self._require_room(owner, more, self.catalogue.about(key).there)
            with told_if_full():
                self.catalogue.wait(key, more, self.catalogue.state(key).kept)
            await self._play_soon(key).wait()

    def stop(self, key: str) -> None:
        """Stop one that is not over; finished games are kept."""
        if self.catalogue.state(key).state in ("waiting", "playing"):
            with told_if_full():
                (self.catalogue.path(key) / STOP).touch()

    async def remove(self, key: str) -> None:
        """Delete one that is not running."""
        if not await self._rests(key):
            raise no.StillPlayed("it is running; stop it first")
        self.catalogue.remove(key)

    async def _rests(self, key: str) -> bool:
        """True if it is not under way; one whose result is written is given time to end."""
        if self.catalogue.state(key).state in ("over", "failed"):
            end = time.monotonic() + PATIENCE
            while self.is_under_way(key) and time.monotonic() < end:
                await asyncio.sleep(MOMENT)
        return not self.is_under_way(key)

    def forget(self, owner: str) -> None:
        """Delete all of an owner; running ones are stopped first."""
        for key in self.catalogue.owned(owner):
            with contextlib.suppress(no.UnknownExperiment):  # removed in the meantime
                self._disown(key)

    def forget_gone(self, is_gone: Callable[[str], bool]) -> None:
        """Delete those of deleted accounts that a server left which stopped too early."""
        owners = {about.owner for about in self.catalogue.abouts().values()}
        for owner in filter(is_gone, owners):
            self.forget(owner)

    def _disown(self, key: str) -> None:
        self.catalogue.disown(key)
        if self.is_under_way(key) or self.catalogue.state(key).state == "playing":
            self.stop(key)  # the process that plays it removes it afterwards
        else:
            self.catalogue.remove(key)

    async def bring(self, owner: str, read: Callable[[], bytes], there: str = "") -> str:
        """Store what is in an uploaded file, which `read` returns; BadFile says what is wrong.

        Busy if several wait to be checked, as their texts are in memory until then.
        """
        if self._brought >= MAX_BROUGHT:
            raise no.Busy("too many files are being checked; try again in a moment")
        self._brought += 1
        try:
            return await self._bring(owner, read, there)
        finally:
            self._brought -= 1

    async def _bring(self, owner: str, read: Callable[[], bytes], there: str) -> str:
        async with self._checks:
            data = await asyncio.to_thread(read)
            key = await asyncio.to_thread(
                self.catalogue.make, owner, None, data, busy=self.is_under_way, there=there
            )
            try:
                await self._require_readable(self.catalogue.path(key))
            except BaseException:
                self.catalogue.remove(key)
                raise
        return key

    async def open(self) -> None:
        """Resume those that were running when the server stopped."""
        await asyncio.to_thread(self.forget, NOBODY)
        abouts = await asyncio.to_thread(self.catalogue.abouts)
        places = []
        for key in [key for key, about in abouts.items() if self.jobs and not about.is_file]:
            # Removed by another process, or damaged.
            with contextlib.suppress(no.UnknownExperiment, no.Damaged):
                places.append(self.catalogue.place(key))
        for place in sorted(one for one in places if one.rank < RESTS):
            self._play_soon(place.key)

    async def close(self) -> None:
        """End running ones."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _require_readable(self, folder: Path) -> None:
        await run(2 * CHECKING, _EXPERIMENTS, str(self._niceness), "check", str(folder))
        state = read_state(folder)
        if state.state != "over":
            self.catalogue.require_room()
            raise no.BadFile(state.problem or "it could not be read in time")

    # ---- playing

    async def _require_room(self, owner: str, work: Work, there: str) -> None:
        total = games_of(work)
        if not self.jobs:
            raise no.Busy(
                "this server runs no experiments; use `honjin experiment` on your own machine"
            )
        if await asyncio.to_thread(self._count_under_way) >= MAX_WAITING:
            raise no.Busy("too many experiments are waiting; try again in a few minutes")
        if self._limits and total > self.most_games:
            raise no.TooMany(f"expected at most {self.most_games} games in all, got {total}")
        if self._limits and await asyncio.to_thread(self._has_one_under_way, owner):
            raise no.TooMany("one of your experiments is running; stop it, or wait until it ends")
        if self._limits and await asyncio.to_thread(self._count_there, there) >= MAX_THERE:
            raise no.TooMany("experiments from your address are waiting; try again later")
        if self._limits and _bytes_of(work) > MAX_BYTES:
            raise no.TooMany("its files are too large for so many games")

    def _count_under_way(self) -> int:
        return sum(map(self.is_under_way, self.catalogue.keys()))

    def _has_one_under_way(self, owner: str) -> bool:
        return any(map(self.is_under_way, self.catalogue.owned(owner)))

    def _count_there(self, there: str) -> int:
        """The number of those under way that were begun at an address."""
        abouts = self.catalogue.abouts().items() if there else ()
        return sum(about.there == there and self.is_under_way(key) for key, about in abouts)

    def _play_soon(self, key: str) -> asyncio.Event:
        """Queue one; the event is set when all processes can see that it waits."""
        seen = asyncio.Event()
        self._waiting.append(key)
        task = asyncio.create_task(self._play(key, seen))
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._forget(key, done))
        return seen

    def _forget(self, key: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is done:  # it may have been begun again
            del self._tasks[key]

    async def _play(self, key: str, seen: asyncio.Event) -> None:
        async with contextlib.AsyncExitStack() as mine:
            try:
                await _hold(mine, self.catalogue.lock(key))
                seen.set()
                with contextlib.suppress(no.UnknownExperiment, no.Damaged):
                    left = LONGEST
                    while left := await self._play_in_turn(key, left):
                        await asyncio.sleep(2 * LOOK)  # other processes look again, too
            finally:
                seen.set()
                self._waiting.remove(key)
                if self.catalogue.is_abandoned(key):
                    self.catalogue.remove(key)

    async def _play_in_turn(self, key: str, seconds: float) -> float:
        """Play one, for a time; return the seconds that are left to it if it gave way."""
        async with self._turn(key), contextlib.AsyncExitStack() as held:
            await _hold(held, self.catalogue.folder / LOCK)
            folder = self.catalogue.path(key)
            if self.catalogue.state(key).state not in ("waiting", "playing"):
                return 0.0
            is_search, began = self.catalogue.about(key).is_search, time.monotonic()
            module, what = (_SEARCHES, "search") if is_search else (_EXPERIMENTS, "play")
            words = what, str(folder), str(self.jobs), str(seconds)
            pausing = asyncio.create_task(self._pause_for_others(key))
            try:
                await run(seconds + PATIENCE, module, str(self._niceness), *words)
            finally:
                pausing.cancel()
            left = seconds - (time.monotonic() - began)
            return max(0.0, left) if _has_given_way(folder) else 0.0

    async def _pause_for_others(self, key: str) -> None:
        """Have one that is played pause once it has had a turn, if others wait then."""
        await asyncio.sleep(TURN)
        while not await asyncio.to_thread(self._keeps_others_waiting, key):
            await asyncio.sleep(10 * LOOK)
        with contextlib.suppress(OSError):  # on a full disk they wait longer
            (self.catalogue.path(key) / PAUSE).touch()

    def _keeps_others_waiting(self, key: str) -> bool:
        whence = self.catalogue.whence(key)
        others = [one for one in self.catalogue.abouts() if one != key]
        return any(self.catalogue.whence(one) != whence and self._is_to_come(one) for one in others)

    @contextlib.asynccontextmanager
    async def _turn(self, key: str) -> AsyncIterator[None]:
        """Wait until it is the turn of one of this process."""
        self._queue.append(key)
        try:
            while self._is_playing or self._next() not in (key, None):
                await self._ended.wait()
        finally:
            self._queue.remove(key)
        whence, self._is_playing = self.catalogue.whence(key), True
        try:
            yield
        finally:
            self._is_playing = False
            self._turns[whence] += 1
            if not self._queue:
                self._turns.clear()
            self._ended.set()  # all that wait look again
            self._ended.clear()

    def _next(self) -> str | None:
        return next(iter(self.catalogue.in_turn(self._queue, self._turns)), None)


def _has_given_way(folder: Path) -> bool:
    """Whether one that has ended is to go on later; see to its end otherwise."""
    has_paused = (folder / PAUSE).exists() and not (folder / STOP).exists()
    (folder / PAUSE).unlink(missing_ok=True)
    state = read_state(folder)
    if has_paused and state.state == "over" and state.kept < state.total:
        with contextlib.suppress(NotKept):
            write_state(folder, State("waiting", state.kept, state.total))
            return True
    _see_to_the_end(folder)
    return False


def _see_to_the_end(folder: Path) -> None:
    (folder / STOP).unlink(missing_ok=True)
    state = read_state(folder)
    if state.state in ("waiting", "playing"):  # its process was killed, or crashed
        problem = "its process ended before it was done; you can continue it"
        with contextlib.suppress(NotKept):  # on a full disk: it goes on at the next start
            write_state(folder, State("failed", state.kept, state.total, problem=problem))


def _bytes_of(work: Work) -> int:
    """The bytes of options in the records of all games; a search keeps records of its proof."""
    if isinstance(work, Search):
        return 2 * work.proof * len(msgspec.json.encode(work.options))
    return work.games * sum(len(msgspec.json.encode(one.options)) for one in work.variants)


async def run(seconds: float, *words: str) -> None:
    """Run a background process, a module with its words, for at most `seconds` seconds."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", *words,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE, env=child_environment(), start_new_session=True,
    )  # fmt: skip
    try:
        async with asyncio.timeout(seconds):
            assert process.stderr is not None
            said = await process.stderr.read()
            await process.wait()
    except TimeoutError:
        log.warning("an experiment took longer than %.0f seconds", seconds)
    else:
        if process.returncode not in _DONE:
            lines = said.decode("utf-8", "replace").strip().splitlines()
            log.error("an experiment crashed: %s", lines[-1] if lines else "no reason given")
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _hold(held: contextlib.AsyncExitStack, file: Path, pause: float = LOOK) -> None:
    """Take a lock, over all processes of the server; look for it again after each pause."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(file, mode=0o600)
    while True:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            await asyncio.sleep(pause)
        else:
            held.callback(lock.release)
            return


def _is_held(file: Path) -> bool:
    """Whether another process of the server holds a lock."""
    if not file.exists():
        return False
    try:
        with FileLock(file, mode=0o600).acquire(timeout=0):
            return False
    except Timeout:
        return True


class ExperimentSite(TableSite):
    """A site with experiments."""

    experiments: ExperimentService
