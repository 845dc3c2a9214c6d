"""The files that a game's compiled code depends on, and how loop files are joined to a game.

Numba's own cache does not notice changes of functions called from another file. So the code
compiled for a game is in a folder named by a hash of all its sources.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib import metadata
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple

from honjin.core.contract.rules import EveryoneWhoMay
from honjin.core.contract.search import MAX_ESTIMATE
from honjin.core.game import Game
from honjin.core.jit import verbs
from honjin.core.jit.parsing import parsed
from honjin.core.jit.rule import is_rule
from honjin.core.seats import ALL_SEATS

VERBS: Final = verbs.__name__

# In a loop `state_key` takes (states, i); the game's own function takes a state.
_JOINED: Final = {"state_key": "own_state_key"}

FOLLOWS_FROM: Final = {"evaluate": "weigh", "must_act": "may_act"}
"""Functions that may follow from another one of the game (`core.jit.compiled`)."""

_VERB_NAMES: Final = frozenset(
    name for name, verb in vars(verbs).items() if isinstance(verb, FunctionType)
) - {"estimate"}
"""A loop with one of these names would take the place of the game's function. `estimate` is given
by a loop file."""

MAKERS: Final = ("new_ints", "new_table")
"""The functions with which a loop allocates lists."""

_TABLES: Final = (".toml", ".json", ".csv", ".txt")
"""Files that a game's modules may read their tables from."""

WORDS: Final = "words"
"""The folder of a game with its words; no rule reads it."""

LEARNED: Final = "learned"
"""The folder of a game with what was learned for it; no rule reads it."""

_MAKERS: Final = (
    "atomics", "bell", "bits", "compiled", "entries", "generated", "indices", "parsing", "rule",
    "sources",
)  # fmt: skip

_MAKERS_OF_CODE: Final = {"honjin.core.state", *(f"honjin.core.jit.{name}" for name in _MAKERS)}
"""The modules that turn rules into compiled code; their other imports do not affect it."""

_COMPILERS: Final = ("numba", "numpy", "llvmlite")


# ---- loop files


class LoopFile(NamedTuple):
    """A loop file, and its text without the imports that the game's functions replace."""

    path: Path
    text: str
    calls: dict[str, frozenset[str]]  # function: the names it calls
    givers: frozenset[str]  # functions that may return a list
    slicers: frozenset[str]  # functions that make slices of lists
    constants: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """What it defines for those pasted after it."""
        return self.constants | self.calls.keys()


def read_loop_files(paths: Iterable[str | Path]) -> tuple[LoopFile, ...]:
    """The loop files and the loop files they import from, those first; ValueError on a clash."""
    found: dict[Path, LoopFile] = {}
    for path in paths:
        _read_loop_file(Path(path).resolve(), found)
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
    givers = frozenset(function.name for function in functions if not _is_plain(function.returns))
    slicers = frozenset(function.name for function in functions if _slices(function))
    constants = frozenset(name for node in tree.body for name in _assigned(node))
    found[path] = LoopFile(path, "".join(lines), calls, givers, slicers, constants)


def _assigned(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return (target.id for target in targets if isinstance(target, ast.Name))


def _called(function: ast.FunctionDef) -> frozenset[str]:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return frozenset(name.id for name in calls if isinstance(name, ast.Name))


def _is_plain(annotation: ast.expr | None) -> bool:
    """True if the annotation of a function's result excludes lists."""
    if isinstance(annotation, ast.Name):
        return annotation.id in ("int", "bool", "float", "None")
    name = str(getattr(annotation, "value", ""))
    return name in ("int", "bool", "float", "None")


def _slices(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Slice) for node in ast.walk(function))


def plain_loops(files: Iterable[LoopFile]) -> frozenset[str]:
    """Loops that never own a list: they neither make one, nor get one from another loop."""
    every = tuple(files)
    givers = frozenset(MAKERS).union(*(file.givers for file in every))
    slicers = frozenset[str]().union(*(file.slicers for file in every))
    calls = (item for file in every for item in file.calls.items())
    plain = frozenset(name for name, called in calls if not (called | {name}) & givers)
    return plain - slicers


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


# ---- the game's functions


def rule_imports(game: Game[Any], names: Iterable[str], form: str = "{}") -> list[str]:
    """Statements that import rule functions of the game under their contract names."""
    lines = []
    rules = rules_of(game)
    for name in names:
        function = rules[name]
        module, own_name = function.__module__, function.__qualname__
        if getattr(sys.modules.get(module), own_name, None) is not function:
            raise ValueError(f"{name} of {game.key} must be a function of a module: {function!r}")
        if not is_rule(function):
            raise ValueError(f"{name} of {game.key} is not marked @rule ({module}.{own_name})")
        known_as = form.format(_JOINED.get(name, name))
        lines.append(f"from {module} import {own_name} as {known_as}")
    return lines


def rules_of(game: Game[Any]) -> dict[str, Callable[..., Any]]:
    """The functions of this game that run compiled, by their names in the contract."""
    rules: dict[str, Callable[..., Any] | None] = {
        "may_act": game.may_act,
        "must_act": None if waits_for_all(game) else game.must_act,
        "legal_actions": game.legal_actions, "chance_outcomes": game.chance_outcomes,
        "apply_action": game.apply_action, "returns": game.returns,
        "may_resign": game.may_resign, "resign": game.resign,
        "observe": game.observe, "resample": game.resample,
        "retract_sealed": game.retract_sealed,
        "evaluate": game.evaluate if game.weigh is None else None, "weigh": game.weigh,
        "state_key": game.state_key, "encode": game.encode,
        "patterns": game.patterns.fill if game.patterns.count else None,
    }  # fmt: skip
    if index := game.index:
        rules |= {
            "family": index.family, "representative": index.representative,
            "transition": index.transition, "stage": index.stage,
            "canonical_key": index.canonical_key, "is_deferred": index.is_deferred,
        }  # fmt: skip
    return {name: rule for name, rule in rules.items() if rule is not None}


def waits_for_all(game: Game[Any]) -> bool:
    """True if `must_act` follows from `may_act`."""
    return isinstance(game.must_act, EveryoneWhoMay)


def text_of_must_act(game: Game[Any]) -> str:
    """`must_act` as a loop, if it follows from `may_act`."""
    text = f"\n\n@loop\ndef must_act(s):\n    return may_act(s) & {ALL_SEATS}\n"
    return text if waits_for_all(game) else ""


def constants(game: Game[Any]) -> dict[str, int]:
    """Numbers of the game that loops use as globals."""
    return {
        "MAX_ACTIONS": game.max_actions, "LONGEST": game.longest, "BEST": game.best,
        "EVAL_SCALE": game.eval_scale, "HAS_SECRETS": int(game.has_secrets),
        "MAX_ESTIMATE": MAX_ESTIMATE,
    }  # fmt: skip


# ---- the files behind them


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
