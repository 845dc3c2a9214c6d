"""Themes of puzzles: questions about a position whose choices can be valued.

A game with tables needs none: its puzzles are proved wins (`solver.puzzles.puzzle`). Any other game
can declare themes. A theme names the positions that ask its question, and says what an answer is
worth, in one of two ways.

- Exactly: `is_over` says where the question ends (the end of a turn, of a battle) and `score` what
  the seat has then, from 0 to `whole`. The solver enumerates everything up to there: the seat's own
  choices, the draws of chance by their weights, and the choices of others at their worst for the
  seat. In a game with secrets it does so in `worlds` that look the same to the seat.
- By search: `search` is the specification of a bot (`mcts:4000`), whose values are taken.

A question has three words: `puzzle.<key>` its name, `puzzle.<key>.ask` the question, in which
`{side}` is the seat, and `puzzle.<key>.worth` what a choice is worth, in which `{n}` and `{of}` are
those of a `Worth`. A theme with `whole` also has `puzzle.<key>.sure` and `puzzle.<key>.none` for
all and nothing, and can tell the rest as `{percent}` of the whole; one without has
`puzzle.<key>.mean` for scores that depend on draws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import msgspec

from honjin.core.state import State
from honjin.core.words import Say

S = TypeVar("S", bound=State)

SCALE: Final = 100
"""Values of a search are whole numbers from -SCALE (the worst result) to SCALE (the best)."""


class Worth(msgspec.Struct, frozen=True, array_like=True):
    """What a choice is worth: `n` in `of` equally likely cases, such as rolls or hidden hands.

    Where scores are counted, `n` is their sum over these cases.
    """

    n: int
    of: int = 1

    @property
    def value(self) -> float:
        """The mean."""
        return self.n / self.of


def percent(worth: Worth, whole: int) -> int:
    """A worth in hundredths of the whole, rounded, but never to all or to nothing."""
    return min(99, max(1, round(100 * worth.n / (whole * worth.of))))


def never(start: Any, s: Any, seat: int) -> bool:  # noqa: ARG001
    """The question has no end of its own: its values come from a search."""
    return False


def nothing(start: Any, s: Any, seat: int) -> int:  # noqa: ARG001
    """There is nothing to count: the values come from a search."""
    return 0


def takes_all(seen: Any, seat: int, action: int) -> bool:  # noqa: ARG001
    """Every legal action can be an answer."""
    return True


@dataclass(frozen=True, kw_only=True)
class Theme(Generic[S]):
    """A question that puzzles of a game ask; see the module docstring.

    `asks` gets what a seat sees while it has to act. `is_over` and `score` get the state in which
    the question was asked and a later one, which may be a NumPy record. `takes` is false for
    actions that are no answers, such as taking a secret choice back, and for replies of others that
    are no worse for the seat than those it leaves. With `any_order` the right
    choices may be made in any order, as long as they lead to the same position; otherwise one
    choice alone is right each time. An answer takes at least `least_turns` choices, the first of
    them among `least_choices`; with `may_stop` it ends before a choice that has no clear best.

    `whole` is the greatest score, 0 if it has no limit. `cases` is the number of draws in which
    worths are told, such as 6 for a die. `margin` is how far the best choice must be ahead of the
    second, in hundredths of `whole`, or of the best result if the values come from a search; where
    `whole` is 0 it must be ahead by 1. A question with more than `most_positions` is left out.

    If others or chance act before the end while something is hidden, the question is refused,
    unless `matters` says, as a number, what of it can still have an effect before the end. It gets
    a world and the seat; whatever else is hidden must not change what is played or seen by then.
    """

    key: str
    asks: Callable[[S, int], bool]
    is_over: Callable[[S, S, int], bool] = never
    score: Callable[[S, S, int], int] = nothing
    takes: Callable[[S, int, int], bool] = takes_all
    whole: int = 1
    worlds: int = 1
    matters: Callable[[S, int], int] | None = None
    most_positions: int = 2_500
    cases: int = 1
    any_order: bool = False
    may_stop: bool = False
    least_turns: int = 1
    least_choices: int = 4
    search: str = ""
    margin: int = 10

    @property
    def name(self) -> Say:
        """Its name."""
        return Say(f"puzzle.{self.key}")

    def question(self, side: Say) -> Say:
        """The question, put to a side."""
        return Say(f"puzzle.{self.key}.ask", {"side": side})

    def says(self, worth: Worth) -> Say:
        """A worth in words."""
        if self.whole and not self.search and worth.n == self.whole * worth.of:
            return Say(f"puzzle.{self.key}.sure")
        if self.whole and not self.search and worth.n == 0:
            return Say(f"puzzle.{self.key}.none")
        end = "worth" if self.whole or worth.of == 1 else "mean"
        share = {"percent": percent(worth, self.whole)} if self.whole and not self.search else {}
        return Say(f"puzzle.{self.key}.{end}", {"n": worth.n, "of": worth.of, **share})

    def word_keys(self) -> tuple[str, ...]:
        """The keys of its words."""
        ends = [".sure", ".none"] if self.whole else [".mean"]
        ends = ["", ".ask", ".worth", *([] if self.search else ends)]
        return tuple(f"puzzle.{self.key}{end}" for end in ends)

    def is_clear(self, best: Worth, second: Worth) -> bool:
        """True if the best choice is far enough ahead of the second."""
        unit = 1 if self.search else self.whole
        lead = best.n * second.of - second.n * best.of
        return 100 * lead >= (self.margin * unit if unit else 100) * best.of * second.of
