"""Lists that loops borrow from their callers, so that compiled code counts no references to them.

A loop that gets a list does not own it: whoever calls it keeps the list alive. Numba would count a
reference for every row that a loop takes from a table, and threads that share a table would wait
for each other at the counter. So a loop begins by borrowing what it is given.

A loop that is compiled as a part of its caller (`core.jit.sources.inlining`) must not: there is no
call during which a caller would keep the list. It uses the caller's own, borrowed or not.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Final

from honjin.core.jit.sources.parsing import parsed

BORROWED: Final = "_borrowed"
"""The name of `core.jit.memory.borrowed` in compiled code."""

_PLAIN: Final = ("int", "bool", "float", "None")
"""What loops return that borrow. Any other may return a list, or a part of one, to keep."""


def with_borrowed_lists(text: str, inlined: Collection[str] = ()) -> str:
    """The text of a loop file in which loops, unless inlined, borrow parameters of type `Any`.

    They do so on the last line of their docstring, so that lines stay the same, for the sake of
    tracebacks; a loop without one is left as it is.
    """
    lines = [line.encode() for line in text.split("\n")]
    for node in parsed(text).body:
        if isinstance(node, ast.FunctionDef) and _borrows(node) and node.name not in inlined:
            given = (one.arg for one in node.args.args if _is_any(one))
            loans = "".join(f"; {name} = {BORROWED}({name})" for name in given)
            doc = node.body[0]
            row, column = (doc.end_lineno or 0) - 1, doc.end_col_offset
            lines[row] = lines[row][:column] + loans.encode() + lines[row][column:]
    return b"\n".join(lines).decode()


def _borrows(node: ast.FunctionDef) -> bool:
    is_loop = "loop" in map(ast.unparse, node.decorator_list)
    is_plain = node.returns is not None and ast.unparse(node.returns) in _PLAIN
    return is_loop and is_plain and ast.get_docstring(node) is not None


def _is_any(parameter: ast.arg) -> bool:
    return parameter.annotation is not None and ast.unparse(parameter.annotation) == "Any"
