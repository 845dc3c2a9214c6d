"""Files of learned weights of an estimate: JSON, so that people can read and compare them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from honjin.bots.net.files import BadNet
from honjin.bots.weighed.learned import LearnedWeights
from honjin.core.errors import Flaw
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded, read_bytes

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
