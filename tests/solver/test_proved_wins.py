"""Levels that know: no proved win is given away, and wins that are proved come to an end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from honjin.bots import (
    Bot,
    Budget,
    GreedyBot,
    RandomBot,
    SearchHandle,
    SearchRequest,
    SureBot,
    find_player,
)
from honjin.bots.bot import SearchResult
from honjin.core.options import Options
from honjin.core.seats import CHANCE
from honjin.lab import match
from honjin.solver import Knowledge, Tables, solve
from solver.maze import MAZE
from solver.proof.test_proofs import rooms
from solver.solved_positions import GAME, sampled, start_of
from waiting import get_ready

NOTHING = Path("nowhere")
LEVELS = ("daimyo", "shogun")
WORK = {"daimyo": Budget(60.0, 400), "shogun": Budget(60.0, 20_000)}
"""Levels by counts, so that a busy machine changes nothing."""


def level(name: str, options: Options, folder: Path) -> Bot:
    """A level that has the tables of a folder, as it is before its first game, all compiled."""
    bot = find_player(GAME, options, name, Knowledge(folder)).bot
    get_ready(GAME, bot)
    return bot


def thought_of(bot: Bot, name: str, s: Any, seat: int, rng: random.Random) -> SearchResult:
    """What a level makes of a position."""
    seen = GAME.seen_by(s, seat)
    return bot.think(SearchRequest(GAME, seen, seat, 2, rng, WORK[name], SearchHandle()))


def options_of(act: str, deal: str) -> Options:
    return GAME.read_options({"act": act, "deal": deal})


# ---- with tables


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
def test_where_a_table_holds_the_position_its_value_is_kept(
    folder: Path, tables: Tables, name: str
) -> None:
    """Random positions of Act 1: won soonest, drawn held, and never worse than it is."""
    bot, rng = level(name, options_of("1", "gggjjj"), folder), random.Random(5)
    for s in sampled("1", "gggjjj", 40, seed=9):
        if not s.outcome:
            answer = tables.value(s)
            got = answer.actions[thought_of(bot, name, s, s.turn, rng).action]
            assert answer.value.result == got.result
            assert answer.value.result < 1 or answer.value == got


def test_any_game_with_a_table_is_played_by_it(tmp_path: Path) -> None:
    """The maze of the tests: from every room, whatever bot is behind it."""
    solve(MAZE, {}, tmp_path)
    tables, bot = Tables.open(MAZE, tmp_path), SureBot(RandomBot(), Knowledge(tmp_path))
    for s, value in rooms():
        if len(MAZE.legal(s, s.turn)) > 1:
            rng = random.Random(s.room)
            task = SearchRequest(MAZE, s.copy(), s.turn, 2, rng, Budget(), SearchHandle())
            got = tables.value(s).actions[bot.think(task).action]
            assert value.result == got.result
            assert value.result < 1 or value == got


# ---- without tables


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
def test_a_win_that_is_proved_is_played_to_its_end(tables: Tables, name: str) -> None:
    """Random positions of Act 1 without its table: each proved win is one, and is never lost again.

    Its end comes nearer by two plies at least with each own action, so the game ends.
    """
    rng, won = random.Random(2), 0
    for n, start in enumerate(sampled("1", "gggjjj", 30, seed=4)):
        if not start.outcome and tables.value(start).value.result > 0:
            bot, s = level(name, options_of("1", "gggjjj"), NOTHING), start.copy()
            rival: Bot = GreedyBot() if n % 2 else RandomBot()
            won += is_played_out(bot, name, rival, s, rng, tables)
    assert won > 4


def is_played_out(
    bot: Bot, name: str, rival: Bot, s: Any, rng: random.Random, tables: Tables
) -> bool:
    """Whether a win was proved on the way; then it has come."""
    seat, left = s.turn, 0
    while GAME.may_act(s):
        if s.turn != seat:
            task = SearchRequest(GAME, s.copy(), s.turn, 2, rng, Budget(60.0), SearchHandle())
            GAME.apply_action(s, s.turn, rival.think(task).action)
            continue
        result = thought_of(bot, name, s, seat, rng)
        best = result.stats[0]
        if left or (best.plies and result.value == 1.0):
            assert best.plies
            assert not left or best.plies <= left - 2
            assert tables.value(s).actions[result.action].result == 1
            left = best.plies
        GAME.apply_action(s, seat, result.action)
    assert not left or s.winner == seat
    return left > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("deal", ["jjjjggg", "gggjjjj"])
def test_the_won_starts_of_act_3_are_won(deal: str, name: str) -> None:
    """Where a search once chose a lost action, the proof that comes with Honjin is followed."""
    bot, s, rng = level(name, options_of("3", deal), NOTHING), start_of("3", deal), random.Random(3)
    left = 100
    while GAME.may_act(s):
        if s.turn == 0:
            result = thought_of(bot, name, s, 0, rng)
            assert result.stats[0].plies <= left - 2
            left = result.stats[0].plies
            GAME.apply_action(s, 0, result.action)
        else:
            task = SearchRequest(GAME, s.copy(), 1, 2, rng, Budget(60.0), SearchHandle())
            GAME.apply_action(s, 1, GreedyBot().think(task).action)
    assert 0 == s.winner


@pytest.mark.slow
def test_wins_against_the_automa_end() -> None:
    """The Epilogue: what daimyo has proved it wins in time, whatever it played before."""
    rng, proved = random.Random(6), 0
    for deal in ("1234567", "4172635", "7654321"):
        bot, s, left = level("daimyo", options_of("epilogue", deal), NOTHING), None, 0
        s = start_of("epilogue", deal)
        while GAME.may_act(s):
            if GAME.may_act(s) != 1:
                GAME.apply_action(s, CHANCE, GAME.outcomes(s)[0][0])
                continue
            result = thought_of(bot, "shogun", s, 0, rng)
            plies = result.stats[0].plies if result.value == 1.0 else 0
            assert plies <= left - 2 or not left
            assert plies or not left
            left = plies
            GAME.apply_action(s, 0, result.action)
        proved += left > 0
        assert not left or s.winner == 0
    assert proved


# ---- the same again


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game() -> None:
    """By counts, also after other games, of which a level remembers nothing."""
    options = {"act": "1", "deal": "gggjjj"}
    bots = [find_player(GAME, options_of("1", "gggjjj"), "daimyo", Knowledge(NOTHING))] * 2
    first = match(GAME, bots, options, seed=1).play.record()
    match(GAME, bots, options, seed=2)
    assert first == match(GAME, bots, options, seed=1).play.record()
