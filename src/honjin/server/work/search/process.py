"""The search process: `python -m honjin.server.work.search.process <socket> <tables> <nets>`.

It reads orders from a socket and ends when that does, so it never outlives its server. Each order
has a thread; compiled searches run side by side, as they do without Python's lock.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from honjin.bots import SearchHandle, SearchResult
from honjin.bots.precompile import loaded_loops, share_compiled
from honjin.bots.prepare import search_loops
from honjin.core.errors import HonjinError
from honjin.core.game import Game, load_game
from honjin.server.work.logs import set_up
from honjin.server.work.memory import give_back_large_blocks
from honjin.server.work.search import orders
from honjin.server.work.search.mind import Mind, prepare_all

log = logging.getLogger(__name__)

TICK: Final = 0.1
"""Seconds between two looks at what is under way."""

NICENESS: Final = 5
"""Where a search and a click want the same core, the click comes first."""


class RunningOrder:
    """An order under way, and what was last told of it."""

    def __init__(self, order: orders.Think | None) -> None:
        self.follows = order is not None and order.follows
        self.handle = SearchHandle()
        self._share = 0.0
        self._latest: SearchResult | None = None

    def news(self, number: int) -> orders.Progress | None:
        """The changes since the last call."""
        share, latest = round(self.handle.share, 3), self.handle.latest
        told: SearchResult | None = None
        if self.follows and latest is not self._latest:
            told = latest
        if told is None and share == self._share:
            return None
        self._share, self._latest = share, latest
        return orders.Progress(number, share, told)


class SearchWorker:
    """Carries out the orders of one server."""

    def __init__(self, line: socket.socket, mind: Mind) -> None:
        self._line, self._mind = line, mind
        self._sending = threading.Lock()
        self._running: dict[int, RunningOrder] = {}
        self._games: dict[str, Game[Any]] = {}
        self._broken: set[str] = set()
        self._told: orders.Compiled | None = None

    def run(self) -> None:
        """Work until the server hangs up."""
        with self._line.makefile("rb") as line:
            while (frame := orders.read_frame(line.read)) is not None:
                self._take(orders.read_request(frame))

    def _take(self, request: orders.Request) -> None:
        match request:
            case orders.Ask():
                order = request.order if isinstance(request.order, orders.Think) else None
                running = self._running[request.number] = RunningOrder(order)
                _in_thread(lambda: self._do(request, running))
            case orders.Stop():
                if stopped := self._running.get(request.number):
                    stopped.handle.stop()
            case orders.Load():
                for address in request.games:
                    self._load(address)
                _in_thread(self._watch)
            case orders.Want():
                _in_thread(lambda: self._want(request))
            case orders.Prepare():
                _in_thread(lambda: self._prepare(request))

    def _do(self, request: orders.Ask, running: RunningOrder) -> None:
        reply: orders.Reply
        try:
            order = request.order
            found = self._mind.do(self._game(order.game), order, running.handle)
            reply = orders.OrderAnswer(request.number, msgspec.Raw(orders.encode(found)))
        except (HonjinError, OSError) as problem:  # such as a table that is damaged
            reply = orders.Failed(request.number, str(problem))
        except Exception as problem:
            log.exception("a search failed")
            reply = orders.Failed(request.number, f"{type(problem).__name__} in the search process")
        del self._running[request.number]
        self._send(reply)

    def _want(self, request: orders.Want) -> None:
        with _logged():
            self._mind.want(self._game(request.game), request.options, request.bot)

    def _prepare(self, request: orders.Prepare) -> None:
        with _logged():
            prepare_all(self._game(one) for one in request.games if one not in self._broken)

    def _load(self, module: str) -> None:
        try:
            self._game(module)
        except Exception:  # its file may have changed; the other games are played
            log.exception("%s cannot be imported", module)
            self._broken.add(module)

    def _game(self, address: str) -> Game[Any]:
        if address in self._broken:
            raise orders.SearchFailed(f"{address} cannot be imported by the search process")
        if address not in self._games:
            self._games[address] = load_game(address)
        return self._games[address]

    # ---- what is told without a question

    def _watch(self) -> None:
        while True:
            time.sleep(TICK)
            for number, running in list(self._running.items()):
                if news := running.news(number):
                    self._send(news)
            self._tell_compiled()

    def _tell_compiled(self) -> None:
        games = dict(self._games)
        shares = {
            address: round(share_compiled(game, search_loops(game)), 2)
            for address, game in games.items()
        }
        is_busy = any(share_compiled(game) < 1 for game in games.values())
        ready = frozenset(
            (address, str(loops)) for address, game in games.items() for loops in loaded_loops(game)
        )
        news = orders.Compiled(shares, ready, is_busy)
        if news != self._told:
            self._told = news
            self._send(news)

    def _send(self, reply: Any) -> None:
        with self._sending, suppress(OSError):  # the server is gone, and so is this process soon
            self._line.sendall(orders.framed(reply))


@contextmanager
def _logged() -> Iterator[None]:
    """Log that something could not be compiled in advance; the text may be what people wrote."""
    try:
        yield
    except Exception as problem:
        log.warning("compiled code could not be requested: %s", type(problem).__name__)


def _in_thread(work: Callable[[], object]) -> None:
    threading.Thread(target=work, daemon=True).start()


def main(arguments: Sequence[str]) -> None:
    """Serve one socket, whose number is the first argument."""
    number, solved, nets = arguments
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    give_back_large_blocks()
    set_up(lambda _: False)
    sys.setswitchinterval(0.0005)  # a search in Python must not keep another from being stopped
    SearchWorker(socket.socket(fileno=int(number)), Mind(Path(solved), nets)).run()
    os._exit(0)  # searches under way are of no use to anybody


if __name__ == "__main__":
    # Import the module under its own name, so that its classes are those of other modules.
    import_module("honjin.server.work.search.process").main(sys.argv[1:])
