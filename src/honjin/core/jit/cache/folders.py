"""The folders where compiled code is kept: those that are read, and the one that is written.

    HONJIN_CACHE         the folder for compiled code (default: the user's cache folder)

A folder made by another user may be readable only. What it lacks is then kept in the user's cache
folder, or else among temporary files; `writable_folder` says so once.
"""

from __future__ import annotations

import logging
import os
import platform
import stat
import tempfile
from contextlib import suppress
from errno import EACCES
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from honjin.core.errors import NotCompiled

log = logging.getLogger(__name__)

_OF_A_PROCESSOR: Final = (
    "vendor_id", "cpu family", "model", "flags",
    "CPU implementer", "CPU variant", "CPU part", "Features", "cpu", "isa",
)  # fmt: skip
"""Lines of /proc/cpuinfo that tell for which processor Numba compiles."""

_OF_NUMBA: Final = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX")
"""Settings by which Numba compiles for another processor."""

_told: set[str] = set()


def cache_folder() -> Path:
    """The folder for compiled code: HONJIN_CACHE, else the user's."""
    given = os.environ.get("HONJIN_CACHE")
    # Links lead to it from elsewhere.
    return Path(given).absolute() if given else _own_folder()


def cache_folders(below: str = "") -> tuple[Path, ...]:
    """The folders where compiled code is looked for: the one for it, and the spare ones.

    These are of no concern if `below` can be written in the first.
    """
    first, *spare = _folders(below)
    # Another user can make one among temporary files that is not there yet.
    temporary = _temporary_folder()
    return (first, *(one for one in spare if one != temporary or _is_private(one)))


def writable_folder(below: str = "") -> Path | None:
    """The first of these folders in which `below` can be written; None if there is none.

    If it is not the first one, that is said once.
    """
    reason: OSError | None = None
    for folder in _folders(below):
        try:
            _try_to_write(folder, below)
        except OSError as problem:
            reason = reason or problem
        else:
            if reason:
                say_once(f"{_cannot(reason)}; it is kept in {folder}")
            return folder
    say_once(f"{_cannot(reason)}; each process compiles in memory")
    return None


def _folders(below: str) -> tuple[Path, ...]:
    """These folders, and the one among temporary files whether or not it may be used."""
    first = cache_folder()
    if _may_write(first / below):
        return (first,)
    spare = _temporary_folder()
    return tuple(dict.fromkeys((first, _own_folder(), *([spare] if spare else ()))))


def require_writable() -> Path:
    """The folder for compiled code; NotCompiled if it cannot be written."""
    try:
        _try_to_write(cache_folder())
    except OSError as problem:
        raise NotCompiled(f"{_cannot(problem)}; HONJIN_CACHE names another folder") from None
    return cache_folder()


def say_once(text: str) -> None:
    """Log a warning, unless this process has logged it before."""
    if text not in _told:
        _told.add(text)
        log.warning("%s", text)


def _cannot(reason: OSError | None) -> str:
    why = reason.strerror if reason and reason.strerror else str(reason)
    return f"compiled code cannot be kept in {cache_folder()} ({why})"


def _may_write(path: Path) -> bool:
    """True if a folder can be written, or can be made."""
    there = path.absolute()
    while not os.path.exists(there):
        there = there.parent
    return os.path.isdir(there) and os.access(there, os.W_OK | os.X_OK)


def _try_to_write(folder: Path, below: str = "") -> None:
    if folder == _temporary_folder():
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        if not _is_private(folder):
            raise PermissionError(EACCES, os.strerror(EACCES), str(folder))
    (folder / below).mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=folder / below).close()


def _own_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("honjin")


def _temporary_folder() -> Path | None:
    """This user's folder among temporary files; None if there is nowhere to write."""
    if hasattr(os, "geteuid"):
        with suppress(OSError):
            return Path(tempfile.gettempdir(), f"honjin-cache-{os.geteuid()}")
    return None


def _is_private(folder: Path) -> bool:
    """True if it is there and nobody else can write there, and so choose what this user runs."""
    with suppress(OSError):
        kind = folder.lstat()
        is_own = stat.S_ISDIR(kind.st_mode) and kind.st_uid == os.geteuid()
        return is_own and not kind.st_mode & 0o022
    return False


# ---- the processor


def processor() -> str:
    """A short name for this machine's processor, as far as compiled code depends on it."""
    told = [os.environ.get(name, "") for name in _OF_NUMBA]
    return blake2b("\n".join([_processor(), *told]).encode(), digest_size=8).hexdigest()


@cache
def _processor() -> str:
    told = [platform.machine(), platform.processor()]
    with suppress(OSError):
        first = Path("/proc/cpuinfo").read_text("utf-8", "replace").partition("\n\n")[0]
        lines = (line.partition(":") for line in first.splitlines())
        told += [value.strip() for key, _, value in lines if key.strip() in _OF_A_PROCESSOR]
    return "\n".join(told)
