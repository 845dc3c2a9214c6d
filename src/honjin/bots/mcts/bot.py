"""The Monte Carlo tree search bot, for every game (`mcts_loop`).

It runs compiled once that is ready, and interpreted (with fewer simulations) until then.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Final

from honjin.bots.bot import ActionStats, Budget, SearchHandle, SearchRequest, SearchResult
from honjin.bots.lists import Maker
from honjin.bots.mcts.early import EarlyEnd
from honjin.bots.mcts.tree import Tree, planted
from honjin.bots.mcts.tree_loop import (
    BELIEF_RATE,
    C_PUCT,
    DEEPEST,
    DONE,
    LEAST_SHARE,
    LEAST_VISITS,
    ME,
    PRIOR,
    REGRET,
    ROLLOUT,
    SELECT,
    STATES,
    UCB,
)
from honjin.bots.precompile import compile_ahead
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, interpreted
from honjin.core.options import Options
from honjin.core.play import Play

LOOPS: Final = Path(__file__).with_name("mcts_loop.py")

MAX_NODES: Final = 1 << 20
NODES_A_SECOND: Final = 400_000
SIMULATION: Final = 20  # approximate number of actions: in the tree, and in a rollout to the end
LINE: Final = 12  # actions of a reported line
LOOK: Final = 0.02  # seconds between two checks of the clock and the handle
TELL: Final = 0.2  # seconds between two interim results


class Search:
    """One search under way."""

    loops: ClassVar[Path] = LOOPS

    def __init__(self, module: ModuleType, bot: MctsBot, task: SearchRequest, room: int) -> None:
        self.module, self.task = module, task
        self.is_compiled = module is not interpreted(task.game, self.loops)
        self.states: Any
        if self.is_compiled:
            self.states = batch(task.game, task.observation, spare=STATES - 1)
        else:
            self.states = [task.observation.copy() for _ in range(STATES)]
        seed = task.rng.getrandbits(32)
        self.tree = planted(task.game, task.seats, room, seed, is_compiled=self.is_compiled)
        self.tree.control[ME] = task.seat
        bot.settle(self.tree, task.game)
        self._begin()
        if task.only:
            self._narrow(task.only)

    def _begin(self) -> None:
        self.module.begin(self.states, self.tree)

    def _narrow(self, only: tuple[int, ...]) -> None:
        """Restrict the root to these actions, with the same priors relative to each other.

        Of many actions one can be so far behind that its prior is 0; if all are, they are equal.
        """
        tree = self.tree
        first, count = int(tree.first[0]), int(tree.count[0])
        kept = [n for n in range(first, first + count) if int(tree.action[n]) in only]
        total = sum(float(tree.prior[edge]) for edge in kept)
        for n, edge in enumerate(kept, first):
            prior = tree.prior[edge] / total if total > 0.0 else 1.0 / len(kept)
            tree.action[n], tree.prior[n] = tree.action[edge], prior
        tree.count[0] = len(kept) or count

    # ---- searching

    @property
    def done(self) -> int:
        """The number of simulations so far."""
        return int(self.tree.control[DONE])

    def go_on(self, simulations: int) -> None:
        """Run `simulations` more simulations."""
        self.module.search_on(self.states, self.tree, self.done + simulations)

    # ---- results

    def weights(self, *, by_strategy: bool) -> list[float]:
        """The root's visits by action, or the sums of strategies; empty if positions recur.

        Where they do, a simulation can visit the root more than once.
        """
        t = self.tree
        edges = range(int(t.first[0]), int(t.first[0]) + int(t.count[0]))
        tried = [float(t.tried[edge]) for edge in edges]
        if sum(tried) > self.done:
            return []
        return [float(t.prior[edge]) for edge in edges] if by_strategy else tried

    def result(self, began: float) -> SearchResult:
        """The statistics of the root's actions; the chosen action is the most visited one."""
        t = self.tree
        # In a few simulations, all sampled worlds may make the root another node.
        likeliest = sorted(range(int(t.count[0])), key=lambda edge: -float(t.prior[edge]))
        stats = sorted(
            (self._stats(edge) for edge in likeliest),
            key=lambda one: (-one.visits, -(one.value if one.value is not None else -2.0)),
        )
        best = stats[0]
        spent = time.monotonic() - began
        return SearchResult(
            best.action, best.value, tuple(stats), self.done, int(t.control[DEEPEST]), spent
        )

    def _stats(self, edge: int) -> ActionStats:
        t = self.tree
        visits = int(t.tried[edge])
        value = float(t.total[edge]) / visits if visits else None
        return ActionStats(int(t.action[edge]), value, visits, self._line(edge) if visits else ())

    def _line(self, edge: int) -> tuple[tuple[int, int], ...]:
        line = Maker(self.is_compiled).ints(2 * LINE)
        n = self.module.follow(self.states, self.tree, edge, line)
        return tuple((int(line[2 * i]), int(line[2 * i + 1])) for i in range(n))

    def mixed(self) -> int:
        """An action drawn from the average strategy, without its least likely actions."""
        t = self.tree
        weights = [float(t.prior[edge]) for edge in range(int(t.count[0]))]
        floor = LEAST_SHARE * max(weights)
        weights = [weight if weight >= floor else 0.0 for weight in weights]
        edge = self.task.rng.choices(range(len(weights)), weights)[0]
        return int(t.action[edge])

    def randomized(self) -> int:
        """An action drawn by visits from those visited nearly as often as the most visited."""
        t = self.tree
        tries = [float(t.tried[edge]) for edge in range(int(t.count[0]))]
        if not any(tries):
            tries = [float(t.prior[edge]) for edge in range(int(t.count[0]))]
        weights = [n if n >= LEAST_VISITS * max(tries) else 0.0 for n in tries]
        edge = self.task.rng.choices(range(len(weights)), weights)[0]
        return int(t.action[edge])


@dataclass(frozen=True)
class MctsBot:
    """Monte Carlo tree search within a budget (its work counts simulations).

    c        the exploration constant of PUCT, for returns from -1 to 1
    rollout  random actions played after a new node before the estimate; -1: to the end
    prior    the weight of the estimate right after an action: an action whose estimate is the mean
             of all weighs exp(-prior) of the best; 0: all equal
    select   ucb, regret, or auto (regret if there are secrets); sealed is ucb, but where seats
             choose simultaneously the action is drawn from those visited about equally often
    doubt    share of simulations in which the others do not know what the searching seat hides
    compiles 0: always interpreted
    learned  1: by the learned weights that come with the game, where they suit its options
             (`bots.weighed`)
    """

    name: str = "mcts"
    c: float = 2.0
    rollout: int = 0
    prior: float = 3.0
    select: str = "auto"
    doubt: float = 0.5
    compiles: bool = True
    learned: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for an invalid setting."""
        if self.select not in ("auto", "ucb", "regret", "sealed"):
            raise ValueError(
                f"expected select to be auto, ucb, regret or sealed, got {self.select!r}"
            )
        if not 0 <= self.doubt < 1:
            raise ValueError(f"expected doubt in [0, 1), got {self.doubt}")
        if self.rollout < -1:
            raise ValueError(f"expected rollout to be at least -1, got {self.rollout}")

    @property
    def loops(self) -> Path | None:
        """The loop file, or None if the bot never compiles."""
        return LOOPS if self.compiles else None

    @property
    def actions_a_unit(self) -> int:
        """The number of actions that one simulation stands for."""
        return SIMULATION

    def suits(self, game: Game[Any], options: Options) -> bool:  # noqa: ARG002
        """True for every game."""
        return True

    def regrets(self, game: Game[Any]) -> bool:
        """True if it uses regret matching in this game."""
        return self.select == "regret" or (self.select == "auto" and game.has_secrets)

    def randomizes(self, task: SearchRequest) -> bool:
        """True if it must be unpredictable: others choose at the same time."""
        return self.select == "sealed" and _is_sealed(task)

    def floor(self, task: SearchRequest) -> float:
        """The least weight, relative to the largest, of an action that can be chosen."""
        if self.regrets(task.game):
            return LEAST_SHARE
        return LEAST_VISITS if self.randomizes(task) else 1.0

    def think(self, task: SearchRequest) -> SearchResult:
        """The most visited action, or one drawn from the strategy found."""
        legal = task.legal()
        if task.may_end_early and len(task.only) == 1:
            return SearchResult(task.only[0])
        if len(legal) == 1:
            return SearchResult(legal[0])
        search = self.begin(task)
        began = time.monotonic()  # loading the compiled loops does not count as thinking
        self._run(search, task, began)
        result = search.result(began)
        if self.regrets(task.game):
            return result._replace(action=search.mixed())
        return result._replace(action=search.randomized()) if self.randomizes(task) else result

    def settle(self, tree: Tree, game: Game[Any]) -> None:
        """Apply the settings to a search."""
        tree.control[SELECT] = REGRET if self.regrets(game) else UCB
        tree.control[ROLLOUT] = self.rollout
        tree.settings[C_PUCT], tree.settings[PRIOR] = self.c, self.prior
        tree.settings[BELIEF_RATE] = self.doubt if game.has_secrets else 0.0

    def begin(self, task: SearchRequest) -> Search:
        """A search before its first simulation."""
        module = self._module(task.game, LOOPS)
        return Search(module, self, task, self._room(task, module, LOOPS, NODES_A_SECOND))

    def _run(self, search: Search, task: SearchRequest, began: float) -> None:
        budget, handle, chunk, told = task.budget, task.handle, 4, began
        early = EarlyEnd(task, self.floor(task))
        while not handle.is_stopped:
            now = time.monotonic()
            most = early.most(search.done, chunk)
            if most <= 0 or now - began >= budget.seconds:
                return
            search.go_on(most)
            after = time.monotonic()
            chunk = _next_chunk(chunk, after - now)
            handle.share = _share(budget.work, search.done, budget.seconds, after - began)
            if self._is_settled(search, early, task, after - began):
                return
            if after - told > TELL:
                told, handle.latest = after, search.result(began)

    def _is_settled(
        self, search: Search, early: EarlyEnd, task: SearchRequest, spent: float
    ) -> bool:
        """True if the rest of the budget is not expected to change the choice."""
        if not early.is_due(search.done):
            return False
        weights = search.weights(by_strategy=self.regrets(task.game))
        return bool(weights) and early.is_settled(weights, search.done, spent)

    def _module(self, game: Game[Any], loops: Path) -> ModuleType:
        if self.compiles and compile_ahead(game, loops):
            return compiled(game, loops)
        return interpreted(game, loops)

    def _room(self, task: SearchRequest, module: ModuleType, loops: Path, rate: int) -> int:
        """The number of nodes that the budget may need, with `rate` of them a second compiled."""
        fast = module is not interpreted(task.game, loops)
        wanted = task.budget.work or int(task.budget.seconds * (rate if fast else 4000))
        return max(64, min(MAX_NODES, wanted + 2))


def _is_sealed(task: SearchRequest) -> bool:
    """True if other seats must act as well, or would have to had they not sealed a choice."""
    seen = task.observation.copy()
    task.game.retract_sealed(seen, task.seat)
    return bool(task.game.must_act(seen) & ~(1 << task.seat))


def _next_chunk(chunk: int, took: float) -> int:
    """The number of simulations that takes about LOOK seconds."""
    return max(1, min(4 * chunk, int(chunk * LOOK / max(took, 1e-6))))


def _share(work: int, done: int, seconds: float, spent: float) -> float:
    return min(1.0, max(done / work if work else 0.0, spent / seconds))


def first_request(game: Game[Any]) -> tuple[Play, SearchRequest]:
    """A request for a short search from the start of a game, and that game."""
    play = Play(game, game.presets[0].options) if game.presets else Play(game)
    play.run_chance(lambda total: total - 1)
    seat = play.must_act()[0]
    seen = game.seen_by(play.state, seat)
    budget = Budget(60.0, 8)
    handle = SearchHandle()
    return play, SearchRequest(game, seen, seat, play.seats, random.Random(1), budget, handle)


def warm_up(game: Game[Any], module: ModuleType) -> None:
    """Compile every loop by a short search from the start of a game."""
    search = Search(module, MctsBot(), first_request(game)[1], 64)
    search.go_on(8)
    search.result(time.monotonic())
