"""Requests for seats that were given up: the guests who ask, and who has yet to agree.

A seat of a running game goes only to a guest whom the table has let in. So a person cannot take a
second seat, and see a second hand, by coming back as a new guest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

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
    reserved: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Before the game: the empty seats that are reserved, with the guest's id and name."""
    wishes: dict[int, dict[str, str]] = field(default_factory=dict)
    """Before the game: per missing seat, each guest's wish: a bot, or "" for an open seat."""

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
