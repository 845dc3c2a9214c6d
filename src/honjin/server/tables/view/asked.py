"""Answers to what a seat asks about its choices, made by any thread from what the seat sees.

They can take a fifth of a second, so that they are neither part of a view nor made on the event
loop.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import msgspec

from honjin.core.game import Game
from honjin.server.tables.messages import answers
from honjin.server.tables.view.parts import turn_of
from honjin.server.tables.view.perspective import Perspective


class Asked(NamedTuple):
    """A question, and the function that answers it; the same key always has the same answer."""

    key: Hashable
    answer: Callable[[], bytes]


def answer_gestures(game: Game[Any], sight: Perspective, version: int) -> bytes:
    """A Gestures message: what a seat could do in several actions at once."""
    found = game.gestures(sight.observation.copy(), sight.viewer) if sight.legal else ()
    return msgspec.json.encode(answers.Gestures(version, found))


def answer_ahead(game: Game[Any], sight: Perspective, version: int, *, waits: bool) -> bytes:
    """An Ahead message: what a seat that waits for others could do if its turn came now."""
    seat = sight.viewer
    then = game.ahead(sight.observation.copy(), seat) if waits else None
    if then is None:
        return msgspec.json.encode(answers.Ahead(version))
    turn = turn_of(game, Perspective(seat, then, game.legal(then, seat)))
    return msgspec.json.encode(answers.Ahead(version, turn))
