"""The storage of experiments and searches: a folder for each, by a key that nobody can guess."""

from __future__ import annotations

import contextlib
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from honjin.lab.background import STATE, STOP, State, read_state, write_state
from honjin.lab.experiments.background import GAMES, PLAN
from honjin.lab.experiments.file import Head, kept_head
from honjin.lab.experiments.plan import Plan
from honjin.lab.lines import write_whole
from honjin.lab.tuning.background import SEARCH
from honjin.lab.tuning.plan import Search
from honjin.server.messages import experiments as m
from honjin.server.messages import refusals as no
from honjin.server.messages import searches as s

META: Final = "about.json"
MOST_EACH: Final = 12
"""The most experiments of a person, and searches; the oldest finished one is deleted."""
MOST_KEPT: Final = 400
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
    """The owner, when it was begun (milliseconds), and what it is; otherwise an experiment."""

    owner: str
    at: int
    is_file: bool = False
    is_search: bool = False


RESTS: Final = 2
"""The rank of one that is not to be played."""


class Place(NamedTuple):
    """A place in the queue, in order: what is played, what waits since when, what rests."""

    rank: int
    since: int
    key: str


def games_of(work: Work) -> int:
    """The most games that are played, in all."""
    if isinstance(work, Plan):
        return work.games * len(work.variants)
    return work.games + 2 * work.proof


class Catalogue:
    """The experiments and searches in a folder."""

    def __init__(self, folder: Path, now: Callable[[], int]) -> None:
        self.folder, self._now = folder, now

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
        """The owners and dates of all; what is deleted meanwhile is left out."""
        found = {}
        for key in self.keys():
            with contextlib.suppress(no.UnknownExperiment):
                found[key] = self.about(key)
        return found

    def owned(self, owner: str) -> list[str]:
        """Those of an owner."""
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
        return read_state(self.path(key))

    def place(self, key: str) -> Place:
        """The place of one in the queue, by its state and when that was written."""
        rank = {"playing": 0, "waiting": 1}.get(self.state(key).state, RESTS)
        try:
            since = (self.path(key) / STATE).stat().st_mtime_ns
        except FileNotFoundError:  # as an uploaded file that is not checked yet
            rank, since = RESTS, 0
        return Place(rank, since, key)

    def work(self, key: str) -> Work | None:
        """What it is to play; None if it was uploaded as a file."""
        about = self.about(key)
        if about.is_search:
            return self.search(key)
        return None if about.is_file else self._read(key, PLAN, Plan)

    def search(self, key: str) -> Search:
        """A search; UnknownExperiment if there is none with this key."""
        return self._read(key, SEARCH, Search)

    def _read(self, key: str, file: str, kind: type[T]) -> T:
        try:
            return msgspec.json.decode((self.path(key) / file).read_bytes(), type=kind)
        except FileNotFoundError:
            what = "search" if file == SEARCH else "experiment"
            raise no.UnknownExperiment(
                f"there is no such {what}; it may have been deleted"
            ) from None

    # ---- lists

    def rows(self, owner: str) -> tuple[m.ExperimentRow, ...]:
        """The experiments of an owner, the newest first."""
        return tuple(sorted(self._rows(owner, self._row), key=lambda row: -row.at))

    def searches(self, owner: str) -> tuple[s.SearchRow, ...]:
        """The searches of an owner, the newest first."""
        found = self._rows(owner, self._search_row, are_searches=True)
        return tuple(sorted(found, key=lambda row: -row.at))

    def _rows(
        self, owner: str, row: Callable[[str, About], T], *, are_searches: bool = False
    ) -> Iterator[T]:
        """The rows of an owner's; what is deleted meanwhile is left out."""
        for key, about in self.abouts().items():
            if (about.owner, about.is_search) == (owner, are_searches):
                with contextlib.suppress(no.UnknownExperiment):
                    yield row(key, about)

    def _row(self, key: str, about: About) -> m.ExperimentRow:
        state, work = self.state(key), self.work(key)
        plan = work if isinstance(work, Plan) else self._head(key).plan
        names = tuple(variant.key for variant in plan.variants)
        return m.ExperimentRow(
            key, plan.game, names, about.at, state.state, state.kept, state.total
        )  # fmt: skip

    def _head(self, key: str) -> Head:
        """The head of an uploaded file; UnknownExperiment as long as it is not checked."""
        if self.state(key).state == "over":
            with contextlib.suppress(FileNotFoundError):
                return kept_head(self.path(key) / GAMES)
        raise no.UnknownExperiment("there is no such experiment; its file may be wrong")

    def _search_row(self, key: str, about: About) -> s.SearchRow:
        state, search = self.state(key), self.search(key)
        return s.SearchRow(
            key, search.game, len(search.varied), about.at, state.state, state.kept, state.total
        )

    # ---- changes

    def make(
        self, owner: str, work: Work | None, data: bytes = b"",
        busy: Callable[[str], bool] = lambda _: False,
    ) -> str:  # fmt: skip
        """Make a folder for a plan, a search, or the bytes of a file; return its key."""
        is_search = isinstance(work, Search)
        self._make_room(owner, is_search, busy)
        key = secrets.token_urlsafe(9)
        folder = self.folder / key
        folder.mkdir(parents=True, mode=0o700)
        if work is None:
            (folder / GAMES).write_bytes(data)
        else:
            self.wait(key, work)
        about = About(owner, self._now(), work is None, is_search)
        write_whole(folder / META, msgspec.json.encode(about))  # from now on it is listed
        return key

    def wait(self, key: str, work: Work, kept: int = 0) -> None:
        """Mark it as waiting to be played."""
        folder = self.folder / key
        file = PLAN if isinstance(work, Plan) else SEARCH
        (folder / STOP).unlink(missing_ok=True)
        write_whole(folder / file, msgspec.json.encode(work))
        write_state(folder, State("waiting", kept, games_of(work)))

    def remove(self, key: str) -> None:
        """Delete one."""
        with contextlib.suppress(OSError):  # first what lists go by: the rest takes a while
            (self.folder / key / META).unlink()
        shutil.rmtree(self.folder / key, ignore_errors=True)
        self.lock(key).unlink(missing_ok=True)

    def _make_room(self, owner: str, is_search: bool, busy: Callable[[str], bool]) -> None:
        """Delete the oldest finished ones: of the owner, of all, and those past their time."""
        self._clear()
        abouts = self.abouts()
        over = sorted((key for key in abouts if not busy(key)), key=lambda key: abouts[key].at)
        own = [
            key for key in over
            if (abouts[key].owner, abouts[key].is_search) == (owner, is_search)
        ]  # fmt: skip
        old = [key for key in over if abouts[key].at < self._now() - DAYS * _DAY]
        most = over[: max(0, len(abouts) - MOST_KEPT + 1)]
        for key in {*own[: max(0, len(own) - MOST_EACH + 1)], *old, *most}:
            self.remove(key)

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
