"""Waiting for a bot in the terminal: it thinks in a thread, and Ctrl-C makes it answer now."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from honjin.bots import Player, SearchHandle, SearchRequest, SearchResult, ask_seen
from honjin.core.play import Play


class Opponent(NamedTuple):
    """A bot on a seat, with its own random stream so that its search does not affect the dice."""

    player: Player
    rng: random.Random


@contextmanager
def interrupt_stops(handle: SearchHandle) -> Iterator[None]:
    """The first Ctrl-C stops the search of this handle; a second one interrupts as usual."""

    def stop(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        handle.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def answer(opponent: Opponent, play: Play, seat: int, handle: SearchHandle) -> SearchResult:
    """The bot's result for this seat; the bot is given the seat's observation only."""
    task = SearchRequest(
        game=play.game,
        observation=play.game.seen_by(play.state, seat),
        seat=seat,
        seats=play.seats,
        rng=opponent.rng,
        budget=opponent.player.budget,
        handle=handle,
        # How soon it is sure tells how hard its choice was, and so of what it alone sees.
        may_end_early=not play.game.has_secrets,
    )
    found: list[SearchResult | Exception] = []

    def think() -> None:
        try:
            found.append(ask_seen(opponent.player.bot, task))
        except Exception as problem:
            found.append(problem)

    thread = threading.Thread(target=think, name=f"bot-{seat}", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)  # in short waits: not every platform can interrupt an endless one
    [outcome] = found
    if isinstance(outcome, Exception):
        raise outcome
    return outcome
