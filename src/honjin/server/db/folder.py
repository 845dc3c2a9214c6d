"""The data folder: one server at a time, files for its owner only, and the key that signs cookies.

honjin.lock     locked while a server runs; the system releases it however that ends
server.json     the holder of the lock: process, machine, address
secret.key      64 hex digits
restoring       there while a backup is put in place, and after that was cut off
backup.json     when the last backup was made, in milliseconds, and its size
"""

from __future__ import annotations

import contextlib
import errno
import os
import platform
import re
import secrets
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Final

import msgspec
from filelock import FileLock, Timeout

from honjin.core.errors import HonjinError

KEY: Final = "secret.key"
LOCK: Final = "honjin.lock"
HOLDER: Final = "server.json"
RESTORING: Final = "restoring"
BACKUP: Final = "backup.json"
_KEY_FORM: Final = re.compile(rb"[0-9a-f]{64}")
_LEFT: Final = (KEY, BACKUP, "before-upgrade-*.tar", "experiments/*/about.json")
"""Only a server that has had a database leaves these."""
_OURS: Final = ("honjin.db*", KEY, LOCK, HOLDER, BACKUP)


class CannotUseFolder(HonjinError):
    """The data folder cannot be used, or not by this server."""


class FolderHolder(msgspec.Struct):
    """The server that holds a data folder."""

    process: int
    machine: str
    address: str

    def __str__(self) -> str:
        where = "" if self.machine == platform.node() else f" on {self.machine}"
        return f"process {self.process}{where}, open at {self.address}"


class DataFolder:
    """A data folder held by this server until `close`.

    One in which a restore was cut off can only be restored again.
    """

    def __init__(self, path: Path, address: str, *, restores: bool = False) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = FileLock(path / LOCK, mode=0o600)
            self._lock.acquire(timeout=0)
            if not restores and (path / RESTORING).exists():
                self._lock.release()
                raise CannotUseFolder(
                    f"a restore into {path} was cut off: run honjin restore again, with --replace"
                )
            give_to_owner(path / LOCK, path)
            for_owner_only(path)
            holder = FolderHolder(os.getpid(), platform.node(), address)
            with _unless_full():  # what can be read is served; messages do without the holder
                write_whole(path / HOLDER, msgspec.json.encode(holder))
        except Timeout:
            raise CannotUseFolder(
                f"the data folder {path} is in use by {held_by(path)}; "
                "stop that server, or choose another folder with --data"
            ) from None
        except OSError as problem:
            raise CannotUseFolder(f"cannot use the data folder {path}: {problem}") from None

    def close(self) -> None:
        """Release the folder."""
        with contextlib.suppress(OSError):
            (self.path / HOLDER).unlink(missing_ok=True)
        self._lock.release()


def require_not_emptied(folder: Path, database: Path) -> None:
    """Raise CannotUseFolder if the database of a used folder is missing or empty.

    A new one is made here, before anything that would say that it was used.
    """
    if database.exists() and database.stat().st_size:
        return
    left = [Path(f"{database}-wal"), *(one for name in _LEFT for one in folder.glob(name))]
    if found := [one for one in left if one.exists()]:
        state = "empty" if database.exists() else "missing"
        raise CannotUseFolder(
            f"the database {database} is {state}, but {found[0]} says that there was one: put it "
            "back, or restore a backup (honjin restore); to begin anew, choose another folder with "
            "--data"
        )
    try:
        database.touch(mode=0o600)
    except OSError as problem:
        raise CannotUseFolder(f"cannot use the database {database}: {problem}") from None


@contextlib.contextmanager
def _unless_full() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        if problem.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise


class Backup(msgspec.Struct):
    """The note about the last backup."""

    made: int
    size: int


def note_backup(path: Path, made: int, size: int) -> None:
    """Note that a backup was made, for the metrics; OSError if the folder cannot be written."""
    write_whole(path / BACKUP, msgspec.json.encode(Backup(made, size)))


def last_backup(path: Path) -> float:
    """When the last backup was made, in seconds since 1970; minus infinity if that is not known."""
    try:
        return msgspec.json.decode((path / BACKUP).read_bytes(), type=Backup).made / 1000
    except (OSError, msgspec.MsgspecError):
        return -inf


def held_by(path: Path) -> str:
    """The holder of a data folder, as far as it is known."""
    try:
        return str(msgspec.json.decode((path / HOLDER).read_bytes(), type=FolderHolder))
    except (OSError, msgspec.MsgspecError):
        return "another server"


def for_owner_only(path: Path) -> None:
    """Deny access to the folder, and to this server's files in it, to all but their owner."""
    if os.name != "posix":
        return
    _close_to_others(path)
    for pattern in _OURS:
        for file in path.glob(pattern):
            _close_to_others(file)


def _close_to_others(path: Path) -> None:
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        path.chmod(mode & 0o700)


def give_to_owner(file: Path, folder: Path) -> None:
    """Give a file that root has made to the owner of its folder, whose server has to open it."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = folder.stat()
        with contextlib.suppress(PermissionError):  # not every file system lets root do it
            os.chown(file, owner.st_uid, owner.st_gid)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file for its owner only: it is there with all its content, or not at all."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        give_to_owner(part, path.parent)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def server_key(folder: Path) -> str:
    """The key that signs cookies, made on the first start. A damaged one is not used."""
    path = folder / KEY
    try:
        if not path.exists():
            write_whole(path, secrets.token_hex(32).encode("ascii"))
        found = path.read_bytes().strip()
    except OSError as problem:
        raise CannotUseFolder(f"cannot use the key {path}: {problem}") from None
    if not _KEY_FORM.fullmatch(found):
        state = "damaged" if found else "empty"
        raise CannotUseFolder(
            f"the key {path} is {state}: expected 64 hex digits. Put it back from a copy of the "
            "folder, or delete it: then guests lose the seats that they hold"
        )
    return found.decode("ascii")
