"""Alpha-beta that may end early: no depth is begun for which there is too little time."""

from dataclasses import replace

import pytest

from bots.alphabeta.minimax import minimax
from bots.playing import task
from bots.tiny import CROSSES, crosses
from honjin.bots import AlphaBetaBot, Budget, SearchResult
from honjin.bots.alphabeta import bot as under_test
from honjin.bots.alphabeta.bot import next_depth

SLOW = AlphaBetaBot(compiles=False)


class Ticking:
    """A clock that goes on by a step each time that it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 0.01
        return self.now


@pytest.mark.parametrize(
    ("ends", "nodes"),
    [((), 0.0), ((10, 40), 0.0), ((10, 40, 130), 270.0), ((10, 40, 130, 610), 1920.0)],
)
def test_the_next_depth_grows_as_the_last_two_did(ends: tuple[int, ...], nodes: float) -> None:
    """From sizes of 10, 30, 90 (and 480) nodes; nothing is known before the third depth."""
    assert nodes == pytest.approx(next_depth(ends))


def thought(
    budget: Budget, monkeypatch: pytest.MonkeyPatch, bot: AlphaBetaBot = SLOW, *,
    is_early: bool = False,
) -> SearchResult:  # fmt: skip
    monkeypatch.setattr(under_test, "time", Ticking())
    asked = task(CROSSES, crosses("x../.o./..."), 0, budget=budget)
    return bot.think(asked._replace(may_end_early=is_early))


def test_a_depth_that_cannot_be_finished_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice is that of a search to the depth reached, and the rest of the time is spared."""
    spared = 0
    for seconds in (0.2, 0.3, 0.4, 0.5, 0.6, 0.8):
        whole, early = (
            thought(Budget(seconds), monkeypatch, is_early=is_early) for is_early in (False, True)
        )
        if early.seconds < whole.seconds:
            spared += 1
            limited = replace(SLOW, depth=early.depth)
            assert early.action == thought(Budget(600.0), monkeypatch, limited).action
    assert spared > 0


def test_a_limit_of_nodes_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is the same whether the search may end early or not."""
    for nodes in (50, 200, 800):
        both = [
            thought(Budget(600.0, nodes), monkeypatch, is_early=is_early)._replace(seconds=0.0)
            for is_early in (False, True)
        ]
        assert both[0] == both[1]


def test_what_is_proved_is_not_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced end takes the same few nodes whatever the time."""
    few, much = (
        thought(Budget(seconds), monkeypatch, is_early=True).work for seconds in (100.0, 1000.0)
    )
    assert few == much
    assert minimax(CROSSES, crosses("x../.o./..."), 0, 7) == 0
