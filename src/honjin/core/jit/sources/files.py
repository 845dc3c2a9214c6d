"""The files that a game's compiled code depends on.

Numba's own cache does not notice changes of functions called from another file. So the code
compiled for a game is in a folder named by a hash of all its sources.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import metadata
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.jit.sources.loop_files import VERBS, LoopFile
from honjin.core.jit.sources.parsing import parsed
from honjin.core.jit.sources.rules import rules_of

_TABLES: Final = (".toml", ".json", ".csv", ".txt")
"""Files that a game's modules may read their tables from."""

WORDS: Final = "words"
"""The folder of a game with its words; no rule reads it."""

LEARNED: Final = "learned"
"""The folder of a game with what was learned for it; no rule reads it."""

_MAKERS: Final = (
    "atomics", "bell", "bits", "cache.generated", "compiled", "entries", "records", "rule",
    "sources.files", "sources.indices", "sources.loop_files", "sources.parsing",
    "sources.pasting", "sources.rules",
)  # fmt: skip

_MAKERS_OF_CODE: Final = {"honjin.core.state", *(f"honjin.core.jit.{name}" for name in _MAKERS)}
"""The modules that turn rules into compiled code; their other imports do not affect it."""

_COMPILERS: Final = ("numba", "numpy", "llvmlite")


def source_files(game: Game[Any], loop_files: Iterable[LoopFile]) -> tuple[Path, ...]:
    """Every file whose change can change the compiled code, in a fixed order.

    These are the modules that the rules and the loops import, directly or indirectly; the tables in
    the game's folder; and the modules that make compiled code. Code that only displays, words or
    stores a game is not among them, so a change to it compiles nothing again.
    """
    rules = {rule.__module__ for rule in rules_of(game).values()}
    files = {file.path for file in loop_files}
    named = {name for path in files for name in _imports(path.read_bytes(), "")}
    tables = {path.resolve() for path in game.home.rglob("*") if _is_table(path, game.home)}
    makers = {path for name in _MAKERS_OF_CODE if (path := _file_of(name))}
    tops = {name.partition(".")[0] for name in (*rules, *_MAKERS_OF_CODE)}
    return tuple(sorted(files | tables | makers | _files_behind(rules | named, tops)))


def _files_behind(modules: set[str], tops: set[str]) -> set[Path]:
    """The files of modules and of all that they import from packages with these names."""
    ahead, seen = set(modules), {VERBS}
    files: set[Path] = set()
    while ahead:
        name = ahead.pop()
        if name in seen or name.partition(".")[0] not in tops:
            continue
        seen.add(name)
        path = _file_of(name)
        if path is not None:
            files.add(path)
            is_package = path.name == "__init__.py"
            package = name if is_package else name.rpartition(".")[0]
            ahead.update(_imports(path.read_bytes(), package))
    return files


def _is_table(path: Path, home: Path) -> bool:
    return path.suffix in _TABLES and path.relative_to(home).parts[0] not in (LEARNED, WORDS)


def _file_of(name: str) -> Path | None:
    """The file of a module, whether loaded or not, since that differs between processes."""
    loaded = sys.modules.get(name)
    if loaded is not None:
        file = getattr(loaded, "__file__", None)
    else:
        try:
            spec = find_spec(name)
        except ImportError:  # a name in a module, not a module
            return None
        file = spec.origin if spec else None
    return Path(file).resolve() if file and file.endswith(".py") else None


@lru_cache(2_000)
def _imports(source: bytes, package: str) -> frozenset[str]:
    """The modules that a file imports at the top level; no rule uses a function's own imports."""
    return frozenset(_each_import(source, package))


def _each_import(source: bytes, package: str) -> Iterator[str]:
    for node in parsed(source).body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            dots = "." * node.level
            base = resolve_name(dots + (node.module or ""), package) if dots else node.module
            yield str(base)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def digest(files: Iterable[Path], *rest: str) -> str:
    """A hash of the contents of the files, the versions of the compilers and the `rest`."""
    found = hashlib.sha256()
    versions = [f"{name} {metadata.version(name)}" for name in _COMPILERS]
    for text in (sys.version, platform.machine(), *versions, *rest):
        found.update(text.encode() + b"\0")
    for path in files:
        content = path.read_bytes()
        found.update(f"{path.name} {len(content)}\0".encode() + content)
    return found.hexdigest()[:24]
