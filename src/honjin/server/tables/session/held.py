"""Records that a table keeps: seat holders, who decided each step, requests for seats, draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

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


# ---------------------------------------------------------------- decisions, for takebacks


@dataclass
class Deciders:
    """The decider of each step of the record: a guest's id or a bot's key; empty for chance."""

    steps: list[str]
    conceded: set[int] = field(default_factory=set)
    """Seats that let a decision of theirs be undone and have decided nothing since."""
    revealing: tuple[int, int, bool] = (0, 0, False)
    """A version, a step, and whether something was revealed after that step."""
    shown: tuple[int, int, bool] = (0, 0, False)
    """A version, a seat's own step, and whether that step showed the seat something."""

    def act(self, seat: int, who: str) -> None:
        """Note a seat's decision."""
        self.steps.append(who)
        self.conceded.discard(seat)

    def fill(self, step: int) -> None:
        """Fill up to `step`: nobody decided the remaining steps."""
        self.steps += [""] * (step - len(self.steps))

    def go_back(self, to: int, conceding: Iterable[int]) -> None:
        """Undo the steps after `to`; the seats `conceding` have let that happen."""
        del self.steps[to:]
        self.conceded.update(conceding)


# ---------------------------------------------------------------- seats that were given up

# A seat of a running game goes only to a guest whom the table has let in. So a person cannot take a
# second seat, and see a second hand, by coming back as a new guest.

MAX_REQUESTS: Final = 4
"""The most requests that a table keeps at a time."""


class Request(NamedTuple):
    """Guest `who` asks for a seat; `waiting` are the seats whose persons have yet to agree."""

    n: int
    seat: int
    who: str
    name: str
    waiting: tuple[int, ...]


@dataclass
class Requests:
    """The open requests of one table in order of arrival, and the number that ever came."""

    open: tuple[Request, ...] = ()
    count: int = 0

    def of(self, guest: str) -> Request | None:
        """The request of a guest, or None."""
        return next((one for one in self.open if one.who == guest), None)

    def find(self, n: int) -> Request | None:
        """The open request of that number, or None."""
        return next((one for one in self.open if one.n == n), None)

    def is_full(self) -> bool:
        """Whether no more requests are accepted."""
        return len(self.open) >= MAX_REQUESTS

    def add(self, seat: int, who: str, name: str, waiting: tuple[int, ...]) -> None:
        """Add a request; it replaces an earlier one of the same guest."""
        self.count += 1
        others = tuple(one for one in self.open if one.who != who)
        self.open = (*others, Request(self.count, seat, who, name, waiting))

    def answer(self, n: int, seats: tuple[int, ...], *, agree: bool) -> None:
        """Note that the person who holds these seats agrees; otherwise drop the request."""
        self.open = tuple(
            one._replace(waiting=tuple(seat for seat in one.waiting if seat not in seats))
            if one.n == n
            else one
            for one in self.open
            if agree or one.n != n
        )

    def clear(self) -> None:
        """Drop all: the players at the table have changed, so all would have to be asked again."""
        self.open = ()
