"""The searching bot, against its slow twin and against the others."""

import random
from typing import Any

import pytest
from minimax import minimax
from playing import played, score
from tiny import CROSSES, RACE, Race, crosses

from honjin.bots import GreedyBot, RandomBot, SearchBot
from honjin.bots.search import LOOPS, Workspace
from honjin.core.compiled import compiled, interpreted
from honjin.core.game import Game
from honjin.core.play import Play

SLOW = SearchBot(compiles=False, nodes=3000)


def states(game: Game[Any], count: int) -> list[tuple[Any, int]]:
    """States from random games in which a seat is to act, with that seat."""
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        play = Play(game)
        for _ in range(rng.randrange(5)):
            play.act(play.to_act()[0], rng.choice(play.legal(play.to_act()[0])))
            play.run_chance(rng.randrange)
            if play.result() is not None:
                break
        if play.result() is None:
            found.append((play.state, play.to_act()[0]))
    return found


def searched(work: Workspace, depth: int) -> int:
    """The value of a root at a depth, through many small steps."""
    work.begin_depth(depth)
    while not work.go_on(7):
        pass
    return work.value()


@pytest.mark.parametrize("game", [CROSSES, RACE], ids=["crosses", "race"])
@pytest.mark.parametrize("join", [interpreted, compiled])
def test_agrees_with_minimax(game: Game[Any], join: Any) -> None:
    """Depth for depth the same value as minimax without cuts, compiled and interpreted."""
    for state, seat in states(game, 12):
        work = Workspace(game, join(game, LOOPS), state, seat)
        for depth in (1, 2, 3, 4):
            assert minimax(game, state, seat, depth) == searched(work, depth), state


def test_finds_a_chosen_action_with_the_value_it_tells() -> None:
    """The action it would do leads to a state of that value."""
    for state, seat in states(CROSSES, 12):
        work = Workspace(CROSSES, interpreted(CROSSES, LOOPS), state, seat)
        value = searched(work, 4)
        after = state.copy()
        CROSSES.apply_action(after, seat, work.best())
        assert value == minimax(CROSSES, after, seat, 3, 1)


@pytest.mark.parametrize("seed", range(5))
def test_avoids_an_immediate_loss(seed: int) -> None:
    """O must stop the line of X, whatever the seed."""
    assert 2 == SLOW.choose(CROSSES, crosses("xx./o../..."), 1, random.Random(seed), 9)


@pytest.mark.parametrize("seed", range(5))
def test_finds_a_forced_win_in_two(seed: int) -> None:
    """After O on an edge, X takes a square after which every reply of O loses."""
    board = crosses("xo./.../...")
    CROSSES.apply_action(board, 0, SLOW.choose(CROSSES, board, 0, random.Random(seed), 9))
    assert minimax(CROSSES, board, 0, 4) > 900_000_000


def test_the_same_seed_and_nodes_choose_the_same() -> None:
    """The clock has no say while the nodes last."""
    board = crosses(".../.../...")
    chosen = {SLOW.choose(CROSSES, board, 0, random.Random(7), 60) for _ in range(3)}
    assert 1 == len(chosen)


def test_compiled_and_interpreted_choose_the_same() -> None:
    """Nodes are counted alike both ways, so a limit on them leads to the same action."""
    for state, seat in states(RACE, 6):
        found = []
        for join in (interpreted, compiled):
            work = Workspace(RACE, join(RACE, LOOPS), state, seat)
            work.begin_depth(12)
            work.go_on(999)
            found.append((work.best(), work.value(), work.nodes()))
        assert found[0] == found[1]


def test_stops_when_its_time_is_up() -> None:
    """Without time it answers with what looks best, which is legal."""
    assert SLOW.choose(CROSSES, crosses("x../.../..."), 1, random.Random(1), 0) in range(1, 9)


def test_counts_with_the_odds_of_chance() -> None:
    """One step from the goal it does not throw the die."""
    assert 0 == SLOW.choose(RACE, Race(at=[5, 5]), 0, random.Random(1), 9)


def test_never_loses_at_crosses() -> None:
    """A game that is drawn with best play is never lost."""
    for seed in range(3):
        for seats in ((SLOW, RandomBot()), (SLOW, GreedyBot())):
            result = played(CROSSES, seats, seed).result()
            assert result is not None
            assert result.returns[0] >= 0


def test_beats_greedy() -> None:
    """Over 12 games of crosses it loses none and wins some."""
    won, lost = score(CROSSES, SLOW, GreedyBot(), 12)
    assert (won > 0, 0) == (True, lost)


def test_compiled_search_lets_other_threads_run() -> None:
    """The loops are compiled to run without the interpreter's lock."""
    assert compiled(CROSSES, LOOPS).search_on.targetoptions["nogil"]
