"""The server's cost of a game of Swords, the time to reopen it, and how reads slow other requests.

    python bench/server/cost.py [--against <folder>] [--rounds 3] [--actions 900] [--only play]

The real server (SQLite, no limits, nothing prepared) runs from this source tree and, with
`--against`, from another one, alternating, so other load on the machine affects both. A client in
this process makes the requests; processor time is that of all threads of the server, from /proc.

play      Swords with four seats, all held by one guest, which acts as the page does: it asks for
          the view of the seat to act, and for the changes since the version it has of that seat.
          Both trees get the same choices. `ms_per_action`, `bytes_per_answer`. `spoken`: the same
          with four guests, each with an open window that receives every change.
unnamed   the same guest without naming the seat: the answer is for the seat that acts next.
reopen    the server is restarted on that journal (`entries`); seconds from the answer to
          /api/health to the first view (`reopen_s`), and processor time (`reopen_cpu_s`).
reads     16 connections request past steps without a pause for 4 seconds while another guest acts
          ten times a second at a table of Rokumon; `act_p99_ms`, and `steps_per_s`.
first     Summits against `samurai`, with its search compiled before (HONJIN_CACHE): seconds that
          the bot takes for each of its first turns.

Medians of the rounds are printed; `--keep` adds them to bench/results/cost.jsonl.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from keep import keep
from load import Connection, get, post

ROOT: Final = Path(__file__).parents[2]
SEED: Final = 5
Found = dict[str, float]


class Server:
    """The real server of a source tree, with its data in a folder."""

    def __init__(self, tree: Path, data: str) -> None:
        env = os.environ | {
            "HONJIN_DATA": data, "HONJIN_PORT": "0", "HONJIN_LIMITS": "0", "HONJIN_PREPARE": "0",
            "PYTHONPATH": str(tree / "src"), "HONJIN_BOT_PAUSE": "0",
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-m", "honjin.server"], env=env, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    def cpu(self) -> float:
        """Processor seconds used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def settle(self) -> None:
        """Wait until the work after its start is done."""
        used = -1.0
        while self.cpu() - used > 0.02:
            used = self.cpu()
            await asyncio.sleep(0.5)

    def stop(self) -> None:
        """End the server, and wait until it has ended."""
        self.process.terminate()
        self.process.wait(20)

    async def connect(self) -> Connection:
        """A new connection."""
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(Connection, "127.0.0.1", self.port))[1]


class Guest:
    """A guest with a cookie and a connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection, self.cookie = connection, b""

    async def ask(self, path: str, body: Any = None) -> bytes:
        """The server's answer; any status but 200 is an error."""
        make = get(path, self.cookie) if body is None else post(path, self.cookie, body)
        status, headers, answer = await self.connection.ask(make)
        if b"set-cookie: honjin=" in headers:
            at = headers.index(b"set-cookie: honjin=") + 19
            self.cookie = headers[at : headers.index(b";", at)]
        if status != 200:
            raise RuntimeError(f"{path}: {status} {answer[:300]!r}")
        return answer


async def guest(server: Server) -> Guest:
    found = Guest(await server.connect())
    await found.ask("/api/me")
    return found


async def opened(who: Guest, game: str, seats: list[Any], **options: str) -> str:
    wish = {"game": game, "seats": seats, "options": options}
    return str(json.loads(await who.ask("/api/tables", wish))["id"])


class Player:
    """Acts at random for its seats at a table; keeps the version it has of each seat's view."""

    def __init__(self, who: Guest, table: str, rng: random.Random, *, named: bool) -> None:
        self.who, self.path, self.rng, self.named = who, f"/api/tables/{table}", rng, named
        self.versions: dict[int, int] = {}
        self.view: Any = None
        self.bytes = self.answers = 0

    async def look(self, seat: int | None = None) -> Any:
        """The view of a seat, with the new lines of its log."""
        path = self.path
        if seat is not None:
            since = self.versions.get(seat)
            path += f"?seat={seat}" + (f"&since={since}" if since else "")
        return self._took(await self.who.ask(path))

    async def act(self, seat: int) -> Any:
        """Play a random choice of a seat whose view was fetched."""
        turn = self.view["turn"]
        do = self.rng.choice(turn["choices"])["do"]
        path = f"{self.path}/actions" + (f"?seat={seat}" if self.named else "")
        fields = {"seat": turn["seat"], "do": do, "at": self.view["version"]}
        return self._took(await self.who.ask(path, fields))

    def _took(self, answer: bytes) -> Any:
        self.bytes, self.answers = self.bytes + len(answer), self.answers + 1
        self.view = json.loads(answer)
        if self.view.get("viewer") is not None:
            self.versions[self.view["viewer"]] = self.view["version"]
        return self.view


def due(view: dict[str, Any]) -> list[int]:
    """The seats that must act; older servers in a comparison may use the former field."""
    seats: list[int] = view["must_act"] if "must_act" in view else view["awaited"]
    return seats


async def play_all_seats(server: Server, actions: int, *, named: bool) -> tuple[Found, str, bytes]:
    """Play as one guest on four seats."""
    me = await guest(server)
    table = await opened(me, "swords", [{"kind": "me"}] * 4)
    player = Player(me, table, random.Random(SEED), named=named)
    await player.look(0 if named else None)
    before, player.bytes, player.answers = server.cpu(), 0, 0
    for _ in range(actions):
        view = player.view
        if view["status"] == "over":
            break
        seat = due(view)[0]
        if view.get("turn", {}).get("seat") != seat:
            view = await player.look(seat if named else None)
        await player.act(view["turn"]["seat"])
    done = len(json.loads(await me.ask(f"/api/tables/{table}/record?seat=0"))["seen"]["log"])
    found = {
        "ms_per_action": (server.cpu() - before) / actions * 1000,
        "bytes_per_answer": player.bytes / player.answers,
        "log": done,
    }
    return found, table, me.cookie


async def play_apart(server: Server, actions: int) -> Found:
    """Play as four guests, each with a window of its own."""
    four = [await guest(server) for _ in range(4)]
    table = await opened(four[0], "swords", [{"kind": "me"}, *[{"kind": "open"}] * 3])
    for seat in (1, 2, 3):
        await four[seat].ask(f"/api/tables/{table}/sit", {"seat": seat})
    windows = [asyncio.create_task(listen(server, table, one.cookie)) for one in four]
    rng = random.Random(SEED)
    players = [Player(one, table, rng, named=True) for one in four]
    await players[0].look(0)
    await asyncio.sleep(0.2)
    before, seat = server.cpu(), int(due(players[0].view)[0])
    for _ in range(actions):
        player = players[seat]
        if (await player.look(seat))["status"] == "over":
            break
        seat = int(due(await player.act(seat))[0])
    await asyncio.sleep(0.1)
    for window in windows:
        window.cancel()
    return {"ms_per_action_spoken": (server.cpu() - before) / actions * 1000}


async def listen(server: Server, table: str, cookie: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(get(f"/api/tables/{table}/events", cookie))
    with contextlib.closing(writer):
        while await reader.read(1 << 20):
            pass


async def reopen(server: Server, table: str, cookie: bytes) -> Found:
    me = Guest(await server.connect())
    me.cookie = cookie
    await me.ask("/api/health")
    began, cpu = time.perf_counter(), server.cpu()
    await me.ask(f"/api/tables/{table}?seat=0")
    return {"reopen_s": time.perf_counter() - began, "reopen_cpu_s": server.cpu() - cpu}


async def reads(server: Server, table: str, cookie: bytes) -> Found:
    """Act at one table while the past of another is requested."""
    me, stop, count = await guest(server), time.perf_counter() + 4.0, 0
    other = await opened(me, "rokumon", [{"kind": "me"}] * 2, act="4")
    player = Player(me, other, random.Random(SEED), named=False)

    async def ask(n: int) -> None:
        nonlocal count
        asking, rng = Guest(await server.connect()), random.Random(n)
        asking.cookie = cookie
        last = json.loads(await asking.ask(f"/api/tables/{table}?seat=0"))["step"]
        while time.perf_counter() < stop:
            await asking.ask(f"/api/tables/{table}/steps/{rng.randrange(last)}?seat=0")
            count += 1

    asking = [asyncio.create_task(ask(n)) for n in range(16)]
    times = []
    while time.perf_counter() < stop:
        await asyncio.sleep(0.1)
        began = time.perf_counter()
        await player.look()
        if player.view["status"] == "over":
            player.path = (
                f"/api/tables/{await opened(me, 'rokumon', [{'kind': 'me'}] * 2, act='4')}"
            )
            continue
        await player.act(player.view["turn"]["seat"])
        times.append(time.perf_counter() - began)
    await asyncio.gather(*asking, return_exceptions=True)
    return {"act_p99_ms": max(times) * 1000, "steps_per_s": count / 4.0}


async def first_moves(server: Server) -> Found:
    """The time that the bot takes for each of its first turns."""
    me, rng = await guest(server), random.Random(SEED)
    table = await opened(me, "summits", [{"kind": "me"}, {"kind": "bot", "bot": "samurai"}])
    player, waits = Player(me, table, rng, named=True), []
    began = time.perf_counter()
    while len(waits) < 6 and time.perf_counter() - began < 90:
        view = await player.look(0)
        if "turn" in view and 0 in due(view):
            await player.act(0)
            continue
        since = time.perf_counter()
        while 0 not in due(view := await player.look(0)) and view["status"] == "running":
            await asyncio.sleep(0.02)
        waits.append(time.perf_counter() - since)
    return {f"first_{n}_s": wait for n, wait in enumerate(waits, 1)} | {"first_sum_s": sum(waits)}


# ---------------------------------------------------------------- rounds


def measured(tree: Path, only: str, actions: int) -> Found:
    """All measurements once, with one tree."""
    found: Found = {}
    with tempfile.TemporaryDirectory() as data:

        def at_server(work: Callable[[Server], Awaitable[Any]]) -> Any:
            server = Server(tree, data)
            try:
                return asyncio.run(_run(work, server))
            finally:
                server.stop()

        if only in ("", "first"):
            found |= at_server(first_moves)
        if only in ("", "unnamed"):
            part, *_ = at_server(lambda s: play_all_seats(s, actions, named=False))
            found |= {f"{name}_unnamed": value for name, value in part.items()}
        if only in ("", "play", "reopen", "reads"):
            part, table, cookie = at_server(lambda s: play_all_seats(s, actions, named=True))
            found |= part
            found |= at_server(lambda s: play_apart(s, min(actions, 600)))
            found |= at_server(lambda s: reopen(s, table, cookie))
            if only != "reopen":
                found |= at_server(lambda s: reads(s, table, cookie))
    return found


async def _run(work: Callable[[Server], Awaitable[Any]], server: Server) -> Any:
    await (await server.connect()).ask(get("/api/health", b""))
    await server.settle()
    return await work(server)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--actions", type=int, default=900)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    trees = {"this": ROOT} | ({"against": given.against.resolve()} if given.against else {})
    rounds: dict[str, list[Found]] = {name: [] for name in trees}
    for _ in range(given.rounds):
        for name, tree in trees.items():
            rounds[name].append(measured(tree, given.only, given.actions))
            print(name, {k: round(v, 3) for k, v in rounds[name][-1].items()}, flush=True)
    for name, found in rounds.items():
        line = {
            key: round(statistics.median(one.get(key, 0.0) for one in found), 3)
            for key in found[0]
        }  # fmt: skip
        print(json.dumps({"tree": name, "actions": given.actions} | line))
        if given.keep:
            keep("cost", {"tree": name, "actions": given.actions, "rounds": given.rounds} | line)


if __name__ == "__main__":
    main()
