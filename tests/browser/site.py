"""The site as its own process: started, asked, killed, started again on the same data."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

PATIENCE: Final = 120.0  # a busy machine takes half a minute to import the server


class Site:
    """A server with a data folder, and with a port that it is given once and keeps.

    `program` is a Python file that serves something else than the games of the registry; `solve`
    is how many positions a solved table has at most that is made on the way.
    """

    def __init__(self, data: Path, program: Path | None = None, solve: int = 0) -> None:
        self.data, self.program, self.solve = data, program, solve
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is served."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it says that it is open."""
        self.data.mkdir(parents=True, exist_ok=True)
        end = time.monotonic() + PATIENCE
        while not self._opens(end):
            if time.monotonic() > end or "is taken" not in self.said():
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.said()}")
            time.sleep(0.2)

    def _opens(self, end: float) -> bool:
        env = os.environ | {"HONJIN_DATA": str(self.data), "HONJIN_PORT": str(self.port)}
        env["HONJIN_PREPARE"] = "0"  # nothing is compiled beside the tests
        env["HONJIN_EXPERIMENT_NICENESS"] = "0"  # a polite one waits for all other tests
        env["HONJIN_SOLVE"] = str(self.solve)
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command(), env=env, stdout=log, stderr=log)
        while self._process.poll() is None and time.monotonic() < end:
            if found := re.search(r"is open at http://127\.0\.0\.1:(\d+)", self.said()):
                self.port = int(found[1])
                return True
            time.sleep(0.02)
        return False

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
        """What the server wrote since it was started."""
        return self._log.read_text("utf-8", "replace")

    @property
    def _log(self) -> Path:
        return self.data / "server.log"

    def _command(self) -> list[str]:
        if self.program is not None:
            return [sys.executable, str(self.program)]
        serve = ("serve", "--no-open", "--port", str(self.port), "--data", str(self.data))
        return [sys.executable, "-c", "from honjin.cli.main import app; app()", *serve]
