"""The registry: one row per game. Code outside this folder loads games through it.

HONJIN_GAMES adds games of your own to the catalogue: it lists modules, separated by commas, each of
which holds a `GAME`. Modules in the working folder are found too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from honjin.core.errors import UnknownGame
from honjin.core.game import Game

OWN: Final = "HONJIN_GAMES"

_ROWS: Final[Mapping[str, str]] = {
    "rokumon": "honjin.games.rokumon.game",
    "akebono": "honjin.games.akebono.game",
    "akiwado": "honjin.games.akiwado.game",
    "swords": "honjin.games.swords.game",
    "summits": "honjin.games.summits.game",
}


def keys() -> tuple[str, ...]:
    """The keys of all games, in the order of the catalogue; your own come last."""
    return tuple(_rows())


def load(key: str) -> Game[Any]:
    """The game with this key; raises UnknownGame if there is none."""
    rows = _rows()
    if key not in rows:
        raise UnknownGame(f"no game {key!r}; the games are {', '.join(rows)}")
    return _game_in(rows[key])


def _rows() -> Mapping[str, str]:
    named = os.environ.get(OWN, "")
    return {**_ROWS, **_own_rows(named)} if named else _ROWS


@lru_cache(8)
def _own_rows(named: str) -> Mapping[str, str]:
    """The modules listed in HONJIN_GAMES, by the keys of their games."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    rows: dict[str, str] = {}
    for module in filter(None, map(str.strip, named.split(","))):
        key = _game_in(module).key
        if key in _ROWS or key in rows:
            raise UnknownGame(f"{OWN}: two games have the key {key!r}; {module} is one of them")
        rows[key] = module
    return rows


def _game_in(module: str) -> Game[Any]:
    try:
        game = getattr(import_module(module), "GAME", None)
    except ModuleNotFoundError as problem:
        raise UnknownGame(f"expected a module with a GAME, got {module}: {problem}") from problem
    if not isinstance(game, Game):
        raise UnknownGame(f"expected a Game called GAME in {module}, got {type(game).__name__}")
    return game
