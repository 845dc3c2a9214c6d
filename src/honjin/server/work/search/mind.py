"""Carries out orders: thinks as bots do, and looks into tables and proofs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from honjin.bots import (
    BOTS,
    Bot,
    Budget,
    ProvingBot,
    SearchHandle,
    SearchRequest,
    SearchResult,
    TablebaseBot,
    all_loops_of,
    find_player,
    greedy,
)
from honjin.bots.certain.tablebase import known_results
from honjin.bots.net import NetBot, read_net
from honjin.bots.precompile import compile_ahead, load_ahead, prepare_loops
from honjin.bots.prepare import prepare
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.index import Unsolvable
from honjin.server.work.search import orders
from honjin.server.work.search.names import ANALYST, ANALYST_SEARCH, NET, PERFECT
from honjin.solver import Answer, Knowledge, Provers, Tables
from honjin.solver.tables.ask import mover

LEAST: Final = 0.1
"""The seconds of a search that is late, as its process had to start."""


class Mind:
    """The bots of a server with what they know: the tables of a folder, and networks."""

    def __init__(self, solved: Path, nets: str) -> None:
        self._folder, self._nets = solved, nets
        self._knowledge = Knowledge(solved)
        provers = self._knowledge.provers
        # The explorer goes through many positions: it must not take their provers from the bots.
        self._explorers = provers.fresh(keep=1)
        self._analyst = ProvingBot(BOTS[ANALYST_SEARCH], provers)
        self._perfect = TablebaseBot(self._knowledge.tables)
        self._networks: dict[str, NetBot] = {}
        self._tables: dict[str, Tables] = {}

    def do(self, game: Game[Any], order: orders.Order, handle: SearchHandle) -> Any:
        """The answer to an order about a game."""
        match order:
            case orders.Think():
                return self._think(game, order, handle)
            case orders.Look():
                return self._known(game, orders.read_state(game, order.seen), order.most)
            case orders.Weigh():
                return self._results(game, orders.read_state(game, order.seen))
            case orders.Prove():
                return self._proved(game, orders.read_state(game, order.seen), order.seconds)

    # ---- bots

    def bot(self, game: Game[Any], options: Options, name: str) -> Bot:
        """The bot of a name; UnknownBot if there is none."""
        if name == ANALYST:
            return self._analyst
        if name == PERFECT:
            return self._perfect
        if name.startswith(NET):
            return self._network(name)
        return find_player(game, options, name, self._knowledge).bot

    def want(self, game: Game[Any], options: Options, name: str) -> None:
        """Have what a bot needs compiled and loaded first."""
        _have_loaded(game, self.bot(game, options, name))

    def _network(self, name: str) -> NetBot:
        found = self._networks.get(name)
        if found is None:
            file = Path(self._nets) / f"{name.removeprefix(NET)}.npz"
            found = self._networks[name] = NetBot(read_net(file), str(file))
        return found

    def _think(self, game: Game[Any], order: orders.Think, handle: SearchHandle) -> SearchResult:
        if order.options:  # a position can refer to what they choose, such as a map
            game.setup(order.options)
        bot = self.bot(game, order.options, order.bot)
        _have_loaded(game, bot)  # until then, rules are interpreted
        left = max(LEAST, order.seconds - (time.monotonic() - order.asked))
        request = SearchRequest(
            game, orders.read_state(game, order.seen), order.seat, order.seats,
            random.Random(order.seed), Budget(left, order.work), handle, order.only,
            order.may_end_early,
        )  # fmt: skip
        return bot.think(request)

    # ---- tables and proofs

    def _known(self, game: Game[Any], s: Any, most: int) -> orders.Found | None:
        try:
            answer = self._of(game).value(s)
            return answer, self._line(game, s, answer, most)
        except Unsolvable:
            return None

    def _line(self, game: Game[Any], s: Any, answer: Answer, most: int) -> orders.Moves:
        """The best play of both sides from a position on."""
        world, moves = s.copy(), []
        while True:
            seat, _ = mover(game, world)
            moves.append((seat, answer.best()[0]))
            game.apply_action(world, *moves[-1])
            if len(moves) >= most or not game.may_act(world):
                return tuple(moves)
            answer = self._of(game).value(world)

    def _of(self, game: Game[Any]) -> Tables:
        if game.key not in self._tables:
            self._tables[game.key] = Tables.open(game, self._folder)
        return self._tables[game.key]

    def _results(self, game: Game[Any], s: Any) -> orders.Results | None:
        found = known_results(self._knowledge.tables, game, s)
        return None if found is None else dict(found)

    def _proved(self, game: Game[Any], s: Any, seconds: float) -> orders.Proved:
        """Values by a short search and by known proofs."""
        if not self._explorers.can_prove(game, s):
            return None, {}
        ready = [compile_ahead(game, loops) for loops in self._explorers.loops]
        if not all(ready):
            return None, {}
        with self._explorers.asked(game, s) as inquiry:
            inquiry.recall()
            end = time.monotonic() + seconds
            inquiry.run(lambda: time.monotonic() > end)
            return inquiry.value, dict(inquiry.values)


def _have_loaded(game: Game[Any], bot: Bot) -> None:
    for loops in all_loops_of(bot):
        if loops != greedy.LOOPS:  # it is fast enough interpreted
            load_ahead(game, loops)


def prepare_all(games: Iterable[Game[Any]]) -> None:
    """Compile and load the searches of games in the background, and then their provers."""
    games = tuple(games)
    prepare(games)
    for game in games:
        if game.index:
            prepare_loops(game, Provers.loops)
