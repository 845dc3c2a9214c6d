"""What the workers of a search do: a message names options and a game, the answer is its result.

A worker gets options ready when it is asked for them, and keeps the last few.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from honjin.core.play import Play
from honjin.lab.matches.lineup import Fixed
from honjin.lab.matches.playing import play_seating
from honjin.lab.matches.worker import ReadyWork, Work

KEPT = 8


class Asked(NamedTuple):
    """Game number `round` with these options, as JSON of `Work`."""

    round: int
    work: str


class Answer(NamedTuple):
    """What came of it: what each seat got, or what failed."""

    returns: tuple[int, ...]
    fault: str = ""


class Worker:
    """Plays games of all choices (`team.Answering`); there is nothing to tell it beforehand."""

    def __init__(self, work: bytes) -> None:
        del work

    def answer(self, message: bytes) -> bytes:
        """The result of a game."""
        asked = msgspec.json.decode(message, type=Asked)
        ready = _ready(asked.work)
        play = Play(ready.game, ready.options)
        [seating] = Fixed(len(ready.players), play.seats, ready.seed).round(asked.round)
        match = play_seating(play, ready.players, seating, ready.seed).match
        return msgspec.json.encode(Answer(match.returns, match.fault.says if match.fault else ""))


@lru_cache(maxsize=KEPT)
def _ready(work: str) -> ReadyWork:
    return ReadyWork(msgspec.json.decode(work, type=Work))
