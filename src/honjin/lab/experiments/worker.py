"""The workers of an experiment: a message names a variant and a game, the answer is its line.

A worker prepares a variant when it first needs it.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from honjin.core.address import load_game
from honjin.core.play import Play
from honjin.lab.experiments.looking import Looker
from honjin.lab.experiments.rows import line_of
from honjin.lab.matches.compiling import prepare
from honjin.lab.matches.entrants import Entrant, find_entrant
from honjin.lab.matches.lineup import Fixed
from honjin.lab.matches.playing import play_seating
from honjin.lab.matches.worker import ReadyWork, Work


class Asked(NamedTuple):
    """Game number `round` of the variant with a number."""

    round: int
    variant: int


class VariantWork(NamedTuple):
    """A variant's name and the work of playing it."""

    key: str
    work: Work


class Worker:
    """Plays games of all variants (`team.Answering`)."""

    def __init__(self, work: bytes) -> None:
        self._variants = msgspec.json.decode(work, type=tuple[VariantWork, ...])
        self._ready: dict[int, ReadyWork] = {}

    def answer(self, message: bytes) -> bytes:
        """The line of a game."""
        asked = msgspec.json.decode(message, type=Asked)
        ready = self._ready_for(asked.variant)
        play, looker = Play(ready.game, ready.options), Looker()
        [seating] = Fixed(len(ready.players), play.seats, ready.seed).round(asked.round)
        played = play_seating(play, ready.players, seating, ready.seed, looker)
        course = None if played.match.fault else looker.course(played.play)
        return line_of(self._variants[asked.variant].key, played, course)

    def _ready_for(self, variant: int) -> ReadyWork:
        if variant not in self._ready:
            work = self._variants[variant].work
            _compile(work)
            self._ready[variant] = ReadyWork(work)
        return self._ready[variant]


def _compile(work: Work) -> None:
    """Compile the loops of the bots, which may not have been done on this machine yet."""
    game = load_game(work.address)
    options = game.read_options(work.options)
    entrants = [
        Entrant(label, text, find_entrant(game, options, text)) for label, text in work.bots
    ]
    prepare(game, entrants, lambda _: None)
