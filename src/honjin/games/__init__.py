"""The registry: one row a game. Everybody outside this folder reaches games through it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from honjin.core.errors import UnknownGame
from honjin.core.game import Game

_ROWS: Final[Mapping[str, str]] = {
    "rokumon": "honjin.games.rokumon.game",
    "akebono": "honjin.games.akebono.game",
    "akiwado": "honjin.games.akiwado.game",
    "swords": "honjin.games.swords.game",
    "summits": "honjin.games.summits.game",
}


def keys() -> tuple[str, ...]:
    """The keys of all games, in the order of the shelf."""
    return tuple(_ROWS)


def load(key: str) -> Game[Any]:
    """The game of that key; UnknownGame otherwise."""
    if key not in _ROWS:
        raise UnknownGame(f"no game {key!r}; there are {', '.join(_ROWS)}")
    game: Game[Any] = import_module(_ROWS[key]).GAME
    return game
