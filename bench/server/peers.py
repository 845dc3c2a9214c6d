"""Honjin's server and boardgame.io's, on the same core under a load of the same shape.

    python -m bench.server.peers [--clients 64] [--tables 100] [--seconds 8] [--keep]

boardgame.io (MIT, pinned in boardgame_io/package.json) is installed by npm into the user's cache
folder unless it is there. The servers run one after the other, each as one process on one core, the
load on another: clients in a closed loop over 100 tables that play random moves and start a new
game when one is over, with one client for both seats of a table. A move counts when the answer with
the new position has arrived. Rokumon's Act 4 and four in a row both last some 22 random moves.

The differences: boardgame.io keeps its matches in memory (its default); Honjin's moves are durable
before they are answered. boardgame.io sends the position over a socket.io connection per table, and
its client lists the moves; Honjin's answers, over HTTP, also hold the scene, all choices and the
log (`bytes` is the length of an answer). `us` is the server's processor time per move; `ratio` is
Honjin's moves per second divided by boardgame.io's. If `generator_core` is near 1.0 the load was
the limit, not the server; if `server_core` is below 0.95 the server did not get its whole core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Final

import uvloop
from bench.common import ROOT, arguments, tell
from bench.server.load import measure
from bench.server.serving import Server, aside, serving

sys.path.append(str(ROOT / "scripts"))
from client import Node, fingerprint, need_node, run, say
from honjin.core.jit.cache.folders import cache_folder

PEER: Final = Path(__file__).parent / "boardgame_io"
LONGEST: Final = 20.0
"""Seconds that the load may run past its measurement before it is stopped."""


def install(node: Node) -> Path:
    """The folder with the peer and its packages; rebuilt when a file of ours has changed."""
    files = sorted(PEER.iterdir())
    home = cache_folder() / "bench" / f"boardgame_io-{fingerprint(files)[:12]}"
    if not (home / "ready").exists():
        say(f"installing boardgame.io into {home} (npm install)")
        home.mkdir(parents=True, exist_ok=True)
        for file in files:
            (home / file.name).write_bytes(file.read_bytes())
        quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
        run(node.npm("install", *quiet), what="npm install", cwd=home, path=node.folder)
        (home / "ready").touch()
    return home


def measure_peer(home: Path, node: Node, core: int, given: argparse.Namespace) -> dict[str, Any]:
    """Measure boardgame.io's server under the load of its own client."""
    os.environ["NODE_ENV"] = "production"  # no development checks on either side
    server = Server([str(node.node), str(home / "server.cjs")], {core})
    try:
        address = f"http://127.0.0.1:{server.port}"
        numbers = map(str, (given.tables, given.clients, given.seconds))
        load = subprocess.Popen(
            [str(node.node), str(home / "load.cjs"), address, *numbers],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        return _read(load, server, given.seconds)
    finally:
        server.stop()


def _read(load: subprocess.Popen[str], server: Server, seconds: float) -> dict[str, Any]:
    """The output of the load; the server's processor time is read before and after."""
    assert load.stdout is not None
    limit = threading.Timer(seconds + LONGEST, load.kill)
    limit.start()
    try:
        begun = load.stdout.readline()
        spent = server.cpu()
        line = load.stdout.readline()
        spent = server.cpu() - spent
    finally:
        limit.cancel()
        load.kill()
        load.wait()
    if not begun or not line:
        raise SystemExit(f"boardgame.io's load had not ended after {seconds + LONGEST} s")
    found = json.loads(line)
    moves, took = found["moves"], found["seconds"]
    return {
        "moves_per_s": round(moves / took),
        "p50_ms": round(found["p50_ms"], 2),
        "p99_ms": round(found["p99_ms"], 2),
        "bytes": found["bytes"],
        "games": found["games"],
        "us": round(spent / moves * 1e6),
        "server_core": round(spent / took, 2),
        "generator_core": round(found["generator_core"], 2),
    }


def measure_honjin(core: int, given: argparse.Namespace) -> dict[str, Any]:
    """The figures of Honjin by load.py with the same parameters, under the same names."""
    with serving("rokumon", {core}) as server:
        found = uvloop.run(
            measure(server, "rokumon", given.tables, given.clients, given.seconds, 0)
        )
    names = {"actions_per_s": "moves_per_s", "bytes_per_answer": "bytes", "us_per_action": "us"}
    others = ("p50_ms", "p99_ms", "games", "server_core", "generator_core")
    return {names.get(key, key): found[key] for key in (*names, *others)}


def main() -> None:
    given = arguments(__doc__, clients=64, tables=100, seconds=8.0)
    if given.clients > given.tables:
        sys.exit(f"expected at most {given.tables} clients, one per table, got {given.clients}")
    node = need_node()
    home = install(node)
    core = aside()[0]
    ours, peer = measure_honjin(core, given), measure_peer(home, node, core, given)
    ratio = round(ours["moves_per_s"] / peer["moves_per_s"], 2)
    line = {"tables": given.tables, "clients": given.clients, "honjin": ours, "boardgame.io": peer}
    tell(given, "peers", line | {"ratio": ratio})


if __name__ == "__main__":
    main()
