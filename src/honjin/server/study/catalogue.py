"""The storage of experiments: a folder for each, by a key that nobody can guess."""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

import msgspec

from honjin.lab.experiments import background as bg
from honjin.lab.experiments.file import kept_head
from honjin.lab.experiments.plan import Plan
from honjin.lab.matches.folder import write_whole
from honjin.server.messages import experiments as m
from honjin.server.messages import refusals as no

META: Final = "about.json"
MOST_EACH: Final = 12
"""The most experiments of a person; the oldest finished one is deleted."""
MOST_KEPT: Final = 400
DAYS: Final = 90
"""The days after which an experiment is deleted, when another one is begun."""
NOBODY: Final = ""
"""The owner of an abandoned experiment: it is deleted as soon as it is not running."""
_DAY: Final = 86_400_000
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{8,40}")


class About(msgspec.Struct, frozen=True):
    """The owner of an experiment, and when it was begun (milliseconds)."""

    owner: str
    at: int
    is_file: bool = False


class Catalogue:
    """The experiments in a folder."""

    def __init__(self, folder: Path, now: Callable[[], int]) -> None:
        self.folder, self._now = folder, now

    def path(self, key: str) -> Path:
        """The folder of an experiment; UnknownExperiment if there is none."""
        if not _KEY.fullmatch(key) or not (self.folder / key / META).is_file():
            raise no.UnknownExperiment("there is no such experiment; it may have been deleted")
        return self.folder / key

    def keys(self) -> list[str]:
        """All keys."""
        if not self.folder.is_dir():
            return []
        return [found.name for found in self.folder.iterdir() if (found / META).is_file()]

    def about(self, key: str) -> About:
        """The owner and date."""
        return msgspec.json.decode((self.path(key) / META).read_bytes(), type=About)

    def owned(self, owner: str) -> list[str]:
        """The experiments of an owner."""
        return [key for key in self.keys() if self.about(key).owner == owner]

    def disown(self, key: str) -> None:
        """Remove the owner of an experiment."""
        about = msgspec.structs.replace(self.about(key), owner=NOBODY)
        write_whole(self.path(key) / META, msgspec.json.encode(about))

    def state(self, key: str) -> bg.State:
        """The progress of an experiment."""
        return bg.read_state(self.path(key))

    def plan(self, key: str) -> Plan | None:
        """The plan; None if it was uploaded as a file."""
        try:
            return msgspec.json.decode((self.path(key) / bg.PLAN).read_bytes(), type=Plan)
        except FileNotFoundError:
            return None

    def rows(self, owner: str) -> tuple[m.ExperimentRow, ...]:
        """The experiments of an owner, the newest first."""
        found = [self._row(key) for key in self.owned(owner)]
        return tuple(sorted(found, key=lambda row: -row.at))

    def _row(self, key: str) -> m.ExperimentRow:
        about, state = self.about(key), self.state(key)
        plan = self.plan(key) or kept_head(self.path(key) / bg.GAMES).plan
        names = tuple(variant.key for variant in plan.variants)
        return m.ExperimentRow(
            key, plan.game, names, about.at, state.state, state.kept, state.total
        )  # fmt: skip

    def make(
        self, owner: str, plan: Plan | None, data: bytes = b"", busy: Collection[str] = ()
    ) -> str:
        """Make a folder for a plan, or for the bytes of a file; return its key."""
        self._make_room(owner, busy)
        key = secrets.token_urlsafe(9)
        folder = self.folder / key
        folder.mkdir(parents=True, mode=0o700)
        if plan is None:
            (folder / bg.GAMES).write_bytes(data)
        else:
            self.wait(key, plan)
        about = About(owner, self._now(), plan is None)
        (folder / META).write_bytes(msgspec.json.encode(about))
        return key

    def wait(self, key: str, plan: Plan, kept: int = 0) -> None:
        """Mark a plan as waiting to be played."""
        folder = self.folder / key
        (folder / bg.PLAN).write_bytes(msgspec.json.encode(plan))
        total = plan.games * len(plan.variants)
        bg.write_state(folder, bg.State("waiting", kept, total))

    def remove(self, key: str) -> None:
        """Delete an experiment."""
        shutil.rmtree(self.folder / key, ignore_errors=True)

    def _make_room(self, owner: str, busy: Collection[str]) -> None:
        """Delete the oldest finished ones: of the owner, of all, and those past their time."""
        rows = sorted((self.about(key).at, key) for key in self.keys())
        over = [(at, key) for at, key in rows if key not in busy]
        own = [key for _, key in over if self.about(key).owner == owner]
        old = [key for at, key in over if at < self._now() - DAYS * _DAY]
        most = [key for _, key in over[: max(0, len(rows) - MOST_KEPT + 1)]]
        for key in {*own[: max(0, len(own) - MOST_EACH + 1)], *old, *most}:
            self.remove(key)
