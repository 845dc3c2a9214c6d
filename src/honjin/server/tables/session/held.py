"""Small records that a table keeps: seat holders, draws, an open question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from honjin.core.play import Step


class Seated(NamedTuple):
    """The holder of a seat; `who` is a guest's id or a bot's key."""

    kind: str
    who: str
    name: str
    program: bool = False


class StepDraw(NamedTuple):
    """A draw, and the step whose chance it decided."""

    n: int
    total: int
    ticket: int
    step: int
    undone: bool = False


class Question(NamedTuple):
    """An open question: may `by` go back to step `to`? `waiting` have yet to agree."""

    by: int
    to: int
    waiting: tuple[int, ...]


def missing(steps: Sequence[Step]) -> tuple[int, ...]:
    """The viewers who have missed every one of these steps."""
    if not steps or not steps[0].missed_by:
        return ()
    return tuple(set.intersection(*(set(step.missed_by) for step in steps)))
