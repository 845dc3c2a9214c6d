"""Alpha-beta, against its slow twin and against the others."""

import random
import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.alphabeta.minimax import SURE, WON, minimax
from bots.playing import played, result, score, task
from bots.ring import RING, Ring, ring_key
from bots.tiny import CROSSES, RACE, Crosses, Race, cross_key, crosses
from honjin.bots import (
    ActionStats,
    AlphaBetaBot,
    Budget,
    GreedyBot,
    RandomBot,
    SearchHandle,
    ask_seen,
)
from honjin.bots.alphabeta import bot as under_test
from honjin.bots.alphabeta.bot import LOOPS, Search
from honjin.bots.alphabeta.table import AT_MOST
from honjin.core.game import Game
from honjin.core.jit.compiled import compiled, interpreted
from honjin.core.play import Play
from honjin.games import load

SLOW = AlphaBetaBot(compiles=False)
FEW = Budget(60.0, 3000)

both_games = pytest.mark.parametrize(
    "game", [CROSSES, pytest.param(RACE, marks=pytest.mark.slow)], ids=["crosses", "race"]
)
# Compiling a game takes longer than its tests: the quick ones have one compiled.
compiled_once = pytest.mark.parametrize(
    ("game", "join"),
    [
        pytest.param(CROSSES, interpreted, id="crosses-interpreted"),
        pytest.param(CROSSES, compiled, id="crosses-compiled"),
        pytest.param(RACE, interpreted, id="race-interpreted"),
        pytest.param(RACE, compiled, id="race-compiled", marks=pytest.mark.slow),
    ],
)
seeds = st.integers(0, 2**32 - 1)


def a_state(game: Game[Any], seed: int, least: int = 0, most: int = 5) -> tuple[Any, int]:
    """A state of a random game in which a seat is to act, with that seat."""
    rng = random.Random(seed)
    play = Play(game)
    for _ in range(rng.randrange(least, most)):
        before = play.state.copy()
        play.act(play.may_act()[0], rng.choice(play.legal(play.may_act()[0])))
        play.run_chance(rng.randrange)
        if play.result() is not None:
            return before, game.may_act(before) >> 1
    return play.state, play.may_act()[0]


def search(
    game: Game[Any], state: Any, seat: int, join: Any = interpreted, bits: int = 10, strict: int = 1
) -> Search:
    """A search that has not begun; `strict`: the table answers for the very depth only."""
    found = Search(game, join(game, LOOPS), state, seat, bits=bits)
    found.set(strict=strict)
    return found


def deepen(found: Search, nodes: int = 7) -> int:
    """The value one action deeper, found in many small steps."""
    found.begin_depth()
    while not found.go_on(nodes):
        pass
    return found.value


# ---- what it finds


@compiled_once
@pytest.mark.parametrize("bits", [0, 1, 10])
@settings(max_examples=8)
@given(seed=seeds)
def test_agrees_with_minimax(game: Game[Any], join: Any, bits: int, seed: int) -> None:
    """Depth for depth the value of minimax without cuts: with no table, a tiny one, a large one."""
    state, seat = a_state(game, seed)
    found = search(game, state, seat, join, bits)
    for depth in (1, 2, 3, 4):
        assert minimax(game, state, seat, depth) == deepen(found), state


@settings(max_examples=30)
@given(seed=seeds, bits=st.integers(0, 12))
def test_knows_how_crosses_ends(seed: int, bits: int) -> None:
    """Looked at to the end, and with whatever the table knows, the outcome is that of minimax."""
    state, seat = a_state(CROSSES, seed, 2, 7)
    found = search(CROSSES, state, seat, bits=bits, strict=0)
    while found.depth == 0 or not found.is_settled:
        deepen(found, 1000)
    assert minimax(CROSSES, state, seat, 9) // SURE == found.value // SURE
    assert found.share() in (-1.0, 0.0, 1.0)


@settings(max_examples=20)
@given(seed=seeds)
def test_its_action_has_the_value_it_tells(seed: int) -> None:
    """The best action leads to a state of that value."""
    state, seat = a_state(CROSSES, seed)
    found = search(CROSSES, state, seat)
    values = [deepen(found) for _ in range(4)]
    after = state.copy()
    CROSSES.apply_action(after, seat, found.best)
    assert values[-1] == minimax(CROSSES, after, seat, 3, 1)


@pytest.mark.parametrize("seed", range(5))
def test_avoids_an_immediate_loss(seed: int) -> None:
    """O must stop the line of X, whatever the seed."""
    assert 2 == result(SLOW, CROSSES, crosses("xx./o../..."), 1, seed, FEW).action


@pytest.mark.parametrize(("seed", "work"), [(7, 20), (7, 29), (13, 20), (13, 35)])
def test_no_refuted_action_is_played_while_others_are_unknown(seed: int, work: int) -> None:
    """A depth that cannot be finished may refute the action it tries first: no loss is proved."""
    state, seat = a_state(CROSSES, seed, 1, 6)
    assert minimax(CROSSES, state, seat, 9) >= -SURE
    thought = result(SLOW, CROSSES, state, seat, 1, Budget(60.0, work))
    assert thought.value != -1.0
    assert sorted(CROSSES.legal(state, seat)) == sorted(one.action for one in thought.stats)


@pytest.mark.parametrize("seed", range(5))
def test_finds_a_forced_win_in_two(seed: int) -> None:
    """After O on an edge, X takes a square after which every reply of O loses."""
    board = crosses("xo./.../...")
    CROSSES.apply_action(board, 0, result(SLOW, CROSSES, board, 0, seed, FEW).action)
    assert minimax(CROSSES, board, 0, 4) > SURE


@pytest.mark.parametrize("bits", [0, 10])
def test_takes_the_soonest_win(bits: int) -> None:
    """A win in three plies has the value WON - 3; the search ends if none can be quicker."""
    found = search(CROSSES, crosses("xo./.../..."), 0, bits=bits, strict=0)
    while found.depth == 0 or not found.is_settled:
        deepen(found)
    assert (WON - 5, 5) == (found.value, found.depth)
    assert minimax(CROSSES, crosses("xo./.../..."), 0, 5) == found.value


def test_a_state_key_of_zero_is_like_any_other() -> None:
    """An empty place of the table says nothing of the state that it would belong to."""
    board, wins, draws = crosses("xo./.../..."), 3, 5
    after = board.copy()
    CROSSES.apply_action(after, 0, wins)
    for reply in CROSSES.legal(after, 1):
        state = after.copy()
        CROSSES.apply_action(state, 1, reply)
        found = search(replace(CROSSES, state_key=Shifted(state)), board, 0, strict=0)
        for _ in range(5):
            found.put_first(wins)
            found.put_first(draws)
            deepen(found)
        assert (wins, WON - 5) == (found.best, found.value)


class Shifted:
    """A state_key that is zero for one state."""

    def __init__(self, state: Crosses) -> None:
        self.shift = cross_key(state)

    def __call__(self, state: Crosses) -> int:
        return cross_key(state) ^ self.shift


def test_a_win_is_kept_for_any_depth() -> None:
    """Most lines were cut at the horizon, but what is won stays won."""
    found = search(CROSSES, crosses("xo./.../..."), 0, strict=0)
    while found.depth == 0 or not found.is_settled:
        deepen(found)
    key = cross_key(crosses("xo./.../..."))
    (kept,) = (entry for entry in found.table.values() if entry.bound and entry.key == key)
    assert (WON - 5, 5, 0) == (kept.value, kept.depth, kept.cut)
    won = [one for one in found.table.values() if one.value > SURE and one.bound != AT_MOST]
    assert {0} == {one.cut for one in won}


def test_counts_with_the_odds_of_chance() -> None:
    """One step from the goal it does not throw the die."""
    assert 0 == result(SLOW, RACE, Race(at=[5, 5]), 0, budget=FEW).action


def test_the_mean_of_wins_and_losses_is_told() -> None:
    """Who must throw a 3 (two in five) before the rival steps home wins a fifth less than not."""
    found = search(RACE, Race(at=[3, 5]), 0, strict=0)
    deepen(found)
    deepen(found)
    assert 1 == found.best
    assert abs(found.share() - (2 / 5 - 3 / 5)) < 1e-6


# ---- repetition, which the table does not see


@pytest.mark.parametrize("bits", [0, 2, 10])
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("join", [interpreted, pytest.param(compiled, marks=pytest.mark.slow)])
def test_follows_a_circle_to_its_draw(join: Any, place: int, bits: int) -> None:
    """Who stops loses, so all go round until the third occurrence: the table does not hide it."""
    state = Ring(place=place)
    found = search(RING, state, 0, join, bits, strict=0)
    for depth in range(1, 13):
        assert minimax(RING, state, 0, depth) == deepen(found, 100)
    assert (0, 0, True) == (found.best, found.value, found.is_settled)


def test_a_draw_by_repetition_is_not_kept_for_other_lines() -> None:
    """After the same search the table claims no certain draw for any state of the cycle."""
    found = search(RING, Ring(), 0, strict=0)
    for _ in range(12):
        deepen(found, 100)
    entries = [entry for entry in found.table.values() if entry.bound]
    sure = [entry.key for entry in entries if not entry.cut and entry.value == 0]
    assert [ring_key(Ring())] == sure
    assert len(entries) > 4


def test_past_occurrences_count() -> None:
    """Where the root itself is the second occurrence, the draw comes one round sooner."""
    state = Ring()
    for _ in range(6):
        RING.apply_action(state, state.turn, 0)
    assert (1, 0) == (state.times[0][0], state.turn)
    found = search(RING, state, 0, strict=0)
    for depth in range(1, 7):
        assert minimax(RING, state, 0, depth) == deepen(found, 100)
    assert (0, True) == (found.value, found.is_settled)


def test_a_draw_holds_at_its_depth_only() -> None:
    """It may be one by the length of the game; the root's own is certain all the same."""
    found = search(CROSSES, crosses("x../.o./..."), 0, strict=0)
    while not found.depth or not found.is_settled:
        deepen(found, 1000)
    entries = [entry for entry in found.table.values() if entry.bound]
    assert any(entry.value == 0 for entry in entries)
    assert all(entry.cut for entry in entries if entry.value == 0)


@pytest.mark.slow
def test_a_draw_by_length_is_not_kept_for_earlier_states() -> None:
    """Eight actions before the end the side to move loses; later the same state is drawn."""
    rokumon = load("rokumon")
    options = rokumon.read_options({"act": "1", "deal": "gggjjj"})
    text = "1 ggg/jjj .,br,./.,rb,. r - - - 192 -"
    state = rokumon.read_position(text, options)
    for bits in (0, 18):
        found = search(rokumon, state.copy(), state.turn, compiled, bits, strict=0)
        while not found.depth or not found.is_settled:
            deepen(found, 100_000)
        assert (-1.0, 8) == (found.share(), found.depth), bits


# ---- how it runs


@settings(max_examples=15)
@given(seed=seeds, nodes=st.integers(1, 3000), bits=st.integers(0, 8))
@both_games
def test_compiled_and_interpreted_do_the_same(
    game: Game[Any], seed: int, nodes: int, bits: int
) -> None:
    """Nodes are counted alike both ways, so a limit on them leads to the same action and line."""
    state, seat = a_state(game, seed)
    told = []
    for join in (interpreted, compiled):
        found = search(game, state, seat, join, bits if game is CROSSES else 0, strict=0)
        while found.depth < 12 and found.nodes < nodes:
            found.begin_depth()
            found.go_on(nodes - found.nodes)
        best = found.choices()[0] if found.best < 0 else found.best
        told.append((best, found.value, found.nodes, found.depth, found.line(best)))
    assert told[0] == told[1]


@settings(max_examples=20)
@given(work=st.integers(1, 4000), chunk=st.integers(1, 500))
def test_the_clock_has_no_say_while_nodes_last(work: int, chunk: int) -> None:
    """However small its steps, the same seed and work give the same result."""
    board, budget = crosses(".../.../..."), Budget(3600.0, work)
    with pytest.MonkeyPatch.context() as patch:
        one = result(SLOW, CROSSES, board, 0, 7, budget)
        patch.setattr(under_test, "FEW_NODES", chunk)
        patch.setattr(under_test, "next_chunk", lambda *_: chunk)
        other = result(SLOW, CROSSES, board, 0, 7, budget)
    assert one._replace(seconds=0) == other._replace(seconds=0)


def test_a_larger_table_changes_no_outcome() -> None:
    """A settled search says the same with any table; with one, it needs fewer nodes."""
    told = {
        bits: result(AlphaBetaBot(table=bits, compiles=False), CROSSES, crosses("x../.../..."), 1)
        for bits in (0, 4, 16)
    }
    assert {0.0} == {found.value for found in told.values()}
    assert told[16].work < told[4].work < told[0].work


def test_compiled_search_lets_other_threads_run() -> None:
    """The loops are compiled to run without the interpreter's lock."""
    assert compiled(CROSSES, LOOPS).run.targetoptions["nogil"]


# ---- what it tells


@pytest.mark.parametrize("work", [1, 10, 300, 5000])
def test_its_thought_is_full(work: int) -> None:
    """All legal actions, the best first, with its value and a legal line; work, depth, seconds."""
    board = crosses("x../.o./...")
    told = result(SLOW, CROSSES, board, 0, budget=Budget(60.0, work))
    assert sorted(CROSSES.legal(board, 0)) == sorted(one.action for one in told.stats)
    assert (told.action, told.value) == told.stats[0][:2]
    assert all(one.value is None for one in told.stats[1:])
    assert told.work >= work or told.value == 0
    assert told.seconds > 0
    assert told.depth <= len(CROSSES.legal(board, 0))
    for one in told.stats:
        state = board.copy()
        for seat, action in one.line:
            assert action in CROSSES.legal(state, seat)
            CROSSES.apply_action(state, seat, action)
        assert one.action == one.line[0][1]


def test_the_line_leads_to_the_value() -> None:
    """Along the line of a forced win the game ends with it, at the reported ply."""
    board = crosses("xo./.../...")
    told = result(SLOW, CROSSES, board, 0)
    assert (1.0, 5) == (told.value, len(told.stats[0].line))
    for seat, action in told.stats[0].line:
        CROSSES.apply_action(board, seat, action)
    assert 1 == board.winner


def test_estimates_are_shares() -> None:
    """One action deep, the value is e / (|e| + swing), a ply nearer to zero."""
    board = crosses(".../.../...")
    told = result(AlphaBetaBot(depth=1, compiles=False), CROSSES, board, 0)
    assert (4, 1) == (told.action, told.depth)
    assert told.value is not None
    assert abs(told.value - 4 / (4 + CROSSES.eval_scale)) < 0.01


def test_a_single_choice_is_taken_at_once() -> None:
    """There is nothing to look for."""
    told = result(SLOW, CROSSES, crosses("xox/oxo/o.x"), 0)
    assert (7, None, 0, 0) == (told.action, told.value, told.depth, told.work)
    assert (ActionStats(7, None, 0, ((0, 7),)),) == told.stats


# ---- the handle


class Watched(SearchHandle):
    """Records the interim results."""

    def __init__(self) -> None:
        self.shares: list[float] = []
        self.thoughts: list[Any] = []
        super().__init__()

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "share":
            self.shares.append(value)
        if name == "latest" and value:
            self.thoughts.append(value)


def test_the_share_rises_and_thoughts_are_told() -> None:
    """The share of the budget grows to 1; every depth is reported, with increasing work."""
    handle = Watched()
    asked = task(CROSSES, crosses(".../.../..."), 0, budget=Budget(60.0, 5000))
    told = SLOW.think(asked._replace(handle=handle))
    assert sorted(handle.shares) == handle.shares
    assert 1.0 == handle.shares[-1]
    assert len(handle.shares) > 5
    assert len(handle.thoughts) >= told.depth > 2
    works = [one.work for one in handle.thoughts]
    assert sorted(works) == works
    assert sorted(one.depth for one in handle.thoughts) == [one.depth for one in handle.thoughts]


def test_a_stopped_search_answers() -> None:
    """A stopped search returns the best result so far, long before its hour has passed."""
    asked = task(RACE, Race(), 0, budget=Budget(3600.0))
    answers: list[Any] = []
    bot = AlphaBetaBot(compiles=False, depth=63)
    thread = threading.Thread(target=lambda: answers.append(ask_seen(bot, asked)))
    thread.start()
    while asked.handle.latest is None or asked.handle.latest.depth < 4:
        assert thread.is_alive()
    asked.handle.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert asked.handle.latest.depth <= answers[0].depth < 63
    assert 0 < asked.handle.share < 1


def test_stopped_beforehand_it_takes_what_looks_best() -> None:
    """Without any time, or stopped before it begins, the answer is legal."""
    board = crosses("x../.../...")
    asked = task(CROSSES, board, 1)
    asked.handle.stop()
    assert SLOW.think(asked).action in range(1, 9)
    told = result(SLOW, CROSSES, board, 1, budget=Budget(0.0))
    assert (None, 0) == (told.value, told.depth)
    assert told.action in range(1, 9)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_left_out_is_not_looked_at(seed: int) -> None:
    """With `only`, the best of these, and nothing of the others; one alone is taken at once."""
    board = crosses("xx./oo./...")
    asked = task(CROSSES, board, 0)._replace(rng=random.Random(seed))
    assert 2 == SLOW.think(asked).action
    told = SLOW.think(asked._replace(only=(5, 7, 8)))
    assert (5, {5, 7, 8}) == (told.action, {one.action for one in told.stats})
    assert 7 == SLOW.think(asked._replace(only=(7,))).action


# ---- whole games


def test_never_loses_at_crosses() -> None:
    """A game that is drawn with best play is never lost."""
    for seed in range(3):
        for seats in ((SLOW, RandomBot()), (SLOW, GreedyBot())):
            result = played(CROSSES, seats, seed, budget=FEW).result()
            assert result is not None
            assert result.returns[0] >= 0


def test_beats_greedy() -> None:
    """Over 12 games of crosses it loses none and wins some."""
    won, lost = score(CROSSES, SLOW, GreedyBot(), 12, budget=FEW)
    assert (won > 0, 0) == (True, lost)
