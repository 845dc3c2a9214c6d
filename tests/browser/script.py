"""Games to be played through the page, chosen with the library, which also says what to see."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from honjin.core.contract.presentation import Choice
from honjin.core.game import Game
from honjin.core.play import Play
from honjin.core.scene import Scene
from honjin.core.seats import SPECTATOR
from honjin.games import load


class Turn(NamedTuple):
    """One action: who does it, what it is, what lies on the table afterwards."""

    seat: int
    choice: Choice
    after: Scene


class Script(NamedTuple):
    """A whole game, and how it ends."""

    options: Mapping[str, str | bool]
    before: Scene
    turns: list[Turn]
    winners: tuple[int, ...]

    @property
    def kinds(self) -> set[str]:
        """The kinds of choices that occur."""
        return {turn.choice.kind for turn in self.turns}


def whole_game(
    key: str,
    options: Mapping[str, str | bool],
    kinds: frozenset[str] = frozenset(),
    most: int = 24,
) -> Script:
    """The first random game that is short enough and has all these kinds of choices in it."""
    game = load(key)
    for seed in range(2000):
        script = _random_game(game, options, seed, most)
        if script is not None and kinds <= script.kinds and script.winners:
            return script
    raise LookupError(f"no game of {key} in {most} turns has {', '.join(sorted(kinds))}")


def _random_game(
    game: Game[Any], options: Mapping[str, str | bool], seed: int, most: int
) -> Script | None:
    play, rng, turns = Play(game, options), random.Random(seed), list[Turn]()
    play.run_chance(rng.randrange)
    before = seen(play)
    while (result := play.result()) is None:
        if len(turns) == most:
            return None
        seat = play.may_act()[0]
        turns.append(_turn(play, seat, rng.choice(play.legal(seat))))
    return Script(options, before, turns, result.winners())


def written_game(key: str, options: Mapping[str, str | bool], actions: str) -> Script:
    """A game, not always to its end, from its actions in notation."""
    play, turns = Play(load(key), options), list[Turn]()
    play.run_chance(lambda total: 0)
    before = seen(play)
    for text in actions.split():
        seat = play.may_act()[0]
        turns.append(_turn(play, seat, play.game.notation.read_action(play.state, seat, text)))
    return Script(options, before, turns, ())


def _turn(play: Play, seat: int, action: int) -> Turn:
    choice = play.game.table.choice(play.game.seen_by(play.state, seat), seat, action)
    play.act(seat, action)
    play.run_chance(lambda total: 0)
    return Turn(seat, choice, seen(play))


def seen(play: Play) -> Scene:
    """What a spectator sees of a game."""
    return play.game.table.scene(play.game.seen_by(play.state, SPECTATOR))
