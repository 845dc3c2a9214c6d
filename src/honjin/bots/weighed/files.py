"""Files of learned weights of an estimate: JSON, so that people can read and compare them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from honjin.bots.net.files import BadNet
from honjin.bots.weighed.learned import LearnedWeights

SUFFIX: Final = ".json"
MOST_BYTES: Final = 100_000


def read_weights(path: Path | str) -> LearnedWeights:
    """The weights in a file; raises BadNet or OSError if it cannot be read."""
    with Path(path).open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadNet(f"{path}: expected at most {MOST_BYTES:,} bytes")
    return weights_in(data, path)


def weights_in(data: bytes, path: Path | str) -> LearnedWeights:
    """The weights in the bytes of a file, or of a message."""
    try:
        return msgspec.json.decode(data, type=LearnedWeights)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise BadNet(f"{path}: {problem}") from None


def weights_bytes(weights: LearnedWeights) -> bytes:
    """The bytes of a file."""
    return msgspec.json.format(msgspec.json.encode(weights)) + b"\n"
