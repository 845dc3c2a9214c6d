"""The learned weights that come with a game: files in its folder `learned/`."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any

from honjin.bots.net.files import BadNet
from honjin.bots.patterns.bot import PLACE
from honjin.bots.patterns.files import read_patterns
from honjin.bots.patterns.weights import PatternValue
from honjin.core.game import Game
from honjin.core.options import Options

log = logging.getLogger(__name__)


def own_value(game: Game[Any], options: Options) -> PatternValue | None:
    """The weights that come with a game for these options; None if there are none."""
    found = (value for value in _values(game.home / PLACE) if value.suits(game, options))
    return next(found, None)


@cache
def _values(folder: Path) -> tuple[PatternValue, ...]:
    """All weights in a folder that can be read."""
    found = []
    for path in sorted(folder.glob("*.npz")):
        try:
            found.append(read_patterns(path))
        except (OSError, BadNet) as problem:
            log.warning("%s; continuing without it", problem)
    return tuple(found)
