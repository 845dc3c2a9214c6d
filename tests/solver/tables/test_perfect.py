"""The perfect bot: from any solved position on, nothing is given away."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from honjin.bots import Bot, Budget, GreedyBot, RandomBot, SearchHandle, SearchRequest, TablebaseBot
from honjin.bots.certain.problems import LOOPS_OF_PROBLEMS
from honjin.bots.precompile import compile_ahead
from honjin.core.errors import UnknownBot
from honjin.lab import find_entrant
from honjin.solver import Oracle, Tables, Value
from solver.solved_positions import GAME, sampled

LONG = Budget(60.0)


def chosen(bot: Bot, s: Any, seat: int, rng: random.Random) -> int:
    """What a bot does in a position."""
    return bot.think(
        SearchRequest(GAME, GAME.seen_by(s, seat), seat, 2, rng, LONG, SearchHandle())
    ).action


@pytest.mark.slow
@pytest.mark.parametrize("rival", [RandomBot(), GreedyBot()], ids=lambda bot: bot.name)
@pytest.mark.parametrize(("act", "deal"), [("1", "gggjjj"), ("2", "gggjjjj")])
def test_the_value_is_kept_at_every_move(
    folder: Path, tables: Tables, rival: Bot, act: str, deal: str
) -> None:
    """A hundred games from random positions: wins come in time, draws hold, no loss is unneeded."""
    bot, rng = TablebaseBot(Oracle(folder)), random.Random(3)
    for start in sampled(act, deal, 100, seed=7):
        if start.outcome:
            continue
        s, seat = start.copy(), start.turn
        promised = tables.value(s).value
        while GAME.may_act(s):
            if s.turn == seat:
                answer = tables.value(s)
                assert answer.value.result >= promised.result
                assert promised.result < 1 or answer.value.rank >= promised.rank
                action = chosen(bot, s, seat, rng)
                assert answer.actions[action].result == answer.value.result
                assert answer.value.result < 1 or answer.actions[action] == answer.value
                promised = one_later(one_later(answer.value))
            else:
                action = chosen(rival, s, s.turn, rng)
            GAME.apply_action(s, s.turn, action)
        assert (s.winner == seat) >= (promised.result > 0)
        assert (s.winner != 1 - seat) >= (promised.result == 0)


def one_later(value: Value) -> Value:
    """What is left of a value after an action that keeps it."""
    return Value(value.result, max(0, value.plies - 1))


def test_it_suits_what_is_solved(folder: Path) -> None:
    """One deal that has its table; not all deals, not another act."""
    bot = TablebaseBot(Oracle(folder))
    for options, suits in (
        ({"act": "1", "deal": "gggjjj"}, True),
        ({"act": "1", "deal": "jjjggg"}, True),
        ({"act": "1"}, False),
        ({"act": "3", "deal": "gggjjjj"}, False),
        ({"act": "4"}, False),
    ):
        assert suits == bot.suits(GAME, GAME.read_options(options))


def test_it_tells_what_it_knows(folder: Path) -> None:
    """Every action with its result, the best first."""
    s = sampled("2", "gggjjjj", 1, seed=11)[0]
    task = SearchRequest(GAME, s, s.turn, 2, random.Random(1), LONG, SearchHandle())
    result = TablebaseBot(Oracle(folder)).think(task)
    values = [one.value for one in result.stats]
    assert sorted(values, key=lambda value: -value) == values
    assert set(GAME.legal(s, s.turn)) == {one.action for one in result.stats}
    assert result.value == values[0]


# ---- what it does where it cannot win


def lost_starts(tables: Tables, count: int) -> list[Any]:
    """Positions of Act 1 that the side to move loses, six plies or more from the end."""
    found = (s for s in sampled("1", "gggjjj", 50 * count, seed=21) if not s.outcome)
    return [s for s in found if (value := tables.state_value(s)).result < 0 and value.plies >= 6][
        :count
    ]


@pytest.mark.slow
def test_a_lost_position_is_told_and_its_problem_counted(folder: Path, tables: Tables) -> None:
    """It says how many replies win; those are what the table has."""
    bot = TablebaseBot(Oracle(folder))
    for n, s in enumerate(lost_starts(tables, 8)):
        request = SearchRequest(GAME, s.copy(), s.turn, 2, random.Random(n), LONG, SearchHandle())
        result = bot.think(request)
        GAME.apply_action(s, s.turn, result.action)
        assert result.says is not None
        if GAME.may_act(s):
            replies = tables.value(s).actions.values()
            saving = sum(value.result > 0 for value in replies)
            told = {"saving": saving, "replies": len(replies)} if saving < len(replies) else {}
            assert (result.says.p, -1.0) == (told, result.value)


@pytest.mark.slow
def test_the_same_luck_sets_the_same_problem(folder: Path, tables: Tables) -> None:
    """Limited by counts alone, so the same each time."""
    s = lost_starts(tables, 1)[0]
    bots = [TablebaseBot(Oracle(folder)) for _ in range(2)]
    for seed in range(5):
        assert 1 == len({chosen(bot, s, s.turn, random.Random(seed)) for bot in bots})


@pytest.mark.slow
def test_problems_save_more_than_delay_does(folder: Path, tables: Tables) -> None:
    """Lost positions against greedy: more is saved than by the latest end, equals by lot."""
    bot, starts = TablebaseBot(Oracle(folder)), lost_starts(tables, 150)
    while not all(compile_ahead(GAME, loops) for loops in LOOPS_OF_PROBLEMS):
        time.sleep(0.1)  # until then it sets no problems

    def delaying(s: Any, rng: random.Random) -> int:
        return rng.choice(tables.value(s).best())

    def setting(s: Any, rng: random.Random) -> int:
        return chosen(bot, s, s.turn, rng)

    saved = [
        sum(points(s.copy(), play, random.Random(n)) for n, s in enumerate(starts))
        for play in (delaying, setting)
    ]
    assert saved[1] > saved[0] + 10


def points(s: Any, play: Callable[[Any, random.Random], int], rng: random.Random) -> float:
    """What the side to move gets in the end, against greedy."""
    seat = s.turn
    while GAME.may_act(s):
        action = play(s, rng) if s.turn == seat else chosen(GreedyBot(), s, s.turn, rng)
        GAME.apply_action(s, s.turn, action)
    return 1.0 if s.winner == seat else 0.0 if s.winner == 1 - seat else 0.5


def test_the_lab_knows_it_by_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`perfect` takes part in an arena where tables are there, and says what is missing else."""
    monkeypatch.setattr("honjin.solver.tables.oracle.default_folder", lambda: folder)
    options = GAME.read_options({"act": "2", "deal": "gggjjjj"})
    assert "perfect" == find_entrant(GAME, options, "perfect").name
    with pytest.raises(UnknownBot, match="needs solved tables; `honjin solve rokumon` makes them"):
        find_entrant(GAME, GAME.read_options({"act": "2"}), "perfect")
