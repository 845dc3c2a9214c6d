"""The mark on functions that run both interpreted and compiled.

`@rule` returns the function unchanged, so an interpreted call costs nothing extra and Numba need
not be installed or imported. `register_rules` registers every marked function with Numba when the
first compiled caller needs them (`core.jit.compiled`).

A rule function uses ints, lists of ints and the fields of a state, tuples of ints as tables, loops
and other rule functions; no strings, no objects, no exceptions, no `//` or `%` of negatives
(interpreted and compiled code differ there), and no negative indices, which compiled code takes for
large ones (`core.jit.sources.indices`). Of a list that it is given it reads and writes single
numbers: compiled, it has no length (`core.jit.entries`).
"""

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Final, TypeVar

from honjin.core.jit.sources.indices import unsigned

F = TypeVar("F", bound=Callable[..., Any])

STARTED: Final = time.time()
"""No rule of this process was read from its file before this moment (`core.jit.compiled`)."""

_waiting: list[Callable[..., Any]] = []
_marked: set[Callable[..., Any]] = set()


def rule(function: F) -> F:
    """Mark a function as part of the rules: it will run interpreted and compiled."""
    _waiting.append(function)
    _marked.add(function)
    return function


def is_rule(function: Callable[..., Any]) -> bool:
    """True if a function has the mark."""
    return function in _marked


def rules_in(files: Collection[Path]) -> list[Callable[..., Any]]:
    """The marked functions defined in these files."""
    return [rule for rule in _marked if Path(rule.__code__.co_filename).resolve() in files]


def register_rules() -> None:
    """Make every marked function callable from compiled code."""
    from numba.extending import overload

    # Only compiled code calls them; wrappers for Python and C take a fifth of the compile time.
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    while _waiting:
        function = _waiting.pop()
        overload(function, jit_options=options, strict=False)(_maker(function))


def _maker(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that gives Numba what to compile, which takes time, when it first asks for it."""
    return lambda *_args, **_named: unsigned(function)
