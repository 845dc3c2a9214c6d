"""Honjin's server beside others under the same load: both players have a window and are told.

    python -m bench.peers [--clients 64] [--tables 100] [--seconds 8] [--rounds 3] [--keep]
                          [--rally FOLDER]

Servers one after the other in each round, each as one process on one core, the load on another:

    honjin     Rokumon Act 4, by bench.server.told: durable (SQLite, WAL, synchronous=FULL)
    lean       the same libraries without anything of ours (lean.py), with as many bytes: the floor
    memory     boardgame.io (MIT, pinned in boardgame_io/package.json), four in a row, in memory
    durable    the same with a store on better-sqlite3, WAL, synchronous=FULL
    rally      Rally the Troops (ISC), The Field of the Cloth of Gold, SQLite (WAL, NORMAL)

Games of Rokumon and four in a row last some 22 random moves. A move counts when both windows have
been told of it; games begin between the measurements, so `us` is the server's processor time for a
move alone and `us_per_start` that for a game with its two windows. The figures are medians of the
rounds; `ratio` is Honjin's `us` to that of each other one. If `generator_core` is near 1.0 the load
was the limit, not the server; if `server_core` is below 0.95 the server did not get its whole core.

The packages are installed by npm into the user's cache folder unless they are there. better-sqlite3
comes with a built binary or is compiled, for which npm needs Node's headers (`npm_config_nodedir`).
For `rally` the folder holds their server (https://git.rally-the-troops.com/common/server) after
`npm install`, with the title (…/modules/field-cloth-gold) in `public/field-cloth-gold`; the bench
makes a database of its own.
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
from bench.peers.rally.server import TITLE, need_rally, rally
from bench.server.serving import Server, aside, serving
from bench.server.told import measure

sys.path.append(str(ROOT / "scripts"))
from client import Node, fingerprint, need_node, run, say
from honjin.core.jit.cache.folders import cache_folder

HERE: Final = Path(__file__).parent
PEER: Final = HERE / "boardgame_io"
LONGEST: Final = 60.0
"""Seconds that the load may run past its measurement before it is stopped."""


def install(node: Node) -> Path:
    """The folder with boardgame.io's packages; made anew when their list has changed."""
    packages = PEER / "package.json"
    home = cache_folder() / "bench" / f"boardgame_io-{fingerprint([packages])[:12]}"
    if not (home / "ready").exists():
        say(f"installing boardgame.io into {home} (npm install)")
        home.mkdir(parents=True, exist_ok=True)
        (home / packages.name).write_bytes(packages.read_bytes())
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        run(node.npm("install", *quiet), what="npm install", cwd=home, path=node.folder)
        (home / "ready").touch()
    return home


def measure_boardgame_io(
    home: Path, node: Node, core: int, given: argparse.Namespace, file: str = ""
) -> dict[str, Any]:
    """Measure boardgame.io's server, in memory or with a file."""
    command = [str(node.node), str(PEER / "server.cjs"), *([file] if file else [])]
    server = Server(command, {core}, NODE_PATH=str(home / "node_modules"))
    return _measured(server, node, home, given, PEER)


def measure_rally(folder: Path, node: Node, core: int, given: argparse.Namespace) -> dict[str, Any]:
    """Measure the server of Rally the Troops."""
    with tempfile.TemporaryDirectory() as data:
        server = rally(folder, node.node, core, data, 2 * given.tables)
        return _measured(server, node, folder, given, HERE / "rally", TITLE)


def _measured(
    server: Server, node: Node, home: Path, given: argparse.Namespace, load: Path, *more: str
) -> dict[str, Any]:
    """The figures of a server on Node under the load of a client of its own."""
    try:
        address = f"http://127.0.0.1:{server.port}"
        numbers = map(str, (given.tables, given.clients, given.seconds))
        client = subprocess.Popen(
            [str(node.node), str(load / "load.cjs"), address, *numbers, *more],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"NODE_PATH": str(home / "node_modules")},
        )  # fmt: skip
        return _read(client, server, given.seconds)
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
    raise SystemExit(f"a load had not ended after {seconds + LONGEST} s")


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
    """All of them, one after the other."""
    with serving("rokumon", {core}) as server:
        found = {"honjin": measure_told(server, given)}
    found["lean"] = measure_lean(core, found["honjin"]["bytes"] // 2 - 150, given)
    found["memory"] = measure_boardgame_io(home, node, core, given)
    with tempfile.TemporaryDirectory() as data:
        file = str(Path(data) / "matches.db")
        found["durable"] = measure_boardgame_io(home, node, core, given, file)
    if given.rally:
        found["rally"] = measure_rally(Path(given.rally), node, core, given)
    return found


def main() -> None:
    given = arguments(__doc__, clients=64, tables=100, seconds=8.0, rounds=3, rally="")
    if given.clients > given.tables:
        sys.exit(f"expected at most {given.tables} clients, one per table, got {given.clients}")
    if given.rally:
        need_rally(Path(given.rally))
    node = need_node()
    os.environ["NODE_ENV"] = "production"  # no development checks on either side
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
