"""What Numba compiles for a generated module, kept on disk for other processes.

Numba keeps its files beside the module, and trusts what it finds there: a damaged one ends the
process, and a folder that cannot be written is not used. So each process has its module in a folder
of its own, with links to the files that are kept, once their contents are checked. What is compiled
in addition is kept from there.

    <cache>/compiled/<game>/<module>/contents.json   names and hashes of Numba's files
    <cache>/compiled/<game>/<module>/<hash>          one of them

The files are written first and the contents last, under a lock, so a reader needs none. If a file
does not have its hash, the whole module is compiled again. Each function has an index (.nbi) that
names the files of its forms (.nbc), so both are kept from the same process.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

from filelock import FileLock, Timeout

from honjin.core.jit.cache.folders import (
    cache_folder,
    cache_folders,
    processor,
    say_once,
    writable_folder,
)

KEPT_FOLDERS: Final = 12
"""How many modules of one game and kind are kept on disk; the least recently used go."""

_CONTENTS: Final = "contents.json"
_KINDS: Final = (".nbi", ".nbc")
_WRITTEN: Final = 1_000_000_000
"""The time of every generated module, for versions of Numba that compare it."""

_PREFIX: Final = "honjin-compiling-"
"""How the name of a process's folder begins."""

_PATIENCE: Final = 10
"""Seconds to wait for another process that is keeping something."""

_PAUSE: Final = 2.0
"""Seconds between two times of keeping what is compiled."""


class Contents(NamedTuple):
    """What is kept of a module: hashes of files by name, and processors that all is there for."""

    files: Mapping[str, str]
    ready: frozenset[str] = frozenset()


EMPTY: Final = Contents({})


class _Damaged(Exception):
    pass


class Kept:
    """A module in a folder of this process, and what is kept of its compiled code."""

    def __init__(self, place: str, path: Path, text: str) -> None:
        self.place, self.path = place, path
        self._beside = path.parent / "__pycache__"
        self._beside.mkdir(parents=True)
        path.write_text(text, "utf-8")
        os.utime(path, (_WRITTEN, _WRITTEN))
        self._lock = threading.Lock()
        self._linked: Mapping[str, str] = {}
        self._hashes: dict[str, tuple[int, str]] = {}  # of new files: time written, hash
        self._seen: dict[Path, Contents] = {}  # what each cache folder held
        self._link()

    def _link(self) -> None:
        for folder in reversed(cache_folders(self.place)):
            there = read_whole(folder / self.place)
            self._seen[folder / self.place] = there or EMPTY
            if there and processor() in there.ready:
                break
        folder, best = max(reversed(self._seen.items()), key=_worth)
        self._linked, self._ready = best
        for name, digest in best.files.items():
            _link(folder / digest, self._beside / name)
        with suppress(OSError):
            os.utime(folder)

    def keep(self, *, is_ready: bool = False) -> None:
        """Keep what has been compiled since; `is_ready` if nothing else will be."""
        with self._lock:
            mine = self._mine()
            if not mine or any(_has(seen, mine, is_ready) for seen in self._seen.values()):
                return
            folder = writable_folder(self.place)
            if folder is None:
                return
            try:
                self._keep(folder / self.place, mine, is_ready=is_ready)
            except Timeout:
                pass  # another process keeps the same, or the next call will do it
            except OSError as problem:
                say_once(f"compiled code could not be kept in {folder} ({problem.strerror})")

    def _mine(self) -> dict[str, str]:
        """The hashes of the files in this process's folder, by name."""
        # Temporary files are cleared away now and then.
        with suppress(FileNotFoundError), os.scandir(self._beside) as files:
            return {
                file.name: self._linked[file.name] if file.is_symlink() else self._hash(file)
                for file in files
                if file.name.endswith(_KINDS)
            }
        return {}

    def _hash(self, file: os.DirEntry[str]) -> str:
        written, digest = self._hashes.get(file.name, (0, ""))
        if written != file.stat().st_mtime_ns:
            written, digest = file.stat().st_mtime_ns, _digest(Path(file).read_bytes())
            self._hashes[file.name] = written, digest
        return digest

    def _keep(self, folder: Path, mine: dict[str, str], *, is_ready: bool) -> None:
        with FileLock(folder.parent / "lock", timeout=_PATIENCE):
            there = _read_or_empty(folder)
            seen = self._seen.get(folder, EMPTY)
            files, ready = _joined(mine, seen.files, there.files), there.ready
            if mine.items() <= files.items():
                ready |= self._ready
            elif is_ready:
                files, ready = mine, self._ready
            if is_ready:
                ready |= {processor()}
            new = Contents(files, ready)
            if new != there:
                for name, digest in files.items():
                    if digest not in there.files.values():
                        _copy(self._beside / name, folder / digest)
                _write_contents(folder, new)
            self._seen[folder] = new
            if there is EMPTY:
                _prune(folder.parent, folder.name.rpartition("_")[0])


def _has(seen: Contents, mine: Mapping[str, str], is_ready: bool) -> bool:
    return mine.items() <= seen.files.items() and (not is_ready or processor() in seen.ready)


def _worth(item: tuple[Path, Contents]) -> tuple[bool, int]:
    return processor() in item[1].ready, len(item[1].files)


def _joined(
    mine: dict[str, str], seen: Mapping[str, str], there: Mapping[str, str]
) -> dict[str, str]:
    """What is there with my changes since it was seen, except where others have changed it."""
    changed = {name for name, _ in mine.items() - seen.items()}
    others = {name for name, _ in there.items() ^ seen.items()}
    clashes = {name for name in changed & others if mine[name] != there.get(name)}
    # The names of a function's other files begin with that of its index, which is among these.
    indices = tuple(f"{Path(name).stem}." for name in clashes)
    kept = (name for name in changed - clashes if not name.startswith(indices))
    return {**there, **{name: mine[name] for name in kept}}


# ---- the modules of this process


_open: dict[tuple[Path, str], Kept] = {}
_numbers: Final = count()


def open_module(place: str, text: str) -> Kept | None:
    """A module of this text in a file, with what is kept of its code; None if it cannot have one.

    The place is `compiled/<game>/<module>`.
    """
    at = (cache_folder(), place)
    if at not in _open:
        folder = _folder_of_process()
        if folder is None:
            return None
        path = folder / str(next(_numbers)) / f"{Path(place).name}.py"
        try:
            _open[at] = Kept(place, path, text)
        except OSError as problem:
            say_once(f"rules are compiled in memory, since {folder} is of no use ({problem})")
            return None
    return _open[at]


def opened(place: str) -> Kept | None:
    """The module at this place, if this process has it."""
    return _open.get((cache_folder(), place))


def _keep_all() -> None:
    for (folder, _), kept in list(_open.items()):
        if folder == cache_folder():  # HONJIN_CACHE may have changed
            kept.keep()


@cache
def _folder_of_process() -> Path | None:
    """A folder for the modules of this process, removed when it ends."""
    for parent in (None, *cache_folders()):
        with suppress(OSError):
            if parent:
                parent.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=parent))
            lock = FileLock(folder / "lock")
            lock.acquire()
            atexit.register(_end, os.getpid(), folder, lock)
            _listen()
            _sweep(folder)
            return folder
    say_once("rules are compiled in memory, since there is no folder for temporary files")
    return None


def _end(process: int, folder: Path, lock: FileLock) -> None:
    if process == os.getpid():  # not in a process that was forked
        _keep_all()
        lock.release()
        shutil.rmtree(folder, ignore_errors=True)


def _sweep(folder_of_process: Path) -> None:
    """Remove the folders of processes that were killed: they no longer hold the lock."""
    own = folder_of_process.lstat().st_uid
    for folder in folder_of_process.parent.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            told = folder.lstat()
            is_old = time.time() - told.st_mtime > _PAUSE  # a young one may not have its lock yet
            if is_old and told.st_uid == own and (folder / "lock").exists():
                with FileLock(folder / "lock", timeout=0):
                    shutil.rmtree(folder, ignore_errors=True)


def _listen() -> None:
    """Keep what is compiled now and then, for other processes, and in case this one is killed."""
    from numba.core.event import Listener, register

    class Keeper(Listener):  # type: ignore[misc]
        last = 0.0

        def on_start(self, _event: Any) -> None:
            pass

        def on_end(self, _event: Any) -> None:
            # Numba's lock is held here, so that no file is being written.
            if time.monotonic() > self.last + _PAUSE:
                _keep_all()
                self.last = time.monotonic()

    register("numba:compile", Keeper())


# ---- on disk


_checked: dict[Path, Contents] = {}


def is_kept(place: str, *, is_ready: bool) -> bool:
    """True if a module's code is kept; with `is_ready`, all that this processor needs."""
    return any(
        not is_ready or processor() in there.ready
        for folder in reversed(cache_folders(place))
        if (there := _read_checked_once(folder / place))
    )


def _read_checked_once(folder: Path) -> Contents | None:
    there = _read_or_empty(folder)
    if there is EMPTY or there != _checked.get(folder):
        whole = read_whole(folder)
        if whole is None:
            return None
        _checked[folder] = there = whole
    return there


def read_whole(folder: Path) -> Contents | None:
    """What is kept in a folder; None, and it is removed, if any file does not have its hash."""
    text = None
    while True:
        try:
            there = _read(folder)
            _require_whole(folder, there or EMPTY)
        except PermissionError:
            return None
        except (_Damaged, OSError) as problem:
            before, text = text, _text(folder)
            if text is not None and text != before:
                continue  # another process may have replaced what is there
            if text is not None:
                why = problem.strerror if isinstance(problem, OSError) else problem
                say_once(f"compiled code in {folder} is damaged ({why}): it is made again")
                _remove(folder, text)
            return None
        return there


def _require_whole(folder: Path, there: Contents) -> None:
    for name, digest in there.files.items():
        if _digest((folder / digest).read_bytes()) != digest:
            raise _Damaged(name)


def _read_or_empty(folder: Path) -> Contents:
    with suppress(_Damaged):
        return _read(folder) or EMPTY
    return EMPTY


def _read(folder: Path) -> Contents | None:
    text = _text(folder)
    if text is None:
        return None
    try:
        told = json.loads(text)
        files = {str(name): str(digest) for name, digest in told["files"].items()}
        there = Contents(files, frozenset(told["ready"]))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise _Damaged(_CONTENTS) from None
    if any(os.path.basename(name) != name for name in (*files, *files.values())):
        raise _Damaged(_CONTENTS)
    return there


def _text(folder: Path) -> bytes | None:
    try:
        return (folder / _CONTENTS).read_bytes()
    except OSError:  # it is not there, or belongs to somebody else
        return None


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _link(source: Path, target: Path) -> None:
    try:
        target.symlink_to(source)
    except (OSError, NotImplementedError):  # on Windows only some users may do it
        shutil.copyfile(source, target)


def _copy(source: Path, target: Path) -> None:
    content = source.read_bytes()
    if _digest(content) == target.name:
        _write(target, content)
    else:  # compiled again meanwhile, in another thread
        raise Timeout(str(source))


def _write_contents(folder: Path, contents: Contents) -> None:
    told = {"files": contents.files, "ready": sorted(contents.ready)}
    _write(folder / _CONTENTS, json.dumps(told, indent=1).encode())


def _write(path: Path, content: bytes) -> None:
    """Write a file that other processes see whole or not at all."""
    new = path.with_name(f"new-{uuid4().hex}")
    try:
        new.write_bytes(content)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _remove(folder: Path, text: bytes) -> None:
    """Remove what is kept in a folder, if it still has these contents and can be removed."""
    with suppress(OSError), FileLock(folder.parent / "lock", timeout=_PATIENCE):
        if _text(folder) == text:
            _move_away(folder)


def _prune(folder: Path, prefix: str) -> None:
    """Remove the least recently used modules; a process that has loaded one can continue."""
    old = sorted(folder.glob(f"{prefix}_*"), key=_last_use, reverse=True)[KEPT_FOLDERS:]
    for path in old:
        with suppress(OSError):
            _move_away(path)


def _move_away(folder: Path) -> None:
    """Remove a folder at once for its readers, who would take half of it for damaged."""
    gone = tempfile.mkdtemp(prefix="gone-", dir=folder.parent)
    folder.rename(Path(gone, folder.name))
    shutil.rmtree(gone, ignore_errors=True)


def _last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
