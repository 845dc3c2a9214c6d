"""A process that plays games, started and controlled by `crew`.

In: `Work`, then one `Seating` per game, as JSON. Out: `READY`, then the line of each game.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from honjin.bots import Bot, all_loops_of
from honjin.bots.precompile import compile_ahead
from honjin.core.address import load_game
from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.play import Play
from honjin.lab.matches.entrants import find_entrant
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.playing import play_seating
from honjin.lab.processes import connected

READY: Final = b"ready"


class Work(NamedTuple):
    """A worker's task: the game at `<module>[:NAME]`, options, bots and seed.

    A bot is given by its label and its specification, with levels resolved.
    """

    address: str
    options: dict[str, Value]
    bots: tuple[tuple[str, str], ...]
    seed: int


class ReadyWork:
    """Work with its game, options and bots loaded."""

    def __init__(self, work: Work) -> None:
        self.game, self.seed = load_game(work.address), work.seed
        self.options = self.game.read_options(work.options)
        self.players = [
            find_entrant(self.game, self.options, text)._replace(name=label)
            for label, text in work.bots
        ]
        for player in self.players:
            load_compiled(self.game, player.bot)

    def line(self, seating: Seating) -> bytes:
        """The line of a game, played to its end."""
        play = Play(self.game, self.options)
        return play_seating(play, self.players, seating, self.seed).line()


def main() -> None:
    """Play the games that are sent."""
    say, messages = connected()
    work = ReadyWork(msgspec.json.decode(messages.get(), type=Work))
    say(READY)
    while True:
        say(work.line(msgspec.json.decode(messages.get(), type=Seating)))


def load_compiled(game: Game[Any], bot: Bot) -> None:
    """Load a bot's compiled loops, so that no thinking time is spent on loading."""
    for loops in all_loops_of(bot):
        compile_ahead(game, loops)
