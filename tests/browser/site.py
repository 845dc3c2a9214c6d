"""The site as its own process: started, asked, killed, started again on the same data."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Final

PATIENCE: Final = 30.0


class Site:
    """A server with a data folder and a port that it keeps through restarts.

    `program` is a Python file that serves something else than the games of the registry.
    """

    def __init__(self, data: Path, program: Path | None = None) -> None:
        self.data, self.program = data, program
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until the lobby is served."""
        self.data.mkdir(parents=True, exist_ok=True)
        env = os.environ | {"HONJIN_DATA": str(self.data), "HONJIN_PORT": str(self.port)}
        with (self.data / "server.log").open("ab") as log:
            self._process = subprocess.Popen(self._command(), env=env, stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end or self._process.poll() is not None:
                raise RuntimeError(f"the server did not start:\n{self.said()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """End it as Ctrl-C would."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)
        self._process = None

    def said(self) -> str:
        """What the server wrote."""
        return (self.data / "server.log").read_text("utf-8", "replace")

    def _command(self) -> list[str]:
        if self.program is not None:
            return [sys.executable, str(self.program)]
        folder = ("--data", str(self.data))
        serve = ("serve", "--no-open", "--port", str(self.port), *folder)
        return [sys.executable, "-c", "from honjin.cli.main import app; app()", *serve]

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
