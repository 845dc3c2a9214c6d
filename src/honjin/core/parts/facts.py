"""Facts about a finished game, for its end screen and for statistics over many games.

A game derives them from its final state and its log (`Game.facts`), so each thing is counted in one
place. Names are keys of words: `facts.<name>`, and `facts.<mark>.<value>`.
"""

from __future__ import annotations

import msgspec


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Named whole numbers. Tuples are indexed by seat; a game always gives the same names.

    points    what each seat scored, empty in games without points
    score     the lines of the score, which add up to the points
    figures   other numbers of a seat: prisoners, shots, lies
    marks     the role of each seat: whether it moved first, which clan it played
    counts    numbers of the game as a whole: turns, rounds
    """

    points: tuple[int, ...] = ()
    score: dict[str, tuple[int, ...]] = {}
    figures: dict[str, tuple[int, ...]] = {}
    marks: dict[str, tuple[str, ...]] = {}
    counts: dict[str, int] = {}

    def by_seat(self) -> dict[str, tuple[int, ...]]:
        """The lines of the score and the other figures."""
        return {**self.score, **self.figures}

    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each kind."""
        return tuple(self.score), tuple(self.figures), tuple(self.marks), tuple(self.counts)

    def word_keys(self) -> list[str]:
        """The keys of all words that name these facts."""
        keys = [f"facts.{name}" for names in self.names() for name in names]
        return keys + [f"facts.{name}.{value}" for name, of in self.marks.items() for value in of]


NO_FACTS = Facts()
