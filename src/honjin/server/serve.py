"""Running the server: `serve` for the command line, and the application under uvicorn."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy import make_url
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from honjin.bots import Bot
from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.version import commit
from honjin.server.app import make_app
from honjin.server.db.folder import DataFolder, require_not_emptied
from honjin.server.environment import tell_unknown
from honjin.server.settings import Settings
from honjin.server.site import Site, make_site
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.web.door import Door, more_files, room_for
from honjin.server.web.forwarded import Unlisted
from honjin.server.web.guard import Guard
from honjin.server.work.logs import set_up
from honjin.server.work.memory import give_back_large_blocks
from honjin.server.work.outages import is_repetition
from honjin.server.work.stopping import stop
from honjin.server.work.systemd import beat, notify
from honjin.server.workers import (
    is_worker,
    listen_shared,
    own_port,
    run_workers,
    seconds_to_live,
    stop_with_parent,
    tell_parent,
)


class CannotServe(HonjinError):
    """The server cannot listen on the given address."""


class _Server(uvicorn.Server):
    """Prints its address once it listens, and ends the streams before it waits for requests."""

    def __init__(
        self, config: uvicorn.Config, site: Site, address: str, browser: bool, door: Door
    ) -> None:
        super().__init__(config)
        self._site, self._address, self._browser = site, address, browser
        self._door = door
        self._life: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            gc.collect()
            gc.freeze()  # what is loaded stays, so the collector need not scan it again
            gc.set_threshold(20_000, 20, 50)
            sys.setswitchinterval(0.0005)  # the writer and the bots keep exchanging the lock
            if is_worker():
                tell_parent(capacity_of(self._door))
            else:
                _say(self._address, capacity_of(self._door), browser=self._browser)
            if seconds := seconds_to_live():
                tell = tell_parent if is_worker() else partial(notify, "WATCHDOG=1")
                self._life = asyncio.create_task(beat(seconds, self._site.use_database, tell))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if not is_worker():
            notify("STOPPING=1")
        self._site.live.close()
        self._site.streams.close()
        await super().shutdown(sockets)
        if self._life:
            await stop([self._life])


def serve(  # noqa: PLR0913 (missing arguments come from the environment)
    host: str | None = None,
    port: int | None = None,
    data: str | Path | None = None,
    workers: int | None = None,
    *,
    open_browser: bool = False,
    games: Mapping[str, Game[Any]] | None = None,
    bots: BotRoster | None = None,
    analyst: Bot | None = None,
) -> None:
    """Serve until interrupted. Missing arguments come from the environment (`settings`)."""
    arguments = {"host": host, "port": port, "data": str(data) if data is not None else None,
                 "workers": workers}  # fmt: skip
    given: dict[str, Any] = {key: one for key, one in arguments.items() if one is not None}
    settings = Settings.read(**(given if not is_worker() else {}))
    commit()  # now: another one may be checked out while it runs
    os.umask(0o077)
    give_back_large_blocks()
    set_up(is_repetition)
    if not is_worker():
        tell_unknown()
    if settings.workers > 1 and not is_worker():
        _serve_with_workers(settings, open_browser=open_browser)
        return
    if is_worker():
        stop_with_parent()
    ports = [settings.port, *filter(None, [own_port()])]
    with contextlib.ExitStack() as held:
        listeners = [held.enter_context(listen(settings.host, port)) for port in ports]
        address = f"http://{_shown(settings.host)}:{listeners[0].getsockname()[1]}"
        held.enter_context(_held(settings, address))
        site = make_site(settings, games, bots, analyst)
        site.store.open()
        door = make_door(settings)
        guard = Guard(door)
        config = uvicorn.Config(
            guard.watch(behind_proxy(make_app(site), settings.proxy)), http=guard.protocol,
            ws="none", log_config=None, access_log=False, lifespan="on", server_header=False,
            date_header=False, timeout_graceful_shutdown=5, timeout_keep_alive=60,
            proxy_headers=False,
        )  # fmt: skip
        _Server(config, site, address, open_browser, door).run(sockets=listeners)


def _serve_with_workers(settings: Settings, *, open_browser: bool) -> None:
    def say(port: str, capacity: str) -> None:
        address, count = f"http://{_shown(settings.host)}:{port}", settings.workers
        _say(address, f"{capacity}, for each of {count} workers", browser=open_browser)

    try:
        run_workers(settings, say)
    except OSError as problem:
        raise _cannot_listen(problem, settings.host, settings.port) from None


def _say(address: str, capacity: str, *, browser: bool) -> None:
    sys.stdout.write(f"Honjin is open at {address}\n{capacity}\n")
    sys.stdout.flush()
    notify("READY=1", f"STATUS=Open at {address}")
    if browser:
        webbrowser.open(address)


def behind_proxy(app: ASGIApp, proxies: str) -> Any:
    """Wrap the application to trust these proxies about where a request comes from."""
    if proxies:
        app = ProxyHeadersMiddleware(app, trusted_hosts=proxies)  # type: ignore[arg-type, assignment]
    return Unlisted(app, proxies)


@contextlib.contextmanager
def _held(settings: Settings, address: str) -> Iterator[None]:
    """Hold the data folder for this server alone, unless everything it stores is elsewhere."""
    if settings.database and settings.secret:
        yield
        return
    with contextlib.closing(DataFolder(settings.folder, address)):
        if settings.url.startswith("sqlite"):
            require_not_emptied(settings.folder, Path(make_url(settings.url).database or ""))
        yield


def make_door(settings: Settings) -> Door:
    """Return a door that admits as many connections as the system allows, a share per address."""
    each = settings.connections if settings.limits else 0
    return Door(room_for(more_files()), each, settings.proxy)


def capacity_of(door: Door) -> str:
    """Describe how many connections a door admits, for the start-up message.

    >>> capacity_of(Door(924, 256))
    'Room for 924 connections (ulimit -n), for 256 from one address'
    """
    each = f", for {door.each} from one address" if door.each else ""
    return f"Room for {door.most} connections (ulimit -n){each}"


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::", ""):  # noqa: S104 (compared, not bound)
        return "localhost"
    return f"[{host}]" if ":" in host else host


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; CannotServe with a one-line message if that fails."""
    try:
        if is_worker():
            return listen_shared(host, port)
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as problem:
        raise _cannot_listen(problem, host, port) from None


def _cannot_listen(problem: OSError, host: str, port: int) -> CannotServe:
    if problem.errno == errno.EADDRINUSE:
        return CannotServe(f"port {port} is taken; choose another with --port")
    return CannotServe(f"cannot listen on {host}:{port}: {problem}")
