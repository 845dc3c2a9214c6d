"""The parts of an estimate by name, so that it can be said why one position is better than another.

For a game with `terms` each part has two phrases in its words: `term.<key>.gain` is said of an
action that leads to more of it than another one does, `term.<key>.cost` of one that leads to less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from honjin.core.state import State


class Term(NamedTuple):
    """A part of an estimate: its name, and what it adds. A name may come more than once."""

    key: str
    value: int


Terms = tuple[Term, ...]

WIN: Final = "win"
LOSS: Final = "loss"
"""Terms of a game that is over."""


def ended(estimate: int) -> Terms:
    """The terms of a game that is over: one, or none after a draw."""
    return (Term(WIN if estimate > 0 else LOSS, estimate),) if estimate else ()


def gain_of(key: str) -> str:
    """The word key of what an action brings."""
    return f"term.{key}.gain"


def cost_of(key: str) -> str:
    """The word key of what an action costs."""
    return f"term.{key}.cost"


def no_terms(s: State, seat: int) -> Terms:  # noqa: ARG001
    """An estimate of which nothing is told but its value."""
    return ()


def added_up(terms: Sequence[Term]) -> int:
    """An estimate that is the sum of its terms."""
    return sum(term.value for term in terms)
