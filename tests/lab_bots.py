"""Bots that misbehave, for workers to find by `lab_bots.NAME`."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from honjin.bots import SearchRequest, SearchResult
from honjin.core.game import Game
from honjin.core.options import Options
from madeup.state import BID


@dataclass
class Odd:
    """Does something before it answers at random."""

    name: str
    deed: Callable[[SearchRequest], None]
    seen: list[Any] = field(default_factory=list)

    def suits(self, game: Game[Any], options: Options) -> bool:
        return game.key != "rokumon" or options["act"] != "1"

    def think(self, task: SearchRequest) -> SearchResult:
        self.seen.append(task.observation.copy())
        self.deed(task)
        return SearchResult(task.rng.choice(task.legal()))


@dataclass
class Bidder:
    """At the fair it bids a fixed number of coins, and otherwise takes the first choice."""

    name: str
    coins: int

    def suits(self, game: Game[Any], options: Options) -> bool:
        return game.key == "madeup"

    def think(self, task: SearchRequest) -> SearchResult:
        return SearchResult(self.coins if task.observation.phase == BID else task.legal()[0])


def fail(task: SearchRequest) -> None:
    """Raises in about one turn of five."""
    if task.rng.random() < 0.2:
        raise RuntimeError("no idea\nat all")


def chat(task: SearchRequest) -> None:
    print("a bot that prints", flush=True)
    os.write(1, b"and that writes\n")


def die(task: SearchRequest) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def doze(task: SearchRequest) -> None:
    """Leaves its process id where the test looks for it, and thinks for a long time."""
    (Path(os.environ["HONJIN_TEST_PIDS"]) / str(os.getpid())).touch()
    time.sleep(600)


def gamble(task: SearchRequest) -> None:
    """Draws many random numbers: its own, and the interpreter's."""
    for _ in range(1000):
        task.rng.random()
        random.random()


FAILING = Odd("failing", fail)
CHATTING = Odd("chatting", chat)
DYING = Odd("dying", die)
DOZING = Odd("dozing", doze)
GAMBLING = Odd("gambling", gamble)
WATCHING = Odd("watching", lambda task: None)
MODEST = Bidder("modest", 0)
BIDDING = Bidder("bidding", 1)
LOCK = threading.Lock()  # no bot at all
