"""Copying a server while it runs, and restoring a copy where no server runs: all or nothing."""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from honjin import __version__
from honjin.core.version import commit, with_commit
from honjin.server.copies import databases as db
from honjin.server.copies.archive import (
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
from honjin.server.copies.crossing import Crossed, Tell, dump_to_file, file_to_postgres
from honjin.server.db.folder import KEY, LOCK, RESTORING, DataFolder, give_to_owner, write_whole
from honjin.server.db.schema import known_schemas, newer
from honjin.server.settings import Settings

_BESIDE: Final = ("-wal", "-shm", "-journal")
"""Suffixes of the files next to an SQLite file."""
_MADE: Final = ".restore-"
_UPGRADE: Final = "before-upgrade-"
_KEPT: Final = 3
"""The number of copies made before upgrades that are kept."""


class Restored(NamedTuple):
    """A restored manifest, and the folder with the files that were there before.

    `crossed` counts what was carried where the backup is of the other kind of database.
    """

    manifest: Manifest
    former: Path | None
    crossed: Crossed | None


# ---------------------------------------------------------------- making a copy


def make_copy(settings: Settings, path: Path) -> Manifest:
    """Make a copy of a server, whether it runs or not."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadCopy(f"expected the name of a file in an existing folder, got {path}")
    if path.resolve() in _own_files(settings):
        raise BadCopy(f"expected a file for the backup, got the server's own {path}")
    with _workplace(path) as made:
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


def _workplace(path: Path) -> tempfile.TemporaryDirectory[str]:
    try:
        return tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.parent)
    except OSError as problem:
        raise BadCopy(f"cannot write to the folder {path.parent}: {problem.strerror}") from None


def _own_files(settings: Settings) -> set[Path]:
    """The files that a server runs on, which no backup may replace."""
    found = [settings.folder / name for name in (KEY, LOCK)]
    if db.kind_of(settings) == "sqlite":
        database = db.sqlite_file(settings)
        found += [database, *(database.with_name(database.name + end) for end in _BESIDE)]
    return {one.resolve() for one in found}


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


def back_up_before_upgrade(settings: Settings, old: str, new: str) -> None:
    """Make a copy of a database that is about to be migrated, and say where it is.

    The last copies are kept; one of the same upgrade is replaced.
    """
    if not settings.upgrade_backup:
        return
    path = settings.folder / f"{_UPGRADE}{old}-to-{new}.tar"
    try:
        _remove_unfinished(settings.folder)
        manifest = make_copy(settings, path)
    except (BadCopy, OSError) as problem:
        raise BadCopy(
            f"the database has to be migrated from schema {old} to {new}, and the backup before "
            f"that failed: {problem}. Nothing was changed; "
            "HONJIN_UPGRADE_BACKUP=0 migrates it without a backup"
        ) from None
    give_to_owner(path, settings.folder)
    kept = sorted(settings.folder.glob(f"{_UPGRADE}*.tar"), key=lambda one: one.stat().st_mtime)
    for former in kept[:-_KEPT]:
        former.unlink(missing_ok=True)
    size = sum(part.size for part in manifest.parts.values()) / 1e6
    sys.stderr.write(
        f"honjin: the database is migrated from schema {old} to {new}; "
        f"as it was before, it is in {path} ({size:.1f} MB)\n"
    )


def _remove_unfinished(home: Path) -> None:
    """Remove what backups left that were killed: each is as large as the database."""
    for left in home.glob(f".{_UPGRADE}*"):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            left.unlink(missing_ok=True)


# ---------------------------------------------------------------- restoring a copy


def restore_copy(
    settings: Settings, path: Path, *, replace: bool, tell: Tell = lambda *_: None
) -> Restored:
    """Replace a server that is not running by a copy, of whichever kind of database each has.

    Nothing is touched before the copy is known to be complete. Files that were there are kept.
    """
    settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with contextlib.closing(DataFolder(settings.folder, "being restored", restores=True)):
        for left in settings.folder.glob(f"{_MADE}*"):  # by a restore that was cut off
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=_MADE, dir=settings.folder) as made:
            folder = Path(made)
            manifest = read_archive(path, folder)
            _require_sound(manifest, folder)
            put = _put_files if db.kind_of(settings) == "sqlite" else _put_rows
            former, crossed = put(settings, manifest, folder, replace, tell)
        return Restored(manifest, former, crossed)


def _require_sound(manifest: Manifest, folder: Path) -> None:
    """Raise BadCopy unless the database is sound, and this version can run from it."""
    if manifest.schema not in known_schemas():
        raise BadCopy(
            f"the backup {newer(manifest.schema)}; restore it with the version that made it, "
            f"{with_commit(manifest.honjin, manifest.commit)}, or a newer one"
        )
    database = folder / DATABASE
    if manifest.database == "postgresql":
        db.check_postgres(database)
    elif db.check_sqlite(database) != manifest.schema:
        raise BadCopy("the database in the copy has another form than its manifest says")


def _put_files(
    settings: Settings, manifest: Manifest, folder: Path, replace: bool, tell: Tell
) -> tuple[Path | None, Crossed | None]:
    """Put the copy's database in place as a file."""
    database = db.sqlite_file(settings)
    beside = [database.with_name(database.name + end) for end in _BESIDE]
    files, crossed = _sources(settings, folder, replace=replace), None
    present = _present([database, *beside, *files.values()], replace=replace)
    source = folder / DATABASE
    if manifest.database == "postgresql":
        source = folder / "honjin.db"
        crossed = dump_to_file(folder / DATABASE, source, manifest.schema, tell)
    with _under_way(settings.folder):
        return _swap(settings.folder, present, {source: database, **files}), crossed


def _put_rows(
    settings: Settings, manifest: Manifest, folder: Path, replace: bool, tell: Tell
) -> tuple[Path | None, Crossed | None]:
    """Put the copy's rows into a database of PostgreSQL."""
    crossed = None

    def load() -> None:
        nonlocal crossed
        if manifest.database == "postgresql":
            db.restore_postgres(settings, folder / DATABASE, folder)
        else:
            crossed = file_to_postgres(settings, folder / DATABASE, manifest.schema, tell)

    with db.held_postgres(settings) as connection:
        if not (replace or db.is_empty(connection)):
            raise BadCopy("the database is not empty; use --replace to overwrite it with the copy")
        files = _sources(settings, folder, replace=replace)
        present = _present([*files.values()], replace=replace)
        with _under_way(settings.folder):
            former = _swap(settings.folder, present, files, load)
    return former, crossed


def _present(targets: list[Path], *, replace: bool) -> list[Path]:
    """The files that are in the way; BadCopy if they must not be replaced."""
    present = [one for one in targets if one.exists()]
    if present and not replace:
        raise BadCopy(f"{present[0]} already exists; use --replace to overwrite it with the copy")
    return present


def _sources(settings: Settings, folder: Path, *, replace: bool) -> dict[Path, Path]:
    """The files other than the database, and where they belong.

    One that is there already, and equal, need not be replaced.
    """
    named = {SECRET: settings.folder / KEY}
    if settings.words:
        named[WORDS] = settings.folder / Path(settings.words).name
    found = {folder / name: to for name, to in named.items() if (folder / name).exists()}
    return {one: to for one, to in found.items() if replace or not _is_same(one, to)}


def _is_same(file: Path, other: Path) -> bool:
    return other.exists() and part_of(file) == part_of(other)


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


__all__ = ["BadCopy", "Restored", "back_up_before_upgrade", "make_copy", "restore_copy"]
