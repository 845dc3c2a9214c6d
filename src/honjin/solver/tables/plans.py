"""Which tables a game needs, and where they are; nothing is read or solved here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Index, Plan, Unsolvable


def default_folder() -> Path:
    """The default folder of tables."""
    return user_data_path("honjin", appauthor=False) / "tables"


def index_of(game: Game[Any]) -> Index[Any]:
    """The game's index; raises Unsolvable if it has none."""
    if game.index is None:
        raise Unsolvable(_no_index(game))
    return game.index


def _no_index(game: Game[Any]) -> str:
    if game.has_secrets:
        return f"{game.key} has hidden information: a position has no exact value"
    if game.has_chance:
        return f"{game.key} has dice or draws: its positions have odds, not certain outcomes"
    return f"{game.key} has no index of its positions (core.parts.index), which a table needs"


def plan_for(game: Game[Any], options: Options) -> Plan[Any]:
    """The table that a game with these options needs; raises Unsolvable if it cannot have one."""
    return index_of(game).plan(game.setup(options))


def plans_for(game: Game[Any], options: Options) -> list[Options]:
    """The options of all tables of a game: one deal of each class of equivalent deals."""
    return index_of(game).plans(options)


def stages_folder(folder: Path, game: Game[Any], plan: Plan[Any]) -> Path:
    """The folder of the stages of a plan."""
    return folder / game.key / plan.key


def table_path(folder: Path, game: str, key: str) -> Path:
    """The path of a table."""
    return folder / game / f"{key}.table"
