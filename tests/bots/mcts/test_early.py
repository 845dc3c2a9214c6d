"""Tree searches that may end early: the choice is that of the whole search."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from bots.kuhn import KUHN, Kuhn
from bots.tiny import CROSSES, RACE, Race, crosses
from honjin.bots import Budget, MctsBot, SearchHandle, SearchRequest, SearchResult
from honjin.bots.mcts import bot as under_test
from honjin.bots.mcts.early import EarlyEnd
from honjin.core.game import Game
from honjin.core.seats import CHANCE
from madeup.game import GAME as FAIR

SLOW = MctsBot(compiles=False)
PURE = MctsBot(compiles=False, rollout=-1, prior=0.0)
WORK = 160


def request(
    game: Game[Any], s: Any, seat: int, budget: Budget, seed: int = 1, *, is_early: bool = True
) -> SearchRequest:
    return SearchRequest(
        game, game.seen_by(s, seat), seat, 2, random.Random(seed), budget, SearchHandle(),
        may_end_early=is_early,
    )  # fmt: skip


def last_round() -> Any:
    """The made-up game with the last bids to come."""
    s = FAIR.setup(FAIR.read_options({"seats": "2", "rounds": "2", "offers": False}))
    s.round, s.bank = 2, 0
    s.coins[:2], s.score[:2] = (3, 1), (0, 1)
    for card in (3, 1):
        FAIR.apply_action(s, CHANCE, card)
    return s


POSITIONS: dict[str, tuple[Game[Any], Callable[[], Any], int, MctsBot]] = {
    "a line to stop": (CROSSES, lambda: crosses("xx./o../..."), 1, SLOW),
    "an open board": (CROSSES, lambda: crosses("x../.o./..."), 0, SLOW),
    "a die": (RACE, lambda: Race(at=[5, 3]), 0, SLOW),
    "a good card": (KUHN, lambda: Kuhn(card=[0, 3], dealt=2, done=1), 1, PURE),
    "a poor card": (KUHN, lambda: Kuhn(card=[0, 1], dealt=2, done=1), 1, PURE),
    "bids by means": (FAIR, last_round, 0, MctsBot(compiles=False, select="ucb")),
    "bids drawn": (FAIR, last_round, 0, MctsBot(compiles=False, select="sealed")),
}
positions = pytest.mark.parametrize(
    ("game", "make", "seat", "bot"), POSITIONS.values(), ids=list(POSITIONS)
)


@positions
def test_with_a_limit_of_simulations_the_choice_is_the_same(
    game: Game[Any], make: Callable[[], Any], seat: int, bot: MctsBot
) -> None:
    """By visits, drawn by visits, or drawn from a strategy; the random numbers stay in step."""
    for seed in range(12):
        chosen, following = [], []
        for is_early in (False, True):
            task = request(game, make(), seat, Budget(600.0, WORK), seed, is_early=is_early)
            chosen.append(bot.think(task).action)
            following.append(task.rng.random())
        assert chosen[0] == chosen[1]
        assert following[0] == following[1]


def test_work_is_saved_where_the_choice_is_clear() -> None:
    """Only where an early end is allowed."""
    for is_early in (False, True):
        task = request(CROSSES, crosses("xx./o../..."), 1, Budget(600.0, WORK), is_early=is_early)
        assert is_early == (SLOW.think(task).work < WORK)


def test_checks_do_not_depend_on_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine, the search ends after the same simulation."""
    results: list[SearchResult] = []
    for tick in (1e-6, 1e-3, 0.5):
        monkeypatch.setattr(under_test, "time", Ticking(tick))
        task = request(CROSSES, crosses("xx./o../..."), 1, Budget(3600.0, WORK))
        results.append(SLOW.think(task)._replace(seconds=0.0))
    assert results[0].work < WORK
    assert results[0] == results[1] == results[2]


class Ticking:
    """A clock that goes on by a step each time that it is read."""

    def __init__(self, tick: float) -> None:
        self.tick, self.now = tick, 0.0

    def monotonic(self) -> float:
        self.now += self.tick
        return self.now


def test_with_a_limit_of_time_a_clear_choice_takes_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads the clock less often than a search of the whole time, and finds the same move."""
    spent = {}
    for is_early in (False, True):
        clock = Ticking(0.02)
        monkeypatch.setattr(under_test, "time", clock)
        task = request(CROSSES, crosses("xx./o../..."), 1, Budget(4.0), is_early=is_early)
        assert 2 == SLOW.think(task).action
        spent[is_early] = clock.now
    assert spent[True] < 0.9 * spent[False]


def test_the_only_action_costs_nothing() -> None:
    """Also if the request leaves only one; a search for its value still takes its work."""
    s = crosses("x../.o./...")
    one = request(CROSSES, s, 0, Budget(600.0, 50))._replace(only=(8,))
    assert SearchResult(8) == SLOW.think(one)
    assert 50 == SLOW.think(one._replace(may_end_early=False)).work


def early(budget: Budget, floor: float = 1.0) -> EarlyEnd:
    return EarlyEnd(request(CROSSES, crosses(".../.../..."), 0, budget), floor)


def test_what_can_still_be_caught_up_is_not_settled() -> None:
    """The lead must be larger than what is left, of simulations or of time at the rate so far."""
    by_work = early(Budget(600.0, 1000))
    assert not by_work.is_settled([300, 500, 0], 800, 1.0)
    assert by_work.is_settled([299, 501, 0], 800, 1.0)
    by_clock = early(Budget(2.0))  # a thousand in a second: half of another thousand
    assert not by_clock.is_settled([250, 750], 1000, 1.0)
    assert by_clock.is_settled([249, 751], 1000, 1.0)


def test_where_choices_are_drawn_the_others_must_be_out_of_the_draw() -> None:
    """Half of the visits of the most visited action are enough to be drawn."""
    drawn = early(Budget(600.0, 1000), floor=0.5)
    assert not drawn.is_settled([100, 700], 750, 1.0)
    assert drawn.is_settled([100, 700], 751, 1.0)
    by_clock = early(Budget(2.0), floor=0.5)
    assert not by_clock.is_settled([0, 1000], 1000, 1.2)  # 667 more come, and 500 are enough
    assert by_clock.is_settled([0, 1000], 1000, 1.5)  # 333 more come


def test_a_search_is_checked_at_fixed_simulations() -> None:
    """After each sixteenth of the second half; chunks end there, and at the end of the work."""
    checked = early(Budget(600.0, 320))
    assert [174, 14, 20, 1] == [checked.most(done, 999) for done in (6, 166, 180, 319)]
    assert 5 == checked.most(6, 5)
    assert [180, 200, 220, 240, 260, 280, 300, 320] == list(filter(checked.is_due, range(321)))
    with_clock = early(Budget(1.0))
    assert 99 == with_clock.most(7, 99)
    assert with_clock.is_due(7)
