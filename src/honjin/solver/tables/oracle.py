"""Solved tables as a tablebase for `bots.TablebaseBot`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Unsolvable
from honjin.solver.tables.ask import Tables
from honjin.solver.tables.plans import default_folder, plan_for, plans_for, table_path
from honjin.solver.tables.stages import StoredStages
from honjin.solver.tables.value import Value


class Oracle:
    """A tablebase of the solved tables in a folder, which are opened when first needed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._tables: dict[str, Tables] = {}
        self._stages = StoredStages(folder or default_folder())

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy opens the tables again."""
        return Oracle, (self.folder,)

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if there is a table for every deal that these options allow."""
        try:
            cases = [options] if options.get("deal", "-") else plans_for(game, options)
            keys = [plan_for(game, case).key for case in cases]
        except Unsolvable:
            return False
        folder = self.folder or default_folder()
        return all(table_path(folder, game.key, key).exists() for key in keys)

    def action_values(self, game: Game[Any], s: Any) -> dict[int, Value]:
        """The exact value of every action in a position."""
        if game.key not in self._tables:
            self._tables[game.key] = Tables.open(game, self.folder)
        return self._tables[game.key].value(s).actions

    def action_results(self, game: Game[Any], s: Any) -> dict[int, int]:
        """The result of every action of a position that only a stage holds."""
        return self._stages.action_results(game, s)
