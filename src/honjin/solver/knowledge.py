"""All that is known of games: solved tables, and provers, for bots that ask before they search."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from honjin.core.game import Game
from honjin.core.options import Options
from honjin.solver.proof.pool import Provers
from honjin.solver.tables.oracle import Oracle
from honjin.solver.tables.value import Value


class Exact(Protocol):
    """Who knows exact values: `Oracle`, or a server that makes tables."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Whether all positions of such games are known."""
        ...

    def action_values(self, game: Game[Any], s: Any) -> dict[int, Value]:
        """The exact value of every action; Unsolvable where it is not known."""
        ...


class Knowledge:
    """The tables of a folder and provers, in the form that `bots.find_player` takes.

    Who has both already hands them in, so that no table is opened twice.
    """

    def __init__(
        self, folder: Path | None = None, *, tables: Exact | None = None,
        provers: Provers | None = None,
    ) -> None:  # fmt: skip
        self.tables: Exact = tables or Oracle(folder)
        self.provers = provers or Provers(folder)

    def fresh(self) -> Knowledge:
        """The same tables and proofs, with nothing that provers have learned."""
        return Knowledge(tables=self.tables, provers=self.provers.fresh())
