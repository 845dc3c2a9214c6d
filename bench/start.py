"""The time that `make play` takes on a prepared machine until the lobby is served.

    python -m bench.start [--rounds 7] [--keep]

Runs the command as a user does, on a free port with a new data folder, and requests the lobby until
it answers. `--keep` adds the result to bench/results/start.jsonl.
"""

from __future__ import annotations

import os
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request

from bench.common import ROOT, arguments, keep


def main() -> None:
    given = arguments(__doc__, rounds=7)
    subprocess.run(["make", "-s", "ready"], cwd=ROOT, check=True)
    seconds = [one_start() for _ in range(given.rounds)]
    line = {
        "seconds": round(statistics.median(seconds), 2),
        "fastest": round(min(seconds), 2),
        "slowest": round(max(seconds), 2),
    }
    print(f"make play to a served lobby: {line['seconds']} s (median of {given.rounds})")
    keep(given, "start", line)


def one_start() -> float:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = ["make", "-s", "play", f"PORT={port}", f"DATA={data}", "OPEN=0"]
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            wait_for(f"http://127.0.0.1:{port}/", process)
            return time.perf_counter() - start
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.01)
    raise SystemExit(f"make play ended with exit code {process.returncode}")


if __name__ == "__main__":
    main()
