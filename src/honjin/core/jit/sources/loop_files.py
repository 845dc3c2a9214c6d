"""Loop files (`core.jit.verbs`), as they are pasted after a game's functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Final, NamedTuple

from honjin.core.jit import verbs
from honjin.core.jit.sources.parsing import parsed

VERBS: Final = verbs.__name__

_VERB_NAMES: Final = frozenset(
    name for name, verb in vars(verbs).items() if isinstance(verb, FunctionType)
) - {"estimate"}
"""A loop with one of these names would take the place of the game's function. `estimate` is given
by a loop file."""


class LoopFile(NamedTuple):
    """A loop file, and its text without the imports that the game's functions replace."""

    path: Path
    text: str
    calls: dict[str, frozenset[str]]  # function: the names it calls
    constants: frozenset[str]
    is_given: bool  # not only imported by others

    @property
    def names(self) -> frozenset[str]:
        """What it defines for those pasted after it."""
        return self.constants | self.calls.keys()


def read_loop_files(paths: Iterable[str | Path]) -> tuple[LoopFile, ...]:
    """The loop files and the loop files they import from, those first; ValueError on a clash."""
    found: dict[Path, LoopFile] = {}
    given = [Path(path).resolve() for path in paths]
    for path in given:
        _read_loop_file(path, found)
    found |= {path: found[path]._replace(is_given=True) for path in given}
    taken: dict[str, Path] = {}
    for file in found.values():
        for name in sorted(file.names & _VERB_NAMES):
            raise ValueError(f"{name} in {file.path} is the name of a verb")
        for name in sorted(file.names - {"warm"}):
            if name in taken:
                raise ValueError(f"{name} is defined in {taken[name]} and in {file.path}")
            taken[name] = file.path
    _must_not_recur(found.values())
    return tuple(found.values())


def _must_not_recur(files: Iterable[LoopFile]) -> None:
    """Raise ValueError for a loop that can call itself: loaded from the cache, it would crash.

    Numba leaves a symbol unresolved there if a recursive function was called with a literal.
    """
    calls = {name: called for file in files for name, called in file.calls.items()}
    for name, called_first in calls.items():
        reached: set[str] = set()
        ahead = set(called_first)
        while ahead:
            reached |= ahead
            ahead = {called for via in ahead for called in calls.get(via, ())} - reached
        if name in reached:
            raise ValueError(f"the loop {name} can call itself; use a stack instead")


def _read_loop_file(path: Path, found: dict[Path, LoopFile]) -> None:
    if path in found:
        return
    source = path.read_text("utf-8")
    tree = parsed(source, path)
    lines = source.splitlines(keepends=True)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and _is_joined(node, path, found):
            # Blank lines keep the line numbers of tracebacks right.
            for n in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[n] = "\n"
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    calls = {function.name: _called(function) for function in functions}
    constants = frozenset(name for node in tree.body for name in _assigned(node))
    found[path] = LoopFile(path, "".join(lines), calls, constants, is_given=False)


def _assigned(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return (target.id for target in targets if isinstance(target, ast.Name))


def _called(function: ast.FunctionDef) -> frozenset[str]:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return frozenset(name.id for name in calls if isinstance(name, ast.Name))


def _is_joined(node: ast.ImportFrom, path: Path, found: dict[Path, LoopFile]) -> bool:
    """True if the text pasted before it provides an import's names."""
    if node.level or not node.module:
        raise ValueError(f"{path}, line {node.lineno}: loop files must use absolute imports")
    if node.module in (VERBS, "__future__"):
        return True
    spec = find_spec(node.module)
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return False
    other = Path(spec.origin).resolve()
    if f"from {VERBS} import" not in other.read_text("utf-8"):
        return False
    if any(alias.asname for alias in node.names):
        raise ValueError(f"{path}, line {node.lineno}: names from loop files cannot be renamed")
    _read_loop_file(other, found)
    return True
