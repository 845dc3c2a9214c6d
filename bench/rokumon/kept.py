"""Proved wins given away, and games saved, by a level with tables and proofs, and without them.

    python -m bench.rokumon.kept [--games 8] [--deals gggjjjj,jjjgggj]
                                 [--bots alphabeta:1s:learned=1:proofs=1,alphabeta:1s]
                                 [--rivals alphabeta:1s,mcts:1s,mcts:400]
                                 [--opening 0] [--tables FOLDER] [--knows] [--keep]

Act 3, deals that red wins. The first of the usual bots is shogun, the second its earlier search
without proofs; each plays all rivals, `--games` games from the won seat and as many from the lost
one. With `--opening`, so many actions are random first, of those that keep the result, except in
the first game of each deal. The table is looked up before and after each of the bot's decisions: a
win is `given away` if a won position is no longer won; games are counted. From lost positions a win
is one point and a draw half a point. The tables only judge; with `--knows` a bot with proofs plays
by them too, otherwise it has the proofs that come with Honjin, as on a machine that has never
solved anything. Missing tables are solved first, which takes half a minute each.

Seconds are clock time, so other load on the machine matters; counts of nodes and simulations do not
depend on it.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from bench.asking import ROKUMON, chosen, points, ready, solved
from bench.common import arguments, keep

from honjin.bots import Player, fresh, read_player
from honjin.lab import wilson
from honjin.solver import Knowledge, Tables, default_folder


class Result(NamedTuple):
    """A game of a bot: its points, and whether it gave away a win."""

    points: float
    gave_away: bool
    plies: int


def opened(tables: Tables, start: Any, opening: int, rng: random.Random) -> Any:
    """The position after some random actions that keep the result of the start."""
    s = start.copy()
    for _ in range(opening):
        answer = tables.value(s)
        kept = [a for a, found in answer.actions.items() if found.result == answer.value.result]
        ROKUMON.apply_action(s, s.turn, rng.choice(sorted(kept)))
    return s


def play(
    tables: Tables, s: Any, seat: int, ours: Player, rival: Player, rng: random.Random
) -> Result:
    """Play one game from a position, judging our seat's decisions by the table."""
    gave_away, plies = False, 0
    sitting = [player._replace(bot=fresh(player.bot)) for player in (ours, rival)]
    while ROKUMON.may_act(s):
        action = chosen(sitting[0 if s.turn == seat else 1], s, rng)
        if s.turn == seat:
            answer = tables.value(s)
            gave_away |= answer.value.result > 0 >= answer.actions[action].result
        ROKUMON.apply_action(s, s.turn, action)
        plies += 1
    return Result(points(s, seat), gave_away, plies)


def interval(won: float, games: int) -> str:
    share, low, high = wilson(won / games, games)
    return f"{share:4.0%} ({low:.0%} to {high:.0%})"


def measured(
    tables: Tables, starts: dict[str, Any], ours: Player, rival: Player, given: argparse.Namespace
) -> dict[str, Any]:
    """Play games from the won seat and from the lost one, cycling through the deals."""
    found: tuple[list[Result], list[Result]] = ([], [])
    deals = sorted(starts)
    for number in range(given.games):
        deal = deals[number % len(deals)]
        for seat in (0, 1):
            rng = random.Random(f"{deal}/{number}/{seat}")
            opening = 0 if number < len(deals) else given.opening
            s = opened(tables, starts[deal], opening, rng)
            found[seat].append(play(tables, s, seat, ours, rival, rng))
    won, lost = found
    return {
        "won": sum(one.points for one in won), "given away": sum(one.gave_away for one in won),
        "lost": sum(one.points for one in lost),
        "plies": round(sum(one.plies for one in won + lost) / (2 * given.games), 1),
    }  # fmt: skip


def solved_starts(deals: list[str], folder: Path) -> dict[str, Any]:
    """The first state of each deal, once its table is solved; exits unless red wins all."""
    starts = {}
    for deal in deals:
        options, tables = solved("3", deal, folder)
        starts[deal] = ROKUMON.setup(options)
        if tables.value(starts[deal]).value.result < 1:
            raise SystemExit(f"expected deals that red wins, got {deal}")
    return starts


def main() -> None:
    given = arguments(
        __doc__,
        games=8,
        deals="gggjjjj,jjjgggj",
        rivals="alphabeta:1s,mcts:1s,mcts:400",
        bots="alphabeta:1s:learned=1:proofs=1,alphabeta:1s",
        opening=0,
        tables=default_folder(),
        knows=False,
    )
    starts = solved_starts(given.deals.split(","), given.tables)
    knowledge = Knowledge(given.tables if given.knows else Path(mkdtemp()))
    print(f"{given.games} games from each seat, deals {given.deals}")
    for rival in map(read_player, given.rivals.split(",")):
        for name in given.bots.split(","):
            ours = read_player(name, knowledge)
            ready(ROKUMON, ours, rival)
            found = measured(Tables.open(ROKUMON, given.tables), starts, ours, rival, given)
            print(
                f"{name} against {rival.name}: won starts "
                f"{interval(found['won'], given.games)}, "
                f"given away {found['given away']}; lost starts "
                f"{interval(found['lost'], given.games)}; {found['plies']} plies",
                flush=True,
            )
            about = {"bot": name, "rival": rival.name, "games": given.games, "knows": given.knows}
            keep(given, "kept", about | found)


if __name__ == "__main__":
    main()
