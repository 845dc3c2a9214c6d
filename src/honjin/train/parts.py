"""The games of a run, split into parts that are played independently.

Every game has its own random stream and its own row of random draws, so a part does not depend on
the others, and its results are the same wherever it is played. Games are the arrays of
`envs.engine.past`: `luck`, `lengths` and `actions`, -1 after the last one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from honjin.core.jit.rng import seeded

Games = dict[str, np.ndarray[Any, Any]]


class Part(NamedTuple):
    """Some of the games: `games` of them, starting with `first`."""

    first: int
    games: int

    @property
    def rows(self) -> slice:
        """The slice of these games among all."""
        return slice(self.first, self.first + self.games)


def parts_of(games: int, parts: int) -> list[Part]:
    """The games in a number of parts of about the same size.

    >>> parts_of(8, 3)
    [Part(first=0, games=3), Part(first=3, games=3), Part(first=6, games=2)]
    """
    counts = [games // parts + (k < games % parts) for k in range(parts)]
    return [Part(end - count, count) for end, count in zip(accumulate(counts), counts, strict=True)]


def begun(games: int, seed: int) -> Games:
    """Games without actions: the random stream of each follows from the seed and its row."""
    luck = [seeded(seed + row)[0] for row in range(games)]
    return {
        "luck": np.array(luck, np.int64), "lengths": np.zeros(games, np.int64),
        "actions": np.full((games, 0), -1, np.int32),
    }  # fmt: skip


def split(games: Mapping[str, Any], parts: Sequence[Part]) -> list[Games]:
    """The games of each part; ValueError for arrays that do not describe games."""
    _must_be_games(games, sum(part.games for part in parts))
    return [_some(games, part) for part in parts]


def _some(games: Mapping[str, Any], part: Part) -> Games:
    own = {name: held[part.rows] for name, held in games.items()}
    own["actions"] = own["actions"][:, : max(0, int(own["lengths"].max()))]
    return own


def whole(parts: Sequence[Games]) -> Games:
    """The games of all parts."""
    longest = max(part["actions"].shape[1] for part in parts)
    actions = [
        np.pad(held, ((0, 0), (0, longest - held.shape[1])), constant_values=-1)
        for held in (part["actions"] for part in parts)
    ]
    together = {name: np.concatenate([p[name] for p in parts]) for name in ("luck", "lengths")}
    return together | {"actions": np.concatenate(actions)}


def _must_be_games(games: Mapping[str, Any], count: int) -> None:
    if games.keys() != {"luck", "lengths", "actions"}:
        raise ValueError(f"expected arrays luck, lengths and actions, got {', '.join(games)}")
    luck, lengths, actions = games["luck"], games["lengths"], games["actions"]
    if luck.shape != (count,) or lengths.shape != (count,) or actions.shape[:1] != (count,):
        raise ValueError(f"expected {count} games, got arrays for {luck.size}")
    if actions.ndim != 2 or actions.shape[1] != max(0, int(lengths.max())):
        raise ValueError(f"expected actions of {lengths.max()} steps, got {actions.shape}")
