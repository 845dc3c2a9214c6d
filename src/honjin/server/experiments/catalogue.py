"""The storage of experiments and searches: a folder for each, by a key that nobody can guess."""

from __future__ import annotations

import contextlib
import errno
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from honjin.lab.background import PACE, PAUSE, STATE, STOP, Pace, State, write_state
from honjin.lab.errors import NotKept
from honjin.lab.experiments.background import GAMES, PLAN
from honjin.lab.experiments.file import Head, kept_head
from honjin.lab.experiments.plan import Plan
from honjin.lab.lines import write_whole
from honjin.lab.tuning.background import SEARCH
from honjin.lab.tuning.plan import Search
from honjin.server.db.damage import told_if_damaged
from honjin.server.db.engine import require_room
from honjin.server.experiments import messages as m
from honjin.server.experiments.quotas import StoredItem, give_way
from honjin.server.messages import refusals as no

META: Final = "about.json"
DAYS: Final = 90
"""The days after which one is deleted, when another one is begun."""
NOBODY: Final = ""
"""The owner of an abandoned one: it is deleted as soon as it is not running."""
_DAY: Final = 86_400_000
_LEFT: Final = 3600.0
"""Seconds after which a folder without a `META` is no longer being made or deleted."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,40}")

T = TypeVar("T")
Work = Plan | Search


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """The owner, when it was begun (milliseconds), and what it is; otherwise an experiment.

    `there` marks the address from which it was begun, as far as it is known.
    """

    owner: str
    at: int
    is_file: bool = False
    is_search: bool = False
    there: str = ""


RESTS: Final = 2
"""The rank of one that is not to be played."""


class QueuePlace(NamedTuple):
    """A place in the queue, in order: what is played, what waits since when, what rests."""

    rank: int
    since: int
    key: str


_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


@contextlib.contextmanager
def told_if_full() -> Iterator[None]:
    """Raise NoRoom where the disk is full."""
    try:
        yield
    except (OSError, NotKept) as problem:
        cause = problem.__cause__ if isinstance(problem, NotKept) else problem
        if not isinstance(cause, OSError) or cause.errno not in _FULL:
            raise
        raise no.NoRoom("the server's disk is full; nothing was kept") from None


def games_of(work: Work) -> int:
    """The most games that are played, in all."""
    if isinstance(work, Plan):
        return work.games * len(work.variants)
    return work.games + 2 * work.proof


class Catalogue:
    """The experiments and searches in a folder."""

    def __init__(
        self, folder: Path, now: Callable[[], int],
        is_guest: Callable[[str], bool] = lambda _: True,
    ) -> None:  # fmt: skip
        self.folder, self._now, self._is_guest = folder, now, is_guest

    def path(self, key: str) -> Path:
        """The folder of one of them; UnknownExperiment if there is none."""
        if not _KEY.fullmatch(key) or not (self.folder / key / META).is_file():
            raise no.UnknownExperiment("there is no such experiment; it may have been deleted")
        return self.folder / key

    def keys(self) -> list[str]:
        """All keys."""
        if not self.folder.is_dir():
            return []
        return [found.name for found in self.folder.iterdir() if (found / META).is_file()]

    def lock(self, key: str) -> Path:
        """The file that the process locks in which it waits or is played."""
        return self.folder / f"{key}.lock"

    def about(self, key: str) -> About:
        """The owner and date."""
        return self._read(key, META, About)

    def abouts(self) -> dict[str, About]:
        """The owners and dates of all; what is deleted meanwhile, or damaged, is left out."""
        found = {}
        for key in self.keys():
            with contextlib.suppress(no.UnknownExperiment, no.Damaged):
                found[key] = self.about(key)
        return found

    def owned(self, owner: str) -> list[str]:
        """The experiments and searches of an owner."""
        return [key for key, about in self.abouts().items() if about.owner == owner]

    def disown(self, key: str) -> None:
        """Remove the owner of one."""
        about = msgspec.structs.replace(self.about(key), owner=NOBODY)
        write_whole(self.path(key) / META, msgspec.json.encode(about))

    def is_abandoned(self, key: str) -> bool:
        """Whether it has no owner any more, or was deleted."""
        try:
            return self.about(key).owner == NOBODY
        except no.UnknownExperiment:
            return True

    def state(self, key: str) -> State:
        """The progress of one."""
        return self.read(key, STATE, State) or State("waiting")

    def place(self, key: str) -> QueuePlace:
        """The place of one in the queue, by its state and when that was written."""
        rank = {"playing": 0, "waiting": 1}.get(self.state(key).state, RESTS)
        try:
            since = (self.path(key) / STATE).stat().st_mtime_ns
        except FileNotFoundError:  # as an uploaded file that is not checked yet
            rank, since = RESTS, 0
        return QueuePlace(rank, since, key)

    def in_turn(self, keys: Iterable[str], turns: Mapping[str, int]) -> list[str]:
        """Sort keys by the order in which they are played, without those that cannot be read.

        That is the order in which they came, but an address has its first before any its second.
        `turns` are those that it has had, by its mark.
        """
        had, found = Counter(turns), []
        for place, who in sorted(self._places(keys)):
            found.append((place.rank, had[who], place))
            had[who] += 1
        return [place.key for *_, place in sorted(found)]

    def _places(self, keys: Iterable[str]) -> Iterator[tuple[QueuePlace, str]]:
        for key in keys:
            with contextlib.suppress(no.UnknownExperiment, no.Damaged):
                yield self.place(key), self.whence(key)

    def whence(self, key: str) -> str:
        """The mark of the address from which one was begun, or its owner if that is not known."""
        about = self.about(key)
        return about.there or about.owner

    def work(self, key: str) -> Work | None:
        """The work that it is to do; None if it was uploaded as a file."""
        about = self.about(key)
        if about.is_search:
            return self.search(key)
        return None if about.is_file else self._read(key, PLAN, Plan)

    def search(self, key: str) -> Search:
        """A search; UnknownExperiment if there is none with this key."""
        return self._read(key, SEARCH, Search)

    def _read(self, key: str, file: str, kind: type[T]) -> T:
        found = self.read(key, file, kind)
        if found is None:
            what = "search" if file == SEARCH else "experiment"
            raise no.UnknownExperiment(f"there is no such {what}; it may have been deleted")
        return found

    def read(self, key: str, file: str, kind: type[T]) -> T | None:
        """The contents of a file of one, None if there is none; Damaged if they are not that."""
        try:
            with told_if_damaged(f"{file} of experiment {key}"):
                return msgspec.json.decode((self.path(key) / file).read_bytes(), type=kind)
        except FileNotFoundError:
            return None

    # ---- how long games take

    def pace(self, key: str) -> Pace | None:
        """How long a game of an experiment took here; None if that is not known."""
        return self.read(key, PACE, Pace)

    def paces(self) -> tuple[Pace, ...]:
        """How long games took in experiments here, each game and bots once, the last of each."""
        found = dict[tuple[str, tuple[str, ...]], Pace]()
        for key, _ in sorted(self.abouts().items(), key=lambda one: one[1].at):
            with contextlib.suppress(no.UnknownExperiment, no.Damaged):
                if one := self.pace(key):
                    found[one.game, one.bots] = one
        return tuple(found.values())

    # ---- lists

    def rows(self, owner: str) -> tuple[m.ExperimentRow, ...]:
        """The experiments of an owner, the newest first."""
        return tuple(sorted(self._rows(owner, self._row), key=lambda row: -row.at))

    def searches(self, owner: str) -> tuple[m.SearchRow, ...]:
        """The searches of an owner, the newest first."""
        found = self._rows(owner, self._search_row, are_searches=True)
        return tuple(sorted(found, key=lambda row: -row.at))

    def _rows(
        self, owner: str, row: Callable[[str, About], T], *, are_searches: bool = False
    ) -> Iterator[T]:
        """The rows of an owner's; what is deleted meanwhile, or damaged, is left out."""
        for key, about in self.abouts().items():
            if (about.owner, about.is_search) == (owner, are_searches):
                with contextlib.suppress(no.UnknownExperiment, no.Damaged):
                    yield row(key, about)

    def _row(self, key: str, about: About) -> m.ExperimentRow:
        state, work = self.state(key), self.work(key)
        plan = work if isinstance(work, Plan) else self._head(key).plan
        return m.ExperimentRow(
            key, plan.game, about.at, state.state, state.kept, state.total,
            variants=tuple(variant.key for variant in plan.variants),
        )  # fmt: skip

    def _head(self, key: str) -> Head:
        """The head of an uploaded file; UnknownExperiment as long as it is not checked."""
        if self.state(key).state == "over":
            with contextlib.suppress(FileNotFoundError):
                return kept_head(self.path(key) / GAMES)
        raise no.UnknownExperiment("there is no such experiment; its file may be wrong")

    def _search_row(self, key: str, about: About) -> m.SearchRow:
        state, search = self.state(key), self.search(key)
        return m.SearchRow(
            key, search.game, about.at, state.state, state.kept, state.total,
            varied=len(search.varied),
        )  # fmt: skip

    # ---- changes

    def make(
        self, owner: str, work: Work | None, data: bytes = b"",
        busy: Callable[[str], bool] = lambda _: False, there: str = "",
    ) -> str:  # fmt: skip
        """Make a folder for a plan, a search, or the bytes of a file; return its key.

        NoRoom, and nothing is left, if there is no room for it.
        """
        about = About(owner, self._now(), work is None, isinstance(work, Search), there)
        self._make_room(about, busy)
        key = secrets.token_urlsafe(9)
        with told_if_full():
            try:
                self._fill(key, about, work, data)
            except BaseException:
                self.remove(key)
                raise
        return key

    def _fill(self, key: str, about: About, work: Work | None, data: bytes) -> None:
        folder = self.folder / key
        folder.mkdir(parents=True, mode=0o700)
        if work is None:
            (folder / GAMES).write_bytes(data)
        else:
            self.wait(key, work)
        write_whole(folder / META, msgspec.json.encode(about))  # from now on it is listed

    def wait(self, key: str, work: Work, kept: int = 0) -> None:
        """Mark it as waiting to be played."""
        folder = self.folder / key
        file = PLAN if isinstance(work, Plan) else SEARCH
        for asked in (STOP, PAUSE):
            (folder / asked).unlink(missing_ok=True)
        write_whole(folder / file, msgspec.json.encode(work))
        write_state(folder, State("waiting", kept, games_of(work)))

    def remove(self, key: str) -> None:
        """Delete one."""
        with contextlib.suppress(OSError):  # first what lists go by: the rest takes a while
            (self.folder / key / META).unlink()
        shutil.rmtree(self.folder / key, ignore_errors=True)
        self.lock(key).unlink(missing_ok=True)

    def _make_room(self, about: About, busy: Callable[[str], bool]) -> None:
        """Delete those past their time, and those that give way to a new one; or NoRoom."""
        self._clear()
        old = self._now() - DAYS * _DAY
        kept = [self._kept(key, one, rests=not busy(key)) for key, one in self.abouts().items()]
        for one in kept:
            if one.rests and one.at < old:
                self.remove(one.key)
        fresh = [one for one in kept if not (one.rests and one.at < old)]
        for key in give_way(fresh, self._kept("", about, rests=False)):
            self.remove(key)
        self.require_room()

    def require_room(self) -> None:
        """Raise NoRoom unless enough of the disk is left to what people play."""
        with told_if_full():
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        require_room(self.folder)

    def _kept(self, key: str, about: About, *, rests: bool) -> StoredItem:
        size = 0
        with contextlib.suppress(OSError):  # deleted in the meantime
            size = sum(file.stat().st_size for file in (self.folder / key).iterdir()) if key else 0
        is_guest = self._is_guest(about.owner)
        return StoredItem(
            key, about.owner, about.there, is_guest, about.is_search, about.at, size, rests
        )  # fmt: skip

    def _clear(self) -> None:
        """Delete what a process left that was killed while it made or deleted one."""
        if not self.folder.is_dir():
            return
        before = self._now() / 1000 - _LEFT
        for found in self.folder.iterdir():
            with contextlib.suppress(OSError):  # deleted by another process
                is_one = found.is_dir() and _KEY.fullmatch(found.name)
                if is_one and not (found / META).exists() and found.stat().st_mtime < before:
                    self.remove(found.name)
