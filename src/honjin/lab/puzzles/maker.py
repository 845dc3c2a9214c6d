"""The maker of decision puzzles: games between weak players are searched for clear questions.

Each puzzle is reached from the deal by legal play. A game gives at most one puzzle of each theme,
and answers that are alike (the same kinds of choices with the same worth) are not repeated often.
The same seed and the same puzzles so far give the same next ones.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.play import Play
from honjin.lab.puzzles.asked import TIMES, successes
from honjin.lab.puzzles.searched import searched_node
from honjin.lab.puzzles.weak import WeakPlayer
from honjin.solver.puzzles.decision import Decision, Node, has_one_end, shows_nothing
from honjin.solver.puzzles.exact import NeedsHidden, TooCostly, exact_node

MAX_STEPS: Final = 600
"""The longest record of a puzzle: games are not followed further."""

MAX_ASKED: Final = 25
"""The most positions of a game that are examined for a theme."""

ALIKE: Final = 3
"""At least so many puzzles may have answers that are alike, and a fifth of all may."""

Pattern = tuple[Any, ...]


class DecisionMaker:
    """Finds puzzles of a game's themes.

    Existing puzzles (`have`) are not found again. The presets take turns, with `options` in
    place of theirs.
    """

    def __init__(
        self, game: Game[Any], options: dict[str, Any], have: Iterable[Decision] = (),
        seed: int = 1, themes: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self.game, self.options, self.games = game, options, 0
        wanted = tuple(themes)
        self.themes = [one for one in game.themes if not wanted or one.key in wanted]
        self._patterns: Counter[Pattern] = Counter()
        self._met: set[str] = set()
        for puzzle in have:
            self._remember(puzzle)
        self._rng = random.Random(f"{game.key} {seed} {len(self._met)}")
        self._player = WeakPlayer(game, self._rng)

    def look(self) -> list[Decision]:
        """Play one more game, and return its new puzzles, at most one of each theme."""
        self.games += 1
        play = Play(self.game, self._setting())
        found: dict[str, Decision] = {}
        asked: Counter[str] = Counter()
        play.run_chance(self._rng.randrange)
        while play.may_act() and len(play.steps) < MAX_STEPS and len(found) < len(self.themes):
            seat = self._rng.choice(play.must_act() or play.may_act())
            self._ask(play, seat, found, asked)
            play.push(seat, self._player.choose(play, seat))
            play.run_chance(self._rng.randrange)
        return list(found.values())

    def _setting(self) -> dict[str, Any]:
        presets = self.game.presets
        return {**presets[self.games % len(presets)].options, **self.options}

    def _ask(
        self, play: Play, seat: int, found: dict[str, Decision], asked: Counter[str]
    ) -> None:  # fmt: skip
        """Ask the questions of all themes that have none from this game yet."""
        for theme in self.themes:
            is_asked = theme.key not in found and theme.asks(play.seen(seat), seat)
            if not is_asked or asked[theme.key] >= MAX_ASKED:
                continue
            asked[theme.key] += 1
            node = self._node(play, theme, seat)
            if node and node.turns >= theme.least_turns and _is_fair(play, seat, node):
                puzzle = self._puzzle(play, theme.key, seat, node)
                if self._is_new(puzzle):
                    self._remember(puzzle)
                    found[theme.key] = puzzle

    def _node(self, play: Play, theme: Any, seat: int) -> Node | None:
        seen = play.seen(seat)
        if theme.search:
            return searched_node(self.game, theme, seen, seat, play.seats)
        with suppress(TooCostly, NeedsHidden):
            return exact_node(self.game, theme, seen, seat)
        return None

    def _puzzle(self, play: Play, theme: str, seat: int, node: Node) -> Decision:
        usual = self.game.read_options()
        options = {key: value for key, value in play.options.items() if value != usual[key]}
        found = successes(play, seat, node, self._rng)
        return Decision(theme, options, play.record().actions, seat, node, TIMES, found)

    # ---- variety

    def _is_new(self, puzzle: Decision) -> bool:
        most = max(ALIKE, len(self._met) // 5)
        return _name(puzzle) not in self._met and self._patterns[_pattern(puzzle)] < most

    def _remember(self, puzzle: Decision) -> None:
        self._met.add(_name(puzzle))
        self._patterns[_pattern(puzzle)] += 1


def _is_fair(play: Play, seat: int, node: Node) -> bool:
    """True if the answer leads to one position, and no choice shows what is hidden."""
    return has_one_end(play, seat, node) and shows_nothing(play, seat, node)


def _name(puzzle: Decision) -> str:
    return " ".join(puzzle.entries)


def _pattern(puzzle: Decision) -> Pattern:
    """What alike answers share: the theme, how the choices are written, the worth of the best."""
    shapes = ("".join("x" if c.isalnum() else c for c in text) for text in puzzle.line())
    return puzzle.theme, tuple(shapes), puzzle.first.best
