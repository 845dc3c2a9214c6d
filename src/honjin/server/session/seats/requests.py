"""Requests for seats that were given up: who asks for which, and who has yet to agree.

A seat of a running game goes to nobody whom the table has not let in. So a person cannot take a
second seat, and see a second hand, by coming back as a new guest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

MOST: Final = 4
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
    """The open requests of one table, in the order in which they came, and how many ever came."""

    open: tuple[Request, ...] = ()
    count: int = 0
    reserved: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Before the game: the empty seats that are kept for somebody, guest and name."""
    wishes: dict[int, dict[str, str]] = field(default_factory=dict)
    """Before the game: who would have which bot, or "" for whoever comes, on a missing seat."""

    def of(self, guest: str) -> Request | None:
        """The request of a guest, or None."""
        return next((one for one in self.open if one.who == guest), None)

    def find(self, n: int) -> Request | None:
        """The open request of that number, or None."""
        return next((one for one in self.open if one.n == n), None)

    def is_full(self) -> bool:
        """Whether no more requests are taken."""
        return len(self.open) >= MOST

    def add(self, seat: int, who: str, name: str, waiting: tuple[int, ...]) -> None:
        """Add a request; a guest has one at a time, the last."""
        self.count += 1
        others = tuple(one for one in self.open if one.who != who)
        self.open = (*others, Request(self.count, seat, who, name, waiting))

    def answer(self, n: int, seats: tuple[int, ...], *, agree: bool) -> None:
        """A person who holds these seats agrees; or does not, and the request is dropped."""
        self.open = tuple(
            one._replace(waiting=tuple(seat for seat in one.waiting if seat not in seats))
            if one.n == n
            else one
            for one in self.open
            if agree or one.n != n
        )

    def clear(self) -> None:
        """Drop all: who sits at the table has changed, so all would have to be asked anew."""
        self.open = ()
