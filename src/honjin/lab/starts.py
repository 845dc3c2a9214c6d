"""Who wins each start that the lobby offers: figures that come with a game.

A game's `starts.jsonl` has a line for each preset and level: how often each seat, and each place in
turn order, won the games between bots of that level; `perfect` stands for perfect play, where a
game is solved. `python -m bench.starts` makes the lines. A figure holds for the rules, map and
level that it was measured with, so those of others are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Final

import msgspec

from honjin.bots import LEVELS, level_text
from honjin.bots.weighed.files import own_weights, weights_bytes
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.lab.lines import write_whole
from honjin.lab.matches.question import STARTS

PERFECT: Final = "perfect"
LEARNS: Final = "learned=1"
"""The part of a specification that asks for the weights that come with a game."""

BEYOND: Final = 1.5
"""The odds of 60:40, within which a start counts as even."""

Share = tuple[float, float, float]
"""A share of the games won in per cent, and the ends of its 95 % interval."""


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who won the games of a preset between bots of one level.

    `seats` are the shares by seat, `order` those by place in turn order, if seats and places
    differ. `start` is the digest of the first state (`start_of`), `means` what the level was
    (`means_of`). For `perfect` play, `games` counts the deals, and an interval is open by those
    whose winner is not known.
    """

    preset: str
    level: str
    means: str
    start: str
    day: str
    games: int
    seats: tuple[Share, ...]
    order: tuple[Share, ...] = ()


def figures_of(game: Game[Any]) -> dict[str, tuple[Figure, ...]]:
    """The figures that hold for each preset of a game, the weakest level first."""
    kept = read_figures(game)
    found: dict[str, tuple[Figure, ...]] = {}
    for preset, options in game.preset_options.items() if kept else ():
        start = start_of(game, options)
        found[preset] = tuple(
            one for one in kept
            if one.preset == preset and one.start == start and _is_so(game, options, one)
        )  # fmt: skip
    return found


def even_presets(game: Game[Any], figures: Mapping[str, Sequence[Figure]]) -> dict[str, str]:
    """For presets whose seats do not win equally often: the one to play instead, if there is one.

    It has the same options and more, and is the most even one by its own best figure.
    """
    best = {key: every[-1] for key, every in figures.items() if every}
    found: dict[str, str] = {}
    for preset in game.presets:
        if preset.key not in best or is_even(best[preset.key]):
            continue
        closer = [
            one.key for one in game.presets
            if one.key in best and is_even(best[one.key])
            and preset.options.items() < one.options.items()
        ]  # fmt: skip
        if closer:
            found[preset.key] = min(closer, key=lambda key: _spread(best[key]))
    return found


def is_even(figure: Figure) -> bool:
    """No seat's odds are beyond 60:40 of an even share, either way."""
    others = len(figure.seats) - 1
    return others == 0 or all(
        100 - share <= BEYOND * share * others and share * others <= BEYOND * (100 - share)
        for share, *_ in figure.seats
    )


def _spread(figure: Figure) -> float:
    shares = [share for share, *_ in figure.seats]
    return max(shares) - min(shares)


def _is_so(game: Game[Any], options: Options, figure: Figure) -> bool:
    """The level still means the same bot."""
    return figure.means == means_of(game, options, figure.level)


def means_of(game: Game[Any], options: Options, level: str) -> str:
    """A level's specification, with a digest of the weights it learned; perfect play is its own."""
    if level == PERFECT:
        return PERFECT
    text = level_text(game, options, level)
    own = own_weights(game, options) if LEARNS in text.split(":") else None
    return text if own is None else f"{text} {_digest(weights_bytes(own))}"


def start_of(game: Game[Any], options: Options) -> str:
    """A digest of the rules' version and the first state, with its map and numbers."""
    return _digest(f"{game.version} {game.setup(options)!r}".encode())


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()


def read_figures(game: Game[Any]) -> list[Figure]:
    """All figures of a game's file; none if it has no file."""
    with suppress(FileNotFoundError):
        lines = (game.home / STARTS).read_bytes().splitlines()
        return [msgspec.json.decode(line, type=Figure) for line in lines]
    return []


def keep_figures(game: Game[Any], new: Iterable[Figure]) -> None:
    """Write figures into a game's file, instead of those of the same preset and level."""
    every = {(one.preset, one.level): one for one in (*read_figures(game), *new)}
    presets, levels = [preset.key for preset in game.presets], [*LEVELS, PERFECT]
    ordered = sorted(
        (one for one in every.values() if one.preset in presets),
        key=lambda one: (presets.index(one.preset), levels.index(one.level)),
    )
    text = b"".join(msgspec.json.encode(one) + b"\n" for one in ordered)
    write_whole(game.home / STARTS, text)
