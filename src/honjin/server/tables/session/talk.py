"""Chat at a table, public or between two seats, and promises.

A line between two seats is for the two persons who held them when it was said. Public lines are
numbered among themselves, private ones separately for each of the two, so that no number gives away
lines that others received.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, Literal, NamedTuple

from honjin.server.messages.parts import Standing, What

CHAT_KEPT: Final = 200
"""The number of lines kept of public chat and of each pair's chat; and of promises."""

Reader = tuple[int, str]
"""A seat, and the guest who held it at the time."""


class Listening(NamedTuple):
    """The lines that a caller may read: to `readable` seats too, but none by `hidden` people.

    People in `gone` have deleted their accounts: their names are not shown.
    """

    readable: tuple[int, ...] = ()
    hidden: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


class Said(NamedTuple):
    """A line of chat, or one that reports a seat's new player or the outcome of a promise.

    `pair` is the author and the receiver; empty if the line was said to nobody in particular.
    """

    at: int
    name: str
    text: str
    seat: int | None = None
    what: What = ""
    to: int | None = None
    pair: tuple[Reader, ...] = ()
    aloud: bool = True
    promise: Standing = ""
    step: int = 0
    steps: tuple[int, ...] = ()
    """When it was promised: the step of the record, then as each viewer counts, spectators last."""
    line: int = 0
    """The line's number among those that people wrote."""
    about: int = 0
    """The line of the promise that it refers to."""
    heard: int = 0
    """The line's number among all lines."""
    numbers: tuple[int, ...] = ()
    who: str = ""
    """The author, or the person whom a notice names, as far as known."""

    def number(self, guest: str, readable: Collection[int]) -> int | None:
        """The line's number for a guest who reads for these seats; None if it is for others."""
        if self.aloud:
            return self.numbers[0]
        for (seat, who), number in zip(self.pair, self.numbers, strict=True):
            if who == guest and seat in readable:
                return number
        return None


class Talk:
    """All lines that are kept."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self.heard = 0
        """The number of lines there have been, for any reader."""
        self.written = 0
        self.counts: dict[Reader | None, int] = {}

    def say(self, said: Said) -> None:
        """Add a line."""
        self.heard += 1
        numbers = tuple(map(self._count, (None,) if said.aloud else said.pair))
        self.lines.append(said._replace(heard=self.heard, numbers=numbers))
        self._forget(said)

    def write(self, said: Said) -> None:
        """Add a line that a person wrote."""
        self.written += 1
        self.say(said._replace(line=self.written))

    def settle(
        self, at: int, line: int, name: str, standing: Literal["open", "kept", "broken"]
    ) -> None:
        """Record the outcome of a promise, as its receiver states it."""
        for n, said in enumerate(self.lines):
            if said.line == line and said.promise:
                self.lines[n] = said._replace(promise=standing)
                self.say(
                    Said(
                        at, name, said.text, said.to, standing, said.seat,
                        said.pair[::-1], said.aloud, about=line, who=said.pair[1][1],
                    )
                )  # fmt: skip
                return

    def promise(self, receiver: Reader, giver: int, number: int, *, aloud: bool) -> Said | None:
        """The promise that a seat made to a person, by its number for that person."""
        seat, who = receiver
        for said in self.lines:
            is_theirs = said.promise and said.pair[1] == receiver and said.seat == giver
            if is_theirs and said.aloud == aloud and said.number(who, (seat,)) == number:
                return said
        return None

    def unname(self, names: Collection[str], seats: Collection[int]) -> None:
        """Remove a person's names from lines said on these seats, or on none."""
        for n, said in enumerate(self.lines):
            if said.name in names and (said.seat is None or said.seat in seats):
                self.lines[n] = said._replace(name="")

    def gone(self, is_gone: Callable[[str], bool]) -> frozenset[str]:
        """The people named in these lines who are gone."""
        return frozenset(filter(is_gone, {said.who for said in self.lines}))

    def since(self, heard: int) -> list[Said]:
        """The lines after number `heard`; with a line about a promise, the promise as it is now."""
        new = [said for said in self.lines if said.heard > heard]
        told = {said.about for said in new if said.about}
        return [s for s in self.lines if s.heard > heard or (s.line in told and s.promise)]

    def _count(self, reader: Reader | None) -> int:
        number = self.counts[reader] = self.counts.get(reader, 0) + 1
        return number

    def _forget(self, said: Said) -> None:
        """Drop the oldest line of its kind if there are too many for the same people."""
        kind = _kind(said)
        same = [n for n, other in enumerate(self.lines) if _kind(other) == kind]
        if len(same) > CHAT_KEPT:
            del self.lines[same[0]]


def _kind(said: Said) -> tuple[frozenset[Reader], bool]:
    """The readers of a line, and whether it is a promise."""
    return frozenset(() if said.aloud else said.pair), bool(said.promise)
