"""The parts of an estimate by name, to explain why one position is better than another.

In a game with `terms` each part has two phrases in its words: `term.<key>.gain` describes an action
that leads to more of it than another one does, `term.<key>.cost` one that leads to less.

A part that can be counted also has an amount, in a unit that players count in: castles, points,
cards. It has two more phrases, `term.<key>.gain.by` and `term.<key>.cost.by`, whose holes may be

    {n}     the difference between two positions, in whole numbers
    {some}  the same as text: a number, or `term.about` with that number if it is a mean
    {of}    the amount in the position that has more of it
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from honjin.core.state import State


class Term(NamedTuple):
    """A part of an estimate: its name, and what it adds. A name may occur more than once.

    `amount` is the amount of it, if that can be counted. It grows with the value, so anything that
    counts against the seat is negative.
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
"""The word key for a number that is a mean."""


def gain_of(key: str) -> str:
    """The word key of an action's gain."""
    return f"term.{key}.gain"


def cost_of(key: str) -> str:
    """The word key of an action's cost."""
    return f"term.{key}.cost"


def by_of(key: str) -> str:
    """The word key of the same phrase with an amount."""
    return f"{key}.by"


def no_terms(s: State, seat: int) -> Terms:  # noqa: ARG001
    """No terms: the estimate has no named parts."""
    return ()


def added_up(terms: Sequence[Term]) -> int:
    """An estimate that is the sum of its terms."""
    return sum(term.value for term in terms)
