"""Bots that are asked about positions of Rokumon, and positions of its tables."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from honjin.bots import Player, SearchHandle, SearchRequest
from honjin.bots.precompile import load_loops
from honjin.core.game import Game
from honjin.games import load
from honjin.solver import Tables, Value, plan_for, solve
from honjin.solver.tables.export import rows

ROKUMON: Final = load("rokumon")


def ready(game: Game[Any], *players: Player) -> None:
    """Compile and load everything that these bots run."""
    for player in players:
        load_loops(game, player.bot, player.name)


def request(
    game: Game[Any], s: Any, seat: int, player: Player, rng: random.Random, seats: int = 2
) -> SearchRequest:
    """The question what a player would do at a seat."""
    seen = game.seen_by(s, seat)
    return SearchRequest(game, seen, seat, seats, rng, player.budget, SearchHandle())


def chosen(player: Player, s: Any, rng: random.Random) -> int:
    """The action of the side to move in a position of Rokumon."""
    return int(player.bot.think(request(ROKUMON, s, s.turn, player, rng)).action)


def points(s: Any, seat: int) -> float:
    """What a finished game of Rokumon counts: 1 if won, 1/2 if drawn."""
    return 1.0 if s.winner == seat else 0.0 if s.winner == 1 - seat else 0.5


def solved(act: str, deal: str, folder: Path) -> tuple[Any, Tables]:
    """The options of a deal, and the tables with its own, which is made if it is missing."""
    options = ROKUMON.read_options({"act": act, "deal": deal})
    solve(ROKUMON, options, folder)
    return options, Tables.open(ROKUMON, folder)


def drawn_from(tables: Tables, options: Any, rng: random.Random) -> Iterator[tuple[Any, Value]]:
    """Running positions with their values, drawn uniformly from a table without end."""
    plan = plan_for(ROKUMON, options)
    _, table = tables.table_for(plan.start)
    while True:
        [row] = rows(ROKUMON, plan, table, [rng.randrange(len(table.bytes))])
        if ROKUMON.may_act(row.position):
            yield row.position, Value(row.result, row.plies)
