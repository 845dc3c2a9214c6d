"""A site in this process with browsers that keep their cookies, for tests."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from honjin.bots import Bot, Budget, Player, SearchRequest, SearchResult
from honjin.server.app import make_app
from honjin.server.db.journal import CHANNEL
from honjin.server.messages.parts import Problem
from honjin.server.settings import Settings
from honjin.server.site import Site
from honjin.server.tables.bots.compile_progress import Readiness
from honjin.server.tables.messages.answers import View
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.work.steady import now_ms
from madeup.game import GAME as FAIR
from server.databases import put_file, usual_database
from server.declared import check_answer

T = TypeVar("T")

GAMES = {"madeup": FAIR}


class LowBot:
    """Takes the lowest of its actions."""

    name = "low"

    def suits(self, game: Any, options: Any) -> bool:
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        return SearchResult(min(task.legal()))


QUICK = Budget(0.001)
OWN_BOTS: dict[str, Bot] = {"low": LowBot()}


class Answer(NamedTuple):
    """An answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def view(self) -> View:
        """The view in the answer."""
        assert self.status == 200, self.body
        return msgspec.json.decode(self.body, type=View)

    @property
    def problem(self) -> str:
        """The kind of the refusal, after checking that it is a complete problem document."""
        assert self.headers["content-type"] == "application/problem+json", self
        found = msgspec.json.decode(self.body, type=Problem, strict=True)
        assert found.status == self.status
        return found.type.removeprefix("/problems/")


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that knows whether threads are still working for it."""

    _at_work = 0

    @property
    def is_working(self) -> bool:
        """Whether a thread has unfinished work."""
        return self._at_work > 0

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        """As usual, and counted."""
        future = super().run_in_executor(executor, func, *args)
        self._at_work += 1
        future.add_done_callback(self._done)
        return future

    def _done(self, _: Any) -> None:
        self._at_work -= 1


MAX_TO_SETTLE = 2.0
"""Seconds after which running work counts as long, and is not waited for."""


class House:
    """A running site; every call runs to its end on one event loop."""

    def __init__(
        self, sites: Sequence[Site], runner: asyncio.Runner, static: Path | None = None
    ) -> None:
        self.sites, self.runner = sites, runner
        self.site = sites[0]
        self.apps = [make_app(site, static) if static else make_app(site) for site in sites]
        self._any = random.Random(7)
        self._marks = itertools.count()

    @property
    def app(self) -> Any:
        """The application that answers next: any of them, if there are several."""
        return self._any.choice(self.apps)

    def run(self, work: Any) -> Any:
        """Run a coroutine to its end."""
        # `Runner.run` sets a handler of SIGINT each time, which takes longer than many requests.
        return self.runner.get_loop().run_until_complete(work)

    def within(self, do: Callable[[], T]) -> T:
        """The result of a call that needs the running event loop."""

        async def called() -> T:
            return do()

        found: T = self.run(called())
        return found

    def wait(self, seconds: float = 0.02) -> None:
        """Let bots and windows work for a moment; a longer one if they query a database."""
        self.run(self._wait(seconds if self.site.store.news is None else 6 * seconds))

    def until(self, holds: Callable[[], object], seconds: float = 30.0) -> None:
        """Wait for the site to fulfil a condition; fail after some seconds."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"it did not come about in {seconds:g} seconds"
            self.wait(0.01)

    async def _wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.settled()

    async def settled(self) -> None:
        """Let everything that is due at once be done, however slow the machine."""
        await self._still()
        if self.site.store.line is not None:
            for _ in range(2):  # what was heard may be answered, or need the database
                await self._told()
                lines = [site.store.line for site in self.sites]
                await asyncio.gather(*(line.do(lambda _: None) for line in lines if line))
                await self._still()

    async def _told(self) -> None:
        """Wait until all sites have heard what was told before this: PostgreSQL keeps the order."""
        line = self.site.store.line
        assert line is not None
        mark, loop = f"mark-{next(self._marks)}", asyncio.get_running_loop()
        heard = [loop.create_future() for _ in self.sites]

        def listen(one: asyncio.Future[None], ends: list[tuple[str, int]]) -> None:
            if [mark, 0] in map(list, ends) and not one.done():
                one.set_result(None)

        listeners = [partial(listen, one) for one in heard]
        for site, listener in zip(self.sites, listeners, strict=True):
            site.members.heard.append(listener)
        told = json.dumps([[mark, 0]])
        await line.do(lambda at: at.execute("SELECT pg_notify(%s, %s)", (CHANNEL, told)))
        with contextlib.suppress(TimeoutError):  # one that has lost its connection hears nothing
            async with asyncio.timeout(MAX_TO_SETTLE):
                await asyncio.gather(*heard)
        for site, listener in zip(self.sites, listeners, strict=True):
            site.members.heard.remove(listener)

    async def _still(self) -> None:
        """Wait until nothing is at work in this process."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, CountingLoop)
        end, still = loop.time() + MAX_TO_SETTLE, 0
        while still < 12 and loop.time() < end:
            busy = loop.is_working or any(site.store.is_writing for site in self.sites)
            still = 0 if busy else still + 1
            await asyncio.sleep(0.001 if busy else 0)

    def every(self, work: Callable[[Site], Awaitable[Any]]) -> list[Any]:
        """What a coroutine of each site returns."""

        async def all_together() -> list[Any]:
            return await asyncio.gather(*map(work, self.sites))

        found: list[Any] = self.run(all_together())
        return found

    def set_clock(self, clock: Callable[[], int]) -> None:
        """Give all sites another clock."""
        for site in self.sites:
            site.time = clock

    def flushed(self) -> None:
        """Have all sites write what they have noted of people and refusals."""
        self.every(lambda site: site.people.flush())
        self.every(lambda site: site.traces.flush())
        self.every(lambda site: site.moderation.flush())

    def recorded(self) -> None:
        """Wait until all games that have ended are in the history."""
        self.every(lambda site: site.recorder.settled())

    def told(self) -> None:
        """Wait until what any site has announced is known to all of them."""
        self.run(self.settled())

    def draw_anew(self, seed: int) -> None:
        """Choose who answers the next requests as after any other call with this number."""
        self._any.seed(seed)

    def only(self, n: int = 0) -> None:
        """Send all later requests to one of the sites."""
        self.apps = [self.apps[n]]

    def browser(self) -> Browser:
        """A new guest's browser."""
        return Browser(self)

    def journal(self, table: str) -> list[Any]:
        """The stored journal of a table."""
        return [json.loads(line) for line in self.run(self.site.store.journal(table))]


class Browser:
    """Keeps a cookie; calls the application as uvicorn would."""

    def __init__(self, house: House) -> None:
        self.house, self.cookie = house, ""
        self.jar: dict[str, str] = {}
        """Cookies other than the one with the identity."""
        self.address = "127.0.0.1"

    def call(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """One request."""
        return self.house.run(self._call(method, path, body, headers or {}))

    async def _call(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        scope = self.scope(method, path, headers, len(body))
        sent: list[Any] = []
        inbox = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if not inbox:
                await asyncio.Event().wait()  # the browser stays
            return inbox.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        await self.house.app(scope, receive, send)
        answer = self._answer(sent)
        check_answer(scope, *answer)
        return answer

    def scope(
        self, method: str, path: str, headers: Mapping[str, str], length: int = 0
    ) -> dict[str, Any]:
        """The ASGI scope of a request."""
        path, _, query = path.partition("?")
        named = {"host": "test", "content-length": str(length)} | headers
        kept = self.jar | ({"honjin": self.cookie} if self.cookie else {})
        if kept:
            named["cookie"] = "; ".join(f"{name}={value}" for name, value in kept.items())
        return {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(),
            "query_string": query.encode(), "scheme": "http", "client": (self.address, 1),
            "server": ("test", 80), "root_path": "", "http_version": "1.1",
            "headers": [(key.encode(), value.encode("latin-1")) for key, value in named.items()],
        }  # fmt: skip

    def _answer(self, sent: list[Any]) -> Answer:
        start = sent[0]
        headers = {key.decode(): value.decode() for key, value in start["headers"]}
        for key, text in start["headers"]:
            if key == b"set-cookie":
                name, _, value = text.decode().partition(";")[0].partition("=")
                if name == "honjin":
                    self.cookie = value
                else:
                    self.jar[name] = value
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return Answer(start["status"], headers, body)

    @property
    def device(self) -> str:
        """The identifier that the browser was given."""
        return self.jar.get("honjin-device", "")

    @device.setter
    def device(self, name: str) -> None:
        self.jar["honjin-device"] = name

    def get(self, path: str, **headers: str) -> Answer:
        return self.call("GET", path, headers=headers)

    def post(self, path: str, **fields: Any) -> Answer:
        """Post a message."""
        return self.post_bytes(path, json.dumps(fields).encode())

    def post_bytes(self, path: str, body: bytes, kind: str = "application/json") -> Answer:
        return self.call("POST", path, body, {"content-type": kind})

    # ---- actions of players

    def open(
        self, game: str = "madeup", seats: str = "mm", *, casual: bool = False, **options: Any
    ) -> str:
        """Open a table and return its id; `seats`: m me, o open, any other letter a bot."""
        kinds = {"m": {"kind": "me"}, "o": {"kind": "open"}}
        kinds |= {name[0]: {"kind": "bot", "bot": name} for name in ("random", "low")}
        wishes = [kinds[letter] for letter in seats]
        body = {"game": game, "options": options, "seats": wishes, "casual": casual}
        answer = self.post("/api/tables", **body)
        assert answer.status == 200, answer.body
        return str(answer.json["id"])

    def sit(self, table: str, seat: int) -> Answer:
        return self.post(f"/api/tables/{table}/sit", seat=seat)

    def join(self, table: str, seat: int, *persons: Browser) -> Answer:
        """Take a seat that was given up: ask for it, and be admitted by persons there."""
        n = self.post(f"/api/tables/{table}/ask", seat=seat).view.requests[-1].n
        for person in persons:
            person.post(f"/api/tables/{table}/ask/answer", n=n, agree=True)
        return self.get(f"/api/tables/{table}")

    def view(self, table: str, seat: int | None = None) -> View:
        return self.get(f"/api/tables/{table}" + (f"?seat={seat}" if seat is not None else "")).view

    def act(self, table: str, seat: int, do: str, at: int) -> Answer:
        return self.post(f"/api/tables/{table}/actions", seat=seat, do=do, at=at)

    def do(self, table: str, seat: int, text: str) -> View:
        """Play a choice at the current version; it must be accepted."""
        return self.act(table, seat, text, self.view(table, seat).version).view

    def play_on(self, table: str, steps: int = 1000) -> View:
        """Play the first choice again and again, for whichever of the caller's seats is to act.

        Where a bot has changed the choices in the meantime, it looks again, as the page does.
        """
        view = self.view(table)
        for _ in range(steps):
            if view.status == "over" or view.turn is None:
                break
            turn = view.turn
            done = self.act(table, turn.seat, turn.choices[0].do, view.version)
            is_stale = done.status == 409 and done.problem == "stale-version"
            view = self.view(table) if is_stale else done.view
        return view


@contextlib.contextmanager
def open_house(
    data: Path, *, games: Mapping[str, Any] = GAMES, bots: Mapping[str, Bot] = OWN_BOTS,
    database: str = "", static: Path | None = None, analyst: Bot | None = None,
    budget: Budget = QUICK, readiness: Readiness = lambda _: 1.0, processes: int = 0,
    clock: Callable[[], int] = now_ms, **more: Any,
) -> Iterator[House]:  # fmt: skip
    """A running site on a folder, with bots of its own on a budget; closed in the end.

    `database`: its URL, or "sqlite" for a file in the folder, which is the usual one.
    HONJIN_TEST_DATABASE=postgresql gives each folder a database there in place of a file, and with
    HONJIN_TEST_PROCESSES=3 every request goes to any of three sites that share it.
    """
    if database == "sqlite":
        put_file(data / "honjin.db")
        database = ""
    else:
        database = database or usual_database(data)
    if not processes:
        processes = int(os.environ.get("HONJIN_TEST_PROCESSES", "1"))
    count = processes if database.startswith("postgresql") else 1
    given = {
        "bot_pause": 0.0,
        "aside_pause": 0.0,
        "bot_seconds": 60.0,
        "limits": False,
        "prepare": False,
        "solve": 0,
        "experiment_niceness": 0,
    } | more
    cast = BotRoster(*(Player(name, bot, budget) for name, bot in bots.items()))
    settings = Settings(data=str(data), database=database, **given)
    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        sites = [Site(settings, games, cast, analyst or LowBot(), readiness) for _ in range(count)]
        for one in sites:
            one.time.leapt.clear()  # no time passes between two requests of a test
            one.time = clock
        running = [site.running() for site in sites]
        for one in running:
            runner.run(one.__aenter__())
        try:
            yield House(sites, runner, static)
        finally:
            for one in running:
                runner.run(one.__aexit__(None, None, None))


def two_at_table(house: House, **options: Any) -> tuple[Browser, Browser, str]:
    """Two people who have sat down at a table that has begun."""
    first, second = house.browser(), house.browser()
    table = first.open(seats="mo", **options)
    assert second.sit(table, 1).status == 200
    return first, second, table
