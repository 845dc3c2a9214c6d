"""The server's end: searches are sent to a process of their own, and waited for in a thread.

A server needs no compiler and no compiled code to serve pages; those that think need 200 MB for
them. So they have a process: it is started when something is first to be searched or prepared, and
ended when nothing was for a while. If it dies, another one is started and asked once more.

Bots that need no compiled code think in a thread of the server, as do those of games that another
process could not import.
"""

from __future__ import annotations

import logging
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from honjin.bots import Bot, SearchHandle, SearchRequest, SearchResult, all_loops_of, greedy
from honjin.core.errors import HonjinError
from honjin.core.game import Game, address_of
from honjin.core.options import Options
from honjin.core.reading.child import child_environment
from honjin.server.work.search import orders

if TYPE_CHECKING:
    from honjin.server.work.search.mind import Mind

log = logging.getLogger(__name__)

IDLE: Final = 600.0
"""Seconds without a search after which the process is ended."""
PATIENCE: Final = 30.0
"""Seconds in which a search has to end that was stopped; else its process is replaced."""
LONGEST: Final = 60.0
"""Seconds in which a table or proofs have to be looked into, with the start of a process."""
TRIES: Final = 2
"""The number of processes that are asked the same."""

_NOTHING: Final = orders.Compiled({}, frozenset(), is_busy=False)
_STOP: Final = orders.Stop(0)


@dataclass(eq=False)
class PendingOrder:
    """An order that a thread waits for: what it hears, and whether it has been stopped."""

    order: orders.Order
    number: int = 0
    tries: int = 0
    is_stopped: bool = False
    news: queue.SimpleQueue[orders.Reply | orders.Stop | None] = field(
        default_factory=queue.SimpleQueue
    )


@dataclass(frozen=True)
class SentBot:
    """A bot that thinks in the search process; the other one is what it is here."""

    bot: Bot
    called: str
    options: Options
    searches: SearchService
    follows: bool
    """Whether interim results are wanted."""

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.bot.name

    def suits(self, game: Game[Any], options: Options) -> bool:
        """True if the bot can play this game with these options."""
        return self.bot.suits(game, options)

    def think(self, task: SearchRequest) -> SearchResult:
        """The result of the search process; SearchFailed if there is none."""
        return self.searches.think(self.called, self.options, task, follows=self.follows)


class SearchService:
    """The searches of a server. All calls but `sent`, `want` and `prepare` wait for an answer."""

    def __init__(
        self, solved: Path, nets: str = "", games: Iterable[Game[Any]] = (), idle: float = IDLE
    ) -> None:
        self._given, self._games, self._idle = (str(solved), nets), tuple(games), idle
        self._lock = threading.Lock()
        self._process: Process | None = None
        self._used, self._is_closed = time.monotonic(), False
        self._wanted: set[tuple[str, str]] = set()

    # ---- bots

    def sent(
        self, bot: Bot, called: str, game: Game[Any], options: Options, *, follows: bool = False
    ) -> Bot:
        """The bot as it is asked: in the search process, unless it needs no compiled code."""
        if set(all_loops_of(bot)) <= {greedy.LOOPS}:
            return bot
        if address_of(game) is None:
            return self._here.bot(game, options, called)
        return SentBot(bot, called, options, self, follows)

    def think(
        self, called: str, options: Options, task: SearchRequest, *, follows: bool
    ) -> SearchResult:
        """The result of a bot, whose progress is told by the request's handle."""
        address = address_of(task.game)
        assert address is not None
        order = orders.Think(
            address, dict(options), called, orders.written(task.observation), task.seat, task.seats,
            task.rng.getrandbits(63), task.budget.seconds, task.budget.work, tuple(task.only),
            task.may_end_early, follows, time.monotonic(),
        )  # fmt: skip
        asked = self._asked(order)
        task.handle.when_stopped(lambda: asked.news.put(_STOP))
        found: SearchResult = self._answer(asked, SearchResult, task)
        return found

    def is_wanted(self, called: str, game: Game[Any]) -> bool:
        """Whether what a bot needs has been asked for, of the process that there is now."""
        return (address_of(game) or "", called) in self._wanted

    def want(self, bot: Bot, called: str, game: Game[Any], options: Options) -> None:
        """Have what a bot needs compiled and loaded, since somebody has sat down with it."""
        address = address_of(game)
        if address is None or set(all_loops_of(bot)) <= {greedy.LOOPS}:
            return
        with self._lock, _process_needed():
            if (address, called) not in self._wanted and not self._is_closed:
                process = self._started()
                self._wanted.add((address, called))
                process.send(orders.Want(address, dict(options), called))

    def prepare(self, games: Iterable[Game[Any]]) -> None:
        """Have the searches of games compiled and loaded when there is nothing more urgent."""
        found = self._addresses(games)
        with self._lock, _process_needed():
            if found and not self._is_closed:
                self._started().send(orders.Prepare(found))

    # ---- tables and proofs

    def known(self, game: Game[Any], s: Any, most: int) -> orders.Found | None:
        """The value in a solved table, with a line of `most` actions; None without a table."""
        found: orders.Found | None = self._told(
            game, lambda at: orders.Look(at, orders.written(s), most), orders.Found | None
        )
        return found

    def results(self, game: Game[Any], s: Any) -> orders.Results | None:
        """Who wins after each action, by stored stages; None if none says."""
        found: orders.Results | None = self._told(
            game, lambda at: orders.Weigh(at, orders.written(s)), orders.Results | None
        )
        return found

    def proved(self, game: Game[Any], s: Any, seconds: float) -> orders.Proved:
        """The values that can be proved in some seconds."""
        found: orders.Proved = self._told(
            game, lambda at: orders.Prove(at, orders.written(s), seconds), orders.Proved
        )
        return found

    def _told(self, game: Game[Any], order: Callable[[str], orders.Order], kind: Any) -> Any:
        address = address_of(game)
        if address is None:
            try:
                return self._here.do(game, order(""), SearchHandle())
            except (HonjinError, OSError) as problem:
                raise orders.SearchFailed(str(problem)) from None
        return self._answer(self._asked(order(address)), kind)

    @cached_property
    def _here(self) -> Mind:
        """The worker for orders about games that another process could not import."""
        from honjin.server.work.search.mind import Mind

        return Mind(Path(self._given[0]), self._given[1])

    # ---- what is compiled

    def share(self, game: Game[Any]) -> float:
        """The share of a game's searches that is compiled, from 0 to 1; 1 if none is under way."""
        return self._compiled.shares.get(address_of(game) or "", 1.0)

    def is_up(self, game: Game[Any]) -> bool:
        """Whether the process has started and knows a game."""
        return address_of(game) in self._compiled.shares

    def is_ready(self, game: Game[Any], loops: Path) -> bool:
        """Whether loops of a game are compiled and loaded."""
        return (address_of(game) or "", str(loops)) in self._compiled.ready

    @property
    def _compiled(self) -> orders.Compiled:
        process = self._process
        return process.compiled if process else _NOTHING

    # ---- the process

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        process = self._process
        return process.pid if process else None

    def sweep(self) -> None:
        """End the process if it had nothing to do for a while; never waits."""
        if not self._lock.acquire(blocking=False):
            return  # something is being sent: it is not idle
        try:
            process = self._process
            if process is None:
                return
            if process.is_busy:
                self._used = time.monotonic()
            elif time.monotonic() - self._used > self._idle:
                self._process = None
                self._wanted.clear()
                process.hang_up()
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the process, and fail what waits for it."""
        with self._lock:
            self._is_closed, process, self._process = True, self._process, None
        if process is not None:
            process.hang_up()
            process.end()

    def _started(self) -> Process:
        """The process, which is started if there is none; the caller holds the lock."""
        self._used = time.monotonic()
        if self._process is None:
            self._process = Process(self._given, self._lost)
            self._process.send(orders.Load(self._addresses(self._games)))
        return self._process

    @staticmethod
    def _addresses(games: Iterable[Game[Any]]) -> tuple[str, ...]:
        """The modules of those games that another process can import."""
        return tuple(address for game in games if (address := address_of(game)))

    def _lost(self, process: Process, code: int) -> None:
        """Ask another process what this one did not answer."""
        with self._lock:
            if self._process is process:
                self._process = None
                self._wanted.clear()
                log.warning("the search process has ended (%d)", code)
            waiting = process.left()
        for asked in waiting:
            self._post(asked)

    def _asked(self, order: orders.Order) -> PendingOrder:
        asked = PendingOrder(order)
        self._post(asked)
        return asked

    def _post(self, asked: PendingOrder) -> None:
        """Send an order; nothing will be heard of it after too many tries, or the end."""
        with self._lock:
            if self._is_closed or asked.tries >= TRIES:
                asked.news.put(None)
                return
            asked.tries += 1
            try:
                process = self._started()
                process.ask(asked)
                if asked.is_stopped:  # before another process died over it
                    process.send(orders.Stop(asked.number))
            except OSError as problem:  # no process can be started
                log.warning("no search process: %s", problem)
                asked.news.put(None)

    def _answer(self, asked: PendingOrder, kind: Any, task: SearchRequest | None = None) -> Any:
        """Wait for the answer to an order; SearchFailed if there is none."""
        try:
            return self._awaited(asked, kind, task)
        finally:
            self._used = time.monotonic()

    def _awaited(self, asked: PendingOrder, kind: Any, task: SearchRequest | None) -> Any:
        end = None if task else time.monotonic() + LONGEST
        while True:
            try:
                left = None if end is None else max(0.0, end - time.monotonic())
                news = asked.news.get(timeout=left)
            except queue.Empty:
                self._replace(asked)
                raise orders.SearchFailed("the search did not end; its process was ended") from None
            match news:
                case orders.Progress(_, share, latest) if task:
                    task.handle.share = share
                    task.handle.latest = latest or task.handle.latest
                case orders.OrderAnswer(_, body):
                    return msgspec.msgpack.decode(body, type=kind)
                case orders.Failed(_, why):
                    raise orders.SearchFailed(why)
                case orders.Stop() if not asked.is_stopped:
                    end, asked.is_stopped = time.monotonic() + PATIENCE, True
                    self._stop(asked)
                case None:
                    raise orders.SearchFailed(
                        "the search process ended over it, or with the server"
                    )

    def _stop(self, asked: PendingOrder) -> None:
        with self._lock:
            if self._process is not None and self._process.waits_for(asked):
                self._process.send(orders.Stop(asked.number))

    def _replace(self, asked: PendingOrder) -> None:
        """End a process that does not answer; others that wait for it are asked again."""
        with self._lock:
            process = self._process
        if process is not None and process.forget(asked):
            process.kill()


@contextmanager
def _process_needed() -> Iterator[None]:
    """Log that no process can be started: what is asked in advance can do without."""
    try:
        yield
    except OSError as problem:
        log.warning("no search process: %s", problem)


class Process:
    """A search process, and the orders that it has not answered."""

    def __init__(self, given: tuple[str, str], lost: Callable[[Process, int], None]) -> None:
        self._lost, self._waiting = lost, dict[int, PendingOrder]()
        self._numbers = 0
        self.compiled = _NOTHING
        self._unsent = queue.SimpleQueue[bytes | None]()
        self._line, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "honjin.server.work.search.process"]
            self._popen = subprocess.Popen(  # noqa: S603 (our own command)
                [*command, str(theirs.fileno()), *given], pass_fds=(theirs.fileno(),),
                env=child_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        self._speaker = threading.Thread(target=self._speak, name="honjin-orders", daemon=True)
        self._speaker.start()
        threading.Thread(target=self._listen, name="honjin-searches", daemon=True).start()

    @property
    def pid(self) -> int:
        """Its number."""
        return self._popen.pid

    @property
    def is_busy(self) -> bool:
        """Whether anything is searched or compiled."""
        return bool(self._waiting) or self.compiled.is_busy

    def ask(self, asked: PendingOrder) -> None:
        """Send an order, and remember that somebody waits for it."""
        self._numbers += 1
        asked.number = self._numbers
        # What cannot be sent is not waited for.
        message = orders.framed(orders.Ask(asked.number, asked.order))
        self._waiting[asked.number] = asked
        self._unsent.put(message)

    def send(self, message: Any) -> None:
        """Send a message, without waiting; if the process is gone, its orders go to another."""
        self._unsent.put(orders.framed(message))

    def waits_for(self, asked: PendingOrder) -> bool:
        """Whether an order is one of this process, and not answered."""
        return self._waiting.get(asked.number) is asked

    def forget(self, asked: PendingOrder) -> bool:
        """Wait for an order no more; False if it is not one of this process."""
        return self._waiting.pop(asked.number, None) is asked

    def left(self) -> list[PendingOrder]:
        """The orders that were not answered."""
        waiting, self._waiting = list(self._waiting.values()), {}
        return waiting

    def hang_up(self) -> None:
        """Have the process end."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def kill(self) -> None:
        """End the process at once."""
        self._popen.kill()

    def end(self) -> int:
        """Wait for its end, which is near; returns its exit code."""
        try:
            return self._popen.wait(5.0)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            return self._popen.wait()

    def _speak(self) -> None:
        # Of a process that hangs, the socket is full at some time: only this thread waits then.
        with suppress(OSError):
            while (message := self._unsent.get()) is not None:
                self._line.sendall(message)

    def _listen(self) -> None:
        with suppress(OSError, msgspec.DecodeError), self._line.makefile("rb") as replies:
            while (frame := orders.read_frame(replies.read)) is not None:
                self._hear(orders.read_reply(frame))
        self.hang_up()
        self._unsent.put(None)
        self._speaker.join()
        self._line.close()
        self._lost(self, self.end())

    def _hear(self, reply: orders.Reply) -> None:
        match reply:
            case orders.Compiled():
                self.compiled = reply
            case orders.Progress():
                if asked := self._waiting.get(reply.number):
                    asked.news.put(reply)
            case _:
                if asked := self._waiting.pop(reply.number, None):
                    asked.news.put(reply)
