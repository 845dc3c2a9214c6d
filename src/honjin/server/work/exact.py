"""Exact values from solved tables, which are made when they are missing and small enough.

A table is made in a separate process with low priority, one at a time. A game's index describes its
positions and counts them; of a game without an index nothing is known here.
"""

from __future__ import annotations

import asyncio
import logging
import random
import subprocess
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from honjin.bots import Budget, SearchHandle, SearchRequest, TablebaseBot
from honjin.bots.bot import Bot
from honjin.core.game import Game, address_of
from honjin.core.options import Options
from honjin.core.parts.index import Plan, Unsolvable
from honjin.core.words import Say
from honjin.server.work.search.names import PERFECT
from honjin.server.work.search.orders import SearchFailed
from honjin.server.work.search.searches import SearchService
from honjin.server.work.threads import in_thread
from honjin.solver import Answer, NotSolved, Value, plan_for, plans_for
from honjin.solver.tables.plans import index_of, stages_folder, table_path
from honjin.solver.tables.presolve import Order, command
from honjin.solver.tables.size import positions_about

log = logging.getLogger(__name__)

AGAIN: Final = 60.0
"""Seconds after which a table that could not be made is tried again."""

MAX_KEPT: Final = 2000

PATIENCE: Final = Budget(1.0)
"""The longest time for judging which choice sets the hardest problem."""

SLOW: Final = 10.0
"""Seconds beyond it after which the search process has hung, and values are shown without it."""

Moves = tuple[tuple[int, int], ...]


class Making:
    """A table being made: `share` of the work is done, from 0 to 1."""

    def __init__(self) -> None:
        self.share = 0.0
        self.ended = 0.0
        """When it was made, or given up; 0 until then."""
        self.over = asyncio.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self.task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.over.is_set()


class ExactValues(NamedTuple):
    """The value of a position and of each action by its number, and the best line of play.

    `says`: what the perfect bot says about its choice, where nothing can be won.
    """

    answer: Answer
    line: Moves
    says: Mapping[int, Say] = MappingProxyType({})


class SolvedTables:
    """The solved tables of a folder; those of at most `most` positions are made on demand."""

    def __init__(self, folder: Path, most: int = 0, searches: SearchService | None = None) -> None:
        self.folder, self.most = folder, most
        self._searches = searches or SearchService(folder)
        self._cases: dict[tuple[str, str], list[Options]] = {}
        self._plans: dict[tuple[str, str], Plan[Any]] = {}
        self._sizes: dict[tuple[str, str], int | None] = {}
        self._makings: dict[Path, Making] = {}
        self._turn = asyncio.Semaphore(1)

    # ---- for bots (`bots.Tablebase`)

    def suits(self, game: Game[Any], options: Options) -> bool:
        """Whether every table that such games can need is there, or small enough to be made."""
        try:
            return all(self._can_have(game, case) for case in self._all_cases(game, options))
        except Unsolvable:
            return False

    async def find_solvable(self, games: Iterable[Game[Any]]) -> None:
        """Find out, off the event loop, which games can be solved here; the result is kept."""
        for game in games:
            for options in game.preset_options.values():
                await asyncio.to_thread(self.suits, game, options)

    def action_values(self, game: Game[Any], s: Any) -> dict[int, Value]:
        """The exact value of every action; NotSolved if no table says."""
        known = self._find(game, s, 1)
        if known is None:
            raise NotSolved(f"no table of {game.key} holds this position")
        return known.answer.actions

    def action_results(self, game: Game[Any], s: Any) -> dict[int, int]:
        """Who wins after every action, by stored stages; the same error."""
        found = self._results(game, s)
        if found is None:
            raise NotSolved(f"no stage of {game.key} holds this position")
        return found

    # ---- for analysis

    async def find(self, game: Game[Any], s: Any, most: int = 1) -> ExactValues | None:
        """The value of a position, with a line of up to `most` actions; None without a table."""
        if game.index is None:
            return None
        return await asyncio.to_thread(self._find, game, s, most)

    def _find(self, game: Game[Any], s: Any, most: int) -> ExactValues | None:
        # No process is started for a table that is not there.
        try:
            path = table_path(self.folder, game.key, index_of(game).plan(s).key)
        except Unsolvable:
            return None
        try:
            found = self._searches.known(game, s, most) if path.exists() else None
        except SearchFailed as problem:
            log.warning("%s; searches take its place", problem)
            return None
        return None if found is None else ExactValues(*found)

    async def find_results(self, game: Game[Any], s: Any) -> Mapping[int, int] | None:
        """Who wins after every action of a position without a table; None if no stage says."""
        return await asyncio.to_thread(self._results, game, s)

    def _results(self, game: Game[Any], s: Any) -> dict[int, int] | None:
        index = game.index
        if index is None or index.first_stage is None:
            return None
        try:
            folder = stages_folder(self.folder, game, index.first_stage(s))
        except Unsolvable:
            return None
        try:
            return self._searches.results(game, s) if folder.exists() else None
        except SearchFailed as problem:
            log.warning("%s; searches take its place", problem)
            return None

    async def with_problem(
        self, game: Game[Any], s: Any, seat: int, seats: int, known: ExactValues
    ) -> ExactValues:
        """A copy with the perfect bot's choice and comment: nothing can be won."""
        task = SearchRequest(game, s, seat, seats, random.Random(1), PATIENCE, SearchHandle())
        bot = self._searches.sent(TablebaseBot(self), PERFECT, game, {})
        try:
            async with asyncio.timeout(PATIENCE.seconds + SLOW):
                result = await in_thread(lambda: bot.think(task), "perfect")
        except (TimeoutError, SearchFailed) as problem:
            log.warning("%s: no choice sets the hardest problem: %r", game.key, problem)
            return known
        finally:
            task.handle.stop()
        return known._replace(says={result.action: result.says} if result.says else {})

    # ---- making tables

    def needed_by(
        self, bot: Bot, game: Game[Any], options: Options, s: Any
    ) -> Making | None:  # fmt: skip
        """The table that a bot has to wait for; None if it can think at once."""
        return self.make(game, options, s) if isinstance(bot, TablebaseBot) else None

    def make(self, game: Game[Any], options: Options, s: Any) -> Making | None:
        """Have the table of a position made; None if it is there or cannot be made."""
        try:
            plan = index_of(game).plan(s)
        except Unsolvable:
            return None
        path, address = table_path(self.folder, game.key, plan.key), address_of(game)
        making = self._makings.get(path)
        if making and (not making.is_over or time.monotonic() - making.ended < AGAIN):
            return None if making.is_over else making
        if path.exists() or address is None or not self._is_small(game, plan):
            return None
        making = self._makings[path] = Making()
        text = game.notation.write_position(s)
        order = Order(address, text, options, str(self.folder))
        making.task = asyncio.create_task(self._made(making, order, path))
        return making

    async def close(self) -> None:
        """Abort running work; it is resumed when it is next needed."""
        under_way = [one for one in self._makings.values() if not one.is_over]
        for making in under_way:
            if making.task:
                making.task.cancel()
            if making.process:
                making.process.terminate()
        tasks = [making.task for making in under_way if making.task]
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _made(self, making: Making, order: Order, path: Path) -> None:
        try:
            async with self._turn:
                said = await in_thread(lambda: _run(making, order), "solve")
            if not path.exists():
                log.warning("%s was not made: %s", path, said)
        except OSError:
            log.exception("%s was not made", path)
        finally:
            making.ended = time.monotonic()
            making.over.set()

    # ---- sizes

    def _all_cases(self, game: Game[Any], options: Options) -> list[Options]:
        """The options of each table: a game's own, or those of all deals that may come."""
        key = game.key, repr(sorted(options.items()))
        if len(self._cases) > MAX_KEPT:
            self._cases.clear()
        if key not in self._cases:
            self._cases[key] = _cases(game, options)
        return self._cases[key]

    def _can_have(self, game: Game[Any], case: Options) -> bool:
        key = game.key, repr(sorted(case.items()))
        if len(self._plans) > MAX_KEPT:
            self._plans.clear()
        plan = self._plans.get(key)
        if plan is None:
            plan = self._plans[key] = plan_for(game, case)
        return self._is_small(game, plan) or table_path(self.folder, game.key, plan.key).exists()

    def _is_small(self, game: Game[Any], plan: Plan[Any]) -> bool:
        key = game.key, plan.key
        if key not in self._sizes:
            self._sizes[key] = positions_about(game, plan)
        size = self._sizes[key]
        return size is not None and size <= self.most


def _cases(game: Game[Any], options: Options) -> list[Options]:
    try:
        plan_for(game, options)
    except Unsolvable:
        return plans_for(game, options)
    return [options]


def _run(making: Making, order: Order) -> str:
    """Have a table made by another process; return its last message other than progress."""
    said = "no message"
    with subprocess.Popen(  # noqa: S603 - our own command
        command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        making.process = process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(order))
        process.stdin.close()
        for line in process.stdout:
            words = line.split()
            if len(words) == 2 and all(word.isdigit() for word in words):
                making.share = int(words[0]) / int(words[1])
            else:
                said = line.decode("utf-8", "replace").strip() or said
    return said
