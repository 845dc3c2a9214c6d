"""Honjin's server beside others under the same load: both players have a window and are told.

    python -m bench.peers [--clients 64] [--tables 100] [--seconds 8] [--rounds 3] [--keep]

Four servers, one after the other in each round, each as one process on one core, the load on
another:

    honjin     Rokumon Act 4, by bench.server.told: durable (SQLite, WAL, synchronous=FULL)
    lean       the same libraries without anything of ours (lean.py), with as many bytes: the floor
    memory     boardgame.io (MIT, pinned in boardgame_io/package.json), four in a row, in memory
    durable    the same with a store on better-sqlite3, WAL, synchronous=FULL

Both games last some 22 random moves. A move counts when both windows have been told of it; games
begin between the measurements, so `us` is the server's processor time for a move alone and
`us_per_start` that for a game with its two windows. The figures are medians of the rounds; `ratio`
is Honjin's `us` to that of each other one. If `generator_core` is near 1.0 the load was the limit,
not the server; if `server_core` is below 0.95 the server did not get its whole core.

The packages are installed by npm into the user's cache folder unless they are there. better-sqlite3
comes with a built binary or is compiled, for which npm needs Node's headers (`npm_config_nodedir`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from statistics import median
from typing import Any, Final

import uvloop
from bench.common import ROOT, arguments, tell
from bench.server.serving import Server, aside, serving
from bench.server.told import measure

sys.path.append(str(ROOT / "scripts"))
from client import Node, fingerprint, need_node, run, say
from honjin.core.jit.cache.folders import cache_folder

PEER: Final = Path(__file__).parent / "boardgame_io"
LONGEST: Final = 60.0
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
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        run(node.npm("install", *quiet), what="npm install", cwd=home, path=node.folder)
        (home / "ready").touch()
    return home


def measure_peer(
    home: Path, node: Node, core: int, given: argparse.Namespace, file: str = ""
) -> dict[str, Any]:
    """Measure boardgame.io's server under the load of its own client."""
    os.environ["NODE_ENV"] = "production"  # no development checks on either side
    server = Server([str(node.node), str(home / "server.cjs"), *([file] if file else [])], {core})
    try:
        address = f"http://127.0.0.1:{server.port}"
        numbers = map(str, (given.tables, given.clients, given.seconds))
        load = subprocess.Popen(
            [str(node.node), str(home / "load.cjs"), address, *numbers],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        return _read(load, server, given.seconds)
    finally:
        server.stop()


def _read(load: subprocess.Popen[str], server: Server, seconds: float) -> dict[str, Any]:
    """The output of the load; the server's processor time is read at each change of phase."""
    assert load.stdout is not None
    assert load.stdin is not None
    limit = threading.Timer(seconds + LONGEST, load.kill)
    limit.start()
    spent, phase, before = {"open": 0.0, "play": 0.0}, "open", server.cpu()
    try:
        for line in load.stdout:
            now = server.cpu()
            spent[phase] += now - before
            phase, before = line.strip(), now
            if phase not in spent:
                return _found(json.loads(line), spent)
            load.stdin.write("go\n")
            load.stdin.flush()
    finally:
        limit.cancel()
        load.kill()
        load.wait()
    raise SystemExit(f"boardgame.io's load had not ended after {seconds + LONGEST} s")


def _found(told: dict[str, Any], spent: dict[str, float]) -> dict[str, Any]:
    return {
        "moves_per_s": round(told["moves"] / told["seconds"]),
        "p50_ms": round(told["p50_ms"], 2),
        "p99_ms": round(told["p99_ms"], 2),
        "us": round(spent["play"] / told["moves"] * 1e6),
        "us_per_start": round(spent["open"] / told["starts"] * 1e6),
        "bytes": told["bytes"],
        "server_core": round(spent["play"] / told["seconds"], 2),
        "generator_core": round(told["generator_core"], 2),
    }


def measure_told(server: Server, given: argparse.Namespace) -> dict[str, Any]:
    """The figures of a server that speaks as Honjin does, under the same names."""
    found = uvloop.run(
        measure(server, given.tables, given.clients, given.seconds)
    )  # fmt: skip
    names = {"us_per_move": "us", "bytes_per_move": "bytes"}
    return {names.get(key, key): value for key, value in found.items() if key != "max_ms"}


def measure_lean(core: int, size: int, given: argparse.Namespace) -> dict[str, Any]:
    """The floor, which sends as many bytes to each window."""
    file = str(Path(__file__).parent / "lean.py")
    server = Server([sys.executable, file, str(size)], {core})
    try:
        return measure_told(server, given)
    finally:
        server.stop()


def one_round(home: Path, node: Node, core: int, given: argparse.Namespace) -> dict[str, Any]:
    """All four, one after the other."""
    with serving("rokumon", {core}) as server:
        ours = measure_told(server, given)
    with tempfile.TemporaryDirectory() as data:
        return {
            "honjin": ours,
            "lean": measure_lean(core, ours["bytes"] // 2 - 150, given),
            "memory": measure_peer(home, node, core, given),
            "durable": measure_peer(home, node, core, given, str(Path(data) / "matches.db")),
        }


def main() -> None:
    given = arguments(__doc__, clients=64, tables=100, seconds=8.0, rounds=3)
    if given.clients > given.tables:
        sys.exit(f"expected at most {given.tables} clients, one per table, got {given.clients}")
    node = need_node()
    home = install(node)
    core = aside()[0]
    rounds = [one_round(home, node, core, given) for _ in range(given.rounds)]
    found = {
        name: {key: median(one[name][key] for one in rounds) for key in figures}
        for name, figures in rounds[0].items()
    }
    ratio = {
        name: round(found["honjin"]["us"] / found[name]["us"], 2)
        for name in found
        if name != "honjin"
    }
    tell(
        given,
        "peers",
        {"tables": given.tables, "clients": given.clients} | found | {"ratio": ratio},
    )


if __name__ == "__main__":
    main()
