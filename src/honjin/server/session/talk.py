"""What is said at a table: to everybody, or between two seats; and what was promised.

A line between two seats is for the two persons who held them when it was said. Lines to everybody
are numbered among themselves, private ones as each of the two is told of them, so that
no number tells of lines that somebody else was told.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, NamedTuple

from honjin.server.messages.protocol import Standing, What

CHAT_KEPT: Final = 200
"""So many lines are kept of what everybody was told, and of what any two were; and promises."""

Reader = tuple[int, str]
"""A seat, and the guest who held it then."""


class Listening(NamedTuple):
    """What a caller is told: also what is said to these own seats, but nothing by these people."""

    ears: tuple[int, ...] = ()
    hidden: frozenset[str] = frozenset()


class Said(NamedTuple):
    """A line of chat, or one that tells who plays a seat now, or what became of a promise.

    `pair` are who said it and to whom, empty where it was said to nobody in particular.
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
    """When it was promised: as the record counts, and each viewer, spectators last."""
    line: int = 0
    """Which of the lines that people wrote it is."""
    about: int = 0
    """The line of the promise that it tells of."""
    heard: int = 0
    """Which of all lines it is."""
    numbers: tuple[int, ...] = ()
    who: str = ""
    """Who wrote it, as far as that is known."""

    def number(self, guest: str, ears: Collection[int]) -> int | None:
        """The number of the line to a guest who listens for these seats; None: it is for others."""
        if self.aloud:
            return self.numbers[0]
        for (seat, who), number in zip(self.pair, self.numbers, strict=True):
            if who == guest and seat in ears:
                return number
        return None


class Talk:
    """All that is kept of what was said."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self.heard = 0
        """How many lines there have been, whoever was told."""
        self.written = 0
        self.counts: dict[Reader | None, int] = {}

    def say(self, said: Said) -> None:
        """Add a line that the house tells."""
        self.heard += 1
        numbers = tuple(map(self._count, (None,) if said.aloud else said.pair))
        self.lines.append(said._replace(heard=self.heard, numbers=numbers))
        self._forget(said)

    def write(self, said: Said) -> None:
        """Add a line that somebody wrote."""
        self.written += 1
        self.say(said._replace(line=self.written))

    def settle(
        self, at: int, line: int, name: str, standing: Literal["open", "kept", "broken"]
    ) -> None:
        """Who was promised something says what became of it."""
        for n, said in enumerate(self.lines):
            if said.line == line and said.promise:
                self.lines[n] = said._replace(promise=standing)
                self.say(
                    Said(
                        at, name, said.text, said.to, standing, said.seat,
                        said.pair[::-1], said.aloud, about=line,
                    )
                )  # fmt: skip
                return

    def promise(self, receiver: Reader, giver: int, number: int, *, aloud: bool) -> Said | None:
        """The promise that a seat made to a person, by its number to that person."""
        seat, who = receiver
        for said in self.lines:
            is_theirs = said.promise and said.pair[1] == receiver and said.seat == giver
            if is_theirs and said.aloud == aloud and said.number(who, (seat,)) == number:
                return said
        return None

    def unname(self, names: Collection[str], seats: Collection[int]) -> None:
        """Take somebody's names from what was said on these seats, or on none."""
        for n, said in enumerate(self.lines):
            if said.name in names and (said.seat is None or said.seat in seats):
                self.lines[n] = said._replace(name="")

    def since(self, heard: int) -> list[Said]:
        """The lines after so many; with a line about a promise, the promise as it stands."""
        new = [said for said in self.lines if said.heard > heard]
        told = {said.about for said in new if said.about}
        return [s for s in self.lines if s.heard > heard or (s.line in told and s.promise)]

    def _count(self, reader: Reader | None) -> int:
        number = self.counts[reader] = self.counts.get(reader, 0) + 1
        return number

    def _forget(self, said: Said) -> None:
        """Drop the oldest of its kind when there are too many for the same people."""
        kind = _kind(said)
        same = [n for n, other in enumerate(self.lines) if _kind(other) == kind]
        if len(same) > CHAT_KEPT:
            del self.lines[same[0]]


def _kind(said: Said) -> tuple[frozenset[Reader], bool]:
    """For whom a line is, and whether it is a promise."""
    return frozenset(() if said.aloud else said.pair), bool(said.promise)
