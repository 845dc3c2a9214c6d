"""Making puzzles: randomised games are searched for positions that are puzzles.

So each puzzle is reached from the deal by legal play. A game gives at most one, its hardest, and
symmetric positions count as the same. One side naturally gets more puzzles than the other; its
number is limited to about twice the other's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.jit.rng import draw, seeded
from honjin.core.options import Options
from honjin.core.parts.index import Unsolvable
from honjin.core.play import Play
from honjin.solver.puzzles.puzzle import Puzzle, puzzle_in
from honjin.solver.tables.ask import NotSolved, Tables

SOON: Final = 4
"""The plies within which players usually see a loss."""

LOOKS: Final = 3
"""The number of times that a player reconsiders."""

MAX_MISSED: Final = 200
"""The number of games without a table after which NotSolved is raised."""

SIDES: Final = 2

Name = tuple[str, int, int]


MAX_TO_ONE: Final = 2
SLACK: Final = 3
"""The largest ratio of the sides' numbers of puzzles, apart from a few."""


class Maker:
    """Finds puzzles in games with these options; the same seed finds the same ones.

    Existing puzzles (`have`) are not found again. Deals without a table are skipped; raises
    NotSolved if no deal has one.
    """

    def __init__(
        self, tables: Tables, options: Options, have: Iterable[Puzzle] = (), seed: int = 1
    ) -> None:
        game = tables.game
        if game.seats(options) != SIDES:
            raise Unsolvable(f"puzzles of {game.key} need two seats, and these options have one")
        self.tables, self.options, self.games = tables, options, 0
        self._rng, self._missed = seeded(seed), 0
        self._met: set[Name] = set()
        self._by_seat = [0] * SIDES
        for puzzle in have:
            self._remember(puzzle)

    def look(self) -> Puzzle | None:
        """Play one more game; return its hardest new puzzle, or None."""
        self.games += 1
        try:
            found = self._hardest()
        except NotSolved:
            self._missed += 1
            if self._missed >= MAX_MISSED:
                raise
            return None
        self._missed = 0
        if found is not None:
            self._by_seat[found.play(self.tables.game).may_act()[0]] += 1
        return found

    def _remember(self, puzzle: Puzzle) -> None:
        play = puzzle.play(self.tables.game)
        self._by_seat[play.may_act()[0]] += 1
        with suppress(Unsolvable):
            self._met.add(name_of(self.tables, play.state))

    def _hardest(self) -> Puzzle | None:
        """The hardest new puzzle of a game; marks all positions of the game as seen."""
        found, names = None, set()
        for play in _played(self.tables, self.options, self._rng):
            name = name_of(self.tables, play.state)
            is_new = name not in self._met and self._wants(play.may_act()[0])
            puzzle = puzzle_in(self.tables, play) if is_new else None
            if puzzle and (found is None or puzzle.difficulty > found.difficulty):
                found = puzzle
            names.add(name)
        self._met |= names
        return found

    def _wants(self, seat: int) -> bool:
        return self._by_seat[seat] <= MAX_TO_ONE * self._by_seat[1 - seat] + SLACK


def name_of(tables: Tables, s: Any) -> Name:
    """A name that symmetric positions share."""
    plan, _ = tables.table_for(s)
    image = plan.turned(s)
    return plan.key, tables.index.family(image), tables.index.member(image)


def _played(tables: Tables, options: Options, rng: list[int]) -> Iterator[Play]:
    """A game of players that look a little ahead, up to its end or its first repetition."""
    play, names = Play(tables.game, options), set()
    by_chance = partial(draw, rng)
    play.run_chance(by_chance)
    while play.may_act() and (name := name_of(tables, play.state)) not in names:
        names.add(name)
        yield play
        seat = play.may_act()[0]
        play.act(seat, _sensible(tables, play, seat, by_chance))


def _sensible(tables: Tables, play: Play, seat: int, by_chance: Callable[[int], int]) -> int:
    legal = play.legal(seat)
    for _ in range(LOOKS):
        action = legal[by_chance(len(legal))]
        if not _loses_soon(tables.game, tables, play.state, seat, action):
            break
    return action


def _loses_soon(game: Game[Any], tables: Tables, s: Any, seat: int, action: int) -> bool:
    after = s.copy()
    game.apply_action(after, seat, action)
    if not game.may_act(after):
        result = game.result(after, SIDES)
        return result is not None and result.returns[seat] < 0
    value = tables.state_value(after)
    return value.result > 0 and value.plies < SOON
