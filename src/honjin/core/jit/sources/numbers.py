"""Numbers with one type, so that nothing is compiled once more for another.

Numba gives a written number a type of its own, and compiles a loop once more for each that a call
passes. Converted to `int64`, a number has the type of all others, and is still a constant for LLVM.
A range up to a small field has numbers of 32 bits, for which every rule that they are passed to
would be compiled again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from honjin.core.jit.sources.parsing import converted, parsed

INT: Final = "_int"
"""The name of `numpy.int64` in compiled code."""

_GIVEN: Final = frozenset({"copy_state", "state_key"})
"""Loops that every generated module has."""


def with_plain_numbers(texts: Iterable[str]) -> Iterator[str]:
    """Texts of loop files, each after those it imports, with written numbers converted.

    Those that loops pass to loops are, and those that they assign, since a variable may be passed.
    """
    numbers: set[str] = set()
    loops = set(_GIVEN)
    for text in texts:
        tree = parsed(text)
        for node in tree.body:
            if isinstance(node, ast.AnnAssign) and _is_number(node.value, numbers):
                numbers.add(ast.unparse(node.target))
        own = _loops(tree)
        loops |= {loop.name for loop in own}
        values = (value for loop in own for value in _values(loop, loops))
        yield converted(text, (one for one in values if _is_number(one, numbers)), INT)


def with_wide_ranges(text: str) -> str:
    """The text of a rule in which every range is one of `int64`.

    >>> with_wide_ranges("for seat in range(s.seats): pass")
    'for seat in range(_int(s.seats)): pass'
    """
    calls = (node for node in ast.walk(parsed(text)) if isinstance(node, ast.Call))
    ranges = (call for call in calls if ast.unparse(call.func) == "range")
    ends = (end for call in ranges for end in call.args)
    return converted(text, (end for end in ends if not _is_number(end, set())), INT)


def _loops(tree: ast.Module) -> list[ast.FunctionDef]:
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return [one for one in functions if "loop" in map(ast.unparse, one.decorator_list)]


def _values(loop: ast.FunctionDef, others: set[str]) -> Iterator[ast.expr]:
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign):
            yield node.value
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in others:
            yield from node.args


def _is_number(node: ast.expr | None, names: set[str]) -> bool:
    """True for a written integer, for one's name, and for what is computed of such."""
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand, names)
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Div):
        return _is_number(node.left, names) and _is_number(node.right, names)
    if isinstance(node, ast.Name):
        return node.id in names
    return isinstance(node, ast.Constant) and type(node.value) is int
