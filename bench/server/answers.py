"""The time that bots take to answer, and a person's action while others think.

    python bench/server/answers.py [--against another/src] [--rounds 3] [--turns 30] [--keep]

The real server (uvicorn, SQLite) runs without the pause of bots. `<level>_ms` is the median time
from posting an action of Rokumon until it is the player's turn again, looked at all the time:
nearly all of it is the bot's answer, since `greedy` needs no search and `samurai` a short one.
`first_s` is the first such time, in which compiled code is loaded. `act_ms` and `act99_ms` are the
median and the 99th percentile of a person's action at a table without bots, alone and (`busy_`)
while bots search at two others. With `--against`, servers of both sources take turns.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep
from memory import Client, turn_of

LEVELS: Final = ("greedy", "samurai")
OWN: Final = Path(__file__).parents[2] / "src"


def answers(client: Client, level: str, turns: int) -> list[float]:
    """Seconds until a bot has answered, action by action, over several games."""
    rng, waits = random.Random(1), list[float]()
    while len(waits) < turns:
        table = client.open("rokumon", {"kind": "bot", "bot": level})
        while len(waits) < turns and (view := turn_of(client, table, pause=0.0)):
            begun = time.perf_counter()
            client.act(table, view, rng)
            if turn_of(client, table, pause=0.0) is None:
                break
            waits.append(time.perf_counter() - begun)
    return waits


def actions(client: Client, count: int) -> list[float]:
    """Seconds that each action of a person takes at tables without bots."""
    rng, took = random.Random(1), list[float]()
    while len(took) < count:
        table = client.open("rokumon", {"kind": "me"})
        view = client.view(table)
        while len(took) < count and view.get("turn"):
            begun = time.perf_counter()
            view = client.act(table, view, rng)
            took.append(time.perf_counter() - begun)
    return took


def measured(source: Path, turns: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data:
        env = os.environ | {
            "HONJIN_DATA": data, "HONJIN_PORT": "0", "HONJIN_LIMITS": "0", "HONJIN_BOT_PAUSE": "0",
            "HONJIN_PREPARE": "0", "PYTHONPATH": str(source),
        }  # fmt: skip
        server = subprocess.Popen(
            [sys.executable, "-m", "honjin.server"], env=env, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            return figures(int(server.stdout.readline().rpartition(":")[2]), turns)
        finally:
            server.terminate()
            server.wait(30)


def figures(port: int, turns: int) -> dict[str, float]:
    client, found = Client(port), dict[str, float]()
    alone = actions(client, 10 * turns)
    for level in LEVELS:
        waits = answers(client, level, turns + 1)
        if level == "samurai":
            found["first_s"] = round(waits[0], 2)
        found[f"{level}_ms"] = round(1000 * statistics.median(waits[1:]), 1)
    is_over = threading.Event()
    others = [threading.Thread(target=keep_busy, args=(port, is_over)) for _ in range(2)]
    for other in others:
        other.start()
    time.sleep(2)
    busy = actions(client, 10 * turns)
    is_over.set()
    for other in others:
        other.join()
    for name, took in (("", alone), ("busy_", busy)):
        ordered = sorted(took)
        found[f"{name}act_ms"] = round(1000 * statistics.median(took), 2)
        found[f"{name}act99_ms"] = round(1000 * ordered[len(ordered) * 99 // 100], 2)
    return found


def keep_busy(port: int, is_over: threading.Event) -> None:
    """Have a bot search nearly all the time."""
    client, rng = Client(port), random.Random(1)
    while not is_over.is_set():
        table = client.open("rokumon", {"kind": "bot", "bot": "shogun"})
        for _ in range(200):
            view = turn_of(client, table, pause=0.02)
            if view is None or is_over.is_set():
                break
            client.act(table, view, rng)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    sources = {"here": OWN} | ({"there": given.against} if given.against else {})
    rounds: dict[str, list[dict[str, float]]] = {name: [] for name in sources}
    for _ in range(given.rounds):
        for name, source in sources.items():
            rounds[name].append(measured(source, given.turns))
            print(name, json.dumps(rounds[name][-1]), flush=True)
    for name, lines in rounds.items():
        line: dict[str, Any] = {
            key: round(statistics.median(one[key] for one in lines), 2) for key in lines[0]
        }
        line |= {"source": name, "rounds": len(lines), "load1": round(os.getloadavg()[0], 1)}
        print(json.dumps(line))
        if given.keep and name == "here":
            keep("answers", line)


if __name__ == "__main__":
    main()
