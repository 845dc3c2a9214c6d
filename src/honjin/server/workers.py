"""Several server processes behind one port: started, watched, restarted, and stopped together.

Each worker has its own socket on the same port (SO_REUSEPORT), and the system distributes
connections by the client's address and port. Worker n also listens n ports further, alone, so that
a proxy can send all that concerns a table to one of them (docs/hosting.md).

The first process serves nothing itself: it holds the ports, prints the address once all workers
listen, and replaces a worker that has ended. It also answers for them to systemd; under its
watchdog a worker that hangs is killed, and so replaced.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final

from prometheus_client import multiprocess

from honjin.core.errors import HonjinError
from honjin.server.db.folder import DataFolder, server_key
from honjin.server.settings import FILE, Settings
from honjin.server.work.meters import FOLDER
from honjin.server.work.systemd import notify, watchdog_seconds

MARK: Final = "HONJIN_WORKER"
"""Set for the processes started here: the file descriptors of two pipes, the seconds within which a
sign of life is expected (0: never), and the worker's own port (0: none), comma-separated.
"""

PATIENCE: Final = 10.0
"""Seconds that workers have to stop before they are killed."""
LONGEST: Final = 30.0
"""The longest pause, in seconds, before another worker is started after several never listened."""


class CannotStart(HonjinError):
    """Several workers cannot be started here."""


def is_worker() -> bool:
    """True if this process was started as one of several."""
    return MARK in os.environ


def _mark() -> list[str]:
    return os.environ[MARK].split(",")


def seconds_to_live() -> float:
    """The seconds within which this process has to give a sign of life; 0 if nobody waits."""
    return float(_mark()[2]) if is_worker() else watchdog_seconds()


def own_port() -> int:
    """The port at which only this worker listens; 0 if there is none."""
    return int(_mark()[3]) if is_worker() else 0


def require_shareable(settings: Settings) -> None:
    """Raise CannotStart if several processes cannot share the store or the port."""
    if not settings.url.startswith("postgresql"):
        raise CannotStart(
            f"{settings.workers} workers need PostgreSQL, as an SQLite file serves one process: "
            "set HONJIN_DATABASE=postgresql://…, or leave out --workers"
        )
    if not hasattr(socket, "SO_REUSEPORT"):
        raise CannotStart("this system cannot share a port between processes; start one worker")


class WorkerProcess:
    """A server process, started with the same command as this one."""

    def __init__(self, given: dict[str, str], watchdog: float, port: int) -> None:
        self._watchdog, self.port = watchdog, port
        self.has_listened, self.heard = False, 0.0
        ready, says = os.pipe()
        ends, self._lives = os.pipe()
        env = os.environ | given | {MARK: f"{says},{ends},{watchdog},{port}"}
        for name in given:  # what a file said is given as such
            env.pop(name + FILE, None)
        self.process = subprocess.Popen(  # noqa: S603 (our own command)
            [sys.executable, *sys.orig_argv[1:]], env=env, pass_fds=(says, ends),
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(says)
        os.close(ends)
        self._ready = ready

    def wait(self) -> str:
        """Return the worker's message once it listens; empty if it ended before."""
        said = b""
        while not said.endswith(b"\n") and (more := os.read(self._ready, 4096)):
            said += more
        if said:
            os.set_blocking(self._ready, False)
            self.heard, self.has_listened = time.monotonic(), True
        else:
            os.close(self._ready)
        return said.decode().strip()

    def hangs(self) -> bool:
        """Whether it listened, and has given no sign of life for too long."""
        if not (self._watchdog and self.has_listened):
            return False
        with contextlib.suppress(BlockingIOError):
            if os.read(self._ready, 4096):
                self.heard = time.monotonic()
        return time.monotonic() - self.heard > self._watchdog

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ask it to stop."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)

    def end(self, patience: float) -> int:
        """Wait until it has ended, and kill it if that takes too long."""
        try:
            code = self.process.wait(max(0.0, patience))
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        os.close(self._lives)
        if self.has_listened:  # otherwise `wait` closes it
            os.close(self._ready)
        return code


def tell_parent(message: str = "") -> None:
    """Report to the parent process: first that this worker listens, then that it lives."""
    with contextlib.suppress(OSError):
        os.write(int(_mark()[0]), f"{message}\n".encode())


def stop_with_parent() -> None:
    """Stop this worker when its parent process is gone."""
    ends = int(_mark()[1])

    def watch() -> None:
        with contextlib.suppress(OSError):
            os.read(ends, 1)  # nothing is ever written
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="honjin-parent", daemon=True).start()


def listen_shared(host: str, port: int) -> socket.socket:
    """Return a socket on a port shared with the other workers; OSError if that fails."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family, backlog=2048, reuse_port=True)


def keep_port(host: str, port: int) -> socket.socket:
    """Hold the port for the workers with a socket that does not listen; OSError if it is taken."""
    family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.create_server((host, port), family=family) as alone:  # fails if another listens
        if port == 0:
            address = (address[0], alone.getsockname()[1], *address[2:])
    kept = socket.socket(family, kind, number)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    kept.bind(address)
    return kept


def own_ports(settings: Settings) -> list[int]:
    """The ports of the workers, one each; 0, for none, if the system chooses the shared one."""
    return [settings.port and settings.port + n for n in range(1, settings.workers + 1)]


class WorkerPool:
    """All workers, from the first start to the last end."""

    def __init__(self, settings: Settings, port: int) -> None:
        self._settings, self._stopping = settings, threading.Event()
        self._given = {
            "HONJIN_HOST": settings.host,
            "HONJIN_PORT": str(port),
            "HONJIN_DATA": str(settings.folder),
            "HONJIN_DATABASE": settings.database,
            "HONJIN_SECRET": settings.secret or server_key(settings.folder),
        }
        # All workers of this machine share their counts, for /metrics.
        self._counts = tempfile.mkdtemp(prefix="honjin-metrics-")
        self._given[FOLDER] = self._counts
        self._workers: list[WorkerProcess] = []
        self._watchdog, self._beat = watchdog_seconds(), 0.0

    def run(self, say: Callable[[str], None]) -> None:
        """Serve until stopped; `say` is called once with a worker's message, when all listen."""
        for how in (signal.SIGTERM, signal.SIGINT):
            signal.signal(how, self._stop)
        try:
            # The first worker migrates the database, and alone reports what is wrong with it.
            first, *others = own_ports(self._settings)
            message = self._start(first).wait()
            if not message and not self._stopping.is_set():
                sys.exit(self._workers[0].end(PATIENCE) or 1)
            if not self._stopping.is_set():
                for worker in [self._start(port) for port in others]:
                    worker.wait()
            self._watch(lambda: say(message))
        finally:
            self._end()
            shutil.rmtree(self._counts, ignore_errors=True)

    def _start(self, port: int) -> WorkerProcess:
        worker = WorkerProcess(self._given, self._watchdog, port)
        self._workers.append(worker)
        return worker

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping.set()
        notify("STOPPING=1")
        for worker in self._workers:
            worker.stop()

    def _watch(self, say: Callable[[], None]) -> None:
        """Replace workers that have ended; `say` is called once, when all listen."""
        pause, is_said = 0.0, False
        while not self._stopping.is_set():
            if not is_said and all(worker.has_listened for worker in self._workers):
                is_said = True
                say()
            if not self._waited(0.1):
                return
            for worker in self._workers[:]:
                if worker.hangs():
                    sys.stderr.write("honjin: a worker hangs, and is killed\n")
                    worker.process.kill()
                    worker.process.wait()
                if worker.process.poll() is None:
                    continue
                self._workers.remove(worker)
                code = worker.end(0.0)
                multiprocess.mark_process_dead(worker.process.pid, self._counts)  # type: ignore[no-untyped-call]
                pause = 0.0 if worker.has_listened else min(LONGEST, pause * 2 + 0.5)
                sys.stderr.write(f"honjin: a worker ended ({code}); another one is started\n")
                if not self._waited(pause):
                    return
                self._start_another(worker.port)

    def _waited(self, seconds: float) -> bool:
        """Wait, giving signs of life; False if everything is to stop."""
        until = time.monotonic() + seconds
        while not self._stopping.wait(min(0.1, max(0.0, until - time.monotonic()))):
            now = time.monotonic()
            if self._watchdog and now - self._beat >= self._watchdog / 2:
                self._beat = now
                notify("WATCHDOG=1")
            if now >= until:
                return True
        return False

    def _start_another(self, port: int) -> None:
        worker = self._start(port)
        threading.Thread(target=worker.wait, daemon=True).start()

    def _end(self) -> None:
        for worker in self._workers:
            worker.stop()
        until = time.monotonic() + PATIENCE
        for worker in self._workers:
            worker.end(until - time.monotonic())


def run_workers(settings: Settings, say: Callable[[str, str], None]) -> None:
    """Serve with several processes until stopped; OSError if the port is not available.

    `say` is called with the address and a worker's message, once all of them listen.
    """
    require_shareable(settings)
    with contextlib.ExitStack() as held:
        port = held.enter_context(keep_port(settings.host, settings.port)).getsockname()[1]
        for own in filter(None, own_ports(settings)):
            try:
                held.enter_context(keep_port(settings.host, own))
            except (OSError, OverflowError) as problem:
                raise CannotStart(
                    f"a worker cannot listen at port {own}, its own: {problem}; "
                    f"{settings.workers} workers need that many free ports after {port}"
                ) from None
        if not settings.secret:  # the key is in the folder, which is ours then
            folder = DataFolder(settings.folder, f"port {port}")
            held.enter_context(contextlib.closing(folder))
        WorkerPool(settings, port).run(lambda message: say(str(port), message))
