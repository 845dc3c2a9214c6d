"""Exact knowledge of games for bots: solved tables and provers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from honjin.core.game import Game
from honjin.core.options import Options
from honjin.solver.proof.pool import Provers
from honjin.solver.tables.value import Value


class Exact(Protocol):
    """A source of exact values: `Oracle`, or a server that makes tables."""

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if all positions of such games are known."""
        ...

    def action_values(self, game: Game[Any], s: Any) -> dict[int, Value]:
        """The exact value of every action; raises Unsolvable if they are unknown."""
        ...

    def action_results(self, game: Game[Any], s: Any) -> dict[int, int]:
        """The result of every action, by stages; raises Unsolvable if they are unknown."""
        ...


class Knowledge:
    """The tables of a folder and provers, as `bots.find_player` takes them.

    A caller that has both already passes them, so that no table is opened twice.
    """

    def __init__(
        self, folder: Path | None = None, *, tables: Exact | None = None,
        provers: Provers | None = None,
    ) -> None:  # fmt: skip
        self.tables: Exact = tables or _oracle(folder)
        self.provers = provers or Provers(folder)

    def fresh(self) -> Knowledge:
        """The same tables and proofs, without anything that provers have learned."""
        return Knowledge(tables=self.tables, provers=self.provers.fresh())


def _oracle(folder: Path | None) -> Exact:
    from honjin.solver.tables.oracle import Oracle  # with NumPy

    return Oracle(folder)
