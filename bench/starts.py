"""Who wins each start of the lobby: plays it, and writes the figures into the games' folders.

    python -m bench.starts                          # all starts, up to daimyo: a day or more
    python -m bench.starts --starts summits swords/two --levels samurai --games 1000 --jobs 2

Each preset is played by one level on all seats; where every deal is proved or can be solved in a
table, perfect play is looked up too. Games are saved in `--folder`, and the figures of a preset and
level are written once it has all its games: the same command resumes a run that was stopped, and
plays what is missing. `--other_code` continues games of other code, if the change does not matter.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from bench.common import ROOT, arguments

from honjin.bots import LEVELS
from honjin.cli.lab.progress import Bar
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games import keys, load
from honjin.lab import Estimate, Findings, Fixed, Kept, Series
from honjin.lab.report.findings import SEAT, Group
from honjin.lab.starts import (
    PERFECT,
    Figure,
    Share,
    figures_of,
    keep_figures,
    means_of,
    start_of,
)
from honjin.solver import Tables, TooLarge, check_proof, found_proof
from honjin.solver.tables.solving import solve_plan

ORDER = "order"
"""The mark of a seat's place in turn order (`facts`)."""

PLACES = ("first", "second", "third", "fourth", "fifth")


class Start(NamedTuple):
    """A preset of a game."""

    game: Game[Any]
    preset: str
    options: Options

    @property
    def name(self) -> str:
        """`summits/tennozan`."""
        return f"{self.game.key}/{self.preset}"


def starts(names: Iterable[str]) -> Iterator[Start]:
    """The starts with these names: all those of a game, or single ones."""
    for game in map(load, keys()):
        for preset in game.presets:
            start = Start(game, preset.key, game.read_options(preset.options))
            if {game.key, start.name} & set(names):
                yield start


def figure(start: Start, level: str, games: int, **shares: tuple[Share, ...]) -> Figure:
    """A figure of today."""
    means = means_of(start.game, start.options, level)
    digest = start_of(start.game, start.options)
    day = time.strftime("%Y-%m-%d")
    return Figure(start.preset, level, means, digest, day, games, **shares)


# ---- games between bots


def played(start: Start, level: str, bar: Bar, given: Any) -> Figure:
    """The figure of a start and level, once all its games are saved."""
    game, options = start.game, start.options
    folder = Path(given.folder) / game.key / start.preset / level
    series = Series(
        game, [level], lineup=Fixed, options=options, folder=folder, other_code=given.other_code
    )
    kept = Kept(series.lineup.seats, game.best)
    bar.begin([f"seat {seat}" for seat in range(kept.seats)], f"{start.name} {level}")
    series.play(kept, given.games, jobs=given.jobs, tell=bar.tell)
    found = kept.findings()
    seats, order = shares_of(found, SEAT), shares_of(found, ORDER)
    return figure(start, level, found.games, seats=seats, order=() if order == seats else order)


def shares_of(found: Findings, of: str) -> tuple[Share, ...]:
    """The shares by seat, or by place in turn order."""
    groups = sorted((group for group in found.groups if group.of == of), key=rank)
    return tuple(percent(group.share) for group in groups)


def rank(group: Group) -> int:
    """The number of a seat or of a place; games name their places in words or in figures."""
    return int(group.value) if group.value.isdecimal() else PLACES.index(group.value)


def percent(share: Estimate) -> Share:
    """A share in per cent."""
    value, low, high = (round(100 * part, 1) for part in share)
    return value, low, high


# ---- perfect play


def perfect(start: Start, folder: Path) -> Figure | None:
    """The figure of perfect play over all deals; None where the result of none is known."""
    if start.game.index is None or start.game.seats(start.options) != 2:
        return None
    low = high = Fraction(0)
    deals = [*dealt(start.game, start.game.setup(start.options))]
    for state, odds in deals:
        least, most = solved(start.game, state, folder)
        low, high = low + odds * least, high + odds * most
    if (low, high) == (0, 1):
        return None
    first = Estimate(*map(float, ((low + high) / 2, low, high)))
    second = Estimate(1 - first.value, 1 - first.high, 1 - first.low)
    return figure(start, PERFECT, len(deals), seats=(percent(first), percent(second)))


def dealt(
    game: Game[Any], state: Any, odds: Fraction = Fraction(1)
) -> Iterator[tuple[Any, Fraction]]:
    """Every deal with its probability."""
    if game.may_act(state) != CHANCE_BIT:
        yield state, odds
        return
    outcomes = game.outcomes(state)
    total = sum(weight for _, weight in outcomes)
    for outcome, weight in outcomes:
        after = state.copy()
        game.apply_action(after, CHANCE, outcome)
        yield from dealt(game, after, odds * weight / total)


def solved(game: Game[Any], state: Any, folder: Path) -> tuple[Fraction, Fraction]:
    """The least and the most that the first side gets of a deal, by its proof or its table."""
    index = game.index
    assert index is not None
    proof = found_proof(folder, game.key, index.case(state).key)
    if proof.exists():
        won = Fraction(check_proof(game, proof).winner == index.sides[0])
        return won, won
    try:
        solve_plan(game, index.plan(state), folder)
    except TooLarge:
        return Fraction(0), Fraction(1)
    share = Fraction(1 + Tables.open(game, folder).state_value(state).result, 2)
    return share, share


def main() -> None:
    """Look up perfect play, then play level by level, the weakest first."""
    names = [*keys(), *(start.name for start in starts(keys()))]
    given = arguments(
        __doc__, {"starts": names, "levels": LEVELS}, games=400, starts=tuple(keys()),
        levels=LEVELS[:3], folder=str(ROOT / "build" / "starts"), jobs=1, other_code=False,
    )  # fmt: skip
    chosen = [*starts(given.starts)]
    for start in chosen:
        known = figures_of(start.game).get(start.preset, ())
        if all(one.level != PERFECT for one in known):
            found = perfect(start, Path(given.folder) / "tables")
            keep_figures(start.game, [found] if found else [])
    with Bar((), "the same command", what="run") as bar:
        for level in given.levels:
            for start in chosen:
                keep_figures(start.game, [played(start, level, bar, given)])


if __name__ == "__main__":
    main()
