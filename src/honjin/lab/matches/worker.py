"""Games of arenas, experiments and searches, played by workers (`lab.team`).

A message is an `Asked`, the answer the line of its game. Wherever a game is played, and however
often, it is the same game: all its randomness follows from its seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from honjin.bots.precompile import load_loops
from honjin.core.game import Game, address_of, load_game
from honjin.core.options import Options, Value
from honjin.core.play import Play
from honjin.lab.errors import BadArena
from honjin.lab.matches.entrants import Entrant, find_entrant
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.playing import play_seating
from honjin.lab.team import Backend, team_of

MAX_READY = 64
"""The most works that a worker keeps ready: as many as an experiment has variants."""


class Work(NamedTuple):
    """What games are played: the game at `<module>[:NAME]`, options, bots and seed.

    A bot is given by its label and its specification, with levels resolved. `variant` is the name
    in an experiment.
    """

    address: str
    options: dict[str, Value]
    bots: tuple[tuple[str, str], ...]
    seed: int
    variant: str = ""


class Asked(NamedTuple):
    """A game to play: its work, as `encoded_work` gives it, and its seating."""

    work: str
    seating: Seating


def encoded_work(
    game: Game[Any], options: Options, entrants: Sequence[Entrant], seed: int, variant: str = ""
) -> str:
    """The work of playing a game; raises BadArena if workers cannot find it."""
    address = address_of(game)
    if address is None:
        raise BadArena(f"no module holds {game.key} as GAME, so workers cannot find it")
    bots = tuple((entrant.label, entrant.means) for entrant in entrants)
    return msgspec.json.encode(Work(address, dict(options), bots, seed, variant)).decode()


class ReadyWork:
    """Work with its game, options and bots loaded, and compiled on this machine."""

    def __init__(self, work: Work) -> None:
        self.work, self.game = work, load_game(work.address)
        self.options = self.game.read_options(work.options)
        self.players = [
            find_entrant(self.game, self.options, text)._replace(name=label)
            for label, text in work.bots
        ]
        for player in self.players:
            load_loops(self.game, player.bot, player.name)


class Worker:
    """Plays games (`team.Answering`); there is nothing to tell it beforehand."""

    def __init__(self, work: bytes = b"") -> None:
        del work

    def answer(self, message: bytes) -> bytes:
        """The line of a game."""
        asked = msgspec.json.decode(message, type=Asked)
        return self.line(_ready(asked.work), asked.seating)

    def line(self, ready: ReadyWork, seating: Seating) -> bytes:
        """The line of a game, played to its end."""
        play = Play(ready.game, ready.options)
        return play_seating(play, ready.players, seating, ready.work.seed).line()


@lru_cache(maxsize=MAX_READY)
def _ready(work: str) -> ReadyWork:
    return ReadyWork(msgspec.json.decode(work, type=Work))


@contextmanager
def played_lines(
    asked: Iterable[Asked], jobs: int, backend: Backend, kind: type[Worker] = Worker
) -> Iterator[Iterator[bytes]]:
    """The line of each game as it ends; leaving the `with` block ends the workers.

    Raises WorkerFailed if a game has lost its worker too often, or a worker cannot start.
    """
    with (
        team_of(kind, b"", jobs, backend) as team,
        closing(team.ask(map(msgspec.json.encode, asked))) as answers,
    ):
        yield (line for _, line in answers)
