"""The quality of a bot's choices, measured by exact values: one choice in each position, no games.

A bot begins each position without what it has learned in others, with its loops compiled.

kept    the share of positions where the result was kept, of those where a choice can change it
exact   the share of best choices, of the positions where a choice can change anything
plies   the mean number of plies given away where the result was kept, by a later win or sooner loss
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from honjin.bots import Player, SearchHandle, SearchRequest, ask_seen, fresh
from honjin.bots.precompile import load_loops
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.dataset.columns import About, BadDataset, Row
from honjin.lab.stats.intervals import Estimate, Moments, bounded_mean

MAX_PLIES: Final = 127
"""The longest distance of a table."""


class Grade(NamedTuple):
    """A bot's grade, with 95 % intervals. `kept_of` and `exact_of` count the positions."""

    kept: Estimate
    kept_of: int
    exact: Estimate
    exact_of: int
    plies: Estimate


class _Marks:
    """Running totals over positions."""

    def __init__(self) -> None:
        self.kept, self.exact, self.plies = Moments(), Moments(), Moments()

    def add(self, row: Row, action: str) -> None:
        """Count a choice in a position."""
        at = row.actions.index(action)
        keeps = row.results[at] == row.result
        if len(set(row.results)) > 1:
            self.kept.add(float(keeps))
        if len(row.best) < len(row.actions):
            self.exact.add(float(action in row.best))
            if keeps and row.result:
                self.plies.add(abs(row.distances[at] - row.plies))

    def grade(self) -> Grade:
        """The grade from the totals."""
        return Grade(
            bounded_mean(self.kept), self.kept.n, bounded_mean(self.exact), self.exact.n,
            bounded_mean(self.plies, 0, MAX_PLIES),
        )  # fmt: skip


def grade(
    game: Game[Any], player: Player, about: About, rows: Iterable[Row], *, seed: int = 1
) -> Grade:
    """Let a bot choose once in each position; BadDataset if these are of other rules.

    NotCompiled if its loops cannot be compiled.
    """
    if (about.game, about.rules) != (game.key, game.version):
        raise BadDataset(
            f"expected positions of {game.key} under rules {game.version}, "
            f"got {about.game} under rules {about.rules}"
        )
    options = game.read_options(about.options)
    marks, seats = _Marks(), game.seats(options)
    load_loops(game, player.bot, player.name)
    for number, row in enumerate(rows):
        try:
            s = game.read_position(row.position, options)
            rng = random.Random(f"{seed}/{number}")
            marks.add(row, _chosen(game, player, s, row.seat, seats, rng))
        except (HonjinError, ValueError) as problem:
            raise BadDataset(f"row {number}, {row.position!r}: {problem}") from None
    return marks.grade()


def _chosen(
    game: Game[Any], player: Player, s: Any, seat: int, seats: int, rng: random.Random
) -> str:
    seen = game.seen_by(s, seat)
    request = SearchRequest(game, seen, seat, seats, rng, player.budget, SearchHandle())
    return game.notation.write_action(s, seat, ask_seen(fresh(player.bot), request).action)
