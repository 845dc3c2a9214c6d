"""Every key that code can say, read from its source: which `Say(key, holes)` there are.

What a key is made of is followed through constants, loops, conditions and the calls of functions of
the same file: each of these keys can be said. Of what is looked up in a table only some can be, and
what cannot be followed is a gap, which stands for any text without a space.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from typing_extensions import TypeIs

import honjin

GAP: Final = "\0"
SOME: Final = "\1"
"""Stands in a key before what is looked up in a table."""
_SOURCES: Final = Path(honjin.__file__).parents[1]
_UNKNOWN: Final = frozenset({GAP})


_Binder = (
    ast.Assign
    | ast.AnnAssign
    | ast.AugAssign
    | ast.NamedExpr
    | ast.For
    | ast.comprehension
    | ast.arg
)
_BINDERS: Final = (
    ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For, ast.comprehension, ast.arg,
)  # fmt: skip
"""What gives a name its value."""


class Said(NamedTuple):
    """A `Say` in the source: the keys it may have, and its holes if all of them stand there."""

    where: str
    keys: frozenset[str]
    holes: frozenset[str] | None

    def known(self, key: str, words: frozenset[str]) -> list[str]:
        """The keys of these words that one of its keys can be."""
        key = key.replace(SOME, "")
        if GAP not in key:
            return [key] if key in words else []
        wanted = re.compile(r"\S*".join(map(re.escape, key.split(GAP))))
        return [one for one in sorted(words) if wanted.fullmatch(one)]


def all_said(folder: Path, prefix: str = "") -> list[Said]:
    """Every `Say` in the files of a folder; what is given to `say` or `refusal` has a prefix."""
    files = sorted(folder.rglob("*.py"))
    return [said for path in files for said in _Source(path, prefix).said()]


class _Source:
    """One file: its tree, the function around each node, and the values of its names."""

    def __init__(self, path: Path, prefix: str = "") -> None:
        self.prefix = prefix
        self.path = path.relative_to(_SOURCES)
        self.tree = ast.parse(path.read_text("utf-8"))
        name = ".".join(self.path.with_suffix("").parts).removesuffix(".__init__")
        self.module: ModuleType = import_module(name)
        self.around: dict[ast.AST, ast.AST] = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self.busy: set[tuple[str, str]] = set()

    def said(self) -> Iterator[Said]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and node.args:
                if _name(node.func) == "Say":
                    holes = self.holes(node.args[1]) if len(node.args) > 1 else frozenset[str]()
                    yield Said(f"{self.path}:{node.lineno}", self.texts(node.args[0]), holes)
                elif _name(node.func) in ("say", "refusal") and _is_key(node.args[0]):
                    keys = {self.prefix + text for text in self.texts(node.args[0])}
                    given = [word.arg for word in node.keywords]
                    holes = None if None in given else frozenset(word for word in given if word)
                    yield Said(f"{self.path}:{node.lineno}", frozenset(keys), holes)

    # ---- the texts that an expression may be

    def texts(self, node: ast.expr) -> frozenset[str]:
        match node:
            case ast.Constant():
                return frozenset({str(node.value)})
            case ast.JoinedStr():
                parts = [self.texts(part) for part in node.values]
                return frozenset(map("".join, product(*parts)))
            case ast.FormattedValue(format_spec=None) | ast.NamedExpr():
                return self.texts(node.value)
            case ast.IfExp():
                return self.texts(node.body) | self.texts(node.orelse)
            case ast.BoolOp(op=ast.Or()):
                return frozenset[str]().union(*map(self.texts, node.values))
            case ast.Name() if self.function(node) is not None:
                return self.local(node) or _strings(self.value(node))
        return self.looked_up(node)

    def looked_up(self, node: ast.expr) -> frozenset[str]:
        """The texts of a table, if something is looked up in one."""
        match node:
            case ast.Subscript(value=table) if (held := self.value(table)) is not None:
                return _looked_up(_held(held))
            case ast.Call(func=ast.Attribute(attr="get", value=table), args=[_, other]):
                held = self.value(table)
                return (_looked_up(_held(held)) if held else _UNKNOWN) | self.texts(other)
        return _strings(self.value(node))

    def value(self, node: ast.expr) -> object:
        """What an expression of constants is; None if it is made of anything else."""
        names = {one for one in ast.walk(node) if isinstance(one, ast.Name)}
        if any(self.local(one) for one in names if self.function(one) is not None):
            return None
        try:
            found = eval(compile(ast.Expression(node), "", "eval"), dict(vars(self.module)))
        except Exception:
            return None
        return list(found) if isinstance(found, Iterator) else found

    # ---- names of a function

    def function(self, node: ast.AST) -> ast.FunctionDef | None:
        return next((at for at in self.ancestors(node) if isinstance(at, ast.FunctionDef)), None)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while (above := self.around.get(node)) is not None:
            yield (node := above)

    def local(self, name: ast.Name) -> frozenset[str]:
        """The texts that a name of a function may be; none if it is no name of it."""
        for within in self.ancestors(name):
            if not isinstance(within, ast.FunctionDef | ast.Module):
                continue
            if found := [self.bound(name.id, one, within) for one in self.reaching(name, within)]:
                return frozenset[str]().union(*found)
        return frozenset()

    def reaching(self, name: ast.Name, within: ast.AST) -> list[_Binder]:
        """What may have given a name its value: the last that surely did, and all after it."""
        above = {name, *self.ancestors(name)}
        found = [
            one
            for one in ast.walk(within)
            if isinstance(one, _BINDERS)
            and name.id in _names_bound(one)
            and self.function(one) is (within if isinstance(within, ast.FunctionDef) else None)
            and self.is_before(one, name, above)
        ]
        found.sort(key=_line)
        sure = [k for k, one in enumerate(found) if self.is_sure(one, above)]
        return found[sure[-1] if sure else 0 :]

    def is_before(self, binder: _Binder, name: ast.Name, above: set[ast.AST]) -> bool:
        """True if a name may already have what a binder gives it."""
        if isinstance(binder, ast.arg):
            return True
        if isinstance(binder, ast.comprehension):
            return self.around[binder] in above
        is_own = binder in above and not isinstance(binder, ast.For)
        return binder.lineno <= name.lineno and not is_own

    def is_sure(self, binder: _Binder, above: set[ast.AST]) -> bool:
        """True if a name cannot be reached without its binder."""
        if isinstance(binder, ast.AugAssign):
            return False
        if isinstance(binder, ast.arg) or binder in above or isinstance(binder, ast.NamedExpr):
            return True
        if isinstance(binder, ast.comprehension):
            return True
        around = self.around[binder]
        blocks = [getattr(around, of, []) for of in ("body", "orelse", "finalbody")]
        return any(binder in block and above.intersection(block) for block in blocks)

    def bound(self, name: str, binder: _Binder, within: ast.AST) -> frozenset[str]:
        """The texts that a binder gives a name."""
        match binder:
            case ast.For() | ast.comprehension():
                return self.looped(name, binder.target, binder.iter)
            case ast.arg():
                return self.given(name, within) if isinstance(within, ast.FunctionDef) else _UNKNOWN
            case ast.Assign(targets=[ast.Tuple(elts=elts)]):
                return self.member(binder.value, _place(name, elts))
            case ast.AugAssign():
                return _UNKNOWN
        return self.texts(binder.value) if binder.value else frozenset()

    def member(self, value: ast.expr, k: int) -> frozenset[str]:
        """The texts of one part of a tuple."""
        match value:
            case ast.Tuple():
                return self.texts(value.elts[k])
            case ast.IfExp():
                return self.member(value.body, k) | self.member(value.orelse, k)
            case ast.Subscript() if isinstance(
                held := self.value(value.value), dict | tuple | list
            ):
                return _looked_up([one[k] for one in _held(held) if isinstance(one, tuple)])
        return _UNKNOWN

    def looped(self, name: str, target: ast.expr, over: ast.expr) -> frozenset[str]:
        names = [one.id for one in ast.walk(target) if isinstance(one, ast.Name)]
        held = self.value(over)
        if not isinstance(held, list | tuple | dict | range | frozenset | set):
            return _UNKNOWN
        flat = [tuple(_flat(one)) if len(names) > 1 else (one,) for one in held]
        k = names.index(name)
        return _strings([one[k] for one in flat if k < len(one)])

    def given(self, name: str, function: ast.FunctionDef) -> frozenset[str]:
        """What calls in the same file give a parameter; a gap if others may call it too."""
        if (function.name, name) in self.busy:
            return frozenset()
        self.busy.add((function.name, name))
        spec = function.args
        places = [one.arg for one in (*spec.posonlyargs, *spec.args) if one.arg != "self"]
        apart = [one.arg for one in spec.posonlyargs]
        found: set[str] = set()
        for call in ast.walk(self.tree):
            if isinstance(call, ast.Call) and _name(call.func) == function.name:
                named = [
                    one.value for one in call.keywords if one.arg == name and name not in apart
                ]
                k = places.index(name) if name in places else len(call.args)
                values = named or call.args[k : k + 1]
                found |= self.texts(values[0]) if values else set()
        self.busy.discard((function.name, name))
        if not function.name.startswith("_"):
            found |= _UNKNOWN
        return frozenset(found) or _UNKNOWN

    # ---- holes

    def holes(self, node: ast.expr) -> frozenset[str] | None:
        match node:
            case ast.Dict():
                return _all(self.texts(k) if k else self.holes(v) for k, v in _pairs(node))
            case ast.BinOp(op=ast.BitOr()):
                return _all([self.holes(node.left), self.holes(node.right)])
            case ast.IfExp():
                return _all([self.holes(node.body), self.holes(node.orelse)])
            case ast.Name() if (within := self.function(node)) is not None:
                found = [self.bound_holes(node.id, one) for one in self.reaching(node, within)]
                later = [
                    self.texts(one.slice) for one in ast.walk(within)
                    if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store)
                    and _name(one.value) == node.id
                ]  # fmt: skip
                return _all([*found, *later]) if found else None
        return None

    def bound_holes(self, name: str, binder: _Binder) -> frozenset[str] | None:
        """The holes of a local dictionary."""
        match binder:
            case ast.Assign(targets=[ast.Tuple(elts=elts)], value=ast.Tuple(elts=values)):
                return self.holes(values[_place(name, elts)])
            case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign() | ast.AugAssign():
                return self.holes(binder.value) if binder.value else frozenset()
        return None


def _names_bound(binder: _Binder) -> set[str]:
    if isinstance(binder, ast.arg):
        return {binder.arg}
    targets = binder.targets if isinstance(binder, ast.Assign) else [binder.target]
    return {one.id for target in targets for one in ast.walk(target) if _is_set(one)}


def _is_key(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and " " not in str(node.value)


def _is_set(node: ast.AST) -> TypeIs[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _line(binder: _Binder) -> int:
    return binder.target.lineno if isinstance(binder, ast.comprehension) else binder.lineno


def _place(name: str, elts: list[ast.expr]) -> int:
    return [_name(one) for one in elts].index(name)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _pairs(node: ast.Dict) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    return zip(node.keys, node.values, strict=True)


def _all(
    found: Iterator[frozenset[str] | None] | list[frozenset[str] | None],
) -> frozenset[str] | None:
    parts = list(found)
    return None if None in parts else frozenset[str]().union(*(one for one in parts if one))


def _held(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple) else [None]


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, tuple | list):
        for one in value:
            yield from _flat(one)
    else:
        yield value


def _looked_up(values: list[object]) -> frozenset[str]:
    return frozenset(SOME + text for text in _strings(values))


def _strings(value: object) -> frozenset[str]:
    """The texts of a value of constants; a gap for anything else."""
    if isinstance(value, str | int):
        return frozenset({str(value)})
    if isinstance(value, list | tuple) and value:
        return frozenset[str]().union(*map(_strings, value)) - {""} or frozenset({""})
    return _UNKNOWN
