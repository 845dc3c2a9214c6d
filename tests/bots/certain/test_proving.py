"""The bot that proves: proofs take precedence over the other bot's search."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from honjin.bots import (
    ActionStats,
    Bot,
    Budget,
    ProvingBot,
    SearchHandle,
    SearchRequest,
    SearchResult,
)
from honjin.games import load

GAME = load("rokumon")
OPTIONS = GAME.read_options({"act": "4", "deal": "jgjgjgj"})


class Proof(NamedTuple):
    """The value of a choice."""

    result: int
    plies: int

    @property
    def rank(self) -> int:
        return self.result * (100 - self.plies)


@dataclass
class Made:
    """An inquiry that knows from the beginning what it will find, and takes all of its time."""

    values: Mapping[int, Proof]
    s: Any

    def recall(self) -> None:
        """Nothing is known from before."""

    def run(self, is_over: Callable[[], bool], most: int = 0) -> None:
        while not is_over():
            time.sleep(0.005)

    def line(self, action: int, most: int) -> tuple[tuple[int, int], ...]:
        return ((self.s.turn, action), (1 - self.s.turn, 0))[:most]


@dataclass
class Proving:
    """Proves what a test wants."""

    values: Mapping[int, Proof]
    loops: tuple[Path, ...] = ()
    provable: bool = True

    def can_prove(self, game: Any, s: Any) -> bool:
        return self.provable

    @contextmanager
    def asked(self, game: Any, s: Any) -> Iterator[Made]:
        yield Made(self.values, s)


@dataclass
class Guessing:
    """Weighs the choices in the order of the list, and remembers how it was asked."""

    name: str = "guessing"
    asked: list[SearchRequest] = field(default_factory=list)

    def suits(self, game: Any, options: Any) -> bool:
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        self.asked.append(task)
        stats = tuple(
            ActionStats(action, 0.5 - n / 100, 100 - n, ((task.seat, action),))
            for n, action in enumerate(task.legal())
        )
        task.handle.share = 0.5
        task.handle.latest = SearchResult(stats[0].action, 0.5, stats)
        return SearchResult(stats[0].action, 0.5, stats, work=1000)


def asked_of(
    bot: Bot, seconds: float = 0.2, handle: SearchHandle | None = None
) -> tuple[SearchRequest, SearchResult]:
    s = GAME.setup(OPTIONS)
    task = SearchRequest(GAME, s, 0, 2, random.Random(1), Budget(seconds), handle or SearchHandle())
    return task, bot.think(task)


LEGAL = GAME.legal(GAME.setup(OPTIONS), 0)


def test_a_proved_win_comes_first_and_proved_losses_last() -> None:
    """What is only thought keeps its order between them; wins soon first, losses late first."""
    results = {0: Proof(-1, 4), 1: Proof(-1, 8), 5: Proof(1, 9), 7: Proof(1, 3)}
    values = {LEGAL[n]: proof for n, proof in results.items()}
    _, result = asked_of(ProvingBot(Guessing(), Proving(values)))
    order = [one.action for one in result.stats]
    thought_of = [action for action in LEGAL if action not in values]
    assert [LEGAL[7], LEGAL[5], *thought_of, LEGAL[1], LEGAL[0]] == order
    assert (LEGAL[7], 1.0) == (result.action, result.value)
    assert [3, 9, *[0] * len(thought_of), 8, 4] == [one.plies for one in result.stats]
    assert ((0, LEGAL[7]), (1, 0)) == result.stats[0].line


def test_a_choice_that_is_proved_to_lose_is_not_chosen() -> None:
    """Though the other bot likes it best; the value is then that of the next."""
    _, result = asked_of(ProvingBot(Guessing(), Proving({LEGAL[0]: Proof(-1, 4)})))
    assert (LEGAL[1], 0.49) == (result.action, result.value)


def test_where_all_is_proved_nothing_is_searched() -> None:
    """The value is that of the best choice: here of the slowest loss."""
    values = {action: Proof(-1, 2 + n) for n, action in enumerate(LEGAL)}
    other = Guessing()
    _, result = asked_of(ProvingBot(other, Proving(values)))
    assert [] == other.asked
    assert (LEGAL[-1], -1.0) == (result.action, result.value)


def test_what_nobody_can_force_is_searched() -> None:
    """With everything searched and nothing proved, the other bot's result is returned."""
    other = Guessing()
    task, result = asked_of(ProvingBot(other, Proving({})))
    assert 1 == len(other.asked)
    assert other.think(task) == result


def test_a_draw_is_worth_nothing_and_better_than_a_loss() -> None:
    """An action that ends the game in a draw is known for certain too."""
    values = dict.fromkeys(LEGAL, Proof(-1, 4)) | {LEGAL[2]: Proof(0, 0)}
    _, result = asked_of(ProvingBot(Guessing(), Proving(values)))
    assert (LEGAL[2], 0.0) == (result.action, result.value)


def test_the_time_is_shared() -> None:
    """The search gets the time left by the proofs, and its results have the proofs merged in."""
    other, handle = Guessing(), SearchHandle()
    asked_of(ProvingBot(other, Proving({LEGAL[3]: Proof(1, 5)})), 0.5, handle)
    (task,) = other.asked
    assert 0.1 < task.budget.seconds <= 0.3
    assert handle.latest is not None
    assert LEGAL[3] == handle.latest.action
    assert 0.5 < handle.share < 1.0


def test_a_stop_is_heard_while_it_proves() -> None:
    """It answers with what is proved by then; the other bot is not asked."""
    other, handle = Guessing(), SearchHandle()
    handle.stop()
    _, result = asked_of(ProvingBot(other, Proving({LEGAL[3]: Proof(1, 5)})), 60.0, handle)
    assert LEGAL[3] == result.action
    assert [] == other.asked


def test_where_nothing_can_be_proved_the_other_has_all_the_time() -> None:
    """As if it had been asked itself."""
    other = Guessing()
    task, result = asked_of(ProvingBot(other, Proving({}, provable=False)))
    assert [task] == other.asked
    assert result == other.think(task)
