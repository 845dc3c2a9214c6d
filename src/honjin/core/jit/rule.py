"""The mark on functions that run both interpreted and compiled.

`@rule` leaves a function as it is, so an interpreted caller pays nothing and Numba need not be
installed or imported. `register_rules` tells Numba about every marked function when the first
compiled caller needs them (`core.compiled`).

A rule function uses ints, lists of ints and the fields of a state, tuples of ints as tables, loops
and other rule functions; no strings, no objects, no exceptions, no negative indices, no `//` or `%`
of negatives (the two worlds differ there). A game runs faster compiled if no rule of it makes a
list, or copies one by a slice (`makes_lists`).
"""

import time
from collections.abc import Callable, Collection
from dis import get_instructions
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

STARTED: Final = time.time()
"""No rule of this process was read from its file before this moment (`core.compiled`)."""

_MAKING: Final = ("BUILD_LIST", "BUILD_SLICE", "BINARY_SLICE", "STORE_SLICE")

_waiting: list[Callable[..., Any]] = []
_marked: set[Callable[..., Any]] = set()


def rule(function: F) -> F:
    """Mark a function as part of the rules: it will run interpreted and compiled."""
    _waiting.append(function)
    _marked.add(function)
    return function


def is_rule(function: Callable[..., Any]) -> bool:
    """Whether a function carries the mark."""
    return function in _marked


def rules_in(files: Collection[Path]) -> list[Callable[..., Any]]:
    """The marked functions that stand in these files."""
    return [rule for rule in _marked if Path(rule.__code__.co_filename).resolve() in files]


@cache
def makes_lists(function: Callable[..., Any]) -> bool:
    """Whether a function makes lists, or slices of them: compiled it must count references."""
    return any(step.opname in _MAKING for step in get_instructions(function))


def register_rules() -> None:
    """Make every marked function callable from compiled code."""
    from numba.extending import register_jitable

    # Only compiled code calls them; the ways in from Python and C take a fifth of the compile.
    inside = register_jitable(no_cpython_wrapper=True, no_cfunc_wrapper=True)
    while _waiting:
        inside(_waiting.pop())
