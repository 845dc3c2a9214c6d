"""Indices as unsigned numbers in compiled code.

Python counts a negative index from the end, so compiled code must compare every index with 0.
Rules and loops have no negative indices (`core.jit.rule`), and an unsigned index needs no
comparison. So `x[i]` is compiled as `x[_unsigned(i)]`; constants and slices stay as they are, and
interpreted code does not change. With checks of every index, a negative one is out of bounds.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from tokenize import TokenError
from types import CodeType, FunctionType
from typing import Any, Final

from honjin.core.jit.sources.numbers import INT, with_wide_ranges
from honjin.core.jit.sources.parsing import converted, parsed

UNSIGNED: Final = "_unsigned"
"""The name of `numpy.uint64` in compiled code."""

_texts: dict[Callable[..., Any], str] = {}


def keep_text(function: Callable[..., Any], text: str) -> None:
    """Remember the source of a function that is not in a file."""
    _texts[function] = text


@cache
def unsigned(function: Callable[..., Any]) -> Callable[..., Any]:
    """A rule function with unsigned indices and wide ranges, to be compiled.

    It is the function itself if its source is not at hand, or has changed since it was loaded.
    """
    import numpy as np

    made = _code(function)
    if made is None:
        return function
    space = {**function.__globals__, UNSIGNED: np.uint64, INT: np.int64}
    found = FunctionType(made, space, function.__name__, function.__defaults__)
    found.__module__, found.__qualname__ = function.__module__, function.__qualname__
    return found


def _code(function: Callable[..., Any]) -> CodeType | None:
    own: CodeType = function.__code__
    text = _source(function)
    try:
        if text is None or _compiled(text, own) != own:
            return None
    except SyntaxError:  # the file has changed, and these lines are something else now
        return None
    return _compiled(with_wide_ranges(with_unsigned_indices(text)), own)


def _source(function: Callable[..., Any]) -> str | None:
    """The text of a function on the lines that it has in its file."""
    if function in _texts:
        return _texts[function]
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError, SyntaxError, IndexError, TokenError):
        return None
    return "\n" * (first - 1) + textwrap.dedent("".join(lines))


def _compiled(text: str, own: CodeType) -> CodeType:
    """The code of the function that a text defines; it is not run, nor are its decorators."""
    features = own.co_flags & annotations.compiler_flag
    module = compile(text, own.co_filename, "exec", features, dont_inherit=True)
    parts = (part for part in module.co_consts if isinstance(part, CodeType))
    return next((part for part in parts if part.co_name == own.co_name), module)


# ---- text


@lru_cache(200)
def with_unsigned_indices(text: str, only: str = "") -> str:
    """A text with unsigned indices in its functions, or in those with the decorator `only`.

    The lines stay the same, for the sake of tracebacks.

    >>> with_unsigned_indices("def last(x, n): return x[n - 1][0]")
    'def last(x, n): return x[_unsigned(n - 1)][0]'
    """
    functions = [one for one in parsed(text).body if isinstance(one, ast.FunctionDef)]
    kept = [one for one in functions if not only or only in map(ast.unparse, one.decorator_list)]
    return converted(text, (index for one in kept for index in _indices(one.body)), UNSIGNED)


def _indices(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The indices in statements or expressions that are to be unsigned."""
    for node in nodes:
        if isinstance(node, ast.Subscript):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            yield from (part for part in parts if not _stays(part))
        yield from _indices(_evaluated(node))


def _evaluated(node: ast.AST) -> Iterable[ast.AST]:
    if isinstance(node, ast.AnnAssign):
        return [node.target] if node.value is None else [node.target, node.value]
    return ast.iter_child_nodes(node)


def _stays(index: ast.expr) -> bool:
    inner = index.operand if isinstance(index, ast.UnaryOp) else index
    return isinstance(inner, ast.Slice | ast.Constant)
