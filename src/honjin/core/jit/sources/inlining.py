"""Loops with one caller, which Numba compiles as a part of it.

Compiled apart, a loop is optimised once for itself and again inside its caller. What `warm` names
is called from outside, and compiled apart anyway.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator

from honjin.core.jit.sources.loop_files import LoopFile
from honjin.core.jit.sources.parsing import parsed


def inlined_loops(files: Iterable[LoopFile]) -> list[str]:
    """The names of loops that others call at one place only, and nobody from outside."""
    places = Counter[str]()
    loops: set[str] = set()
    apart: set[str] = set()
    for file in files:
        for function in _functions(file.text):
            if function.name != "warm":
                places.update(_called(function))
                (apart if function.args.vararg else loops).add(function.name)
            elif file.is_given:
                apart.update(node.id for node in ast.walk(function) if isinstance(node, ast.Name))
    return sorted(name for name in loops - apart if places[name] == 1)


def _functions(text: str) -> Iterator[ast.FunctionDef]:
    return (node for node in parsed(text).body if isinstance(node, ast.FunctionDef))


def _called(function: ast.FunctionDef) -> Iterator[str]:
    """The names that a function calls, twice where it passes a list of arguments."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
            if any(isinstance(argument, ast.Starred) for argument in node.args):
                yield node.func.id
