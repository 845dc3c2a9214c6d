"""A process that plays games, started and told what to do by `lab.crew`.

In: one line `Work`, then a line `Seating` a game. Out: the line `READY`, then the line of each
game. It ends when its input does, in the middle of a game too, so it never outlives who started it.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from honjin.bots import Bot
from honjin.bots.ahead import compile_ahead
from honjin.core.game import Game
from honjin.core.jit.compiled import load_game, warm
from honjin.core.options import Value
from honjin.core.play import Play
from honjin.lab.matches.entrants import find_entrant, loops_of
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.playing import play_seating

READY: Final = b"ready\n"


class Work(NamedTuple):
    """What a worker plays: the game at `<module>[:NAME]`, these options, bots and seed.

    A bot is its label and the text that describes it, levels already looked up.
    """

    address: str
    options: dict[str, Value]
    bots: tuple[tuple[str, str], ...]
    seed: int


class ReadyWork:
    """Work that is ready to be played: its game, its options, and its bots, loaded."""

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
    """Play what comes in."""
    say = _own_output()
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    work = ReadyWork(msgspec.json.decode(lines.get(), type=Work))
    say(READY)
    while True:
        say(work.line(msgspec.json.decode(lines.get(), type=Seating)))


def _own_output() -> Callable[[bytes], None]:
    """What writes to the parent; whatever else is printed goes to the log of errors."""
    out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(line: bytes) -> None:
        while line:
            line = line[os.write(out, line) :]

    return say


def _listen(lines: queue.SimpleQueue[bytes]) -> None:
    # Unbuffered: a buffer's lock, held here, would abort an interpreter that ends by an error.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as raw:
        for line in raw:
            lines.put(line)
    os._exit(0)


def load_compiled(game: Game[Any], bot: Bot) -> None:
    """Load what a bot runs compiled, so that no move's time goes into loading."""
    for loops in loops_of(bot):
        if compile_ahead(game, loops):
            warm(game, loops)
