"""The mark on functions that run both interpreted and compiled.

`@rule` leaves a function as it is, so an interpreted caller pays nothing and Numba need not be
installed or imported. `register_rules` tells Numba about every marked function when the first
compiled caller needs them (`core.compiled`).

A rule function uses ints, lists of ints and the fields of a state, tuples of ints as tables, loops
and other rule functions; no strings, no objects, no exceptions, no negative indices, no `//` or `%`
of negatives (the two worlds differ there).
"""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

STARTED: Final = time.time()
"""No rule of this process was read from its file before this moment (`core.compiled`)."""

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


def register_rules() -> None:
    """Make every marked function callable from compiled code."""
    from numba.extending import register_jitable

    while _waiting:
        register_jitable(_waiting.pop())
