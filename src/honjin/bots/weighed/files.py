"""Files of learned weights of an estimate: JSON, so that people can read and compare them.

Those that come with a game are in its folder `learned/`. Nothing here needs NumPy.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from honjin.bots.weighed.learned import LearnedWeights
from honjin.core.errors import BadNet, Flaw
from honjin.core.game import Game
from honjin.core.jit.sources.files import LEARNED
from honjin.core.options import Options
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded, read_bytes

log = logging.getLogger(__name__)

V = TypeVar("V")

SUFFIX: Final = ".json"
MAX_BYTES: Final = 100_000


def read_weights(path: Path | str) -> LearnedWeights:
    """The weights in a file; raises BadNet or OSError if it cannot be read."""
    try:
        return weights_in(read_bytes(Path(path), MAX_BYTES), path)
    except Flaw as flaw:
        raise BadNet(f"{path}: {told(flaw.say)}") from None


def weights_in(data: bytes, path: Path | str) -> LearnedWeights:
    """The weights in the bytes of a file, or of a message."""
    try:
        return msgspec.json.decode(decoded(data), type=LearnedWeights)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise BadNet(f"{path}: {problem}") from None


def weights_bytes(weights: LearnedWeights) -> bytes:
    """The bytes of a file."""
    return msgspec.json.format(msgspec.json.encode(weights)) + b"\n"


# ---- weights that come with a game


def own_weights(game: Game[Any], options: Options) -> LearnedWeights | None:
    """The weights of the estimate that come with a game for these options; None if there are none.

    Of several that suit, those for the most options named.
    """
    suiting = [one for one in _weights_in(game.home / LEARNED) if one.suits(game, options)]
    return max(suiting, key=lambda one: len(one.options), default=None)


@cache
def _weights_in(folder: Path) -> tuple[LearnedWeights, ...]:
    return readable(folder, SUFFIX, read_weights)


def readable(folder: Path, suffix: str, read: Callable[[Path], V]) -> tuple[V, ...]:
    """The contents of all files in a folder that can be read."""
    contents = []
    for path in sorted(folder.glob(f"*{suffix}")):
        try:
            contents.append(read(path))
        except (OSError, BadNet) as problem:
            log.warning("%s; continuing without it", problem)
    return tuple(contents)
