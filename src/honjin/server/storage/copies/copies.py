"""Copying a server while it runs, and restoring a copy where no server runs: all or nothing."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from honjin import __version__
from honjin.core.version import commit
from honjin.server.settings import Settings
from honjin.server.storage.copies import databases as db
from honjin.server.storage.copies.archive import (
    DATABASE,
    FORM,
    SECRET,
    WORDS,
    BadCopy,
    Manifest,
    part_of,
    read_archive,
    write_archive,
)
from honjin.server.storage.folder import KEY, RESTORING, DataFolder, give_to_owner, write_whole

_BESIDE: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files next to an SQLite file."""
_MADE: Final = ".restore-"


class Restored(NamedTuple):
    """A restored manifest, and the folder with the files that were there before."""

    manifest: Manifest
    former: Path | None


# ---------------------------------------------------------------- making a copy


def make_copy(settings: Settings, path: Path) -> Manifest:
    """Make a copy of a server, whether it runs or not."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadCopy(f"expected the name of a file in an existing folder, got {path}")
    with tempfile.TemporaryDirectory(prefix=".honjin-copy-", dir=path.parent) as made:
        folder = Path(made)
        kind, database = db.kind_of(settings), folder / DATABASE
        if kind == "sqlite":
            schema = db.copy_sqlite(db.sqlite_file(settings), database)
        else:
            schema = db.copy_postgres(settings, database)
        parts = {DATABASE: database} | _lasting(settings)
        described = {name: part_of(one) for name, one in parts.items()}
        now = time.time_ns() // 1_000_000
        manifest = Manifest(FORM, __version__, now, kind, schema, described, commit())
        write_archive(path, manifest, parts)
        return manifest


def _lasting(settings: Settings) -> dict[str, Path]:
    """The files of the data folder to keep, without the database."""
    found = {}
    key = settings.folder / KEY
    if not settings.secret and key.exists():
        found[SECRET] = key
    words = Path(settings.words) if settings.words else None
    if words is not None and words.resolve().parent == settings.folder.resolve():
        found[WORDS] = words
    return found


# ---------------------------------------------------------------- restoring a copy


def restore_copy(settings: Settings, path: Path, *, replace: bool) -> Restored:
    """Replace a server that is not running by a copy.

    Nothing is touched before the copy is known to be complete. Files that were there are kept.
    """
    settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with contextlib.closing(DataFolder(settings.folder, "being restored", restores=True)):
        for left in settings.folder.glob(f"{_MADE}*"):  # by a restore that was cut off
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=_MADE, dir=settings.folder) as made:
            folder = Path(made)
            manifest = read_archive(path, folder)
            _check(settings, manifest, folder)
            if manifest.database == "sqlite":
                former = _put_files(settings, folder, replace=replace)
            else:
                former = _put_dump(settings, folder, replace=replace)
        return Restored(manifest, former)


def _check(settings: Settings, manifest: Manifest, folder: Path) -> None:
    """Raise BadCopy unless this version, with this database, can run from the copy."""
    kind = db.kind_of(settings)
    if manifest.database != kind:
        raise BadCopy(f"this is a copy of {manifest.database}; HONJIN_DATABASE names {kind}")
    if manifest.schema not in db.known_schemas():
        raise BadCopy(
            f"the copy was made by version {manifest.honjin}, which is newer than {__version__}"
        )
    database = folder / DATABASE
    if kind == "postgresql":
        db.check_postgres(database)
    elif db.check_sqlite(database) != manifest.schema:
        raise BadCopy("the database in the copy has another form than its manifest says")


def _put_files(settings: Settings, folder: Path, *, replace: bool) -> Path | None:
    database = db.sqlite_file(settings)
    beside = [database.with_name(database.name + end) for end in _BESIDE]
    present = [one for one in (database, *beside, *_targets(settings, folder)) if one.exists()]
    if present and not replace:
        raise BadCopy(f"{present[0]} already exists; use --replace to overwrite it with the copy")
    moves = {folder / DATABASE: database, **_sources(settings, folder)}
    with _under_way(settings.folder):
        return _swap(settings.folder, present, moves)


def _put_dump(settings: Settings, folder: Path, *, replace: bool) -> Path | None:
    with db.held_postgres(settings) as connection:
        if not (replace or db.is_empty(connection)):
            raise BadCopy("the database is not empty; use --replace to overwrite it with the copy")
        present = [one for one in _targets(settings, folder) if one.exists()]
        if present and not replace:
            raise BadCopy(
                f"{present[0]} already exists; use --replace to overwrite it with the copy"
            )
        load = partial(db.restore_postgres, settings, folder / DATABASE, folder)
        with _under_way(settings.folder):
            return _swap(settings.folder, present, _sources(settings, folder), load)


def _sources(settings: Settings, folder: Path) -> dict[Path, Path]:
    """The files other than the database, and where they belong."""
    named = {SECRET: settings.folder / KEY}
    if settings.words:
        named[WORDS] = settings.folder / Path(settings.words).name
    return {folder / name: to for name, to in named.items() if (folder / name).exists()}


def _targets(settings: Settings, folder: Path) -> list[Path]:
    return list(_sources(settings, folder).values())


@contextlib.contextmanager
def _under_way(home: Path) -> Iterator[None]:
    """Keep servers from starting with half of a copy, should this process be killed meanwhile."""
    write_whole(home / RESTORING, b"")
    try:
        yield
    finally:
        (home / RESTORING).unlink()


def _swap(
    home: Path, present: list[Path], moves: dict[Path, Path],
    load: Callable[[], object] = lambda: None,
) -> Path | None:  # fmt: skip
    """Move the present files aside and the new ones in, then `load`; undo that if it fails."""
    former = None
    if present:
        named = datetime.now(UTC).strftime("before-%Y%m%d-%H%M%S")
        former = home / named
        former.mkdir(mode=0o700)
    done: list[tuple[Path, Path]] = []
    try:
        for one in present:
            assert former is not None
            done.append((one, former / one.name))
            one.replace(former / one.name)
        for source, target in moves.items():
            done.append((source, target))
            give_to_owner(source, target.parent)
            source.replace(target)
        load()
    except BaseException:  # also when it is interrupted
        for source, target in reversed(done):
            if target.exists():
                target.replace(source)
        if former is not None:
            shutil.rmtree(former, ignore_errors=True)
        raise
    return former


__all__ = ["BadCopy", "Restored", "make_copy", "restore_copy"]
