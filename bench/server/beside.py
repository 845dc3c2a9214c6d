"""How long a move takes while bots think: until both windows of its table have been told.

    python -m bench.server.beside [--bots 8] [--game summits] [--tables 16] [--seconds 30]
        [--rounds 3] [--keep]

The real server on all cores, with this load beside it. Two guests sit at each of the tables of
Rokumon, each with a window (`bench.server.told`); a move is made there every quarter of a second,
on the average, so the server is not the limit. In turn, `--rounds` times, nobody else plays, and
`--bots` guests play against a shogun each, answering at once, so that nearly all bots think or wait
for their turn to think. Times are medians of the rounds, in milliseconds; `answers` are the actions
of the bots in a round.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from statistics import median
from typing import Any, Final

import uvloop
from bench.common import arguments, tell
from bench.server.answers import Player
from bench.server.serving import connect, cookie_of, serving, spans
from bench.server.told import Match

PAUSE: Final = 0.25
"""The mean pause between two moves at a table, in seconds."""
LEVEL: Final = "shogun"


async def moves(port: int, number: int, end: float) -> list[float]:
    """The times of the moves at one table, game after game."""
    rng, connection = random.Random(number), await connect(port)
    match = Match(rng, [await cookie_of(connection), await cookie_of(connection)])
    await match.open(connection, port)
    times: list[float] = []
    while time.perf_counter() < end:
        await asyncio.sleep(rng.expovariate(1 / PAUSE))
        if match.is_over:
            await match.open(connection, port)
        times.append(await match.move(connection))
    match.close()
    connection.transport.close()
    return times


async def opposed(player: Player, game: str, end: float, rng: random.Random) -> int:
    """Play against a bot, game after game; the number of its actions."""
    before = player.answers
    while (left := end - time.perf_counter()) > 0:
        if player.view is None or player.view.status != "running":
            player.view = None
            await player.opens(game, LEVEL)
        await player.plays(left, rng)
    return player.answers - before


async def measure(port: int, given: Any) -> dict[str, Any]:
    """Rounds without and with bots."""
    players = [Player(port) for _ in range(given.bots)]
    for player in players:
        await player.come()
    await players[0].opens(given.game, LEVEL)
    await players[0].warms_up()
    found: dict[str, list[dict[str, float]]] = {"alone": [], "beside": []}
    for _ in range(given.rounds):
        for name, some in (("alone", []), ("beside", players)):
            end = time.perf_counter() + given.seconds
            tables = (moves(port, n, end) for n in range(given.tables))
            bots = (opposed(one, given.game, end, random.Random(n)) for n, one in enumerate(some))
            times, answers = await asyncio.gather(asyncio.gather(*tables), asyncio.gather(*bots))
            every = [took for one in times for took in one]
            found[name].append({"moves": len(every), **spans(every), "answers": sum(answers)})
    return {
        name: {key: round(median(one[key] for one in rounds), 2) for key in rounds[0]}
        for name, rounds in found.items()
    }


def main() -> None:
    given = arguments(__doc__, bots=8, game="summits", tables=16, seconds=30.0, rounds=3)
    with serving("rokumon", os.sched_getaffinity(0)) as server:
        found = uvloop.run(measure(server.port, given))
    about = {"bots": given.bots, "game": given.game, "tables": given.tables}
    tell(given, "beside", about | found)


if __name__ == "__main__":
    main()
