"""Interfaces for exact knowledge of a position, implemented by `solver`.

Known      the value of an action        Certain     a value with the distance to the end
Tablebase  knows every position          ProverPool  proves some positions, given time
Knowledge  both
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from honjin.core.game import Game
from honjin.core.options import Options


class Known(Protocol):
    """The value of an action: `result` is 1, 0 or -1; a larger `rank` is better."""

    @property
    def result(self) -> int:
        """1 for won, 0 for drawn, -1 for lost."""
        ...

    @property
    def rank(self) -> int:
        """A larger number for a better value: quicker wins and slower losses are better."""
        ...


class Certain(Known, Protocol):
    """A value with the distance to the end: exact from a table, an upper bound from a proof."""

    @property
    def plies(self) -> int:
        """The number of actions of all seats until the end, this one included; 0 for a draw."""
        ...


Values = Mapping[int, Certain]
"""By action."""


class Tablebase(Protocol):
    """A source of exact values: solved tables (`solver.Oracle`)."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if it knows every position of such games."""
        ...

    def action_values(self, game: Game[Any], s: Any) -> Values:
        """The value of every action of the side to move.

        Raises Unsolvable if they are unknown, another HonjinError or OSError if a table cannot be
        read.
        """
        ...

    def action_results(self, game: Game[Any], s: Any) -> Mapping[int, int]:
        """The result of every action of the side to move, where it is not known how soon it comes.

        1 for won, 0 for drawn, -1 for lost. Raises as `action_values` does.
        """
        ...


class Inquiry(Protocol):
    """An attempt to prove the choices of a position (`solver.Inquiry`)."""

    @property
    def values(self) -> Values:
        """The values proved so far, by action."""
        ...

    def recall(self) -> None:
        """Take over what is known already, without a search."""
        ...

    def run(self, is_over: Callable[[], bool], most: int = 0) -> None:
        """Search until all is settled, `is_over` holds, or `most` actions were searched."""
        ...

    def line(self, action: int, most: int) -> tuple[tuple[int, int], ...]:
        """A proved action and a continuation, as (seat, action)."""
        ...


class ProverPool(Protocol):
    """A source of proofs (`solver.Provers`)."""

    @property
    def loops(self) -> tuple[Path, ...]:
        """The loop files that must be compiled for a game first."""
        ...

    def can_prove(self, game: Game[Any], s: Any) -> bool:
        """True if positions of such a game can be proved."""
        ...

    def asked(self, game: Game[Any], s: Any) -> AbstractContextManager[Inquiry]:
        """Open an inquiry into a position."""
        ...


class Knowledge(Protocol):
    """Exact values and proofs, consulted before a search (`solver.Knowledge`)."""

    @property
    def tables(self) -> Tablebase:
        """The exact values, where there are any."""
        ...

    @property
    def provers(self) -> ProverPool:
        """The provers, for positions that no table holds."""
        ...

    def fresh(self) -> Knowledge:
        """The same without anything learned in earlier games."""
        ...
