"""The memory of a server, stage by stage: its own process, and those that it has started.

    python -m bench.server.memory [--games rokumon …] [--levels ashigaru …] [--turns 2] [--keep]

The real server (uvicorn, SQLite) is started as people start it, in a new data folder. Then pages
are fetched, games are played between persons, each level of each game answers `--turns` actions,
and a position of each game is analysed. After each stage a line tells the megabytes of the server's
process (`rss`, `pss`, and `uss`: what it shares with no other process), whether the compiler is
mapped into it (`llvm`), and the number of its children with the sum of what they alone hold. Rules
that were never compiled on this machine are compiled before the first stage ends.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import time
from pathlib import Path
from typing import Any, Final

from bench.common import arguments, keep
from bench.server.serving import Server, serving

from honjin.games import load

GAMES: Final = ("rokumon", "akebono", "akiwado", "swords", "summits")
LEVELS: Final = ("ashigaru", "samurai", "daimyo", "shogun")
PAGES: Final = (
    "/", "/api/games", "/api/tables", "/api/me", "/api/history", "/api/puzzles", "/api/turns",
    "/api/openapi.json", "/picture", "/api/explore/rokumon",
)  # fmt: skip
SETTLED: Final = 3.0
"""Seconds after a stage until its memory is read."""


class Client:
    """A browser's connection, and its cookie."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._cookie = ""
        self.ask("GET", "/api/me")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        sent = {"content-type": "application/json", "cookie": self._cookie}
        text = None if body is None else json.dumps(body)
        try:
            self._line.request(method, path, text, sent)
            answer = self._line.getresponse()
        except (http.client.RemoteDisconnected, OSError):  # a stage lasted longer than it is kept
            self._line.close()
            self._line.request(method, path, text, sent)
            answer = self._line.getresponse()
        if given := answer.getheader("set-cookie"):
            self._cookie = given.partition(";")[0]
        data = answer.read()
        is_json = answer.getheader("content-type", "").startswith("application/json")
        return json.loads(data) if is_json and answer.status == 200 else data

    def open(self, key: str, rival: dict[str, str]) -> str:
        game = load(key)
        rivals = [rival] * (game.seats(game.read_options()) - 1)
        fields = {"game": key, "options": {}, "seats": [{"kind": "me"}, *rivals]}
        return str(self.ask("POST", "/api/tables", fields)["id"])

    def view(self, table: str) -> Any:
        return self.ask("GET", f"/api/tables/{table}")

    def act(self, table: str, view: Any, rng: random.Random) -> Any:
        """Play one of the choices at random."""
        turn = view["turn"]
        do = rng.choice(turn["choices"])["do"]
        fields = {"seat": turn["seat"], "do": do, "at": view["version"]}
        return self.ask("POST", f"/api/tables/{table}/actions", fields)


# ---- stages


def pages(client: Client, games: list[str]) -> None:
    own = [f"/api/games/{game}{page}" for game in games for page in ("", "/rules")]
    for path in (*PAGES, *own):
        client.ask("GET", path)


def people(client: Client, game: str, actions: int = 60) -> str:
    """A game between persons, of which one holds all seats; returns the table."""
    rng, table = random.Random(1), client.open(game, {"kind": "me"})
    view = client.view(table)
    for _ in range(actions):
        if not view.get("turn"):
            break
        view = client.act(table, view, rng)
        client.ask("GET", f"/api/tables/{table}/facts")
    return table


def against(client: Client, game: str, level: str, turns: int) -> list[float]:
    """Play against a bot; the seconds until it was the player's turn again."""
    rng, waits = random.Random(1), list[float]()
    table = client.open(game, {"kind": "bot", "bot": level})
    while len(waits) < turns:
        view = turn_of(client, table)
        if view is None:
            break
        begun = time.perf_counter()
        client.act(table, view, rng)
        if turn_of(client, table) is None:
            break
        waits.append(round(time.perf_counter() - begun, 2))
    return waits


def turn_of(client: Client, table: str, pause: float = 0.02) -> Any:
    """The view when it is the player's turn; None if the game is over."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        view = client.view(table)
        if view["status"] == "over":
            return None
        if view.get("turn") and view["turn"]["choices"]:
            return view
        time.sleep(pause)
    raise TimeoutError(f"no bot has answered at {table}")


def study(client: Client, game: str, table: str) -> None:
    body = {"step": client.view(table).get("step", 0), "seconds": 1.0}
    client.ask("POST", f"/api/tables/{table}/analysis", body)
    if game == "rokumon":
        client.ask("GET", "/api/explore/rokumon?act=3")


# ---- memory


def memory(process: int) -> dict[str, float]:
    """What a process holds, in megabytes."""
    held = dict.fromkeys(("Rss", "Pss", "Private_Clean", "Private_Dirty"), 0)
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]:
        name, _, rest = line.partition(":")
        if name in held:
            held[name] = int(rest.split()[0])
    private = held["Private_Clean"] + held["Private_Dirty"]
    return {
        "rss": round(held["Rss"] / 1024, 1), "pss": round(held["Pss"] / 1024, 1),
        "uss": round(private / 1024, 1),
    }  # fmt: skip


def has_compiler(process: int) -> bool:
    return "llvm" in Path(f"/proc/{process}/maps").read_text().lower()


def children(process: int) -> list[int]:
    # Each thread has its own: a process belongs to the one that has started it.
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *children(child)]
    return found


def is_compiling(process: int) -> bool:
    return b"compiling" in Path(f"/proc/{process}/cmdline").read_bytes()


def settle(process: int) -> None:
    """Wait until nothing is being compiled, and for what was begun to end."""
    while any(map(is_compiling, children(process))):
        time.sleep(1)
    time.sleep(SETTLED)


def stage(name: str, process: int, **more: Any) -> dict[str, Any]:
    settle(process)
    below = [memory(one) for one in children(process)]
    line = {
        "stage": name, **memory(process), "llvm": has_compiler(process), "children": len(below),
        "children_rss": round(sum(one["rss"] for one in below), 1),
        "children_uss": round(sum(one["uss"] for one in below), 1), **more,
    }  # fmt: skip
    print(json.dumps(line), flush=True)
    return line


def main() -> None:
    given = arguments(__doc__, games=GAMES, levels=LEVELS, turns=2)
    # As it is started by people: on all cores, and with the rules prepared.
    with serving("", os.sched_getaffinity(0), HONJIN_PREPARE="1") as server:
        lines = measured(server, given)
    for line in lines:
        keep(given, "memory", line)


def measured(server: Server, given: argparse.Namespace) -> list[dict[str, Any]]:
    port, process = server.port, server.process.pid
    time.sleep(0.5)
    first = {"stage": "listens", **memory(process), "llvm": has_compiler(process)}
    print(json.dumps(first), flush=True)
    lines, client = [first, stage("prepared", process)], Client(port)
    pages(client, given.games)
    lines.append(stage("pages", process))
    tables = {game: people(client, game) for game in given.games}
    lines.append(stage("people", process))
    for level in given.levels:
        waits = {game: against(client, game, level, given.turns) for game in given.games}
        lines.append(stage(f"bots: {level}", process, waits=waits))
    for game, table in tables.items():
        study(client, game, table)
    return [*lines, stage("study", process)]


if __name__ == "__main__":
    main()
