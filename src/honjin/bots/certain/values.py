"""What can be known for certain of a position, and who knows it: the forms that `solver` fills.

Known      what an action is worth          Certain    and when the end comes
Tablebase  knows every position             Proves     proves some, given time
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
    """What an action is worth: `result` is 1, 0 or -1; `rank` is larger for what is better."""

    @property
    def result(self) -> int:
        """Won, drawn or lost."""
        ...

    @property
    def rank(self) -> int:
        """Sooner won is better, and so is later lost."""
        ...


class Certain(Known, Protocol):
    """And when the end comes: exactly by a table, at most by a proof."""

    @property
    def plies(self) -> int:
        """Actions of all until the end, this choice counted; 0 for a draw."""
        ...


Values = Mapping[int, Certain]
"""By action."""


class Tablebase(Protocol):
    """Somebody who knows: solved tables (`solver.Oracle`)."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Whether it knows every position of such games."""
        ...

    def action_values(self, game: Game[Any], s: Any) -> Values:
        """Every action of the side to move with what it is worth.

        Unsolvable where that is not known, another HonjinError where a table cannot be read.
        """
        ...


class Inquiry(Protocol):
    """What is proved of the choices of a position so far (`solver.Inquiry`)."""

    @property
    def values(self) -> Values:
        """By action."""
        ...

    def recall(self) -> None:
        """Take what is known already, without a search."""
        ...

    def run(self, is_over: Callable[[], bool], most: int = 0) -> None:
        """Go on until all is settled, the time is up, or so many actions were looked at."""
        ...

    def line(self, action: int, most: int) -> tuple[tuple[int, int], ...]:
        """A proved action and what may follow."""
        ...


class ProverPool(Protocol):
    """Somebody who proves (`solver.Provers`)."""

    @property
    def loops(self) -> tuple[Path, ...]:
        """The loops that have to be compiled for a game before."""
        ...

    def can_prove(self, game: Game[Any], s: Any) -> bool:
        """Whether positions of such a game can be proved."""
        ...

    def asked(self, game: Game[Any], s: Any) -> AbstractContextManager[Inquiry]:
        """An inquiry into a position."""
        ...


class Knowledge(Protocol):
    """All that can be known: asked before a search is (`solver.Knowledge`)."""

    @property
    def tables(self) -> Tablebase:
        """Exact values, where there are any."""
        ...

    @property
    def provers(self) -> ProverPool:
        """Proofs of what no table holds."""
        ...

    def fresh(self) -> Knowledge:
        """The same without what was learned in other games."""
        ...
