"""How hard a puzzle is: each level of bots is asked for the answer several times."""

from __future__ import annotations

import random
from typing import Any, Final

from honjin.bots import LEVELS, Player, ask, find_player
from honjin.bots.bot import Budget
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.play import Play
from honjin.solver.puzzles.decision import Node

TIMES: Final = 3
"""How often each level is asked."""

SIMULATIONS: Final = 1_000
"""The work of a level that is limited by time elsewhere, so that the machine does not matter."""

_LONG: Final = 3600.0


def successes(play: Play, seat: int, first: Node, rng: random.Random) -> tuple[int, ...]:
    """For each level, how often it finds the whole answer."""
    players = [asked_player(play.game, play.options, level) for level in LEVELS]
    return tuple(
        sum(_finds(play, seat, first, player, rng) for _ in range(TIMES)) for player in players
    )


def asked_player(game: Game[Any], options: Options, level: str) -> Player:
    """A level of bots with a fixed amount of work."""
    player = find_player(game, options, level)
    if player.budget.work:
        return player
    return player._replace(budget=Budget(_LONG, SIMULATIONS))


def _finds(play: Play, seat: int, first: Node, player: Player, rng: random.Random) -> bool:
    again, node = play.at(len(play.steps)), first
    while True:
        found = ask(player.bot, again, seat, rng, player.budget)
        text = again.game.notation.write_action(again.seen(seat), seat, found.action)
        if text not in node.right or text not in node.after:
            return text in node.right
        again.push(seat, found.action)
        node = node.after[text]
