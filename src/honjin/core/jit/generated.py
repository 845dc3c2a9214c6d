"""Generated modules, kept on disk between processes so that Numba can cache what they compile.

A module is in a folder of its own, named by a hash of all sources involved: a new process loads it
without compiling, and a changed source never uses an old cache.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

from honjin.core.game import Game

KEPT_FOLDERS: Final = 12
"""How many generated modules of one game and kind are kept on disk; the least recently used go."""

_READY: Final = "ready"


class Plan(NamedTuple):
    """A module to generate: its text and its name.

    Not `is_sure` if a source may have changed after it was read.
    """

    text: str
    name: str
    is_sure: bool


def load(game: Game[Any], plan: Plan, names: dict[str, Any] | None = None) -> ModuleType:
    """The module of a plan, from disk if it can be kept; `names` are set before its text runs.

    Raises any exception that the text raises.
    """
    path = _kept_file(game, plan)
    module = ModuleType(plan.name) if path is None else _from_file(plan, path)
    vars(module).update(names or {})
    sys.modules[plan.name] = module
    if module.__spec__ is None or module.__spec__.loader is None:
        exec(compile(plan.text, f"<{plan.name}>", "exec"), module.__dict__)  # noqa: S102
    else:
        module.__spec__.loader.exec_module(module)
    return module


def _from_file(plan: Plan, path: Path) -> ModuleType:
    spec = spec_from_file_location(plan.name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {path}")
    return module_from_spec(spec)


def _kept_file(game: Game[Any], plan: Plan) -> Path | None:
    """The generated module on disk; None if it cannot be kept."""
    # A source that changed after it was read would be kept under the name of its new text.
    if not plan.is_sure:
        return None
    folder = _folder(game) / plan.name
    path = folder / f"{plan.name}.py"
    try:
        if not path.exists():
            _write_folder(folder, path.name, plan.text)
            _prune(folder.parent, plan.name.rpartition("_")[0])
        os.utime(folder)
    except OSError:
        # The cache is not writable: compile in memory, or read a folder made for all users.
        return path if path.exists() else None
    return path


# ---- on disk


def cache_folder() -> Path:
    """Where compiled code is kept."""
    given = os.environ.get("HONJIN_CACHE")
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("honjin")


def is_marked_ready(game: Game[Any], plan: Plan) -> bool:
    """True if everything that the module compiles is kept."""
    return plan.is_sure and (_folder(game) / plan.name / _READY).exists()


def mark_ready(game: Game[Any], plan: Plan) -> None:
    """Remember that everything that the module compiles is kept, if it is kept at all."""
    folder = _folder(game) / plan.name
    if plan.is_sure and folder.exists():
        (folder / _READY).touch()


def _folder(game: Game[Any]) -> Path:
    return cache_folder() / "compiled" / game.key


def _write_folder(folder: Path, name: str, text: str) -> None:
    """Create a folder with one file atomically; another process may be first."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix="new-", dir=folder.parent))
    try:
        (fresh / name).write_text(text, "utf-8")
        fresh.rename(folder)
    except OSError:
        if not (folder / name).exists():
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _prune(folder: Path, prefix: str) -> None:
    """Delete the least recently used modules; a process that has loaded one can continue."""
    old = sorted(folder.glob(f"{prefix}_*"), key=_last_use, reverse=True)[KEPT_FOLDERS:]
    for path in old:
        shutil.rmtree(path, ignore_errors=True)


def _last_use(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
