"""Defaults that follow from other parts of the same game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

DERIVED: Final[Any] = None
"""The placeholder of a part that is derived from others unless a game supplies it."""


def derive(part: object, **defaults: Callable[[], Any]) -> None:
    """Fill in those of these fields that the game leaves out."""
    for name, make in defaults.items():
        if vars(part)[name] is DERIVED:
            object.__setattr__(part, name, make())
