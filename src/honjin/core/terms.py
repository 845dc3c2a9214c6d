"""The parts of an estimate by name, so that it can be said why one position is better than another.

For a game with `terms` each part has two phrases in its words: `term.<key>.gain` is said of an
action that leads to more of it than another one does, `term.<key>.cost` of one that leads to less.

A part that can be counted also tells how much there is, in a unit that players count in: castles,
points, cards. It has two phrases more, `term.<key>.gain.by` and `term.<key>.cost.by`, whose holes
may be

    {n}     by how much two positions differ, in whole numbers
    {some}  the same as it is told: a number, or `term.about` with that number where it is a mean
    {of}    how much there is where there is more of it
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from honjin.core.state import State


class Term(NamedTuple):
    """A part of an estimate: its name, and what it adds. A name may come more than once.

    `amount` is how much there is of it where that can be counted. It grows with the value, so what
    speaks against the seat is counted below zero.
    """

    key: str
    value: int
    amount: float | None = None


Terms = tuple[Term, ...]

WIN: Final = "win"
LOSS: Final = "loss"
"""Terms of a game that is over."""


def ended(estimate: int) -> Terms:
    """The terms of a game that is over: one, or none after a draw."""
    return (Term(WIN if estimate > 0 else LOSS, estimate),) if estimate else ()


ABOUT: Final = "term.about"
"""The word key of a number that is a mean."""


def gain_of(key: str) -> str:
    """The word key of what an action brings."""
    return f"term.{key}.gain"


def cost_of(key: str) -> str:
    """The word key of what an action costs."""
    return f"term.{key}.cost"


def by_of(key: str) -> str:
    """The word key of the same with an amount."""
    return f"{key}.by"


def no_terms(s: State, seat: int) -> Terms:  # noqa: ARG001
    """An estimate of which nothing is told but its value."""
    return ()


def added_up(terms: Sequence[Term]) -> int:
    """An estimate that is the sum of its terms."""
    return sum(term.value for term in terms)
