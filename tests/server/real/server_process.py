"""The real server as a separate process, for tests that must not share one with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

HERE = Path(__file__).parent


class Server:
    """A real server process on a free port."""

    database = ""

    def __init__(self, data: Path, log: IO[str] | None = None, **more: str) -> None:
        given = {"DATA": str(data), "PORT": "0", "LIMITS": "0", "PREPARE": "0"} | more
        env = os.environ | {f"HONJIN_{name}": value for name, value in given.items()}
        command = [sys.executable, str(HERE / "fair_server.py")]
        self.process = subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=log, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Honjin is open at http://127.0.0.1:"), line
        self.port = int(line.rpartition(":")[2])

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        code = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code
