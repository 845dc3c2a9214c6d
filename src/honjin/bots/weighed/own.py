"""The learned weights that come with a game: JSON files in its folder `learned/`."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import Any

from honjin.bots.net.files import BadNet
from honjin.bots.patterns.bot import PLACE
from honjin.bots.weighed.files import SUFFIX, read_weights
from honjin.bots.weighed.learned import LearnedWeights
from honjin.core.game import Game
from honjin.core.options import Options

log = logging.getLogger(__name__)


def own_weights(game: Game[Any], options: Options) -> LearnedWeights | None:
    """The weights for these options that come with a game; None if there are none.

    Of several that suit, those for the most options named.
    """
    suiting = [one for one in _files(game.home / PLACE) if one.suits(game, options)]
    return max(suiting, key=lambda one: len(one.options), default=None)


@cache
def _files(folder: Path) -> tuple[LearnedWeights, ...]:
    """All weights in a folder that can be read."""
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            found.append(read_weights(path))
        except (OSError, BadNet) as problem:
            log.warning("%s; continuing without it", problem)
    return tuple(found)
